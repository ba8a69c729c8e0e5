"""Side lines and comments in a record: what else could have been played, as text that reads back exactly.

They stand in remarks, so that whoever reads only the game reads the game:

    p0: settle 12
    #: A good place.              a comment on the move above
    #( p1: settle 14              another way to go on from here begins with this move
    #| p1: road 20                it goes on
    #( p1: road 21                and may branch off itself
    #)                            the inner one ends
    #)                            the outer one ends
    #( = road 20 p1               a line may begin with things that are set by hand (`core/editing`)
    #| = turn p0
    #| p0: roll
    #)
    p1: settle 30
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from burgrave.core.errors import IllegalMove, Mistake, RecordError, UnknownMove, shown
from burgrave.core.lines import REMARK
from burgrave.core.position import actor_name
from burgrave.core.records import MOVE_LINE
from burgrave.core.records import read as read_match

if TYPE_CHECKING:
    from burgrave.core.match import Match

SET = "="
"""Stands before what is set by hand."""
COMMENT, BEGIN, GO_ON, END = (f"{REMARK}{sign}" for sign in ":(|)")


@dataclass(frozen=True)
class SideLine:
    """Other moves after `after` moves of the line it leaves, with comments on them and lines that leave it in turn.

    Lines stand in the order of where they leave. `edits` are set by hand before the first move.
    """

    after: int
    moves: tuple[str, ...]
    comments: Mapping[int, str] = field(default_factory=dict)
    """By the number of the move, 1 for the first; 0 for the position that was set up."""
    lines: tuple[SideLine, ...] = ()
    edits: tuple[str, ...] = ()


@dataclass(frozen=True)
class Notes:
    """The comments on a match's moves, 0 for the position before the first, and the lines that leave it."""

    comments: Mapping[int, str] = field(default_factory=dict)
    lines: tuple[SideLine, ...] = ()


def write(match: Match, notes: Notes) -> str:
    """A match as a text record with its notes; a ValueError when a side line cannot be played."""
    head, _, body = match.text().partition("\n\n")
    moves = body.splitlines()
    text = [head, "", *_written(match.first(0), notes.comments, notes.lines, 0)]
    for number, move in enumerate(moves, 1):
        text += [move, *_written(match.first(number), notes.comments, notes.lines, number)]
    return "\n".join(text) + "\n"


def _written(match: Match, comments: Mapping[int, str], lines: tuple[SideLine, ...], number: int) -> Iterator[str]:
    """What is noted after a number of moves."""
    for part in comments[number].split("\n") if number in comments else ():
        if part != part.strip() or not part.isprintable():
            raise ValueError(f"a comment has plain lines without blanks around them, not {shown(repr(part))}")
        yield f"{COMMENT} {part}".rstrip()
    for line in lines:
        if line.after == number:
            yield from _side_line(match, line)


def _side_line(before: Match, line: SideLine) -> Iterator[str]:
    match = go_aside(before, line.edits)
    if not line.moves and not line.edits:
        raise Mistake.of("record.empty_side_line")
    if any(not (0 if line.edits else 1) <= one.after <= len(line.moves) for one in line.lines):
        raise ValueError("a line that leaves a side line does so after one of its moves")
    for number, edit in enumerate(line.edits):
        yield f"{GO_ON if number else BEGIN} {SET} {' '.join(edit.split())}"
    if line.edits:
        yield from _written(match, line.comments, line.lines, 0)
    for number, move in enumerate(line.moves, 1):
        mover = actor_name(match.position.to_act)
        match.play(move)
        yield f"{BEGIN if number == 1 and not line.edits else GO_ON} {mover}: {match.moves[-1].text}"
        yield from _written(match, line.comments, line.lines, number)
    yield END


def go_aside(match: Match, edits: Sequence[str] = ()) -> Match:
    """A match that goes its own way, chance's moves included; it begins anew where something is set by hand."""
    if edits:
        from burgrave.core.match import Match

        start = match.position.edited(*edits)
        aside = Match(match.game, chance="manual", names=match.names, start=start)
        aside.chosen_colours = match.chosen_colours
        return aside
    aside = match.copy()
    aside._seed = None
    return aside


def read(text: str) -> tuple[Match, Notes]:
    """A match from a text record with its notes; a RecordError names the line that does not fit."""
    match = read_match(text)
    reader = _Reader(match)
    for number, line in enumerate(text.splitlines(), 1):
        reader.take(number, line.strip())
    if len(reader.open) > 1:
        raise RecordError(number, Mistake.of("record.side_line_open"))
    return match, Notes(reader.open[0].told, tuple(reader.open[0].lines))


class _Open:
    """A line that is being read."""

    def __init__(self, after: int, match: Match) -> None:
        self.after, self.match = after, match
        self.begins_from = match
        self.edits: list[str] = []
        self.moves: list[str] = []
        self.comments: dict[int, list[str]] = {}
        self.lines: list[SideLine] = []

    @property
    def told(self) -> dict[int, str]:
        """The comments as text."""
        return {number: "\n".join(parts) for number, parts in self.comments.items()}


class _Reader:
    def __init__(self, match: Match) -> None:
        self.match = match
        self.open = [_Open(0, match)]

    def take(self, number: int, line: str) -> None:
        """Read one line of the record."""
        now = self.open[-1]
        rest = line[len(COMMENT) :].strip()
        if line.startswith(COMMENT):
            now.comments.setdefault(len(now.moves), []).append(rest)
        elif line.startswith(BEGIN):
            self._set_up(number)
            before = self.match.first(len(now.moves)) if len(self.open) == 1 else now.match
            self.open.append(_Open(len(now.moves), go_aside(before)))
            self._go_on(number, rest)
        elif line.startswith(GO_ON):
            self._inside(number)
            self._go_on(number, rest)
        elif line.startswith(END):
            self._inside(number)
            self._set_up(number)
            ended = self.open.pop()
            self.open[-1].lines.append(
                SideLine(ended.after, tuple(ended.moves), ended.told, tuple(ended.lines), tuple(ended.edits))
            )
        elif MOVE_LINE.fullmatch(line.partition(REMARK)[0].strip()):
            if len(self.open) > 1:
                raise RecordError(number, Mistake.of("record.side_line_open"))
            now.moves.append("")

    def _inside(self, number: int) -> None:
        if len(self.open) < 2:
            raise RecordError(number, Mistake.of("record.no_side_line"))

    def _go_on(self, number: int, line: str) -> None:
        """A move of a side line, or something that is set by hand before the first one."""
        now = self.open[-1]
        if line.startswith(SET):
            if now.moves or now.comments or now.lines:
                raise RecordError(number, Mistake.of("record.late_edit"))
            now.edits.append(" ".join(line[len(SET) :].split()))
            return
        self._set_up(number)
        self._play(number, line)

    def _set_up(self, number: int) -> None:
        """Set what was to be set by hand, all at once."""
        now = self.open[-1]
        if now.edits and now.match is now.begins_from:
            try:
                now.match = go_aside(now.begins_from, now.edits)
            except Mistake as error:
                raise RecordError(number, Mistake.of("record.bad_position", reason=error)) from None

    def _play(self, number: int, line: str) -> None:
        now, found = self.open[-1], MOVE_LINE.fullmatch(line)
        if not found:
            raise RecordError(number, Mistake.of("record.no_move", line=shown(line)))
        due = now.match.position.to_act
        if due is None:
            raise RecordError(number, Mistake.of("record.over"))
        if found[1] != actor_name(due):
            raise RecordError(number, Mistake.of("record.other_seat", due=actor_name(due), given=shown(found[1])))
        try:
            now.match.play(found[2])
        except (IllegalMove, UnknownMove) as error:
            raise RecordError(number, Mistake.of("record.refused", text=shown(found[2]), reason=error)) from None
        now.moves.append(now.match.moves[-1].text)
