"""Tables can be rated, and what rated games make of people's and bots' ratings is kept; none has been rated so far."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and the table."""
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "rating_steps",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_rating_steps"),
    )
    op.create_index("ix_rating_steps_who", "rating_steps", ["who"])
    op.create_index("ix_rating_steps_game_at", "rating_steps", ["game", "at"])
