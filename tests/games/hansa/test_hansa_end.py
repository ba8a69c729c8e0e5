"""How the game ends, what counts at the end, and who wins."""

import pytest
from hansa_table import Table, track
from playing import legal, play, recorded

from burgrave.games.hansa.board import CITIES, LAST_COMPLETED_CITY, LAST_TRACK_POINT, SLOTS

# ---- the three ends and the bound


def test_the_game_ends_at_twenty_points_on_the_track():
    t = Table(3).points(19).office("hamburg", "p0").stand("hamburg-lubeck", "p0", "p0", "p0")
    p = play(t.position(), "establish hamburg-lubeck", "pass")
    assert p.to_act is None
    assert p.point == "over"
    assert p.winners == (0,)


def test_another_players_twentieth_point_ends_the_game_too():
    t = Table(3).points(0, 19).office("hamburg", "p1").stand("hamburg-lubeck", "p0", "p0", "p0")
    assert play(t.position(), "establish hamburg-lubeck", "pass").winners == (1,)


def test_the_action_that_ends_the_game_is_finished_completely():
    t = Table(3).points(19).office("hamburg", "p0").stand("hamburg-lubeck", "p0", "p0", "p0")
    p = t.position().play("establish hamburg-lubeck")
    assert (p.to_act, p.point) == (0, "establish")
    p = p.play("office lubeck")
    assert track(p)[0] == 21


def test_remaining_actions_are_lost_at_the_end():
    t = Table(3).points(19).office("hamburg", "p0").stand("hamburg-lubeck", "p0", "p0", "p0").give(0, "actions_4")
    p = play(t.position(), "use actions_4", "establish hamburg-lubeck", "pass")
    assert p.moves() == ()


def test_the_game_ends_when_the_stack_cannot_replace_a_marker():
    t = Table(3).stand("osnabruck-bremen", "p0", "p0", "p0")
    t.used(1, *["swap_offices", "actions_3", "actions_4"] * 2, "improve_skill", "improve_skill", "remove_3")
    t.give(1, "extra_office", "extra_office", "extra_office")
    p = play(t.position(), "establish osnabruck-bremen", "pass")
    assert p.to_act is None
    assert p.scores[0] == 1


def test_the_last_marker_of_the_stack_can_still_be_drawn():
    t = Table(3).stand("osnabruck-bremen", "p0", "p0", "p0")
    t.used(1, *["swap_offices", "actions_3", "actions_4"] * 2, "improve_skill", "improve_skill", "remove_3")
    t.give(1, "extra_office", "extra_office")
    p = play(t.position(), "establish osnabruck-bremen", "pass", "end")
    assert legal(p) == ["draw extra_office"]


COMPLETE = ("duisburg", "brunswiek", "goslar", "hannover", "hildesheim", "hamburg", "perleberg", "osnabruck", "bremen")


def test_the_game_ends_when_the_tenth_city_is_complete():
    t = Table(3)
    for seat in range(3):
        t.skill(seat, privilege=3, book=1)
    for city in COMPLETE:
        slots = int(SLOTS[t.side, CITIES.index(city)])
        t.office(city, *("p0", "p1", "p2")[:slots])
    t.stand("hannover-luneburg", "p0", "p0", "p0 merchant")
    p = t.position()
    assert int(p.fields["completed_cities"]) == LAST_COMPLETED_CITY - 1
    p = play(p, "establish hannover-luneburg", "office luneburg")
    assert p.to_act is None
    assert max(track(p)) < LAST_TRACK_POINT


def test_the_game_ends_after_the_last_round():
    p = play(Table(3, max_rounds=2).position(), *["end"] * 5)
    assert p.to_act == 2
    p = p.play("end")
    assert p.to_act is None
    assert p.winners == (0, 1, 2)


def test_pending_markers_are_not_placed_after_the_last_round():
    t = Table(2, max_rounds=1).set(turns_finished=1, active=1, to_act=1)
    t.stand("kampen-osnabruck", "p1", "p1").lay("swap_offices", "kampen-osnabruck")
    p = play(t.position(), "establish kampen-osnabruck", "pass", "end")
    assert p.to_act is None
    assert p.scores[1] == 1


# ---- points at the end


def test_points_count_at_any_time_as_if_the_game_ended_now():
    assert Table(3).position().scores == (0, 0, 0)


@pytest.mark.parametrize("skill", ["actions", "privilege", "book", "purse"])
def test_a_full_skill_is_worth_four_points(skill):
    steps = {"actions": 5, "privilege": 3, "book": 3, "purse": 3}[skill]
    assert Table(3).skill(0, **{skill: steps - 1}).position().scores[0] == 0
    assert Table(3).skill(0, **{skill: steps}).position().scores[0] == 4


def test_full_keys_are_worth_nothing_by_themselves():
    assert Table(3).skill(0, keys=4).position().scores[0] == 0


STACK = (
    *("swap_offices", "actions_3", "actions_4", "improve_skill") * 2,
    *("extra_office", "extra_office", "extra_office", "remove_3"),
)


@pytest.mark.parametrize(
    ("markers", "points"),
    [(0, 0), (1, 1), (2, 3), (3, 3), (4, 6), (5, 6), (6, 10), (7, 10), (8, 15), (9, 15), (10, 21), (11, 21), (12, 21)],
)
def test_markers_used_or_not_are_worth_more_the_more_there_are(markers, points):
    t = Table(3)
    for k, marker in enumerate(STACK[:markers]):
        if k % 2 and marker != "extra_office":
            t.used(0, marker)
        else:
            t.give(0, marker)
    assert t.position().scores[0] == points


def test_the_coellen_table_pays_seven_eight_nine_and_eleven():
    t = Table(3).skill(0, privilege=3, book=3)
    for points in (7, 8, 9, 11):
        t.at_coellen(points, 0)
    assert t.position().scores[0] == 35 + 8


def test_a_controlled_city_is_worth_two_points():
    p = Table(3).office("hamburg", "p0").position()
    assert p.scores[0] == 2 + 1


def test_the_rulebooks_example_eight_offices_at_three_points_are_24():
    t = Table(4).skill(0, privilege=3, keys=3, book=3)
    t.office("hannover", "p0").office("minden", "p0", "p0").office("bremen", "p0").office("osnabruck", "p0")
    t.office("munster", "p0").office("paderborn", "p0").office("hildesheim", "p0")
    assert t.position().view(0).score_parts()[0]["network"] == 24


def test_only_the_largest_network_counts():
    t = Table(4).skill(0, privilege=3, book=3).office("hamburg", "p0").office("lubeck", "p0")
    t.office("duisburg", "p0")
    assert t.position().view(0).score_parts()[0]["network"] == 2


def test_neighbours_are_joined_without_pieces_on_the_route_and_only_on_their_side_of_the_board():
    for players, size in ((3, 1), (4, 2)):
        t = Table(players).skill(0, privilege=1, book=2).office("emden", "p0").office("stade", "p0")
        assert t.position().view(0).score_parts()[0]["network"] == size


@pytest.mark.parametrize(("steps", "value"), [(0, 1), (1, 2), (2, 2), (3, 3), (4, 4)])
def test_keys_show_one_two_two_three_four(steps, value):
    p = Table(3).skill(0, keys=steps).office("hamburg", "p0").position()
    assert p.view(0).score_parts()[0]["network"] == value


# ---- winners


def last_turn(players=2):
    """The last turn of the last round."""
    return Table(players, max_rounds=1).set(turns_finished=players - 1, active=players - 1, to_act=players - 1)


def test_most_points_win():
    assert last_turn().points(3, 5).position().play("end").winners == (1,)


def test_a_tie_goes_to_the_least_developed_actions_track():
    t = last_turn().points(5, 5).skill(0, actions=2).skill(1, actions=1).set(actions_left=2)
    assert t.position().play("end").winners == (1,)


def test_then_to_more_network_points():
    t = last_turn().office("hamburg", "p0").points(0, 3)
    assert t.position().play("end").scores == (3, 3)
    assert t.position().play("end").winners == (0,)


def test_then_the_win_is_shared():
    assert last_turn(3).points(4, 4, 1).position().play("end").winners == (0, 1)


def test_winners_are_empty_before_the_end():
    assert Table(3).points(5).position().winners == ()


# ---- one recorded game for each end


def ended_by(match):
    """Which end a finished game came to."""
    f = match.position.fields
    if max(f["track_vp"]) >= LAST_TRACK_POINT:
        return "points"
    if f["completed_cities"] >= LAST_COMPLETED_CITY:
        return "cities"
    if f["turns_finished"] == match.game.options["max_rounds"] * match.game.players:
        return "rounds"
    return "markers"


@pytest.mark.parametrize("end", ["points", "cities", "markers", "rounds"])
def test_there_is_a_recorded_game_for_each_end(end):
    match = recorded(f"hansa-{end}")
    assert match.is_over
    assert ended_by(match) == end
