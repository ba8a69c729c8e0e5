"""Tournaments, who takes part in them, and their tables; so far there have been none."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("clock", sa.Integer, nullable=False),
        sa.Column("bank", sa.Integer, nullable=False),
        sa.Column("increment", sa.Integer, nullable=False),
        sa.Column("time_out", sa.String(8), nullable=False),
        sa.Column("bots", sa.String(32)),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("host", sa.String(32), nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_index("ix_tournaments_host", "tournaments", ["host"])
    op.create_index("ix_tournaments_status", "tournaments", ["status"])
    op.create_table(
        "entrants",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("joined_at", sa.Float, nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "player", name="pk_entrants"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_entrants_tournament_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_entrants_player", "entrants", ["player"])
    op.create_table(
        "pairings",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("made", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "round", "number", name="pk_pairings"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_pairings_tournament_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_pairings_table_id", "pairings", ["table_id"])
