"""The web application, put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from functools import cache
from hmac import compare_digest
from http import HTTPStatus

import anyio
from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from markupsafe import escape
from prometheus_client import generate_latest
from starlette.exceptions import HTTPException as PlainHTTPException
from starlette.requests import HTTPConnection
from starlette.types import Scope

from burgrave import __version__
from burgrave.core.words import LANGUAGES
from burgrave.server import metrics
from burgrave.server.settings import Settings
from burgrave.server.store.rows import UnavailableError
from burgrave.server.tables.refusal import Refusal
from burgrave.server.web import (
    api,
    assets,
    clock_tools,
    hints,
    live,
    lobby_live,
    me_api,
    notices_api,
    pages,
    table_tools,
    tournaments,
)
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.guard import TOO_MANY, Guard, is_loopback
from burgrave.server.web.html import environment, say
from burgrave.server.web.pages.frame import page
from burgrave.server.web.reload import show_new_faces
from burgrave.server.web.requests import Application, language_of

PROXIED = ("x-forwarded-for", "forwarded", "via")
"""Headers that a proxy adds."""


def make_app(settings: Settings, when_loaded: Callable[[], object] = lambda: None) -> FastAPI:
    """A server with these settings, ready for uvicorn or a test; `when_loaded` is called after rules were loaded."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        parts = Application(settings)
        parts.games.when_loaded = when_loaded
        app.state.burgrave = parts
        await parts.open()
        await anyio.to_thread.run_sync(warm_up, app)
        if settings.prepare:
            parts.games.prepare_all()
        watching = asyncio.create_task(show_new_faces(parts)) if settings.reload else None
        try:
            yield
        finally:
            if watching is not None:
                watching.cancel()
            await parts.close()

    app = FastAPI(
        title="Burgrave",
        version=__version__,
        description="Play board games as a program: make a table, sit down, read your view, play texts.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    mine = (me_api.router, notices_api.router)
    tools = (table_tools.router, clock_tools.router, hints.router, tournaments.router, *mine)
    for router in (api.router, *tools, live.router, lobby_live.router, *pages.ROUTERS):
        app.router.routes.extend(router.routes)  # an included router would be searched twice for every request
    app.add_middleware(Guard, settings=settings, refused=_refused, blocked=_blocked)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(UnavailableError, _unavailable)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(PlainHTTPException, _failed)

    @app.get("/health", include_in_schema=False)
    async def health(request: Request) -> Response:
        """Whether the server can store moves."""
        parts: Application = request.app.state.burgrave
        alive = await parts.health.is_good()
        games = {name: found.ready for name, found in parts.games.preparations.items()}
        body = {"database": alive, "games": games, "tables": len(parts.hub.tables), "version": __version__}
        return JSONResponse(body, 200 if alive else 503)

    @app.get("/metrics", include_in_schema=False)
    async def prometheus(request: Request) -> Response:
        """What an operator watches, who is on this machine or has the secret; nobody else learns that it is there."""
        if not may_watch(request, settings.metrics_secret):
            raise Refusal("http_404", 404)
        text = await elsewhere(generate_latest, metrics.REGISTRY)
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    return app


def warm_up(app: FastAPI) -> None:
    """Make once, before anybody waits for it, what takes a while the first time."""
    app.openapi()
    assets.version()
    anyio.open_file  # noqa: B018  with which files are sent, and which is imported when it is first named
    for name in environment.list_templates():
        environment.get_template(name)
    for language in LANGUAGES:
        say(language)


def may_watch(request: Request, secret: str) -> bool:
    """Whether somebody may read /metrics: with the secret, or where there is none from this machine, not by a proxy."""
    if secret:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        return compare_digest(given.encode(), secret.encode())
    host = request.client.host if request.client else ""
    return is_loopback(host) and not any(name in request.headers for name in PROXIED)


def wants_page(request: Request) -> bool:
    """Whether a person asks, and not a program or our script."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def _answer(request: Request, status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
    if wants_page(request):
        response: Response = page(request, "message.html", status, sentence=sentence, missing=status == 404)
        for name, value in (headers or {}).items():
            response.headers[name] = value
        return response
    return JSONResponse({"detail": sentence}, status, headers)


@cache
def hurried(language: str) -> str:
    """A page for somebody who asks too often; it is made once, because they get many of it."""
    sentence = escape(Refusal(TOO_MANY).told(language))
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Burgrave</title><p>{sentence}</p></html>'
    )


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    if error.key == TOO_MANY and wants_page(request):
        return HTMLResponse(hurried(language_of(request)), error.status, error.headers)
    return _answer(request, error.status, error.told(language_of(request)), error.headers)


def _blocked(scope: Scope) -> bool:
    parts: Application | None = getattr(scope["app"].state, "burgrave", None)
    return parts is not None and bool(parts.hub.blocks) and parts.is_blocked(HTTPConnection(scope))


async def _unavailable(request: Request, error: Exception) -> Response:
    metrics.STORAGE_ERRORS.inc()
    return _answer(request, 503, say(language_of(request))("refusal.database"), {"retry-after": "2"})


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    language = language_of(request)
    if language == LANGUAGES[0] and not wants_page(request):
        return _answer(request, 422, f"{place}: {first['msg']}")
    return _answer(request, 422, say(language)("refusal.invalid", place=place))


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, (HTTPException, PlainHTTPException))
    detail, status = str(error.detail), error.status_code
    if detail == HTTPStatus(status).phrase:  # the framework's own, in English
        tell = say(language_of(request))
        detail = tell(f"refusal.http_{status}" if f"refusal.http_{status}" in tell else "refusal.http")
    return _answer(request, status, detail, dict(error.headers or {}))
