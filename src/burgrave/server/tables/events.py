"""Everything that can happen at a table, a class for each kind, and how it is stored."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from burgrave.server.store.kinds import EventKind, SeatKind
from burgrave.server.store.rows import EventRow, Seat


@dataclass(frozen=True, slots=True)
class Started:
    """The game begins; chance draws from the seed."""

    seed: str | None = None


@dataclass(frozen=True, slots=True)
class Resumed:
    """The game goes on from the moves so far, which were made elsewhere; chance draws from the seed from now on."""

    seed: str


@dataclass(frozen=True, slots=True)
class ByHand:
    """Dice are thrown and cards are drawn at a real table, and people enter what they bring.

    With `knows` they are told only what that seat sees, and what is hidden from it stays unknown.
    """

    knows: int | None = None


@dataclass(frozen=True, slots=True)
class SetUp:
    """The game begins with a position that was set up by hand, as JSON; it holds what everybody has."""

    position: str


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
class AnsweredEarly:
    """A seat answers an offer before it is its turn to speak; without moves it takes that back, or is asked again."""

    seat: int
    moves: tuple[str, ...] = ()
    asked_at: int = 0
    """How many moves had been made when the others were first asked."""


RESIGNED = "resigned"
OUT_OF_TIME = "time"
GIVEN_UP = (RESIGNED, OUT_OF_TIME)
"""Why a person has no way back into a game."""
RECORD = "record"


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A seat cannot win any more: its program has failed, its person has given up, or an uploaded record says so."""

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


@dataclass(frozen=True, slots=True)
class Paused:
    """No server has run for so long, until now: the clock stood still."""

    seconds: float


@dataclass(frozen=True, slots=True)
class HaltAsked:
    """A seat asks the others to let the game stand still."""

    seat: int


@dataclass(frozen=True, slots=True)
class HaltAnswered:
    """A seat agrees to that or refuses it."""

    seat: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Halted:
    """The game stands still: nobody's time runs, and no bot moves."""


@dataclass(frozen=True, slots=True)
class WentOn:
    """A seat ends that."""

    seat: int


@dataclass(frozen=True, slots=True)
class WentAway:
    """A seat is away until then: its time stands still. A moment that is past lets it run again."""

    seat: int
    until: float


@dataclass(frozen=True, slots=True)
class Kicked:
    """The host takes a seat away from a person, whose browsers cannot sit down here any more."""

    seat: int
    name: str
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Left:
    """A person gets up before the game begins; the seat is free again."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class LetIn:
    """The host allows somebody to sit down again who was removed by the event of that number."""

    number: int


@dataclass(frozen=True, slots=True)
class Muted:
    """The host silences a seat in the chat, or lets it speak again."""

    seat: int
    on: bool


@dataclass(frozen=True, slots=True)
class SpectatorsMay:
    """Whether people without a seat may watch the game, and whether they may chat."""

    watch: bool = True
    chat: bool = True


class Hinted(StrEnum):
    """Who may have hints at a table."""

    ALONE = "alone"
    """Whoever plays with nobody but bots."""
    ALL = "all"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class HintsFor:
    """Who may have hints from now on."""

    who: Hinted = Hinted.ALONE


@dataclass(frozen=True, slots=True)
class SeatAsked:
    """Somebody asks the host for a seat: what they will sit down with, and the browser and secret that then open it."""

    seat: int
    name: str
    entropy: str = ""
    player: str | None = None
    digest: str | None = None


@dataclass(frozen=True, slots=True)
class SeatAnswered:
    """The host answers whoever asked for a seat by the event of that number."""

    seat: int
    number: int
    yes: bool


@dataclass(frozen=True, slots=True)
class LinksRenewed:
    """All former links of a seat are invalid from now on."""

    seat: int


@dataclass(frozen=True, slots=True)
class LineDeleted:
    """The operator has deleted a line of chat; its text is stored nowhere any more."""

    line: int


@dataclass(frozen=True, slots=True)
class ChatCleared:
    """What people said has been deleted, since it is long ago."""


@dataclass(frozen=True, slots=True)
class NameForgotten:
    """The operator has put another name in a name's place wherever it stood; the earlier events tell it already."""


Happening = (
    Started
    | Resumed
    | ByHand
    | SetUp
    | Moved
    | Undone
    | UndoAsked
    | UndoAnswered
    | Said
    | AnswerStands
    | AnsweredEarly
    | Forfeited
    | BotGone
    | Sat
    | Ended
    | Closed
    | Rematched
    | Paused
    | HaltAsked
    | HaltAnswered
    | Halted
    | WentOn
    | WentAway
    | Kicked
    | Left
    | LetIn
    | Muted
    | SpectatorsMay
    | HintsFor
    | SeatAsked
    | SeatAnswered
    | LinksRenewed
    | LineDeleted
    | ChatCleared
    | NameForgotten
)

CLASSES: dict[EventKind, type[Happening]] = {
    EventKind.START: Started,
    EventKind.RESUME: Resumed,
    EventKind.BY_HAND: ByHand,
    EventKind.SET_UP: SetUp,
    EventKind.MOVE: Moved,
    EventKind.UNDO: Undone,
    EventKind.ASK_UNDO: UndoAsked,
    EventKind.ANSWER_UNDO: UndoAnswered,
    EventKind.CHAT: Said,
    EventKind.STANDING: AnswerStands,
    EventKind.EARLY: AnsweredEarly,
    EventKind.FORFEIT: Forfeited,
    EventKind.BOT_GONE: BotGone,
    EventKind.SIT: Sat,
    EventKind.OVER: Ended,
    EventKind.CLOSE: Closed,
    EventKind.REMATCH: Rematched,
    EventKind.PAUSE: Paused,
    EventKind.ASK_HALT: HaltAsked,
    EventKind.ANSWER_HALT: HaltAnswered,
    EventKind.HALT: Halted,
    EventKind.GO_ON: WentOn,
    EventKind.AWAY: WentAway,
    EventKind.KICK: Kicked,
    EventKind.LEAVE: Left,
    EventKind.LET_IN: LetIn,
    EventKind.MUTE: Muted,
    EventKind.SPECTATORS: SpectatorsMay,
    EventKind.HINTS: HintsFor,
    EventKind.ASK_SEAT: SeatAsked,
    EventKind.ANSWER_SEAT: SeatAnswered,
    EventKind.RENEW_LINKS: LinksRenewed,
    EventKind.DELETE_LINE: LineDeleted,
    EventKind.CLEAR_CHAT: ChatCleared,
    EventKind.FORGET_NAME: NameForgotten,
}
KINDS = {cls: kind for kind, cls in CLASSES.items()}
OWN_BUSINESS = (AnswerStands, AnsweredEarly)
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

    def is_told_to(self, seat: int | None) -> bool:
        """Whether a seat, or a spectator, may know of it: what others will answer, or hold, is their own business."""
        if isinstance(self.what, SetUp):
            return False
        return type(self.what) not in OWN_BUSINESS or self.seat == seat

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
    if cls is HintsFor:
        given["who"] = Hinted(given["who"])
    try:
        return Event(row.seq, row.at, cls(**given))
    except TypeError as error:
        raise ValueError(f"the stored event {row.seq} cannot be read: {error}") from None
