"""The colours: readable by day and by night."""

from __future__ import annotations

import pytest

from burgrave.core.drawing import seat_text_colour
from burgrave.core.palette import PAGE, TINCTURES, style_sheet

READABLE, LARGE = 4.5, 3.0
"""The contrast that text needs, and large bold text (WCAG 2.2, 1.4.3)."""


def light(colour: str) -> float:
    digits = colour.lstrip("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("time", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize("paper", ["table", "paper", "raised"])
@pytest.mark.parametrize("ink", ["ink", "quiet", "accent", "alarm"])
def test_text_is_readable(ink: str, paper: str, time: int) -> None:
    assert contrast(PAGE[ink][time], PAGE[paper][time]) >= READABLE


@pytest.mark.parametrize("time", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize("ground", ["accent", "accent-strong"])
def test_the_text_of_the_main_button_is_readable(ground: str, time: int) -> None:
    assert contrast(PAGE["on-accent"][time], PAGE[ground][time]) >= READABLE


@pytest.mark.parametrize("time", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        ("print", "sheet"),
        ("print", "card"),
        ("number", "sheet"),
        ("print", "gold"),
        ("table", "ink"),
        ("table", "alarm"),
    ],
)
def test_what_is_printed_told_in_passing_or_unread_is_readable(ink: str, ground: str, time: int) -> None:
    assert contrast(PAGE[ink][time], PAGE[ground][time]) >= READABLE


@pytest.mark.parametrize("colour", TINCTURES)
def test_figures_on_a_seats_colour_are_readable(colour: str) -> None:
    ink = seat_text_colour(colour)
    assert contrast(ink, TINCTURES[colour]) >= LARGE


def test_drawings_keep_the_ink_that_cards_are_made_for_at_night() -> None:
    assert contrast(PAGE["card"][1], "#2b2118") >= READABLE


def test_pages_get_every_colour_for_day_and_night() -> None:
    sheet = style_sheet()
    assert "--table:light-dark(#f3e7cf," in sheet
    assert all(f".tincture-{colour}{{--tincture:{value}}}" in sheet for colour, value in TINCTURES.items())
