"""A part of a page as what has changed in it: pieces of what the page shows already, and what is new in between."""

from __future__ import annotations

from functools import lru_cache

BETWEEN = "<"
"""Parts are cut before every tag; the script puts them together again in the same way."""
LEAST = 12
"""A piece shorter than this is sent as it is: saying where it stood would take as much."""
KEPT = 512

Piece = str | tuple[int, int]
"""New text, or from which tag to which one of the old text."""


@lru_cache(maxsize=KEPT)
def changes(old: str, new: str) -> tuple[Piece, ...]:
    """How to make the new text of the old one; kept, since all who see the same are sent the same."""
    known, tags = old.split(BETWEEN), new.split(BETWEEN)
    places: dict[str, list[int]] = {}
    for place, tag in enumerate(known):
        places.setdefault(tag, []).append(place)
    pieces: list[Piece] = []
    here = after = 0
    while here < len(tags):
        start = nearest(places.get(tags[here], []), after)
        end, length = start, 0
        while start >= 0 and end < len(known) and here + length < len(tags) and known[end] == tags[here + length]:
            end, length = end + 1, length + 1
        text = BETWEEN.join(tags[here : here + max(1, length)])
        if length and len(text) >= LEAST:
            pieces.append((start, end))
            after = end
        elif pieces and isinstance(pieces[-1], str):
            pieces[-1] += BETWEEN + text
        else:
            pieces.append(text)
        here += max(1, length)
    return tuple(pieces)


def nearest(places: list[int], after: int) -> int:
    """The first of some places from one on, or the first of all; -1 where there is none."""
    return next((place for place in places if place >= after), places[0] if places else -1)
