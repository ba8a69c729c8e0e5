"""People without an account: what belongs to a browser's number beside its seats, and how it moves or goes.

A number stands in a cookie that the server has signed. Another device gets the same number by a ticket that is good
once or by a passkey; whoever deletes it takes their name and words out of every table.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from burgrave.server.store import schema
from burgrave.server.store.desk import TRIES, Desk, Rename
from burgrave.server.store.kinds import EventKind
from burgrave.server.store.rows import ConflictError
from burgrave.server.store.storage import Storage

P, K, T = schema.people, schema.passkeys, schema.tickets
MOST_PASSKEYS = 20
FORGET_SECONDS = 400 * 24 * 3600.0
"""Whoever was not here for as long as the cookie lives is forgotten, unless a passkey can bring them back."""
OWNED = (
    schema.people,
    schema.passkeys,
    schema.tickets,
    schema.ignored,
    schema.puzzle_tries,
    schema.channels,
    schema.quiet_tables,
)
"""What belongs to one person alone, by the column `player`."""


@dataclass(frozen=True)
class Person:
    """What the server keeps of somebody."""

    player: str
    name: str = ""
    held: str | None = None
    """What the held name is told apart by; None where none is held."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    revision: int = 0
    """How often name or settings have changed, so that a device knows whether it is up to date."""
    seen_at: float = 0.0


@dataclass(frozen=True)
class Passkey:
    """A passkey: what a device proves itself by."""

    mark: str
    player: str
    credential: str
    public_key: str
    sign_count: int
    name: str
    created_at: float
    used_at: float | None = None


class People:
    """The people a database knows."""

    def __init__(self, storage: Storage, desk: Desk) -> None:
        self.storage, self.desk = storage, desk

    # Name and settings

    async def find(self, player: str) -> Person | None:
        """What is kept of somebody; None when nothing is."""
        async with self.storage.reading() as connection:
            return await _found(connection, player)

    async def several(self, players: Collection[str]) -> dict[str, Person]:
        """What is kept of some people."""
        async with self.storage.reading() as connection:
            rows = await connection.execute(sa.select(P).where(P.c.player.in_(sorted(players))))
            return {row.player: Person(**row._mapping) for row in rows}

    async def keep(self, player: str, name: str | None = None, settings: Mapping[str, Any] | None = None) -> Person:
        """Keep a name, which then is no held one any more if it is another, and those settings that are given."""
        for _ in range(TRIES):
            try:
                async with self.storage.writing() as connection:
                    old = await _found(connection, player)
                    was = old or Person(player)
                    new: dict[str, Any] = {
                        "name": was.name if name is None else name,
                        "held": was.held if name is None or name == was.name else None,
                        "settings": {**was.settings, **(settings or {})},
                        "revision": was.revision + 1,
                        "seen_at": time.time(),
                    }
                    if old is None:
                        await connection.execute(P.insert().values(player=player, **new))
                    else:
                        same = sa.and_(P.c.player == player, P.c.revision == was.revision)
                        if not (await connection.execute(P.update().where(same).values(new))).rowcount:
                            continue  # another device was faster
                    return Person(player, **new)
            except IntegrityError:
                continue
        raise ConflictError

    async def saw(self, player: str) -> None:
        """Somebody was here."""
        async with self.storage.writing() as connection:
            await connection.execute(P.update().where(P.c.player == player).values(seen_at=time.time()))

    async def hold(self, player: str, key: str | None) -> bool:
        """Hold a name by what it is told apart by, or none any more; False when somebody else holds it."""
        try:
            async with self.storage.writing() as connection:
                await connection.execute(P.update().where(P.c.player == player).values(held=key))
        except IntegrityError:
            return False
        return True

    async def holders(self, keys: Collection[str]) -> dict[str, str]:
        """Who holds names, by what they are told apart by."""
        if not keys:
            return {}
        async with self.storage.reading() as connection:
            rows = await connection.execute(sa.select(P.c.held, P.c.player).where(P.c.held.in_(sorted(keys))))
            return {row.held: row.player for row in rows}

    # Tickets

    async def give_ticket(self, purpose: str, digest: str, player: str, seconds: float) -> None:
        """Keep a ticket; others of the same purpose and person are no good any more, where there is a person."""
        now = time.time()
        former = sa.and_(T.c.purpose == purpose, T.c.player == player) if player else sa.false()
        async with self.storage.writing() as connection:
            await connection.execute(T.delete().where(sa.or_(T.c.until < now, former)))
            await connection.execute(
                T.insert().values(digest=digest, purpose=purpose, player=player, until=now + seconds)
            )

    async def look_at_ticket(self, purpose: str, digest: str) -> str | None:
        """Whose a ticket is; it stays good."""
        good = sa.and_(T.c.digest == digest, T.c.purpose == purpose, T.c.until > time.time())
        async with self.storage.reading() as connection:
            found: str | None = await connection.scalar(sa.select(T.c.player).where(good))
            return found

    async def use_ticket(self, purpose: str, digest: str) -> str | None:
        """Whose a ticket is, and it is used up; None when it is none, or none any more."""
        good = sa.and_(T.c.digest == digest, T.c.purpose == purpose, T.c.until > time.time())
        async with self.storage.writing() as connection:
            found: str | None = await connection.scalar(T.delete().where(good).returning(T.c.player))
            return found

    # Passkeys

    async def passkeys(self, player: str) -> list[Passkey]:
        """Somebody's passkeys, the oldest first."""
        async with self.storage.reading() as connection:
            rows = await connection.execute(sa.select(K).where(K.c.player == player).order_by(K.c.created_at))
            return [Passkey(**row._mapping) for row in rows]

    async def passkey(self, mark: str) -> Passkey | None:
        """A passkey by what it is found by."""
        async with self.storage.reading() as connection:
            row = (await connection.execute(sa.select(K).where(K.c.mark == mark))).first()
            return Passkey(**row._mapping) if row else None

    async def add_passkey(self, passkey: Passkey) -> bool:
        """Keep a passkey; False when it is there already, or when there are too many."""
        try:
            async with self.storage.writing() as connection:
                mine = sa.select(sa.func.count()).select_from(K).where(K.c.player == passkey.player)
                if int(await connection.scalar(mine) or 0) >= MOST_PASSKEYS:
                    return False
                await connection.execute(K.insert().values(vars(passkey)))
        except IntegrityError:
            return False
        return True

    async def used_passkey(self, mark: str, sign_count: int) -> None:
        """A passkey has opened the door."""
        async with self.storage.writing() as connection:
            values = {"sign_count": sign_count, "used_at": time.time()}
            await connection.execute(K.update().where(K.c.mark == mark).values(values))

    async def remove_passkey(self, player: str, mark: str) -> bool:
        """Let one of somebody's passkeys open nothing any more; whether there was one."""
        async with self.storage.writing() as connection:
            gone = await connection.execute(K.delete().where(K.c.player == player, K.c.mark == mark))
            return bool(gone.rowcount)

    # Moving and going

    async def bring_games(self, old: str, new: str) -> list[str]:
        """Give the seats and tables of one number to another; which tables those are."""
        async with self.storage.writing() as connection:
            return await self._bring(connection, old, new)

    async def renumber(self, old: str, new: str) -> list[str]:
        """Give somebody a new number for everything, so that no other device has theirs; at which tables they sit."""
        async with self.storage.writing() as connection:
            for owned in OWNED:
                await connection.execute(owned.update().where(owned.c.player == old).values(player=new))
            i, g = schema.ignored, schema.rating_steps
            await connection.execute(i.update().where(i.c.key == old).values(key=new))
            await connection.execute(g.update().where(g.c.who == old).values(who=new))
            await self._in_tournaments(connection, old, new)
            await connection.execute(T.delete().where(T.c.player == new))
            return await self._bring(connection, old, new)

    async def _bring(self, connection: AsyncConnection, old: str, new: str) -> list[str]:
        s, t = schema.sitters, schema.tables
        mine = (await connection.execute(sa.select(s.c.table_id, s.c.seat).where(s.c.player == old))).all()
        hosted = (await connection.execute(sa.select(t.c.id).where(t.c.host == old))).scalars().all()
        there = (await connection.execute(sa.select(s.c.table_id, s.c.seat).where(s.c.player == new))).all()
        known = {(row.table_id, row.seat) for row in there}
        rows = [
            {"table_id": row.table_id, "seat": row.seat, "player": new}
            for row in mine
            if (row.table_id, row.seat) not in known
        ]
        await connection.execute(s.delete().where(s.c.player == old))
        if rows:
            await connection.execute(s.insert(), rows)
        await connection.execute(t.update().where(t.c.host == old).values(host=new))
        changed = sorted({*hosted, *(row.table_id for row in mine)})
        await connection.run_sync(self.storage.tell_people, changed)
        return changed

    async def beside_tables(self, player: str) -> dict[str, list[dict[str, Any]]]:
        """What is kept of somebody beside their tables: ratings, tournaments, tables they hear nothing of, puzzles."""
        r, c, e = schema.rating_steps, schema.tournaments, schema.entrants
        q, p = schema.quiet_tables, schema.puzzle_tries
        joined = sa.select(e.c.tournament_id, c.c.name, c.c.game, e.c.name.label("as"), e.c.withdrawn, e.c.joined_at)
        chosen = {
            "ratings": sa.select(r.c.table_id, r.c.game, r.c.at, r.c.place, r.c.mu, r.c.sigma).where(r.c.who == player),
            "tournaments": joined.join(c, c.c.id == e.c.tournament_id).where(e.c.player == player),
            "hosted_tournaments": sa.select(c.c.id, c.c.name, c.c.game, c.c.created_at).where(c.c.host == player),
            "quiet_tables": sa.select(q.c.table_id).where(q.c.player == player),
            "puzzles": sa.select(p.c.game, p.c.puzzle, p.c.at, p.c.at_once, p.c.solved).where(p.c.player == player),
        }
        async with self.storage.reading() as connection:
            return {
                name: [dict(row._mapping) for row in await connection.execute(rows)] for name, rows in chosen.items()
            }

    async def delete(
        self, player: str, names: Mapping[str, Collection[str]], nobody: Callable[[], str], rename: Rename
    ) -> list[str]:
        """Take somebody out of everything; at which tables they were. `names` are those they had, by table.

        Their seats have another name and nobody's browser, their lines say nothing any more, and tables they made have
        a host that is `nobody`. Records they have uploaded are deleted.
        """
        s, t = schema.sitters, schema.tables
        async with self.storage.reading() as connection:
            sat = (await connection.execute(sa.select(s.c.table_id, s.c.seat).where(s.c.player == player))).all()
            made = (await connection.execute(sa.select(t.c.id).where(t.c.host == player))).scalars().all()
        seats: dict[str, list[int]] = {table_id: [] for table_id in (*names, *made)}
        for row in sat:
            seats.setdefault(row.table_id, []).append(row.seat)
        for table_id, mine in sorted(seats.items()):
            for _ in range(TRIES):
                try:
                    async with self.storage.writing() as connection:
                        await self._take_out(connection, player, table_id, mine, nobody())
                        for name in names.get(table_id, ()):
                            await self.desk.rename(connection, table_id, name, rename)
                    break
                except IntegrityError:  # somebody has moved there meanwhile
                    continue
            else:
                raise ConflictError
        i, r, g = schema.ignored, schema.reports, schema.rating_steps
        async with self.storage.writing() as connection:
            for owned in OWNED:
                await connection.execute(owned.delete().where(owned.c.player == player))
            await connection.execute(i.delete().where(i.c.key == player))
            stands_in = nobody()  # so that what others have reached stays as it is
            await connection.execute(g.update().where(g.c.who == player).values(who=stands_in))
            await self._in_tournaments(connection, player, stands_in, {"name": rename(()), "withdrawn": True})
            await connection.execute(r.update().where(r.c.reporter == player).values(reporter=""))
        return sorted(seats)

    async def _in_tournaments(
        self, connection: AsyncConnection, old: str, new: str, changes: Mapping[str, Any] | None = None
    ) -> None:
        t, e, m = schema.tournaments, schema.entrants, schema.pairings
        joined = sa.select(e.c.tournament_id).where(e.c.player == old)
        for row in (await connection.execute(sa.select(m).where(m.c.tournament_id.in_(joined)))).all():
            this = sa.and_(m.c.tournament_id == row.tournament_id, m.c.round == row.round, m.c.number == row.number)
            seats = [new if seat == old else seat for seat in row.seats]
            await connection.execute(m.update().where(this).values(seats=seats))
        await connection.execute(t.update().where(t.c.host == old).values(host=new))
        await connection.execute(e.update().where(e.c.player == old).values(player=new, **(changes or {})))

    async def _take_out(
        self, connection: AsyncConnection, player: str, table_id: str, mine: Collection[int], host: str
    ) -> None:
        t = schema.tables
        uploaded = sa.and_(t.c.id == table_id, t.c.host == player, t.c.uploaded_by.is_not(None))
        if (await connection.execute(t.delete().where(uploaded))).rowcount:
            await connection.run_sync(self.storage.tell, [(table_id, 0)])
            return
        await self._blank_lines(connection, table_id, mine)
        for opens in (schema.sitters, schema.secrets):
            await connection.execute(opens.delete().where(opens.c.table_id == table_id, opens.c.seat.in_(mine)))
        await connection.execute(t.update().where(t.c.id == table_id, t.c.host == player).values(host=host))
        await connection.run_sync(self.storage.tell_people, [table_id])

    async def _blank_lines(self, connection: AsyncConnection, table_id: str, mine: Collection[int]) -> None:
        """Delete what was said from seats; the table tells that it was deleted."""
        e = schema.events
        said = sa.and_(e.c.table_id == table_id, e.c.kind == EventKind.CHAT, e.c.seat.in_(mine))
        for row in (await connection.execute(sa.select(e.c.seq, e.c.data).where(said))).all():
            if row.data["text"]:
                await self.desk.add(connection, table_id, EventKind.DELETE_LINE, {"line": row.seq})
                this = sa.and_(e.c.table_id == table_id, e.c.seq == row.seq)
                await connection.execute(e.update().where(this).values(data={**row.data, "text": ""}))

    async def forget(self, now: float) -> None:
        """Forget whoever was not here for long and has no passkey, and tickets nobody used."""
        kept = sa.exists().where(K.c.player == P.c.player)
        async with self.storage.writing() as connection:
            await connection.execute(P.delete().where(P.c.seen_at < now - FORGET_SECONDS, ~kept))
            await connection.execute(T.delete().where(T.c.until < now))


async def _found(connection: AsyncConnection, player: str) -> Person | None:
    row = (await connection.execute(sa.select(P).where(P.c.player == player))).first()
    return Person(**row._mapping) if row else None
