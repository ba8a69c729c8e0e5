"""The operator's page: reports, tables, what was said, blocks, and what the operator did."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from burgrave.core import registry, words
from burgrave.core.people import clean_name, told_apart
from burgrave.server.store.rows import StoredTable
from burgrave.server.tables.keys import address_key, is_id
from burgrave.server.tables.refusal import Refusal
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.guard import client_key
from burgrave.server.web.html import say
from burgrave.server.web.operator_door import COOKIE, SECONDS
from burgrave.server.web.pages.frame import form_of, page
from burgrave.server.web.requests import Application, application, base_url, language_of

log = logging.getLogger("burgrave.server")

router = APIRouter(include_in_schema=False)

TABLES_SHOWN = 100
DAY = 24 * 3600
LONGEST_BLOCK = 3650


def enter(request: Request) -> Application:
    """The server, if it is the operator who asks; else a page that is not there."""
    app = application(request)
    app.door.check_there()
    if not app.door.is_open_to(request):
        raise Refusal("no_page", 404)
    return app


@router.get("/operator")
async def desk(request: Request, table: str = "") -> Response:
    """Everything to look at, or the door."""
    app, language = application(request), language_of(request)
    app.door.check_there()
    if not app.door.is_open_to(request):
        return page(request, "operator_door.html", wrong=False)
    books = app.hub.desk
    reports = [await shown_report(app, report, language) for report in await books.reports()]
    chosen = await app.storage.table(table) if is_id(table) else None
    return await elsewhere(
        page,
        request,
        "operator.html",
        reports=reports,
        tables=[shown_table(found, language) for found in await books.tables(TABLES_SHOWN)],
        chosen=shown_table(chosen, language) if chosen else None,
        lines=[{"number": row.seq, **row.data} for row in await books.lines(table)] if chosen else [],
        sitters=await app.storage.sitters(table) if chosen else {},
        blocks=[
            {"key": block.key, "until": moment(block.until), "reason": block.reason} for block in await books.blocks()
        ],
        deeds=[
            {"at": moment(deed.at), "act": deed.act, "table": deed.table_id, "detail": deed.detail}
            for deed in await books.deeds(limit=50)
        ],
    )


async def shown_report(app: Application, report: Any, language: str) -> dict[str, Any]:
    """A report with what it is about."""
    said = {row.seq: row.data for row in await app.hub.desk.lines(report.table_id)} if report.line else {}
    return {
        "number": report.number,
        "at": moment(report.at),
        "table": report.table_id,
        "line": report.line,
        "said": said.get(report.line),
        "reason": report.reason,
        "about": report.about,
        "reporter": report.reporter,
    }


def shown_table(table: StoredTable, language: str) -> dict[str, Any]:
    """A table as the operator's list shows it."""
    known = table.made.game in registry.games()
    return {
        "id": table.made.id,
        "title": words.title(registry.spec(table.made.game), language) if known else table.made.game,
        "names": ", ".join(seat.name for seat in table.seats if seat.name),
        "status": say(language)(f"operator.status.{table.head.status}"),
        "public": table.made.public,
        "host": table.made.host,
        "at": moment(table.head.changed_at),
    }


def moment(seconds: float) -> str:
    """A time as operators write it in logs."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"


@router.post("/operator/door")
async def door(request: Request) -> Response:
    """Come in with the secret, for a few hours."""
    app = application(request)
    app.door.check_there()
    if not app.door.opens(request, (await form_of(request)).get("secret", "")):
        log.warning("the operator's door was tried with a wrong secret")
        return page(request, "operator_door.html", 403, wrong=True)
    log.info("the operator has come in")
    response = RedirectResponse("/operator", 303)
    response.set_cookie(
        COOKIE,
        app.door.pass_until(time.time() + SECONDS),
        max_age=SECONDS,
        path="/operator",
        httponly=True,
        samesite="strict",
        secure=base_url(request).startswith("https:"),
    )
    return response


@router.post("/operator/leave")
async def leave(request: Request) -> Response:
    """Go out again."""
    enter(request)
    response = RedirectResponse("/operator", 303)
    response.delete_cookie(COOKIE, path="/operator")
    return response


Form = Mapping[str, str]


async def delete_table(app: Application, form: Form, language: str) -> bool:
    """Delete a table."""
    return await app.hub.desk.delete_table(form.get("table", ""))


async def delete_line(app: Application, form: Form, language: str) -> bool:
    """Delete what a line says."""
    return await app.hub.desk.delete_line(form.get("table", ""), number_in(form, "line"))


async def forget_name(app: Application, form: Form, language: str) -> bool:
    """Put another name in place of one, everywhere."""
    former = clean_name(form.get("former", "")) or say(language)("operator.former")
    name = clean_name(form.get("name", ""))
    return bool(name and await app.hub.desk.forget_name(name, lambda others: told_apart(former, others)))


async def block(app: Application, form: Form, language: str) -> bool:
    """Refuse a browser or an address for some days."""
    key, days = form.get("key", "").strip(), number_in(form, "days")
    if not key or not 1 <= days <= LONGEST_BLOCK:
        return False
    await app.hub.desk.block(blocked_key(app.signer.key.decode(), key), days * DAY, form.get("reason", "")[:200])
    return True


async def unblock(app: Application, form: Form, language: str) -> bool:
    """Let a browser or an address in again."""
    await app.hub.desk.block(form.get("key", "")[:32], 0)
    return True


async def settle(app: Application, form: Form, language: str) -> bool:
    """Call a report dealt with."""
    return await app.hub.desk.settle(number_in(form, "report"))


ACTS: dict[str, Callable[[Application, Form, str], Awaitable[bool]]] = {
    "delete_table": delete_table,
    "delete_line": delete_line,
    "forget_name": forget_name,
    "block": block,
    "unblock": unblock,
    "settle": settle,
}


def number_in(form: Form, name: str) -> int:
    """A number of a form; 0 when it is none."""
    text = form.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def blocked_key(signing_key: str, given: str) -> str:
    """The key to block: one that a report or a table shows, or the number that stands for an address."""
    return given if is_id(given) else address_key(signing_key, client_key(given))


@router.post("/operator/{act}")
async def act(request: Request, act: str) -> Response:
    """Do something, then show the page again."""
    app = enter(request)
    if act not in ACTS:
        raise Refusal("no_page", 404)
    form = await form_of(request)
    if form.get("sure") != "yes" and act in ("delete_table", "forget_name"):
        raise Refusal("not_sure", 422)
    if not await ACTS[act](app, form, language_of(request)):
        raise Refusal("nothing_done", 404)
    await app.hub.heed_operator()
    back = form.get("back", "")
    return RedirectResponse(f"/operator?table={back}" if is_id(back) else "/operator", 303)
