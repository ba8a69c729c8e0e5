"""Establishing a route: points, marker, office, skill, Coellen table, and the link between east and west."""

import pytest
from hansa_table import Table, general, offices_of, on_route, personal, track
from playing import legal, play, refusal

from burgrave.games.hansa.board import CITIES, ROUTES


def filled(route, *pieces, players=3, **steps):
    """p0 fills a route."""
    return Table(players).skill(0, **steps).stand(route, *pieces)


def control(position, city):
    """Who controls a city."""
    from burgrave.games.hansa.reading import control as controller

    return controller(position.s, CITIES.index(city))


# ---- the rulebook's example


def hannover_example():
    """Red fills Hannover-Lüneburg; blue controls Hannover, red Lüneburg."""
    t = filled("hannover-luneburg", "p0", "p0", "p0", players=4, privilege=3)
    return t.office("hannover", "p1").skill(0, book=1).office("luneburg", "p0")


def test_the_controllers_of_both_cities_score_a_point_each():
    p = hannover_example().position().play("establish hannover-luneburg")
    assert track(p) == [1, 1, 0, 0]


def test_red_then_opens_an_office_in_hannover_controls_it_and_completes_it():
    p = play(hannover_example().position(), "establish hannover-luneburg", "office hannover")
    assert offices_of(p, "hannover") == ["p1 trader", "p0 trader"]
    assert control(p, "hannover") == 0
    assert int(p.fields["completed_cities"]) == 1
    assert on_route(p, "hannover-luneburg") == {}


def test_the_two_other_traders_go_to_the_general_supply():
    before = hannover_example().position()
    after = play(before, "establish hannover-luneburg", "office hannover")
    assert general(after, 0) == (general(before, 0)[0] + 2, general(before, 0)[1])


# ---- establishing


def test_a_route_needs_an_own_piece_on_every_space():
    p = Table(3).stand("hamburg-lubeck", "p0", "p0", "p1").position()
    assert legal(p, "establish") == []
    assert refusal(p, "establish hamburg-lubeck") == "route_not_yours"


def test_establishing_is_never_automatic_and_costs_an_action():
    p = filled("kampen-osnabruck", "p0").position().play("place trader kampen-osnabruck")
    assert p.point == "turn"
    p = p.play("establish kampen-osnabruck")
    assert int(p.fields["actions_left"]) == 0


def test_one_player_may_score_both_cities():
    t = filled("hamburg-lubeck", "p0", "p0", "p0").office("hamburg", "p1").office("lubeck", "p1")
    assert track(t.position().play("establish hamburg-lubeck")) == [0, 2, 0]


def test_a_city_without_offices_scores_for_nobody():
    assert track(filled("hamburg-lubeck", "p0", "p0", "p0").position().play("establish hamburg-lubeck")) == [0, 0, 0]


def test_control_is_looked_at_before_the_new_office():
    p = play(filled("hamburg-lubeck", "p0", "p0", "p0").position(), "establish hamburg-lubeck", "office hamburg")
    assert track(p) == [0, 0, 0]


def test_a_route_may_be_established_for_nothing_and_clears_the_pieces():
    p = filled("hamburg-lubeck", "p0", "p0", "p0 merchant").position()
    p = play(p, "establish hamburg-lubeck", "pass")
    assert on_route(p, "hamburg-lubeck") == {}
    assert general(p, 0) == (6, 1)


def test_the_marker_is_taken_even_when_nothing_is_built():
    p = filled("osnabruck-bremen", "p0", "p0", "p0").position()
    p = play(p, "establish osnabruck-bremen", "pass")
    assert int(p.fields["markers_unused"][0][0]) == 1
    assert int(p.fields["route_marker"][ROUTES.index("osnabruck-bremen")]) == -1


def test_nothing_comes_between_establishing_and_its_choice():
    p = filled("hamburg-lubeck", "p0", "p0", "p0").position().play("establish hamburg-lubeck")
    assert p.why_not("end").startswith("First choose what the established route brings")


# ---- control


def test_more_offices_control():
    p = Table(4).skill(0, privilege=2).skill(1, privilege=2).office("minden", "p0", "p0", "p1").position()
    assert control(p, "minden") == 0


def test_among_equals_the_rightmost_office_controls():
    p = Table(4).skill(0, privilege=2).skill(1, privilege=2).office("hannover", "p0", "p1").position()
    assert control(p, "hannover") == 1


def test_an_extra_office_counts_but_loses_ties():
    t = Table(4).skill(1, privilege=2).office("hannover", "p1").extra("hannover", 0)
    assert control(t.position(), "hannover") == 1
    assert control(t.extra("hannover", 0).position(), "hannover") == 0


def test_of_two_extra_offices_the_newer_stands_further_left():
    t = Table(4).office("hannover", "p2").on_board("actions_3", instead_of="extra_office")
    for seat in (0, 1, 1, 0):
        t.extra("hannover", seat)
    assert control(t.position(), "hannover") == 0


# ---- offices


def test_slots_are_taken_from_the_left_and_need_the_privilege():
    t = filled("minden-hannover", "p0", "p0", "p0").office("minden", "p1")
    p = t.position().play("establish minden-hannover")
    assert "office hannover" in legal(p)
    assert refusal(p, "office minden") == "privilege"
    p = filled("minden-hannover", "p0", "p0", "p0", privilege=1).office("minden", "p1").position()
    assert "office minden" in legal(p.play("establish minden-hannover"))


def test_privilege_is_cumulative():
    p = filled("minden-hannover", "p0", "p0", "p0", privilege=3).position().play("establish minden-hannover")
    assert {"office minden", "office hannover"} <= set(legal(p))


def test_a_round_slot_takes_a_merchant_of_the_route_only():
    p = filled("bremen-hannover", "p0", "p0", "p0", players=4).position().play("establish bremen-hannover")
    assert refusal(p, "office bremen") == "shape"
    p = filled("bremen-hannover", "p0", "p0", "p0 merchant", players=4).position()
    p = play(p, "establish bremen-hannover", "office bremen")
    assert offices_of(p, "bremen") == ["p0 merchant"]


def test_a_square_slot_takes_no_merchant():
    t = filled("kampen-osnabruck", "p0 merchant", book=1).stand("kampen-osnabruck", "p0 merchant")
    p = t.position().play("establish kampen-osnabruck")
    assert refusal(p, "office osnabruck") == "shape"


def test_an_office_never_comes_from_a_supply():
    t = filled("emden-stade", "p0", "p0", "p0", players=4)
    p = t.position().play("establish emden-stade")
    assert personal(p, 0)[1] == 1
    assert legal(p, "office") == []


def test_a_full_city_takes_no_office():
    t = filled("duisburg-dortmund", "p0", "p0 merchant").office("duisburg", "p1")
    p = t.position().play("establish duisburg-dortmund")
    assert refusal(p, "office duisburg") == "city_full"
    assert refusal(p, "office hamburg") == "not_an_end"


def test_a_coin_pays_a_point_at_once():
    p = filled("hamburg-lubeck", "p0", "p0", "p0").position()
    assert track(play(p, "establish hamburg-lubeck", "office lubeck")) == [1, 0, 0]


def test_stade_has_a_coin_only_on_the_small_side():
    for players, points in ((3, 1), (4, 0)):
        p = filled("stade-hamburg", "p0", "p0", "p0 merchant", players=players).position()
        assert track(play(p, "establish stade-hamburg", "office stade"))[0] == points


def test_an_office_on_the_last_printed_slot_completes_the_city():
    p = filled("duisburg-dortmund", "p0", "p0").position()
    p = play(p, "establish duisburg-dortmund", "office duisburg")
    assert int(p.fields["completed_cities"]) == 1


# ---- skills


@pytest.mark.parametrize(
    ("skill", "route", "spaces", "freed"),
    [
        ("keys", "quedlinburg-halle", 4, "trader"),
        ("actions", "gottingen-quedlinburg", 3, "trader"),
        ("privilege", "stade-hamburg", 3, "trader"),
        ("book", "groningen-emden", 3, "merchant"),
        ("purse", "hamburg-lubeck", 3, "trader"),
    ],
)
def test_a_route_to_a_skill_city_develops_its_skill_and_frees_a_piece(skill, route, spaces, freed):
    before = filled(route, *["p0"] * spaces).position()
    after = play(before, f"establish {route}", f"develop {skill}")
    gained = [new - old for new, old in zip(personal(after, 0), personal(before, 0), strict=True)]
    assert gained == ([1, 0] if freed == "trader" else [0, 1])
    assert general(after, 0)[0] == general(before, 0)[0] + spaces


def test_only_the_skill_of_an_end_city_is_developed():
    p = filled("hamburg-lubeck", "p0", "p0", "p0").position().play("establish hamburg-lubeck")
    assert legal(p, "develop") == ["develop purse"]
    assert refusal(p, "develop keys") == "no_skill_city"


def test_a_full_skill_cannot_be_developed():
    p = filled("hamburg-lubeck", "p0", "p0", "p0", purse=3).position().play("establish hamburg-lubeck")
    assert p.why_not("develop purse") == "This skill is fully developed."


@pytest.mark.parametrize(("steps", "more"), [(0, 1), (1, 0), (2, 1), (3, 0), (4, 1)])
def test_a_higher_actions_value_gives_an_action_at_once_but_the_second_3_and_4_do_not(steps, more):
    p = filled("gottingen-quedlinburg", "p0", "p0", "p0", actions=steps).position()
    left = int(p.fields["actions_left"])
    p = play(p, "establish gottingen-quedlinburg", "develop actions")
    assert int(p.fields["actions_left"]) == left - 1 + more


# ---- the Coellen table


def coellen(*pieces, **steps):
    """p0 has established Coellen-Warburg."""
    return filled("coellen-warburg", *pieces, **steps).position().play("establish coellen-warburg")


def test_the_rulebooks_example_a_merchant_takes_the_orange_place_worth_8():
    p = coellen("p0", "p0", "p0", "p0 merchant", privilege=1)
    assert legal(p, "table") == ["table 7", "table 8"]
    before = general(p, 0)
    p = p.play("table 8")
    assert list(p.fields["table"]) == [-1, 0, -1, -1]
    assert general(p, 0) == (before[0] + 3, before[1])
    assert p.view(0).score_parts()[0]["table"] == 8


def test_with_traders_only_there_is_no_place_at_the_table():
    p = coellen("p0", "p0", "p0", "p0", privilege=1)
    assert legal(p, "table") == []
    assert p.why_not("table 7") == "The Coellen table needs a merchant on the established route."


def test_a_taken_place_at_the_table_stays_taken():
    t = filled("coellen-warburg", "p0", "p0", "p0", "p0 merchant").at_coellen(7, 1)
    p = t.position().play("establish coellen-warburg")
    assert refusal(p, "table 7") == "table_taken"
    assert refusal(p, "table 8") == "privilege"


def test_places_may_be_skipped_and_one_player_may_hold_several():
    t = filled("coellen-warburg", "p0", "p0", "p0", "p0 merchant", book=1, privilege=3).at_coellen(11, 0)
    p = play(t.position(), "establish coellen-warburg", "table 9")
    assert p.view(0).score_parts()[0]["table"] == 20


def test_only_the_route_to_warburg_leads_to_the_table():
    p = filled("paderborn-warburg", "p0", "p0", "p0 merchant").position().play("establish paderborn-warburg")
    assert p.why_not("table 7") == "Only the route between Coellen and Warburg leads to the Coellen table."


# ---- east and west


def nearly_linked(seat=0, players=3):
    """A chain Stendal, Brunswiek, Minden, Münster; only Arnheim is missing."""
    t = Table(players).skill(seat, privilege=3, book=1)
    who = f"p{seat}"
    return t.office("stendal", who).office("brunswiek", who).office("minden", who).office("munster", who)


def test_joining_stendal_and_arnheim_scores_seven_for_the_first():
    p = nearly_linked().stand("arnheim-munster", "p0", "p0", "p0").position()
    p = play(p, "establish arnheim-munster", "office arnheim")
    assert track(p)[0] == 7 + 1
    assert int(p.fields["link_rank"][0]) == 1


CHAINS = {
    "p1": ("stendal", "magdeburg", "goslar", "hildesheim", "paderborn", "dortmund", "duisburg", "arnheim"),
    "p2": ("stendal", "perleberg", "luneburg", "hannover", "minden", "munster", "arnheim"),
    "p3": ("stendal", "perleberg", "luneburg", "hannover", "bremen", "osnabruck", "kampen", "arnheim"),
}


@pytest.mark.parametrize(("others", "points"), [(1, 4), (2, 2), (3, 0)])
def test_later_players_score_four_two_and_nothing(others, points):
    t = nearly_linked(players=4).stand("arnheim-munster", "p0", "p0", "p0 merchant")
    for seat in range(1, others + 1):
        t.skill(seat, privilege=3, book=3)
        for city in CHAINS[f"p{seat}"]:
            t.office(city, f"p{seat}")
    ranks = [seat if 0 < seat <= others else 0 for seat in range(5)]
    t.points(0, 7, 7, 7).set(link_rank=ranks)
    p = play(t.position(), "establish arnheim-munster")
    before = track(p)[0]
    assert track(p.play("office arnheim"))[0] - before == points


def test_others_may_control_the_cities_of_the_chain():
    t = nearly_linked().skill(1, privilege=1).office("munster", "p1").stand("arnheim-munster", "p0", "p0", "p0")
    p = play(t.position(), "establish arnheim-munster", "office arnheim")
    assert int(p.fields["link_rank"][0]) == 1
    assert control(p, "munster") == 1


def test_an_extra_office_may_close_the_chain():
    t = nearly_linked().office("arnheim", "p1").give(0, "extra_office").stand("arnheim-munster", "p0", "p0", "p0")
    p = play(t.position(), "establish arnheim-munster", "extra trader arnheim")
    assert int(p.fields["link_rank"][0]) == 1


def test_the_chain_pays_only_once():
    t = nearly_linked().office("arnheim", "p0").points(7).set(link_rank=[1, 0, 0, 0, 0])
    t.stand("kampen-arnheim", "p0", "p0", "p0 merchant")
    p = play(t.position(), "establish kampen-arnheim", "office arnheim")
    assert track(p)[0] == 8
