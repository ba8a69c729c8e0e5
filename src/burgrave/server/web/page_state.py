"""What a page of a table is made from: one context for its parts, and what its script must know."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict

from markupsafe import Markup

from burgrave.core.words import Words
from burgrave.server.store.kinds import SeatKind
from burgrave.server.tables.events import Hinted, SpectatorsMay
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
    resigned: bool
    you: bool
    yours: bool
    here: bool
    figure: Markup
    estate: Markup
    """The seat's own panel, where the game has no area for those of all seats."""
    warming_up: int | None
    """Of a bot that plays greedily until its own code is compiled, how much of its game's code is, in per cent."""
    bank: str = ""
    """How much time the seat has left for the rest of the game."""
    away_until: str = ""
    """The day until which its time stands still, in words and as a field holds it."""
    last_day_away: str = ""
    out_of_time: bool = False


@dataclass(frozen=True)
class Gains:
    """What one sentence says that somebody got, gave or scored, as amounts with symbols."""

    sentence: str
    tincture: str
    amounts: Sequence[tuple[str, str]]
    """An amount with its sign, and the symbol of what it is."""


@dataclass(frozen=True)
class LogLine:
    """A line of the log: what happened, what it brought, and behind it what else there is to know."""

    number: int
    """How many moves had been made after it."""
    text: str
    times: int
    tincture: str
    """The colour of whoever did it, or in whose turn it happened; empty for chance in the set-up."""
    icon: str
    gains: Sequence[Gains]
    details: Sequence[str]


@dataclass(frozen=True)
class LogTurn:
    """A turn in the log, or the set-up, which is nobody's."""

    first: int
    headline: str
    tincture: str
    lines: Sequence[LogLine]


@dataclass(frozen=True)
class Log:
    """Some turns of the log, the newest first, from the move `first` to the move `last`."""

    turns: Sequence[LogTurn] = ()
    first: int = 1
    last: int = 0
    eyes: str = "none"
    """Whose log it is, as the address of a replay says it."""


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
    log: Log
    words_of_position: Sequence[str]
    picture_failed: bool
    hand: Sequence[PanelPicture]
    common: Sequence[PanelPicture]
    others: Sequence[PanelPicture]
    own_areas: Mapping[str, PanelPicture | None]
    """The panels that are areas of their own."""
    waiting: bool = False
    """Whether seats are still being taken."""
    playing: bool = False
    over: bool = False
    clocked: bool = False
    """Whether decisions have a time limit."""
    rated: bool = False
    """Whether the result counts for ratings: nobody has hints then, and no bot takes over a seat."""
    conditions: Sequence[str] = ()
    """What was settled when the table was made, in words."""
    seated: bool = False
    """Whether whoever looks holds a seat."""
    host: bool = False
    levels: Sequence[dict[str, str]] = ()
    stand_in: str = ""
    chat: Sequence[Line] = ()
    undo_asked_by: str = ""
    """The name of whoever asks for an undo."""
    undo_awaits_you: bool = False
    undo_is_yours: bool = False
    """Whether whoever looks has asked for it, and may withdraw it."""
    rematch: str | None = None
    approval: bool = False
    """Whether the host decides who sits down."""
    asking: Collection[int] = ()
    """The seats that whoever looks has asked for."""
    requests: Sequence[tuple[int, int, str]] = ()
    """Who asks the host for a seat: the request's number, the seat, the name."""
    removed: Sequence[tuple[int, str]] = ()
    turned_away: bool = False
    """Whether the host has removed whoever looks."""
    muted: Collection[int] = ()
    public: bool = False
    spectators: SpectatorsMay = field(default_factory=SpectatorsMay)
    hints: str = Hinted.ALONE
    """Who may have hints."""
    latest: Sequence[str] = ()
    """The last two moves in sentences."""
    sources: Sequence[tuple[str, list[int]]] = ()
    """Points by source: its name and every seat's."""
    hidden: Collection[int] = ()
    """The lines of chat of people whom whoever looks has blocked."""
    halt_asked_by: str = ""
    """The name of whoever asks for a pause."""
    halt_awaits_you: bool = False
    halt_is_yours: bool = False
    halted: bool = False
    may_halt: bool = False
    """Whether whoever looks can ask for a pause."""
    may_be_away: str = ""
    """The last day until which whoever looks can be away."""
    may_close: bool = False
    """Whether whoever looks may end the table."""


class AskedUndo(TypedDict):
    """A request for undo: whose, and whether this seat has nothing to say to it any more."""

    seat: int
    answered: bool


class StandingOffer(TypedDict):
    """A standing answer that can be given or taken back."""

    answer: str
    label: str
    on: bool


class ToldKind(TypedDict):
    """A kind of action on the action bar."""

    label: str
    verbs: list[str]
    """The first words of its moves."""
    cost: list[tuple[str, int]]
    """Symbols and how many."""
    why_not: str | None
    """Why there is no such move now."""
    guide: str | None
    """Where the guide states that rule."""
    trade: bool
    """Whether the trade window is for it."""


class ToldTerms(TypedDict):
    """What somebody gives and wants, good by good."""

    given: list[int]
    wanted: list[int]


class ToldMeans(TypedDict):
    """What a seat can put into an offer; see `Means`."""

    hand: list[int]
    given: list[int]
    wanted: list[int]
    cards: int
    rates: list[int]
    begun: ToldTerms


class ToldAnswer(TypedDict):
    """What a seat says to an offer."""

    seat: int
    name: str
    tincture: str
    said: str
    terms: ToldTerms | None
    """Of a counter-offer."""
    deal: str | None
    """The move that deals with this seat, where that is asked now."""
    why_not: str | None
    """Why it cannot be made."""


class PastOffer(TypedDict):
    """An offer of this turn that is over."""

    name: str
    tincture: str
    own: bool
    terms: ToldTerms
    with_bank: bool
    answers: list[ToldAnswer]
    dealt: int | None
    """The seat it was dealt with."""


class ToldTrade(TypedDict):
    """What the trade window shows."""

    stage: str
    """What there is to do for whoever looks: begin, compose, asked, counter, wait, answered, choose."""
    goods: list[tuple[str, str, str, str, str]]
    """Word, symbol and name of each, the site where it is held and the one where the bank has it."""
    words: dict[str, str]
    """The first words of moves by what they do."""
    panel: str
    """The panel that the window replaces."""
    by: int
    name: str
    tincture: str
    offer: ToldTerms | None
    answers: list[ToldAnswer]
    means: ToldMeans
    bank: list[int]
    why_not: dict[str, str | None]
    """Why what one would do is not possible now: players, bank, accept, counter."""
    early: list[str] | None
    """What the seat has answered already, before its turn to speak."""
    history: list[PastOffer]


class NextSeat(TypedDict):
    """Whose move it is on a shared device, and whether a curtain must fall before."""

    seat: int
    name: str
    curtain: bool


Flight = tuple[str, str, int, str, str, int | None]
"""Kind, symbol, amount, the sites from and to, and whose it is."""


class Shown(TypedDict, total=False):
    """What a move lets the board show; what there is none of is left out."""

    flights: list[Flight]
    points: list[tuple[int, int]]
    """Seats and what they score."""
    dice: list[int]
    banner: str
    goes_on: bool
    """Its player's next move belongs to the same decision, as what a chosen die is used for does."""


class Happening(Shown, total=False):
    """A move: how many there were with it, who made it, and what is said and shown of it."""

    number: int
    by: int
    lines: list[str]


@dataclass(frozen=True)
class PageState:
    """What the script of every page of a table knows."""

    seq: int
    status: str
    seat: int | None
    moves: list[list[Any]]
    """Text, path of sites and label of each legal move."""
    box: tuple[float, float, float, float] | None

    @property
    def told(self) -> dict[str, Any]:
        """As JSON."""
        return vars(self)


@dataclass(frozen=True)
class LiveState(PageState):
    """What the script of a table knows beside."""

    point: str
    """The decision that this seat is asked for; empty while it waits."""
    about: str
    """The area that the decision is about."""
    either_way: list[str]
    """The first words of moves whose sites may be clicked in any order."""
    kinds: list[ToldKind]
    trade: ToldTrade | None
    begins: list[str]
    """The first words of moves that only begin something: what comes of it is asked about."""
    enders: dict[str, str]
    """What moves end after which nothing can be taken back: the game, or the turn where dice follow at once."""
    yours: list[int]
    to_act: int | None
    turn: bool
    undo: str | None
    undo_request: AskedUndo | None
    standing: list[StandingOffer]
    deadline: float | None
    """When the time of the seat to act is up, by the server's clock."""
    next_seat: NextSeat | None
    rematch: str | None
    lines: int
    """The event number of the last line of chat."""
    length: int
    """How many moves there were."""
    hint: bool
    """Whether this seat may have a hint now."""
    by_hand: bool
    """Whether somebody has to enter what chance has brought."""
    happened: list[Happening]
    """What the last ones brought; a page that is open is sent the new ones alone."""


@dataclass(frozen=True)
class ReplayState(PageState):
    """What the script of a replay knows beside."""

    at: int
    marks: list[str]
    """The sites that the last move was about."""


@dataclass(frozen=True)
class Parts:
    """What a page shows: HTML by the id of the element it replaces, and what the script must know."""

    html: dict[str, str]
    state: PageState

    @property
    def markup(self) -> dict[str, Markup]:
        """The same HTML, to be put into a page."""
        return {name: Markup(html) for name, html in self.html.items()}
