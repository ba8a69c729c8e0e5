"""Who somebody is here without an account: settings that follow them, other devices, all their data, going away."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import Response
from pydantic import Field
from starlette.requests import HTTPConnection, Request

from burgrave.core.people import told_apart
from burgrave.core.words import LANGUAGES
from burgrave.server.store.kinds import EventKind, SeatKind, Status
from burgrave.server.store.people import Passkey, Person
from burgrave.server.store.rows import StoredTable
from burgrave.server.tables.keys import digest, new_id, new_secret
from burgrave.server.tables.refusal import Refusal
from burgrave.server.web.api import Strict
from burgrave.server.web.cookies import COOKIE_DAYS, LANGUAGE_COOKIE, THEME_COOKIE, THEMES, Browser
from burgrave.server.web.html import say
from burgrave.server.web.requests import Application, keep_cookie

log = logging.getLogger("burgrave.server")

TAKE = "take"
"""A ticket that lets another device be the same person."""
TAKE_SECONDS = 900.0
SEEN_SECONDS = 24 * 3600.0
ALL_TABLES = 100_000
TOLD = (EventKind.MOVE, EventKind.CHAT, EventKind.STANDING, EventKind.EARLY, EventKind.ASK_UNDO, EventKind.ANSWER_UNDO)
"""What somebody's seats did, of which an export tells."""


class Settings(Strict):
    """How somebody likes to play; what is left out stays as it is."""

    language: Literal["en", "pl"] | None = None
    theme: Literal["auto", "light", "dark"] | None = Field(None, description="Day, night, or as the device has it.")
    sound: bool | None = None
    volume: Annotated[int, Field(ge=0, le=100)] | None = None
    speed: Literal["slow", "normal", "fast", "instant"] | None = Field(None, description="How fast bots' moves show.")
    forced: bool | None = Field(None, description="Whether your only legal move is played for you.")
    confirm: bool | None = Field(None, description="Whether every move is asked about.")
    careful: bool | None = Field(None, description="Whether a move that ends your turn is asked about.")
    explain: bool | None = Field(None, description="Whether decisions are explained in games against bots.")
    hints: bool | None = Field(None, description="Whether hints are offered where a table allows them.")
    numbers: bool | None = Field(None, description="Whether places on the board show their numbers.")


assert set(LANGUAGES) == {"en", "pl"}
assert set(THEMES) == {"auto", "light", "dark"}


def show_chosen(response: Response, request: Request, person: Person) -> None:
    """Let this device's cookies say what the person has chosen, on whichever device."""
    for name, cookie in (("language", LANGUAGE_COOKIE), ("theme", THEME_COOKIE)):
        if name in person.settings:
            days = COOKIE_DAYS * 24 * 3600
            response.set_cookie(cookie, str(person.settings[name]), max_age=days, samesite="lax")
    keep_cookie(response, request, Browser(person.player, person.name))


async def person_of(app: Application, request: HTTPConnection) -> Person:
    """Who asks, with what is kept of them."""
    browser = app.known(request)
    found = await app.hub.people.find(browser.player)
    if found is None:
        return Person(browser.player, browser.name)
    if found.seen_at < time.time() - SEEN_SECONDS:
        await app.hub.people.saw(browser.player)
    return found


async def kept(app: Application, browser: Browser, name: str | None, settings: dict[str, Any]) -> Person:
    """Keep what somebody chose; with the first of it the name that the browser knows."""
    if name is None and await app.hub.people.find(browser.player) is None:
        name = browser.name
    return await app.hub.people.keep(browser.player, name, settings)


async def give_ticket(app: Application, player: str) -> str:
    """A secret that lets one other device be the same person, once and soon."""
    secret = new_secret()
    await app.hub.people.give_ticket(TAKE, digest(secret), player, TAKE_SECONDS)
    return secret


async def become(app: Application, old: Browser | None, player: str, bring: bool) -> Person:
    """Let a browser be somebody; its own games come along if it wants that."""
    if bring and old is not None and old.player != player:
        await app.hub.look_again(await app.hub.people.bring_games(old.player, player))
    return await app.hub.people.find(player) or Person(player, old.name if old else "")


async def leave_elsewhere(app: Application, player: str) -> str:
    """Give somebody a new number, so that every other device of theirs is a stranger; which."""
    new = new_id()
    await app.hub.look_again(await app.hub.people.renumber(player, new))
    return new


async def delete(app: Application, player: str, language: str) -> None:
    """Take somebody out of this server: seats are left or given up, names and lines go, and nothing of theirs stays."""
    names: dict[str, set[str]] = {}
    for table, seats in await app.storage.tables_of(player, ALL_TABLES):
        names[table.made.id] = {table.seats[seat].name for seat in seats if table.seats[seat].name}
        if table.head.status in (Status.OPEN, Status.PLAYING):
            await _get_up(app, table, sorted(seats), table.made.host == player)
    former = say(language)("operator.former")
    tables = await app.hub.people.delete(player, names, new_id, lambda others: told_apart(former, others))
    await app.hub.look_again(tables)
    log.info("somebody has deleted what was kept of them", extra={"tables": len(tables)})


async def _get_up(app: Application, stored: StoredTable, seats: list[int], is_host: bool) -> None:
    table = await app.hub.get(stored.made.id)
    for seat in seats:
        try:
            if table.state.status == Status.OPEN and table.state.seats[seat].kind == SeatKind.PERSON:
                await table.leave_seat(seat)
            elif table.state.status == Status.PLAYING and seat not in table.state.given_up:
                await table.resign(seat)
        except Refusal:  # it has ended meanwhile, or its rules are not those it was played by
            continue
    if is_host and table.state.status == Status.OPEN:
        await table.close()


def passkey_json(passkey: Passkey) -> dict[str, Any]:
    """A passkey as its owner sees it."""
    return {
        "id": passkey.mark,
        "name": passkey.name,
        "created_at": passkey.created_at,
        "used_at": passkey.used_at,
    }


async def export(app: Application, person: Person) -> AsyncIterator[dict[str, Any]]:
    """Everything that is kept of somebody: first about them, then table by table what they did there."""
    people, player = app.hub.people, person.player
    yield {
        "player": player,
        "name": person.name,
        "name_held": person.held is not None,
        "settings": dict(person.settings),
        "passkeys": [passkey_json(passkey) for passkey in await people.passkeys(player)],
        "channels": [
            {"kind": one.kind, "address": one.address, "data": dict(one.data), "created_at": one.created_at}
            for one in await app.storage.notices.channels([player])
        ],
        "blocked": sorted({name for _, name in await app.hub.desk.ignored(player)}),
        **await people.beside_tables(player),
    }
    for table, seats in await app.storage.tables_of(player, ALL_TABLES):
        rows = await app.storage.events(table.made.id)
        yield {
            "table": table.made.id,
            "game": table.made.game,
            "options": dict(table.made.options),
            "created_at": table.made.created_at,
            "changed_at": table.head.changed_at,
            "status": table.head.status,
            "host": table.made.host == player,
            "names": [seat.name for seat in table.seats],
            "seats": sorted(seats),
            "result": table.head.result,
            "did": [
                {"at": row.at, "seat": row.seat, "kind": row.kind, **row.data}
                for row in rows
                if row.kind in TOLD and row.seat in seats
            ],
        }
