"""What is kept of ratings: a step for every seat of every rated game. They follow from the games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from burgrave.server.store import schema
from burgrave.server.store.kinds import EventKind, Status

if TYPE_CHECKING:
    from burgrave.server.store.storage import Storage

LOCK = 7_264_718_284
BOT = "bot:"
"""What the name of a bot's level begins with, where people have their numbers."""
AT_ONCE = 500
HISTORY = 30
"""So many games of somebody the ranking shows."""


SURE = 2.0
"""So many deviations to both sides hold the truth, in nineteen of twenty cases."""


@dataclass(frozen=True)
class Skill:
    """How strong somebody is taken to be, and how far off that may be."""

    mean: float
    deviation: float

    @property
    def least(self) -> float:
        """What it is at least, as far as one can be sure: rankings go by that."""
        return self.mean - SURE * self.deviation


@dataclass(frozen=True)
class RatedGame:
    """A finished rated game: who sat where, and everybody's place, from 0."""

    table_id: str
    game: str
    at: float
    people: tuple[str, ...]
    places: tuple[int, ...]


@dataclass(frozen=True)
class Step:
    """What a game made of the rating of whoever sat on a seat."""

    table_id: str
    seat: int
    game: str
    at: float
    who: str
    place: int
    skill: Skill


@dataclass(frozen=True)
class Ranked:
    """Somebody in a game's ranking, with their last ratings, the latest last."""

    who: str
    name: str
    """Of the last game that is still stored; empty where that is none."""
    games: int
    history: tuple[Skill, ...]
    at: float

    @property
    def skill(self) -> Skill:
        """The present rating."""
        return self.history[-1]


Fold = Callable[[Sequence[RatedGame], Mapping[str, Skill]], list[Step]]
Places = Callable[[Sequence[int], Collection[int], Collection[int]], tuple[int, ...]]


class Ratings:
    """The ratings of a server's people and bots."""

    def __init__(self, database: Storage) -> None:
        self.database = database

    async def update(self, fold: Fold, places: Places) -> int:
        """Rate the games that have not been rated; how many. A game that is late to come is put into its place."""
        if not await self._unrated():
            return 0
        done = 0
        async with self.database.writing_long() as connection:
            await self._alone(connection)
            fresh = await _finished(connection, places, only_new=True)
            for game in sorted({one.game for one in fresh}):
                new = [one for one in fresh if one.game == game]
                first = min((one.at, one.table_id) for one in new)
                later = await _rated(connection, game, first)
                games = sorted([*new, *later], key=lambda one: (one.at, one.table_id))
                known = await _known(connection, game, first)
                await _replace(connection, await asyncio.to_thread(fold, games, known), later)
                done += len(new)
        return done

    async def recompute(self, fold: Fold, places: Places) -> int:
        """Make all ratings anew from the stored games, and from what is kept of those that are not; how many games."""
        async with self.database.writing_long() as connection:
            await self._alone(connection)
            stored = {one.table_id: one for one in await _finished(connection, places, only_new=False)}
            kept = {one.table_id: one for one in await _rated(connection)}
            games = sorted((kept | stored).values(), key=lambda one: (one.game, one.at, one.table_id))
            steps = list[Step]()
            for game in sorted({one.game for one in games}):
                steps += await asyncio.to_thread(fold, [one for one in games if one.game == game], {})
            await _replace(connection, steps, list(kept.values()))
        return len(games)

    async def ranking(self, game: str) -> list[Ranked]:
        """Everybody who has played a game, the strongest first by what is sure of them."""
        r, s = schema.rating_steps, schema.seats
        async with self.database.reading() as connection:
            rows = await connection.execute(
                sa.select(r.c.who, r.c.at, r.c.table_id, r.c.mu, r.c.sigma, s.c.name)
                .select_from(r.outerjoin(s, sa.and_(s.c.table_id == r.c.table_id, s.c.seat == r.c.seat)))
                .where(r.c.game == game)
                .order_by(r.c.at, r.c.table_id, r.c.seat)
            )
            found: dict[str, dict[str, Any]] = {}
            for row in rows:
                one = found.setdefault(row.who, {"steps": {}, "name": "", "at": 0.0})
                one["steps"][row.table_id] = Skill(row.mu, row.sigma)
                one["name"], one["at"] = row.name or one["name"], row.at
        ranked = [
            Ranked(who, one["name"], len(one["steps"]), tuple(one["steps"].values())[-HISTORY:], one["at"])
            for who, one in found.items()
        ]
        return sorted(ranked, key=lambda one: (-one.skill.least, one.who))

    async def of(self, who: str) -> dict[str, Skill]:
        """Somebody's present rating in each game of which they have played a rated one."""
        r = schema.rating_steps
        async with self.database.reading() as connection:
            rows = await connection.execute(sa.select(r).where(r.c.who == who).order_by(r.c.at, r.c.table_id))
            return {row.game: Skill(row.mu, row.sigma) for row in rows}

    async def _unrated(self) -> bool:
        async with self.database.reading() as connection:
            return await connection.scalar(sa.select(sa.exists().where(*_new()))) or False

    async def _alone(self, connection: AsyncConnection) -> None:
        """Of several processes one at a time."""
        if self.database.shared:
            await connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})


def _new() -> list[sa.ColumnElement[bool]]:
    t, r = schema.tables, schema.rating_steps
    return [t.c.rated, t.c.status == Status.OVER, ~sa.exists().where(r.c.table_id == t.c.id)]


async def _finished(connection: AsyncConnection, places: Places, only_new: bool) -> list[RatedGame]:
    """The stored rated games that are over; who has been rated for a seat stays that."""
    t, s, e, r = schema.tables, schema.seats, schema.events, schema.rating_steps
    chosen = _new() if only_new else _new()[:2]
    rows = list(await connection.execute(sa.select(t.c.id, t.c.game, t.c.changed_at, t.c.result).where(*chosen)))
    found = list[RatedGame]()
    for k in range(0, len(rows), AT_ONCE):
        ids = [row.id for row in rows[k : k + AT_ONCE]]
        people: dict[tuple[str, int], str] = {}
        for seat in await connection.execute(sa.select(s).where(s.c.table_id.in_(ids))):
            people[seat.table_id, seat.seat] = f"{BOT}{seat.level}" if seat.level else ""
        sitting = sa.select(schema.sitters).where(schema.sitters.c.table_id.in_(ids))
        for sitter in await connection.execute(sitting.order_by(schema.sitters.c.player)):
            people[sitter.table_id, sitter.seat] = sitter.player
        for step in await connection.execute(sa.select(r.c.table_id, r.c.seat, r.c.who).where(r.c.table_id.in_(ids))):
            people[step.table_id, step.seat] = step.who
        forfeits: dict[str, set[int]] = {}
        given_up = sa.select(e.c.table_id, e.c.seat).where(e.c.table_id.in_(ids), e.c.kind == EventKind.FORFEIT)
        for event in await connection.execute(given_up):
            forfeits.setdefault(event.table_id, set()).add(event.seat)
        for row in rows[k : k + AT_ONCE]:
            scores, winners = row.result["scores"], row.result["winners"]
            sat = tuple(people.get((row.id, seat), "") for seat in range(len(scores)))
            if all(sat):  # a seat that nobody holds any more tells nothing about anybody
                place = places(scores, winners, forfeits.get(row.id, ()))
                found.append(RatedGame(row.id, row.game, row.changed_at, sat, place))
    return found


async def _rated(
    connection: AsyncConnection, game: str | None = None, after: tuple[float, str] | None = None
) -> list[RatedGame]:
    """The games that have been rated, all or those of one game that ended after a moment."""
    r = schema.rating_steps
    chosen = sa.select(r).order_by(r.c.at, r.c.table_id, r.c.seat)
    if game is not None:
        chosen = chosen.where(r.c.game == game)
    if after is not None:
        chosen = chosen.where(_later(r, after))
    seats: dict[str, list[Any]] = {}
    for row in await connection.execute(chosen):
        seats.setdefault(row.table_id, []).append(row)
    return [
        RatedGame(table_id, rows[0].game, rows[0].at, tuple(row.who for row in rows), tuple(row.place for row in rows))
        for table_id, rows in seats.items()
    ]


def _later(r: sa.Table, after: tuple[float, str]) -> sa.ColumnElement[bool]:
    return sa.or_(r.c.at > after[0], sa.and_(r.c.at == after[0], r.c.table_id > after[1]))


async def _known(connection: AsyncConnection, game: str, before: tuple[float, str]) -> dict[str, Skill]:
    """Everybody's rating in a game before a moment."""
    r = schema.rating_steps
    rows = await connection.execute(
        sa.select(r.c.who, r.c.mu, r.c.sigma)
        .where(r.c.game == game, sa.not_(_later(r, before)))
        .order_by(r.c.at, r.c.table_id)
    )
    return {row.who: Skill(row.mu, row.sigma) for row in rows}


async def _replace(connection: AsyncConnection, steps: Sequence[Step], former: Sequence[RatedGame]) -> None:
    """Write steps in place of those of some games."""
    r = schema.rating_steps
    for k in range(0, len(former), AT_ONCE):
        ids = [game.table_id for game in former[k : k + AT_ONCE]]
        await connection.execute(r.delete().where(r.c.table_id.in_(ids)))
    for k in range(0, len(steps), AT_ONCE):
        await connection.execute(
            r.insert(),
            [
                {
                    "table_id": step.table_id,
                    "seat": step.seat,
                    "game": step.game,
                    "at": step.at,
                    "who": step.who,
                    "place": step.place,
                    "mu": step.skill.mean,
                    "sigma": step.skill.deviation,
                }
                for step in steps[k : k + AT_ONCE]
            ],
        )
