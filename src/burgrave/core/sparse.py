"""The positions of a long game that is over: some are kept, the others are played again when somebody looks at them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from burgrave.core.growing import Growing
from burgrave.core.position import Position
from burgrave.core.verbs import Move

EVERY = 64
"""One position of so many is kept; to play the others again takes half a millisecond."""


class SparsePositions(Sequence[Position]):
    """Reads like the list of all positions and holds few of them."""

    def __init__(self, positions: Sequence[Position], moves: Sequence[Move]) -> None:
        self._kept = [_bare(position) for position in positions[::EVERY]]
        self._moves, self._length = moves, len(positions)
        self.movers = tuple(position.to_act for position in positions)
        """Who was to act in each position."""
        self._stretch: tuple[int, list[Position]] = 0, []
        """Those that were looked at last, from which number on."""

    @property
    def held(self) -> int:
        """How many positions are in memory."""
        return len(self._kept) + EVERY

    def first(self, count: int) -> SparsePositions:
        """The first so many positions, or all where there are fewer."""
        made = SparsePositions.__new__(SparsePositions)
        made.__dict__.update(self.__dict__, _length=max(0, min(count, self._length)))
        return made

    def plus(self, position: Position) -> Growing[Position]:
        """The list with one more position: somebody plays on, so all of them are there again."""
        return Growing(self[:]).plus(position)

    def _stretch_with(self, number: int) -> tuple[int, list[Position]]:
        begin = number - number % EVERY
        if self._stretch[0] != begin or not self._stretch[1]:
            found = [_bare(self._kept[begin // EVERY])]
            for move in self._moves[begin : begin + EVERY - 1]:
                found.append(found[-1].play(move))
            self._stretch = begin, found
        return self._stretch

    @overload
    def __getitem__(self, which: int) -> Position: ...
    @overload
    def __getitem__(self, which: slice) -> list[Position]: ...
    def __getitem__(self, which: int | slice) -> Position | list[Position]:
        if isinstance(which, slice):
            return [self[number] for number in range(*which.indices(self._length))]
        if not -self._length <= which < self._length:
            raise IndexError(which)
        number = which if which >= 0 else self._length + which
        begin, found = self._stretch_with(number)
        return found[number - begin]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Position]:
        return (self[number] for number in range(self._length))


def _bare(position: Position) -> Position:
    """The same position without what was found out about it."""
    return Position(position.game, position._records)
