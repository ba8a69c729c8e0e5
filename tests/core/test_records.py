"""Games as text: exact when written, lenient when typed, precise when refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import burgrave
from burgrave.core.game import Game
from burgrave.core.records import read

TYPED = """
# a game on a real table
burgrave 1
game: pebbles
heap: 6          # a short one
seats: Anna, Bartek

chance: deal 3
chance: deal 1

p0: take 2       # careful
  p1:  Take 2
p0: roll
chance: roll 1
p1: take 1
"""


def test_a_typed_record_with_remarks_reads(pebbles: Game) -> None:
    match = read(TYPED)
    assert match.log == ("deal 3", "deal 1", "take 2", "take 2", "roll", "roll 1", "take 1")
    assert match.game.options["heap"] == 6
    assert match.names == ("Anna", "Bartek")
    assert match.is_over


@pytest.mark.parametrize("name", ["Anna, Bartek", "Anna #1", "An\nna", "An\u2028na", " Anna", "Anna ", "An\ud800na"])
def test_a_name_that_a_record_cannot_hold_is_refused(pebbles: Game, name: str) -> None:
    with pytest.raises(ValueError, match="A player cannot be called"):
        pebbles.match(seed=1, names=[name, "Bartek"])
    match = pebbles.match(seed=1, names=["Ann: a", "Łukasz Żak"])
    with pytest.raises(ValueError, match="A player cannot be called"):
        match.names = ("Anna", name)
    assert read(match.text()).names == ("Ann: a", "Łukasz Żak")


@pytest.mark.parametrize("seed", ["a # b", " a", "a\n", "a\x1cb", "\t"])
def test_a_seed_that_a_record_cannot_hold_is_refused(pebbles: Game, seed: str) -> None:
    with pytest.raises(ValueError, match="The seed cannot be"):
        pebbles.match(seed=seed)


def test_a_record_reads_back_exactly(pebbles: Game, tmp_path: Path) -> None:
    match = pebbles.match(seed=9, names=["Anna", "Bartek"])
    while not match.is_over:
        match.play(match.position.moves()[0])
    match.save(tmp_path / "game.txt")
    again = burgrave.load(tmp_path / "game.txt")
    assert again.text() == match.text()
    assert again.position == match.position
    assert "seed: 9" in match.text()


def test_a_forfeit_is_part_of_the_record(pebbles: Game) -> None:
    match = pebbles.match(seed=4)
    while not match.is_over:
        match.play(match.position.moves()[0])
    (winner,) = match.winners
    match.forfeited = frozenset({winner})
    again = read(match.text())
    assert f"forfeits: p{winner}\n" in match.text()
    assert again.forfeited == {winner}
    assert again.winners == again.view(None).winners == (1 - winner,)


def test_the_seed_is_told_only_when_the_game_is_over(pebbles: Game) -> None:
    match = pebbles.match(seed=9)
    assert "seed" not in match.text()
    again = read(match.text())
    assert again.log == match.log


def edited(old: str, new: str) -> str:
    assert old in TYPED
    return TYPED.replace(old, new)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "no Burgrave record"),
        ("hello", 1, "no Burgrave record"),
        (edited("burgrave 1", "burgrave 2"), 3, "version '2'; this program reads version 1"),
        (edited("game: pebbles", "players: 2"), 1, "does not name its game"),
        (edited("game: pebbles", "game: peebles"), 4, "no game 'peebles'"),
        (edited("heap: 6 ", "heap: 4"), 5, "valid: 6 to 30"),
        (edited("heap: 6 ", "cup: 4"), 5, "no option 'cup'"),
        (edited("heap: 6 ", "game: pebbles"), 5, "given twice"),
        (edited("heap: 6 ", "what is this"), 5, "neither 'key: value' nor a move"),
        (edited("seats: Anna, Bartek", "seats: Anna"), 6, "1 seat for 2 players"),
        (edited("seats: Anna", "forfeits: p2\nseats: Anna"), 6, "no seat 'p2'; valid: p0, p1"),
        (edited("p0: take 2 ", "p1: take 2"), 11, "it is the move of p0, not of p1"),
        (edited("chance: roll 1", "p0: take 1"), 14, "it is the move of chance, not of p0"),
        (edited("p1: take 1", "p1: take 2"), 15, "The heap holds fewer"),
        (edited("p1: take 1", "p1: fly 2"), 15, "no move 'fly 2'"),
        (edited("p1: take 1", "take 1"), 15, "is not a move like"),
        (TYPED + "p0: take 1\n", 16, "the game is over"),
        (TYPED.replace("p1: take 1\n", "").replace("seats", "seed: 5\nseats"), 6, "a finished game only"),
        (edited("seats", "seed: 5\nseats"), 6, "not those of this seed"),
    ],
)
def test_a_wrong_record_names_line_and_reason(pebbles: Game, text: str, line: int, reason: str) -> None:
    with pytest.raises(burgrave.RecordError, match=reason) as caught:
        read(text)
    assert caught.value.line == line


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "noise").write_bytes(bytes(range(256)))
    with pytest.raises(burgrave.RecordError, match="not a text file"):
        burgrave.load(tmp_path / "noise")


def test_a_truncated_record_is_a_game_that_goes_on(pebbles: Game) -> None:
    match = read(TYPED.rpartition("p1: take 1")[0])
    assert match.position.to_act == 1
