"""What a command wants to happen: events that have been tried on the table's state and wait to be stored."""

from __future__ import annotations

from burgrave.core.spec import CHANCE
from burgrave.server.store.requests import RequestRow
from burgrave.server.store.rows import Append
from burgrave.server.tables import early
from burgrave.server.tables.entering import unseen
from burgrave.server.tables.events import Ended, Event, Happening, Moved, encoded
from burgrave.server.tables.state import TableState


class Draft:
    """Events in the making, all of one moment, and the state they lead to. The table itself knows nothing of them."""

    def __init__(self, state: TableState, at: float) -> None:
        self.before, self.state, self.at = state, state, at
        self.events: list[Event] = []

    def add(self, what: Happening) -> None:
        """Let something happen; a ValueError when the rules refuse it."""
        event = Event(self.state.seq + 1, self.at, what)
        self.state = self.state.after(event)
        self.events.append(event)

    def go_on(self) -> None:
        """Let chance move as long as it is to act, seats say what they have answered early, and end what is over."""
        while (seat := self.state.to_act) is not None and (seat == CHANCE or seat in self.state.early):
            if seat != CHANCE:
                early.speak(self, self.state.early[seat])
                continue
            assert self.state.match is not None
            if self.state.by_hand:
                drawn, *others = self.state.match.position.moves()
                if hidden := unseen(self.state):
                    self.add(Moved(CHANCE, hidden))
                    continue
                if others:
                    return  # somebody enters it
            else:
                assert self.state.seed is not None
                drawn = self.state.match.drawn_by(self.state.seed)
            self.add(Moved(CHANCE, drawn.text))
        match = self.state.match
        if match is not None and match.is_over:
            self.add(Ended(match.position.scores, match.winners))

    def append(
        self,
        sitters: tuple[tuple[int, str], ...] = (),
        secrets: tuple[tuple[str, int | None], ...] = (),
        revoked: tuple[int, ...] = (),
        request: RequestRow | None = None,
    ) -> Append:
        """What there is to store, who may act for seats from now on, and for which seats nobody may any more."""
        return Append(
            self.state.made.id,
            self.before.seq,
            tuple(map(encoded, self.events)),
            self.state.head,
            tuple(seat for seat, old in zip(self.state.seats, self.before.seats, strict=True) if seat != old),
            sitters,
            secrets,
            revoked,
            request,
        )
