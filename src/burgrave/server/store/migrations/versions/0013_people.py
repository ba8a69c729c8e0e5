"""What a person keeps on the server: name and settings, passkeys, and tickets that are good once."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables; whoever played so far keeps their cookie and has nothing in them yet."""
    op.create_table(
        "people",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("held", sa.String(64)),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("seen_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_people"),
        sa.UniqueConstraint("held", name="uq_people_held"),
    )
    op.create_index("ix_people_seen_at", "people", ["seen_at"])
    op.create_table(
        "passkeys",
        sa.Column("mark", sa.String(64), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("credential", sa.Text, nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("used_at", sa.Float),
        sa.PrimaryKeyConstraint("mark", name="pk_passkeys"),
    )
    op.create_index("ix_passkeys_player", "passkeys", ["player"])
    op.create_table(
        "tickets",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(12), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_tickets"),
    )
    op.create_index("ix_tickets_player", "tickets", ["player"])
    op.create_index("ix_tickets_until", "tickets", ["until"])
