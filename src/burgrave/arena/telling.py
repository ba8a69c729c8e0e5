"""An analysis in words: who was lucky, who gave what away, and the moments that mattered, as somebody may read them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from burgrave.arena.analysis import Analysis, Choice, Considered, Luck
from burgrave.core import words
from burgrave.core.errors import IllegalMove
from burgrave.core.position import View
from burgrave.core.spec import CHANCE
from burgrave.core.story import Reader, told
from burgrave.core.words import core_words

if TYPE_CHECKING:
    from burgrave.core.match import Match

NOTICEABLE = 0.02
"""Luck of less than this share of the win is not spoken of."""
MISTAKES_TOLD, STROKES_TOLD = 8, 4
"""How many key moments of each kind are listed."""
SENTENCES_PER_MOMENT = 2
EVERYTHING = Reader(everything=True)


@dataclass(frozen=True)
class Moment:
    """Something that mattered: before which move, whose it was, what it is called, and what it gave or took."""

    number: int
    turn: int
    kind: str
    """A grade, or "luck"."""
    seat: int
    share: float
    text: str


def percent(share: float, signed: bool = False) -> str:
    """A share of the win as people read it."""
    figure = f"{round(100 * share):+d}" if signed else f"{round(100 * share)}"
    return f"{'0' if figure in ('+0', '-0') else figure.replace('-', '−')}\N{NO-BREAK SPACE}%"


def happened(match: Match, first: int, last: int, reader: Reader, language: str) -> str:
    """What the moves of some numbers were, in a few sentences."""
    lines = [line for number in range(first, last + 1) for line in told(match, number, reader, language).lines]
    if not lines:
        _, before, _ = match.move_at(last)
        text = reader.text(match, last, match.position)
        assert before.to_act is not None
        lines = [words.tell(match.game, text, before.to_act, language, match.names, reader.view(before))]
    more = len(lines) > SENTENCES_PER_MOMENT
    return " ".join(lines[:SENTENCES_PER_MOMENT]) + (" …" if more else "")


def label(match: Match, number: int, move: str, language: str) -> str:
    """What a button for a move would say after so many others."""
    before = match.first(number)
    return words.label_in(before.view(before.position.to_act), match.game.move(move), language)


def line(match: Match, number: int, option: Considered, language: str) -> list[str]:
    """What the search expects after a move, as sentences; the move itself is not told.

    A line leaves chance out: here it falls in any way, and the sentences end with a move that it does not allow.
    """
    position, sentences = match.first(number).position, list[str]()
    for seat, text in option.line:
        while position.to_act == CHANCE:
            position = position.play(position.moves()[0])
        if position.to_act != seat:
            break
        view = View(position, seat, names=match.names)
        sentences.append(words.tell(match.game, text, seat, language, match.names, view))
        try:
            position = position.play(text)
        except IllegalMove:  # chance fell otherwise in the search
            break
    return sentences[1:]


def moments(analysis: Analysis, reader: Reader = EVERYTHING, language: str = "en") -> list[Moment]:
    """The largest mistakes and strokes of luck, in the order of the game."""
    reader = fitting(analysis.match, reader)
    strokes = [luck for luck in analysis.strokes() if max(map(abs, luck.change)) >= NOTICEABLE][:STROKES_TOLD]
    found = [
        *(of_mistake(analysis, one, reader, language) for one in analysis.mistakes()[:MISTAKES_TOLD]),
        *(of_stroke(analysis, one, reader, language) for one in strokes),
    ]
    return sorted(found, key=lambda moment: moment.number)


def of_mistake(analysis: Analysis, choice: Choice, reader: Reader, language: str) -> Moment:
    """A decision as a moment."""
    match, number = analysis.match, choice.number
    text = core_words(language)(
        "analysis.mistake",
        moment=happened(match, number + 1, number + 1, reader, language),
        share=percent(choice.loss),
        better=label(match, number, choice.best.move, language),
    )
    return Moment(number, analysis.turns[number], choice.grade, choice.seat, -choice.loss, text)


def of_stroke(analysis: Analysis, luck: Luck, reader: Reader, language: str) -> Moment:
    """A move of chance as a moment: whom it has helped or hurt most."""
    match = analysis.match
    seat = max(range(match.game.players), key=lambda one: abs(luck.change[one]))
    text = core_words(language)(
        "analysis.stroke",
        moment=happened(match, luck.number + 1, luck.last, reader, language),
        who=match.names[seat],
        share=percent(luck.change[seat], signed=True),
    )
    return Moment(luck.number, analysis.turns[luck.number], "luck", seat, luck.change[seat], text)


def verdict(analysis: Analysis, reader: Reader = EVERYTHING, language: str = "en") -> list[str]:
    """The game in a few sentences."""
    return list(_verdict(analysis, fitting(analysis.match, reader), language))


def fitting(match: Match, reader: Reader) -> Reader:
    """Who reads: where only one seat's knowledge was entered, that seat instead of somebody who knows all."""
    return Reader(match.knows) if match.knows is not None and reader.everything else reader


def _verdict(analysis: Analysis, reader: Reader, language: str) -> Iterator[str]:
    say, match = core_words(language), analysis.match
    if not match.is_over:
        yield say("analysis.unfinished")
    yield from won(analysis, language)
    yield luckiest(analysis, reader, language)
    for summary in analysis.seats:
        who, count = match.names[summary.seat], len(analysis.mistakes(summary.seat))
        if summary.at_random:
            yield say("analysis.random", who=who)
        if count:
            yield say("analysis.gave", count, who=who, share=percent(summary.given_away))
        elif summary.decisions:
            yield say("analysis.gave_nothing", who=who)


def won(analysis: Analysis, language: str) -> Iterator[str]:
    """Why the winner has won, if there is one."""
    winners = analysis.match.position.winners
    if len(winners) == 1:
        parts = analysis.seats[winners[0]].parts
        needed = parts.result - parts.start
        reasons = {"luck": parts.luck, "others": parts.others}
        most = max(reasons, key=lambda name: reasons[name])
        key = most if reasons[most] >= needed / 3 else "play"
        yield core_words(language)(f"analysis.won.{key}", who=analysis.match.names[winners[0]])


def luckiest(analysis: Analysis, reader: Reader, language: str) -> str:
    """Whom chance has helped most."""
    say, match = core_words(language), analysis.match
    if not analysis.lucks:
        return say("analysis.no_chance")
    best = max(analysis.seats, key=lambda summary: summary.parts.luck)
    if best.parts.luck < NOTICEABLE:
        return say("analysis.even_luck")
    stroke = analysis.strokes(best.seat)[0]
    return say(
        "analysis.luckiest",
        who=match.names[best.seat],
        share=percent(best.parts.luck, signed=True),
        turn=analysis.turns[stroke.number],
        moment=happened(match, stroke.number + 1, stroke.last, reader, language),
    )


def table(analysis: Analysis, language: str) -> tuple[list[str], list[list[str]]]:
    """What everybody's result is made of: headings and a line for each seat."""
    say = core_words(language)
    names = ("accuracy", "start", "luck", "own", "others", "rest", "result")
    lines = []
    for summary in analysis.seats:
        parts = summary.parts
        rest = f"{percent(parts.rest, signed=True)} (±\N{NO-BREAK SPACE}{percent(parts.error)})"
        figures = [percent(part, signed=True) for part in (parts.luck, parts.own, parts.others)]
        lines.append(
            [
                analysis.match.names[summary.seat],
                percent(summary.accuracy),
                percent(parts.start),
                *figures,
                rest,
                percent(parts.result),
            ]
        )
    return ["", *(say(f"analysis.{name}") for name in names)], lines


def grades(analysis: Analysis, language: str) -> tuple[list[str], list[list[str]]]:
    """How often everybody's moves got each grade: headings and a line for each seat."""
    say = core_words(language)
    headings = ["", *(say(f"analysis.grade.{grade}") for grade in analysis.seats[0].grades)]
    return headings, [
        [analysis.match.names[one.seat], *(str(count) for count in one.grades.values())] for one in analysis.seats
    ]
