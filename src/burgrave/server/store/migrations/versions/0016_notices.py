"""Ways to reach people whose page is not open, notices on their way, and since when it is whose turn."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

TOLD_OF = sa.text("kind IN ('over', 'ask_undo', 'rematch', 'ask_seat')")


def upgrade() -> None:
    """Add the tables; games that are being played count as changed by their last move."""
    op.add_column("tables", sa.Column("turn_seq", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("turn_at", sa.Float))
    op.create_index("ix_tables_turn_at", "tables", ["turn_at"])
    op.execute("UPDATE tables SET turn_seq = position_seq, turn_at = changed_at WHERE status = 'playing'")
    op.create_index("ix_events_told_of", "events", ["at"], sqlite_where=TOLD_OF, postgresql_where=TOLD_OF)
    op.create_table(
        "channels",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("problem", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_channels"),
    )
    op.create_index("ix_channels_player", "channels", ["player"])
    op.create_table(
        "notices",
        sa.Column("channel_id", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("due_at", sa.Float),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("first_at", sa.Float, nullable=False),
        sa.Column("run_by", sa.String(32)),
        sa.Column("run_until", sa.Float, nullable=False),
        sa.ForeignKeyConstraint(["channel_id"], ["channels.id"], name="fk_notices_channel_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_notices_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("channel_id", "table_id", "kind", name="pk_notices"),
    )
    op.create_index("ix_notices_table_id", "notices", ["table_id"])
    op.create_index("ix_notices_due_at", "notices", ["due_at"])
    op.create_table(
        "quiet_tables",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_quiet_tables_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("player", "table_id", name="pk_quiet_tables"),
    )
    op.create_index("ix_quiet_tables_table_id", "quiet_tables", ["table_id"])
