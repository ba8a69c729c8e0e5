"""What hosts and the operator keep in order: approval of seats, reports, blocks, and what the operator did."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and tables; nothing that is stored changes."""
    op.add_column("tables", sa.Column("approval", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("chat_cleared", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "reports",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("line", sa.Integer),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("about", sa.JSON, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_reports"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_reports_table_id", ondelete="CASCADE"),
    )
    op.create_index("ix_reports_table_id", "reports", ["table_id"])
    op.create_table(
        "blocks",
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_blocks"),
    )
    op.create_table(
        "ignored",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("player", "key", "name", name="pk_ignored"),
    )
    op.create_table(
        "deeds",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("act", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.Column("detail", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_deeds"),
    )
