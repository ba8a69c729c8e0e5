"""One's own page: tables and whose turn it is there, finished games, statistics, settings, devices, and leaving."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from babel.dates import format_timedelta
from babel.numbers import format_decimal
from fastapi import APIRouter, Request
from fastapi.responses import Response

from burgrave.core import registry, words
from burgrave.server.store.kinds import Status
from burgrave.server.store.notices import Channel, ChannelKind
from burgrave.server.store.people import Passkey, Person
from burgrave.server.store.ratings import Skill
from burgrave.server.store.rows import StoredTable
from burgrave.server.tables.rating import shown
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.html import level_name, say
from burgrave.server.web.identity import person_of
from burgrave.server.web.pages.frame import page, script_texts
from burgrave.server.web.pages.games import shown_games
from burgrave.server.web.pages.lobby import OwnTables, summary
from burgrave.server.web.requests import application, language_of
from burgrave.server.web.statistics import COUNTED, Sitters, Statistics, statistics
from burgrave.server.web.timing import as_clock, day

router = APIRouter(include_in_schema=False)

SHOWN = 20
"""So many finished games stand on a page."""
MOST_OPPONENTS = 12


@router.get("/me")
async def me(request: Request, older: int = 0) -> Response:
    """Everything of one's own; `older` finished games are left out at the top."""
    app = application(request)
    browser = app.browser(request)
    if browser is None:
        return page(request, "me_first.html")
    person = await person_of(app, request)
    own = await app.storage.tables_of(browser.player, COUNTED)
    sitters = await app.storage.sitters_of([table.made.id for table, _ in own])
    passkeys = await app.hub.people.passkeys(browser.player)
    channels = await app.storage.notices.channels([browser.player])
    ratings = await app.storage.ratings.of(browser.player)
    return await elsewhere(me_page, request, person, own, sitters, (passkeys, channels, ratings), max(0, older))


def me_page(
    request: Request,
    person: Person,
    own: OwnTables,
    sitters: Sitters,
    more: tuple[list[Passkey], list[Channel], dict[str, Skill]],
    older: int,
) -> Response:
    """The page; `more` are passkeys, ways to be reached, and ratings by game."""
    passkeys, channels, ratings = more
    app, language = application(request), language_of(request)
    known = {game["name"] for game in shown_games(app, language)}
    mine = [(table, seats) for table, seats in own if table.made.game in known]
    running = [shown_running(table, seats, language) for table, seats in mine if not is_finished(table)]
    finished = [shown_finished(table, seats, language) for table, seats in mine if table.head.status == Status.OVER]
    return page(
        request,
        "me.html",
        person=person,
        running=sorted(running, key=lambda table: not table["your_turn"]),
        finished=finished[older : older + SHOWN],
        newer=max(0, older - SHOWN) if older else None,
        older=older + SHOWN if len(finished) > older + SHOWN else None,
        counted=shown_statistics(statistics(mine, sitters, person.player), language),
        ratings=[
            {"game": game, "title": words.title(registry.spec(game), language), "rating": told[0], "within": told[1]}
            for game, told in ((game, shown(skill)) for game, skill in ratings.items() if game in known)
        ],
        passkeys=[shown_passkey(passkey, language) for passkey in passkeys],
        channels=[shown_channel(channel, language) for channel in channels],
        push_key=app.push_key,
        mails=app.noticing.mails,
        refused=person.settings.get("no_notices", ()),
        quiet=person.settings.get("quiet"),
        texts=script_texts(language),
    )


def is_finished(table: StoredTable) -> bool:
    """Whether nobody plays there any more."""
    return table.head.status in (Status.OVER, Status.CLOSED)


def shown_running(table: StoredTable, seats: set[int], language: str) -> dict[str, Any]:
    """A running table, with whose turn it is and since when."""
    told, to_act = summary(table, language, seats), table.head.to_act
    whose = table.seats[to_act].name if to_act is not None and 0 <= to_act < len(table.seats) else ""
    ends = table.head.due_at if table.made.clock is not None and whose else None
    return {
        **told,
        "whose": whose,
        "since": ago(table.head.turn_at or table.head.changed_at, language),
        "left": as_clock(ends - time.time()) if ends is not None else "",
    }


def shown_finished(table: StoredTable, seats: set[int], language: str) -> dict[str, Any]:
    """A finished game, with one's own points."""
    scores, winners = (table.head.result or {}).get("scores", []), (table.head.result or {}).get("winners", [])
    return {
        **summary(table, language, seats),
        "points": [scores[seat] for seat in sorted(seats) if seat < len(scores)],
        "won": any(seat in winners for seat in seats),
        "day": day(table.head.changed_at, language),
    }


def shown_statistics(counted: Statistics, language: str) -> dict[str, Any]:
    """What was counted, in words."""
    tell = say(language)
    return {
        "games": [
            {
                "title": words.title(registry.spec(name), language),
                "played": tally.played,
                "won": tally.won,
                "share": round(100 * tally.won / tally.played),
                "best": tally.best,
                "mean": format_decimal(tally.mean, "0.0", language),
            }
            for name, tally in sorted(counted.games.items(), key=lambda item: -item[1].played)
        ],
        "opponents": [
            {
                "name": one.name if one.level is None else tell("me.bot", level=level_name(one.level, language)),
                "played": one.played,
                "ahead": one.ahead,
                "behind": one.behind,
            }
            for one in counted.opponents[:MOST_OPPONENTS]
        ],
    }


def shown_passkey(passkey: Passkey, language: str) -> dict[str, Any]:
    """A passkey in the list."""
    return {
        "mark": passkey.mark,
        "name": passkey.name,
        "made": ago(passkey.created_at, language),
        "used": ago(passkey.used_at, language) if passkey.used_at else "",
    }


def shown_channel(channel: Channel, language: str) -> dict[str, Any]:
    """A way to be reached, in the list; what the address of a push service or a web address hides is not shown."""
    where = channel.address if channel.kind == ChannelKind.MAIL else urlsplit(channel.address).hostname
    return {
        "id": channel.id,
        "name": channel.data.get("name") or say(language)(f"notices.kind.{channel.kind}"),
        "shown": where,
        "confirmed": channel.confirmed,
        "problem": channel.problem,
    }


def ago(at: float, language: str) -> str:
    """How long ago something was."""
    return str(format_timedelta(timedelta(seconds=min(-1.0, at - time.time())), add_direction=True, locale=language))


@router.get("/take")
async def take(request: Request) -> Response:
    """Where a link to another device leads; its secret stands after the # and never reaches a log."""
    return page(request, "take.html", texts=script_texts(language_of(request)))
