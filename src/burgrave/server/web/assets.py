"""The browser's files: the script and the style sheets, the colours that drawings have too, what the build fetched."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from burgrave.core import palette, typeface

BUILT = Path(__file__).parent / "static"
SOURCES = Path(__file__).parents[4] / "web"
"""In a checkout the script and the style sheets are served from where they are written."""

NAME = re.compile(r"[A-Za-z0-9_./-]{1,100}")
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}


def find(name: str) -> Path | None:
    """The file of that name."""
    for folder in (BUILT, SOURCES, typeface.FOLDER) if NAME.fullmatch(name) else ():
        path = (folder / name).resolve()
        if path.is_file() and path.is_relative_to(folder.resolve()) and path.suffix in TYPES:
            return path
    return None


def own_files() -> list[str]:
    """The names of our own scripts and style sheets, and of what they import."""
    folder = SOURCES if SOURCES.is_dir() else BUILT
    ours = sorted(path.name for path in folder.iterdir() if path.suffix in (".js", ".css"))
    return [*ours, "vendor/idiomorph.esm.js"]


@cache
def version() -> str:
    """A mark that changes with the files' content, so that browsers may keep them; it stands in their addresses."""
    mark = hashlib.sha256(palette.style_sheet().encode())
    for name in own_files():
        path = find(name)
        if path is None:
            raise FileNotFoundError(f"the browser file {name} is missing: run `make build` (or `pip install .`)")
        mark.update(path.read_bytes())
    return mark.hexdigest()[:12]
