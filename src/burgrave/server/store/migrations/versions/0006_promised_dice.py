"""Dice are promised before a table is made; of the tables so far nobody has kept what could verify them."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the promises that wait for their tables, and who can verify a table's dice."""
    op.add_column("tables", sa.Column("verifiable_by", sa.JSON))
    op.create_table(
        "promises",
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("secret_seed", sa.String(64), nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("commitment", name="pk_promises"),
    )
    op.create_index("ix_promises_created_at", "promises", ["created_at"])
