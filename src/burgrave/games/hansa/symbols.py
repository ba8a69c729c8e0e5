"""Hansa Teutonica's artwork: pieces, skills, bonus markers and signs, used by map, desks and guide alike."""

from __future__ import annotations

from burgrave.core import drawing as kit
from burgrave.core.drawing import INK, PAPER, TINCTURES

COIN = "#e3b341"
RED = "#cf5a45"
"""The colour of Stendal, Arnheim and the link between them."""


def _line_art(paths: str, width: float = 2.2, fill: str = "none") -> str:
    return (
        f'<path d="{paths}" fill="{fill}" stroke="{INK}" stroke-width="{kit.number(width)}" stroke-linejoin="round" '
        'stroke-linecap="round"/>'
    )


def _outlined(paths: str) -> str:
    """A golden line with ink on both sides: it shows on paper and on a dark table."""
    core = f'<path d="{paths}" fill="none" stroke="{COIN}" stroke-width="2" stroke-linecap="round"/>'
    return _line_art(paths, 5.2) + core


_OFFICE = "M-8 8V-3L0 -9L8 -3V8Z"
_BOOK = "M0 -8C-4 -11 -9 -11 -13 -9V9C-9 7 -4 7 0 10C4 7 9 7 13 9V-9C9 -11 4 -11 0 -8V10"
_LEATHER, _GOLD = "#b98a55", "#f7df9b"

SYMBOLS = "".join(
    (
        kit.symbol(
            "hansa-trader",
            f'<rect x="-14" y="-14" width="28" height="28" rx="3" stroke="{INK}" stroke-width="2.4"/>',
        ),
        kit.symbol("hansa-cube", kit.rectangle(-14, -14, 28, 28, PAPER, INK, 2.4, 3)),
        kit.symbol("hansa-disc", kit.circle(0, 0, 15, PAPER, INK, 2.4)),
        kit.symbol("hansa-merchant", f'<circle r="15" stroke="{INK}" stroke-width="2.4"/>'),
        kit.symbol(
            "hansa-keys",
            f'<circle cx="-6" cy="-6" r="6" fill="{COIN}" stroke="{INK}" stroke-width="2"/>'
            + _outlined("M-2 -2L11 11M7 7L11 3M3 3L6 0"),
        ),
        kit.symbol("hansa-actions", kit.circle(0, 0, 13, PAPER, INK, 2) + _line_art("M0 -8V0L6 4", 2.8)),
        kit.symbol(
            "hansa-privilege",
            _line_art("M-9 -12H8V8H-9Z", 2, PAPER)
            + _line_art("M-5 -7H4M-5 -2H4", 1.8)
            + f'<circle cx="4" cy="8" r="5" fill="{TINCTURES["red"]}" stroke="{INK}" stroke-width="1.6"/>',
        ),
        kit.symbol("hansa-book", _line_art(_BOOK, 2, PAPER)),
        kit.symbol(
            "hansa-purse",
            _line_art("M-4 -6C-14 2 -12 12 0 12S14 2 4 -6Z", 2, _LEATHER)
            + _line_art("M-6 -12L-4 -6H4L6 -12L0 -9Z", 2, _LEATHER),
        ),
        kit.symbol("hansa-extra_office", _line_art(_OFFICE, 2, "#fffdf6") + _line_art("M-14 -8H-6M-10 -12V-4", 3)),
        kit.symbol(
            "hansa-swap_offices",
            _line_art("M-13 5V-3L-8 -7L-3 -3V5ZM3 5V-3L8 -7L13 -3V5Z", 1.8, "#fffdf6")
            + _line_art("M-8 10H8M5 7L8 10L5 13M-5 7L-8 10L-5 13", 2),
        ),
        kit.symbol("hansa-actions_3", kit.text("+3", 0, 0, 21, bold=True)),
        kit.symbol("hansa-actions_4", kit.text("+4", 0, 0, 21, bold=True)),
        kit.symbol("hansa-improve_skill", _line_art("M0 -11L10 0H4V11H-4V0H-10Z", 2, "#8fbf8f")),
        kit.symbol(
            "hansa-remove_3",
            "".join(kit.rectangle(x, y, 9, 9, "#fffdf6", INK, 1.8, 1.5) for x, y in ((-12, -2), (-3, 3), (4, -9)))
            + _line_art("M-11 -11L12 12", 2.6),
        ),
        kit.symbol("hansa-tavern", _line_art("M-13 13V-2L0 -13L13 -2V13ZM-4 13V4H4V13", 1.6, "#f3e2b8")),
        kit.symbol("hansa-marker", kit.circle(0, 0, 13, _GOLD, INK, 2) + _line_art("M0 -7L7 0L0 7L-7 0Z", 1.8)),
        kit.symbol(
            "hansa-stack",
            "".join(
                f'<ellipse cy="{y}" rx="12" ry="6" fill="{_GOLD}" stroke="{INK}" stroke-width="1.8"/>'
                for y in (7, 1, -5)
            ),
        ),
        kit.symbol("hansa-city", _line_art("M-13 12V-4H-8V-9H-3V-4H3V-12H8V-4H13V12Z", 1.8, "#d8c9a3")),
        kit.symbol(
            "hansa-supply",
            kit.rectangle(-13, -4, 15, 15, PAPER, INK, 2, 2) + kit.circle(6, 3, 8, PAPER, INK, 2),
        ),
        kit.symbol("hansa-track", _outlined("M-9 12V-12") + _line_art("M-9 -12L11 -6L-9 0Z", 2.2, "#f2cf63")),
        kit.symbol(
            "hansa-link",
            f'<circle cx="-10" r="5" fill="{RED}" stroke="{INK}" stroke-width="1.6"/>'
            f'<circle cx="10" r="5" fill="{RED}" stroke="{INK}" stroke-width="1.6"/>' + _outlined("M-5 0H5"),
        ),
    )
)
