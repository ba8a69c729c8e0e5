"""Recorded games: how the notation reads, and one game for each way to end."""

import pytest
from playing import recorded, texts_in

import burgrave

BASIC = """
start p1
draw straight, draw straight_oneway, draw tee, draw curve, draw swamp, draw shovel
draw straight, draw curve, draw curve, draw bridge, draw tee_stem_in, draw shovel
castle c7
castle i5
tile straight, lay i4 0
draw curve_oneway_left
tile straight, lay c8 0
draw roundabout
tile straight_oneway, lay i3 180
draw crossroads
tile curve, lay d7 180
draw straight_oneway
tile tee, lay i2 180
"""

ADVANCED = """
start p0
draw straight, draw straight, draw curve, draw curve, draw tee, draw swamp
draw shovel, draw shovel, draw curve, draw tee, draw straight, draw crossroads
reveal roundabout, reveal straight_oneway
castle i5
castle c7
tile straight, lay c8 0
take roundabout
reveal swamp
tile crossroads, lay i6 0
stack
draw bridge
tile curve, lay d7 180
stack
draw straight
tile special_shovel, dig i6
tile curve, lay d8 90
tile roundabout, rebuild c8
take straight_oneway
reveal curve
take swamp
reveal tee_stem_out
"""


def test_a_basic_game_reads_move_by_move():
    match = burgrave.game("amber").replay(texts_in(BASIC))
    assert match.position.scores == (0, 2)
    for text in ("draw tee", "tile curve", "lay d8 90"):
        match.play(text)
    assert match.position.point == "second"
    for text in ("pass", "draw curve", "tile shovel", "dig i3"):
        match.play(text)
    assert match.position.scores == (0, 1)
    for text in ("draw swamp", "tile bridge", "rebuild c8", "draw straight"):
        match.play(text)
    assert (match.position.point, match.position.to_act) == ("tile", 1)


def test_an_advanced_game_reads_move_by_move():
    match = burgrave.game("amber", variant="advanced").replay(texts_in(ADVANCED))
    assert (match.position.point, match.position.to_act) == ("tile", 1)
    assert match.position.fields["hand_size"][:2] == [6, 6]


ENDS = {
    "sudden-win": lambda match: match.position.fields["stack_size"] > 0,
    "sudden-win-out-of-turn": lambda match: match.movers[-1] not in match.position.winners,
    "exhaustion": lambda match: match.position.fields["hand_size"][: match.game.players] == [3] * match.game.players,
    "shared-win": lambda match: len(match.position.winners) > 1,
    "nobody-can-move": lambda match: match.position.fields["skipped"] > 0,
    "nobody-can-move-row-left": lambda match: sum(match.position.fields["row"]) > 0,
    "sudden-win-off": lambda match: match.position.fields["sudden_win_off"] == 1,
}


@pytest.mark.parametrize("end", ENDS)
def test_a_recorded_game_ends_like_this(end):
    match = recorded(f"amber-{end}")
    assert match.is_over
    assert ENDS[end](match)
