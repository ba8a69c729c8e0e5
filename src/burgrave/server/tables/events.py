"""Everything that can happen at a table, a class for each kind, and how it is stored."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from burgrave.server.store.kinds import EventKind, SeatKind
from burgrave.server.store.rows import EventRow, Seat


@dataclass(frozen=True, slots=True)
class Started:
    """The game begins; chance draws from the seed."""

    seed: str | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat, or chance, makes a move."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The last `count` moves are taken back for a seat."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """A seat asks the others to let it take back the last `count` moves."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class UndoAnswered:
    """A seat agrees to an undo or refuses it."""

    seat: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Said:
    """A line of chat, by a seat or a spectator."""

    seat: int | None
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class AnswerStands:
    """A seat gives a standing answer, or takes it back."""

    seat: int
    answer: str
    on: bool


@dataclass(frozen=True, slots=True)
class Forfeited:
    """The program that plays a seat has failed."""

    seat: int
    bot: str
    reason: str


@dataclass(frozen=True, slots=True)
class BotGone:
    """The bot that played a seat is not offered any more."""

    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class Sat:
    """A person or a bot takes a seat."""

    seat: int
    kind: SeatKind
    name: str
    level: str | None = None
    entropy: str = ""

    @property
    def chair(self) -> Seat:
        """The seat from now on."""
        return Seat(self.seat, self.kind, self.name, self.level, self.entropy)


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Closed:
    """Nobody will finish the game."""


@dataclass(frozen=True, slots=True)
class Rematched:
    """The same people play again, at another table."""

    table: str


Happening = (
    Started
    | Moved
    | Undone
    | UndoAsked
    | UndoAnswered
    | Said
    | AnswerStands
    | Forfeited
    | BotGone
    | Sat
    | Ended
    | Closed
    | Rematched
)

CLASSES: dict[EventKind, type[Happening]] = {
    EventKind.START: Started,
    EventKind.MOVE: Moved,
    EventKind.UNDO: Undone,
    EventKind.ASK_UNDO: UndoAsked,
    EventKind.ANSWER_UNDO: UndoAnswered,
    EventKind.CHAT: Said,
    EventKind.STANDING: AnswerStands,
    EventKind.FORFEIT: Forfeited,
    EventKind.BOT_GONE: BotGone,
    EventKind.SIT: Sat,
    EventKind.OVER: Ended,
    EventKind.CLOSE: Closed,
    EventKind.REMATCH: Rematched,
}
KINDS = {cls: kind for kind, cls in CLASSES.items()}
SEATED = {cls for cls in KINDS if any(field.name == "seat" for field in fields(cls))}
TOLD = {cls: tuple(field.name for field in fields(cls) if field.name != "seat") for cls in KINDS}
"""What there is to tell of each beside its seat."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at a table: its number, when, and what."""

    seq: int
    at: float
    what: Happening

    @property
    def kind(self) -> EventKind:
        """Of which kind it is."""
        return KINDS[type(self.what)]

    @property
    def seat(self) -> int | None:
        """Whose doing it is, if a seat's or chance's."""
        return getattr(self.what, "seat", None)

    @property
    def data(self) -> dict[str, Any]:
        """What there is to tell beside kind and seat."""
        return {name: getattr(self.what, name) for name in TOLD[type(self.what)]}


def encoded(event: Event) -> EventRow:
    """An event as it is stored."""
    return EventRow(event.seq, event.at, event.kind, event.seat, event.data)


def decoded(row: EventRow) -> Event:
    """A stored event; a ValueError when it cannot be read."""
    cls = CLASSES[row.kind]
    given: dict[str, Any] = {"seat": row.seat} if cls in SEATED else {}
    for name, value in row.data.items():
        given[name] = tuple(value) if isinstance(value, list) else value
    if cls is Sat:
        given["kind"] = SeatKind(given["kind"])
    try:
        return Event(row.seq, row.at, cls(**given))
    except TypeError as error:
        raise ValueError(f"the stored event {row.seq} cannot be read: {error}") from None
