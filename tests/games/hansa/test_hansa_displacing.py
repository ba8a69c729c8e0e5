"""Displacing a piece, and what its owner gets for it."""

from hansa_table import Table, general, on_route, personal
from playing import legal, play, refusal

RING_OF_HAMBURG_LUBECK = ["bremen-hamburg", "hamburg-luneburg", "stade-hamburg"]


def routes_of(moves):
    """The routes that moves name."""
    return sorted({text.split()[-1] for text in moves})


def displaced(kind="trader", **supply):
    """p0 has just paid for displacing p1's piece on Hamburg-Lübeck."""
    t = Table(3).stand("hamburg-lubeck", f"p1 {kind}")
    if supply:
        t.supply(1, **supply)
    pay = "pay trader" if kind == "trader" else "pay trader trader"
    return play(t.position(), f"displace p1 {kind} hamburg-lubeck", "with trader", pay)


def test_the_rulebooks_example_one_extra_piece_and_two_different_neighbouring_routes():
    p = displaced()
    assert personal(p, 0) == (3, 1)
    assert general(p, 0) == (7, 0)
    assert (p.to_act, p.point) == (1, "relocate")
    general_before = general(p, 1)
    p = play(p, "put trader stade-hamburg", "put trader bremen-hamburg")
    assert on_route(p, "hamburg-lubeck") == {"p0 trader": 1}
    assert on_route(p, "stade-hamburg") == on_route(p, "bremen-hamburg") == {"p1 trader": 1}
    assert general(p, 1) == (general_before[0] - 1, general_before[1])
    assert (p.to_act, p.point, int(p.fields["actions_left"])) == (0, "turn", 1)


def test_both_pieces_may_go_to_one_route():
    p = play(displaced(), "put trader stade-hamburg", "put trader stade-hamburg")
    assert on_route(p, "stade-hamburg") == {"p1 trader": 2}


def test_a_merchant_costs_two_pieces_and_brings_its_owner_two():
    p = Table(3).stand("hamburg-lubeck", "p1 merchant").position()
    p = play(p, "displace p1 merchant hamburg-lubeck", "with trader")
    assert legal(p) == ["pay trader trader", "pay trader merchant"]
    assert p.why_not("pay trader") == "A displaced merchant costs exactly two pieces."
    p = play(p, "pay trader merchant")
    assert int(p.fields["additional"]) == 2
    p = play(p, "put merchant stade-hamburg", "put trader stade-hamburg", "put trader stade-hamburg")
    assert on_route(p, "stade-hamburg") == {"p1 trader": 2, "p1 merchant": 1}


def test_a_trader_may_displace_a_merchant_and_a_merchant_a_trader():
    p = Table(3).stand("hamburg-lubeck", "p1").position()
    p = play(p, "displace p1 trader hamburg-lubeck", "with merchant", "pay trader")
    assert on_route(p, "hamburg-lubeck") == {"p0 merchant": 1}


def test_nothing_moves_before_the_player_has_said_with_which_piece():
    p = Table(3).stand("hamburg-lubeck", "p1").position().play("displace p1 trader hamburg-lubeck")
    assert on_route(p, "hamburg-lubeck") == {"p1 trader": 1}
    assert legal(p) == ["with trader", "with merchant"]


def test_payment_may_be_a_merchant():
    p = Table(3).stand("hamburg-lubeck", "p1").supply(0, 1, 1).position()
    p = play(p, "displace p1 trader hamburg-lubeck", "with trader", "pay merchant")
    assert general(p, 0)[1] == 1


def test_displacing_a_trader_needs_two_pieces():
    t = Table(3).stand("hamburg-lubeck", "p1")
    assert legal(t.supply(0, 1).position(), "displace") == []
    assert refusal(t.position(), "displace p1 trader hamburg-lubeck") == "few_for_trader"
    assert legal(t.supply(0, 1, 1).position(), "displace") == ["displace p1 trader hamburg-lubeck"]


def test_displacing_a_merchant_needs_three_pieces():
    t = Table(3).stand("hamburg-lubeck", "p1 merchant").supply(0, 2)
    sentence = t.position().why_not("displace p1 merchant hamburg-lubeck")
    assert sentence.startswith("Displacing a merchant needs three pieces")
    assert legal(t.supply(0, 2, 1).position(), "displace") == ["displace p1 merchant hamburg-lubeck"]


def test_own_pieces_and_offices_cannot_be_displaced():
    p = Table(3).stand("hamburg-lubeck", "p0").office("hamburg", "p1").position()
    assert legal(p, "displace") == []
    assert p.why_not("displace p0 trader hamburg-lubeck") == "You cannot displace your own piece."


def test_the_action_must_be_finished_before_anything_else():
    p = Table(3).stand("hamburg-lubeck", "p1").give(0, "actions_3").position()
    p = p.play("displace p1 trader hamburg-lubeck")
    assert p.why_not("use actions_3").startswith("First choose which of your pieces")
    p = p.play("with trader")
    assert refusal(p, "end") == "choose_pay"


# ---- where the pieces go


def test_the_pieces_go_to_routes_that_share_a_city_never_to_the_origin():
    p = displaced()
    assert routes_of(legal(p, "put")) == RING_OF_HAMBURG_LUBECK
    assert refusal(p, "put trader hamburg-lubeck") == "origin_route"
    assert refusal(p, "put trader minden-hannover") == "nearer_route"


def test_full_neighbours_open_the_next_ring():
    t = Table(3).stand("hamburg-lubeck", "p1")
    t.stand("stade-hamburg", "p2", "p2", "p2").stand("hamburg-luneburg", "p2", "p2", "p2", "p2")
    t.stand("bremen-hamburg", "p0", "p0", "p0", "p2").supply(0, 5)
    p = play(t.position(), "displace p1 trader hamburg-lubeck", "with trader", "pay trader")
    ring = ["bremen-hannover", "bremen-minden", "hannover-luneburg", "luneburg-perleberg", "osnabruck-bremen"]
    assert routes_of(legal(p, "put")) == ring


def test_the_ring_is_found_anew_for_every_piece():
    t = Table(3).stand("hamburg-lubeck", "p1")
    t.stand("stade-hamburg", "p2", "p2").stand("hamburg-luneburg", "p2", "p2", "p2", "p2")
    t.stand("bremen-hamburg", "p0", "p0", "p0", "p0").supply(0, 5)
    p = play(t.position(), "displace p1 trader hamburg-lubeck", "with trader", "pay trader")
    assert routes_of(legal(p, "put")) == ["stade-hamburg"]
    p = p.play("put trader stade-hamburg")
    assert "bremen-minden" in routes_of(legal(p, "put"))


def crowded(*free):
    """Five players with full skills fill the board except these routes."""
    t = Table(5)
    for seat in range(5):
        t.skill(seat, keys=4, actions=5, privilege=3, purse=3)
    return t.fill_others(*free)


def test_a_piece_that_has_nowhere_to_go_cannot_be_displaced_though_its_own_route_has_spaces():
    p = crowded("hamburg-lubeck").stand("hamburg-lubeck", "p1").position()
    assert p.why_not("displace p1 trader hamburg-lubeck").startswith("A piece cannot be displaced while no other route")


def test_a_single_empty_space_elsewhere_is_enough_to_displace():
    p = crowded("hamburg-lubeck").stand("hamburg-lubeck", "p1", "p2").position()
    other = next(text for text in legal(p, "displace") if not text.endswith("hamburg-lubeck"))
    p = play(p, other, "with trader", "pay trader")
    assert legal(p) == ["put trader hamburg-lubeck"]
    assert p.play("put trader hamburg-lubeck").point == "turn"


# ---- the additional pieces


def test_the_displaced_piece_must_go_down_but_the_additional_one_may_be_declined():
    p = displaced()
    assert p.why_not("done") == "The displaced piece must be put on a route first."
    p = p.play("put trader stade-hamburg")
    assert "done" in legal(p)
    p = p.play("done")
    assert (p.to_act, p.point) == (0, "turn")


def test_additional_pieces_come_from_the_general_supply():
    p = displaced()
    assert general(p, 1) == (4, 0)
    assert refusal(p, "put merchant stade-hamburg") == "not_in_source"


def test_an_empty_general_supply_opens_the_personal_one():
    p = displaced(traders=10, merchants=1)
    assert general(p, 1) == (0, 0)
    p = play(p, "put trader stade-hamburg", "put merchant stade-hamburg")
    assert personal(p, 1) == (10, 0)


def bare_hands(*routes, kind="trader", table=None):
    """p1 has nothing in either supply; p0 has displaced its piece on Hamburg-Lübeck."""
    t = (table or Table(3)).stand("hamburg-lubeck", f"p1 {kind}")
    for route, count in zip(("coellen-warburg", "brunswiek-stendal", "minden-brunswiek"), (4, 4, 4), strict=True):
        for _ in range(count):
            if sum(t.fields["general"][1]) + sum(t.fields["personal"][1]) == 0:
                break
            have = t.fields["general"][1][0] + t.fields["personal"][1][0]
            t.stand(route, "p1" if have else "p1 merchant")
    for route in routes:
        t.stand(route, "p1")
    pay = "pay trader" if kind == "trader" else "pay trader trader"
    return play(t.position(), f"displace p1 {kind} hamburg-lubeck", "with trader", pay)


def test_with_both_supplies_empty_own_pieces_on_routes_may_move():
    p = bare_hands()
    assert "lift trader coellen-warburg" in legal(p)
    p = p.play("lift trader coellen-warburg")
    assert legal(p) == [f"put trader {route}" for route in ("stade-hamburg", "hamburg-luneburg", "bremen-hamburg")]
    p = play(p, "put trader stade-hamburg", "put trader stade-hamburg")
    assert on_route(p, "coellen-warburg") == {"p1 trader": 3}
    assert on_route(p, "stade-hamburg") == {"p1 trader": 2}
    assert (p.to_act, p.point) == (0, "turn")


def test_pieces_on_routes_stay_while_a_supply_has_any():
    p = displaced()
    t = Table(3).stand("hamburg-lubeck", "p1").stand("coellen-warburg", "p1")
    p = play(t.position(), "displace p1 trader hamburg-lubeck", "with trader", "pay trader")
    assert legal(p, "lift") == []
    assert p.why_not("lift trader coellen-warburg").startswith("Pieces on routes become additional ones only when")


def test_a_lifted_piece_does_not_return_to_its_route():
    p = play(bare_hands(), "put trader stade-hamburg", "lift trader stade-hamburg")
    assert refusal(p, "put trader stade-hamburg") == "own_route_again"
    assert routes_of(legal(p, "put")) == ["bremen-hamburg", "hamburg-luneburg"]


def test_a_lifted_piece_goes_down_before_anything_else():
    p = bare_hands().play("put trader stade-hamburg")
    assert [refusal(p, text) for text in ("done", "lift trader coellen-warburg")] == ["allowed", "allowed"]
    p = p.play("lift trader coellen-warburg")
    assert refusal(p, "done") == refusal(p, "lift trader coellen-warburg") == "put_lifted_first"


def test_a_piece_is_lifted_only_where_another_route_is_the_nearest():
    t = Table(3).stand("bremen-hamburg", "p1")
    for route, spaces in (("stade-hamburg", 3), ("hamburg-luneburg", 4)):
        t.stand(route, *["p2"] * spaces)
    p = bare_hands(table=t)
    assert refusal(p, "lift trader coellen-warburg") == "allowed"
    assert refusal(p, "lift trader bremen-hamburg") == "keep_a_space"
    assert "lift trader bremen-hamburg" not in legal(p)


def test_an_additional_piece_may_go_down_before_the_displaced_one():
    t = Table(3).stand("hamburg-lubeck", "p1 merchant")
    p = play(t.position(), "displace p1 merchant hamburg-lubeck", "with trader", "pay trader trader")
    p = p.play("put trader stade-hamburg")
    assert int(p.fields["additional"]) == 1
    assert "done" not in legal(p)
    p = play(p, "put merchant stade-hamburg", "done")
    assert on_route(p, "stade-hamburg") == {"p1 trader": 1, "p1 merchant": 1}


def test_an_additional_piece_waits_when_only_one_space_is_left_for_the_displaced_one():
    t = crowded("hamburg-lubeck", "kampen-osnabruck")
    p = t.stand("hamburg-lubeck", "p1 merchant").stand("kampen-osnabruck", "p2").position()
    p = play(p, "displace p1 merchant hamburg-lubeck", "with trader", "pay trader trader")
    assert legal(p) == ["put merchant kampen-osnabruck"]
    assert p.why_not("put trader kampen-osnabruck").startswith("An empty space must stay")
    p = p.play("put merchant kampen-osnabruck")
    assert (p.to_act, p.point) == (0, "turn")


def test_of_two_pieces_of_one_kind_the_displaced_one_goes_down_first():
    p = displaced()
    before = general(p, 1)
    p = p.play("put trader stade-hamburg")
    assert general(p, 1) == before
    assert int(p.fields["additional"]) == 1


def test_a_route_filled_by_the_displaced_player_is_not_established_by_itself():
    t = Table(3).stand("hamburg-lubeck", "p1").stand("stade-hamburg", "p1", "p1")
    p = play(t.position(), "displace p1 trader hamburg-lubeck", "with trader", "pay trader", "put trader stade-hamburg")
    assert on_route(p, "stade-hamburg") == {"p1 trader": 3}
    p = play(p, "done", "end")
    assert "establish stade-hamburg" in legal(p)
