"""Where the links of a letter lead: no more notices, and yes, this address is mine. They work without a cookie."""

from __future__ import annotations

from hmac import compare_digest

from fastapi import APIRouter, Request
from fastapi.responses import Response

from burgrave.server.tables.refusal import Refusal
from burgrave.server.web.html import say
from burgrave.server.web.pages.frame import page
from burgrave.server.web.requests import Application, application, language_of

router = APIRouter(include_in_schema=False)

DEEDS = ("stop", "confirm")


def checked(request: Request, deed: str, channel_id: str, token: str) -> Application:
    """The server, if the link is one that it has written."""
    app = application(request)
    if deed not in DEEDS or not compare_digest(app.noticing.stop_token(channel_id, deed).encode(), token.encode()):
        raise Refusal("no_page", 404)
    return app


@router.get("/notices/{deed}/{channel_id}/{token}")
async def asked(request: Request, deed: str, channel_id: str, token: str) -> Response:
    """Ask first: programs that look at letters open their links."""
    checked(request, deed, channel_id, token)
    return page(request, "notices.html", deed=deed, done=False)


@router.post("/notices/{deed}/{channel_id}/{token}")
async def done(request: Request, deed: str, channel_id: str, token: str) -> Response:
    """Do it, by the page's button or by the mail program's own one click."""
    app = checked(request, deed, channel_id, token)
    kept = app.storage.notices
    if deed == "stop":
        await kept.remove_channel(channel_id)
    elif not await kept.confirm(channel_id):
        raise Refusal("no_channel", 404)
    if "text/html" not in request.headers.get("accept", ""):
        return Response(say(language_of(request))("notices.stopped"), media_type="text/plain")
    return page(request, "notices.html", deed=deed, done=True)
