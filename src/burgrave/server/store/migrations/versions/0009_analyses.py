"""Analyses of finished games are kept, finding by finding; so far nobody has made any."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("settings", sa.String(32), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("asked_at", sa.Float, nullable=False),
        sa.Column("run_by", sa.String(32)),
        sa.Column("run_until", sa.Float, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_analyses_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "settings", name="pk_analyses"),
    )
    op.create_index("ix_analyses_status", "analyses", ["status"])
    op.create_table(
        "findings",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("settings", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_findings_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "settings", "kind", "number", name="pk_findings"),
    )
