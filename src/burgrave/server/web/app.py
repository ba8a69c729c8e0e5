"""The web application, put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from http import HTTPStatus

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from prometheus_client import generate_latest
from starlette.exceptions import HTTPException as PlainHTTPException

from burgrave import __version__
from burgrave.core.words import LANGUAGES
from burgrave.server import metrics
from burgrave.server.settings import Settings
from burgrave.server.store.rows import UnavailableError
from burgrave.server.tables.refusal import Refusal
from burgrave.server.web import api, live, pages
from burgrave.server.web.guard import Guard
from burgrave.server.web.html import say
from burgrave.server.web.pages.frame import page
from burgrave.server.web.reload import show_new_faces
from burgrave.server.web.requests import Application, language_of


def make_app(settings: Settings, when_loaded: Callable[[], object] = lambda: None) -> FastAPI:
    """A server with these settings, ready for uvicorn or a test; `when_loaded` is called after rules were loaded."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        parts = Application(settings)
        parts.games.when_loaded = when_loaded
        app.state.burgrave = parts
        await parts.open()
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
    app.include_router(api.router)
    app.include_router(live.router)
    for router in pages.ROUTERS:
        app.include_router(router)
    app.add_middleware(Guard, settings=settings, refused=_refused)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(UnavailableError, _unavailable)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(PlainHTTPException, _failed)

    @app.get("/health", include_in_schema=False)
    async def health(request: Request) -> Response:
        """Whether the server can store moves."""
        parts: Application = request.app.state.burgrave
        alive = await parts.storage.alive()
        games = {name: found.ready for name, found in parts.games.preparations.items()}
        body = {"database": alive, "games": games, "tables": len(parts.hub.tables), "version": __version__}
        return JSONResponse(body, 200 if alive else 503)

    @app.get("/metrics", include_in_schema=False)
    async def prometheus() -> Response:
        """What an operator watches."""
        return PlainTextResponse(generate_latest(metrics.REGISTRY), media_type="text/plain; version=0.0.4")

    return app


def wants_page(request: Request) -> bool:
    """Whether a person asks, and not a program or our script."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def _answer(request: Request, status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
    if wants_page(request):
        response: Response = page(request, "message.html", status, sentence=sentence)
        for name, value in (headers or {}).items():
            response.headers[name] = value
        return response
    return JSONResponse({"detail": sentence}, status, headers)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return _answer(request, error.status, error.told(language_of(request)), error.headers)


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
