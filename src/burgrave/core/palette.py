"""The colours, once for drawings and pages: parchment by day, dark oak by night, and the colours of the seats.

Drawings write them into presentation attributes; pages read them as custom properties from the style sheet made here.
A mark has one meaning: *live* may be clicked now, *chosen* was clicked, *last* is where the last move was, *cannot* is
out of reach for now; the accent is the one thing to press.
"""

from __future__ import annotations

INK = "#2b2118"
QUIET_INK = "#5f5140"
PAPER = "#fbf4e4"
PARCHMENT = "#f3e7cf"
EDGE = "#c9b27f"
SEA = "#9fc3cc"
OPEN_SEA = "#8fb9c6"
ACCENT = "#0b6b66"
ALARM = "#a3231c"
GOLD = "#f2cf63"
CHOSEN = "#e0a100"
LAST = "#a3361f"

TINCTURES = {
    "red": "#dd5043",
    "blue": "#1f4f8f",
    "green": "#4b9a62",
    "purple": "#74418f",
    "yellow": "#f2cc3d",
    "black": "#3d3731",
    "white": "#fbf8f0",
    "orange": "#ea8f2c",
}
"""The seats' colours, apart for colour-blind eyes too; each has its hatching, so that none is needed."""

PAGE = {
    "table": (PARCHMENT, "#1f1812"),
    "paper": (PAPER, "#2d231a"),
    "raised": ("#fffaf0", "#392d22"),
    "ink": (INK, "#f1e5cd"),
    "quiet": (QUIET_INK, "#c3b190"),
    "edge": ("#d3c095", "#594832"),
    "accent": (ACCENT, "#5fc9bf"),
    "accent-strong": ("#07524e", "#86dbd2"),
    "on-accent": ("#fff", "#10201e"),
    "glow": ("rgb(11 107 102 / 13%)", "rgb(95 201 191 / 20%)"),
    "alarm": (ALARM, "#ff9d8f"),
    "shade": ("rgb(43 33 24 / 16%)", "rgb(0 0 0 / 50%)"),
    "card": (PAPER, "#cdbf9f"),
    "print": (INK, INK),
    "sheet": (PAPER, PAPER),
    "number": ("#07524e", "#07524e"),
    "open-sea": (OPEN_SEA, "#6a8993"),
    "uncoloured": ("#cdb786", "#cdb786"),
    "gold": ("#e8b93c", "#e8b93c"),
    "best": ("#12805c", "#12805c"),
    "news": ("#d8a24a", "#d8a24a"),
    "live": ("#fffdf5", "#fffdf5"),
    "live-edge": ("#12302e", "#12302e"),
    "chosen": (CHOSEN, CHOSEN),
    "last": (LAST, LAST),
    "cannot": ("#8b7d68", "#8d7d63"),
}
"""The pages' colours by what they are for, by day and by night. Boards are drawn once: their marks are the same.

What is drawn or printed for daylight has ink (*print*) on a light *sheet* at night too; *number* is that of a place,
*best* what advice recommends, *news* what has just changed.
"""


def style_sheet() -> str:
    """The colours as custom properties; `.tincture-<colour>` sets `--tincture` to a seat's."""
    properties = "".join(
        f"--{name}:{day if day == night else f'light-dark({day},{night})'};" for name, (day, night) in PAGE.items()
    )
    seats = "".join(f".tincture-{colour}{{--tincture:{value}}}" for colour, value in TINCTURES.items())
    return f":root{{{properties}}}{seats}"
