"""A match told as a story: what each move was and brought, as one seat may read it, turn by turn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from burgrave.core import effects, words
from burgrave.core.effects import Effect
from burgrave.core.position import OpenView, View
from burgrave.core.spec import CHANCE

if TYPE_CHECKING:
    from burgrave.core.match import Match
    from burgrave.core.position import Position
    from burgrave.core.spec import Spec
    from burgrave.core.verbs import Move, Verb


SENTENCES_KEPT = 8192
BRACKETS = re.compile(r" \([^()]*\)")


@dataclass(frozen=True)
class Told:
    """One move: how many moves had been made with it, who made it, its sentence and what it brought."""

    number: int
    mover: int
    text: str
    """Empty where the log leaves the move's own sentence out."""
    effects: tuple[tuple[str, tuple[Effect, ...]], ...] = ()
    """Sentences, each with the effects it tells."""
    point: str = ""
    """Where in the game it was made."""
    short: str = ""
    """What a headline says of it, if anything."""
    icon: str = ""
    """The symbol of what it is about, where one says more than its gains and losses do."""

    @property
    def lines(self) -> list[str]:
        """The sentences, the move's own first."""
        return [text for text in (self.text, *(sentence for sentence, _ in self.effects)) if text]


@dataclass(frozen=True)
class Event:
    """One line of the log: a move with those that belong to it, as an offer with its answers, and its equals."""

    moves: tuple[Told, ...]
    times: int = 1
    """How many events one after the other were told alike."""

    @property
    def main(self) -> Told:
        """The move that the line is about: the last one that a headline would name, or the first."""
        return next((one for one in reversed(self.moves) if one.short), self.moves[0])

    @property
    def number(self) -> int:
        """How many moves had been made when it was over."""
        return self.moves[-1].number

    @property
    def text(self) -> str:
        """The line: the move's sentence, or what it brought first; and what is neither a gain nor a loss."""
        first, *rest = self.main.lines
        counted = {sentence for sentence, group in self.main.effects if is_counted(group)}
        return " ".join([first, *(sentence for sentence in rest if sentence not in counted)])

    @property
    def gains(self) -> list[tuple[str, tuple[Effect, ...]]]:
        """Gains, losses and points of the line's move, with their sentences."""
        first = self.main.lines[0]
        return [(sentence, group) for sentence, group in self.main.effects if is_counted(group) and sentence != first]

    @property
    def details(self) -> list[str]:
        """Everything that the line does not say in words."""
        main, found = self.main, []
        for one in self.moves:
            if one is main:
                found += [sentence for sentence, _ in self.gains]
            elif one.lines != main.lines:
                found += one.lines
        return found


@dataclass
class Turn:
    """Moves that belong together: a seat's turn, or the set-up."""

    seat: int | None
    headline: str = ""
    told: list[Told] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    """The same moves, in the lines of a log."""
    first: int = 0
    """The number of its first move."""
    last: int = 0
    """The number of its last move so far, those that are not told included."""
    unsaid: list[Told] = field(default_factory=list)
    """Moves of which only the headline speaks."""


def is_counted(group: Sequence[Effect]) -> bool:
    """Whether effects only say how much of something somebody has more or less, and nobody else gave or took it."""
    return all(effect.stock and effect.amount and effect.other is None for effect in group)


@dataclass(frozen=True)
class Reader:
    """Who reads a match: a seat, a spectator (None), or with `everything` somebody from whom nothing is hidden."""

    seat: int | None = None
    everything: bool = False

    def view(self, position: Position) -> View:
        """What they know of a position."""
        return OpenView(position) if self.everything else View(position, self.seat)

    def text(self, match: Match, number: int, now: Position) -> str:
        """A move's text as they read it when the match stands at `now`."""
        move, before, _ = match.move_at(number)
        return self.reading(before, move, now)

    def reading(self, before: Position, move: Move, now: Position) -> str:
        """The text of a move made at `before`."""
        if self.everything:
            return move.text
        text: str = before.game.rules.parts.seen_as(move, self.seat, before.s, now.s)
        return text

    def effects(self, match: Match, number: int) -> tuple[View, View, list[Effect]]:
        """The views before and after the move of that number, and what it brought."""
        move, old, new = match.move_at(number)
        return self.effects_between(old, move, new)

    def effects_between(self, old: Position, move: Move, new: Position) -> tuple[View, View, list[Effect]]:
        """The views of two positions, and what the move between them brought."""
        assert old.to_act is not None
        before, after = self.view(old), self.view(new)
        return before, after, effects.effects(before, self.reading(old, move, new), old.to_act, after)


def told(match: Match, number: int, reader: Reader, language: str) -> Told:
    """One move with what it brought, as somebody may read it."""
    move, old, new = match.move_at(number)
    return told_between(
        number, old, move, new, reader.text(match, number, match.position), reader, language, match.names
    )


@lru_cache(maxsize=SENTENCES_KEPT)
def told_between(
    number: int,
    old: Position,
    move: Move,
    new: Position,
    text: str,
    reader: Reader,
    language: str,
    names: tuple[str, ...],
) -> Told:
    """A move told by its text and two positions; kept, since a log tells the same moves again after every new one."""
    spec, mover, before = old.game.spec, old.to_act, reader.view(old)
    assert mover is not None
    verb, args = words.verb_of_text(spec, text)
    sentence = ""
    if not is_silent(spec, verb.key, old.point, language):
        sentence = words.tell(old.game, text, mover, language, names, before)
    _, after, all_found = reader.effects_between(old, move, new)
    found = tuple((line, tuple(group)) for line, group in effects.sentences(after, all_found, language, names))
    counted = [effect for _, group in found[not sentence :] if is_counted(group) for effect in group]
    icon = next((icon for effect in all_found if effect not in counted and (icon := effects.icon_of(spec, effect))), "")
    return Told(number, mover, sentence, found, old.point, short(before, verb, args, language, names), icon)


def is_silent(spec: Spec, verb: str, point: str, language: str) -> bool:
    """Whether the log leaves a move's own sentence out: its verb is silent, and has no words for that point alone."""
    silent = words.own_part(spec.package, "effects", "SILENT") or ()
    return verb in silent and f"log.{verb}.{point}" not in words.words(spec.package, language)


def story(match: Match, reader: Reader, language: str, first: int = 1, last: int | None = None) -> list[Turn]:
    """The moves from `first` to `last` in turns, each under a headline.

    What the log leaves out is not there; of a set-up it leaves out, one line says that it was made.
    """
    turns: list[Turn] = []
    key: Any = None
    ready = words.core_words(language)("story.laid_out")
    for number in range(max(1, first), (match.length if last is None else min(last, match.length)) + 1):
        one = told(match, number, reader, language)
        now = turn_of(match, number)
        if not turns or now != key:
            turns.append(Turn(now[0], first=number))
            key = now
        turns[-1].last = number
        if one.short and not one.lines:
            turns[-1].unsaid.append(one)
        if one.lines:
            turns[-1].told.append(one)
        elif now[0] is None:
            before = [kept for kept in turns[-1].told if kept.text != ready]
            turns[-1].told = [*before, Told(number, one.mover, ready)]
    for turn in turns:
        turn.events = events(match, turn.told, reader, language)
        turn.headline = headline(match, turn, language)
    return [turn for turn in turns if turn.told]


def turn_starts(match: Match) -> list[int]:
    """After how many moves each turn begins, the set-up first."""
    keys = [turn_of(match, number) for number in range(1, match.length + 1)]
    return [number for number, key in enumerate(keys) if number == 0 or key != keys[number - 1]]


def turn_start(match: Match, number: int) -> int:
    """The number of the first move of the turn to which a move belongs."""
    key = turn_of(match, number)
    while number > 1 and turn_of(match, number - 1) == key:
        number -= 1
    return number


def events(match: Match, told: Sequence[Told], reader: Reader, language: str) -> list[Event]:
    """A turn's moves in the lines of a log: what belongs together as one, what is alike once."""
    goes_on = words.own_part(match.game.spec.package, "effects", "GOES_ON") or ()
    found: list[Event] = []
    for one in told:
        if found and one.point in goes_on:
            found[-1] = Event((*found[-1].moves, one))
            continue
        if (
            found
            and found[-1].times == 1
            and len(found[-1].moves) == 1
            and is_more_of(match, found[-1].main, one, language)
        ):
            found[-1] = Event((together(match, found[-1].main, one, reader, language),))
            continue
        found.append(Event((one,)))
    lines: list[Event] = []
    for event in found:
        same = lines and (lines[-1].main.mover, lines[-1].main.lines) == (event.main.mover, event.main.lines)
        if same:
            lines[-1] = Event((*lines[-1].moves, *event.moves), lines[-1].times + 1)
        else:
            lines.append(event)
    return lines


def is_more_of(match: Match, one: Told, other: Told, language: str) -> bool:
    """Whether a move only goes on with what the last one brought, in a sentence that lists things."""
    if one.text or other.text or not one.effects or not other.effects or one.mover != other.mover:
        return False
    last, first = one.effects[-1][1][0], other.effects[0][1][0]
    known = effects.words_for(match.game.spec, first.kind, language)
    alike = (last.kind, last.seat, last.other) == (first.kind, first.seat, first.other)
    return alike and known is not None and "{list}" in str(known[0].sentences[known[1]])


def together(match: Match, one: Told, other: Told, reader: Reader, language: str) -> Told:
    """Two moves told as one: what both brought, added up."""
    both = [effect for told in (one, other) for _, group in told.effects for effect in group]
    view = reader.view(match.move_at(other.number)[2])
    summed = tuple((line, tuple(group)) for line, group in effects.sentences(view, both, language, match.names))
    return replace(other, effects=summed)


def turn_of(match: Match, number: int) -> tuple[Any, ...]:
    """Whose turn a move belongs to (None: nobody's, the set-up), and what tells it from that seat's other turns.

    A game says so with `turn_of(s)` in its `effects.py`; else a turn is what one seat does with chance's part in it.
    """
    own = words.own_part(match.game.spec.package, "effects", "turn_of")
    _, before, _ = match.move_at(number)
    if own is not None:
        found: tuple[Any, ...] = own(before.s)
        return found
    while number > 1 and before.to_act == CHANCE:
        number -= 1
        _, before, _ = match.move_at(number)
    return (None if before.to_act == CHANCE else before.to_act,)


def headline(match: Match, turn: Turn, language: str) -> str:
    """Who had the turn and what mattered in it: `headline.<verb>` of the catalogue, short, equal ones counted."""
    core = words.core_words(language)
    if turn.seat is None:
        return core("story.set_up")
    who = words.seat_name(turn.seat, match.names, language)
    said = [(event.number, event.main.short, event.times) for event in turn.events if event.main.short]
    phrases: Counter[str] = Counter()
    for _, phrase, count in sorted(said + [(one.number, one.short, 1) for one in turn.unsaid]):
        phrases[phrase] += count
    what = [core("story.times", text=phrase, n=count) if count > 1 else phrase for phrase, count in phrases.items()]
    return core("story.headline", who=who, what=", ".join(what)) if what else who


def short(before: View, verb: Verb, args: Sequence[str], language: str, names: Sequence[str]) -> str:
    """What a headline says of a move, if anything: `headline.<verb>`, or `headline.<verb>.<point>` there alone.

    What stands in brackets is left to the move's own line: "places knowledge tile 15", not what that tile does.
    """
    say = words.words(before.game.spec.package, language)
    own, key = f"headline.{verb.key}.{before.point}", f"headline.{verb.key}"
    key = own if own in say else key
    if key not in say:
        return ""
    return BRACKETS.sub("", say(key, None, *words.spoken(before, verb, args, language, names)))


def line_of(event: Event, language: str) -> str:
    """An event's line as text: "Ada builds a road. × 2"."""
    return words.core_words(language)("story.times", text=event.text, n=event.times) if event.times > 1 else event.text


def as_text(turns: Sequence[Turn], language: str = "en") -> str:
    """The story as plain text: a headline, its lines below, and their details below each."""
    lines = []
    for turn in turns:
        lines.append(turn.headline)
        for event in turn.events:
            lines += [f"  {line_of(event, language)}", *(f"    {detail}" for detail in event.details)]
    return "\n".join(lines)


def forget() -> None:
    """Tell everything anew when it is next asked for: a game's words or effects have changed."""
    told_between.cache_clear()
