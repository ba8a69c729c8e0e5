"""The API of somebody without an account: name and settings, other devices, passkeys, games, all one's data, leaving.

Who asks is told by the browser's cookie alone; a seat's secret opens a seat and no person.
"""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import Field

from burgrave.core.people import LONGEST_NAME, as_read, clean_name
from burgrave.server.store.kinds import Status
from burgrave.server.store.people import Person
from burgrave.server.tables.keys import digest
from burgrave.server.tables.rating import shown
from burgrave.server.tables.refusal import Forbidden, Refusal
from burgrave.server.web import identity, passkeys
from burgrave.server.web.api import PROBLEMS, Strict
from burgrave.server.web.cookies import COOKIE, Browser
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.html import say
from burgrave.server.web.identity import Settings, become, kept, passkey_json, person_of, show_chosen
from burgrave.server.web.qr import qr_of
from burgrave.server.web.requests import Application, application, base_url, keep_cookie, language_of
from burgrave.server.web.statistics import COUNTED, statistics
from burgrave.server.web.table_tools import Switch

router = APIRouter(prefix="/api", tags=["me"])

Mark = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$", description="The passkey's identifier.")]
Token = Annotated[str, Field(min_length=1, max_length=64, description="The secret of the link, after its #.")]


class Chosen(Settings):
    """A name and settings to keep."""

    name: str | None = Field(None, max_length=LONGEST_NAME)


class Taking(Strict):
    """The ticket to be somebody on this device too."""

    token: Token
    bring: bool = Field(False, description="Whether the games of this device come along.")


class Looking(Strict):
    """A ticket to look at."""

    token: Token


class NewPasskey(Strict):
    """What the device answered when it was asked to make a passkey."""

    name: str = Field("", max_length=40, description="What you call the device.")
    credential: dict[str, Any] = Field(max_length=16)


class Entering(Strict):
    """What the device answered when it was asked for a passkey."""

    credential: dict[str, Any] = Field(max_length=16)
    bring: bool = Field(False, description="Whether the games of this device come along.")


class Farewell(Strict):
    """Really."""

    sure: bool


def told(person: Person) -> dict[str, Any]:
    """What somebody's devices keep in step by."""
    return {
        "name": person.name,
        "held": person.held is not None,
        "settings": dict(person.settings),
        "revision": person.revision,
    }


@router.get("/me", responses=PROBLEMS, summary="Your name and settings")
async def me(request: Request, response: Response) -> dict[str, Any]:
    """What follows you to every device of yours; `revision` rises whenever it changes."""
    app = application(request)
    person = await person_of(app, request)
    if person.revision:
        show_chosen(response, request, person)
    return told(person)


@router.patch("/me", responses=PROBLEMS, summary="Keep your name or settings")
async def keep(request: Request, response: Response, chosen: Chosen) -> dict[str, Any]:
    """Whatever you send is kept; the rest stays as it is."""
    app = application(request)
    browser = app.known(request)
    settings = chosen.model_dump(exclude={"name"}, exclude_none=True)
    name = None if chosen.name is None else clean_name(chosen.name)
    if name is not None:
        await app.check_names(browser.player, name)
    person = await kept(app, browser, name, settings)
    show_chosen(response, request, person)
    return told(person)


@router.post("/me/name", responses=PROBLEMS, summary="Hold your name on this server, or let it go")
async def hold(request: Request, switch: Switch) -> dict[str, Any]:
    """While you hold it, nobody else can sit down or speak under it here; one name at a time."""
    app = application(request)
    browser = app.known(request)
    app.limit_identity(request)
    person = await kept(app, browser, None, {})
    if switch.on and not person.name:
        raise Refusal("no_name_yet", 422)
    if not await app.hub.people.hold(browser.player, as_read(person.name) if switch.on else None):
        raise Refusal("name_held", 409, name=person.name)
    return {"name": person.name, "held": switch.on}


@router.post("/me/transfer", status_code=201, responses=PROBLEMS, summary="A link to another device of yours")
async def transfer(request: Request) -> dict[str, Any]:
    """Whoever opens it within a quarter of an hour is you there too; it works once, and a new one ends the last."""
    app = application(request)
    browser = app.known(request)
    app.limit_identity(request)
    await kept(app, browser, None, {})
    token = await identity.give_ticket(app, browser.player)
    address = f"{base_url(request)}/take#{token}"
    code = base64.b64encode(await elsewhere(qr_of, address)).decode()
    return {
        "token": token,
        "address": address,
        "seconds": int(identity.TAKE_SECONDS),
        "qr": f"data:image/svg+xml;base64,{code}",
    }


@router.post("/me/ticket", responses=PROBLEMS, summary="Whose link it is")
async def look(request: Request, looking: Looking) -> dict[str, Any]:
    """The name of whoever made the link, and how many games this device has of its own; the link stays good."""
    app = application(request)
    app.limit_identity(request)
    player = await app.hub.people.look_at_ticket(identity.TAKE, digest(looking.token))
    if player is None:
        raise Refusal("no_ticket", 404)
    person, browser = await app.hub.people.find(player), app.browser(request)
    games = await app.storage.tables_of(browser.player) if browser and browser.player != player else []
    return {"name": person.name if person else "", "games": len(games)}


@router.post("/me/take", responses=PROBLEMS, summary="Be the one who made the link, on this device too")
async def take(request: Request, response: Response, taking: Taking) -> dict[str, Any]:
    """The link is used up. With `bring` the seats of this device become theirs."""
    app = application(request)
    app.limit_identity(request)
    player = await app.hub.people.use_ticket(identity.TAKE, digest(taking.token))
    if player is None:
        raise Refusal("no_ticket", 404)
    person = await become(app, app.browser(request), player, taking.bring)
    show_chosen(response, request, person)
    return told(person)


@router.post("/me/elsewhere", responses=PROBLEMS, summary="Leave all your other devices")
async def leave_elsewhere(request: Request, response: Response) -> dict[str, Any]:
    """Every other device that was you is a stranger from now on; passkeys stay good."""
    app = application(request)
    browser = app.known(request)
    app.limit_identity(request)
    player = await identity.leave_elsewhere(app, browser.player)
    keep_cookie(response, request, Browser(player, browser.name))
    return {"name": browser.name}


@router.get("/me/passkeys", responses=PROBLEMS, summary="Your passkeys")
async def list_passkeys(request: Request) -> list[dict[str, Any]]:
    """By which you can be you again on any device."""
    app = application(request)
    return [passkey_json(one) for one in await app.hub.people.passkeys(app.known(request).player)]


@router.post("/me/passkeys/options", responses=PROBLEMS, summary="Begin to make a passkey")
async def passkey_options(request: Request) -> dict[str, Any]:
    """What `navigator.credentials.create` wants, good for five minutes."""
    app = application(request)
    browser = app.known(request)
    app.limit_identity(request)
    person = await kept(app, browser, None, {})
    challenge = secrets.token_bytes(32)
    await app.hub.people.give_ticket(passkeys.ADD, digest(challenge.hex()), browser.player, passkeys.SECONDS)
    name = person.name or say(language_of(request))("player")
    known = await app.hub.people.passkeys(browser.player)
    return await elsewhere(passkeys.wish_to_add, base_url(request), browser.player, name, challenge, known)


@router.post("/me/passkeys", status_code=201, responses=PROBLEMS, summary="Keep a passkey")
async def add_passkey(request: Request, new: NewPasskey) -> dict[str, Any]:
    """The device's answer to the options; each set of options is good for one answer."""
    app = application(request)
    browser = app.known(request)
    challenge = passkeys.challenge_in(new.credential)
    if await app.hub.people.use_ticket(passkeys.ADD, digest(challenge.hex())) != browser.player:
        raise Refusal("passkey", 422)
    name = clean_name(new.name) or say(language_of(request))("me.passkey")
    made = await elsewhere(passkeys.added, base_url(request), browser.player, name, challenge, new.credential)
    if not await app.hub.people.add_passkey(made):
        raise Refusal("passkey_there")
    return passkey_json(made)


@router.delete("/me/passkeys/{mark}", responses=PROBLEMS, summary="Let a passkey open nothing any more")
async def remove_passkey(request: Request, mark: Mark) -> dict[str, bool]:
    """The device itself may still offer it."""
    app = application(request)
    if not await app.hub.people.remove_passkey(app.known(request).player, mark):
        raise Refusal("no_passkey", 404)
    return {"removed": True}


@router.post("/passkeys/options", responses=PROBLEMS, summary="Begin to enter by a passkey")
async def entry_options(request: Request) -> dict[str, Any]:
    """What `navigator.credentials.get` wants, good for five minutes."""
    app = application(request)
    app.limit_identity(request)
    challenge = secrets.token_bytes(32)
    await app.hub.people.give_ticket(passkeys.ENTER, digest(challenge.hex()), "", passkeys.SECONDS)
    return await elsewhere(passkeys.wish_to_enter, base_url(request), challenge)


@router.post("/passkeys", responses=PROBLEMS, summary="Be yourself again by a passkey")
async def enter(request: Request, response: Response, entering: Entering) -> dict[str, Any]:
    """The device's answer to the options; this browser is then whoever made the passkey."""
    app = application(request)
    answer = entering.credential
    passkey, challenge = await app.hub.people.passkey(passkeys.mark_in(answer)), passkeys.challenge_in(answer)
    if await app.hub.people.use_ticket(passkeys.ENTER, digest(challenge.hex())) is None or passkey is None:
        raise Forbidden("passkey_unknown", 401)
    count = await elsewhere(passkeys.entered, base_url(request), passkey, challenge, answer)
    await app.hub.people.used_passkey(passkey.mark, count)
    person = await become(app, app.browser(request), passkey.player, entering.bring)
    show_chosen(response, request, person)
    return told(person)


@router.get("/me/tables", responses=PROBLEMS, summary="Your tables and statistics")
async def my_tables(request: Request) -> dict[str, Any]:
    """Your unfinished tables and your latest finished ones, how your games went, by game and by opponent, your ratings.

    `turn_at` is since when it is whose turn, in seconds since 1970.
    """
    app = application(request)
    player = app.known(request).player
    own = await app.storage.tables_of(player, COUNTED)
    counted = statistics(own, await app.storage.sitters_of([table.made.id for table, _ in own]), player)
    unfinished = (Status.OPEN, Status.PLAYING)
    return {
        "tables": [
            {
                "id": table.made.id,
                "game": table.made.game,
                "status": table.head.status,
                "names": [seat.name for seat in table.seats],
                "seats": sorted(seats),
                "to_act": table.head.to_act,
                "your_turn": table.head.status == Status.PLAYING and table.head.to_act in seats,
                "turn_at": table.head.turn_at,
                "changed_at": table.head.changed_at,
                "result": table.head.result,
            }
            for table, seats in sorted(own, key=lambda one: one[0].head.status not in unfinished)
        ],
        "games": {
            name: {"played": tally.played, "won": tally.won, "best": tally.best, "mean": round(tally.mean, 1)}
            for name, tally in counted.games.items()
        },
        "opponents": [vars(one) for one in counted.opponents],
        "ratings": {
            game: dict(zip(("rating", "within"), shown(skill), strict=True))
            for game, skill in (await app.storage.ratings.of(player)).items()
        },
    }


@router.get(
    "/me/export",
    response_class=StreamingResponse,
    responses={**PROBLEMS, 200: {"content": {"application/json": {}}}},
    summary="All your data",
)
async def export(request: Request) -> Response:
    """One JSON object: about you, and for each of your tables what it was, how it ended, and what your seats did."""
    app = application(request)
    person = await person_of(app, request)
    return StreamingResponse(
        written(app, person),
        media_type="application/json",
        headers={"content-disposition": 'attachment; filename="burgrave-me.json"'},
    )


async def written(app: Application, person: Person) -> AsyncIterator[str]:
    """The export in pieces, however many tables there are."""
    parts = identity.export(app, person)
    about = await anext(parts)
    yield f'{{"me": {json.dumps(about)}, "tables": ['
    first = True
    async for table in parts:
        yield ("" if first else ",\n") + await elsewhere(json.dumps, table)
        first = False
    yield "]}\n"


@router.post("/me/delete", responses=PROBLEMS, summary="Delete me")
async def delete(request: Request, farewell: Farewell) -> Response:
    """Running games are given up, your names become "former player", your lines are deleted, nothing of yours stays."""
    app = application(request)
    browser = app.known(request)
    if not farewell.sure:
        raise Refusal("not_sure", 422)
    app.limit_identity(request)
    await identity.delete(app, browser.player, language_of(request))
    response = JSONResponse({"deleted": True}, headers={"clear-site-data": '"storage"'})
    response.delete_cookie(COOKIE)
    return response
