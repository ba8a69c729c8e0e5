"""How long no server ran is found by the heartbeat, and told once to every table where somebody's clock runs."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from waiting import PATIENCE

from burgrave.server.store.heartbeat import BEAT_SECONDS, LONGEST_GAP
from burgrave.server.store.kinds import EVERYTHING, EventKind, Notice, Status
from burgrave.server.store.rows import StoredTable, Timing
from burgrave.server.store.storage import Storage
from server.conftest import fresh_database
from server.store.test_storage import a_table

pytestmark = pytest.mark.asyncio

NOW = 1_000_000.0


MINUTE = Timing(60)


def clocked(clock: Timing | None = MINUTE, to_act: int | None = 0, status: Status = Status.PLAYING) -> StoredTable:
    """A table where a person (seat 0) or a bot (seat 1) is to act."""
    table = a_table(status)
    due_at = None if to_act is None else NOW + 30
    return replace(table, made=replace(table.made, clock=clock), head=replace(table.head, to_act=to_act, due_at=due_at))


async def test_a_gap_is_told_to_the_tables_whose_clocks_ran(storage: Storage) -> None:
    person, bot, unclocked, over = clocked(), clocked(to_act=1), clocked(None), clocked(to_act=None, status=Status.OVER)
    for table in (person, bot, unclocked, over):
        await storage.create(table, [], [], [])
    heard: list[tuple[str, Notice]] = []
    storage.heard_change = lambda table_id, notice: heard.append((table_id, notice))
    assert await storage.heartbeat.beat(NOW) == 0
    assert await storage.heartbeat.beat(NOW + BEAT_SECONDS) == 0
    assert heard == []
    later = NOW + BEAT_SECONDS + 1000
    assert await storage.heartbeat.beat(later) == 1000
    assert heard == [(EVERYTHING, Notice.CLOCKS)]
    (told,) = await storage.events(person.made.id)
    assert (told.seq, told.at, told.kind, told.data) == (1, later, EventKind.PAUSE, {"seconds": 1000})
    stored = await storage.table(person.made.id)
    assert stored is not None
    assert stored.head == replace(person.head, seq=1, due_at=NOW + 30 + 1000 - BEAT_SECONDS)
    for other in (bot, unclocked, over):
        assert await storage.events(other.made.id) == []
    assert await storage.heartbeat.beat(later + 1) == 0


async def test_a_short_gap_counts_where_no_other_process_can_have_run(storage: Storage) -> None:
    table = clocked()
    await storage.create(table, [], [], [])
    await storage.heartbeat.beat(NOW)
    assert await storage.heartbeat.beat(NOW + 2, longest_gap=0) == 2
    assert len(await storage.events(table.made.id)) == 1


async def test_the_downtime_of_one_process_is_none_when_another_ran(postgres: str) -> None:
    url = await fresh_database(postgres)
    one, other = Storage(url, PATIENCE), Storage(url, PATIENCE)
    await asyncio.gather(one.open(), other.open())
    table = clocked()
    await one.create(table, [], [], [])
    await one.heartbeat.beat(NOW)
    for k in range(1, 10):
        await other.heartbeat.beat(NOW + k * BEAT_SECONDS)
    assert await one.heartbeat.beat(NOW + 10 * BEAT_SECONDS) == 0
    assert await one.events(table.made.id) == []
    gone = NOW + 100 * BEAT_SECONDS
    await asyncio.gather(one.heartbeat.beat(gone), other.heartbeat.beat(gone))
    assert len(await one.events(table.made.id)) == 1
    await one.close()
    await other.close()


async def test_time_is_not_up_before_somebody_has_looked_whether_the_computer_slept(storage: Storage) -> None:
    assert storage.heartbeat.is_steady(NOW)
    await storage.heartbeat.beat(NOW)
    assert storage.heartbeat.is_steady(NOW + LONGEST_GAP)
    assert not storage.heartbeat.is_steady(NOW + LONGEST_GAP + 1)
