"""A table's clock can have a bank and an increment, and says what follows when the time is up: so far a bot."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    op.add_column("tables", sa.Column("bank", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("increment", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("time_out", sa.String(8), nullable=False, server_default="bot"))
