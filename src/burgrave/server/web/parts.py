"""A table as HTML and SVG for one seat in one language: named parts, each sent only when it has changed."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from burgrave.core import registry, words
from burgrave.core.drawing import PARCHMENT, Drawing, Panel, rectangle, text
from burgrave.core.spec import CHANCE
from burgrave.core.table import BOARD, COMMON, OTHERS, table_of
from burgrave.core.table import Table as TableLayout
from burgrave.server import metrics
from burgrave.server.store.kinds import SeatKind, Status
from burgrave.server.store.rows import Seat
from burgrave.server.tables import entering, leaving, pausing, standing, undo
from burgrave.server.tables.autoplay import STAND_IN
from burgrave.server.tables.events import OUT_OF_TIME
from burgrave.server.tables.state import TableState
from burgrave.server.tables.table import Table
from burgrave.server.web.actions import begun_by, either_way, enders, kinds_of
from burgrave.server.web.conditions import conditions
from burgrave.server.web.counts import score_table, told
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.happenings import happenings
from burgrave.server.web.history import latest, marks, newest
from burgrave.server.web.html import badge, bot_levels, colours_of, environment, layer, level_name, picture, say
from burgrave.server.web.page_state import (
    LiveState,
    Log,
    NextSeat,
    PageContext,
    PanelPicture,
    Parts,
    ReplayState,
    SeatRow,
    StandingOffer,
)
from burgrave.server.web.rendered import Glance, rendered
from burgrave.server.web.requests import Asker
from burgrave.server.web.timing import as_clock, day, field_day, written_day
from burgrave.server.web.trading import asked_early, told_trade

if TYPE_CHECKING:
    from burgrave.core.match import Match
    from burgrave.core.position import View
    from burgrave.core.verbs import Move

log = logging.getLogger("burgrave.server")

REPLAY_NAMES = ("seats", "prompt", "latest", "cards", "common", "others", "points", "log", "words", "asides")
PART_NAMES = (*REPLAY_NAMES, "chat", "order")
NOBODY = Asker((), None, False, "", None)


async def table_parts(table: Table, seat: int | None, language: str, who: Asker) -> Parts:
    """The page's parts now; made once for all who see the same, while the event loop goes on."""
    made, key = (
        rendered(table).pages,
        (seat, language, who.host, who.seats, seats_asked_for(table.state, who), who.ignores),
    )
    if key not in made:
        made[key] = asyncio.ensure_future(elsewhere(drawn_parts, Glance.at(table), seat, language, who))
    return await asyncio.shield(made[key])


def drawn_parts(table: Glance, seat: int | None, language: str, who: Asker) -> Parts:
    """The parts of a table's page, made anew."""
    begun, state = time.perf_counter(), table.state
    view = state.view(seat) if state.match is not None else None
    board = Board(view, language)
    lies = table_of(registry.spec(table.made.game))
    request = state.undo_request
    context = PageContext(
        t=say(language),
        table_id=table.id,
        seat=seat,
        rows=seat_rows(table, view, board, seat, who, language),
        prompt=prompt_of(state, view, language),
        log=newest(state.match, seat, False, language) if state.match else Log(),
        latest=latest(state.match, seat, language) if state.match else (),
        words_of_position=view.describe(language).splitlines() if view else [],
        sources=told(score_table(view, language)) if view else [],
        picture_failed=board.failed,
        **board.areas(lies, seat),
        waiting=state.status == Status.OPEN,
        playing=state.status == Status.PLAYING,
        over=state.status == Status.OVER,
        clocked=state.clock.timing is not None,
        rated=table.made.rated,
        conditions=conditions(table.made, language),
        seated=bool(who.seats),
        host=who.host,
        levels=bot_levels(table.games, language),
        stand_in=STAND_IN,
        chat=[
            replace(line, text=written_day(line.text, language)) if line.notice == "away" else line
            for line in state.chat
        ],
        undo_asked_by=state.names[request.seat] if request else "",
        undo_awaits_you=request is not None and request.awaits(seat),
        undo_is_yours=request is not None and request.seat == seat,
        rematch=state.rematch,
        approval=table.made.approval,
        asking=seats_asked_for(state, who),
        requests=[(number, asked.seat, asked.name) for number, asked in state.requests.items()] if who.host else [],
        removed=[(number, kicked.name) for number, kicked in state.turned_away.items() if state.status == Status.OPEN],
        turned_away=any(who.player in kicked.players for kicked in state.turned_away.values() if who.player),
        muted=state.muted,
        public=table.made.public,
        spectators=state.spectators,
        hints=state.hints.who,
        hidden=hidden_lines(table, who),
        **pause_of(state, seat),
        may_close=who.host and leaving.may_close(state, table.others, time.time()),
    )
    state_told = live_state(state, view, board, lies, seat, who, seat in table.hinted, language)
    parts = Parts(html_of(context, on_the_page(PART_NAMES, lies)) | own_areas(context) | board.layers, state_told)
    metrics.RENDER_SECONDS.observe(time.perf_counter() - begun)
    return parts


def seats_asked_for(state: TableState, who: Asker) -> tuple[int, ...]:
    """The seats for which somebody waits for the host's leave."""
    waiting = state.requests.values()
    return tuple(asked.seat for asked in waiting if who.player and asked.player == who.player)


def hidden_lines(table: Glance, who: Asker) -> set[int]:
    """The lines of people whom somebody has blocked, by the browsers of their seats or by their names."""
    keys, names = {key for key, _ in who.ignores}, {name for _, name in who.ignores}
    return {
        line.seq
        for line in table.state.chat
        if not line.notice
        and line.seat not in who.seats
        and (line.name in names or (line.seat is not None and keys & table.sitters.get(line.seat, frozenset())))
    }


def replay_parts(table: Glance, moves: int, seat: int | None, language: str, everything: bool) -> Parts:
    """A position of the past as a seat saw it then, or with everything open when the game is over."""
    whole = table.state.match
    assert whole is not None
    match = whole.first(min(moves, whole.length))
    view = match.open_view() if everything else match.view(seat)
    board = Board(view, language)
    lies = table_of(registry.spec(table.made.game))
    context = PageContext(
        t=say(language),
        table_id=table.id,
        seat=seat,
        rows=seat_rows(table, view, board, seat, NOBODY, language),
        prompt=replay_prompt(match, view, seat, everything, language),
        log=newest(whole, seat, everything, language),
        words_of_position=view.describe(language).splitlines(),
        sources=told(score_table(view, language)),
        picture_failed=board.failed,
        **board.areas(lies, view.seat),
        over=view.to_act is None or view.decided is not None,
        rematch=table.state.rematch,
    )
    state = ReplayState(0, "replay", seat, [], board.box, match.length, marks(match, seat, everything))
    return Parts(html_of(context, on_the_page(REPLAY_NAMES, lies)) | own_areas(context) | board.layers, state)


def on_the_page(names: tuple[str, ...], lies: TableLayout) -> tuple[str, ...]:
    """The parts but those that lie in an area of their own which a game's table does not have."""
    return tuple(name for name in names if name not in (COMMON, OTHERS) or name in lies.areas)


def html_of(context: PageContext, names: tuple[str, ...]) -> dict[str, str]:
    """The parts of these names."""
    return {name: environment.get_template(f"parts/{name}.html").render(vars(context)) for name in names}


def own_areas(context: PageContext) -> dict[str, str]:
    """The panels that are areas of their own, by the ids of their elements; empty where nothing is drawn."""
    template = environment.get_template("parts/own_area.html")
    return {f"area-{key}": template.render(key=key, panel=panel) for key, panel in context.own_areas.items()}


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

    def areas(self, lies: TableLayout, seat: int | None) -> dict[str, Any]:
        """The panels by the area they lie in, as a seat sees them."""
        shown = [panel for panel in self._panels() if panel.place != "seat" or panel.seat != seat]
        mine = [panel for panel in self._panels() if panel not in shown]
        common = [panel for panel in shown if panel.place == "table"]
        return {
            "hand": [_shown(panel) for panel in shown if panel.place == "hand"],
            "common": [_shown(panel) for panel in common + mine if panel.key not in lies.own_areas],
            "others": [_shown(panel) for panel in shown if panel.place == "seat"],
            "own_areas": dict.fromkeys(lies.own_areas)
            | {panel.key: _shown(panel) for panel in common if panel.key in lies.own_areas},
        }

    def estates(self, seat: int | None) -> dict[int, Markup]:
        """The panels of the seats but one's own."""
        return {
            panel.seat: picture(panel)
            for panel in self._panels()
            if panel.place == "seat" and panel.seat is not None and panel.seat != seat
        }

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
    table: Glance, view: View | None, board: Board, seat: int | None, who: Asker, language: str
) -> list[SeatRow]:
    """What the list of seats shows."""
    figures, chosen = board.figures, colours_of(table.made, table.state.players)
    estates = board.estates(seat) if OTHERS not in table_of(registry.spec(table.made.game)).areas else {}
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
            to_act=view is not None and view.to_act == other.seat and view.decided is None,
            won=view is not None and other.seat in view.winners,
            forfeited=other.seat in table.state.forfeits,
            resigned=other.seat in table.state.given_up,
            out_of_time=other.seat in table.state.forfeits and table.state.forfeits[other.seat].reason == OUT_OF_TIME,
            **time_of(table.state, other, language),
            you=other.seat == seat,
            yours=other.seat in who.seats,
            here=table.is_here(other.seat),
            figure=picture(figures[other.seat]) if other.seat in figures else Markup(),
            estate=estates.get(other.seat, Markup()),
            warming_up=table.games.warming_up(table.made.game, other.level or STAND_IN)
            if other.kind == SeatKind.BOT
            else None,
        )
        for other in table.state.seats
    ]


def time_of(state: TableState, seat: Seat, language: str) -> dict[str, str]:
    """What a line in the list of seats says about time: the seat's bank, and until when it is away."""
    clock, at = state.clock, time.time()
    if clock.timing is None or seat.kind != SeatKind.PERSON:
        return {}
    away = clock.away.get(seat.seat)
    return {
        "bank": as_clock(clock.bank(seat.seat)) if clock.timing.bank else "",
        "away_until": day(away.until, language) if away and away.until > at else "",
        "last_day_away": field_day(away.until) if away and away.until > at else "",
    }


def pause_of(state: TableState, seat: int | None) -> dict[str, Any]:
    """What a page says about pauses, and whether its seat can ask for one or be away."""
    request, now = state.halt_request, time.time()
    sits = seat is not None and state.seats[seat].kind == SeatKind.PERSON and state.status == Status.PLAYING
    days = pausing.time_to_be_away(state, seat, now) if sits and seat is not None else 0.0
    return {
        "halt_asked_by": state.names[request.seat] if request else "",
        "halt_awaits_you": request is not None and request.awaits(seat),
        "halt_is_yours": request is not None and request.seat == seat,
        "halted": state.halted_at is not None,
        "may_halt": sits and state.clock.timing is not None and state.halted_at is None and request is None,
        "may_be_away": field_day(now + days) if sits and pausing.may_go_away(state) and days > pausing.DAY else "",
    }


def moves_of(view: View, language: str) -> list[list[Any]]:
    """The legal moves for the script: text, path of sites, label."""
    sites = view.game.rules.parts.sites
    return [[move.text, list(sites(move)), words.label_in(view, move, language)] for move in view.moves()]


def entered(state: TableState, seat: int, language: str) -> list[list[Any]]:
    """What chance may have brought, or another seat done, as moves for the script."""
    assert state.match is not None
    game, sites, view = state.match.game, state.match.game.rules.parts.sites, state.match.view(seat)

    def label(move: Move) -> str:
        if move.by_chance:
            return words.tell(game, move.text, CHANCE, language, state.names, view)
        return words.label_in(view, move, language)

    found = [[move.text, list(sites(move)), label(move)] for move in entering.outcomes(state, seat)]
    if hidden := entering.unseen(state):
        found.insert(0, [hidden, [], say(language)("by_hand.unknown")])
    return found


def prompt_of(state: TableState, view: View | None, language: str) -> str:
    """The one sentence that says what is to be done."""
    tell = say(language)
    if state.problem:
        return tell("problem")
    if state.status == Status.CLOSED:
        return tell("closed")
    if view is not None and view.decided is not None:
        return words.outcome(view, language)
    if view is None:
        return tell("waiting_for_people", state.free) if state.free else tell("starting")
    if entering.awaited(state):
        if state.to_act is not None and state.to_act >= 0:
            return tell("by_hand.enter_of", who=state.names[state.to_act])
        return tell("by_hand.enter")
    return (asked_early(state, view) or view).prompt(language)


def replay_prompt(match: Match, view: View, seat: int | None, everything: bool, language: str) -> str:
    """What a replay says above the board: the last move that tells something, and what it brought."""
    from burgrave.core.story import Reader, told

    if view.to_act is None or view.decided is not None:
        return words.outcome(view, language)
    reader = Reader(seat, everything)
    for number in range(match.length, 0, -1):  # half a move, as choosing a tile, tells nothing yet
        lines = told(match, number, reader, language).lines
        if lines:
            return " ".join(lines)
    return say(language)("replay.set_up" if match.set_up else "replay.start")


def live_state(
    state: TableState,
    view: View | None,
    board: Board,
    lies: TableLayout,
    seat: int | None,
    who: Asker,
    hinted: bool,
    language: str,
) -> LiveState:
    """What the script needs beside the parts."""
    back = undo.possible(state, seat) if seat is not None and seat not in state.given_up else None
    request = state.undo_request
    playing = view is not None and state.status == Status.PLAYING and seat not in state.given_up
    asked = view if playing and seat is not None and state.to_act == seat else None
    drawn = entered(state, seat, language) if playing and seat is not None and entering.awaited(state) else []
    return LiveState(
        seq=state.seq_for(seat),
        status=state.status,
        seat=seat,
        moves=drawn or (moves_of(view, language) if view and playing else []),
        point=asked.point if asked else "",
        about=lies.about.get(view.point, BOARD) if view else BOARD,
        either_way=either_way(view) if view else [],
        kinds=kinds_of(asked, lies, language) if asked else [],
        trade=told_trade(state, view, lies.trade, language) if view and playing and lies.trade else None,
        begins=begun_by(asked, lies) if asked else [],
        enders=enders(asked, lies.dice_follow, state.standing.get(asked.seat or 0, ())) if asked else {},
        box=board.box,
        yours=list(who.seats),
        to_act=state.to_act,
        turn=bool(drawn) or (seat is not None and state.to_act == seat and seat not in state.given_up),
        undo=None if back is None else ("ask" if back.ask else "own"),
        undo_request=None if request is None else {"seat": request.seat, "answered": not request.awaits(seat)},
        standing=standing_offers(state, view, seat, language),
        deadline=state.deadline,
        next_seat=next_seat(state, seat, who),
        rematch=state.rematch,
        lines=state.chat[-1].seq if state.chat else 0,
        length=state.match.length if state.match else 0,
        hint=hinted and asked is not None,
        by_hand=bool(playing and seat is not None and entering.awaited(state) and state.to_act == CHANCE),
        happened=happenings(state.match, seat, language) if state.match else [],
    )


def next_seat(state: TableState, seat: int | None, who: Asker) -> NextSeat | None:
    """Where several people share a device: whose move it is now, and whether a curtain must fall in between."""
    to_act = state.to_act
    if to_act is None or to_act == seat or to_act not in who.seats or state.match is None or to_act in state.given_up:
        return None
    here = state.match.position.view(seat).s.tobytes() if seat is not None else b""
    secret = here != state.match.position.view(to_act).s.tobytes()
    curtain = secret and seat is not None and not state.by_hand  # one device beside a real table is told everything
    return {"seat": to_act, "name": state.names[to_act], "curtain": curtain}


def standing_offers(state: TableState, view: View | None, seat: int | None, language: str) -> list[StandingOffer]:
    """The standing answers a seat can give or take back."""
    if view is None or seat is None or state.status != Status.PLAYING or seat in state.given_up:
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
    return tell("standing.pass", label=words.label_in(view, passing, language))
