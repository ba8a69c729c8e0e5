"""The action table: what is legal, what happens, why not and what chance may do, all from one declaration."""

from __future__ import annotations

from enum import auto

import numpy as np
import pytest

from burgrave.core.actions import Actions, At, Chance, Do, flow, written
from burgrave.core.dice import dice_of
from burgrave.core.errors import ContractError
from burgrave.core.lists import offer
from burgrave.core.names import Named, texts
from burgrave.core.rule import compiler, driver_kinds, record, rules, state
from burgrave.core.spec import CHANCE, OVER, Spec
from burgrave.core.verbs import Verbs, numbers, seats, words_from

SPEC = Spec(name="heap", title="Heap", package="heap", players=(2,), default_players=2)


class Point(Named):
    DEAL = auto()
    TURN = auto()
    SECOND_HEAP = "second heap"
    OVER = auto()


class Reason(Named):
    ALLOWED = auto()
    TOO_MANY = auto()
    NOT_NOW = auto()
    HEAP_FIRST = auto()
    EMPTY_HANDED = auto()


STATE = state(SPEC, [("heap", np.int8, 2), ("bag", np.int8, 3), ("taken", np.int8, 2)])
SCRATCH = record([("full", np.int16, 3)])
rule = rules(STATE, SCRATCH)

VERBS = Verbs()
TAKE = VERBS.player("take", heap=("left", "right"), count=numbers(3, 1), sites="{heap} {count}")
TAKE_IDS = TAKE.ids
STOP = VERBS.player("stop", elsewhere=Reason.NOT_NOW)
STOP_ID = STOP.id
PUT = VERBS.player("put", piece=words_from(("none", "one", "two"), 1), elsewhere=Reason.NOT_NOW)
DRAW = VERBS.chance("draw", heap=("left", "right"), stones=numbers(3), where=lambda heap, stones: heap or stones)


@rule
def find_full(s, w):
    w.full[0] = 0
    for heap in range(2):
        if s.heap[heap] > 0:
            w.full[0] += 1
            w.full[w.full[0]] = heap


@rule
def holds(s, heap, count):
    return Reason.TOO_MANY if count > s.heap[heap] else Reason.ALLOWED


@rule
def has_taken(s, seat):
    return Reason.EMPTY_HANDED if s.taken[seat] == 0 else Reason.ALLOWED


@rule
def take(s, seat, heap, count):
    s.heap[heap] -= count
    s.taken[seat] += count
    return s.heap[heap] == 0


@rule
def next_seat(s):
    s.to_act = 1 - s.to_act


@rule
def to_second(s):
    s.point = Point.SECOND_HEAP


@rule
def stop(s):
    s.point = Point.OVER
    s.to_act = OVER


@rule
def lay(s, heap, stones):
    s.heap[heap] = 3 + stones
    s.bag[stones] -= 1
    if heap == 1:
        s.point = Point.TURN
        s.to_act = 0


@rule
def next_heap(s):
    return 1 if s.heap[0] > 0 else 0


@rule
def stones_left(s, stones):
    return s.bag[stones]


@rule
def legal_right(s, moves):
    for count in range(1, 4):
        if count <= s.heap[1]:
            offer(moves, TAKE_IDS[1, count])


def table(**changes):
    rows = {
        "deal": At(Point.DEAL, Chance(DRAW, lay, weight=stones_left, given={"heap": next_heap})),
        "turn": At(
            Point.TURN,
            Do(TAKE, take, may=holds, among="full", then=to_second),
            Do(STOP, stop, may=has_taken),
            look=find_full,
        ),
        "second": At(
            Point.SECOND_HEAP, Do(TAKE, (take, next_seat), may=holds), Do(STOP, stop), first=Reason.HEAP_FIRST
        ),
    }
    return Actions(VERBS, *{**rows, **changes}.values())


ACTIONS = table()
kinds = driver_kinds(STATE, SCRATCH)
entry = compiler(kinds, entry=False)
made = ACTIONS.compile(rule)


@pytest.fixture
def heaps():
    records = np.zeros(1, STATE)
    s = records[0]
    s.players, s.heap[0], s.heap[1], s.point, s.to_act = 2, 2, 3, Point.TURN, 0
    return s


w = np.zeros(1, SCRATCH)[0]


def legal(s, given=made):
    moves = np.zeros(20, np.int16)
    given.legal(s, w, moves)
    return [VERBS.moves[k].text for k in moves[1 : moves[0] + 1]]


def play(s, text):
    made.apply(s, w, VERBS.by_text[text].id)


def why_not(s, text):
    return Reason(made.reason(s, w, VERBS.by_text[text].id))


def test_points_and_reasons_have_numbers_and_texts():
    assert texts(Point) == ("deal", "turn", "second heap", "over")
    assert Point.SECOND_HEAP == 2
    assert Reason.HEAP_FIRST.text == "heap_first"


def test_arguments_reach_rules_as_the_numbers_they_are_written_with():
    assert VERBS.by_text["take right 3"].id == TAKE.ids[1, 3]
    assert VERBS.by_text["put two"].id == PUT.ids[2]
    assert [move.text for move in VERBS.moves[DRAW.base :]] == [
        "draw left 1",
        "draw left 2",
        *(f"draw right {k}" for k in range(3)),
    ]


def test_a_move_is_legal_when_no_rule_has_a_reason_against_it(heaps):
    assert legal(heaps) == ["take left 1", "take left 2", "take right 1", "take right 2", "take right 3"]
    assert why_not(heaps, "take left 3") is Reason.TOO_MANY
    assert why_not(heaps, "stop") is Reason.EMPTY_HANDED
    assert why_not(heaps, "take left 2") is Reason.ALLOWED


def test_what_was_begun_goes_on_until_it_is_complete(heaps):
    play(heaps, "take left 1")
    assert (heaps.point, heaps.to_act) == (Point.TURN, 0)
    play(heaps, "take left 1")
    assert heaps.point == Point.SECOND_HEAP
    play(heaps, "take right 1")
    assert (heaps.point, heaps.to_act, list(heaps.taken)) == (Point.SECOND_HEAP, 1, [3, 0])


def test_a_verb_without_a_row_is_refused_for_what_comes_first_or_for_its_own_reason(heaps):
    assert why_not(heaps, "put one") is Reason.NOT_NOW
    heaps.point = Point.SECOND_HEAP
    assert why_not(heaps, "put one") is Reason.HEAP_FIRST


def test_a_lister_of_its_own_takes_the_place_of_the_loops(heaps):
    heaps.heap[0] = 0
    own = table(turn=At(Point.TURN, Do(TAKE, take, may=holds, legal=legal_right), Do(STOP, stop, may=has_taken)))
    assert legal(heaps, own.compile(rule)) == legal(heaps) == ["take right 1", "take right 2", "take right 3"]


def test_chance_weighs_and_draws_what_is_left_where_it_is_given(heaps):
    heaps.point, heaps.to_act = Point.DEAL, CHANCE
    heaps.heap[0], heaps.bag[0], heaps.bag[2] = 5, 2, 1
    moves, weights = np.zeros(20, np.int16), np.zeros(20, np.int64)
    made.weigh(heaps, w, moves, weights)
    assert [VERBS.moves[k].text for k in moves[1 : moves[0] + 1]] == ["draw right 0", "draw right 2"]
    assert weights[1 : moves[0] + 1].tolist() == [2, 1]
    drawn = [VERBS.moves[made.luck(heaps, w, dice_of(seed, 0))].text for seed in range(300)]
    assert 160 < drawn.count("draw right 0") < 240
    assert drawn.count("draw right 0") + drawn.count("draw right 2") == 300


def test_points_at_which_chance_draws_alike_share_what_is_written():
    alike = Chance(DRAW, (lay, next_seat), weight=stones_left, given={"heap": next_heap})
    both = table(second=At(Point.SECOND_HEAP, alike))
    assert written(both).count("point == 0 or point == 2:") == 2
    assert written(table()).count("point == 0:") == 2


def test_the_table_can_be_read_as_text_and_as_rules():
    assert flow(ACTIONS)[1] == ("turn", "take HEAP COUNT", "holds", "take, then to_second")
    assert "legal_at_turn" in written(ACTIONS)


def test_a_table_that_cannot_work_is_refused_with_a_sentence():
    @rule
    def takes_colour(s, colour):
        return Reason.ALLOWED

    with pytest.raises(ContractError, match=r"test_actions\.py:\d+: takes_colour asks for 'colour', but take has heap"):
        table(turn=At(Point.TURN, Do(TAKE, take, may=takes_colour), first=Reason.HEAP_FIRST)).compile(rule)
    with pytest.raises(ContractError, match="at turn nothing says why take is refused"):
        table(turn=At(Point.TURN, Do(STOP, stop))).compile(rule)
    with pytest.raises(ContractError, match="the point second heap is missing"):
        Actions(VERBS, At(Point.DEAL, Chance(DRAW, lay)), At(Point.TURN, Do(STOP, stop)))
    with pytest.raises(ContractError, match="the point turn stands in the action table 2 times"):
        table(second=At(Point.TURN, Do(STOP, stop), first=Reason.NOT_NOW))
    with pytest.raises(ContractError, match="at turn the verb stop has 2 rows"):
        table(turn=At(Point.TURN, Do(STOP, stop), Do(STOP, stop)))


def test_verbs_that_cannot_work_are_refused_with_a_sentence():
    with pytest.raises(ValueError, match="rules call something else 'seat'"):
        Verbs().player("ask", seat=seats(4))
    with pytest.raises(ValueError, match="rules call something else 'left'"):
        Verbs().player("ask", left=seats(4))
    with pytest.raises(ValueError, match="4 arguments; a verb has 3 at most"):
        Verbs().player("ask", a="x", b="x", c="x", d="x")
    with pytest.raises(ValueError, match="there are 5000 moves; a game may have 4096"):
        Verbs().player("ask", a=numbers(5000))
    with pytest.raises(ValueError, match="names an argument it does not have; it has place"):
        Verbs().player("ask", place=numbers(3), sites="h{hex}")
    verbs = Verbs()
    verbs.chance("roll", face=numbers(6, 1))
    with pytest.raises(ValueError, match="must stand before chance's verbs"):
        verbs.player("pass")
