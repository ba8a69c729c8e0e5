"""Which tables and seats an address holds is stored, by a number that stands for it; so far nobody has counted."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "holdings",
        sa.Column("client", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_holdings_table_id_tables", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("client", "table_id", "seat", name="pk_holdings"),
    )
    op.create_index("ix_holdings_table_id", "holdings", ["table_id"])
