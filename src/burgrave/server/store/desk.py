"""The operator's desk: reports, blocks, and what the operator deletes from the database.

It is the same for the page of a running server and for the command, which may run beside servers. What it deletes is
gone from the events too; the event that takes its place in the table's story lets every server read it again.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable, Collection
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from burgrave.server.store import schema
from burgrave.server.store.kinds import EventKind, Status
from burgrave.server.store.rows import Block, ConflictError, Deed, EventRow, Report, StoredTable
from burgrave.server.store.signing import forget_key
from burgrave.server.store.storage import Storage

MOST_REPORTS = 1000
"""So many wait for the operator; further ones are refused."""
AT_ONCE = 200
"""So many old tables are deleted or cleared in one go."""
DEEDS_KEPT = 1000
TRIES = 50
FINISHED = (Status.OVER, Status.CLOSED)
NAMED = (EventKind.SIT, EventKind.CHAT, EventKind.KICK, EventKind.LEAVE, EventKind.ASK_SEAT)
"""The events that hold somebody's name."""

Rename = Callable[[Collection[str]], str]
"""The name to put in a forgotten one's place, given the other names at the table."""


class Desk:
    """Everything an operator does to what is stored; each deed is noted with the time and without secrets."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    # Looking

    async def tables(self, limit: int = 50, before: float | None = None) -> list[StoredTable]:
        """All tables, those that changed last first."""
        t = schema.tables
        chosen = sa.select(t).order_by(t.c.changed_at.desc()).limit(limit)
        return await self.storage.listed(chosen if before is None else chosen.where(t.c.changed_at < before))

    async def lines(self, table_id: str) -> list[EventRow]:
        """What was said at a table."""
        return [row for row in await self.storage.events(table_id) if row.kind == EventKind.CHAT]

    async def reports(self, done: bool = False) -> list[Report]:
        """What people have reported, the latest first; only what is not dealt with yet, or all."""
        r = schema.reports
        chosen = sa.select(r).order_by(r.c.number.desc())
        async with self.storage.reading() as connection:
            rows = await connection.execute(chosen if done else chosen.where(sa.not_(r.c.done)))
            return [
                Report(row.number, row.at, row.table_id, row.line, row.reason, row.reporter, tuple(row.about), row.done)
                for row in rows
            ]

    async def blocks(self) -> list[Block]:
        """The keys that are refused now."""
        b = schema.blocks
        async with self.storage.reading() as connection:
            rows = await connection.execute(sa.select(b).where(b.c.until > time.time()).order_by(b.c.until))
            return [Block(row.key, row.until, row.reason) for row in rows]

    async def deeds(self, after: int = 0, limit: int = 100) -> list[Deed]:
        """What was done after a deed, the latest first."""
        d = schema.deeds
        async with self.storage.reading() as connection:
            rows = await connection.execute(
                sa.select(d).where(d.c.number > after).order_by(d.c.number.desc()).limit(limit)
            )
            return [Deed(row.number, row.at, row.act, row.table_id, row.detail) for row in rows]

    # People

    async def report(self, table_id: str, line: int | None, reason: str, reporter: str, about: Collection[str]) -> bool:
        """Keep a report; False when too many wait already."""
        r = schema.reports
        async with self.storage.writing() as connection:
            waiting = await connection.scalar(sa.select(sa.func.count()).select_from(r).where(sa.not_(r.c.done)))
            if int(waiting or 0) >= MOST_REPORTS:
                return False
            await connection.execute(
                r.insert().values(
                    at=time.time(),
                    table_id=table_id,
                    line=line,
                    reason=reason,
                    reporter=reporter,
                    about=sorted(about),
                    done=False,
                )
            )
        return True

    async def ignored(self, player: str) -> set[tuple[str, str]]:
        """Whom a browser does not want to meet: keys, each empty where it is not known, and names."""
        i = schema.ignored
        async with self.storage.reading() as connection:
            rows = await connection.execute(sa.select(i.c.key, i.c.name).where(i.c.player == player))
            return {(row.key, row.name) for row in rows}

    async def ignore(self, player: str, keys: Collection[str], name: str, on: bool) -> None:
        """Let a browser not meet somebody any more, or meet them again."""
        i = schema.ignored
        known = i.c.name == name if not keys else sa.or_(i.c.name == name, i.c.key.in_(sorted(keys)))
        async with self.storage.writing() as connection:
            await connection.execute(i.delete().where(i.c.player == player, known))
            if on:
                rows = [{"player": player, "key": key, "name": name} for key in (sorted(keys) or [""])]
                await connection.execute(i.insert(), rows)

    # Deeds

    async def delete_table(self, table_id: str) -> bool:
        """Delete a table with everything that was ever said and played there; whether it was there."""
        return bool(await self._delete(schema.tables.c.id == table_id, "delete_table"))

    async def delete_line(self, table_id: str, line: int) -> bool:
        """Delete what a line of chat says; False when there is no such line or nothing left of it."""
        e = schema.events
        for _ in range(TRIES):
            try:
                async with self.storage.writing() as connection:
                    this = sa.and_(e.c.table_id == table_id, e.c.seq == line, e.c.kind == EventKind.CHAT)
                    data = await connection.scalar(sa.select(e.c.data).where(this))
                    if not data or not data["text"]:
                        return False
                    await self.add(connection, table_id, EventKind.DELETE_LINE, {"line": line})
                    await connection.execute(e.update().where(this).values(data={**data, "text": ""}))
                    await self._note(connection, "delete_line", table_id, str(line))
                return True
            except IntegrityError:  # somebody has moved there meanwhile
                await asyncio.sleep(random.uniform(0.0, 0.02))
        raise ConflictError

    async def forget_name(self, name: str, rename: Rename) -> int:
        """Put another name in place of this one wherever it is stored; at how many tables that was."""
        found = await self._tables_with(name)
        for table_id in found:
            for attempt in range(TRIES):
                try:
                    async with self.storage.writing() as connection:
                        await self.rename(connection, table_id, name, rename)
                        await self._note(connection, "forget_name", table_id)
                    break
                except IntegrityError:
                    if attempt == TRIES - 1:
                        raise ConflictError from None
        i, p, e = schema.ignored, schema.people, schema.entrants
        async with self.storage.writing() as connection:
            await connection.execute(i.delete().where(i.c.name == name))
            await connection.execute(e.update().where(e.c.name == name).values(name=rename(())))
            await connection.execute(p.update().where(p.c.name == name).values(name="", held=None))
        return len(found)

    async def block(self, key: str, seconds: float, reason: str = "") -> None:
        """Refuse whatever a browser, or an address by its number, asks for so long; no time at all lets it in again."""
        b = schema.blocks
        async with self.storage.writing() as connection:
            await connection.execute(b.delete().where(sa.or_(b.c.key == key, b.c.until < time.time())))
            if seconds > 0:
                await connection.execute(b.insert().values(key=key, until=time.time() + seconds, reason=reason))
            await self._note(connection, "block" if seconds > 0 else "unblock", None, key)

    async def forget_key(self) -> None:
        """Let all servers begin with another signing key."""
        await forget_key(self.storage)
        async with self.storage.writing() as connection:
            await self._note(connection, "forget_key", None, "")

    async def settle(self, number: int) -> bool:
        """Call a report dealt with; whether there is one of this number."""
        r = schema.reports
        async with self.storage.writing() as connection:
            changed = await connection.execute(r.update().where(r.c.number == number).values(done=True))
            if not changed.rowcount:
                return False
            await self._note(connection, "settle", None, str(number))
        return True

    # What is kept for how long

    async def delete_finished(self, before: float) -> list[str]:
        """Delete games that were over or abandoned before some time, uploaded records aside; which."""
        t = schema.tables
        old = sa.and_(t.c.status.in_(FINISHED), t.c.changed_at < before, t.c.secret_seed != "")
        return await self._delete(t.c.id.in_(sa.select(t.c.id).where(old).limit(AT_ONCE)))

    async def clear_chats(self, before: float) -> list[str]:
        """Delete what was said at games that were over or abandoned before some time; at which."""
        t, e = schema.tables, schema.events
        old = sa.and_(t.c.status.in_(FINISHED), t.c.changed_at < before, sa.not_(t.c.chat_cleared))
        async with self.storage.reading() as connection:
            found = list((await connection.execute(sa.select(t.c.id).where(old).limit(AT_ONCE))).scalars())
        cleared = []
        for table_id in found:
            said = sa.and_(e.c.table_id == table_id, e.c.kind == EventKind.CHAT)
            try:
                async with self.storage.writing() as connection:
                    if await connection.scalar(sa.select(sa.func.count()).select_from(e).where(said)):
                        await self.add(connection, table_id, EventKind.CLEAR_CHAT, {})
                        await connection.execute(e.update().where(said).values(data={"name": "", "text": ""}))
                        cleared.append(table_id)
                    await connection.execute(t.update().where(t.c.id == table_id).values(chat_cleared=True))
            except IntegrityError:  # somebody has just said something: the next round sees it
                continue
        return cleared

    async def delete_reports(self, before: float) -> None:
        """Delete reports that were made before some time, dealt with or not."""
        async with self.storage.writing() as connection:
            await connection.execute(schema.reports.delete().where(schema.reports.c.at < before))

    # Writing

    async def _delete(self, which: Any, act: str = "") -> list[str]:
        t = schema.tables
        async with self.storage.writing() as connection:
            gone = [
                (row.id, row.seq)
                for row in await connection.execute(t.delete().where(which).returning(t.c.id, t.c.seq))
            ]
            if gone and self.storage.shared:
                await connection.run_sync(self.storage.tell, gone)
            for table_id, _ in gone if act else ():
                await self._note(connection, act, table_id)
        return [table_id for table_id, _ in gone]

    async def add(self, connection: AsyncConnection, table_id: str, kind: EventKind, data: dict[str, Any]) -> None:
        """Add an event after a table's last one; an IntegrityError when somebody else has added one meanwhile."""
        t = schema.tables
        seq = int(await connection.scalar(sa.select(t.c.seq).where(t.c.id == table_id)) or 0) + 1
        row = {"table_id": table_id, "seq": seq, "at": time.time(), "kind": kind, "seat": None, "data": data}
        await connection.execute(schema.events.insert().values(row))
        await connection.execute(t.update().where(t.c.id == table_id).values(seq=seq))
        if self.storage.shared:
            await connection.run_sync(self.storage.tell, [(table_id, seq)])

    async def _note(self, connection: AsyncConnection, act: str, table_id: str | None, detail: str = "") -> None:
        """Write down a deed; servers on the same database look here for what they must read again."""
        d = schema.deeds
        await connection.execute(d.insert().values(at=time.time(), act=act, table_id=table_id, detail=detail))
        last = await connection.scalar(sa.select(sa.func.max(d.c.number)))
        await connection.execute(d.delete().where(d.c.number <= int(last or 0) - DEEDS_KEPT))

    async def _tables_with(self, name: str) -> list[str]:
        """The tables at which somebody of this name has ever sat or spoken."""
        t, s, e = schema.tables, schema.seats, schema.events
        first = sa.cast(t.c.first_seats, sa.Text).contains(json.dumps(name), autoescape=True)
        told = sa.and_(e.c.kind.in_(NAMED), e.c.data["name"].as_string() == name)
        queries = (
            sa.select(t.c.id).where(first),
            sa.select(s.c.table_id).where(s.c.name == name),
            sa.select(e.c.table_id).where(told),
        )
        found: set[str] = set()
        async with self.storage.reading() as connection:
            for query in queries:
                found.update((await connection.execute(query)).scalars())
        return sorted(found)

    async def rename(self, connection: AsyncConnection, table_id: str, name: str, rename: Rename) -> None:
        """Put another name in place of one, at one table and in all that happened there."""
        t, s, e = schema.tables, schema.seats, schema.events
        seats = (await connection.execute(sa.select(s.c.name, s.c.kind).where(s.c.table_id == table_id))).all()
        first = await connection.scalar(sa.select(t.c.first_seats).where(t.c.id == table_id))
        new = rename([row.name for row in seats if row.name != name])
        await self.add(connection, table_id, EventKind.FORGET_NAME, {})
        await connection.execute(s.update().where(s.c.table_id == table_id, s.c.name == name).values(name=new))
        for seat in first or ():
            seat["name"] = new if seat["name"] == name else seat["name"]
        await connection.execute(t.update().where(t.c.id == table_id).values(first_seats=first))
        here = e.c.table_id == table_id
        rows = (await connection.execute(sa.select(e.c.seq, e.c.kind, e.c.data).where(here))).all()
        for row in rows:
            data = _renamed(row.kind, row.data, name, new)
            if data != row.data:
                await connection.execute(e.update().where(here, e.c.seq == row.seq).values(data=data))


def _renamed(kind: str, data: dict[str, Any], name: str, new: str) -> dict[str, Any]:
    """What an event tells, with another name; the forfeits of an uploaded record hold a name as their bot."""
    if kind in NAMED and data.get("name") == name:
        return {**data, "name": new}
    if kind == EventKind.FORFEIT and data.get("reason") == "record" and data.get("bot") == name:
        return {**data, "bot": new}
    return data
