"""Matches: chance from a seed, logs as each seat reads them, and what can be undone."""

from __future__ import annotations

import pickle

import pytest

import burgrave
from burgrave.core.game import Game


def test_the_same_seed_gives_the_same_game(pebbles: Game) -> None:
    one, two = pebbles.match(seed=7), pebbles.match(seed="7")
    for match in (one, two):
        match.play("roll")
        match.play("take 1")
    assert one.log == two.log
    assert one.position == two.position


def test_chance_is_drawn_until_a_seat_decides(pebbles: Game) -> None:
    match = pebbles.match(seed=1)
    assert len(match.log) == 2
    assert match.position.to_act == 0


def test_fresh_matches_have_secret_seeds_of_their_own(pebbles: Game) -> None:
    logs = {pebbles.match().log for _ in range(40)}
    assert len(logs) > 3
    assert pebbles.match().seed is None


def test_manual_chance_waits_for_what_fell(pebbles: Game) -> None:
    match = pebbles.match(chance="manual")
    assert match.position.to_act == burgrave.CHANCE
    match.play("deal 3")
    match.play("deal 3")
    match.play("roll")
    match.play("roll 2")
    assert match.log == ("deal 3", "deal 3", "roll", "roll 2")
    with pytest.raises(ValueError, match="valid: drawn, manual"):
        pebbles.match(chance="none")
    with pytest.raises(ValueError, match="no seed"):
        pebbles.match(seed=1, chance="manual")


def test_a_log_reads_as_its_seat_may_know_it(pebbles: Game) -> None:
    match = pebbles.replay(["deal 3", "deal 1", "take 2"])
    assert match.log_for(0) == ("deal 3", "deal ?", "take 2")
    assert match.log_for(1) == ("deal ?", "deal 1", "take 2")
    assert match.log_for(None) == ("deal ?", "deal ?", "take 2")
    for _ in range(5):
        match.play("take 2")
    assert match.log_for(None)[:2] == ("deal 3", "deal 1")


def test_a_seat_takes_back_its_last_move(pebbles: Game) -> None:
    match = pebbles.match(seed=3)
    before = match.position
    match.play("take 2")
    assert match.undo() == before
    assert len(match.log) == 2


def test_chance_is_never_crossed(pebbles: Game) -> None:
    match = pebbles.match(seed=3)
    with pytest.raises(burgrave.UndoError, match="rolled or a card drawn since"):
        match.undo()
    match.play("roll")
    log = match.log
    with pytest.raises(burgrave.UndoError, match="rolled or a card drawn since"):
        match.undo(consent=True)
    assert match.log == log


def test_others_moves_are_taken_back_by_consent_only(pebbles: Game) -> None:
    match = pebbles.match(seed=3)
    before = match.position
    match.play("take 2")
    match.play("take 1")
    with pytest.raises(burgrave.UndoError, match="everybody must agree"):
        match.undo(2)
    assert match.undo(2, consent=True) == before


def test_the_dice_fall_the_same_after_an_undo(pebbles: Game) -> None:
    match, other = pebbles.match(seed=5), pebbles.match(seed=5)
    match.play("take 1")
    match.undo()
    for each in (match, other):
        each.play("roll")
    assert match.log == other.log


def test_a_seat_that_has_forfeited_plays_on_and_cannot_win(pebbles: Game) -> None:
    match = pebbles.match(seed=3)
    match.forfeited = frozenset({0, 1})
    while not match.is_over:
        assert match.winners == ()
        match.play(match.position.moves()[0])
    assert match.position.winners != ()
    assert match.winners == match.view(0).winners == ()
    match.forfeited = frozenset()
    assert match.winners == match.view(0).winners == match.position.winners


def test_an_illegal_move_leaves_the_match_as_it_was(pebbles: Game) -> None:
    match = pebbles.match(seed=2)
    log, position = match.log, match.position
    for bad in ("deal 1", "take 7", 99):
        with pytest.raises(ValueError):  # noqa: PT011
            match.play(bad)
    assert (match.log, match.position) == (log, position)


def test_names_belong_to_seats(pebbles: Game) -> None:
    match = pebbles.match(seed=1, names=["Anna", "Bartek"])
    assert match.view(0).names == ("Anna", "Bartek")
    with pytest.raises(ValueError, match="3 names for 2 seats"):
        pebbles.match(names=["a", "b", "c"])


def test_a_view_tells_the_last_move_as_its_seat_reads_it(pebbles: Game) -> None:
    match = pebbles.replay(["deal 3", "deal 1"])
    assert (match.view(1).last, match.view(1).last_by) == ("deal 1", burgrave.CHANCE)
    assert match.view(0).last == "deal ?"


def test_a_copy_goes_its_own_way(pebbles: Game) -> None:
    match = pebbles.match(seed=1)
    twin = match.copy()
    twin.play("take 1")
    assert len(twin.log) == len(match.log) + 1
    assert pickle.loads(pickle.dumps(twin)).log == twin.log
