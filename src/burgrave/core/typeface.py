"""The typeface of all drawings: shipped with the package, so that a picture looks alike on every machine.

Live pages load the fonts once; a picture that stands alone carries those it needs within itself; PNGs are made with the
same fonts and no others. Figures are tabular and lining by themselves, since not every renderer can be asked for them.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "fonts"
"""Filled by the build: fonts in parts for browsers (woff2), and whole for the program that makes PNGs (ttf)."""

NAME = "Source Sans 3"
FONT = f"'{NAME}', Candara, DejaVu Sans, Verdana, sans-serif"
WEIGHTS = (400, 700)
LETTERS = {"latin": "U+0-FF, U+131, U+152-153, U+2000-206F, U+20AC, U+2122, U+2191-2193, U+2212, U+2215"}
LETTERS["latin-ext"] = "U+100-130, U+132-151, U+154-24F, U+1E00-1EFF"
"""Which characters are in which file, as style sheets write it."""
SIGNS = frozenset("–—‘’‚“”„•…′″‹›€™←↑→↓−")
"""What the fonts have beyond Latin letters."""


def font(name: str) -> Path:
    """A font's file."""
    path = FOLDER / f"source-sans-3-{name}"
    if not path.is_file():
        raise FileNotFoundError(f"the font {path.name} is missing: run `make build` (or `pip install .`)")
    return path


def files() -> list[str]:
    """The fonts of drawings, whole, for a program that reads files."""
    return [str(font(f"{weight}.ttf")) for weight in WEIGHTS]


@cache
def _face(letters: str, weight: int) -> str:
    data = b64encode(font(f"{letters}-{weight}-normal.woff2").read_bytes()).decode()
    return (
        f'@font-face{{font-family:"{NAME}";font-weight:{weight};unicode-range:{LETTERS[letters]};'
        f"src:url(data:font/woff2;base64,{data})}}"
    )


def carried(picture: str) -> str:
    """The fonts that a picture's texts need, as a style element to stand within it; nothing where it has no text."""
    bold = picture.count('font-weight="700"')
    weights = [weight for weight, used in zip(WEIGHTS, (picture.count("<text") > bold, bold), strict=True) if used]
    extended = any("\u0100" <= letter <= "\u024f" for letter in set(picture))
    faces = [_face(letters, weight) for letters in list(LETTERS)[: 1 + extended] for weight in weights]
    return f"<style>{''.join(faces)}</style>" if faces else ""


def covers(picture: str) -> bool:
    """Whether the fonts have all that is written in a picture; people may be called anything."""
    return all(letter < "\u0250" or letter in SIGNS for letter in set(picture))
