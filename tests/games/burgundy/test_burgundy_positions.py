"""Positions as JSON: every reachable one is accepted, every damaged one refused with a sentence."""

import random

import pytest
from burgundy_table import seat, table
from playing import at, changed

import burgrave
from burgrave.games.burgundy.board import KINDS

BANK, CASTLE, SHIP = (KINDS.index(word) for word in ("bank", "castle", "ship"))


def position():
    own = seat({25: "bank", 12: "k8"}, storage=["ship"], goods={"red": 2}, silver=2, workers=3, dice=[2, 5])
    return table(
        own, seat({11: "inn"}), depots={1: ["bank"], 2: ["castle"]}, black=["k7"], depot_goods={3: {"pink": 1}}
    )


def test_the_position_itself_is_accepted():
    again = position().game.position(position().to_json())
    assert again == position()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"tiles": at(0, 26, value=BANK)}, "city of seat 0 holds a building twice"),
        ({"tiles": at(0, 36, value=BANK)}, "does not hang together"),
        ({"tiles": at(0, 25, value=CASTLE)}, "castle does not fit hex 25"),
        ({"tiles": at(0, 18, value=-1)}, "starting castle of seat 0"),
        ({"storage": at(0, 1, value=BANK)}, "kind order"),
        ({"storage": at(0, 1, value=49)}, "storage must be"),
        ({"supply": at(BANK, value=5)}, "tiles bank instead of"),
        ({"removed": at(SHIP, value=9)}, "tiles ship instead of"),
        ({"goods": at(0, 3, value=3)}, "goods tiles red instead of 7"),
        ({"unseen_goods": at(0, value=0)}, "goods tiles turquoise"),
        ({"silver": at(0, value=-1)}, "silver must not be negative"),
        ({"silver": at(3, value=1)}, "no seat 3"),
        ({"points": at(0, value=1)}, "points of seat 0"),
        ({"points": at(1, value=999)}, "points of seat 1"),
        ({"dice": at(0, value=[0, 2])}, "listed last"),
        ({"dice": at(0, value=[5, 2])}, "must ascend"),
        ({"dice": at(1, value=[0, 0])}, "seat 1 must have 2 dice"),
        ({"die": 3}, "a die is in use at action"),
        ({"taking": BANK}, "a tile waits at discard|tiles bank"),
        ({"bought": 2}, "bought must be"),
        ({"to_act": 1}, "whose turn it is"),
        ({"turn": 1}, "whose turn it is"),
        ({"order": [0, 0, -1, -1]}, "every seat once"),
        ({"track": at(0, value=[0, 0, -1, -1])}, "pawn once"),
        ({"track": at(0, value=[1, -1, 0, -1])}, "float"),
        ({"phase": 5}, "phase must be"),
        ({"phase": 3}, "supply of|must hold"),
        ({"round_number": 4}, "round spaces"),
        ({"round_goods": at(0, value=-1)}, "top first"),
        ({"depots": at(0, 0, value=CASTLE)}, "wrong tile|tiles bank"),
        ({"black": at(7, value=KINDS.index("k7"))}, "black depot|tiles k7"),
        ({"black": at(0, value=KINDS.index("k1"))}, "tiles k1"),
        ({"bonus": at(0, 0, value=0)}, "not completed"),
        ({"board": at(0, value=2)}, "boards 1"),
        ({"start": at(0, value=6)}, "starting castle"),
        ({"sheet": at(0, value=1)}, "no sheets"),
        ({"ship_depots": at(0, value=1)}, "while a ship loads"),
        ({"filled": 3}, "filled"),
        ({"winners": 1}, "nobody has won yet"),
        ({"point": 21}, "nobody is to act"),
        ({"point": 12, "dice": at(0, value=[2, 0])}, "no castle but the starting one"),
        ({"point": 13, "dice": at(0, value=[2, 0])}, "no warehouse"),
        ({"first": -1}, "first player"),
    ],
)
def test_a_damaged_position_is_refused_with_a_sentence(changes, sentence):
    with pytest.raises(ValueError, match=sentence):
        changed(position(), **changes)


def test_hardly_any_damage_to_a_single_number_goes_unnoticed():
    """Silver, workers and dice are free; everything else is tied to something."""
    rules = burgrave.game("burgundy", players=3)
    match, luck = rules.match(seed=2), random.Random(3)
    for _ in range(150):
        match.play(luck.choice(match.position.moves()))
    base, missed, tried = match.position, [], 0
    for name, value in base.fields.items():
        if name in ("silver", "workers", "dice", "die", "bought"):
            continue
        flat = value if isinstance(value, list) else [value]
        for place in range(len(flat)):
            fields = base.fields
            target = fields[name]
            if not isinstance(target, list):
                fields[name] = target + 1
            elif isinstance(target[place], list):
                target[place][0] += 1
            else:
                target[place] += 1
            tried += 1
            try:
                rules.position(fields)
            except ValueError:
                continue
            missed.append((name, place))
    assert tried > 200
    assert {name for name, _ in missed} <= {"points", "first", "round_number"}
