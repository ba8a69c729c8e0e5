"""What every request can reach: settings, storage, games, tables, and who asks."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Collection, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from fastapi import Request, Response
from starlette.requests import ClientDisconnect, HTTPConnection

from burgrave.core.people import as_read
from burgrave.core.words import LANGUAGES
from burgrave.server.notices.noticing import Noticing
from burgrave.server.notices.webpush import public_text
from burgrave.server.settings import Settings
from burgrave.server.store.kinds import Status
from burgrave.server.store.rows import StoredTable
from burgrave.server.store.signing import signing_key
from burgrave.server.store.storage import Storage
from burgrave.server.tables.analysing import Analysing
from burgrave.server.tables.games import Games
from burgrave.server.tables.hub import Hub
from burgrave.server.tables.keys import address_key, digest, new_id
from burgrave.server.tables.once import Once
from burgrave.server.tables.refusal import Forbidden, Refusal
from burgrave.server.tables.table import Table
from burgrave.server.web.cookies import COOKIE, COOKIE_DAYS, LANGUAGE_COOKIE, Browser, Signer
from burgrave.server.web.guard import Bucket, client_of, too_soon
from burgrave.server.web.health import Health
from burgrave.server.web.holdings import Held, Holdings
from burgrave.server.web.operator_door import OperatorDoor
from burgrave.server.web.previews import Pictures, board_alone, drawn

SPEAKERS_REMEMBERED = 5_000
IGNORED_SECONDS = 30.0
"""So long a server does not ask again whom a browser has blocked; another server may have written it."""

Answer = TypeVar("Answer")


class Application:
    """The parts of a running server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.storage = Storage(settings.database_url, settings.database_seconds)
        self.games = Games(settings.bot_threads, settings.bots, settings.outside_seconds, settings.outside_programs)
        self.hub = Hub(settings, self.storage, self.games)
        depth = f"{settings.analysis_iterations}-{settings.analysis_samples}-1"
        self.analysing = Analysing(self.storage, self.games, self.hub.get, depth)
        self.noticing = Noticing(settings, self.hub)
        self.pictures = Pictures(drawn)
        self.boards = Pictures(board_alone)
        self.push_key = ""
        """The public half of the key with which browsers subscribe to push messages."""
        self.signer = Signer("")
        self.door = OperatorDoor("", "")
        self.creations = Bucket(settings.tables_per_minute / 60, settings.tables_per_minute)
        self.promises = Bucket(settings.tables_per_minute / 60, settings.tables_per_minute)
        self.sittings = Bucket(settings.tables_per_minute / 60, settings.tables_per_minute)
        self.identity_deeds = Bucket(settings.identity_deeds_per_hour / 3600, settings.identity_deeds_per_hour)
        self.made_tables = Holdings(
            settings.tables_per_client, self.storage.holders.tables, self.storage.holders.hold, "too_many_tables"
        )
        self.taken_seats = Holdings(
            settings.seats_per_client, self.storage.holders.seats, self.storage.holders.hold, "too_many_seats"
        )
        self.connections: Counter[str] = Counter()
        """Open pages and streams, by client; the guard counts them."""
        self.advised: set[str] = set()
        """The clients for whom a search is at work."""
        self.health = Health(self.storage.heartbeat.beat, settings.database_seconds)
        self.spectator_lines = Bucket(settings.spectator_lines_per_minute / 60, settings.spectator_lines_per_minute)
        self.reports = Bucket(settings.reports_per_hour / 3600, settings.reports_per_hour)
        self.speakers: OrderedDict[tuple[str, int], tuple[str | None, str]] = OrderedDict()
        """Who said the last lines, by table and number, in case somebody reports or blocks them: browser, address."""
        self.public_tables: tuple[int, list[StoredTable]] = -1, []
        """The public tables as the lobbies show them, and after how many changes that was."""
        self._ignored: OrderedDict[str, tuple[float, frozenset[tuple[str, str]]]] = OrderedDict()

    async def open(self) -> None:
        """Reach the database and begin to look after tables."""
        await self.storage.open()
        key = await signing_key(self.storage, self.settings.signing_key, self.settings.data_dir)
        self.signer, self.door = Signer(key), OperatorDoor(self.settings.operator_secret, key)
        await self.hub.open()
        await self.analysing.open()
        await self.noticing.open(key)
        self.push_key = public_text(self.noticing.push_key)

    async def close(self) -> None:
        """Stop in good order."""
        await self.noticing.close()
        await self.analysing.close()
        await self.hub.close()
        await self.health.stop()
        self.games.close()
        await self.storage.close()

    def browser(self, request: HTTPConnection) -> Browser | None:
        """The browser that asks, if it has our cookie."""
        return self.signer.read(request.cookies.get(COOKIE))

    def browser_or_new(self, request: HTTPConnection) -> Browser:
        """The browser that asks; a new one when it has no cookie yet."""
        return self.browser(request) or Browser(new_id())

    def creator(self, request: HTTPConnection) -> Browser:
        """Whoever makes a table: the browser, or a program by a number that stands for its address."""
        return self.browser(request) or Browser(self.address_key(request))

    def address_key(self, request: HTTPConnection) -> str:
        """The number that stands for the address of whoever asks."""
        return address_key(self.signer.key.decode(), client_of(request.scope))

    def once(self, client: str, key: str | None, *asked: object) -> Once | None:
        """A request that its client has named by a key, so that it happens once."""
        return Once(self.signer.key, client, key, *asked) if key else None

    def keys_of(self, request: HTTPConnection) -> frozenset[str]:
        """What whoever asks can be told by: the browser, and the number that stands for the address."""
        browser = self.browser(request)
        return frozenset({self.address_key(request), *([browser.player] if browser else [])})

    def is_blocked(self, request: HTTPConnection) -> bool:
        """Whether the operator has blocked whoever asks."""
        blocks = self.hub.blocks
        return bool(blocks) and any(blocks.get(key, 0.0) > time.time() for key in self.keys_of(request))

    def remember_speaker(self, table_id: str, line: int, request: HTTPConnection) -> None:
        """Keep in memory who said a line."""
        browser = self.browser(request)
        self.speakers[table_id, line] = browser.player if browser else None, self.address_key(request)
        while len(self.speakers) > SPEAKERS_REMEMBERED:
            self.speakers.popitem(last=False)

    async def ignored_by(self, player: str | None) -> frozenset[tuple[str, str]]:
        """Whom a browser has blocked: keys and names."""
        if player is None:
            return frozenset()
        now = time.monotonic()
        until, found = self._ignored.get(player, (0.0, frozenset()))
        if until < now:
            found = frozenset(await self.hub.desk.ignored(player))
            self._ignored[player] = now + IGNORED_SECONDS, found
            while len(self._ignored) > SPEAKERS_REMEMBERED:
                self._ignored.popitem(last=False)
        return found

    async def ignore(self, player: str, keys: Collection[str], name: str, on: bool) -> None:
        """Let a browser not meet somebody any more, or meet them again."""
        await self.hub.desk.ignore(player, keys, name, on)
        self._ignored.pop(player, None)

    def limit_creation(self, request: Request) -> None:
        """Refuse somebody who makes tables by the dozen."""
        client = client_of(request.scope)
        if not self.creations.take(client):
            raise too_soon("too_many_new", self.creations, client)

    @contextlib.asynccontextmanager
    async def making(self, request: Request) -> AsyncIterator[Held]:
        """Let a client make a table, unless it has made too many."""
        self.limit_creation(request)
        async with self.made_tables.one_more(self.address_key(request)) as held:
            yield held

    @contextlib.asynccontextmanager
    async def sitting(self, request: Request, table: Table, seat: int) -> AsyncIterator[None]:
        """Let a client sit down, unless it takes all the seats that are offered to the public."""
        client = client_of(request.scope)
        if not self.sittings.take(client):
            raise too_soon("too_many_sittings", self.sittings, client)
        if not table.made.public or table.state.status != Status.OPEN:
            yield
            return
        async with self.taken_seats.one_more(self.address_key(request)) as held:
            yield
            held.keep(table.id, seat)

    def known(self, request: HTTPConnection) -> Browser:
        """The browser that asks, where only somebody who has been here can be meant."""
        browser = self.browser(request)
        if browser is None:
            raise Forbidden("no_identity", 401)
        return browser

    def limit_identity(self, request: HTTPConnection) -> None:
        """Refuse somebody who holds names or asks for tickets by the dozen."""
        client = client_of(request.scope)
        if not self.identity_deeds.take(client):
            raise too_soon("too_many_deeds", self.identity_deeds, client)

    async def check_names(self, player: str | None, *names: str) -> None:
        """Refuse a name that somebody else holds on this server."""
        wanted = {as_read(name): name for name in names if name}
        for key, holder in (await self.hub.people.holders(wanted)).items():
            if holder != player:
                raise Refusal("name_held", 409, name=wanted[key])

    def limit_promises(self, request: Request) -> None:
        """Refuse somebody who asks for the dice of more tables than they may make."""
        client = client_of(request.scope)
        if not self.promises.take(client):
            raise too_soon("too_many_new", self.promises, client)


@dataclass(frozen=True)
class Asker:
    """Who asks something of a table: which seats they hold, which one they speak for, and whether they are the host."""

    seats: tuple[int, ...]
    seat: int | None
    host: bool
    name: str
    player: str | None
    ignores: frozenset[tuple[str, str]] = frozenset()
    """Whom they have blocked: keys and names."""


def is_ignored(ignores: frozenset[tuple[str, str]], player: str | None, name: str) -> bool:
    """Whether somebody has blocked a browser, or a person of this name whose browser was not known."""
    return any(key == player if key else name == other for key, other in ignores)


def application(request: HTTPConnection) -> Application:
    """The running server."""
    app: Application = request.app.state.burgrave
    return app


def keep_cookie(response: Response, request: HTTPConnection, browser: Browser) -> None:
    """Let the browser remember who it is."""
    response.set_cookie(
        COOKIE,
        application(request).signer.sign(browser),
        max_age=COOKIE_DAYS * 24 * 3600,
        httponly=True,
        samesite="lax",
        secure=base_url(request).startswith("https:"),
    )


def base_url(request: HTTPConnection) -> str:
    """The address people use for this server."""
    return application(request).settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")


def language_of(request: HTTPConnection) -> str:
    """The language chosen on the page, else the browser's first that we speak, else English."""
    chosen = request.query_params.get("language") or request.cookies.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return str(chosen)
    ranked = []
    for item in request.headers.get("accept-language", "").split(","):
        name, _, quality = item.partition(";q=")
        try:
            ranked.append((-float(quality or 1), name.strip()[:2].lower()))
        except ValueError:
            continue
    for _, name in sorted(ranked, key=lambda pair: pair[0]):
        if name in LANGUAGES:
            return name
    return LANGUAGES[0]


async def unless_hung_up(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
    """Do something for whoever asks, and leave it as soon as they hang up."""

    async def hung_up() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    working, waiting = asyncio.create_task(work), asyncio.create_task(hung_up())
    try:
        await asyncio.wait((working, waiting), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        working.cancel()
        waiting.cancel()


async def asker_of(request: HTTPConnection, table: Table, wanted: int | None = None) -> Asker:
    """Who asks something of a table: by a seat's secret, or by the browser's cookie."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if scheme:
        held = await table.holder(digest(secret.strip())) if scheme.lower() == "bearer" else None
        if held is None or held[0] != table.id:
            raise Forbidden("wrong_secret", 401, {"www-authenticate": "Bearer"})
        seat = held[1]
        if table.state.knows is not None and seat not in (None, table.state.knows):
            raise Forbidden("not_your_seat")  # what this seat holds is only guessed
        if wanted is not None and wanted != seat:
            raise Forbidden("other_secret")
        name = table.state.names[seat] if seat is not None else ""
        return Asker(() if seat is None else (seat,), seat, seat is None, name, None)
    found = await _person(request, application(request), table, wanted)
    if not may_look(table, found):
        raise Forbidden("no_spectators")
    return found


def may_look(table: Table, who: Asker) -> bool:
    """Whether somebody may see the game: a host may keep people without a seat away."""
    return bool(who.seats) or who.host or table.state.spectators.watch or table.state.status == Status.OPEN


async def _person(request: HTTPConnection, app: Application, table: Table, wanted: int | None) -> Asker:
    """Who asks by the browser's cookie."""
    browser = app.browser(request)
    if browser is None:
        if wanted is not None:
            raise Forbidden("not_your_seat")
        return Asker((), None, False, "", None)
    ignores = await app.ignored_by(browser.player)
    seats = tuple(
        table.seats_of(browser.player)
    )  # nothing is waited for from here on: a seat may be taken away meanwhile
    if table.state.knows is not None and table.state.status != Status.OPEN:
        seats = tuple(seat for seat in seats if seat == table.state.knows)  # what the others hold is only guessed
    if wanted is not None and wanted not in seats:
        raise Forbidden("not_your_seat")
    seat = wanted
    if seat is None and seats:
        seat = table.state.to_act if table.state.to_act in seats else seats[0]
    return Asker(seats, seat, table.made.host == browser.player, browser.name, browser.player, ignores)
