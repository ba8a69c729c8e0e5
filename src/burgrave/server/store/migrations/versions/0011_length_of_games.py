"""Lists of finished games tell how long they took: how many moves stood at last, and when the game began."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

tables = sa.table("tables", sa.column("id", sa.String), sa.column("moves", sa.Integer), sa.column("begun_at", sa.Float))
events = sa.table(
    "events",
    sa.column("table_id", sa.String),
    sa.column("at", sa.Float),
    sa.column("kind", sa.String),
    sa.column("data", sa.JSON),
)


def upgrade() -> None:
    """Add the columns; moves that were taken back do not count."""
    op.add_column("tables", sa.Column("moves", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("begun_at", sa.Float))
    op.create_index("ix_tables_public_changed_at", "tables", ["public", "status", "changed_at"])
    made = sa.select(sa.func.count()).where(events.c.table_id == tables.c.id, events.c.kind == "move")
    begun = sa.select(sa.func.min(events.c.at)).where(events.c.table_id == tables.c.id, events.c.kind == "start")
    op.execute(tables.update().values(moves=made.scalar_subquery(), begun_at=begun.scalar_subquery()))
    taken_back: dict[str, int] = {}
    for row in op.get_bind().execute(sa.select(events.c.table_id, events.c.data).where(events.c.kind == "undo")):
        taken_back[row.table_id] = taken_back.get(row.table_id, 0) + row.data["count"]
    for table_id, count in taken_back.items():
        op.execute(tables.update().where(tables.c.id == table_id).values(moves=tables.c.moves - count))
