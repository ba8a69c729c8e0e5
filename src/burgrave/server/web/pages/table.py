"""The table itself, its address to be photographed, and the links that open a seat."""

from __future__ import annotations

import time
from collections.abc import Collection

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from burgrave.core import registry, words
from burgrave.server.store.kinds import SeatKind, Status
from burgrave.server.tables.keys import digest
from burgrave.server.tables.refusal import Forbidden, Refusal
from burgrave.server.tables.table import Table
from burgrave.server.web.conditions import conditions
from burgrave.server.web.cookies import Browser
from burgrave.server.web.dice import dice_facts
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.pages.frame import form_of, layout, page, script_texts
from burgrave.server.web.parts import table_parts
from burgrave.server.web.previews import may_be_seen, preview_of
from burgrave.server.web.qr import qr_of
from burgrave.server.web.requests import application, asker_of, base_url, keep_cookie, language_of

router = APIRouter(include_in_schema=False)


async def opened(request: Request, table_id: str) -> Table | Response:
    """The table with its rules ready, or the page that says they are being prepared."""
    app = application(request)
    made = await app.hub.made(table_id)
    preparation = app.games.preparation(made.game)
    if not preparation.ready:
        title = words.title(registry.spec(made.game), language_of(request))
        return page(request, "preparing.html", title=title, preparation=preparation, game=made.game)
    table = await app.hub.get(table_id)
    if table.state.status == Status.OPEN and not table.state.free:
        await table.begin()
    return table


@router.get("/table/{table_id}")
async def table_page(request: Request, table_id: str, seat: int | None = None) -> Response:
    """The table, as one of one's seats or as a spectator."""
    table = await opened(request, table_id)
    if isinstance(table, Response):
        return table
    app, language = application(request), language_of(request)
    try:
        who = await asker_of(request, table, seat)
    except Forbidden:
        if seat is None:
            raise
        return RedirectResponse(f"/table/{table_id}", 303)
    parts = await table_parts(table, who.seat, language, who)
    if table.state.status == Status.PLAYING and who.seat is not None and table.may_have_hints(who.seat):
        application(request).games.want_judge(table.made.game)
    spec, alone = registry.spec(table.made.game), bool(who.seats) and with_bots_alone(table, who.seats)
    played = not alone or (who.player is not None and await app.storage.has_played(who.player, spec.name, table.id))
    return page(
        request,
        "table.html",
        table_id=table.id,
        uploaded=table.made.uploaded,
        game=table.made.game,
        dice=dice_facts(table.state, language),
        seated=bool(who.seats),
        heard=not (who.player and await application(request).storage.notices.is_quiet(who.player, table.id)),
        host=who.host,
        approval=table.made.approval,
        rated=table.made.rated,
        conditions=conditions(table.made, language),
        parts=parts.markup,
        state=parts.state.told,
        now=time.time(),
        title=words.title(spec, language),
        explanations=words.explanations(spec, language) if alone else {},
        newcomer=not played,
        preview=preview_of(table.state, language, base_url(request)),
        address=f"{base_url(request)}/table/{table_id}",
        texts=script_texts(language),
        **layout(table.made.game, len(table.state.seats), language),
    )


def with_bots_alone(table: Table, seats: Collection[int]) -> bool:
    """Whether nobody but bots sits on the other seats."""
    return all(seat.kind == SeatKind.BOT for seat in table.state.seats if seat.seat not in seats)


@router.get("/table/{table_id}/preview.png")
async def preview_picture(request: Request, table_id: str) -> Response:
    """The table as a spectator may see it, for those who show links."""
    app = application(request)
    table = await opened(request, table_id)
    if isinstance(table, Response) or not may_be_seen(table.state):
        raise Refusal("no_page", 404)
    drawn = await app.pictures.of(table, language_of(request))
    headers = {"cache-control": "public, max-age=60", "cross-origin-resource-policy": "cross-origin"}
    return Response(drawn, media_type="image/png", headers=headers)


@router.get("/table/{table_id}/board.svg")
async def board_picture(request: Request, table_id: str) -> Response:
    """The board as a spectator may see it, for lists of tables; the game's cover where there is nothing to be seen."""
    app, language = application(request), language_of(request)
    table = await opened(request, table_id)
    if isinstance(table, Response) or not may_be_seen(table.state):
        made = await app.hub.made(table_id)
        return RedirectResponse(f"/picture/{made.game}.svg?language={language}", 303)
    drawn = await app.boards.of(table, language)
    headers = {"cache-control": "private, max-age=60", "content-encoding": "gzip"}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@router.get("/table/{table_id}/qr.svg")
async def qr_code(request: Request, table_id: str) -> Response:
    """The table's address to be photographed."""
    await application(request).hub.made(table_id)
    code = await elsewhere(qr_of, f"{base_url(request)}/table/{table_id}")
    return Response(code, media_type="image/svg+xml")


@router.get("/seat")
async def seat_page(request: Request) -> Response:
    """Where a seat's secret link leads; the secret stands after the # and never reaches a log."""
    return page(request, "seat.html")


@router.post("/seat")
async def take_seat(request: Request) -> Response:
    """Let this browser act for the seat whose secret it has."""
    app = application(request)
    form = await form_of(request)
    mark = digest(form.get("secret", ""))
    held = await app.storage.holder(mark)
    if held is None:
        raise Refusal("no_secret", 404)
    table = await app.hub.get(held[0])
    browser = app.browser_or_new(request)
    seat = await table.admit(browser.player, mark)
    name = browser.name or table.state.names[seat]
    response = RedirectResponse(f"/table/{table.id}?seat={seat}", 303)
    keep_cookie(response, request, Browser(browser.player, name))
    return response
