"""Ways to reach people whose page is not open, and the notices that are on their way.

What is due follows from what is stored: whose turn has begun, what was asked or has ended since the last look. So a
server that was killed forgets nothing. A notice's row is the claim to it: of several processes one can write it.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from burgrave.server.store import schema
from burgrave.server.store.connections import Connections
from burgrave.server.store.kinds import EventKind, SeatKind, Status

C, N, Q = schema.channels, schema.notices, schema.quiet_tables
MOST_CHANNELS = 10
"""So many ways to be reached one person may have."""
TOLD_OF = (EventKind.OVER, EventKind.ASK_UNDO, EventKind.REMATCH, EventKind.ASK_SEAT)
"""The events that people are told of; there is an index of just these."""
AT_A_LOOK = 500
"""So many turns are found at once; there may be more of them when these have been claimed."""


class ChannelKind(StrEnum):
    """How somebody is reached."""

    PUSH = "push"
    MAIL = "mail"
    WEBHOOK = "webhook"


class NoticeKind(StrEnum):
    """What somebody is told."""

    TURN = "turn"
    OVER = "over"
    UNDO = "undo"
    REMATCH = "rematch"
    SEAT = "seat"
    """Somebody asks the host for a seat."""


KINDS = {
    EventKind.OVER: NoticeKind.OVER,
    EventKind.ASK_UNDO: NoticeKind.UNDO,
    EventKind.REMATCH: NoticeKind.REMATCH,
    EventKind.ASK_SEAT: NoticeKind.SEAT,
}


@dataclass(frozen=True)
class Channel:
    """A way to reach somebody: a browser's push service, a mailbox, an address that takes what we post."""

    id: str
    player: str
    kind: ChannelKind
    address: str
    data: Mapping[str, Any] = field(default_factory=dict)
    confirmed: bool = True
    created_at: float = 0.0
    problem: str = ""
    """Why the last notice could not be delivered; nothing when it was."""


@dataclass(frozen=True)
class Due:
    """Something that somebody may have to be told: at which table, what, and the number of the event it began with."""

    player: str
    table_id: str
    kind: NoticeKind
    number: int
    seat: int | None
    at: float


@dataclass(frozen=True)
class Notice:
    """A notice on its way by one channel."""

    channel_id: str
    table_id: str
    kind: NoticeKind
    number: int
    seat: int | None
    due_at: float
    tries: int
    first_at: float


class Notices:
    """The channels and notices in a database."""

    def __init__(self, database: Connections) -> None:
        self.database = database

    # Channels

    async def channels(self, players: Collection[str]) -> list[Channel]:
        """The ways to reach some people, the oldest first."""
        async with self.database.reading() as connection:
            rows = await connection.execute(
                sa.select(C).where(C.c.player.in_(sorted(players))).order_by(C.c.created_at)
            )
            return [_channel(row) for row in rows]

    async def some(self, channel_ids: Collection[str]) -> dict[str, Channel]:
        """Channels by their ids, those that are still there."""
        async with self.database.reading() as connection:
            rows = await connection.execute(sa.select(C).where(C.c.id.in_(sorted(channel_ids))))
            return {row.id: _channel(row) for row in rows}

    async def channel(self, channel_id: str) -> Channel | None:
        """A channel."""
        async with self.database.reading() as connection:
            row = (await connection.execute(sa.select(C).where(C.c.id == channel_id))).first()
            return _channel(row) if row else None

    async def add_channel(self, channel: Channel) -> bool:
        """Keep a way to reach somebody, in place of the same one; False when they have too many."""
        async with self.database.writing() as connection:
            same = sa.and_(C.c.player == channel.player, C.c.kind == channel.kind, C.c.address == channel.address)
            await connection.execute(C.delete().where(same))
            count = sa.select(sa.func.count()).select_from(C).where(C.c.player == channel.player)
            if int(await connection.scalar(count) or 0) >= MOST_CHANNELS:
                return False
            await connection.execute(C.insert().values({**vars(channel), "data": dict(channel.data)}))
        return True

    async def confirm(self, channel_id: str) -> bool:
        """Its owner has it: notices may go there. Whether there is such a channel."""
        async with self.database.writing() as connection:
            values = {"confirmed": True, "created_at": time.time()}
            return bool((await connection.execute(C.update().where(C.c.id == channel_id).values(values))).rowcount)

    async def remove_channel(self, channel_id: str, player: str | None = None) -> bool:
        """Send nothing there any more; whether there was such a channel, of that person if one is named."""
        same = C.c.id == channel_id if player is None else sa.and_(C.c.id == channel_id, C.c.player == player)
        async with self.database.writing() as connection:
            return bool((await connection.execute(C.delete().where(same))).rowcount)

    # Tables of which somebody wants to hear nothing

    async def is_quiet(self, player: str, table_id: str) -> bool:
        """Whether somebody wants to hear nothing of a table."""
        async with self.database.reading() as connection:
            found = sa.select(sa.func.count()).select_from(Q).where(Q.c.player == player, Q.c.table_id == table_id)
            return bool(await connection.scalar(found))

    async def hushed(self, players: Collection[str]) -> set[tuple[str, str]]:
        """The people, and the tables of which each of them wants to hear nothing."""
        async with self.database.reading() as connection:
            rows = await connection.execute(sa.select(Q.c.player, Q.c.table_id).where(Q.c.player.in_(sorted(players))))
            return {(row.player, row.table_id) for row in rows}

    async def hush(self, player: str, table_id: str, on: bool) -> None:
        """Let somebody hear nothing of a table, or hear of it again."""
        row = {"player": player, "table_id": table_id}
        async with self.database.writing() as connection:
            await connection.execute(Q.delete().where(Q.c.player == player, Q.c.table_id == table_id))
            if on:
                await connection.execute(Q.insert().values(row))

    # What is due

    async def due(self, since: float, until: float) -> list[Due]:
        """What has come up between two moments for people who can be reached, and was claimed by nobody."""
        return [*await self._turns(since, until), *await self._events(since, until)]

    async def _turns(self, since: float, until: float) -> list[Due]:
        t, s, chair = schema.tables, schema.sitters, schema.seats
        chosen = (
            sa.select(t.c.id, t.c.turn_seq, t.c.to_act, s.c.player, t.c.turn_at)
            .distinct()
            .join(s, sa.and_(s.c.table_id == t.c.id, s.c.seat == t.c.to_act))
            .join(chair, sa.and_(chair.c.table_id == t.c.id, chair.c.seat == t.c.to_act))
            .join(C, sa.and_(C.c.player == s.c.player, C.c.confirmed, C.c.created_at <= t.c.turn_at))
            .outerjoin(
                N,
                sa.and_(
                    N.c.channel_id == C.c.id,
                    N.c.table_id == t.c.id,
                    N.c.kind == NoticeKind.TURN,
                    N.c.number >= t.c.turn_seq,
                ),
            )
            .where(
                t.c.turn_at > since,
                t.c.turn_at <= until,
                t.c.status == Status.PLAYING,
                chair.c.kind == SeatKind.PERSON,
                N.c.number.is_(None),
            )
            .limit(AT_A_LOOK)
        )
        async with self.database.reading() as connection:
            rows = await connection.execute(chosen)
            return [Due(row.player, row.id, NoticeKind.TURN, row.turn_seq, row.to_act, row.turn_at) for row in rows]

    async def _events(self, since: float, until: float) -> list[Due]:
        """Events that are told: to everybody at the table but who did it, or to the host who is asked."""
        e, t, s = schema.events, schema.tables, schema.sitters
        recent = sa.and_(e.c.kind.in_(TOLD_OF), e.c.at > since, e.c.at <= until)
        sitting = (
            sa.select(e.c.table_id, e.c.seq, e.c.kind, e.c.seat.label("by"), e.c.at, e.c.data, s.c.player, s.c.seat)
            .join(s, s.c.table_id == e.c.table_id)
            .where(recent, e.c.kind != EventKind.ASK_SEAT)
        )
        hosts = (
            sa.select(e.c.table_id, e.c.seq, e.c.kind, e.c.seat.label("by"), e.c.at, e.c.data, t.c.host.label("player"))
            .join(t, t.c.id == e.c.table_id)
            .where(recent, e.c.kind == EventKind.ASK_SEAT)
        )
        found: dict[tuple[str, str, NoticeKind], Due] = {}
        async with self.database.reading() as connection:
            rows = [*await connection.execute(sitting), *await connection.execute(hosts)]
            followers = [row.data.get("table") for row in rows if row.kind == EventKind.REMATCH]
            made = await connection.execute(sa.select(t.c.id, t.c.host).where(t.c.id.in_(followers)))
            makers = {row.id: row.host for row in made}
            for row in rows:
                if row.kind == EventKind.ASK_UNDO and row.by == row.seat:
                    continue
                if row.kind == EventKind.REMATCH and makers.get(row.data.get("table")) == row.player:
                    continue
                kind, seat = KINDS[EventKind(row.kind)], getattr(row, "seat", None)
                found[row.player, row.table_id, kind] = Due(row.player, row.table_id, kind, row.seq, seat, row.at)
        return list(found.values())

    async def claim(self, due: Due, channels: Sequence[Channel], due_at: float | None) -> list[str]:
        """Claim a notice for somebody's channels, or that none is needed; by which channels it is ours to send."""
        ours = []
        for channel in channels:
            same = sa.and_(N.c.channel_id == channel.id, N.c.table_id == due.table_id, N.c.kind == due.kind)
            values = {"number": due.number, "seat": due.seat, "due_at": due_at, "tries": 0, "first_at": time.time()}
            try:
                async with self.database.writing() as connection:
                    older = N.update().where(same, N.c.number < due.number).values(run_until=0.0, **values)
                    if not (await connection.execute(older)).rowcount:
                        if await connection.scalar(sa.select(N.c.number).where(same)) is not None:
                            continue
                        key = {"channel_id": channel.id, "table_id": due.table_id, "kind": due.kind}
                        await connection.execute(N.insert().values(run_until=0.0, **key, **values))
                ours.append(channel.id)
            except IntegrityError:  # another process was faster, or channel or table are gone
                continue
        return ours

    # What is on its way

    async def lease(self, most: int, seconds: float) -> list[Notice]:
        """Notices that are due and that this process sends now; no other one does for so long."""
        now, leased = time.time(), list[Notice]()
        ready = sa.and_(N.c.due_at <= now, N.c.run_until < now)
        async with self.database.reading() as connection:
            rows = (await connection.execute(sa.select(N).where(ready).order_by(N.c.due_at).limit(most))).all()
        if not rows:
            return []
        async with self.database.writing() as connection:
            for row in sorted(rows, key=lambda row: (row.channel_id, row.table_id, row.kind)):
                one = _notice(row)
                mine = N.update().where(_same(one), ready).values(run_by=self.database.process, run_until=now + seconds)
                if (await connection.execute(mine)).rowcount:
                    leased.append(one)
        return leased

    async def settle(self, notice: Notice, due_at: float | None, failed: bool = False, problem: str = "") -> None:
        """A notice was sent or is not needed any more, or is to be sent later."""
        values = {"due_at": due_at, "run_until": 0.0, "tries": notice.tries + failed}
        async with self.database.writing() as connection:
            await connection.execute(N.update().where(_same(notice)).values(values))
            await connection.execute(
                C.update().where(C.c.id == notice.channel_id, C.c.problem != problem).values(problem=problem)
            )


def _same(notice: Notice) -> sa.ColumnElement[bool]:
    return sa.and_(
        N.c.channel_id == notice.channel_id,
        N.c.table_id == notice.table_id,
        N.c.kind == notice.kind,
        N.c.number == notice.number,
    )


def _channel(row: Any) -> Channel:
    return Channel(
        row.id, row.player, ChannelKind(row.kind), row.address, row.data, row.confirmed, row.created_at, row.problem
    )


def _notice(row: Any) -> Notice:
    return Notice(
        row.channel_id, row.table_id, NoticeKind(row.kind), row.number, row.seat, row.due_at, row.tries, row.first_at
    )
