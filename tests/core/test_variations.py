"""Side lines and comments in records: written, read back exactly, and refused with the line and the reason."""

from __future__ import annotations

import pytest

from burgrave.core import records, variations
from burgrave.core.errors import RecordError
from burgrave.core.game import Game
from burgrave.core.match import Match
from burgrave.core.variations import Notes, SideLine


@pytest.fixture
def match(pebbles: Game) -> Match:
    match = pebbles.match(seed=5)
    for _ in range(4):
        match.play("take 1")
    return match


def test_notes_read_back_exactly_and_the_game_reads_without_them(match: Match) -> None:
    start = match.length - 4
    inner = SideLine(2, ("take 2",), {1: "Or this."})
    lines = (
        SideLine(start, ("take 2", "take 1", "take 1"), {2: "Now\n\nsee."}, (inner,)),
        SideLine(start, ("take 2",)),
    )
    notes = Notes({0: "The start.", start + 1: "Careful."}, (*lines, SideLine(match.length, ("take 1",))))
    text = variations.write(match, notes)
    again, read = variations.read(text)
    assert again.log == match.log
    assert read == notes
    assert variations.write(again, read) == text
    assert records.read(text).log == match.log


def test_a_record_without_notes_has_none(match: Match) -> None:
    assert variations.write(match, Notes()) == match.text()
    assert variations.read(match.text())[1] == Notes()


def test_a_side_line_with_an_illegal_move_is_refused_with_its_line(match: Match) -> None:
    text = match.text() + "#( p0: take 2\n#| p1: take 9\n#)\n"
    with pytest.raises(RecordError, match="take 9"):
        variations.read(text)
    lines = len(match.text().splitlines())
    with pytest.raises(RecordError, match=f"line {lines + 1}: it is the move of p0, not of p1"):
        variations.read(match.text() + "#( p1: take 2\n#)\n")


@pytest.mark.parametrize("end", ["#( p0: take 1\n", "#)\n", "#| p0: take 1\n"])
def test_side_lines_begin_and_end(match: Match, end: str) -> None:
    with pytest.raises(RecordError, match="side line"):
        variations.read(match.text() + end)


def test_what_would_not_read_back_is_not_written(match: Match) -> None:
    for notes in (
        Notes({1: " blank"}),
        Notes({}, (SideLine(match.length, ()),)),
        Notes({}, (SideLine(match.length, ("take 1",), {}, (SideLine(0, ("take 2",)),)),)),
        Notes({}, (SideLine(match.length, ("take 9",)),)),
    ):
        with pytest.raises(ValueError, match=r"."):
            variations.write(match, notes)
