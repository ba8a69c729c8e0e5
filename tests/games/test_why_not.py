"""Refusals with their facts: what is missing, who stands in the way, what would do instead.

`tests/why_not/<game>.txt` has a paragraph for every sentence: the reason and its case, where the position comes from (a
record and how many of its moves are made, or a walk with a seed), the refused move, and the sentence in both languages.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from playing import NAMES, recorded, refusal

import burgrave
from burgrave.core.match import Match
from burgrave.core.position import Position, View
from burgrave.core.registry import spec
from burgrave.core.words import LANGUAGES, own_part, words

FOLDER = Path(__file__).parents[1] / "why_not"
LAID_OUT = {("burgundy", "not_in_depot.black.empty")} | {
    ("hansa", reason) for reason in ("no_such_slot.facts", "privilege.table", "table_taken.facts")
}
"""Told in the tests of their games, which lay the positions out."""


class Refused(NamedTuple):
    """One paragraph."""

    game: str
    reason: str
    source: str
    text: str
    sentences: dict[str, str]


def paragraphs() -> list[Refused]:
    """All of them."""
    found = []
    for game in burgrave.games():
        for paragraph in (FOLDER / f"{game}.txt").read_text(encoding="utf-8").strip().split("\n\n"):
            reason, source, text, *said = paragraph.splitlines()
            sentences = dict(line.split(": ", 1) for line in said)
            found.append(Refused(game, reason, source, text, sentences))
    return found


@cache
def walk(game: str, options: str, seed: int) -> Match:
    """A game by players without a plan, up to 1,500 moves."""
    chosen = {name: int(value) if value.isdigit() else value for name, value in (o.split("=") for o in options.split())}
    match, luck = burgrave.game(game, **chosen).match(seed=seed), random.Random(seed)
    while not match.is_over and match.length < 1500:
        match.play(luck.choice(match.position.moves()))
    return match


@cache
def record(name: str) -> Match:
    """A recorded game, read once."""
    return recorded(name)


def position_of(refused: Refused) -> Position:
    """The position in which the move is refused."""
    kind, *rest, number = refused.source.split()
    if kind == "walk":
        seed, *options = rest
        return walk(refused.game, " ".join(options), int(seed)).positions[int(number)]
    return record(kind).positions[int(number)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("refused", paragraphs(), ids=lambda refused: f"{refused.game}-{refused.reason}")
def test_a_refusal_says(refused, language):
    position = position_of(refused)
    assert refusal(position, refused.text) == refused.reason.split(".")[0]
    view = View(position, position.to_act, names=(*NAMES, "Eli")[: position.game.players])
    assert view.why_not(refused.text, language) == refused.sentences[language]


@pytest.mark.parametrize("game", burgrave.games())
def test_every_sentence_with_facts_is_tested(game):
    say = words(spec(game).package, "en")
    cases = {key.removeprefix("reason.") for key in say.sentences if key.startswith("reason.") and key.count(".") > 1}
    assert cases == {refused.reason for refused in paragraphs() if refused.game == game} | {
        reason for other, reason in LAID_OUT if other == game
    }
    assert {case.split(".")[0] for case in cases} == set(own_part(spec(game).package, "reasons", "FACTS"))


def test_a_refused_move_is_an_error_with_the_same_sentence():
    position = record("catan-beginners").positions[2]
    with pytest.raises(burgrave.IllegalMove) as refused:
        position.play("city 22")
    for language in LANGUAGES:
        assert refused.value.told(language) == position.why_not("city 22", language)
    assert "lack" in str(refused.value)


def test_facts_are_those_of_the_seat_to_act_and_the_same_whoever_asks():
    position = record("catan-beginners").positions[2]
    assert position.why_not("city 22") == position.view(position.to_act).why_not("city 22")
    assert position.view(None).why_not("city 22") == "It is another player's turn."


def test_a_reason_without_facts_has_its_plain_sentence():
    position = record("barony-all-options").positions[50]
    assert not position.s.tokens[position.to_act].any()
    assert position.why_not("pay forest") == "You have no such token."
