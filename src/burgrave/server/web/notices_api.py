"""The API of notices: ways to be reached, what one wants to hear of and when, and of which tables nothing at all."""

from __future__ import annotations

import re
import time
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request
from pydantic import Field

from burgrave.core.people import clean_name
from burgrave.core.words import words
from burgrave.server.notices import guarded, quiet, webpush
from burgrave.server.notices.noticing import Failed
from burgrave.server.notices.writing import Message
from burgrave.server.store.notices import Channel, ChannelKind, NoticeKind
from burgrave.server.tables.keys import new_id
from burgrave.server.tables.refusal import Forbidden, Refusal
from burgrave.server.web.api import PROBLEMS, Strict, TableId
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.identity import kept
from burgrave.server.web.requests import Application, application, asker_of, base_url, language_of
from burgrave.server.web.table_tools import Switch

router = APIRouter(prefix="/api", tags=["notices"])

MAIL = re.compile(r"[^@\s<>\",;:\\()\[\]]{1,64}@[^@\s<>\",;:\\()\[\]]{1,200}")
ChannelId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{22}$", description="The channel's identifier.")]


class PushKeys(Strict):
    """What a browser's subscription tells."""

    p256dh: str = Field(max_length=200)
    auth: str = Field(max_length=100)


class NewChannel(Strict):
    """A way to reach you."""

    kind: Literal["push", "mail", "webhook"]
    address: str = Field(
        min_length=3, max_length=1000, description="The subscription's endpoint, e-mail or web address."
    )
    keys: PushKeys | None = Field(None, description="For push: the subscription's keys.")
    style: Literal["json", "discord", "slack", "ntfy"] = Field(
        "json", description="How a web address wants to be told."
    )
    name: str = Field("", max_length=40, description="What you call the device.")


class QuietHours(Strict):
    """Hours in which nothing comes; what comes up then comes afterwards, if it is still so."""

    begin: str = Field(max_length=5, description="As 22:30.")
    end: str = Field(max_length=5)
    zone: str = Field(max_length=64, description="As Europe/Warsaw.")


class Wishes(Strict):
    """What you want to hear of, and when."""

    refused: list[Literal["turn", "over", "undo", "rematch", "seat"]] = Field(default_factory=list, max_length=5)
    quiet: QuietHours | None = None


def channel_json(channel: Channel) -> dict[str, Any]:
    """A channel as its owner sees it."""
    return {
        "id": channel.id,
        "kind": channel.kind,
        "address": channel.address,
        "name": channel.data.get("name", ""),
        "confirmed": channel.confirmed,
        "problem": channel.problem,
    }


@router.get("/me/channels", responses=PROBLEMS, summary="How you are reached")
async def list_channels(request: Request) -> dict[str, Any]:
    """Your channels, and the key with which a browser subscribes to this server's push messages."""
    app = application(request)
    found = await app.storage.notices.channels([app.known(request).player])
    return {"channels": [channel_json(one) for one in found], "push_key": app.push_key, "mail": app.noticing.mails}


@router.post("/me/channels", status_code=201, responses=PROBLEMS, summary="Be reached by push, e-mail or a web address")
async def add_channel(request: Request, new: NewChannel) -> dict[str, Any]:
    """An e-mail address gets a link first, and notices only when it was opened."""
    app = application(request)
    browser = app.known(request)
    app.limit_identity(request)
    data: dict[str, Any] = {"origin": base_url(request), "name": clean_name(new.name)}
    kind = ChannelKind(new.kind)
    if kind == ChannelKind.MAIL:
        if not app.noticing.mails:
            raise Refusal("no_mail", 422)
        if not MAIL.fullmatch(new.address) or not new.address.isprintable():
            raise Refusal("mail_address", 422)
    else:
        try:
            guarded.check(new.address, app.noticing.outgoing.private)
        except guarded.ForbiddenAddress:
            raise Refusal("address", 422) from None
    if kind == ChannelKind.PUSH:
        try:
            keys = new.keys or PushKeys(p256dh="", auth="")
            await elsewhere(webpush.check_keys, keys.p256dh, keys.auth)
        except ValueError:
            raise Refusal("push_keys", 422) from None
        data |= keys.model_dump()
    elif kind == ChannelKind.WEBHOOK:
        data["style"] = new.style
    await kept(app, browser, None, {"language": language_of(request)})
    channel = Channel(new_id(), browser.player, kind, new.address, data, kind != ChannelKind.MAIL, time.time())
    if not await app.storage.notices.add_channel(channel):
        raise Refusal("too_many_channels")
    if kind == ChannelKind.MAIL:
        path = f"/notices/confirm/{channel.id}/{app.noticing.stop_token(channel.id, 'confirm')}"
        try:
            await send_words(app, channel, "confirm", path, language_of(request))
        except Refusal:
            await app.storage.notices.remove_channel(channel.id)
            raise
    return channel_json(channel)


async def send_words(app: Application, channel: Channel, what: str, path: str, language: str) -> None:
    """Send a message that is about the channel itself; a Refusal says why it did not arrive."""
    tell = words("burgrave.server", language)
    message = Message(tell(f"notice.{what}"), (tell(f"notice.{what}.text"),), path, what, tell(f"notice.{what}.open"))
    try:
        await app.noticing.deliver(channel, message, language, f"{what} {time.time()}")
    except Failed as failure:
        raise Refusal("not_delivered", 422, problem=failure.problem) from None


async def own_channel(request: Request, channel_id: str) -> Channel:
    """A channel, if it is its owner who asks."""
    app = application(request)
    channel = await app.storage.notices.channel(channel_id)
    if channel is None or channel.player != app.known(request).player:
        raise Refusal("no_channel", 404)
    return channel


@router.post("/me/channels/{channel_id}/try", responses=PROBLEMS, summary="Try a channel")
async def try_channel(request: Request, channel_id: ChannelId) -> dict[str, bool]:
    """Sends a notice that says that notices arrive."""
    app = application(request)
    channel = await own_channel(request, channel_id)
    app.limit_identity(request)
    if not channel.confirmed:
        raise Forbidden("no_channel", 404)
    await send_words(app, channel, "try", "/me", language_of(request))
    return {"sent": True}


@router.delete("/me/channels/{channel_id}", responses=PROBLEMS, summary="Be reached there no more")
async def remove_channel(request: Request, channel_id: ChannelId) -> dict[str, bool]:
    """Nothing more is sent there."""
    app = application(request)
    if not await app.storage.notices.remove_channel(channel_id, app.known(request).player):
        raise Refusal("no_channel", 404)
    return {"removed": True}


@router.put("/me/notices", responses=PROBLEMS, summary="What you want to hear of, and when not")
async def wish(request: Request, wishes: Wishes) -> dict[str, Any]:
    """For all your tables and channels."""
    app = application(request)
    if wishes.quiet is not None:
        try:
            await elsewhere(quiet.check, wishes.quiet.zone, wishes.quiet.begin, wishes.quiet.end)
        except ValueError:
            raise Refusal("quiet_hours", 422) from None
    refused = [kind for kind in NoticeKind if kind in wishes.refused]
    hours = wishes.quiet.model_dump() if wishes.quiet else None
    await kept(app, app.known(request), None, {"no_notices": refused, "quiet": hours})
    return {"refused": refused, "quiet": hours}


@router.put("/tables/{table_id}/notices", responses=PROBLEMS, summary="Whether you hear of a table")
async def hush(request: Request, table_id: TableId, switch: Switch) -> dict[str, bool]:
    """Off lets you hear nothing of this table; on, what you hear of others."""
    app = application(request)
    table = await app.hub.get(table_id)
    who = await asker_of(request, table)
    if who.player is None or not (who.seats or who.host):
        raise Forbidden("not_seated")
    await app.storage.notices.hush(who.player, table_id, not switch.on)
    return {"on": switch.on}
