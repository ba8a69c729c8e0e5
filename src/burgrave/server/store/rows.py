"""What is stored of a table: what it was made with, its events, and what lists show of it; and how a write can fail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from burgrave.server.store.kinds import EventKind, SeatKind, Status


class ConflictError(Exception):
    """Somebody else has written to the table since it was read."""


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


@dataclass(frozen=True)
class Seat:
    """Who sits on a chair: nobody yet, a person, or a bot of some level."""

    seat: int
    kind: SeatKind
    name: str = ""
    level: str | None = None
    entropy: str = ""


@dataclass(frozen=True)
class Made:
    """What a table was made with; none of it ever changes. `seats` are those of its first moment."""

    id: str
    game: str
    options: Mapping[str, Any]
    public: bool
    host: str
    clock: int | None
    secret_seed: str
    commitment: str
    created_at: float
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class StoredTable:
    """A table as lists show it: what it was made with, how far it is, and who sits there now."""

    made: Made
    head: Head
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class Append:
    """Events to add after number `after`, with the table's new head and whatever seats changed."""

    table_id: str
    after: int
    events: tuple[EventRow, ...]
    head: Head
    seats: tuple[Seat, ...] = ()
    sitters: tuple[tuple[int, str], ...] = ()
    secrets: tuple[tuple[str, int | None], ...] = ()
