"""What the page of a result counts."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import burgrave
from burgrave.core.match import Match
from burgrave.server.web.counts import actions, gains, own_throws, throws
from burgrave.server.web.pages.result import scores_over_time, tie_told

RECORDS = Path(__file__).parents[2] / "records"


@pytest.fixture
def burgundy() -> Match:
    return burgrave.load(RECORDS / "burgundy-four-players-agreed-boards.txt")


def test_a_kind_of_thing_has_one_row_however_it_was_got(burgundy: Match) -> None:
    colours = {"czerwone", "pomarańczowe", "turkusowe", "brązowe", "różowe", "fioletowe"}
    goods = {f"Towary {colour}" for colour in colours}  # dealt in the set-up, and loaded by ships
    rows, total = gains(burgundy, "pl")
    assert {name for name, _ in rows} == goods | {"Robotnicy", "Grudki srebra"}
    assert total is None, "silver and workers make no sum"


def test_what_everybody_begins_with_is_not_gained(burgundy: Match) -> None:
    first_round = next(number for number, move in enumerate(burgundy.moves) if move.verb == "die")
    assert gains(burgundy.first(first_round), "en").rows == []


def test_pieces_that_come_back_to_their_owner_are_not_gained() -> None:
    match = burgrave.load(RECORDS / "hansa-points.txt")
    taken = [0] * match.game.players
    for step in range(1, match.length + 1):
        for one in match.effects(step):
            if one.stock == "traders" and one.kind in ("income", "frees") and one.seat is not None:
                taken[one.seat] += one.amount
    assert dict(gains(match, "en").rows)["Traders into the personal supply"] == taken


def test_cards_of_all_kinds_are_added_up() -> None:
    rows, total = gains(burgrave.load(RECORDS / "catan-with-trade.txt"), "en")
    assert {name for name, _ in rows} == {"Lumber", "Wool", "Grain", "Brick", "Ore"}
    assert total == [27, 39, 20], "without those of the first settlements"


def test_dice_of_ones_own_are_counted_by_face_and_owner(burgundy: Match) -> None:
    rows = own_throws(burgundy)
    rounds = sum(move.text.startswith("white ") for move in burgundy.moves)
    assert [face for face, _ in rows] == list("123456")
    assert [sum(counts[seat] for _, counts in rows) for seat in range(4)] == [2 * rounds] * 4
    assert throws(burgundy) == []


def test_dice_that_all_use_are_counted_by_their_sum_beside_what_is_usual() -> None:
    match = burgrave.load(RECORDS / "catan-with-trade.txt")
    found = throws(match)
    thrown = sum(move.text.startswith("roll ") for move in match.moves)
    assert [one.total for one in found] == list(range(2, 13))
    assert sum(one.times for one in found) == thrown
    assert found[5].usual == pytest.approx(thrown / 6), "one throw in six is a seven"
    assert own_throws(match) == []


def test_an_offer_is_one_trade_however_many_cards_it_names() -> None:
    match = burgrave.load(RECORDS / "catan-with-trade.txt")
    traded = dict(actions(match, "en"))["Trade"]
    for seat in range(3):
        own = [move.verb for move, mover in zip(match.moves, match.movers, strict=True) if mover == seat]
        assert traded[seat] == own.count("offer") + own.count("bank")


def test_the_chart_counts_turns_and_not_the_answers_to_offers() -> None:
    match = burgrave.load(RECORDS / "catan-with-trade.txt")
    rolled = sum(move.verb == "roll" for move in match.moves)
    series = scores_over_time(match)
    assert len(series[0]) == 1 + rolled + 1  # the set-up, every turn, and how it ended
    assert [points[-1] for points in series] == list(match.position.scores)


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ((7, 9, 3), ""),
        ((9, 9, 3), "Ada and Bea are level on points: the tie-breaker in the rules has decided."),
    ],
)
def test_whoever_wins_with_as_many_points_as_others_has_it_said(scores: tuple[int, ...], told: str) -> None:
    view: Any = SimpleNamespace(scores=scores, winners=(1,), names=("Ada", "Bea", "Cid"))
    assert tie_told(view, "en") == told
