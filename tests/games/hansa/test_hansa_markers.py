"""Bonus markers: one section per kind, then how they are won and replaced."""

import pytest
from hansa_table import Table, general, offices_of, on_route, personal, track
from playing import legal, play, refusal

from burgrave import CHANCE
from burgrave.games.hansa.board import CITIES, MARKERS, ROUTES


def unused(position, seat, marker):
    """How many unused markers of a kind a seat has."""
    return int(position.fields["markers_unused"][seat][MARKERS.index(marker)])


def used(position, seat, marker):
    """How many used markers of a kind a seat has."""
    return int(position.fields["markers_used"][seat][MARKERS.index(marker)])


# ---- extra office


def with_extra(*pieces, city="duisburg", owners=("p1",), **options):
    """p0 has the marker and has established Duisburg-Dortmund."""
    t = Table(**{"players": 3, **options}).give(0, "extra_office").stand("duisburg-dortmund", *pieces)
    if owners:
        t.office(city, *owners)
    return t.position().play("establish duisburg-dortmund")


def test_an_extra_office_stands_beside_a_full_city():
    p = with_extra("p0", "p0").play("extra trader duisburg")
    assert offices_of(p, "duisburg") == ["p1 trader"]
    assert int(p.fields["extra"][CITIES.index("duisburg")][0]) == 1
    assert used(p, 0, "extra_office") == 1
    assert general(p, 0)[0] == 5


def test_an_extra_office_needs_no_privilege_and_no_shape():
    p = with_extra("p0", "p0 merchant", city="dortmund", owners=("p1",))
    assert legal(p, "office") == ["office duisburg"]
    assert legal(p, "extra") == ["extra trader dortmund", "extra merchant dortmund"]


def test_an_extra_office_is_allowed_although_a_slot_is_free():
    t = Table(3).give(0, "extra_office").office("osnabruck", "p1").skill(0, privilege=1)
    p = t.stand("kampen-osnabruck", "p0", "p0").position().play("establish kampen-osnabruck")
    assert {"office osnabruck", "extra trader osnabruck"} <= set(legal(p))


def test_an_extra_office_needs_somebodys_office_in_the_city():
    p = with_extra("p0", "p0", owners=())
    assert legal(p, "extra") == []
    assert p.why_not("extra trader duisburg").startswith("An extra office needs a city in which somebody has an office")


def test_an_extra_office_takes_a_piece_of_the_route():
    p = with_extra("p0", "p0")
    assert refusal(p, "extra merchant duisburg") == "not_on_route"


def test_the_extra_office_just_won_cannot_be_used_in_the_same_action():
    t = Table(3).stand("osnabruck-bremen", "p0", "p0", "p0").office("osnabruck", "p1")
    p = t.position().play("establish osnabruck-bremen")
    assert unused(p, 0, "extra_office") == 1
    assert p.why_not("extra trader osnabruck") == "A marker cannot be used in the action that has won it."


def test_an_older_extra_office_can_be_used_while_another_is_won():
    t = Table(3).stand("osnabruck-bremen", "p0", "p0", "p0").office("osnabruck", "p1").give(0, "extra_office")
    p = t.position().play("establish osnabruck-bremen")
    assert "extra trader osnabruck" in legal(p)


def test_an_extra_office_pays_no_coin_and_completes_no_city():
    t = Table(3).give(0, "extra_office").office("lubeck", "p1").stand("hamburg-lubeck", "p0", "p0", "p0")
    p = play(t.position(), "establish hamburg-lubeck", "extra trader lubeck")
    assert track(p) == [0, 1, 0]
    assert int(p.fields["completed_cities"]) == 0


def test_an_extra_office_counts_in_the_network():
    p = with_extra("p0", "p0").play("extra trader duisburg")
    assert p.scores[0] == 1 + 1


def test_there_is_no_use_of_the_extra_office_marker_between_actions():
    p = Table(3).give(0, "extra_office").position()
    assert legal(p, "use") == []


# ---- swap offices


def hannover(**options):
    """Two offices in Hannover: p1 left, p2 right; p0 has the marker."""
    return Table(4, **options).skill(2, privilege=2).office("hannover", "p1", "p2").give(0, "swap_offices")


def test_two_neighbouring_offices_change_places():
    p = play(hannover().position(), "use swap_offices", "swap hannover 0")
    assert offices_of(p, "hannover") == ["p2 trader", "p1 trader"]
    assert (p.point, int(p.fields["actions_left"])) == ("turn", 2)


def test_swapping_ignores_the_shape_of_the_slots():
    t = Table(4).skill(2, privilege=3).office("bremen", "p1", "p2").give(0, "swap_offices")
    p = play(t.position(), "use swap_offices", "swap bremen 0")
    assert offices_of(p, "bremen") == ["p2 trader", "p1 merchant"]


def test_swapping_needs_two_neighbouring_offices():
    t = Table(4).office("hannover", "p1").give(0, "swap_offices")
    p = t.position()
    assert p.why_not("use swap_offices") == "No city has two neighbouring offices that you may swap."


def test_extra_offices_are_not_swapped():
    t = Table(4).office("hannover", "p1").extra("hannover", 0).give(0, "swap_offices")
    assert legal(t.position(), "use") == []


def test_swapping_onto_a_coin_scores_nothing():
    t = Table(4).skill(2, privilege=2).office("lubeck", "p1", "p2").give(0, "swap_offices")
    assert track(play(t.position(), "use swap_offices", "swap lubeck 0")) == [0, 0, 0, 0]


def test_a_swapped_city_is_still_complete():
    p = hannover().position()
    assert int(play(p, "use swap_offices", "swap hannover 0").fields["completed_cities"]) == 1


def test_two_offices_of_one_owner_may_be_swapped():
    t = Table(4).skill(1, privilege=2).office("hannover", "p1", "p1").give(0, "swap_offices")
    assert legal(t.position().play("use swap_offices")) == ["swap hannover 0"]


def test_with_the_option_own_one_of_the_offices_must_be_the_players():
    p = hannover(swap="own").position()
    assert p.why_not("use swap_offices") is not None
    t = hannover(swap="own").skill(0, privilege=1).office("hamburg", "p0")
    t.skill(1, privilege=1).office("hamburg", "p1")
    p = t.position().play("use swap_offices")
    assert legal(p) == ["swap hamburg 0"]
    assert p.why_not("swap hannover 0") == "One of the two offices must be yours."


def test_where_one_must_be_yours_it_may_be_the_right_one():
    t = Table(4, swap="own").skill(0, privilege=2).office("hannover", "p1", "p0").give(0, "swap_offices")
    p = t.position().play("use swap_offices")
    assert legal(p) == ["swap hannover 0"]
    assert p.why_not("swap hannover 0") is None


# ---- three and four more actions


@pytest.mark.parametrize(("marker", "more"), [("actions_3", 3), ("actions_4", 4)])
def test_more_actions_in_this_turn(marker, more):
    p = Table(3).give(0, marker).position().play(f"use {marker}")
    assert int(p.fields["actions_left"]) == 2 + more
    assert (unused(p, 0, marker), used(p, 0, marker)) == (0, 1)


def test_more_actions_may_be_used_after_the_last_action():
    p = Table(3).give(0, "actions_3").position()
    p = play(p, "place trader minden-hannover", "place trader minden-hannover", "use actions_3")
    assert int(p.fields["actions_left"]) == 3


def test_several_markers_may_be_used_in_one_turn():
    p = play(Table(3).give(0, "actions_3", "actions_4").position(), "use actions_4", "use actions_3")
    assert int(p.fields["actions_left"]) == 9


def test_more_actions_do_not_last_into_the_next_turn():
    p = play(Table(3).give(0, "actions_4").position(), "use actions_4", "end", "end", "end")
    assert (p.to_act, int(p.fields["actions_left"])) == (0, 2)


# ---- improve a skill


def test_any_one_skill_is_developed_and_its_piece_goes_to_the_personal_supply():
    p = Table(3).give(0, "improve_skill").position().play("use improve_skill")
    assert legal(p) == [f"develop {skill}" for skill in ("keys", "actions", "privilege", "book", "purse")]
    p = p.play("develop book")
    assert personal(p, 0) == (5, 2)
    assert (p.point, int(p.fields["actions_left"])) == ("turn", 2)


def test_improving_actions_gives_an_action_at_once():
    p = play(Table(3).give(0, "improve_skill").position(), "use improve_skill", "develop actions")
    assert int(p.fields["actions_left"]) == 3


def test_a_full_skill_cannot_be_improved():
    p = Table(3).skill(0, keys=4).give(0, "improve_skill").position().play("use improve_skill")
    assert p.why_not("develop keys") == "This skill is fully developed."


def test_the_marker_is_useless_when_all_skills_are_full():
    t = Table(3).skill(0, keys=4, actions=5, privilege=3, book=3, purse=3).give(0, "improve_skill")
    assert t.position().why_not("use improve_skill") == "All your skills are fully developed."


# ---- remove three


def removing(**options):
    """p0 uses the marker; pieces of everybody stand on routes."""
    t = Table(3, **options).give(0, "remove_3")
    t.stand("hamburg-lubeck", "p1", "p2 merchant").stand("minden-hannover", "p0", "p1 merchant")
    return t.position().play("use remove_3")


def test_up_to_three_pieces_of_any_owner_and_kind_return_to_personal_supplies():
    p = removing()
    before = [personal(p, seat) for seat in range(3)]
    p = play(
        p, "remove p1 trader hamburg-lubeck", "remove p2 merchant hamburg-lubeck", "remove p0 trader minden-hannover"
    )
    after = [personal(p, seat) for seat in range(3)]
    assert [(a[0] - b[0], a[1] - b[1]) for a, b in zip(after, before, strict=True)] == [(1, 0), (1, 0), (0, 1)]
    assert (p.point, on_route(p, "hamburg-lubeck")) == ("turn", {})


def test_removing_may_stop_after_the_first():
    p = removing()
    assert p.why_not("done") == "At least one piece must be removed."
    p = play(p, "remove p1 merchant minden-hannover", "done")
    assert p.point == "turn"


def test_removing_ends_by_itself_when_the_routes_are_empty():
    p = Table(3).give(0, "remove_3").stand("hamburg-lubeck", "p1").position()
    assert play(p, "use remove_3", "remove p1 trader hamburg-lubeck").point == "turn"


def test_offices_and_the_coellen_table_are_immune():
    t = Table(3).give(0, "remove_3").office("hamburg", "p1").at_coellen(7, 2)
    assert t.position().why_not("use remove_3") == "There is no piece on any route to remove."


def test_what_is_not_there_cannot_be_removed():
    assert refusal(removing(), "remove p2 trader hamburg-lubeck") == "no_such_piece"


# ---- winning and replacing


def won(**options):
    """p0 establishes Osnabrück-Bremen with its last action and wins the extra office."""
    t = Table(**{"players": 3, **options}).stand("osnabruck-bremen", "p0", "p0", "p0").set(actions_left=1)
    return play(t.position(), "establish osnabruck-bremen", "pass")


def test_a_marker_taken_is_replaced_at_the_end_of_the_turn():
    p = won()
    assert (p.to_act, p.point) == (CHANCE, "draw")
    p = p.play("draw actions_4")
    assert (p.to_act, p.point) == (0, "marker")
    p = p.play("marker minden-hannover")
    assert int(p.fields["route_marker"][ROUTES.index("minden-hannover")]) == MARKERS.index("actions_4")
    assert (p.to_act, p.point) == (1, "turn")


def test_a_new_marker_may_go_to_the_route_just_cleared():
    assert "marker osnabruck-bremen" in legal(won().play("draw actions_4"))


def test_a_new_marker_needs_a_route_without_pieces_and_markers():
    t = Table(3).stand("osnabruck-bremen", "p0", "p0", "p0").stand("hamburg-lubeck", "p1").set(actions_left=1)
    p = play(t.position(), "establish osnabruck-bremen", "pass", "draw actions_4")
    assert refusal(p, "marker hamburg-lubeck") == "route_occupied"
    assert refusal(p, "marker hildesheim-goslar") == "route_has_marker"
    assert p.why_not("end") == "First place the new marker on a route."


def test_a_new_marker_needs_an_empty_slot_at_one_end():
    t = Table(3).stand("osnabruck-bremen", "p0", "p0", "p0").set(actions_left=1)
    t.skill(1, privilege=1, book=1).office("duisburg", "p1").office("dortmund", "p1", "p1")
    p = play(t.position(), "establish osnabruck-bremen", "pass", "draw actions_4")
    assert p.why_not("marker duisburg-dortmund").startswith("A new marker goes to a route that leads to a city")
    assert p.why_not("marker arnheim-duisburg") is None


def test_several_markers_are_drawn_and_placed_one_by_one():
    t = Table(3).skill(0, actions=1).stand("osnabruck-bremen", "p0", "p0", "p0")
    t.stand("luneburg-perleberg", "p0", "p0", "p0 merchant").set(actions_left=2)
    p = play(t.position(), "establish osnabruck-bremen", "pass", "establish luneburg-perleberg", "pass")
    p = play(p, "draw actions_4", "marker minden-hannover")
    assert (p.to_act, p.point) == (CHANCE, "draw")
    p = play(p, "draw actions_3", "marker hamburg-lubeck")
    assert (p.to_act, p.point) == (1, "turn")


def test_without_a_route_for_it_a_marker_goes_to_the_box():
    t = Table(5)
    for seat in range(5):
        t.skill(seat, keys=4, actions=5, privilege=3, purse=3)
    t.give(0, "swap_offices")
    t.stand("osnabruck-bremen", "p0", "p0", "p0").fill_others()
    p = play(t.set(actions_left=2).position(), "establish osnabruck-bremen", "pass")
    p = play(p, "place trader osnabruck-bremen", "draw actions_4")
    assert int(p.fields["box"][MARKERS.index("actions_4")]) == 1
    assert (p.to_act, p.point) == (1, "turn")


def test_the_turn_stays_open_for_the_marker_just_won():
    t = Table(3).stand("hildesheim-goslar", "p0", "p0", "p0").stand("hamburg-lubeck", "p1").set(actions_left=1)
    p = play(t.position(), "establish hildesheim-goslar", "office goslar")
    assert legal(p) == ["end", "use remove_3"]
