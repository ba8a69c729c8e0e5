"""A tournament's page: join by its address, begin, see rounds and standings; and the form for a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from babel.numbers import format_decimal
from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup

from burgrave.core import registry, words
from burgrave.core.errors import told
from burgrave.core.people import clean_name
from burgrave.server.store.kinds import Status
from burgrave.server.store.rows import Timing
from burgrave.server.store.tournaments import Entrant, Pairing, Tournament
from burgrave.server.tables.pairing import Line, is_bot
from burgrave.server.tables.refusal import Refusal
from burgrave.server.tables.tournaments import MOST_PEOPLE, MOST_ROUNDS, standings_of
from burgrave.server.web.conditions import chosen_options
from burgrave.server.web.cookies import Browser
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.html import badge, bot_levels, colours, environment, say
from burgrave.server.web.pages.frame import form_of, page, script_texts
from burgrave.server.web.pages.games import facts
from burgrave.server.web.pages.new_table import known, option_groups, options_in
from burgrave.server.web.previews import LinkPreview
from burgrave.server.web.requests import Application, application, base_url, keep_cookie, language_of
from burgrave.server.web.timing import offered, timing_of, timing_told
from burgrave.server.web.tournaments import Act, act, create, ordered

router = APIRouter(include_in_schema=False)

ACTS: tuple[Act, ...] = get_args(Act)
DAY = 24 * 3600
USUAL_CLOCK = Timing(DAY, 3 * DAY)


@router.get("/tournament/new/{game}")
async def new_tournament(request: Request, game: str) -> Response:
    """The form for a new tournament."""
    known(request, game)
    return await elsewhere(tournament_form, request, game)


def tournament_form(request: Request, game: str, problem: str = "", given: Mapping[str, str] | None = None) -> Response:
    """The form, with what was filled in before and why that cannot be."""
    app, language, spec = application(request), language_of(request), registry.spec(game)
    return page(
        request,
        "new_tournament.html",
        200 if not problem else 422,
        game=facts(spec, language),
        spec=spec,
        options=option_groups(spec, language),
        levels=bot_levels(app.games, language, game),
        clocks=offered(language),
        most_rounds=MOST_ROUNDS,
        problem=problem,
        given=given or {"clock": f"{DAY}+{3 * DAY}+0"},
    )


@router.post("/tournament/new/{game}")
async def make(request: Request, game: str) -> Response:
    """Make it and go there; whoever makes it takes part."""
    app, language, spec = application(request), language_of(request), known(request, game)
    form, browser = await form_of(request), application(request).browser_or_new(request)
    name = clean_name(form.get("name", "")) or browser.name or say(language)("player")
    try:
        clock = timing_of(form) or USUAL_CLOCK
        players = int(spec.parse("players", form.get("players", "")))
        rounds = int(form["rounds"]) if form.get("rounds", "").isdecimal() else 0
        title = clean_name(form.get("title", "")) or say(language)("tournament.of", who=name)
        level, rated = form.get("bots") or None, form.get("rated") == "yes"
        options = options_in(spec, form)
        wanted = Tournament("", title, game, options, players, rounds, clock, level, rated, browser.player, 0.0)
        made = await create(request, wanted)
    except ValueError as error:
        return await elsewhere(tournament_form, request, game, told(error, language), form)
    except Refusal as refusal:
        if refusal.status != 422:
            raise
        return await elsewhere(tournament_form, request, game, refusal.told(language), form)
    await app.hub.tournaments.join(made.id, browser.player, name)
    response = RedirectResponse(f"/tournament/{made.id}", 303)
    keep_cookie(response, request, Browser(browser.player, name))
    return response


@dataclass(frozen=True)
class Contest:
    """A tournament with all that its page tells."""

    found: Tournament
    entrants: list[Entrant]
    pairings: list[Pairing]
    lines: list[Line]

    def of(self, number: int) -> list[Pairing]:
        """The tables of a round."""
        return [one for one in self.pairings if one.round == number]


async def read(app: Application, tournament_id: str) -> Contest:
    """A tournament as it is now; Refusal when there is none."""
    found, kept = await app.hub.tournaments.find(tournament_id), app.storage.tournaments
    entrants, pairings = await kept.entrants(found.id), await kept.pairings(found.id)
    return Contest(found, entrants, pairings, standings_of(entrants, pairings))


@router.get("/tournament/{tournament_id}")
async def show(request: Request, tournament_id: str) -> Response:
    """The page."""
    return await elsewhere(tournament_page, request, await read(application(request), tournament_id))


def tournament_page(request: Request, contest: Contest) -> Response:
    """The page of a tournament as somebody sees it."""
    language, found = language_of(request), contest.found
    title, address = words.title(registry.spec(found.game), language), base_url(request)
    return page(
        request,
        "tournament.html",
        found=found,
        title=title,
        clock=timing_told(found.clock, language),
        options=chosen_options(found.game, found.options, language),
        parts=tournament_parts(contest, application(request).browser(request), language),
        address=f"{address}/tournament/{found.id}",
        preview=LinkPreview(
            title=found.name, text=say(language)("tournament.preview", game=title), picture=f"{address}/icon-512.png"
        ),
        texts=script_texts(language),
    )


def tournament_parts(contest: Contest, browser: Browser | None, language: str) -> dict[str, Markup]:
    """What changes on a tournament's page while one looks, by the ids of its elements."""
    found, player = contest.found, browser.player if browser else ""
    names = {one.player: one.name for one in contest.entrants}
    playing = {one.player for one in contest.entrants if not one.withdrawn}
    shown = {
        "found": found,
        "browser": browser,
        "host": player == found.host,
        "mine": player in playing,
        "people": len(playing),
        "may_join": found.status == Status.OPEN and player not in playing and len(playing) < MOST_PEOPLE,
        "unfinished": found.status in (Status.OPEN, Status.PLAYING),
        "standings": [
            (place, line, names[line.who], line.who not in playing, line.who == player)
            for place, line in ordered(contest.lines)
        ],
        "fraction": lambda value: format_decimal(value, "0.##", language),
        "rounds": [
            (number, [table_row(one, found.game, names, player, language) for one in contest.of(number)])
            for number in range(found.round, 0, -1)
        ],
    }
    template = environment.get_template("parts/tournament.html")
    return {
        f"tournament-{which}": Markup(template.render(t=say(language), which=which, **shown))
        for which in ("stage", "deeds", "standings", "rounds")
    }


def table_row(pairing: Pairing, game: str, names: Mapping[str, str], player: str, language: str) -> dict[str, Any]:
    """A table of a round as the page lists it."""
    bot, shields = say(language)("tournament.bot"), colours(game, len(pairing.seats))
    return {
        "id": pairing.table_id,
        "mine": player in pairing.seats,
        "over": pairing.status == Status.OVER,
        "there": pairing.status is not None,
        "people": [
            (
                badge(shields[seat], 22),
                bot if is_bot(who) else names.get(who, "") or say(language)("ratings.former"),
                pairing.scores[seat] if seat < len(pairing.scores) else "",
                seat in pairing.winners,
            )
            for seat, who in enumerate(pairing.seats)
        ],
    }


@router.post("/tournament/{tournament_id}/{what}")
async def do(request: Request, tournament_id: str, what: str) -> Response:
    """Join, withdraw, start or close it, and see the page again."""
    app = application(request)
    chosen = next((one for one in ACTS if one == what), None)
    if chosen is None:
        raise Refusal("no_tournament", 404)
    form, browser = await form_of(request), app.browser_or_new(request)
    name = clean_name(form.get("name", "")) or browser.name or say(language_of(request))("player")
    await act(app, chosen, tournament_id, browser.player, name)
    response = RedirectResponse(f"/tournament/{tournament_id}", 303)
    keep_cookie(response, request, Browser(browser.player, name))
    return response
