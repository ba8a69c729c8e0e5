"""Positions set up by hand: what may be set, what follows by itself, and what cannot be."""

from __future__ import annotations

import random

import pytest
from playing import RECORDS

import burgrave
from burgrave.core import editing, records, variations
from burgrave.core.errors import Mistake, RecordError, told
from burgrave.core.match import Match
from burgrave.core.variations import Notes, SideLine

MIDDLES = {
    "amber": ("amber-exhaustion", 60),
    "barony": ("barony-duke-3-players", 70),
    "burgundy": ("burgundy-two-players", 150),
    "catan": ("catan-with-trade", 200),
    "hansa": ("hansa-points", 40),
}


def middle(name: str) -> Match:
    """A recorded game, in the middle of somebody's turn."""
    record, number = MIDDLES[name]
    match = burgrave.load(RECORDS / f"{record}.txt")
    while match.first(number).position.to_act in (None, -1):
        number += 1
    return match.first(number)


@pytest.mark.parametrize("name", MIDDLES)
def test_what_is_set_stands_there_and_can_be_gone_on_from(name: str) -> None:
    match, luck, accepted = middle(name), random.Random(7), 0
    refusals: list[Mistake] = []
    position = match.position
    things = editing.editables(position)
    for thing in things * 4:
        place = luck.randrange(len(thing.places))
        text = thing.text(place, luck.choice(thing.possible(position.s, place)))
        try:
            made = position.edited(text)
        except Mistake as error:
            refusals.append(error)
            continue
        accepted += 1
        assert match.game.position(made.to_json()) == made
        assert text in made.editable() or thing.name in ("die", "storage")  # which are kept in order
        made.play(luck.choice(made.moves()))
        seen = made.view(made.to_act)
        assert seen.sample(1).view(made.to_act) == seen
    assert accepted > 4
    for refusal in refusals:
        assert refusal.key
        assert told(refusal, "en") != told(refusal, "pl")


@pytest.mark.parametrize("name", MIDDLES)
def test_the_turn_can_be_given_to_any_seat(name: str) -> None:
    match = middle(name)
    for seat in range(match.game.players):
        assert match.position.edited(f"turn p{seat}").to_act == seat


@pytest.mark.parametrize("name", MIDDLES)
@pytest.mark.parametrize("language", ["en", "pl"])
def test_everything_has_a_name_in_both_languages(name: str, language: str) -> None:
    match = middle(name)
    names = [f"Ada{seat}" for seat in range(match.game.players)]
    found = editing.choices(match.position, names, language)
    assert len({one.label for one in found}) == len(found)
    for one in found:
        assert one.now in [text for text, _, _ in one.values]
        titles = [title for _, title, _ in one.values]
        assert len(set(titles)) == len(titles)
        assert not any(word.startswith("p0") for word in one.label.split())


def test_what_follows_is_put_right() -> None:
    game = burgrave.game("catan", players=2, set_up="beginner")
    position = game.match(seed=1).position
    first = next(number for number, owner in enumerate(position.s.owner) if owner == 0)
    made = position.edited("turn p0", f"building {first} city p0", "hand p0 ore 5", "soldiers p0 3")
    assert made.s.bank[4] == 19 - made.s.hand[:, 4].sum()
    assert made.s.largest_army == 0
    assert made.s.stock[0].tolist()[1:] == [position.s.stock[0, 1] + 1, position.s.stock[0, 2] - 1]
    assert made.point == "before_roll"
    assert position.s.largest_army == -1


@pytest.mark.parametrize(
    ("edits", "sentence"),
    [
        (["building 0 settlement p0"], "The building on intersection 0 has no road of its owner."),
        (["hand p0 ore 12", "hand p1 ore 12"], "There are not so many cards in the game: ore."),
        (["tower 3 p0"], "valid: turn, building, road"),
        (["road 90 p0"], "the nearest that can: road"),
        (["road 0 p3"], "the nearest that can: road 0"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(edits: list[str], sentence: str) -> None:
    position = burgrave.game("catan", players=2, set_up="beginner").match(seed=1).position
    with pytest.raises(Mistake) as error:
        position.edited("turn p0", *edits)
    assert sentence in error.value.told("en")


def test_nothing_is_set_before_the_board_is_laid_out() -> None:
    with pytest.raises(Mistake, match="once the board is laid out"):
        burgrave.game("catan").start().edited("turn p0")


def test_a_match_that_begins_with_a_position_reads_back() -> None:
    middle_game = middle("barony")
    match = middle_game.game.match(chance="manual", start=middle_game.position.edited("turn p1"))
    match.play(match.position.moves()[0])
    again = records.read(match.text())
    assert again.text() == match.text()
    assert again.position == match.position
    with pytest.raises(RecordError, match="the position cannot be"):
        records.read(match.text().replace('"round_number": ', '"round_number": 99'))


def test_side_lines_with_a_set_up_position_read_back() -> None:
    match = middle("barony")
    edits = ("turn p1", "tokens p1 plain 3")
    move = match.position.edited(*edits).moves()[0].text
    inner = SideLine(0, (), {}, (), ("turn p2",))
    line = SideLine(match.length, (move,), {0: "What if?", 1: "So."}, (inner,), edits)
    notes = Notes({}, (line,))
    text = variations.write(match, notes)
    assert "#( = turn p1" in text
    again, read = variations.read(text)
    assert (again.log, read) == (match.log, notes)
    assert records.read(text).log == match.log
    with pytest.raises(RecordError, match="before its first move only"):
        variations.read(text.replace("#: So.", "#: So.\n#| = turn p0"))
    with pytest.raises(RecordError, match="the position cannot be"):
        variations.read(text.replace("= turn p1", "= turn p9"))
