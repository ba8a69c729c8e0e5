"""The script, the style sheet, and what the build fetched."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, Response

from burgrave.server.tables.refusal import Refusal
from burgrave.server.web import assets

router = APIRouter(include_in_schema=False)


@router.get("/static/{name:path}")
async def static(request: Request, name: str) -> Response:
    """The script, the style sheet, and what the build fetched."""
    path: Path | None = assets.find(name)
    if path is None:
        raise Refusal("no_page", 404)
    age = "public, max-age=31536000, immutable" if request.query_params.get("v") else "no-cache"
    return FileResponse(path, media_type=assets.TYPES[path.suffix], headers={"cache-control": age})
