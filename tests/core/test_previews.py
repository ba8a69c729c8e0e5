"""What a move would cost and bring, as its seat is told before making it."""

from __future__ import annotations

import re

import pytest
from barony.barony_table import Baron, next_to
from barony.barony_table import table as barony_table
from burgundy import burgundy_table as burgundy
from catan.catan_table import Seat, walk
from catan.catan_table import table as catan_table
from hansa.hansa_table import Table as HansaTable
from playing import NAMES, changed, play, recorded

import burgrave
from burgrave.core import registry
from burgrave.core.position import Position
from burgrave.core.previews import previews
from burgrave.core.words import LANGUAGES

OWN = {"settlements": [24], "roads": walk(24, 18)}


def told(position: Position, text: str, language: str = "en") -> str:
    """What a move is said to bring."""
    return previews(position.view(position.to_act), language, NAMES)[text].text


def test_a_bank_trade_tells_what_is_given_for_what() -> None:
    position = catan_table(Seat(**OWN, hand={"wool": 4}), Seat(settlements=[46], roads=walk(46, 50)))
    assert told(position, "bank wool ore") == "4 wool → 1 ore"
    found = previews(position.view(0), "en")["bank wool ore"]
    assert found.costs == (("catan-wool", 4),)


def test_a_die_that_must_be_changed_tells_the_workers_it_costs() -> None:
    seat = burgundy.seat(workers=3, dice=[3, 3])
    position = play(burgundy.table(seat, burgundy.seat(), depots={2: ["castle"]}), "die 3")
    assert told(position, "take 2 castle") == "1 worker"
    assert told(position, "take 2 castle", "pl") == "1 robotnik"


def test_a_finished_region_tells_its_points_and_what_they_are_made_of() -> None:
    seat = burgundy.seat(storage=["bank"], dice=[3, 3])
    position = play(burgundy.table(seat, burgundy.seat(), phase="A"), "die 3")
    assert told(position, "place bank 11").startswith("+2 silver; +11 points = 1 + 10; ")
    assert told(position, "place bank 11", "pl").startswith("+2 grudki srebra; +11 punktów = 1 + 10; ")


def test_a_combat_tells_what_it_destroys() -> None:
    here, there = 20, next_to(2, 20)[0]
    position = barony_table(Baron(knights=[here, there]), Baron(villages=[there], tokens={"plain": 1}))
    assert told(position, f"move {here} {there}") == "Ada destroys a village of Bea"


def test_a_purchase_tells_its_price() -> None:
    position = burgundy.table(burgundy.seat(silver=2, dice=[3, 3]), burgundy.seat(), black=["mine"])
    assert told(position, "buy black mine") == "2 silver"
    assert told(position, "buy black mine", "pl") == "2 grudki srebra"
    assert previews(position.view(0), "en")["buy black mine"].costs == (("burgundy-silver", 2),)


def test_a_deal_tells_what_is_given_for_what_and_nothing_twice() -> None:
    position = catan_table(Seat(**OWN, hand={"wool": 2}), Seat(settlements=[46], roads=walk(46, 50), hand={"ore": 1}))
    position = play(position, "give wool", "want ore", "offer", "accept")
    assert told(position, "deal p1") == "1 wool → 1 ore"
    assert told(position, "deal p1", "pl") == "1 × wełna → 1 × ruda"


def test_a_displacement_tells_what_it_will_cost() -> None:
    position = HansaTable(3).stand("hamburg-lubeck", "p1 merchant").stand("stade-hamburg", "p1").position()
    cost = "{} more {} of yours {} to the general supply"
    assert told(position, "displace p1 merchant hamburg-lubeck") == cost.format(2, "pieces", "go")
    assert told(position, "displace p1 trader stade-hamburg") == cost.format(1, "piece", "goes")


def test_what_the_end_of_a_phase_or_the_game_brings_is_not_told_as_if_the_move_brought_it() -> None:
    last = {"round_number": 5, "turn": 1}
    owners = (burgundy.seat({24: "mine"}), burgundy.seat({24: "mine"}, dice=[1]))
    ending = burgundy.table(*owners, phase="B", **last).play("die 1")
    assert told(ending, "workers") == "+2 workers; as the phase ends: 1 silver from your mines"
    over = burgundy.table(*owners, phase="E", **last).play("die 1")
    expected = "+2 workers; as the phase ends: 1 silver from your mines; The game is over: phase E is finished"
    assert told(over, "workers") == expected


def test_points_that_others_score_are_told_as_theirs() -> None:
    match = recorded("amber-sudden-win")
    number = match.log.index("lay f6 90")
    found = previews(match.positions[number].view(1), "en", NAMES)["lay f6 90"].text
    assert found == "+1 coin; +2 points; Ada wins the coin of the castle on c7; Ada scores 2 points: connected castles"


@pytest.fixture(scope="module")
def after_a_theft() -> Position:
    """Bea has stolen one of Cid's cards, wool or ore; Ada, who does not know which, is to name a good for herself."""
    seats = (
        Seat(**OWN, old=["monopoly"]),
        Seat(settlements=[46], roads=walk(46, 50)),
        Seat(settlements=[40], roads=walk(40, 44), hand={"wool": 1, "ore": 1}),
    )
    thief = catan_table(*seats, point="steal", to_act=-1, active=1, victim=2, cause=1)
    stolen = changed(thief.play("steal ore"), active=0, to_act=0)
    return stolen.play("play monopoly")


def test_positions_that_a_seat_cannot_tell_apart_have_equal_previews(after_a_theft: Position) -> None:
    view = after_a_theft.view(0)
    other = next(other for other in map(view.sample, range(40)) if other != after_a_theft)
    assert other.s.hand.tolist() != after_a_theft.s.hand.tolist()
    for language in LANGUAGES:
        assert previews(other.view(0), language) == previews(view, language)


def test_what_hidden_cards_decide_is_not_told_as_a_fact(after_a_theft: Position) -> None:
    found = previews(after_a_theft.view(0), "en", NAMES)
    assert found["name ore"].text == "+1 ore"  # from whom, only the two know
    assert found["name grain"].text == "Nobody has any grain"


@pytest.mark.parametrize("game", registry.games())
def test_every_amount_says_of_what(game: str) -> None:
    match = burgrave.game(game).match(seed=3)
    for _ in range(60):
        if match.is_over:
            break
        view = match.view(match.position.to_act)
        for language in LANGUAGES:
            for text, one in previews(view, language, match.names).items():
                assert not re.search(r"(^|[→,;] )\+?\d+ ?($|[→,;])", one.text), (text, one.text)
                assert not re.search(r"[{}_]|None", one.text), (text, one.text)
        match.play(view.moves()[len(view.moves()) // 2])
