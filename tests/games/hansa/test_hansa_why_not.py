"""Refusals whose positions no recorded game has."""

import pytest
from hansa_table import Table
from playing import play

FULL = ["p0 merchant", "p0", "p0", "p0"]


def at_the_table(steps=0, **seats):
    """The route to the Coellen table is established by p0."""
    laid_out = Table(3).stand("coellen-warburg", *FULL).skill(0, privilege=steps)
    for points, owner in seats.items():
        laid_out.skill(owner, privilege=2).at_coellen(int(points[1:]), owner)
    return play(laid_out.position(), "establish coellen-warburg")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "Your Privilege reaches white, and this place at the Coellen table is pink; a route to Stade develops it.",
        ),
        (
            "pl",
            "Twoje Przywileje obejmują pola białe, a to pole tabeli Coellen jest różowe; rozwija je szlak do Stade.",
        ),
    ],
)
def test_a_place_beyond_the_privilege_names_both_colours(language, sentence):
    assert at_the_table().why_not("table 9", language) == sentence


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Player 2 has this place at the Coellen table."), ("pl", "To pole tabeli Coellen zajmuje Gracz 2.")],
)
def test_a_taken_place_names_who_sits_there(language, sentence):
    assert at_the_table(3, p7=1).why_not("table 7", language) == sentence


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Bremen has only 1 slot on this side of the board."),
        ("pl", "Po tej stronie planszy Bremen ma tylko 1 pole."),
    ],
)
def test_a_slot_that_is_not_there_names_how_many_there_are(language, sentence):
    laid_out = Table(3).skill(1, privilege=1).office("hamburg", "p0", "p1").give(0, "swap_offices")
    assert play(laid_out.position(), "use swap_offices").why_not("swap bremen 0", language) == sentence
