"""Bots at the table have the levels of everywhere else: random, easy, normal, hard."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

RENAMED = {"greedy": "easy", "search": "normal", "deep": "hard"}

seats = sa.table("seats", sa.column("level", sa.String))
events = sa.table(
    "events",
    sa.column("table_id", sa.String),
    sa.column("seq", sa.Integer),
    sa.column("kind", sa.String),
    sa.column("data", sa.JSON),
)


def upgrade() -> None:
    """Rename the levels of seats, and of the events that tell who sat down."""
    connection = op.get_bind()
    for old, new in RENAMED.items():
        connection.execute(seats.update().where(seats.c.level == old).values(level=new))
    for row in connection.execute(events.select().where(events.c.kind == "sit")).all():
        if row.data.get("level") in RENAMED:
            data = {**row.data, "level": RENAMED[row.data["level"]]}
            same = sa.and_(events.c.table_id == row.table_id, events.c.seq == row.seq)
            connection.execute(events.update().where(same).values(data=data))
