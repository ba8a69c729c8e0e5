"""Side lines and comments in a record: what else could have been played, as text that reads back exactly.

They stand in remarks, so that whoever reads only the game reads the game:

    p0: settle 12
    #: A good place.              a comment on the move above
    #( p1: settle 14              another way to go on from here begins with this move
    #| p1: road 20                it goes on
    #( p1: road 21                and may branch off itself
    #)                            the inner one ends
    #)                            the outer one ends
    p1: settle 30
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from burgrave.core.errors import IllegalMove, Mistake, RecordError, UnknownMove, shown
from burgrave.core.lines import REMARK
from burgrave.core.position import actor_name
from burgrave.core.records import MOVE_LINE
from burgrave.core.records import read as read_match

if TYPE_CHECKING:
    from burgrave.core.match import Match

COMMENT, BEGIN, GO_ON, END = (f"{REMARK}{sign}" for sign in ":(|)")


@dataclass(frozen=True)
class SideLine:
    """Other moves after `after` moves of the line it leaves, with comments on them and lines that leave it in turn.

    Lines stand in the order of where they leave.
    """

    after: int
    moves: tuple[str, ...]
    comments: Mapping[int, str] = field(default_factory=dict)
    """By the number of the move, 1 for the first."""
    lines: tuple[SideLine, ...] = ()


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
    match = go_aside(before)
    if not line.moves:
        raise ValueError("a side line has one move at least")
    if any(not 0 < one.after <= len(line.moves) for one in line.lines):
        raise ValueError("a line that leaves a side line does so after one of its moves")
    for number, move in enumerate(line.moves, 1):
        mover = actor_name(match.position.to_act)
        match.play(move)
        yield f"{BEGIN if number == 1 else GO_ON} {mover}: {match.moves[-1].text}"
        yield from _written(match, line.comments, line.lines, number)
    yield END


def go_aside(match: Match) -> Match:
    """A match that goes its own way, chance's moves included."""
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
            before = self.match.first(len(now.moves)) if len(self.open) == 1 else now.match
            self.open.append(_Open(len(now.moves), go_aside(before)))
            self._play(number, rest)
        elif line.startswith(GO_ON):
            self._inside(number)
            self._play(number, rest)
        elif line.startswith(END):
            self._inside(number)
            ended = self.open.pop()
            self.open[-1].lines.append(SideLine(ended.after, tuple(ended.moves), ended.told, tuple(ended.lines)))
        elif MOVE_LINE.fullmatch(line.partition(REMARK)[0].strip()):
            if len(self.open) > 1:
                raise RecordError(number, Mistake.of("record.side_line_open"))
            now.moves.append("")

    def _inside(self, number: int) -> None:
        if len(self.open) < 2:
            raise RecordError(number, Mistake.of("record.no_side_line"))

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
