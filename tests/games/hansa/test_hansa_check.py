"""A damaged position is refused with a sentence; every position of a recorded game is accepted."""

import pytest
from hansa_table import Table
from playing import changed, play, recorded, records_of

import burgrave
from burgrave.games.hansa.board import NEUTRAL, ROUTES

FREE = {"actions_left", "additional", "track_vp"}
"""Counts that nothing else on the table tells."""


def middle_of_a_game():
    """p1 is asked where its displaced merchant goes; offices, markers and the table are in use."""
    t = Table(4).skill(1, privilege=1).office("hamburg", "p0", "p1").extra("hamburg", 2).at_coellen(7, 3)
    t.give(0, "actions_3").used(2, "swap_offices").stand("hamburg-lubeck", "p1 merchant")
    return play(t.position(), "displace p1 merchant hamburg-lubeck", "with trader", "pay trader trader")


def damaged(value, step):
    """The value with its first number changed."""
    if isinstance(value, list):
        return [damaged(value[0], step), *value[1:]]
    return value + step


FIELDS = sorted(set(Table(4).position().fields) - FREE)


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("step", [1, -1])
def test_a_position_with_one_number_changed_is_refused(name, step):
    position = middle_of_a_game()
    with pytest.raises(ValueError):  # noqa: PT011
        changed(position, **{name: lambda value: damaged(value, step)})


@pytest.mark.parametrize("name", records_of("hansa"))
def test_every_position_of_a_recorded_game_is_accepted_and_survives_json(name):
    for position in recorded(name).positions[::5]:
        assert position.game.position(position.to_json()) == position


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"completed_cities": 3}, "'completed_cities' does not fit the offices"),
        ({"active": 1}, "the owner of the displaced piece is to act|nobody displaces an own piece|active player"),
        ({"neutral_stock": 1}, "neutral traders instead of 0"),
        ({"winners": 1}, "nobody has won before the end"),
        ({"side": 0}, "'side' is not the board's side"),
    ],
)
def test_the_sentence_says_what_is_wrong(change, said):
    position = middle_of_a_game()
    with pytest.raises(ValueError, match=said):
        changed(position, **change)


def test_the_starting_player_must_be_the_one_that_the_option_names():
    t = Table(3, first="p0").set(starting=1, active=1, to_act=1)
    with pytest.raises(ValueError, match="not the one that the option names"):
        t.position()


def test_a_named_starting_player_is_not_drawn():
    fields = burgrave.game("hansa", players=3).start().play("draw remove_3").play("draw swap_offices").fields
    drawn = burgrave.game("hansa", players=3).position(fields).play("draw extra_office")
    named = burgrave.game("hansa", players=3, first="p1")
    with pytest.raises(ValueError, match="a named starting player is not drawn"):
        named.position({**drawn.fields, "first": 2})


def test_neutral_traders_wait_until_the_taverns_are_laid_out():
    fields = burgrave.game("hansa", players=2).start().fields
    route = ROUTES.index("stade-hamburg")
    fields["pieces"][NEUTRAL][0][route] += 1
    fields["where"][NEUTRAL][0] = 1 << route
    fields["empty"][route] -= 1
    fields["neutral_stock"] -= 1
    with pytest.raises(ValueError, match="before the taverns are laid out"):
        burgrave.game("hansa", players=2).position(fields)
