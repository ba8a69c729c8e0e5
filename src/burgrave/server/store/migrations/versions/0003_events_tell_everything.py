"""What a table was made with and its events tell everything: its first seats, its seed, how it ended."""

from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

tables = sa.table(
    "tables",
    sa.column("id", sa.String),
    sa.column("first_seats", sa.JSON),
    sa.column("seed", sa.Text),
    sa.column("changed_at", sa.Float),
    sa.column("status", sa.String),
    sa.column("seq", sa.Integer),
    sa.column("position_seq", sa.Integer),
    sa.column("to_act", sa.Integer),
    sa.column("result", sa.JSON),
)
seats = sa.table(
    "seats",
    sa.column("table_id", sa.String),
    sa.column("seat", sa.Integer),
    sa.column("kind", sa.String),
    sa.column("level", sa.String),
    sa.column("name", sa.String),
    sa.column("entropy", sa.String),
)
events = sa.table(
    "events",
    sa.column("table_id", sa.String),
    sa.column("seq", sa.Integer),
    sa.column("at", sa.Float),
    sa.column("kind", sa.String),
    sa.column("seat", sa.Integer),
    sa.column("data", sa.JSON),
)

FREE = {"kind": "open", "name": "", "level": None, "entropy": ""}
ENDED = {"over": "over", "closed": "close"}
"""The event that makes a status; uploaded records and abandoned games were stored without one."""
TOLD = ("start", "sit", *ENDED.values())


def upgrade() -> None:
    """Add the first seats, and to the events what only a table's row has told so far."""
    op.add_column("tables", sa.Column("first_seats", sa.JSON, nullable=False, server_default="[]"))
    connection = op.get_bind()
    present: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in connection.execute(seats.select().order_by(seats.c.table_id, seats.c.seat)):
        present[row.table_id].append({name: getattr(row, name) for name in FREE})
    told: dict[str, list[Any]] = defaultdict(list)
    for row in connection.execute(events.select().where(events.c.kind.in_(TOLD)).order_by(events.c.seq)):
        told[row.table_id].append(row)
    for table in connection.execute(tables.select()).all():
        _tell(connection, table, present[table.id], told[table.id])
    connection.execute(tables.update().where(tables.c.status != "playing").values(to_act=None))
    connection.execute(tables.update().where(tables.c.status == "closed").values(result=None))


def _tell(connection: sa.Connection, table: Any, present: list[dict[str, Any]], told: list[Any]) -> None:
    same_table = tables.c.id == table.id
    first = [_first_seat(seat, number, told) for number, seat in enumerate(present)]
    connection.execute(tables.update().where(same_table).values(first_seats=first))
    kinds = {row.kind: row for row in told}
    if "start" in kinds and table.seed is not None:
        same = sa.and_(events.c.table_id == table.id, events.c.seq == kinds["start"].seq)
        connection.execute(events.update().where(same).values(data={"seed": table.seed}))
    end = ENDED.get(table.status)
    if end is not None and end not in kinds:
        seq, data = table.seq + 1, (table.result or {}) if end == "over" else {}
        values = {"table_id": table.id, "seq": seq, "at": table.changed_at, "kind": end, "seat": None, "data": data}
        connection.execute(events.insert().values(values))
        position_seq = seq if end == "over" else table.position_seq
        connection.execute(tables.update().where(same_table).values(seq=seq, position_seq=position_seq))


def _first_seat(present: dict[str, Any], number: int, told: list[Any]) -> dict[str, Any]:
    """Who sat on a chair at first, as far as it can be told: nobody who sat down before the game began."""
    sat = next((row for row in told if row.kind == "sit" and row.seat == number), None)
    if sat is None:
        return present
    start = next((row.seq for row in told if row.kind == "start"), None)
    if start is None or sat.seq < start:
        return FREE
    came_back = sat.data["kind"] == "person"
    known = {**FREE, "name": sat.data["name"], "entropy": sat.data.get("entropy", "")}
    return known | ({"kind": "bot", "level": "easy"} if came_back else {"kind": "person"})
