"""The analysis of a finished game: asked for by one click, shown while it is made, the same for all who may see it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response
from markupsafe import Markup

from burgrave.core.words import core_words
from burgrave.server.store.analyses import Stage
from burgrave.server.tables.refusal import Refusal
from burgrave.server.tables.table import Table
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.html import badge, environment, say
from burgrave.server.web.pages.replay import Eyes, Number, perspective
from burgrave.server.web.requests import application, asker_of, language_of

if TYPE_CHECKING:
    from burgrave.arena.analysis import Analysis, Choice
    from burgrave.core.match import Match
    from burgrave.core.story import Reader

router = APIRouter(include_in_schema=False)

MODULES = ("burgrave.arena.analysis", "burgrave.arena.telling", "burgrave.arena.curve")
Known = Annotated[int, Query(ge=-1, le=1_000_000)]


async def finished(request: Request, table_id: str) -> Table:
    """A finished game that whoever asks may see; a Refusal for any other, so that nothing of a running game is told."""
    for module in MODULES:
        await elsewhere(import_module, module)  # which takes a while the first time
    table = await application(request).hub.get(table_id)
    await asker_of(request, table)
    if table.state.match is None or not table.state.is_finished:
        raise Refusal("not_over")
    return table


@router.post("/replay/{table_id}/analysis")
async def want(request: Request, table_id: str) -> Response:
    """Ask for the analysis of a finished game; asked for twice, it is made once."""
    table = await finished(request, table_id)
    return JSONResponse({"stage": await application(request).analysing.want(table)})


@router.post("/replay/{table_id}/analysis/cancel")
async def cancel(request: Request, table_id: str) -> Response:
    """Stop it; what was found stays."""
    table = await finished(request, table_id)
    await application(request).analysing.cancel(table)
    return JSONResponse({"stage": Stage.CANCELLED})


async def made_of(request: Request, table: Table) -> Analysis:
    """What was found out about a game so far."""
    from burgrave.arena.analysis import Analysis, Settings, finding_of

    analysing, match = application(request).analysing, table.state.match
    assert match is not None
    found, settings = await analysing.found(table.id), Settings.named(analysing.usual)
    return await elsewhere(lambda: Analysis(match, settings, map(finding_of, found)))


@router.get("/replay/{table_id}/analysis")
async def analysis(request: Request, table_id: str, seat: Eyes = "", known: Known = -1) -> Response:
    """How far the analysis is, and what it tells; nothing is drawn anew for a page that knows as much already."""
    table, language = await finished(request, table_id), language_of(request)
    stage = await application(request).analysing.stage(table_id)
    made = await made_of(request, table)
    told: dict[str, Any] = {"stage": stage, "done": made.done, "total": await elsewhere(lambda: made.total)}
    if made.done and made.done != known:
        from burgrave.core.story import Reader

        eyes, everything = perspective(table, await asker_of(request, table), seat)
        told["html"] = await elsewhere(panel, made, table.made.game, Reader(eyes, everything), stage, language)
    return JSONResponse(told)


def panel(made: Analysis, game: str, reader: Reader, stage: Stage | None, language: str) -> str:
    """The analysis as a part of the page."""
    from burgrave.arena import telling
    from burgrave.arena.curve import NARROW, chart, legend

    core, match = core_words(language), made.match
    chosen = match.colours
    complete = stage == Stage.DONE
    moments = telling.moments(made, reader, language) if made.choices else []
    marks = [(one.number, one.seat, one.text) for one in moments]
    return environment.get_template("parts/analysis.html").render(
        t=say(language),
        core=core,
        verdict=telling.verdict(made, reader, language) if complete else [],
        curve=Markup(chart(made.curve, chosen, core("analysis.curve"), core("analysis.moves"), marks, width=NARROW)),
        legend=Markup(legend(match.names, chosen)),
        parts=telling.table(made, language) if complete else None,
        grades=telling.grades(made, language) if complete else None,
        moments=[(one, badge(chosen[one.seat], 20), telling.percent(one.share, signed=True)) for one in moments],
    )


@router.get("/replay/{table_id}/analysis/at")
async def choice(request: Request, table_id: str, n: Number = 0) -> Response:
    """The moves that were compared at one position, as far as they have been: labels, chances, lines and sites."""
    table, language = await finished(request, table_id), language_of(request)
    made = await made_of(request, table)
    return JSONResponse(await elsewhere(compared, made, n, language))


def compared(made: Analysis, number: int, language: str) -> dict[str, Any]:
    """What the analysis tells of a position, as a part of the page; with the sites of the best and the played move."""
    from burgrave.arena.telling import percent

    match, found = made.match, made.choices.get(number)
    luck = next((one for one in made.lucks.values() if one.number <= number < one.last), None)
    figures = luck.change if luck else made.curve[min(number, match.length)]
    html = environment.get_template("parts/choice.html").render(
        t=say(language),
        core=core_words(language),
        found=found,
        luck=luck,
        names=match.names,
        figures=[(name, percent(one, bool(luck))) for name, one in zip(match.names, figures, strict=True)],
        options=options_of(match, found, language) if found else [],
    )
    moves = dict.fromkeys((found.best.move, found.played)) if found else {}
    sites = [list(match.game.rules.parts.sites(match.game.move(move))) for move in moves]
    return {"html": html, "drawn": list(zip(("best", "played"), sites, strict=False))}


def options_of(match: Match, found: Choice, language: str) -> list[dict[str, Any]]:
    """The moves that were compared, the best first: what each is called, where it is, its chance, and what follows."""
    from burgrave.arena import telling

    ordered = sorted(found.options, key=lambda one: -one.chances[found.seat])
    return [
        {
            "label": telling.label(match, found.number, one.move, language),
            "sites": match.game.rules.parts.sites(match.game.move(one.move)),
            "chance": one.chances[found.seat],
            "told": telling.percent(one.chances[found.seat]),
            "line": telling.line(match, found.number, one, language),
            "played": one.move == found.played,
        }
        for one in ordered
    ]
