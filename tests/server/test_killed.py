"""What lasts outlives a server that is killed: people, passkeys, notices, ratings, tournaments, clocks."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from waiting import PATIENCE

from burgrave.server.notices.noticing import AT_ONCE
from burgrave.server.store import schema
from burgrave.server.store.storage import Storage
from burgrave.server.tables.rating import fold, places
from server.conftest import sqlite_url
from server.notices.receivers import WebReceiver
from server.passkey_device import Device
from server.running import ServerProcess
from server.test_whole_server import KILLS as MOVES_KILLS

pytestmark = [pytest.mark.slow, pytest.mark.asyncio]

QUICK = """
from burgrave.server.notices import noticing
from burgrave.server.tables import hub
noticing.LEASE_SECONDS = 2.0
hub.ROUND_SECONDS = 0.3
"""
"""What a server that has died was sending is sent again sooner than elsewhere, and rounds come sooner."""
FREE = {"notice_after": 0.2, "allow_private_addresses": 1, "identity_deeds_per_hour": 1e6}
KILLS = -(-MOVES_KILLS // 2)
"""Half as often as where only moves are made: more happens between two of them."""
DAY, SHORTEST_CLOCK = 24 * 3600, 10
NAMES = ("Anna", "Berta", "Cyryl", "Dorota")
ROUNDS = 2


class Friend:
    """Somebody with a browser, who remembers what the server has said yes to."""

    def __init__(self, address: str, name: str) -> None:
        self.client = httpx.AsyncClient(base_url=address, headers={"origin": address}, timeout=PATIENCE)
        self.address, self.name = address, name
        self.volumes: list[int] = [60]
        """The last volume that was acknowledged, and those that were sent since."""
        self.devices: list[Device] = []
        self.deeds = 0

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """What the server answers when it says yes; None when it says no, or was killed before it could say."""
        try:
            answer = await self.client.request(method, path, json=body)
        except httpx.TransportError:
            await asyncio.sleep(0.05)
            return None
        self.deeds += answer.is_success
        return answer.json() if answer.is_success else None

    async def surely(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """The same of something that may be asked again and again."""
        async with asyncio.timeout(PATIENCE):
            while (found := await self.ask(method, path, body)) is None:
                await asyncio.sleep(0.02)
        return found

    async def come(self, hook: str) -> None:
        await self.client.get("/", headers={"accept": "text/html"})
        await self.surely("PATCH", "/api/me", {"name": self.name})
        await self.surely("POST", "/api/me/channels", {"kind": "webhook", "address": hook, "style": "json"})

    async def turn_volume(self, volume: int) -> None:
        self.volumes.append(volume)
        if await self.ask("PATCH", "/api/me", {"volume": volume}):
            self.volumes = [volume]

    async def make_passkey(self) -> None:
        wish, device = await self.ask("POST", "/api/me/passkeys/options", {}), Device(self.address)
        if wish and await self.ask("POST", "/api/me/passkeys", {"credential": device.made(wish)}):
            self.devices.append(device)

    async def resign(self, table: dict[str, Any]) -> bool:
        return bool(await self.ask("POST", f"/api/tables/{table['id']}/seats/{table['seats'].index(self.name)}/resign"))


async def keep_playing(pair: Sequence[Friend], finished: list[str], stop: asyncio.Event) -> None:
    """Choose, make passkeys and play rated games, each until somebody resigns."""
    one, other = pair
    luck = random.Random(one.name)
    seats, number = [{"kind": "me"}, {"kind": "person"}], 0
    while not stop.is_set():
        number += 1
        await one.turn_volume(number % 100)
        if number % 4 == 1:
            await other.make_passkey()
        wanted = {"game": "barony", "seats": seats, "rated": True, "clock": DAY}
        made = await one.ask("POST", "/api/tables", wanted)
        if made and await other.ask("POST", f"/api/tables/{made['id']}/seats/1", {"name": other.name}):
            loser = luck.choice(pair)
            if await loser.resign({"id": made["id"], "seats": [one.name, other.name]}):
                finished.append(made["id"])


async def keep_competing(friends: Sequence[Friend], cups: list[str], stop: asyncio.Event) -> None:
    """Play tournaments, one after the other, each to its end."""
    host = friends[0]
    while not stop.is_set():
        wanted = {"name": "Cup", "game": "barony", "players": 2, "rounds": ROUNDS, "clock": DAY}
        made = await host.ask("POST", "/api/tournaments", wanted)
        if made is None:
            continue
        cup = f"/api/tournaments/{made['id']}"
        cups.append(cup)
        for friend in friends:
            await friend.surely("POST", f"{cup}/join", {"name": friend.name})
        while (now := await host.surely("GET", cup))["status"] != "over":
            if now["status"] == "open":
                await host.ask("POST", f"{cup}/start")
            for table in now["tables"]:
                if table["status"] == "playing":
                    await next(friend for friend in friends if friend.name in table["seats"]).resign(table)
            await asyncio.sleep(0.05)


async def when(condition: Callable[[], Coroutine[Any, Any, bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await condition():
            await asyncio.sleep(0.1)


@contextlib.asynccontextmanager
async def party(address: str, web: WebReceiver) -> AsyncIterator[list[Friend]]:
    friends = [Friend(address, name) for name in NAMES]
    for friend in friends:
        await friend.come(f"{web.address}/{friend.name}")
    yield friends
    for friend in friends:
        await friend.client.aclose()


async def test_killing_the_server_loses_and_doubles_nothing_that_lasts(database_url: str, tmp_path: Path) -> None:
    url = None if database_url == sqlite_url(tmp_path) else database_url
    server = ServerProcess(tmp_path, url, before=QUICK, **FREE)
    await asyncio.to_thread(server.start)
    stop, finished, cups = asyncio.Event(), list[str](), list[str]()
    try:
        async with WebReceiver() as web, party(server.address, web) as friends:
            slow = {"game": "barony", "seats": [{"kind": "me"}, {"kind": "me"}], "clock": SHORTEST_CLOCK}
            timed = f"/api/tables/{(await friends[0].surely('POST', '/api/tables', slow))['id']}"
            async with asyncio.TaskGroup() as busy:
                busy.create_task(keep_playing(friends[:2], finished, stop))
                busy.create_task(keep_playing(friends[2:], finished, stop))
                busy.create_task(keep_competing(friends, cups, stop))
                await kill_often(server, friends)
                stop.set()
            await check_people(friends)
            await check_notices(friends, finished, web)
            await check_clock(friends[0], timed)
            for cup in cups:
                check_rounds(await friends[0].surely("GET", cup))
            assert (await friends[0].client.get("/health")).json()["database"] is True
        assert await asyncio.to_thread(server.stop) == 0
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()
    await check_database(database_url, finished)
    print(f"{KILLS} kills: {len(finished)} rated games, {len(cups)} tournaments, {len(web.got)} notices")


async def kill_often(server: ServerProcess, friends: Sequence[Friend]) -> None:
    """End the server in the middle of what everybody does, each time when all are at it again."""
    luck = random.Random(3)
    for _ in range(KILLS):
        before = [friend.deeds for friend in friends]

        async def all_busy(before: list[int] = before) -> bool:
            return all(friend.deeds > count + 2 for friend, count in zip(friends, before, strict=True))

        await when(all_busy)
        await asyncio.sleep(luck.uniform(0.0, 0.7))
        server.kill()
        await asyncio.to_thread(server.start)


async def check_people(friends: Sequence[Friend]) -> None:
    """Everybody's last choice stands, and every passkey that was kept opens."""
    for friend in friends:
        me = await friend.surely("GET", "/api/me")
        assert me["name"] == friend.name
        assert me["settings"].get("volume", friend.volumes[0]) in friend.volumes
        assert len(await friend.surely("GET", "/api/me/passkeys")) >= len(friend.devices)
        for device in friend.devices:
            async with httpx.AsyncClient(base_url=friend.address, headers={"origin": friend.address}) as elsewhere:
                wish = (await elsewhere.post("/api/passkeys/options", timeout=PATIENCE)).json()
                answer = await elsewhere.post("/api/passkeys", json={"credential": device.used(wish)}, timeout=PATIENCE)
                assert (answer.status_code, answer.json()["name"]) == (200, friend.name)
    assert any(friend.devices for friend in friends)


async def check_notices(friends: Sequence[Friend], finished: Sequence[str], web: WebReceiver) -> None:
    """Of every game both players were told that it is over: once, but for what was on its way in a kill."""
    wanted = {(f"/{friend.name}", table) for table in finished for friend in await players(friends, table)}

    async def all_told() -> bool:
        return wanted <= {(post.path, post.json["url"].rpartition("/")[2]) for post in web.got if is_over(post.json)}

    await when(all_told)
    again = Counter(post.json["id"] for post in web.got)
    assert sum(count - 1 for count in again.values()) <= KILLS * AT_ONCE
    told = Counter((post.path, post.json["url"], post.json["id"]) for post in web.got if is_over(post.json))
    assert len({(path, address) for path, address, _ in told}) == len(told), "a second notice of the same end"


def is_over(told: dict[str, Any]) -> bool:
    return "/result/" in told["url"]


async def players(friends: Sequence[Friend], table: str) -> list[Friend]:
    names = [seat["name"] for seat in (await friends[0].surely("GET", f"/api/tables/{table}"))["seats"]]
    return [friend for friend in friends if friend.name in names]


async def check_clock(friend: Friend, table: str) -> None:
    """A seat whose time has run out was given to a bot, once."""

    async def taken() -> bool:
        return any(seat["kind"] == "bot" for seat in (await friend.surely("GET", table))["seats"])

    await when(taken)
    events = await friend.surely("GET", f"{table}/events")
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert max(Counter(event["seat"] for event in events if event["kind"] == "sit").values()) == 1


def check_rounds(cup: dict[str, Any]) -> None:
    """Every round was opened once: everybody sits at one table of it, and each table is there."""
    assert (cup["status"], cup["round"]) == ("over", ROUNDS)
    for number in range(1, ROUNDS + 1):
        tables = [table for table in cup["tables"] if table["round"] == number]
        assert sorted(name for table in tables for name in table["seats"]) == sorted(NAMES)
        assert {table["status"] for table in tables} == {"over"}


async def check_database(url: str, finished: Sequence[str]) -> None:
    """Every rated game counted once."""
    storage = Storage(url, PATIENCE)
    await storage.open()
    r, t = schema.rating_steps, schema.tables
    try:
        await storage.ratings.update(fold, places)
        async with storage.reading() as connection:
            steps = [tuple(row) for row in await connection.execute(sa.select(r).order_by(r.c.table_id, r.c.seat))]
            over = sa.select(t.c.id).where(t.c.rated, t.c.status == "over")
            games = set((await connection.execute(over)).scalars())
        assert set(finished) <= games
        assert Counter(row[0] for row in steps) == dict.fromkeys(games, 2)
        await storage.ratings.recompute(fold, places)
        async with storage.reading() as connection:
            assert [
                tuple(row) for row in await connection.execute(sa.select(r).order_by(r.c.table_id, r.c.seat))
            ] == steps
    finally:
        await storage.close()
