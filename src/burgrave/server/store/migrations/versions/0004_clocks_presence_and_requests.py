"""When each table is due, who is present at which process, and requests that happen once."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

tables = sa.table(
    "tables",
    sa.column("id", sa.String),
    sa.column("clock", sa.Integer),
    sa.column("changed_at", sa.Float),
    sa.column("status", sa.String),
    sa.column("to_act", sa.Integer),
    sa.column("due_at", sa.Float),
)
seats = sa.table("seats", sa.column("table_id", sa.String), sa.column("seat", sa.Integer), sa.column("kind", sa.String))


def upgrade() -> None:
    """Add the column and two tables; a clock that runs is due when it was so far."""
    op.add_column("tables", sa.Column("due_at", sa.Float))
    op.create_index("ix_tables_due_at", "tables", ["due_at"])
    op.create_index("ix_tables_host", "tables", ["host"])
    playing = tables.c.status == "playing"
    bot_to_act = sa.exists().where(
        seats.c.table_id == tables.c.id, seats.c.seat == tables.c.to_act, seats.c.kind == "bot"
    )
    op.execute(
        tables.update().where(playing, tables.c.clock.is_not(None)).values(due_at=tables.c.changed_at + tables.c.clock)
    )
    op.execute(tables.update().where(playing, bot_to_act).values(due_at=tables.c.changed_at))
    op.create_table(
        "presence",
        sa.Column("process", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("process", "table_id", "seat", name="pk_presence"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_presence_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_presence_table_id", "presence", ["table_id"])
    op.create_table(
        "requests",
        sa.Column("mark", sa.String(64), nullable=False),
        sa.Column("asked", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("mark", name="pk_requests"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_requests_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_requests_table_id", "requests", ["table_id"])
    op.create_index("ix_requests_at", "requests", ["at"])
