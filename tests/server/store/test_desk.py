"""The operator's desk on SQLite and on PostgreSQL: what is deleted is stored nowhere, and tables still replay."""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import replace

import pytest
import sqlalchemy as sa

from burgrave.core.people import told_apart
from burgrave.server.store import schema
from burgrave.server.store.desk import Desk
from burgrave.server.store.kinds import EventKind, Status
from burgrave.server.store.rows import Append, ConflictError, EventRow, Head, Seat, StoredTable
from burgrave.server.store.storage import Storage
from burgrave.server.tables.events import decoded
from burgrave.server.tables.keys import new_id
from burgrave.server.tables.state import DELETED, TableState
from server.store.test_storage import a_table

pytestmark = pytest.mark.asyncio


def said(*lines: tuple[int | None, str, str], after: int = 0) -> list[EventRow]:
    return [
        EventRow(after + number, time.time(), EventKind.CHAT, seat, {"name": name, "text": text})
        for number, (seat, name, text) in enumerate(lines, 1)
    ]


async def stored(
    storage: Storage, *lines: tuple[int | None, str, str], status: Status = Status.PLAYING, ago: float = 0.0
) -> StoredTable:
    made = a_table(status)
    head = replace(made.head, seq=len(lines), changed_at=time.time() - ago)
    table = replace(made, head=head)
    await storage.create(table, said(*lines), [(0, "annas-browser")], [(new_id(), 0)])
    return table


async def everything(storage: Storage) -> str:
    """All that the database holds, as text."""
    async with storage.engine.connect() as connection:
        rows = [await connection.execute(sa.select(table)) for table in schema.metadata.sorted_tables]
        return "\n".join(str(tuple(row)) for found in rows for row in found)


async def replayed(storage: Storage, table: StoredTable) -> TableState:
    fresh = await storage.table(table.made.id)
    assert fresh is not None
    state = TableState.of(fresh.made).replayed(map(decoded, await storage.events(table.made.id)))
    assert state.problem is None
    assert state.seq == fresh.head.seq
    return state


async def test_the_text_of_a_deleted_line_is_stored_nowhere(storage: Storage) -> None:
    table, desk = await stored(storage, (0, "Anna", "something bad"), (None, "Ola", "something good")), Desk(storage)
    assert await desk.delete_line(table.made.id, 1)
    assert "something bad" not in await everything(storage)
    state = await replayed(storage, table)
    assert [(line.name, line.text, line.notice) for line in state.chat] == [
        ("Anna", "", DELETED),
        ("Ola", "something good", ""),
    ]
    assert not await desk.delete_line(table.made.id, 1)
    assert not await desk.delete_line(table.made.id, 3)
    assert not await desk.delete_line("no table", 1)


async def test_a_line_is_deleted_while_people_play(storage: Storage) -> None:
    table, desk = await stored(storage, (0, "Anna", "something bad")), Desk(storage)

    async def play() -> None:
        for _ in range(20):
            known = await storage.table(table.made.id)
            assert known is not None
            seq = known.head.seq
            row = EventRow(seq + 1, time.time(), EventKind.STANDING, 0, {"answer": "forced", "on": True})
            with contextlib.suppress(ConflictError):
                await storage.append(Append(table.made.id, seq, (row,), replace(known.head, seq=seq + 1)))

    _, deleted = await asyncio.gather(play(), desk.delete_line(table.made.id, 1))
    assert deleted
    assert "something bad" not in await everything(storage)
    await replayed(storage, table)


async def test_a_deleted_table_is_gone_with_all_that_belongs_to_it(storage: Storage) -> None:
    table, desk = await stored(storage, (0, "Anna", "hello")), Desk(storage)
    await desk.report(table.made.id, 1, "spam", "reporter", {"annas-browser"})
    assert await desk.delete_table(table.made.id)
    text = await everything(storage)
    assert "Anna" not in text
    assert "annas-browser" not in text
    assert not await desk.delete_table(table.made.id)
    assert [(deed.act, deed.table_id) for deed in await desk.deeds()] == [("delete_table", table.made.id)]


async def test_a_forgotten_name_is_stored_nowhere_and_the_story_still_replays(storage: Storage) -> None:
    name = 'Zażółć "50%_'
    first = replace(a_table(Status.OPEN).made.seats[1], seat=1, name=name)
    made = replace(a_table(Status.OPEN).made, seats=(Seat(0, "person", "former player"), first))
    head = Head(Status.OPEN, 3, 2, changed_at=time.time())
    table = StoredTable(made, head, made.seats)
    events = [
        EventRow(1, 1.0, EventKind.ASK_SEAT, 1, {"name": name, "entropy": "", "player": "p", "digest": "d"}),
        EventRow(2, 2.0, EventKind.SIT, 1, {"kind": "person", "name": name, "level": None, "entropy": ""}),
        *said((1, name, "hello"), after=2),
    ]
    await storage.create(table, events, [], [])
    other = await stored(storage, (0, "Anna", "hello"))
    desk = Desk(storage)
    assert await desk.forget_name(name, lambda others: told_apart("former player", others)) == 1
    text = await everything(storage)
    assert "Zażółć" not in text
    assert "Za\\u017c" not in text
    state = await replayed(storage, table)
    assert state.names == ("former player", "former player 2")
    assert [line.name for line in state.chat] == ["former player 2"]
    assert (await replayed(storage, other)).chat[0].name == "Anna"
    assert await desk.forget_name(name, lambda others: "x") == 0


async def test_a_block_ends_by_itself(storage: Storage) -> None:
    desk = Desk(storage)
    await desk.block("k" * 22, 60, "spam")
    await desk.block("l" * 22, 1e-6)
    assert [(block.key, block.reason) for block in await desk.blocks()] == [("k" * 22, "spam")]
    await desk.block("k" * 22, 0)
    assert await desk.blocks() == []
    assert [deed.act for deed in await desk.deeds()] == ["unblock", "block", "block"]


async def test_reports_wait_until_they_are_dealt_with(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    table, desk = await stored(storage, (0, "Anna", "hello")), Desk(storage)
    assert await desk.report(table.made.id, 1, "spam", "me", {"a", "b"})
    [report] = await desk.reports()
    assert (report.line, report.reason, report.reporter, report.about) == (1, "spam", "me", ("a", "b"))
    monkeypatch.setattr("burgrave.server.store.desk.MOST_REPORTS", 1)
    assert not await desk.report(table.made.id, None, "more", "me", ())
    assert await desk.settle(report.number)
    assert not await desk.settle(report.number + 1)
    assert await desk.reports() == []
    assert [found.done for found in await desk.reports(done=True)] == [True]
    await desk.delete_reports(time.time() + 1)
    assert await desk.reports(done=True) == []


async def test_old_finished_games_are_deleted_and_others_are_kept(storage: Storage) -> None:
    old = await stored(storage, (0, "Anna", "hello"), status=Status.OVER, ago=100)
    closed = await stored(storage, status=Status.CLOSED, ago=100)
    young = await stored(storage, status=Status.OVER)
    running = await stored(storage, status=Status.PLAYING, ago=100)
    upload = replace(a_table(Status.OVER), head=Head(Status.OVER, 0, 0, changed_at=time.time() - 100))
    upload = replace(upload, made=replace(upload.made, secret_seed=""))
    await storage.create(upload, [], [], [])
    assert set(await Desk(storage).delete_finished(time.time() - 50)) == {old.made.id, closed.made.id}
    for table in (young, running, upload):
        assert await storage.table(table.made.id) is not None


async def test_old_chats_are_deleted_once_and_the_games_are_kept(storage: Storage) -> None:
    old = await stored(storage, (0, "Anna", "hello"), (None, "Ola", "hi"), status=Status.OVER, ago=100)
    silent = await stored(storage, status=Status.OVER, ago=100)
    young = await stored(storage, (0, "Anna", "good evening"), status=Status.OVER)
    desk = Desk(storage)
    assert await desk.clear_chats(time.time() - 50) == [old.made.id]
    assert await desk.clear_chats(time.time() - 50) == []
    text = await everything(storage)
    assert "hello" not in text
    assert "Ola" not in text
    assert "good evening" in text
    state = await replayed(storage, old)
    assert (state.chat, state.seq) == ((), 3)
    assert (await replayed(storage, silent)).seq == 0
    assert (await replayed(storage, young)).chat


async def test_somebody_who_was_blocked_is_known_by_every_browser_and_by_name(storage: Storage) -> None:
    desk = Desk(storage)
    await desk.ignore("me", {"a", "b"}, "Anna", True)
    await desk.ignore("me", (), "Ola", True)
    await desk.ignore("you", {"a"}, "Anna", True)
    assert await desk.ignored("me") == {("a", "Anna"), ("b", "Anna"), ("", "Ola")}
    await desk.ignore("me", {"b"}, "Anna", False)
    assert await desk.ignored("me") == {("", "Ola")}
    assert await desk.ignored("you") == {("a", "Anna")}
