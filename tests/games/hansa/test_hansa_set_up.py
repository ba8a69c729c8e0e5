"""Set-up, options and the table of moves."""

import pytest
from hansa_table import STARTING_MARKERS, Table, general, on_route, personal
from playing import legal, play

import burgrave
from burgrave import CHANCE
from burgrave.games.hansa.board import CITIES, ENDS, ROUTES, SLOT_COIN, SLOTS, SPACES


def test_each_side_has_the_printed_numbers_of_routes_spaces_slots_and_coins():
    assert [(row > 0).sum() for row in SPACES] == [32, 34]
    assert SPACES.sum(axis=1).tolist() == [101, 107]
    assert SLOTS.sum(axis=1).tolist() == [57, 62]
    assert [(side == 1).sum() for side in SLOT_COIN] == [6, 4]
    assert len(CITIES) == 27


def test_no_two_cities_share_more_than_one_route():
    assert len({frozenset(pair) for pair in ENDS.tolist()}) == len(ROUTES)


def test_the_game_has_1365_moves_below_the_limit():
    assert len(burgrave.game("hansa").rules.verbs) == 1365


def test_chance_lays_the_three_starting_markers_at_the_taverns_with_equal_weights():
    p = burgrave.game("hansa", players=4).start()
    assert (p.to_act, p.point) == (CHANCE, "tavern")
    assert legal(p) == ["draw extra_office", "draw swap_offices", "draw remove_3"]
    assert tuple(p.odds()) == (1, 1, 1)
    p = p.play("draw swap_offices")
    assert legal(p) == ["draw extra_office", "draw remove_3"]
    p = play(p, "draw remove_3", "draw extra_office")
    marker = p.fields["route_marker"]
    assert [int(marker[ROUTES.index(r)]) for r in ("osnabruck-bremen", "luneburg-perleberg", "hildesheim-goslar")] == [
        1,
        5,
        0,
    ]


def test_the_starting_player_is_drawn_with_equal_weights():
    p = play(burgrave.game("hansa", players=5).start(), *STARTING_MARKERS)
    assert (p.to_act, p.point) == (CHANCE, "start")
    assert legal(p) == [f"start p{seat}" for seat in range(5)]
    assert set(p.odds()) == {1}


def test_before_the_starting_player_is_known_all_loose_pieces_are_in_the_general_supply():
    p = play(burgrave.game("hansa", players=3).start(), *STARTING_MARKERS)
    assert [general(p, seat) for seat in range(3)] == [(11, 1)] * 3
    assert [personal(p, seat) for seat in range(3)] == [(0, 0)] * 3


def test_later_seats_begin_with_more_traders_in_turn_order():
    p = play(burgrave.game("hansa", players=5).start(), *STARTING_MARKERS, "start p3")
    assert [personal(p, seat) for seat in (3, 4, 0, 1, 2)] == [(5, 1), (6, 1), (7, 1), (8, 1), (9, 1)]
    assert [general(p, seat) for seat in (3, 4, 0, 1, 2)] == [(6, 0), (5, 0), (4, 0), (3, 0), (2, 0)]
    assert (p.to_act, p.point, int(p.fields["actions_left"])) == (3, "turn", 2)


def test_a_named_starting_player_needs_no_chance():
    p = play(burgrave.game("hansa", players=3, first="p2").start(), *STARTING_MARKERS)
    assert (p.to_act, p.point) == (2, "turn")
    assert personal(p, 2) == (5, 1)


def test_two_and_three_players_use_the_small_side():
    assert "emden-stade" not in " ".join(legal(Table(3).position(), "place"))
    assert "place trader emden-stade" in legal(Table(4).position())
    refusal = Table(2).position().why_not("place trader warburg-gottingen")
    assert refusal == "This route is not on this side of the board."


def test_with_two_players_a_neutral_trader_stands_on_every_skill_route_and_marker_route():
    p = Table(2).position()
    neutral = [route for route in ROUTES if "neutral trader" in on_route(p, route)]
    assert neutral == [
        "groningen-emden",
        "stade-hamburg",
        "hamburg-lubeck",
        "osnabruck-bremen",
        "luneburg-perleberg",
        "hildesheim-goslar",
        "gottingen-quedlinburg",
        "quedlinburg-halle",
    ]
    assert int(p.fields["neutral_stock"]) == 46


def test_all_neutral_traders_are_in_the_stock_while_the_taverns_are_laid_out():
    p = burgrave.game("hansa", players=2).start()
    assert int(p.fields["neutral_stock"]) == 54
    assert p.view(None).fields["neutral_stock"] == 54
    assert int(burgrave.game("hansa", players=3).start().fields["neutral_stock"]) == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 6}, "2 to 5"),
        ({"players": 3, "first": "p3"}, "random, p0, p1, p2"),
        ({"swap": "none"}, "any, own"),
        ({"max_rounds": 0}, "1 to 10000"),
        ({"max_rounds": 10001}, "1 to 10000"),
        ({"expansion": "east"}, "players, first, swap, max_rounds"),
    ],
)
def test_an_option_that_does_not_exist_is_an_error_that_names_the_valid_ones(options, said):
    with pytest.raises(ValueError, match=said):
        burgrave.game("hansa", **options)


def test_the_stack_offers_what_it_still_holds():
    t = Table(3).stand("stade-hamburg", "p0", "p0", "p0").lay("swap_offices", "stade-hamburg").give(1, "actions_3")
    p = play(t.position(), "establish stade-hamburg", "pass", "end")
    assert (p.to_act, p.point) == (CHANCE, "draw")
    odds = dict(zip(legal(p), p.odds(), strict=True))
    assert odds == {
        "draw extra_office": 3,
        "draw swap_offices": 2,
        "draw actions_3": 1,
        "draw actions_4": 2,
        "draw improve_skill": 2,
        "draw remove_3": 1,
    }


def test_everything_is_public():
    p = Table(4).give(2, "actions_4").position()
    for seat in (None, 0, 1, 2, 3):
        assert p.view(seat).fields == p.fields
