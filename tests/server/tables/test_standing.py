"""Standing answers: what is played for a person who has said so beforehand."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

import burgrave
from burgrave.core import registry
from burgrave.core.match import Match
from burgrave.server.store.kinds import Status
from burgrave.server.tables.standing import answer_at, known, offered
from burgrave.server.tables.undo import back_to_choice
from burgrave.server.web.parts import standing_offers


@pytest.fixture(scope="module")
def asked() -> dict[bool, Match]:
    """Two matches of Catan in which a seat is asked about an offer: one that it can pay, one that it cannot."""
    found: dict[bool, Match] = {}
    dice = random.Random(3)
    match = burgrave.game("catan", players=3, set_up="beginner").match(seed=3)
    while len(found) < 2:
        texts = [move.text for move in match.position.moves()]
        if match.position.point == "answer":
            found.setdefault("accept" in texts, match.copy())
        match.play(dice.choice(texts))
    return found


def answer(match: Match, *standing: str) -> str | None:
    return answer_at(match.position, standing)


def test_an_offer_that_cannot_be_paid_is_refused_and_another_is_not(asked: dict[bool, Match]) -> None:
    assert answer(asked[False], "refuse") == "pass"
    assert answer(asked[True], "refuse") is None


def test_all_offers_are_refused(asked: dict[bool, Match]) -> None:
    assert answer(asked[False], "pass answer") == answer(asked[True], "pass answer") == "pass"


def test_nothing_is_played_for_a_seat_that_has_said_nothing_about_it(asked: dict[bool, Match]) -> None:
    assert answer(asked[False]) is None
    assert answer(asked[False], "forced", "pass discard") is None


@pytest.mark.parametrize(
    ("language", "label"), [("en", "Refuse offers that I cannot pay"), ("pl", "Odrzucaj oferty, na które")]
)
def test_who_is_asked_may_refuse_everything_or_what_cannot_be_paid(
    asked: dict[bool, Match], language: str, label: str
) -> None:
    seat = asked[False].position.to_act
    state: Any = SimpleNamespace(status=Status.PLAYING, standing={seat: frozenset(["refuse"])}, given_up=frozenset())
    offers = standing_offers(state, asked[False].view(seat), seat, language)
    assert [(offer["answer"], offer["on"]) for offer in offers] == [
        ("pass answer", False),
        ("refuse", True),
        ("forced", False),
    ]
    assert offers[1]["label"].startswith(label)


def test_an_only_move_is_played_but_where_it_ends_what_somebody_has_just_begun() -> None:
    match = burgrave.game("amber", players=2).match(seed=1)
    dice, waited = random.Random(1), False
    while not waited and not match.is_over:
        moves = match.position.moves()
        goes_on = match.position.point in ("place", "second place")
        waited = goes_on and len(moves) == 1
        if not goes_on and len(moves) == 1:
            assert answer(match, "forced") == moves[0].text
        if not waited:
            match.play(dice.choice(moves))
    assert waited
    assert answer(match, "forced") is None


def test_an_answer_that_the_game_does_not_know_is_not_offered(asked: dict[bool, Match]) -> None:
    view = asked[False].view(asked[False].position.to_act)
    assert offered(view, frozenset(["of former days", "pass discard"])) == [
        "pass answer",
        "refuse",
        "pass discard",
        "forced",
    ]


def test_whoever_has_made_an_offer_is_not_asked_whether_to_deal_with_nobody_ever() -> None:
    dice, match = random.Random(3), burgrave.game("catan", players=3, set_up="beginner").match(seed=3)
    while match.position.point != "choose":
        match.play(dice.choice(match.position.moves()))
    view = match.view(match.position.to_act)
    assert "pass" in {move.text for move in view.moves()}
    assert offered(view, frozenset()) == ["forced"]


@pytest.mark.parametrize("name", registry.games())
def test_the_answers_that_a_game_declares_are_moves_at_its_decision_points(name: str) -> None:
    game = burgrave.game(name)
    for declared in game.spec.standing:
        assert declared.point in game.rules.points
        assert game.move(declared.move)
        assert not declared.unless or game.move(declared.unless)
    assert {"forced"} <= known(game)
    assert ("refuse" in known(game)) == (name == "catan")


def test_one_takes_back_what_one_chose_and_not_only_what_the_table_would_play_anew() -> None:
    match, chance = burgrave.game("burgundy", players=2).match(seed=1), random.Random(1)
    choices: list[tuple[int | None, bool]] = []
    while match.length < 2 or choices[-2:] != [(0, True), (0, False)]:
        legal = match.position.moves()
        choices.append((match.position.to_act, len(legal) > 1))
        match.play(chance.choice(legal))
    assert back_to_choice(match, 0, frozenset()) == 1
    assert back_to_choice(match, 0, frozenset(["forced"])) == 2
