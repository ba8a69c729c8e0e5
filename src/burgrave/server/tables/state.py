"""What a table is: the fold of its events. Nothing else turns events into a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from burgrave.core.growing import Growing
from burgrave.core.spec import CHANCE
from burgrave.server.store.kinds import SeatKind, Status
from burgrave.server.store.rows import Head, Made, Seat
from burgrave.server.tables import standing
from burgrave.server.tables.events import (
    AnswerStands,
    BotGone,
    Closed,
    Ended,
    Event,
    Forfeited,
    Moved,
    Rematched,
    Said,
    Sat,
    Started,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from burgrave.server.tables.undo import UndoRequest

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.match import Match
    from burgrave.core.position import View

CHAT_KEPT = 100
CHANGES_POSITION = (Started, Moved, Undone, Sat, Ended)
"""After one of these, what somebody submits for an earlier position is late, and the clock begins anew."""


@dataclass(frozen=True)
class Line:
    """A line of chat, or something that everybody is told about a seat's bot: then `notice` names the sentence."""

    seq: int
    at: float
    seat: int | None
    name: str
    text: str
    notice: str = ""


@dataclass(frozen=True)
class Problem:
    """Why a stored game does not fit the present rules, and at which event."""

    seq: int
    reason: str


@dataclass(frozen=True)
class TableState:
    """A table after some of its events. It never changes: `after` gives another one."""

    made: Made
    game: Game | None
    """The rules with the table's options; None as long as nobody needs positions."""
    seats: tuple[Seat, ...]
    changed_at: float
    status: Status = Status.OPEN
    seq: int = 0
    """The number of the last event."""
    position_seq: int = 0
    """The number of the last event that changed the position."""
    events: Growing[Event] = field(default_factory=Growing)
    """Number k stands at place k - 1."""
    match: Match | None = None
    """For reading only."""
    move_seqs: Growing[int] = field(default_factory=Growing)
    """The event number of each move that stands, in the match's order."""
    seed: str | None = None
    result: Ended | None = None
    rematch: str | None = None
    undo_request: UndoRequest | None = None
    standing: Mapping[int, frozenset[str]] = field(default_factory=dict)
    """The standing answers of each seat that has given some."""
    forfeits: Mapping[int, Forfeited] = field(default_factory=dict)
    """The seats whose bots have failed: they play on and cannot win."""
    chat: tuple[Line, ...] = ()
    problem: Problem | None = None

    @classmethod
    def of(cls, made: Made, game: Game | None = None) -> TableState:
        """A table that was just made."""
        return cls(made, game, made.seats, made.created_at)

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names."""
        return tuple(seat.name or f"p{seat.seat}" for seat in self.seats)

    @property
    def free(self) -> int:
        """How many seats nobody has taken yet."""
        return sum(seat.kind == SeatKind.FREE for seat in self.seats)

    @property
    def to_act(self) -> int | None:
        """The seat whose move it is."""
        if self.match is None or self.status != Status.PLAYING:
            return None
        return self.match.position.to_act

    @property
    def deadline(self) -> float | None:
        """When the seat to act loses its move to a bot."""
        to_act = self.to_act
        if self.made.clock is None or to_act is None or self.seats[to_act].kind != SeatKind.PERSON:
            return None
        return self.changed_at + self.made.clock

    @property
    def is_finished(self) -> bool:
        """Whether no move will follow, so that everything may be shown."""
        return self.status in (Status.OVER, Status.CLOSED)

    @property
    def head(self) -> Head:
        """What lists show of the table."""
        result = {"scores": [*self.result.scores], "winners": [*self.result.winners]} if self.result else None
        return Head(
            self.status,
            self.seq,
            self.position_seq,
            self.to_act,
            result,
            self.seed,
            self.rematch,
            self.changed_at,
        )

    def view(self, seat: int | None) -> View:
        """What a seat may know now."""
        assert self.match is not None
        return self.match.view(seat)

    def replayed(self, events: Iterable[Event]) -> TableState:
        """The table after events that have been stored; those that the rules refuse today are its problem."""
        state = self
        for event in events:
            try:
                state = state.after(event)
            except ValueError as error:
                state = replace(state, problem=Problem(event.seq, str(error))).after(event)
        return state

    def after(self, event: Event) -> TableState:
        """The table after one more event; a ValueError when the rules refuse it.

        Where there is a problem with the game, its moves are counted and not played.
        """
        changes = self._changes(event)
        if isinstance(event.what, CHANGES_POSITION):
            changes |= {"position_seq": event.seq, "changed_at": event.at}
        made = object.__new__(TableState)  # dataclasses.replace takes as long as the rules
        vars(made).update(vars(self), seq=event.seq, events=self.events.plus(event), **changes)
        return made

    def _changes(self, event: Event) -> dict[str, Any]:
        match event.what:
            case Moved() as move:
                return self._moved(event.seq, move)
            case Started(seed):
                return {"status": Status.PLAYING, "seed": seed, "match": self._new_match()}
            case Undone(_, count):
                kept = self.move_seqs.first(len(self.move_seqs) - count)
                return {"move_seqs": kept, "undo_request": None, "match": self._without(count)}
            case UndoAsked(seat, count):
                return {"undo_request": UndoRequest(seat, count)}
            case UndoAnswered() as answer:
                return {"undo_request": self.undo_request and self.undo_request.after(answer)}
            case Sat() as sitter:
                return self._sat(sitter)
            case Said(seat, name, text):
                return self._told(Line(event.seq, event.at, seat, name, text))
            case AnswerStands(seat, answer, on):
                chosen = self.standing.get(seat, frozenset())
                return {"standing": {**self.standing, seat: chosen | {answer} if on else chosen - {answer}}}
            case Forfeited(seat, bot, reason) as forfeit:
                notice = self._told(Line(event.seq, event.at, seat, bot, "", f"forfeit.{reason}"))
                return notice | self._with_forfeits({**self.forfeits, seat: forfeit})
            case BotGone(seat, bot):
                return self._told(Line(event.seq, event.at, seat, bot, "", "bot_gone"))
            case Ended() as result:
                return {"status": Status.OVER, "result": result, "match": self._finished()}
            case Closed():
                return {"status": Status.CLOSED, "undo_request": None}
            case Rematched(table):
                return {"rematch": table}

    def _plays(self) -> Match | None:
        """A copy of the match to go on with, where events are still played."""
        return None if self.match is None or self.problem else self.match.copy()

    def _new_match(self) -> Match | None:
        if self.game is None or self.problem:
            return None
        from burgrave.core.match import Match

        return Match(self.game, chance="manual", names=self.names)

    def _moved(self, seq: int, move: Moved) -> dict[str, Any]:
        """A move ends a request for undo, and may end what its seat had said about passing."""
        changes: dict[str, Any] = {"move_seqs": self.move_seqs.plus(seq), "undo_request": None}
        match = self._plays()
        if match is None:
            return changes
        before = match.position
        if before.to_act != move.seat:
            raise ValueError(f"the move {move.text!r} is not made by whose turn it is")
        if move.seat == CHANCE and self.seed is not None and match.drawn_by(self.seed).text != move.text:
            raise ValueError("the chance moves are not those of the table's seed")
        match.play(move.text)
        if move.seat in self.standing:
            kept = standing.after_move(self.standing[move.seat], before.point, move.text)
            changes["standing"] = {**self.standing, move.seat: kept}
        return {**changes, "match": match}

    def _without(self, count: int) -> Match | None:
        match = self._plays()
        if match is None:
            return self.match
        match.undo(count, consent=True)
        return match

    def _finished(self) -> Match | None:
        match = self._plays()
        if match is None:
            return self.match
        if not match.is_over:
            raise ValueError("the game would not be over")
        if self.seed is not None:
            match.take_seed(self.seed)
        return match

    def _sat(self, sitter: Sat) -> dict[str, Any]:
        """Somebody new on a seat; a person has nothing to do with a bot that has failed there."""
        seats = tuple(sitter.chair if seat.seat == sitter.seat else seat for seat in self.seats)
        forfeits = self.forfeits
        if sitter.kind == SeatKind.PERSON:
            forfeits = {seat: forfeit for seat, forfeit in forfeits.items() if seat != sitter.seat}
        changes = self._with_forfeits(forfeits)
        match = changes["match"]
        if match is not None:
            match.names = replace(self, seats=seats).names
        return {**changes, "seats": seats}

    def _with_forfeits(self, forfeits: Mapping[int, Forfeited]) -> dict[str, Any]:
        match = None if self.match is None else self.match.copy()
        if match is not None:
            match.forfeited = frozenset(forfeits)
        return {"forfeits": forfeits, "match": match}

    def _told(self, line: Line) -> dict[str, Any]:
        return {"chat": (*self.chat, line)[-CHAT_KEPT:]}
