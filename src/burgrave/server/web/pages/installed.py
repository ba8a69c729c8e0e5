"""What makes the pages an app: manifest, icons, service worker, the page without a connection, what is shared."""

from __future__ import annotations

import re
from functools import cache
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, JSONResponse, RedirectResponse, Response

from burgrave.core import palette
from burgrave.core.picture import to_png
from burgrave.server.tables.refusal import Refusal
from burgrave.server.web import assets
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.html import say
from burgrave.server.web.pages.frame import own_path, page
from burgrave.server.web.requests import base_url, language_of

router = APIRouter(include_in_schema=False)

SIZES = (180, 192, 512)
DAY = {"cache-control": "public, max-age=86400"}
LINK = re.compile(r"https?://[^\s<>\"]{1,500}")


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """What a device needs to know to keep this server like an app."""
    tell = say(language_of(request))
    icons = [
        {"src": f"/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in SIZES[1:]
        for purpose in ("any", "maskable")
    ]
    told = {
        "id": "/",
        "name": "Burgrave",
        "short_name": "Burgrave",
        "description": tell("lobby.lead"),
        "lang": language_of(request),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": palette.PARCHMENT,
        "theme_color": palette.PARCHMENT,
        "categories": ["games"],
        "icons": [*icons, {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
        "shortcuts": [{"name": tell("me"), "url": "/me"}],
        "share_target": {
            "action": "/share",
            "method": "GET",
            "enctype": "application/x-www-form-urlencoded",
            "params": {"title": "title", "text": "text", "url": "url"},
        },
    }
    return JSONResponse(told, media_type="application/manifest+json", headers={"cache-control": "no-cache"})


@router.get("/icon-{size}.png")
async def icon(size: int) -> Response:
    """The shield on parchment, with room around it for devices that cut their icons."""
    if size not in SIZES:
        raise Refusal("no_page", 404)
    return Response(await elsewhere(icon_of, size), media_type="image/png", headers=DAY)


@cache
def icon_of(size: int) -> bytes:
    """The icon as a picture."""
    path = assets.find("icon.svg")
    assert path is not None
    shield = path.read_text(encoding="utf-8").partition(">")[2].removesuffix("</svg>").strip().removesuffix("</svg>")
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-25 -24 50 50" width="{size}" height="{size}">'
        f'<rect x="-25" y="-24" width="50" height="50" fill="{palette.PARCHMENT}"/>{shield}</svg>'
    )
    return to_png(svg, size)


@router.get("/sw.js")
async def worker() -> Response:
    """The service worker, which stands at the root because it serves all pages."""
    path = assets.find("sw.js")
    assert path is not None
    return FileResponse(path, media_type="text/javascript", headers={"cache-control": "no-cache"})


@router.get("/offline")
async def offline(request: Request) -> Response:
    """What the service worker shows when the server cannot be reached."""
    return page(request, "offline.html")


@router.get("/share")
async def share(request: Request, title: str = "", text: str = "", url: str = "") -> Response:
    """Something was shared with the app: a link of this server leads where it leads, anything else to the tables."""
    home = urlsplit(base_url(request)).netloc
    for found in LINK.findall(f"{url} {text} {title}"[:5000]):
        try:
            parts = urlsplit(found)
        except ValueError:  # not even an address
            continue
        if parts.netloc == home:
            query, fragment = (
                f"{sign}{part}" if part else "" for sign, part in (("?", parts.query), ("#", parts.fragment))
            )
            return RedirectResponse(own_path(f"{parts.path or '/'}{query}{fragment}"), 303)
    return RedirectResponse("/", 303)
