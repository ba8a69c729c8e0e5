"""What a page of a table is made from: one context for its parts, and what its script must know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from markupsafe import Markup

from burgrave.core.words import Words
from burgrave.server.store.kinds import SeatKind
from burgrave.server.tables.state import Line


@dataclass(frozen=True)
class SeatRow:
    """A line in the list of seats."""

    number: int
    name: str
    kind: SeatKind
    level: str
    badge: Markup
    tincture: str
    colour: str
    score: int | None
    to_act: bool
    won: bool
    forfeited: bool
    you: bool
    yours: bool
    here: bool
    figure: Markup


@dataclass(frozen=True)
class LogLine:
    """A move as a sentence: the number of moves after it, and who made it."""

    after: int
    seat: int
    sentence: str


@dataclass(frozen=True)
class PanelPicture:
    """A small picture beside the board."""

    key: str
    title: str
    svg: Markup


@dataclass(frozen=True)
class PageContext:
    """Everything the parts of a page show, for one pair of eyes in one language."""

    t: Words
    table_id: str
    seat: int | None
    rows: Sequence[SeatRow]
    prompt: str
    log: Sequence[LogLine]
    words_of_position: Sequence[str]
    picture_failed: bool
    hand: Sequence[PanelPicture]
    common: Sequence[PanelPicture]
    own: Sequence[PanelPicture]
    others: Sequence[PanelPicture]
    playing: bool = False
    over: bool = False
    seated: bool = False
    """Whether whoever looks holds a seat."""
    host: bool = False
    levels: Sequence[dict[str, str]] = ()
    stand_in: str = ""
    chat: Sequence[Line] = ()
    undo_asked_by: str = ""
    """The name of whoever asks for an undo."""
    undo_awaits_you: bool = False
    rematch: str | None = None


class AskedUndo(TypedDict):
    """A request for undo: whose, and whether this seat has nothing to say to it any more."""

    seat: int
    answered: bool


class StandingOffer(TypedDict):
    """A standing answer that can be given or taken back."""

    answer: str
    label: str
    on: bool


class NextSeat(TypedDict):
    """Whose move it is on a shared device, and whether a curtain must fall before."""

    seat: int
    name: str
    curtain: bool


@dataclass(frozen=True)
class PageState:
    """What the script of every page of a table knows."""

    seq: int
    status: str
    seat: int | None
    moves: list[list[Any]]
    """Text, path of sites, label and id of each legal move."""
    box: tuple[float, float, float, float] | None

    @property
    def told(self) -> dict[str, Any]:
        """As JSON."""
        return vars(self)


@dataclass(frozen=True)
class LiveState(PageState):
    """What the script of a table knows beside."""

    yours: list[int]
    to_act: int | None
    turn: bool
    undo: str | None
    undo_request: AskedUndo | None
    standing: list[StandingOffer]
    seconds: int | None
    next_seat: NextSeat | None
    rematch: str | None
    lines: int


@dataclass(frozen=True)
class ReplayState(PageState):
    """What the script of a replay knows beside."""

    at: int


@dataclass(frozen=True)
class Parts:
    """What a page shows: HTML by the id of the element it replaces, and what the script must know."""

    html: dict[str, str]
    state: PageState

    @property
    def markup(self) -> dict[str, Markup]:
        """The same HTML, to be put into a page."""
        return {name: Markup(html) for name, html in self.html.items()}
