"""What is kept of tournaments: what they were made with, who takes part, and which tables belong to which round."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from burgrave.server.store import schema
from burgrave.server.store.kinds import EventKind, Notice, Status, TimeOut
from burgrave.server.store.rows import ConflictError, Timing

if TYPE_CHECKING:
    from burgrave.server.store.storage import Storage

AT_ONCE = 50


@dataclass(frozen=True)
class Tournament:
    """A tournament: what it was made with, and how far it is. `round` counts from 1; 0 is before the first."""

    id: str
    name: str
    game: str
    options: Mapping[str, Any]
    players: int
    rounds: int
    clock: Timing
    bots: str | None
    """The level of the bots that fill tables to their full number; None where people sit there in smaller groups."""
    rated: bool
    host: str
    created_at: float
    status: Status = Status.OPEN
    round: int = 0


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part, or has withdrawn."""

    player: str
    name: str
    withdrawn: bool = False


@dataclass(frozen=True)
class Pairing:
    """A table of a round: who sits where, whether it has been made, and its result when it is over."""

    table_id: str
    round: int
    seats: tuple[str, ...]
    made: bool = False
    status: Status | None = None
    """How far the table is; None where there is none, or none any more."""
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    forfeited: frozenset[int] = frozenset()

    @property
    def is_finished(self) -> bool:
        """Whether nobody will move there any more."""
        return self.made and self.status not in (Status.OPEN, Status.PLAYING)


class Tournaments:
    """The tournaments of a server."""

    def __init__(self, database: Storage) -> None:
        self.database = database

    async def create(self, made: Tournament) -> None:
        """A new tournament."""
        async with self.database.writing() as connection:
            await connection.execute(
                schema.tournaments.insert().values(
                    id=made.id,
                    name=made.name,
                    game=made.game,
                    options=dict(made.options),
                    players=made.players,
                    rounds=made.rounds,
                    clock=made.clock.seconds,
                    bank=made.clock.bank,
                    increment=made.clock.increment,
                    time_out=made.clock.out,
                    bots=made.bots,
                    rated=made.rated,
                    host=made.host,
                    created_at=made.created_at,
                    status=made.status,
                    round=made.round,
                )
            )

    @contextlib.asynccontextmanager
    async def _changing(self, tournament_id: str) -> AsyncIterator[AsyncConnection]:
        """A transaction that changes a tournament; whoever looks at it is told, at every process."""
        async with self.database.writing() as connection:
            yield connection
            await connection.run_sync(self.database.tell_of_tournament, tournament_id)
        self.database.heard_change(tournament_id, Notice.TOURNAMENT)

    async def find(self, tournament_id: str) -> Tournament | None:
        """A tournament."""
        t = schema.tournaments
        async with self.database.reading() as connection:
            row = (await connection.execute(sa.select(t).where(t.c.id == tournament_id))).first()
        return _tournament(row) if row else None

    async def of(self, player: str) -> list[Tournament]:
        """The tournaments of somebody who is host or takes part, the latest first."""
        t, e = schema.tournaments, schema.entrants
        joined = sa.select(e.c.tournament_id).where(e.c.player == player, ~e.c.withdrawn)
        chosen = sa.select(t).where(sa.or_(t.c.host == player, t.c.id.in_(joined)))
        async with self.database.reading() as connection:
            rows = await connection.execute(chosen.order_by(t.c.created_at.desc()).limit(AT_ONCE))
            return [_tournament(row) for row in rows]

    async def count_open(self, host: str) -> int:
        """How many unfinished tournaments somebody is host of."""
        t = schema.tournaments
        unfinished = t.c.status.in_((Status.OPEN, Status.PLAYING))
        async with self.database.reading() as connection:
            return int(await connection.scalar(sa.select(sa.func.count()).where(t.c.host == host, unfinished)) or 0)

    async def running(self) -> list[str]:
        """Those in which rounds are played."""
        t = schema.tournaments
        async with self.database.reading() as connection:
            return list((await connection.execute(sa.select(t.c.id).where(t.c.status == Status.PLAYING))).scalars())

    async def entrants(self, tournament_id: str) -> list[Entrant]:
        """Who takes part, in the order in which they came; who has withdrawn too."""
        e = schema.entrants
        async with self.database.reading() as connection:
            rows = await connection.execute(
                sa.select(e).where(e.c.tournament_id == tournament_id).order_by(e.c.joined_at, e.c.player)
            )
            return [Entrant(row.player, row.name, row.withdrawn) for row in rows]

    async def join(self, tournament_id: str, entrant: Entrant, at: float) -> None:
        """Somebody takes part, or does so again, under a name."""
        e, t = schema.entrants, schema.tournaments
        async with self._changing(tournament_id) as connection:
            status = await connection.scalar(sa.select(t.c.status).where(t.c.id == tournament_id).with_for_update())
            if status != Status.OPEN:
                raise ConflictError
            same = sa.and_(e.c.tournament_id == tournament_id, e.c.player == entrant.player)
            values = {"name": entrant.name, "withdrawn": False}
            if not (await connection.execute(e.update().where(same).values(values))).rowcount:
                values |= {"tournament_id": tournament_id, "player": entrant.player, "joined_at": at}
                await connection.execute(e.insert().values(values))

    async def withdraw(self, tournament_id: str, player: str) -> bool:
        """Somebody takes no part any more; False when they did not."""
        e = schema.entrants
        same = sa.and_(e.c.tournament_id == tournament_id, e.c.player == player, ~e.c.withdrawn)
        async with self._changing(tournament_id) as connection:
            return bool((await connection.execute(e.update().where(same).values(withdrawn=True))).rowcount)

    async def pairings(self, tournament_id: str) -> list[Pairing]:
        """All tables so far, with their results."""
        p, t, e = schema.pairings, schema.tables, schema.events
        async with self.database.reading() as connection:
            rows = list(
                await connection.execute(
                    sa.select(p.c.table_id, p.c.round, p.c.seats, p.c.made, t.c.status, t.c.result)
                    .select_from(p.outerjoin(t, t.c.id == p.c.table_id))
                    .where(p.c.tournament_id == tournament_id)
                    .order_by(p.c.round, p.c.number)
                )
            )
            belongs = sa.select(p.c.table_id).where(p.c.tournament_id == tournament_id)
            given_up = sa.select(e.c.table_id, e.c.seat).where(e.c.table_id.in_(belongs), e.c.kind == EventKind.FORFEIT)
            forfeits: dict[str, set[int]] = {}
            for row in await connection.execute(given_up):
                forfeits.setdefault(row.table_id, set()).add(row.seat)
        return [
            Pairing(
                row.table_id,
                row.round,
                tuple(row.seats),
                row.made,
                Status(row.status) if row.status else None,
                tuple((row.result or {}).get("scores", ())),
                tuple((row.result or {}).get("winners", ())),
                frozenset(forfeits.get(row.table_id, ())),
            )
            for row in rows
        ]

    async def plan(self, tournament_id: str, number: int, tables: Sequence[tuple[str, Sequence[str]]]) -> bool:
        """Begin a round with these tables; False when that has been done already, by another process."""
        t, p = schema.tournaments, schema.pairings
        former = sa.and_(t.c.id == tournament_id, t.c.round == number - 1, t.c.status.in_(("open", "playing")))
        try:
            async with self._changing(tournament_id) as connection:
                begun = await connection.execute(t.update().where(former).values(round=number, status=Status.PLAYING))
                if not begun.rowcount:
                    return False
                await connection.execute(
                    p.insert(),
                    [
                        {
                            "tournament_id": tournament_id,
                            "round": number,
                            "number": place,
                            "table_id": table_id,
                            "seats": list(seats),
                            "made": False,
                        }
                        for place, (table_id, seats) in enumerate(tables)
                    ],
                )
        except IntegrityError:
            return False
        return True

    async def note_made(self, tournament_id: str, table_id: str) -> None:
        """A table of a round has been made."""
        p = schema.pairings
        async with self._changing(tournament_id) as connection:
            await connection.execute(p.update().where(p.c.table_id == table_id).values(made=True))

    async def end(self, tournament_id: str, status: Status) -> None:
        """No further round is played."""
        t = schema.tournaments
        unfinished = t.c.status.in_((Status.OPEN, Status.PLAYING))
        async with self._changing(tournament_id) as connection:
            await connection.execute(t.update().where(t.c.id == tournament_id, unfinished).values(status=status))


def _tournament(row: Any) -> Tournament:
    clock = Timing(row.clock, row.bank, row.increment, TimeOut(row.time_out))
    made = (row.id, row.name, row.game, row.options, row.players, row.rounds, clock, row.bots, row.rated, row.host)
    return Tournament(*made, row.created_at, Status(row.status), row.round)
