"""What is stored of a table: what it was made with, its events, and what lists show of it; and how a write can fail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from burgrave.server.store.kinds import EventKind, SeatKind, Status, TimeOut
from burgrave.server.store.requests import RequestRow

SLOW_SECONDS = 12 * 3600
"""A decision's own time, from which on a game is played over days."""


class ConflictError(Exception):
    """Somebody else has written to the table since it was read."""


class PromiseGoneError(Exception):
    """The dice promised under a commitment were used already, have expired, or never were promised."""


class UnavailableError(Exception):
    """The database cannot be reached or cannot write; nothing of what was asked has happened."""


@dataclass(frozen=True, slots=True)
class EventRow:
    """One thing that happened at a table. `seq` is never used twice."""

    seq: int
    at: float
    kind: EventKind
    seat: int | None
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Head:
    """What lists of tables show of a table's state without replaying it."""

    status: Status
    seq: int
    position_seq: int
    to_act: int | None = None
    result: Mapping[str, Any] | None = None
    seed: str | None = None
    rematch: str | None = None
    changed_at: float = 0.0
    due_at: float | None = None
    """When a bot is to move, or somebody's time is up."""
    moves: int = 0
    """How many moves stand, chance's among them."""
    begun_at: float | None = None
    turn_seq: int = 0
    """The event with which it became the turn of the seat to act."""
    turn_at: float | None = None


@dataclass(frozen=True)
class Seat:
    """Who sits on a chair: nobody yet, a person, or a bot of some level."""

    seat: int
    kind: SeatKind
    name: str = ""
    level: str | None = None
    entropy: str = ""
    colour: str = ""
    """Chosen for the seat, whoever sits there, when the table was made; empty for the game's own."""


@dataclass(frozen=True)
class Timing:
    """The time that people have, in seconds, and what happens when it is up."""

    seconds: int = 0
    """Each decision's own; what is left of it is lost."""
    bank: int = 0
    """Each seat's for the whole game, spent where a decision's own time is not enough."""
    increment: int = 0
    """What each decision brings the bank."""
    out: TimeOut = TimeOut.BOT

    @property
    def is_slow(self) -> bool:
        """Whether the game is played over days, and nobody is expected to sit there."""
        return self.seconds >= SLOW_SECONDS


@dataclass(frozen=True)
class Made:
    """What a table was made with; none of it ever changes. `seats` are those of its first moment."""

    id: str
    game: str
    options: Mapping[str, Any]
    public: bool
    host: str
    clock: Timing | None
    secret_seed: str
    commitment: str
    created_at: float
    seats: tuple[Seat, ...] = ()
    verifiable_by: tuple[int, ...] | None = ()
    """Those of the first seats whose bytes for the dice were given after the commitment; None where nobody kept any."""
    uploaded_by: str | None = None
    """A number that stands for the address from which the record came; None where the game is played here."""

    approval: bool = False
    """Whether the host decides who sits down."""
    rated: bool = False
    """Whether its result counts for ratings: then nobody has hints, and bots take over no seat."""

    @property
    def chosen_colours(self) -> tuple[str, ...]:
        """The seats' colours as they were chosen, empty where the game's own do."""
        return tuple(seat.colour for seat in self.seats)

    @property
    def uploaded(self) -> bool:
        """Whether it is a record from elsewhere and no game of this server."""
        return self.uploaded_by is not None


@dataclass(frozen=True)
class StoredTable:
    """A table as lists show it: what it was made with, how far it is, and who sits there now."""

    made: Made
    head: Head
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class FinishedGames:
    """Which finished games somebody looks for; what is empty is all the same."""

    game: str = ""
    name: str = ""
    """A part of somebody's name."""
    players: int = 0


@dataclass(frozen=True)
class Report:
    """What somebody told the operator about a table, or about a line of its chat."""

    number: int
    at: float
    table_id: str
    line: int | None
    reason: str
    reporter: str
    about: tuple[str, ...]
    """The keys of whoever said the line: their browsers, and a number that stands for an address."""
    done: bool = False


@dataclass(frozen=True)
class Block:
    """A key (of a browser, or the number that stands for an address) that is refused until some time."""

    key: str
    until: float
    reason: str


@dataclass(frozen=True)
class Deed:
    """Something that the operator did."""

    number: int
    at: float
    act: str
    table_id: str | None
    detail: str


@dataclass(frozen=True)
class Append:
    """Events to add after number `after`, with the table's new head and whatever seats changed.

    Nobody who could act for the `revoked` seats can do so any more, but the new sitters and secrets.
    """

    table_id: str
    after: int
    events: tuple[EventRow, ...]
    head: Head
    seats: tuple[Seat, ...] = ()
    sitters: tuple[tuple[int, str], ...] = ()
    secrets: tuple[tuple[str, int | None], ...] = ()
    revoked: tuple[int, ...] = ()
    request: RequestRow | None = None
    """The request that this is the answer to, where it must happen only once."""


@dataclass(frozen=True)
class TableAtWork:
    """A table where somebody must play who is no person: a bot, or the stand-in when the time is up."""

    id: str
    game: str
    due_at: float
