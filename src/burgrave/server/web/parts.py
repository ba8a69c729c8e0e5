"""A table as HTML and SVG for one seat in one language: named parts, each sent only when it has changed."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from burgrave.core import words
from burgrave.core.drawing import PARCHMENT, Drawing, Panel, rectangle, text
from burgrave.server import metrics
from burgrave.server.store.kinds import Status
from burgrave.server.tables import standing, undo
from burgrave.server.tables.autoplay import STAND_IN
from burgrave.server.tables.state import TableState
from burgrave.server.tables.table import Table
from burgrave.server.web.html import badge, bot_levels, colours, environment, layer, level_name, picture, say
from burgrave.server.web.page_state import (
    LiveState,
    LogLine,
    NextSeat,
    PageContext,
    PanelPicture,
    Parts,
    ReplayState,
    SeatRow,
    StandingOffer,
)
from burgrave.server.web.rendered import rendered
from burgrave.server.web.requests import Asker

if TYPE_CHECKING:
    from burgrave.core.match import Match
    from burgrave.core.position import View

log = logging.getLogger("burgrave.server")

LOG_LINES = 40
PART_NAMES = ("seats", "prompt", "latest", "cards", "panels", "log", "chat", "words", "asides")
REPLAY_NAMES = tuple(name for name in PART_NAMES if name != "chat")
NOBODY = Asker((), None, False, "", None)


def table_parts(table: Table, seat: int | None, language: str, who: Asker) -> Parts:
    """The page's parts now; made once for all who see the same."""
    made, key = rendered(table).pages, (seat, language, who.host, who.seats)
    if key not in made:
        begun = time.perf_counter()
        made[key] = _table_parts(table, seat, language, who)
        metrics.RENDER_SECONDS.observe(time.perf_counter() - begun)
    return made[key]


def _table_parts(table: Table, seat: int | None, language: str, who: Asker) -> Parts:
    state = table.state
    view = state.view(seat) if state.match is not None else None
    board = Board(view, language)
    request = state.undo_request
    context = PageContext(
        t=say(language),
        table_id=table.id,
        seat=seat,
        rows=seat_rows(table, view, board, seat, who, language),
        prompt=prompt_of(state, view, language),
        log=log_lines(state.match, seat, language) if state.match else [],
        words_of_position=view.describe(language).splitlines() if view else [],
        picture_failed=board.failed,
        hand=board.panels("hand"),
        common=board.panels("table"),
        own=board.seat_panels(seat, own=True),
        others=board.seat_panels(seat, own=False),
        playing=state.status == Status.PLAYING,
        over=state.status == Status.OVER,
        seated=bool(who.seats),
        host=who.host,
        levels=bot_levels(table.games, language),
        stand_in=STAND_IN,
        chat=state.chat,
        undo_asked_by=state.names[request.seat] if request else "",
        undo_awaits_you=request is not None and request.awaits(seat),
        rematch=state.rematch,
    )
    return Parts(html_of(context, PART_NAMES) | board.layers, live_state(state, view, board, seat, who, language))


def replay_parts(table: Table, match: Match, seat: int | None, language: str, everything: bool) -> Parts:
    """A position of the past as a seat saw it then, or with everything open when the game is over."""
    from burgrave.core.position import OpenView

    view: View = match.view(seat)
    if everything:
        last, by = (match.moves[-1].text, match.movers[-1]) if match.length else (None, None)
        view = OpenView(match.position, last, by)
        view.names, view.decided = match.names, match.decided
    board = Board(view, language)
    context = PageContext(
        t=say(language),
        table_id=table.id,
        seat=seat,
        rows=seat_rows(table, view, board, seat, NOBODY, language),
        prompt=replay_prompt(match, view, language),
        log=open_log(match, language) if everything else log_lines(match, seat, language),
        words_of_position=view.describe(language).splitlines(),
        picture_failed=board.failed,
        hand=board.panels("hand"),
        common=board.panels("table"),
        own=board.seat_panels(view.seat, own=True),
        others=board.seat_panels(view.seat, own=False),
        over=view.to_act is None,
        rematch=table.state.rematch,
    )
    state = ReplayState(0, "replay", seat, [], board.box, match.length)
    return Parts(html_of(context, REPLAY_NAMES) | board.layers, state)


def html_of(context: PageContext, names: tuple[str, ...]) -> dict[str, str]:
    """The parts of these names."""
    return {name: environment.get_template(f"parts/{name}.html").render(vars(context)) for name in names}


class Board:
    """The picture of a position; where the game fails to draw it, a blank one that says so."""

    def __init__(self, view: View | None, language: str) -> None:
        self.failed = False
        self.drawing: Drawing | None = None
        if view is None:
            return
        try:
            self.drawing = view.drawing(language)
        except Exception:  # whatever a game's drawing does wrong, people go on with the list of moves
            log.exception("a position cannot be drawn", extra={"game": view.game.name, "point": view.point})
            self.failed, self.drawing = True, blank(say(language)("picture.failed"))

    @property
    def box(self) -> tuple[float, float, float, float] | None:
        """The board's viewBox; None before the game begins."""
        return self.drawing.box if self.drawing else None

    @property
    def layers(self) -> dict[str, str]:
        """The board's layers and the symbols that all pictures of the page use."""
        if self.drawing is None:
            return {}
        hidden = 'class="symbols" width="0" height="0" aria-hidden="true"'
        return {
            "symbols": f'<svg id="symbols" {hidden}><defs>{self.drawing.symbols}</defs></svg>',
            "ground": layer("ground", self.drawing.ground),
            "pieces": layer("pieces", self.drawing.pieces),
            "sites": layer("sites", self.drawing.sites),
        }

    @property
    def figures(self) -> dict[int, Panel]:
        """Each seat's compact panel."""
        found = self.drawing.figures if self.drawing else ()
        return {panel.seat if panel.seat is not None else k: panel for k, panel in enumerate(found)}

    def panels(self, place: str) -> list[PanelPicture]:
        """The panels of a place."""
        return [_shown(panel) for panel in self._panels() if panel.place == place]

    def seat_panels(self, seat: int | None, own: bool) -> list[PanelPicture]:
        """The seats' panels: one's own, or the others'."""
        return [_shown(panel) for panel in self._panels() if panel.place == "seat" and (panel.seat == seat) == own]

    def _panels(self) -> tuple[Panel, ...]:
        return self.drawing.panels if self.drawing else ()


def _shown(panel: Panel) -> PanelPicture:
    return PanelPicture(panel.key, panel.title, picture(panel))


def blank(sentence: str) -> Drawing:
    """A board with nothing on it but a sentence."""
    width, height = 800.0, 500.0
    ground = rectangle(0, 0, width, height, PARCHMENT, None) + text(sentence, width / 2, height / 2, 22)
    return Drawing("", (0, 0, width, height), ground, "", "", (), ())


def seat_rows(
    table: Table, view: View | None, board: Board, seat: int | None, who: Asker, language: str
) -> list[SeatRow]:
    """What the list of seats shows."""
    figures, chosen = board.figures, colours(table.made.game, table.state.players)
    return [
        SeatRow(
            number=other.seat,
            name=other.name,
            kind=other.kind,
            level=level_name(other.level or STAND_IN, language),
            badge=badge(chosen[other.seat]),
            tincture=chosen[other.seat],
            colour=words.colour_name(chosen[other.seat], language),
            score=view.scores[other.seat] if view else None,
            to_act=view is not None and view.to_act == other.seat,
            won=view is not None and other.seat in view.winners,
            forfeited=other.seat in table.state.forfeits,
            you=other.seat == seat,
            yours=other.seat in who.seats,
            here=table.is_here(other.seat),
            figure=picture(figures[other.seat]) if other.seat in figures else Markup(),
        )
        for other in table.state.seats
    ]


def log_lines(match: Match, seat: int | None, language: str) -> list[LogLine]:
    """The last moves as sentences, as a seat may read them, the newest first."""
    seen_as, now = match.game.rules.parts.seen_as, match.position.s
    first = max(0, match.length - LOG_LINES)
    lines = []
    for after, (move, before) in enumerate(match.steps(first), first + 1):
        lines.append(_line(match, after, before.to_act, seen_as(move, seat, before.s, now), language))
    return lines[::-1]


def open_log(match: Match, language: str) -> list[LogLine]:
    """The last moves as they really were."""
    first = max(0, match.length - LOG_LINES)
    steps = enumerate(match.steps(first), first + 1)
    return [_line(match, after, before.to_act, move.text, language) for after, (move, before) in steps][::-1]


def _line(match: Match, after: int, mover: int | None, reading: str, language: str) -> LogLine:
    assert mover is not None
    return LogLine(after, mover, words.tell(match.game, reading, mover, language, match.names))


def moves_of(view: View, language: str) -> list[list[Any]]:
    """The legal moves for the script: text, path of sites, label, id."""
    sites = view.game.rules.parts.sites
    return [
        [move.text, list(sites(move)), words.label(view.game, move, language, view.point, view.names), move.id]
        for move in view.moves()
    ]


def prompt_of(state: TableState, view: View | None, language: str) -> str:
    """The one sentence that says what is to be done."""
    tell = say(language)
    if state.problem:
        return tell("problem")
    if view is None:
        return tell("waiting_for_people", state.free) if state.free else tell("starting")
    return view.prompt(language)


def replay_prompt(match: Match, view: View, language: str) -> str:
    """What a replay says above the board: the move that led here."""
    if view.to_act is None:
        return words.outcome(view, language)
    if not match.length:
        return say(language)("replay.start")
    if view.last is None:
        return ""
    return words.tell(match.game, view.last, view.last_by, language, match.names)


def live_state(
    state: TableState, view: View | None, board: Board, seat: int | None, who: Asker, language: str
) -> LiveState:
    """What the script needs beside the parts."""
    back = undo.possible(state, seat) if seat is not None else None
    request, deadline = state.undo_request, state.deadline
    return LiveState(
        seq=state.seq,
        status=state.status,
        seat=seat,
        moves=moves_of(view, language) if view and state.status == Status.PLAYING else [],
        box=board.box,
        yours=list(who.seats),
        to_act=state.to_act,
        turn=seat is not None and state.to_act == seat,
        undo=None if back is None else ("ask" if back.ask else "own"),
        undo_request=None if request is None else {"seat": request.seat, "answered": not request.awaits(seat)},
        standing=standing_offers(state, view, seat, language),
        seconds=None if deadline is None else max(0, round(deadline - time.time())),
        next_seat=next_seat(state, seat, who),
        rematch=state.rematch,
        lines=state.chat[-1].seq if state.chat else 0,
    )


def next_seat(state: TableState, seat: int | None, who: Asker) -> NextSeat | None:
    """Where several people share a device: whose move it is now, and whether a curtain must fall in between."""
    to_act = state.to_act
    if to_act is None or to_act == seat or to_act not in who.seats or state.match is None:
        return None
    here = state.match.position.view(seat).s.tobytes() if seat is not None else b""
    secret = here != state.match.position.view(to_act).s.tobytes()
    return {"seat": to_act, "name": state.names[to_act], "curtain": secret and seat is not None}


def standing_offers(state: TableState, view: View | None, seat: int | None, language: str) -> list[StandingOffer]:
    """The standing answers a seat can give or take back."""
    if view is None or seat is None or state.status != Status.PLAYING:
        return []
    chosen = state.standing.get(seat, frozenset())
    return [
        {"answer": answer, "label": standing_label(view, answer, language), "on": answer in chosen}
        for answer in standing.offered(view, chosen)
    ]


def standing_label(view: View, answer: str, language: str) -> str:
    """The sentence that offers a standing answer."""
    tell = say(language)
    if answer == standing.FORCED:
        return tell("standing.forced")
    if not standing.is_passing(answer):
        return words.standing(view.game, answer, language)
    passing = next((move for move in view.moves() if move.text == standing.PASS), None)
    if passing is None or answer != standing.passing(view.point) or view.last_by == view.seat:
        return tell("standing.pass_on")
    return tell("standing.pass", label=words.label(view.game, passing, language, view.point, view.names))
