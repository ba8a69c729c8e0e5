"""Whose bot thinks next: people who look on first, then everybody in turn; nothing for those whom nobody watches."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, field

import httpx
import pytest
from fastapi import FastAPI
from waiting import PATIENCE

from burgrave.server.store import schema
from burgrave.server.tables import hub, table
from burgrave.server.tables.table import Table
from burgrave.server.tables.thinking import Advice, FairQueue, Thinking, UnwantedError, Urgency
from server.conftest import by_hand
from server.tables.test_hub import until
from server.web.test_api import ME, Chair, make

pytestmark = pytest.mark.asyncio

BOT = {"kind": "bot", "level": "random"}


@dataclass
class Wish:
    """A claim whose urgency can change."""

    client: str
    table_id: str = ""
    urgency: Urgency = Urgency.WATCHED


@dataclass
class Line:
    """People who wait for a place, and the order in which they got one."""

    queue: FairQueue
    served: list[str] = field(default_factory=list)
    waiting: list[asyncio.Task[None]] = field(default_factory=list)

    async def join(self, *wishes: Wish) -> None:
        """Let all of them wait, in this order."""
        for wish in wishes:
            self.waiting.append(asyncio.create_task(self._wait(wish)))
            await settled()

    async def _wait(self, wish: Wish) -> None:
        await self.queue.take(wish)
        self.served.append(f"{wish.client}{wish.table_id}")

    async def serve_all(self) -> list[str]:
        """Let whoever has a place leave it, until nobody waits."""
        while any(not task.done() for task in self.waiting):
            self.queue.give_back(next(iter(self.queue._taken)))
            await settled()
        return self.served


async def settled() -> None:
    """Let everybody notice what has happened."""
    for _ in range(5):
        await asyncio.sleep(0)


async def occupied(places: int = 1) -> Line:
    """A queue whose places are all taken, by different clients."""
    line = Line(FairQueue(places))
    for k in range(places):
        await line.queue.take(Wish(f"early {k}"))
    return line


async def test_watched_tables_come_before_advice_and_advice_before_unwatched_ones() -> None:
    line = await occupied()
    ranks = (Urgency.UNWATCHED, Urgency.ADVICE, Urgency.LOOKED_AT, Urgency.WATCHED)
    await line.join(*(Wish(client, urgency=urgency) for client, urgency in zip("abcd", ranks, strict=True)))
    assert await line.serve_all() == ["d", "c", "b", "a"]


async def test_clients_take_turns_and_so_do_the_tables_of_each() -> None:
    line = await occupied()
    await line.join(
        *(Wish("a", f"{number}") for number in (1, 1, 2, 3)), Wish("b", "4"), Wish("b", "4"), Wish("c", "5")
    )
    assert await line.serve_all() == ["a1", "b4", "c5", "a2", "b4", "a3", "a1"]


async def test_who_asks_again_at_once_waits_for_the_others() -> None:
    line = await occupied()
    await line.join(Wish("a"), Wish("b"))
    line.queue.give_back("early 0")
    await settled()
    await line.join(Wish("a"), Wish("c"))
    assert await line.serve_all() == ["a", "b", "c", "a"]


async def test_one_client_never_has_all_places() -> None:
    queue = FairQueue(3)
    line = Line(queue)
    await line.join(*(Wish("a", str(k)) for k in range(20)))
    assert len(line.served) == 2
    await line.join(Wish("b"))
    assert line.served[-1] == "b"
    for task in line.waiting:
        task.cancel()


async def test_the_only_place_is_for_everybody() -> None:
    line = Line(FairQueue(1))
    await line.join(Wish("a"))
    assert line.served == ["a"]


async def test_a_table_that_somebody_opens_meanwhile_comes_first() -> None:
    line = await occupied()
    later = Wish("b", urgency=Urgency.UNWATCHED)
    await line.join(Wish("a", urgency=Urgency.ADVICE), later)
    later.urgency = Urgency.WATCHED
    assert await line.serve_all() == ["b", "a"]


async def test_what_nobody_wants_any_more_is_not_thought() -> None:
    line = await occupied()
    left = Wish("a", urgency=Urgency.UNWATCHED)
    await line.join(left, Wish("b", urgency=Urgency.UNWATCHED))
    left.urgency = Urgency.UNWANTED
    assert await line.serve_all() == ["b"]
    with pytest.raises(UnwantedError):
        await line.waiting[0]


async def test_who_gives_up_leaves_the_queue_and_no_place_is_lost() -> None:
    line = await occupied()
    await line.join(Wish("a"), Wish("b"), Wish("c"))
    line.waiting[0].cancel()
    line.queue.give_back("early 0")
    line.waiting[1].cancel()  # it has got the place and does not know yet
    await settled()
    assert line.served == ["c"]


async def test_a_thought_that_nobody_waits_for_any_more_keeps_its_thread_until_it_ends() -> None:
    thinking, goes_on, begun = Thinking(1), threading.Event(), threading.Event()

    def long() -> None:
        begun.set()
        goes_on.wait(PATIENCE)

    first = asyncio.create_task(thinking.think(Wish("a"), long))
    await asyncio.to_thread(begun.wait, PATIENCE)
    first.cancel()
    second = asyncio.create_task(thinking.think(Wish("b"), lambda: "done"))
    await settled()
    assert first.cancelled()
    assert thinking.queue._taken == {"a": 1}
    goes_on.set()
    assert await second == "done"
    thinking.close()


async def test_a_persons_bot_does_not_wait_for_twenty_tables_of_somebody_else() -> None:
    thinking, goes_on = Thinking(2), threading.Event()
    crowd = [
        asyncio.create_task(thinking.think(Wish("crowd", str(k)), lambda: goes_on.wait(PATIENCE))) for k in range(20)
    ]
    await settled()
    async with asyncio.timeout(PATIENCE):
        assert await thinking.think(Wish("person"), lambda: "a move") == "a move"
    assert not any(task.done() for task in crowd)
    for task in crowd:
        task.cancel()
    goes_on.set()
    thinking.close()


async def test_advice_is_less_urgent_than_any_table_with_an_open_page() -> None:
    assert Advice("client", "table").urgency > Urgency.WATCHED


def among_themselves(app: FastAPI, made: dict[str, str]) -> Table:
    """The table as the server holds it; nobody has looked at it for a while."""
    found: Table = app.state.burgrave.hub.tables[made["id"]]
    found.looked_at -= 2 * table.LOOK_SECONDS
    return found


async def test_bots_among_themselves_wait_for_somebody_to_look(app: FastAPI, client: httpx.AsyncClient) -> None:
    made = await make(client, [BOT, BOT])
    held = among_themselves(app, made)
    assert not held.autoplay.is_at_work
    before = held.seq
    await (await by_hand(app))._wake()
    assert held.seq == before
    await client.get(f"/api/tables/{made['id']}")
    await until(lambda: held.seq > before + 3)


async def test_bots_stop_when_the_last_one_has_gone_and_go_on_when_somebody_comes(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    made = await make(client, [BOT, BOT])
    held = among_themselves(app, made)
    before = held.seq
    held.arrive(None)
    await until(lambda: held.seq > before + 3)
    held.leave(None)
    await until(lambda: not held.autoplay.is_at_work)
    assert held.state.status == "playing"
    before = held.seq
    held.arrive(None)
    await until(lambda: held.seq > before + 3)


async def test_bots_that_nobody_watches_are_not_loaded_again(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = await by_hand(app)
    alone, together = await make(client, [BOT, BOT]), await make(client, [BOT, ME], clock=600)
    for made in (alone, together):
        await tables._drop(tables.tables[made["id"]])
    async with tables.storage.engine.begin() as connection:
        await connection.execute(schema.tables.update().where(schema.tables.c.due_at.is_not(None)).values(due_at=0.0))
    await tables._wake()
    assert list(tables.tables) == [together["id"]]


async def test_a_table_of_bots_that_nobody_watches_is_forgotten_also_with_a_clock(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    tables, made = await by_hand(app), await make(client, [BOT, BOT], clock=600)
    among_themselves(app, made).used_at -= 2 * hub.IDLE_SECONDS
    await tables._forget()
    assert made["id"] not in app.state.burgrave.hub.tables


async def test_bots_that_stand_in_for_everybody_are_among_themselves_until_somebody_comes_back(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    made = await make(client, [ME, ME])
    chairs = [Chair(client, made["id"], made["tokens"][seat]) for seat in "01"]
    held = app.state.burgrave.hub.tables[made["id"]]
    other = 1 - held.state.to_act
    await chairs[other].post(f"/seats/{other}/bot", level="random")
    among_themselves(app, made)
    assert not held.autoplay.rests
    await held.fill(1 - other, "random")
    assert held.autoplay.rests
    assert held.autoplay.urgency == Urgency.UNWANTED
    await held.come_back(other)
    assert not held.autoplay.rests


async def test_a_table_is_kept_going_for_who_has_had_it_open_for_longest(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    made = await make(client, [ME, BOT])
    held = app.state.burgrave.hub.tables[made["id"]]
    assert held.client == held.made.host
    held.arrive(0, "192.0.2.1")
    held.arrive(None, "192.0.2.2")
    assert held.client == "192.0.2.1"
    assert held.autoplay.urgency == Urgency.WATCHED
    held.leave(0, "192.0.2.1")
    assert held.client == "192.0.2.2"
    held.leave(None, "192.0.2.2")
    assert held.client == held.made.host
    assert held.autoplay.urgency == Urgency.UNWATCHED
    held.look()
    assert held.autoplay.urgency == Urgency.LOOKED_AT
