"""A table as HTML and SVG for one seat in one language: named parts, each sent only when it has changed."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from burgrave.bots import LEVELS
from burgrave.core import registry, words
from burgrave.core.drawing import Drawing, Panel, number, seat_colours, shield
from burgrave.core.words import Words
from burgrave.server import metrics
from burgrave.server.store.kinds import Status
from burgrave.server.tables import standing, undo
from burgrave.server.tables.autoplay import STAND_IN
from burgrave.server.tables.games import Games
from burgrave.server.tables.table import Table
from burgrave.server.web.requests import Asker

if TYPE_CHECKING:
    from burgrave.core.match import Match
    from burgrave.core.position import View

LOG_LINES = 40

environment = Environment(
    loader=PackageLoader("burgrave.server.web"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)


def inner(svg: str) -> Markup:
    """A layer without its wrapper."""
    return Markup(svg.removeprefix("<svg>").removesuffix("</svg>"))


environment.filters["inner"] = inner


@dataclass(frozen=True)
class Parts:
    """What a page shows: HTML by the id of the element it replaces, and what the script must know."""

    html: dict[str, str]
    state: dict[str, Any]


@cache
def say(language: str) -> Words:
    """The server's own words."""
    return Words("burgrave.server", language)


def picture(panel: Panel) -> Markup:
    """A panel as an SVG of its own size."""
    return Markup(
        f'<svg class="panel" viewBox="0 0 {number(panel.width)} {number(panel.height)}" width="{number(panel.width)}" '
        f'height="{number(panel.height)}" role="group" aria-label="{Markup.escape(panel.title)}">{panel.body}</svg>'
    )


def badge(colour: str, height: float = 30) -> Markup:
    """A seat's shield as a small picture."""
    width = height * 24 / 27 + 2
    body = shield(colour, width / 2, height / 2, height - 2)
    size = f'viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" height="{number(height)}"'
    return Markup(f'<svg class="shield" {size} aria-hidden="true">{body}</svg>')


def hidden_symbols(drawing: Drawing) -> str:
    """The symbols all pictures of the page use."""
    hidden = 'class="symbols" width="0" height="0" aria-hidden="true"'
    return f'<svg id="symbols" {hidden}><defs>{drawing.symbols}</defs></svg>'


def layer(name: str, body: str) -> str:
    """One layer of the board, wrapped so that a parser knows it is SVG."""
    return f'<svg><g id="{name}">{body}</g></svg>'


def colours_of(table: Table) -> tuple[str, ...]:
    """The seats' colours."""
    return colours(table.made.game, table.state.players)


def colours(game: str, players: int) -> tuple[str, ...]:
    """The colours of a game's seats."""
    return seat_colours(registry.spec(game), players)


def log_lines(match: Match, seat: int | None, language: str, count: int = LOG_LINES) -> list[dict[str, Any]]:
    """The last moves as sentences, as a seat may read them, the newest first."""
    seen_as, now = match.game.rules.parts.seen_as, match.position.s
    first = max(0, len(match.moves) - count)
    lines = []
    for after, (move, before) in enumerate(match.steps(first), first + 1):
        text = seen_as(move, seat, before.s, now)
        sentence = words.tell(match.game, text, before.to_act, language, match.names)
        lines.append({"after": after, "seat": before.to_act, "sentence": sentence, "text": text})
    return lines[::-1]


def moves_of(view: View, language: str) -> list[list[Any]]:
    """The legal moves for the script: text, path of sites, label, id."""
    sites = view.game.rules.parts.sites
    return [
        [move.text, list(sites(move)), words.label(view.game, move, language, view.point, view.names), move.id]
        for move in view.moves()
    ]


def drawing_parts(view: View, drawing: Drawing) -> dict[str, str]:
    """The board's layers and the symbols."""
    return {
        "symbols": hidden_symbols(drawing),
        "ground": layer("ground", drawing.ground),
        "pieces": layer("pieces", drawing.pieces),
        "sites": layer("sites", drawing.sites),
    }


def level_name(level: str, language: str) -> str:
    """What people call a level; the operator's own bots have the name that was given to them."""
    return say(language)(f"level.{level}") if level in LEVELS else level


def level_help(level: str, language: str) -> str:
    """How a bot of a level plays, in a few words."""
    return say(language)(f"level.{level}.help")


def bot_levels(games: Games, language: str) -> list[dict[str, str]]:
    """The bots one can choose."""
    return [{"id": level, "name": level_name(level, language)} for level in games.levels]


def seat_rows(
    table: Table, view: View | None, drawing: Drawing | None, seat: int | None, who: Asker | None, language: str
) -> list[dict[str, Any]]:
    """What the list of seats shows."""
    figures = (
        {panel.seat if panel.seat is not None else k: panel for k, panel in enumerate(drawing.figures)}
        if drawing
        else {}
    )
    chosen = colours_of(table)
    rows = []
    for other in table.state.seats:
        rows.append(
            {
                "number": other.seat,
                "name": other.name,
                "kind": other.kind,
                "level": level_name(other.level or STAND_IN, language),
                "badge": badge(chosen[other.seat]),
                "tincture": chosen[other.seat],
                "colour": words.colour_name(chosen[other.seat], language),
                "score": view.scores[other.seat] if view else None,
                "to_act": view is not None and view.to_act == other.seat,
                "won": view is not None and other.seat in view.winners,
                "forfeited": other.seat in table.state.forfeits,
                "you": other.seat == seat,
                "yours": who is not None and other.seat in who.seats,
                "here": table.is_here(other.seat),
                "figure": picture(figures[other.seat]) if other.seat in figures else "",
            }
        )
    return rows


def table_parts(table: Table, seat: int | None, language: str, who: Asker) -> Parts:
    """The page's parts now; made once for all who see the same."""
    key = "page", seat, language, who.host, who.seats
    if key not in table.pages:
        begun = time.perf_counter()
        table.pages[key] = _table_parts(table, seat, language, who)
        metrics.RENDER_SECONDS.observe(time.perf_counter() - begun)
    parts: Parts = table.pages[key]
    return parts


def _table_parts(table: Table, seat: int | None, language: str, who: Asker) -> Parts:
    tell = say(language)
    view = table.state.view(seat) if table.state.match is not None else None
    drawing: Drawing | None = view.drawing(language) if view else None
    context = {
        "t": tell,
        "table": table,
        "seat": seat,
        "who": who,
        "view": view,
        "rows": seat_rows(table, view, drawing, seat, who, language),
        "levels": bot_levels(table.games, language),
        "stand_in": STAND_IN,
        "playing": table.state.status == Status.PLAYING,
        "over": table.state.status == Status.OVER,
        "prompt": prompt_of(table, view, language),
        "picture": picture,
        "hand": panels(drawing, seat, "hand"),
        "common": panels(drawing, seat, "table"),
        "own": panels(drawing, seat, "own"),
        "others": panels(drawing, seat, "others"),
        "log": log_lines(table.state.match, seat, language) if table.state.match else [],
        "chat": table.state.chat,
        "words_of_position": view.describe(language).splitlines() if view else [],
    }
    html = {name: environment.get_template(f"parts/{name}.html").render(context) for name in PART_NAMES}
    if view is not None and drawing is not None:
        html |= drawing_parts(view, drawing)
    return Parts(html, state_of(table, view, drawing, seat, who, language))


PART_NAMES = ("seats", "prompt", "latest", "cards", "panels", "log", "chat", "words", "asides")


def panels(drawing: Drawing | None, seat: int | None, place: str) -> list[Panel]:
    """The panels of a place; seats' panels are told apart into one's own and the others'."""
    if drawing is None:
        return []
    if place in ("own", "others"):
        return [panel for panel in drawing.panels if panel.place == "seat" and (panel.seat == seat) == (place == "own")]
    return [panel for panel in drawing.panels if panel.place == place]


def prompt_of(table: Table, view: View | None, language: str) -> str:
    """The one sentence that says what is to be done."""
    tell = say(language)
    if table.state.problem:
        return tell("problem")
    if view is None:
        free = table.state.free
        return tell("waiting_for_people", free) if free else tell("starting")
    return view.prompt(language)


def state_of(
    table: Table, view: View | None, drawing: Drawing | None, seat: int | None, who: Asker, language: str
) -> dict[str, Any]:
    """What the script needs beside the parts."""
    to_act = table.state.to_act
    back = undo.possible(table.state, seat) if seat is not None else None
    request = table.state.undo_request
    deadline = table.state.deadline
    return {
        "seq": table.seq,
        "status": table.state.status,
        "seat": seat,
        "yours": list(who.seats),
        "to_act": to_act,
        "turn": seat is not None and to_act == seat,
        "box": drawing.box if drawing else None,
        "moves": moves_of(view, language) if view and table.state.status == Status.PLAYING else [],
        "undo": None if back is None else ("ask" if back.ask else "own"),
        "undo_request": None if request is None else {"seat": request.seat, "answered": not request.awaits(seat)},
        "standing": standing_of(table, view, seat, language),
        "seconds": None if deadline is None else max(0, round(deadline - time.time())),
        "next_seat": next_seat(table, seat, who),
        "rematch": table.state.rematch,
        "lines": len(table.state.chat) and table.state.chat[-1].seq,
    }


def next_seat(table: Table, seat: int | None, who: Asker) -> dict[str, Any] | None:
    """Where several people share a device: whose move it is now, and whether a curtain must fall in between."""
    to_act = table.state.to_act
    if to_act is None or to_act == seat or to_act not in who.seats or table.state.match is None:
        return None
    here = table.state.match.position.view(seat).s.tobytes() if seat is not None else b""
    secret = here != table.state.match.position.view(to_act).s.tobytes()
    return {"seat": to_act, "name": table.state.names[to_act], "curtain": secret and seat is not None}


def standing_of(table: Table, view: View | None, seat: int | None, language: str) -> list[dict[str, Any]]:
    """The standing answers a seat can give or take back."""
    if view is None or seat is None or table.state.status != Status.PLAYING:
        return []
    chosen = table.state.standing.get(seat, frozenset())
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


def replay_parts(table: Table, match: Match, seat: int | None, language: str, everything: bool) -> Parts:
    """A position of the past as a seat saw it then, or with everything open when the game is over."""
    from burgrave.core.position import OpenView

    tell = say(language)
    view: View = match.view(seat)
    if everything:
        last, by = (match.moves[-1].text, match.movers[-1]) if match.moves else (None, None)
        view = OpenView(match.position, last, by)
        view.names, view.decided = match.names, match.decided
    drawing: Drawing = view.drawing(language)
    context = {
        "t": tell,
        "table": table,
        "seat": seat,
        "who": Asker((), seat, False, "", None),
        "view": view,
        "rows": seat_rows(table, view, drawing, seat, None, language),
        "levels": (),
        "stand_in": STAND_IN,
        "playing": False,
        "over": view.to_act is None,
        "prompt": replay_prompt(match, view, language),
        "picture": picture,
        "hand": panels(drawing, view.seat, "hand"),
        "common": panels(drawing, view.seat, "table"),
        "own": panels(drawing, view.seat, "own"),
        "others": panels(drawing, view.seat, "others"),
        "log": log_lines(match, None if everything else seat, language)
        if not everything
        else open_log(match, language),
        "chat": [],
        "words_of_position": view.describe(language).splitlines(),
    }
    html = {
        name: environment.get_template(f"parts/{name}.html").render(context) for name in PART_NAMES if name != "chat"
    }
    html |= drawing_parts(view, drawing)
    state = {
        "at": len(match.moves),
        "seq": 0,
        "status": "replay",
        "seat": seat,
        "moves": [],
        "box": drawing.box,
    }
    return Parts(html, state)


def open_log(match: Match, language: str) -> list[dict[str, Any]]:
    """The last moves as they really were."""
    first = max(0, len(match.moves) - LOG_LINES)
    lines = [
        {
            "after": after,
            "seat": before.to_act,
            "sentence": words.tell(match.game, move.text, before.to_act, language, match.names),
            "text": move.text,
        }
        for after, (move, before) in enumerate(match.steps(first), first + 1)
    ]
    return lines[::-1]


def replay_prompt(match: Match, view: View, language: str) -> str:
    """What a replay says above the board: the move that led here."""
    if view.to_act is None:
        return words.outcome(view, language)
    if not match.moves:
        return say(language)("replay.start")
    if view.last is None:
        return ""
    return words.tell(match.game, view.last, view.last_by, language, match.names)
