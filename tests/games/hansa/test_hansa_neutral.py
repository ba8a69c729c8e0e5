"""The two-player game with the neutral colour."""

from hansa_table import Table, offices_of, on_route, personal, track
from playing import legal, play, refusal

from burgrave import CHANCE
from burgrave.games.hansa.board import MARKERS


def stock(position):
    """Neutral traders in the stock."""
    return int(position.fields["neutral_stock"])


def displaced(t=None):
    """p0 has paid for displacing the neutral trader on Hamburg-Lübeck."""
    p = (t or Table(2)).position()
    return play(p, "displace neutral trader hamburg-lubeck", "with trader", "pay trader")


def test_a_neutral_trader_costs_one_extra_piece_and_the_opponent_relocates_it():
    p = displaced()
    assert personal(p, 0) == (3, 1)
    assert (p.to_act, p.point) == (1, "relocate")


def test_a_further_neutral_trader_from_the_stock_is_compulsory():
    p = displaced()
    before = stock(p)
    p = p.play("put trader stade-hamburg")
    assert legal(p, "done") == []
    assert p.why_not("done") == "The additional neutral trader must be put on a route too."
    p = p.play("put trader bremen-hamburg")
    assert stock(p) == before - 1
    assert (p.to_act, p.point) == (0, "turn")


def test_nobody_moves_neutral_pieces():
    p = Table(2).position()
    assert legal(p, "lift") == []


def test_the_other_games_have_no_neutral_pieces():
    sentence = Table(3).position().why_not("displace neutral trader hamburg-lubeck")
    assert sentence == "Only the two-player game has neutral traders."


def full_stade(**more):
    """The next neutral trader fills Stade-Hamburg."""
    return Table(2).stand("stade-hamburg", "neutral")


def test_a_route_full_of_neutral_traders_is_established_at_once_in_a_city_of_the_active_players_choice():
    p = displaced(full_stade())
    p = play(p, "put trader stade-hamburg", "put trader bremen-hamburg")
    assert (p.to_act, p.point) == (0, "neutral")
    assert legal(p) == ["neutral stade-hamburg stade", "neutral stade-hamburg hamburg"]
    before = stock(p)
    p = p.play("neutral stade-hamburg stade")
    assert offices_of(p, "stade") == ["neutral trader"]
    assert on_route(p, "stade-hamburg") == {}
    assert stock(p) == before + 2
    assert (p.to_act, p.point, int(p.fields["actions_left"])) == (0, "turn", 1)


def test_only_a_route_full_of_neutral_traders_is_settled():
    p = play(displaced(full_stade()), "put trader stade-hamburg", "put trader bremen-hamburg")
    assert refusal(p, "neutral stade-hamburg stade") == "allowed"
    assert refusal(p, "neutral bremen-hamburg bremen") == "not_neutral_route"


def test_the_route_is_established_only_when_both_neutral_traders_stand():
    p = displaced(full_stade()).play("put trader stade-hamburg")
    assert (p.to_act, p.point) == (1, "relocate")


def test_neutral_ignores_colour_and_shape_and_gets_no_coin():
    t = full_stade().skill(1, privilege=1).office("hamburg", "p1", "p1")
    p = play(displaced(t), "put trader stade-hamburg", "put trader bremen-hamburg", "neutral stade-hamburg hamburg")
    assert offices_of(p, "hamburg") == ["p1 trader", "p1 trader", "neutral trader"]
    assert int(p.fields["completed_cities"]) == 1


def test_players_who_control_the_ends_score_for_a_neutral_route():
    t = full_stade().office("hamburg", "p1")
    p = play(displaced(t), "put trader stade-hamburg", "put trader bremen-hamburg", "neutral stade-hamburg stade")
    assert track(p) == [0, 1]


def test_neutral_controls_cities_but_never_scores():
    t = Table(2).office("hamburg", "neutral").stand("bremen-hamburg", "p0", "p0", "p0", "p0")
    p = t.position().play("establish bremen-hamburg")
    assert track(p) == [0, 0]
    assert p.scores == (0, 0)


def test_a_neutral_marker_goes_to_the_box_and_is_replaced():
    t = Table(2).stand("osnabruck-bremen", "neutral").stand("bremen-hannover", "neutral").set(actions_left=1)
    p = play(t.position(), "displace neutral trader bremen-hannover", "with trader", "pay trader")
    p = play(p, "put trader osnabruck-bremen", "put trader bremen-hamburg", "neutral osnabruck-bremen osnabruck")
    assert int(p.fields["box"][MARKERS.index("extra_office")]) == 1
    assert not any(p.fields["markers_unused"][0])
    assert (p.to_act, p.point) == (CHANCE, "draw")


def test_a_neutral_trader_comes_with_every_new_marker():
    t = Table(2).stand("kampen-osnabruck", "p0", "p0").lay("swap_offices", "kampen-osnabruck").set(actions_left=1)
    p = play(t.position(), "establish kampen-osnabruck", "pass", "draw actions_4", "marker minden-hannover")
    assert on_route(p, "minden-hannover") == {"neutral trader": 1}
    assert stock(p) == 45


def test_a_route_between_two_full_cities_is_settled_by_itself_without_an_office():
    t = full_stade().office("stade", "p1").skill(1, privilege=3).office("hamburg", "p1", "p1", "p1")
    before = displaced(t)
    p = play(before, "put trader stade-hamburg", "put trader bremen-hamburg")
    assert (p.to_act, p.point) == (0, "turn")
    assert on_route(p, "stade-hamburg") == {}
    assert track(p) == [0, 2]
    assert stock(p) == stock(before) - 1 + 3


def test_the_active_player_orders_two_neutral_routes_filled_at_once():
    t = full_stade().stand("bremen-hamburg", "neutral", "neutral", "neutral")
    p = play(displaced(t), "put trader stade-hamburg", "put trader bremen-hamburg")
    assert legal(p) == [
        "neutral stade-hamburg stade",
        "neutral stade-hamburg hamburg",
        "neutral bremen-hamburg hamburg",
        "neutral bremen-hamburg bremen",
    ]
    p = play(p, "neutral bremen-hamburg bremen", "neutral stade-hamburg stade")
    assert p.point == "turn"


def test_a_second_neutral_route_that_loses_its_last_empty_slot_is_settled_by_itself():
    t = full_stade().stand("bremen-hamburg", "neutral", "neutral", "neutral").skill(1, privilege=3)
    t.office("stade", "p1").office("bremen", "p1").office("hamburg", "p1", "p1")
    p = play(displaced(t), "put trader stade-hamburg", "put trader bremen-hamburg")
    p = p.play("neutral stade-hamburg hamburg")
    assert p.point == "turn"
    assert on_route(p, "bremen-hamburg") == {}


def test_removed_neutral_traders_go_to_the_stock():
    p = Table(2).give(0, "remove_3").position()
    p = play(p, "use remove_3", "remove neutral trader hamburg-lubeck", "done")
    assert stock(p) == 47


def test_neutral_offices_can_be_swapped_and_enable_extra_offices():
    t = Table(2).office("hamburg", "neutral").skill(1, privilege=1).office("hamburg", "p1").give(0, "swap_offices")
    assert legal(t.position().play("use swap_offices")) == ["swap hamburg 0"]
    t = Table(2).office("duisburg", "neutral").give(0, "extra_office").stand("duisburg-dortmund", "p0", "p0")
    assert "extra trader duisburg" in legal(t.position().play("establish duisburg-dortmund"))


def test_a_marker_lost_to_neutral_with_an_empty_stack_ends_the_game_after_that_action():
    t = Table(2).stand("osnabruck-bremen", "neutral").stand("bremen-hannover", "neutral")
    t.used(1, *["swap_offices", "actions_3", "actions_4"] * 2, "improve_skill", "improve_skill", "remove_3")
    t.give(1, "extra_office", "extra_office", "extra_office")
    p = play(t.position(), "displace neutral trader bremen-hannover", "with trader", "pay trader")
    p = play(p, "put trader osnabruck-bremen", "put trader bremen-hamburg", "neutral osnabruck-bremen osnabruck")
    assert p.to_act is None


def test_an_empty_neutral_stock_gives_no_second_trader():
    t = Table(2)
    slots = ("groningen", "emden", "kampen", "osnabruck", "perleberg", "arnheim", "munster", "minden", "brunswiek")
    for city in (*slots, "stendal", "dortmund", "magdeburg", "coellen", "warburg", "quedlinburg", "halle"):
        t.office(city, "neutral")
    for route in ("arnheim-munster", "minden-hannover", "bremen-minden", "minden-paderborn", "dortmund-paderborn"):
        t.stand(route, "neutral", "neutral")
    for route in ("coellen-warburg", "brunswiek-stendal", "minden-brunswiek", "goslar-quedlinburg"):
        t.stand(route, "neutral", "neutral", "neutral")
    for route in ("perleberg-stendal", "stendal-magdeburg", "paderborn-warburg", "kampen-arnheim"):
        t.stand(route, "neutral", "neutral")
    assert t.fields["neutral_stock"] == 0
    p = play(displaced(t), "put trader bremen-hamburg")
    assert (p.to_act, p.point) == (0, "turn")
