"""The events after a number, and how seats read the moves among them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from burgrave.server.store.kinds import EventKind, Status
from burgrave.server.tables.events import Event
from burgrave.server.tables.state import TableState

if TYPE_CHECKING:
    from burgrave.core.position import Position
    from burgrave.core.verbs import Move


@dataclass(frozen=True)
class Fresh:
    """What has happened since somebody last listened: looked up once for all seats, read by each with its own eyes."""

    events: list[Event]
    blank: dict[int, str]
    """No text for every move among the events: one that was taken back reads as nothing."""
    moves: list[tuple[int, Move, Position]]
    """The other moves: number, move, and the position in which it was made."""
    seen_as: Any
    now: Any
    """The present position's record."""
    status: Status

    @classmethod
    def after(cls, state: TableState, after: int) -> Fresh:
        """The events of a table after a number."""
        events = state.events[after:]  # numbers begin with 1 and leave no gap
        blank = {event.seq: "" for event in events if event.kind == EventKind.MOVE}
        match = state.match
        if match is None or not blank:
            return cls(events, {}, [], None, None, state.status)
        earliest, first = next(iter(blank)), len(state.move_seqs)
        while first and state.move_seqs[first - 1] >= earliest:
            first -= 1
        # fewer moves than events: a game that no longer fits the rules
        steps = zip(state.move_seqs[first:], match.steps(first), strict=False)
        moves = [(seq, move, before) for seq, (move, before) in steps if seq in blank]
        return cls(events, blank, moves, match.game.rules.parts.seen_as, match.position.s, state.status)

    def told(self, seat: int | None) -> list[Event]:
        """The events that a seat may read."""
        return [event for event in self.events if event.is_told_to(seat)]

    def texts(self, seat: int | None) -> dict[int, str]:
        """The moves as a seat reads them, by number."""
        seen_as, now = self.seen_as, self.now
        return self.blank | {seq: seen_as(move, seat, before.s, now) for seq, move, before in self.moves}
