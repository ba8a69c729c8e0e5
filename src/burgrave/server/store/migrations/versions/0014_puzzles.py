"""Who has tried which puzzles is kept; so far nobody has."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "puzzle_tries",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("at_once", sa.Boolean, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("player", "game", "puzzle", name="pk_puzzle_tries"),
    )
    op.create_index("ix_puzzle_tries_at", "puzzle_tries", ["at"])
