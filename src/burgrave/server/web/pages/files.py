"""The script, the style sheets, and what the build fetched."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse, Response

from burgrave.core import palette
from burgrave.server.tables.refusal import Refusal
from burgrave.server.web import assets

router = APIRouter(include_in_schema=False)


@router.get("/static/{name:path}")
async def static(name: str) -> Response:
    """A file by its name, or below the present version, where modules that import each other are kept together."""
    version, _, rest = name.partition("/")
    kept = version == assets.version()
    age = "public, max-age=31536000, immutable" if kept else "no-cache"
    if (rest if kept else name) == "palette.css":
        return Response(palette.style_sheet(), media_type="text/css", headers={"cache-control": age})
    path: Path | None = assets.find(rest if kept else name)
    if path is None:
        raise Refusal("no_page", 404)
    return FileResponse(path, media_type=assets.TYPES[path.suffix], headers={"cache-control": age})
