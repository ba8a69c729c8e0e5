"""Positions and views: immutable, comparable, round-tripping, and closed to bad input."""

from __future__ import annotations

import json
import pickle
import random

import numpy as np
import pytest

import burgrave
from burgrave.core.game import Game


def test_playing_leaves_the_position_as_it_was(pebbles: Game) -> None:
    first = pebbles.start()
    before = first.to_json()
    after = first.play("deal 2")
    assert first.to_json() == before != after.to_json()


def test_equal_positions_are_equal_and_hash_alike(pebbles: Game) -> None:
    one, two = (pebbles.start().play("deal 1").play("deal 2") for _ in range(2))
    assert one == two
    assert len({one, two}) == 1
    assert one != pebbles.start()


def test_chance_has_odds_and_a_seat_has_none(pebbles: Game) -> None:
    start = pebbles.start()
    assert start.to_act == burgrave.CHANCE
    assert [str(move) for move in start.moves()] == ["deal 1", "deal 2", "deal 3"]
    assert start.odds() == (2, 2, 2)
    assert start.play("deal 3").odds() == (2, 2, 1)
    with pytest.raises(ValueError, match="chance is to act"):
        start.play("deal 1").play("deal 1").odds()


def test_a_refused_move_says_which_rule_forbids_it(pebbles: Game) -> None:
    late = pebbles.replay(["deal 1", "deal 1", *["take 2"] * 5, "take 1"]).position
    assert late.why_not("take 1") is None
    assert late.why_not("take 2") == "The heap holds fewer pebbles than that."
    assert late.why_not("take 2", "pl") == "Na stosie nie ma tylu kamyków."
    with pytest.raises(burgrave.IllegalMove, match="The heap holds fewer"):
        late.play("take 2")


def test_a_refusal_carries_its_sentence_in_every_language(pebbles: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    late = pebbles.replay(["deal 1", "deal 1", *["take 2"] * 5, "take 1"]).position
    with pytest.raises(burgrave.IllegalMove) as refused:
        late.play("take 2")
    monkeypatch.delattr(Game, "refusal")  # nothing looks for the reason a second time
    assert refused.value.told("en") == "The heap holds fewer pebbles than that."
    assert refused.value.told("pl") == "Na stosie nie ma tylu kamyków."


def test_the_core_refuses_for_everybody(pebbles: Game) -> None:
    start = pebbles.start()
    assert start.why_not("take 1") == "Dice or cards decide now."
    mine = start.play("deal 1").play("deal 1")
    assert mine.why_not("deal 1") == "Only chance makes this move."
    assert start.play("deal 1").play("deal 2").view(1).why_not("take 1") is not None
    over = pebbles.replay(["deal 1", "deal 1", *["take 2"] * 6]).position
    assert over.to_act is None
    assert over.moves() == ()
    assert over.why_not("take 1") == "The game is over."
    with pytest.raises(burgrave.IllegalMove, match="over"):
        over.play("take 1")


def test_winners_are_known_only_at_the_end(pebbles: Game) -> None:
    match = pebbles.replay(["deal 3", "deal 1", *["take 2"] * 5])
    assert match.position.winners == ()
    match.play("take 2")
    assert (match.position.scores, match.position.winners) == ((9, 7), (0,))


def test_a_view_hides_the_others_cards(pebbles: Game) -> None:
    one = pebbles.start().play("deal 1").play("deal 2")
    two = pebbles.start().play("deal 1").play("deal 3")
    assert one.view(0) == two.view(0)
    assert one.view(0).to_json() == two.view(0).to_json()
    assert one.view(1) != two.view(1)
    assert one.view(None) == pebbles.start().play("deal 3").play("deal 3").view(None)


def test_only_the_seat_to_act_sees_its_moves(pebbles: Game) -> None:
    position = pebbles.start().play("deal 1").play("deal 2")
    assert position.view(0).moves() == position.moves()
    assert position.view(1).moves() == position.view(None).moves() == ()


@pytest.mark.parametrize("seat", [2, -1, "p0", True, 0.0])
def test_a_seat_that_does_not_exist_has_no_view(pebbles: Game, seat: object) -> None:
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        pebbles.start().view(seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("rng", [np.random.default_rng(5), random.Random(5)], ids=["numpy", "standard library"])
def test_samples_fit_and_follow_the_shuffle(pebbles: Game, rng: np.random.Generator | random.Random) -> None:
    view = pebbles.start().play("deal 1").play("deal 2").view(0)
    cards = [int(view.sample(rng).s.card[1]) for _ in range(3000)]
    shares = [cards.count(card) / len(cards) for card in (1, 2, 3)]
    assert shares == pytest.approx([0.2, 0.4, 0.4], abs=0.03)


def test_json_round_trips(pebbles: Game) -> None:
    position = pebbles.start().play("deal 1").play("deal 2").play("take 2")
    assert pebbles.position(position.to_json()) == position
    assert pebbles.position(position.fields) == position


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"left": 11}, "do not add up"),
        ({"card": [0, 5, -1]}, "2 cards of each kind"),
        ({"left": "many"}, "'left' must be one whole number"),
        ({"left": 1000}, "'left' must be one whole number of 8 bits"),
        ({"card": [0, 1]}, "'card' must be 3 whole numbers"),
        ({"point": 9}, "'point' must be 0 to 3"),
        ({"to_act": 5}, "'to_act' must be a seat"),
        ({"heap": 20}, "the position has heap=20, and this game has heap="),
        ({"wealth": 1}, "unknown fields wealth"),
        ({"game": "catan"}, "a position of 'catan'"),
    ],
)
def test_a_damaged_position_is_refused(pebbles: Game, change: dict[str, object], message: str) -> None:
    position = pebbles.start().play("deal 1").play("deal 2")
    with pytest.raises(ValueError, match=message):
        pebbles.position(json.dumps({**position.fields, **change}))


def test_a_position_that_lacks_a_field_is_refused(pebbles: Game) -> None:
    fields = pebbles.start().fields
    del fields["left"]
    with pytest.raises(ValueError, match="lacks left"):
        pebbles.position(fields)
    with pytest.raises(ValueError, match="JSON object"):
        pebbles.position("[1, 2]")


def test_a_records_fields_are_read_and_written_as_attributes(pebbles: Game) -> None:
    records = np.zeros(2, pebbles.rules.state)
    one = records[0]
    one.left, one.taken[1] = 7, 2
    assert (int(one.left), one.taken.tolist(), records["left"].tolist()) == (7, [0, 2, 0], [7, 0])
    assert (one.dtype, one.tobytes()) == (records.dtype, records[:1].tobytes())
    assert type(one.left) is type(records["left"][0])
    for wrong in ("one.pebbles", "one.pebbles = 3"):
        with pytest.raises(AttributeError, match="pebbles"):
            exec(wrong, {"one": one})
    assert pickle.loads(pickle.dumps(records)).dtype == records.dtype
