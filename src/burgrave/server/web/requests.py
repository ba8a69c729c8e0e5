"""What every request can reach: settings, storage, games, tables, and who asks."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request
from starlette.requests import HTTPConnection

from burgrave.core.words import LANGUAGES
from burgrave.server.settings import Settings
from burgrave.server.store.storage import Storage
from burgrave.server.tables.games import Games
from burgrave.server.tables.hub import Hub
from burgrave.server.tables.keys import digest, new_id
from burgrave.server.tables.refusal import Forbidden, Refusal
from burgrave.server.web.cookies import COOKIE, Browser, Signer
from burgrave.server.web.guard import Bucket, client_of

LANGUAGE_COOKIE = "language"
SECRETS_REMEMBERED = 20_000


class Application:
    """The parts of a running server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.storage = Storage(settings.database_url)
        self.games = Games(settings.bot_threads, settings.bots, settings.outside_seconds, settings.outside_programs)
        self.hub = Hub(settings, self.storage, self.games)
        self.signer = Signer("")
        self.creations = Bucket(settings.tables_per_minute / 60, settings.tables_per_minute)
        self.connections: dict[str, int] = {}
        self.holders: dict[str, tuple[str, int | None]] = {}

    async def open(self) -> None:
        """Reach the database and begin to look after tables."""
        await self.storage.open()
        self.signer = Signer(await self.storage.signing_key())
        await self.hub.open()

    async def close(self) -> None:
        """Stop in good order."""
        await self.hub.close()
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
        found = self.browser(request)
        if found is None:
            found = Browser(digest(f"{self.signer.key!r} {client_of(request.scope)}")[:22])
        return found

    def limit_creation(self, request: Request) -> None:
        """Refuse somebody who makes tables by the dozen."""
        if not self.creations.take(client_of(request.scope)):
            raise Refusal("too_many_new", 429, {"retry-after": "10"})

    async def holder(self, secret: str) -> tuple[str, int | None] | None:
        """The table and seat of a secret."""
        mark = digest(secret)
        if mark not in self.holders:
            found = await self.storage.holder(mark)
            if found is None:
                return None
            if len(self.holders) >= SECRETS_REMEMBERED:
                self.holders.clear()
            self.holders[mark] = found
        return self.holders[mark]


@dataclass(frozen=True)
class Asker:
    """Who asks something of a table: which seats they hold, which one they speak for, and whether they are the host."""

    seats: tuple[int, ...]
    seat: int | None
    host: bool
    name: str
    player: str | None


def application(request: HTTPConnection) -> Application:
    """The running server."""
    app: Application = request.app.state.burgrave
    return app


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


async def asker_of(request: HTTPConnection, table_id: str, wanted: int | None = None) -> Asker:
    """Who asks: by a seat's secret, or by the browser's cookie."""
    app = application(request)
    table = await app.hub.get(table_id)
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if scheme:
        held = await app.holder(secret.strip()) if scheme.lower() == "bearer" else None
        if held is None or held[0] != table_id:
            raise Forbidden("wrong_secret", 401, {"www-authenticate": "Bearer"})
        seat = held[1]
        if wanted is not None and wanted != seat:
            raise Forbidden("other_secret")
        name = table.state.names[seat] if seat is not None else ""
        return Asker(() if seat is None else (seat,), seat, seat is None, name, None)
    browser = app.browser(request)
    if browser is None:
        if wanted is not None:
            raise Forbidden("not_your_seat")
        return Asker((), None, False, "", None)
    seats = tuple(table.seats_of(browser.player))
    if wanted is not None and wanted not in seats:
        raise Forbidden("not_your_seat")
    seat = wanted
    if seat is None and seats:
        seat = table.state.to_act if table.state.to_act in seats else seats[0]
    return Asker(seats, seat, table.made.host == browser.player, browser.name, browser.player)
