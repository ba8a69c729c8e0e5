"""What a table is: the fold of its events. Nothing else turns events into a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from burgrave.core import fair
from burgrave.core.growing import Growing
from burgrave.core.spec import CHANCE
from burgrave.server.store.kinds import SeatKind, Status
from burgrave.server.store.rows import Head, Made, Seat
from burgrave.server.tables import early, standing
from burgrave.server.tables.clock import Clock
from burgrave.server.tables.events import (
    GIVEN_UP,
    RECORD,
    AnsweredEarly,
    AnswerStands,
    BotGone,
    ByHand,
    ChatCleared,
    Closed,
    Ended,
    Event,
    Forfeited,
    HaltAnswered,
    HaltAsked,
    Halted,
    HintsFor,
    Kicked,
    Left,
    LetIn,
    LineDeleted,
    LinksRenewed,
    Moved,
    Muted,
    NameForgotten,
    Paused,
    Rematched,
    Resumed,
    Said,
    Sat,
    SeatAnswered,
    SeatAsked,
    SetUp,
    SpectatorsMay,
    Started,
    UndoAnswered,
    UndoAsked,
    Undone,
    WentAway,
    WentOn,
)
from burgrave.server.tables.undo import Request, UndoRequest

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.match import Match
    from burgrave.core.position import View

CHAT_KEPT = 100
DELETED = "chat.deleted"
"""The sentence in place of a line that the operator has deleted."""
NOTHING_PENDING: dict[str, Any] = {"early": {}, "halt_request": None, "halted_at": None}
"""What a finished game waits for."""
CHANGES_POSITION = (Started, Resumed, Moved, Undone, Sat, Ended)
"""After one of these, what somebody submits for an earlier position is late."""


Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True)
class Line:
    """A line of chat, or something that everybody is told: then `notice` names the sentence."""

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
    begun_at: float | None = None
    by_hand: bool = False
    knows: int | None = None
    """The seat whose knowledge is all that is entered, at a table beside a real one."""
    """Whether people enter what chance brings, as at a real table."""
    turn_of: int | None = None
    """The seat whose turn it is or was last, whatever chance does in between."""
    turn_seq: int = 0
    """The number of the event with which that began."""
    turn_at: float | None = None
    given: int = 0
    """How many of the first moves were made elsewhere; nobody takes them back."""
    seed: str | None = None
    verifiable_by: frozenset[int] = frozenset()
    """The seats whose bytes for the dice were given after the commitment was shown."""
    result: Ended | None = None
    rematch: str | None = None
    undo_request: UndoRequest | None = None
    halt_request: Request | None = None
    """Who asks for the game to stand still."""
    halted_at: float | None = None
    """Since when it does: nobody's time runs, and no bot moves."""
    standing: Mapping[int, frozenset[str]] = field(default_factory=dict)
    """The standing answers of each seat that has given some."""
    early: Mapping[int, AnsweredEarly] = field(default_factory=dict)
    """What seats answer to an offer before it is their turn to; nobody else may know."""
    forfeits: Mapping[int, Forfeited] = field(default_factory=dict)
    """The seats whose bots have failed or whose people have resigned: they cannot win."""
    chat: tuple[Line, ...] = ()
    clock: Clock = field(default_factory=Clock)
    muted: frozenset[int] = frozenset()
    """The seats that the host has silenced in the chat."""
    spectators: SpectatorsMay = field(default_factory=SpectatorsMay)
    hints: HintsFor = field(default_factory=HintsFor)
    requests: Mapping[int, SeatAsked] = field(default_factory=dict)
    """Who waits for the host's leave to sit down, by the number of the event."""
    turned_away: Mapping[int, Kicked] = field(default_factory=dict)
    """Who may not sit down here again, by the number of the event."""
    problem: Problem | None = None

    @classmethod
    def of(cls, made: Made, game: Game | None = None) -> TableState:
        """A table that was just made."""
        verifiable_by = frozenset(made.verifiable_by or ())
        return cls(made, game, made.seats, made.created_at, clock=Clock(made.clock), verifiable_by=verifiable_by)

    def seq_for(self, seat: int | None) -> int:
        """The number of the last event that a seat may know of, so that nobody sees when others decide in advance."""
        seq, place = self.seq, len(self.events)
        while place and not self.events[place - 1].is_told_to(seat):
            seq, place = seq - 1, place - 1
        return seq

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names."""
        return tuple(seat.name or f"p{seat.seat}" for seat in self.seats)

    @property
    def given_up(self) -> frozenset[int]:
        """The seats whose people have no way back into the game: they have resigned, or run out of time."""
        return frozenset(seat for seat, forfeit in self.forfeits.items() if forfeit.reason in GIVEN_UP)

    @property
    def only_bots(self) -> bool:
        """Whether the game is being played and nobody plays it but bots, also for people who may come back."""
        return self.status == Status.PLAYING and all(seat.kind == SeatKind.BOT for seat in self.seats)

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
        """When the time of the seat to act is up."""
        return self.clock.deadline

    @property
    def due_at(self) -> float | None:
        """When somebody must play who is no person: a bot at once, the stand-in when the time is up."""
        to_act = self.to_act
        if to_act is None or to_act == CHANCE or self.only_bots or self.halted_at is not None:
            return None
        return self.changed_at if self.seats[to_act].kind == SeatKind.BOT else self.deadline

    @property
    def is_finished(self) -> bool:
        """Whether no move will follow, so that everything may be shown."""
        return self.status in (Status.OVER, Status.CLOSED)

    @property
    def head(self) -> Head:
        """What lists show of the table."""
        result: dict[str, Any] | None = None
        if self.result:
            result = {"scores": [*self.result.scores], "winners": [*self.result.winners]}
            if self.forfeits:
                result["forfeits"] = [asdict(self.forfeits[seat]) for seat in sorted(self.forfeits)]
        return Head(
            self.status,
            self.seq,
            self.position_seq,
            self.to_act,
            result,
            self.seed,
            self.rematch,
            self.changed_at,
            self.due_at,
            len(self.move_seqs),
            self.begun_at,
            self.turn_seq if self.status == Status.PLAYING else 0,
            self.turn_at if self.status == Status.PLAYING else None,
        )

    @property
    def claim(self) -> fair.Claim:
        """What the table tells about its dice; its seed only when the game is over."""
        over = self.status == Status.OVER
        seats = tuple(sorted(self.verifiable_by))
        return fair.Claim(
            over, self.players, self.seed if over and not self.given else None, self.made.commitment, seats
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
        events = changes.pop("events", self.events).plus(event)
        made = object.__new__(TableState)  # dataclasses.replace takes as long as the rules
        vars(made).update(vars(self), seq=event.seq, events=events, **changes)
        seat = made.to_act
        if seat is not None and seat != CHANCE and seat != self.turn_of:
            vars(made).update(turn_of=seat, turn_seq=event.seq, turn_at=event.at)
        if self.clock.timing is not None:
            vars(made)["clock"] = self._clock_until(made, event)
        return made

    def _clock_until(self, made: TableState, event: Event) -> Clock:
        """The clock of the state that an event makes of this one."""
        moves, seat, asked = len(made.move_seqs), made.to_act, self.undo_request is not None
        idle = made.halted_at is not None
        if seat is not None and (idle or seat == CHANCE or made.seats[seat].kind != SeatKind.PERSON):
            seat = None
        match event.what:
            case WentAway(gone, until):
                return self.clock.absent(gone, until, event.at)
            case WentOn() if self.halted_at is not None:
                return self.clock.paused(event.at - self.halted_at, event.at).after(moves, seat, event.at)
            case Paused(seconds):
                return self.clock.paused(seconds, event.at)
            case Undone(by) if not asked:
                return self.clock.after_undo(by, moves, seat, event.at)
            case _:
                return self.clock.after(moves, seat, event.at)

    def _changes(self, event: Event) -> dict[str, Any]:
        match event.what:
            case Moved() as move:
                return self._moved(event.seq, move)
            case Started(seed):
                match = self._new_match()
                return {"status": Status.PLAYING, "begun_at": event.at, "seed": seed, "match": match}
            case ByHand(knows):
                return {"by_hand": True, "knows": knows}
            case SetUp(position):
                return {"match": self._new_match(position)}
            case Resumed(seed):
                return {"seed": seed, "given": len(self.move_seqs)}
            case Undone(_, count):
                kept = self.move_seqs.first(len(self.move_seqs) - count)
                return {
                    "move_seqs": kept,
                    "undo_request": None,
                    "early": early.after_undo(self.early, len(kept)),
                    "match": self._without(count),
                }
            case UndoAsked(seat, count):
                return {"undo_request": UndoRequest(seat, count=count)}
            case UndoAnswered() as answer:
                return {"undo_request": self.undo_request and self.undo_request.after(answer)}
            case Sat() as sitter:
                return self._sat(sitter)
            case Said(seat, name, text):
                return self._told(Line(event.seq, event.at, seat, name, text))
            case AnswerStands(seat, answer, on):
                chosen = self.standing.get(seat, frozenset())
                return {"standing": {**self.standing, seat: chosen | {answer} if on else chosen - {answer}}}
            case AnsweredEarly(seat, moves) as answer:
                others = _lacking(self.early, seat)
                return {"early": {**others, seat: answer} if moves else others}
            case Forfeited(seat, bot, reason) as forfeit:
                notice = self._told(Line(event.seq, event.at, seat, bot, "", f"forfeit.{reason}"))
                return notice | self._with_forfeits({**self.forfeits, seat: forfeit})
            case BotGone(seat, bot):
                return self._told(Line(event.seq, event.at, seat, bot, "", "bot_gone"))
            case Ended() as result:
                return {"status": Status.OVER, "result": result, "match": self._finished(), **NOTHING_PENDING}
            case Closed():
                return {"status": Status.CLOSED, "match": self._ended(), "undo_request": None, **NOTHING_PENDING}
            case HaltAsked(seat):
                return {"halt_request": Request(seat)}
            case HaltAnswered() as answer:
                return {"halt_request": self.halt_request and self.halt_request.after(answer)}
            case Halted():
                return self._notice(event, "halted") | {"halt_request": None, "halted_at": event.at}
            case WentOn(seat):
                return self._notice(event, "went_on") | {"halted_at": None}
            case WentAway(seat, until):
                back = datetime.fromtimestamp(until, UTC).date().isoformat()
                return self._notice(event, *(("away", back) if until > event.at else ("back",)))
            case Rematched(table):
                return {"rematch": table}
            case Kicked() as kicked:
                return self._kicked(event, kicked)
            case Left(seat, name):
                return self._told(Line(event.seq, event.at, seat, name, "", "left")) | self._freed(seat)
            case LetIn(number):
                return {"turned_away": _lacking(self.turned_away, number)}
            case Muted(seat, on):
                return {"muted": self.muted | {seat} if on else self.muted - {seat}}
            case SpectatorsMay() as rules:
                return {"spectators": rules}
            case HintsFor(who) as rule:
                return {"hints": rule, **self._told(Line(event.seq, event.at, None, "", "", f"hints.{who}"))}
            case SeatAsked() as asked:
                return {"requests": {**self.requests, event.seq: asked}}
            case SeatAnswered(_, number):
                return {"requests": _lacking(self.requests, number)}
            case LineDeleted(line):
                return self._blanked(lambda said: said.seq == line, lambda said: replace(said, text=""))
            case ChatCleared():
                told = tuple(line for line in self.chat if line.notice and line.notice != DELETED)
                return {**self._blanked(lambda said: True, lambda said: Said(said.seat, "", "")), "chat": told}
            case LinksRenewed() | NameForgotten() | Paused():
                return {}

    def _plays(self) -> Match | None:
        """A copy of the match to go on with, where events are still played."""
        return None if self.match is None or self.problem else self.match.copy()

    def _new_match(self, position: str = "") -> Match | None:
        if self.game is None or self.problem:
            return None
        from burgrave.core.match import Match

        start = self.game.position(position) if position else None
        match = Match(self.game, chance="manual", names=self.names, start=start, knows=self.knows)
        match.chosen_colours = self.game.spec.seat_colours(self.players, self.made.chosen_colours)
        return match

    def _moved(self, seq: int, move: Moved) -> dict[str, Any]:
        """A move ends a request for undo, and may end what its seat had said about passing."""
        changes: dict[str, Any] = {"move_seqs": self.move_seqs.plus(seq), "undo_request": None}
        match = self._plays()
        if match is None:
            return {**changes, "early": early.after_move(self.early, move.seat, None)}
        before = match.position
        if before.to_act != move.seat:
            raise ValueError(f"the move {move.text!r} is not made by whose turn it is")
        if move.seat == CHANCE and self.seed is not None and match.drawn_by(self.seed).text != move.text:
            raise ValueError("the chance moves are not those of the table's seed")
        match.play(move.text)
        if move.seat in self.standing:
            kept = standing.after_move(self.standing[move.seat], before.point, move.text)
            changes["standing"] = {**self.standing, move.seat: kept}
        if self.early:
            changes["early"] = early.after_move(self.early, move.seat, match.position)
        return {**changes, "match": match}

    def _without(self, count: int) -> Match | None:
        match = self._plays()
        if match is None:
            return self.match
        if self.by_hand:  # what was entered wrongly is entered again, chance's moves too
            return match.first(match.length - count)
        match.undo(count, consent=True)
        return match

    def _finished(self) -> Match | None:
        match = self._plays()
        if match is None:
            return self.match
        if not match.is_over:
            if not any(forfeit.reason in (*GIVEN_UP, RECORD) for forfeit in self.forfeits.values()):
                raise ValueError("the game would not be over")
            match.conceded = True
        if self.seed is not None and not self.given:
            match.take_seed(self.seed)
        match.thin_out()
        return match

    def _ended(self) -> Match | None:
        match = self._plays()
        if match is None:
            return self.match
        match.thin_out()
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
        waiting = {number: asked for number, asked in self.requests.items() if asked.seat != sitter.seat}
        verifiable_by = self.verifiable_by | self._verifies(sitter)
        still = _lacking(self.early, sitter.seat)
        return {**changes, "seats": seats, "requests": waiting, "verifiable_by": verifiable_by, "early": still}

    def _verifies(self, sitter: Sat) -> set[int]:
        """The seat, if its person has given bytes for the dice and keeps them."""
        gives_bytes = sitter.kind == SeatKind.PERSON and self.status == Status.OPEN and sitter.entropy
        return {sitter.seat} if gives_bytes and self.made.verifiable_by is not None else set()

    def _kicked(self, event: Event, kicked: Kicked) -> dict[str, Any]:
        """Before the game the seat is free again; during the game a bot sits down there next."""
        waits = self.status == Status.OPEN
        notice = "kicked" if waits else "kicked.bot"
        return {
            **self._told(Line(event.seq, event.at, kicked.seat, kicked.name, "", notice)),
            **(self._freed(kicked.seat) if waits else {}),
            "muted": self.muted - {kicked.seat},
            "standing": _lacking(self.standing, kicked.seat),
            "early": _lacking(self.early, kicked.seat),
            "turned_away": {**self.turned_away, event.seq: kicked},
        }

    def _freed(self, freed: int) -> dict[str, Any]:
        """Nobody sits on a seat any more."""
        seats = tuple(Seat(seat.seat, SeatKind.FREE) if seat.seat == freed else seat for seat in self.seats)
        return {
            "seats": seats,
            "verifiable_by": self.verifiable_by - {freed},
            "muted": self.muted - {freed},
        }

    def _blanked(self, meant: Callable[[Event], bool], blank: Callable[[Said], Said]) -> dict[str, Any]:
        """What was said, some lines of it blank as they are now in the database."""
        events = [
            replace(event, what=blank(event.what)) if isinstance(event.what, Said) and meant(event) else event
            for event in self.events
        ]
        gone = {new.seq for new, old in zip(events, self.events, strict=True) if new is not old}
        chat = tuple(replace(line, text="", notice=DELETED) if line.seq in gone else line for line in self.chat)
        return {"events": Growing(events), "chat": chat}

    def _with_forfeits(self, forfeits: Mapping[int, Forfeited]) -> dict[str, Any]:
        match = None if self.match is None else self.match.copy()
        if match is not None:
            match.forfeited = frozenset(forfeits)
        return {"forfeits": forfeits, "match": match}

    def _notice(self, event: Event, notice: str, text: str = "") -> dict[str, Any]:
        """Everybody is told of what a seat did."""
        name = "" if event.seat is None else self.names[event.seat]
        return self._told(Line(event.seq, event.at, event.seat, name, text, notice))

    def _told(self, line: Line) -> dict[str, Any]:
        return {"chat": (*self.chat, line)[-CHAT_KEPT:]}


def _lacking(given: Mapping[Key, Value], key: Key) -> dict[Key, Value]:
    return {other: value for other, value in given.items() if other != key}
