"""What the documentation's site needs beyond the pages: links out of docs/ lead to the repository's files as text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
OUTSIDE = re.compile(r"\[([^\]]*)\]\((?:\.\./)+[^)]*\)")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """The page as the site shows it: a link to a file that is not part of the site is its text alone."""
    folder = (ROOT / "docs" / page.file.src_uri).parent

    def shown(link: re.Match[str]) -> str:
        target = link[0].rpartition("](")[2].rstrip(")").partition("#")[0]
        inside = (folder / target).resolve().is_relative_to(ROOT / "docs")
        return link[0] if inside else link[1]

    return OUTSIDE.sub(shown, markdown)
