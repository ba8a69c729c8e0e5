"""A match beside a real table that is told only what one seat sees."""

from __future__ import annotations

import pytest
from playing import RECORDS

import burgrave
from burgrave.core import companion, records
from burgrave.core.errors import IllegalMove, Mistake, RecordError
from burgrave.core.match import Match
from burgrave.core.spec import CHANCE
from burgrave.core.story import Reader, story


def told_by(real: Match, seat: int, moves: int) -> Match:
    """The first moves of a real game as somebody enters them who sees what one seat sees."""
    match = real.game.match(chance="manual", knows=seat, names=real.names)
    for move, before in real.steps()[:moves]:
        seen = before.to_act != CHANCE or companion.reads(before, seat, move)
        match.play(move.text if seen else companion.hidden_text(real.game, move))
    return match


@pytest.mark.parametrize(("record", "moves"), [("catan-target-in-own-turn", 420), ("amber-shared-win", 150)])
def test_it_sees_what_the_seat_sees_and_nothing_else(record: str, moves: int) -> None:
    real = burgrave.load(RECORDS / f"{record}.txt")
    moves = min(moves, real.length)
    for seat in range(2):
        match = told_by(real, seat, moves)
        for number in range(0, moves, 7):
            assert match.positions[number].view(seat) == real.positions[number].view(seat)
        assert any("?" in text for text in match.log)
        assert story(match, Reader(seat), "en") == story(real.first(moves), Reader(seat), "en")
        again = records.read(match.text())
        assert again.text() == match.text()
        assert again.position.view(seat) == match.position.view(seat)


def test_the_record_holds_nothing_that_was_not_told() -> None:
    real = burgrave.load(RECORDS / "amber-shared-win.txt")
    match = told_by(real, 0, 60)
    hidden = [text for number, text in enumerate(match.log, 1) if match.is_unknown(number)]
    assert hidden
    assert all(text.split()[1:] == ["?"] for text in hidden)
    assert "knows: p0" in match.text()
    assert match.text("en").count("?") >= len(hidden)


def test_whatever_the_others_do_can_be_entered() -> None:
    real = burgrave.load(RECORDS / "amber-shared-win.txt")
    for number in range(60, 110, 7):
        move, before = real.steps()[number]
        if before.to_act not in (CHANCE, 0):
            assert move in companion.possible(told_by(real, 0, number))


def test_what_nobody_can_have_done_is_refused_and_changes_nothing() -> None:
    real = burgrave.load(RECORDS / "catan-target-in-own-turn.txt")
    match = told_by(real, 0, 120)
    before = match.text()
    for text in ("roll 3 4", "settle 0", "draw ?", "steal ?"):
        if text not in [move.text for move in match.position.moves()]:
            with pytest.raises((IllegalMove, Mistake)):
                match.play(text)
    assert match.text() == before


def test_only_a_match_with_manual_chance_knows_one_seat() -> None:
    game = burgrave.game("catan")
    with pytest.raises(ValueError, match="manual chance"):
        game.match(seed=1, knows=0)
    with pytest.raises(ValueError, match="no seat 7"):
        game.match(chance="manual", knows=7)
    text = game.match(chance="manual", knows=0).text()
    with pytest.raises(RecordError, match="knows: p0"):
        records.read(text.replace("knows: p0", "knows: p0, p1"))
