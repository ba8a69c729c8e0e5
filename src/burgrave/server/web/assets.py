"""The browser's files: the script and the style sheet, and what the build fetched."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

BUILT = Path(__file__).parent / "static"
SOURCES = Path(__file__).parents[4] / "web"
"""In a checkout the script and the style sheet are served from where they are written."""

NAME = re.compile(r"[A-Za-z0-9_./-]{1,100}")
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


def find(name: str) -> Path | None:
    """The file of that name."""
    for folder in (BUILT, SOURCES) if NAME.fullmatch(name) else ():
        path = (folder / name).resolve()
        if path.is_file() and path.is_relative_to(folder.resolve()) and path.suffix in TYPES:
            return path
    return None


@cache
def version() -> str:
    """A mark that changes with the files' content, so that browsers may keep them."""
    mark = hashlib.sha256()
    for name in ("play.js", "style.css", "vendor/idiomorph.esm.js"):
        path = find(name)
        if path is None:
            raise FileNotFoundError(f"the browser file {name} is missing: run `make build` (or `pip install .`)")
        mark.update(path.read_bytes())
    return mark.hexdigest()[:12]
