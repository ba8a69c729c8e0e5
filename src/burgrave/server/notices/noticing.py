"""Looks what is due to whom and sends it, beside everything else: no move ever waits for a notice."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import smtplib
import time
from collections.abc import Collection
from dataclasses import dataclass

from burgrave.core.words import LANGUAGES
from burgrave.server import metrics
from burgrave.server.notices import forms, webpush
from burgrave.server.notices.guarded import ForbiddenAddress, Outgoing, OutOfReach
from burgrave.server.notices.quiet import quiet_until
from burgrave.server.notices.writing import Message, is_current, written
from burgrave.server.settings import Settings
from burgrave.server.store.notices import AT_A_LOOK, Channel, ChannelKind, Due, Notice, NoticeKind
from burgrave.server.store.people import Person
from burgrave.server.store.rows import UnavailableError
from burgrave.server.tables.hub import Hub
from burgrave.server.tables.refusal import Refusal

log = logging.getLogger("burgrave.server")

ROUND_SECONDS = 5.0
LOOK_BACK = 24 * 3600.0
"""A server that begins tells what came up while none ran, if it is not older than that."""
MARGIN = 60.0
"""Clocks of several servers differ, and a commit takes a while; what was claimed is not claimed again."""
LEASE_SECONDS = 120.0
AT_ONCE = 8
LEASED = 40
"""So many are taken on at once: a move waits for no more than that when it is to be stored."""
SEND_SECONDS = 0.25
"""Where much is due, what has been claimed goes out before the rest is."""
FIRST_WAIT, LONGEST_WAIT = 60.0, 6 * 3600.0
GIVE_UP_AFTER = 3 * 24 * 3600.0
GONE = (404, 410)
"""What a push service says of a browser that does not listen any more."""
MAY_PASS = (408, 425, 429)


class Failed(Exception):
    """A notice did not arrive; it may later, or never."""

    def __init__(self, problem: str, later: bool = True, gone: bool = False) -> None:
        super().__init__(problem)
        self.problem, self.later, self.gone = problem, later, gone


@dataclass(frozen=True)
class Wants:
    """What somebody wants to hear of, in which language, and when not."""

    language: str
    kinds: frozenset[str]
    quiet: dict[str, str] | None

    @classmethod
    def of(cls, person: Person | None) -> Wants:
        """What a person has chosen; everything, at any time, where nothing is chosen."""
        settings = person.settings if person else {}
        language = str(settings.get("language", LANGUAGES[0]))
        refused = settings.get("no_notices", ())
        return cls(language, frozenset(kind for kind in NoticeKind if kind not in refused), settings.get("quiet"))


class Noticing:
    """The notices of one server process."""

    def __init__(self, settings: Settings, hub: Hub) -> None:
        self.settings, self.hub, self.kept = settings, hub, hub.storage.notices
        self.outgoing = Outgoing(bool(settings.allow_private_addresses))
        self.signing_key = ""
        self._looked = time.time() - LOOK_BACK
        self._rounds: asyncio.Task[None] | None = None

    @property
    def mails(self) -> bool:
        """Whether the operator has a mail server for us."""
        return bool(self.settings.mail_host and self.settings.mail_from)

    async def open(self, signing_key: str) -> None:
        """Begin to look."""
        self.signing_key = signing_key
        self.push_key = await asyncio.to_thread(webpush.own_key, signing_key)
        self._rounds = asyncio.create_task(self._go_round(), name="notices")

    async def close(self) -> None:
        """Stop; what is on its way is sent by another process, or by the next one."""
        if self._rounds is not None:
            self._rounds.cancel()
            await asyncio.gather(self._rounds, return_exceptions=True)
        await self.outgoing.close()

    def stop_token(self, channel_id: str, purpose: str = "stop") -> str:
        """What lets whoever got a notice stop them, or say that an address is theirs, without a cookie."""
        body = f"{purpose} {channel_id}".encode()
        return hmac.new(self.signing_key.encode(), body, hashlib.sha256).hexdigest()[:32]

    async def _go_round(self) -> None:
        while True:
            await asyncio.sleep(min(ROUND_SECONDS, max(0.05, self.settings.notice_after)))
            try:
                await self.round()
            except UnavailableError as error:
                metrics.STORAGE_ERRORS.inc()
                log.error("the database cannot be used", extra={"error": str(error)})
            except Exception:
                log.exception("a round of notices failed")

    async def round(self) -> None:
        """Look for what is due, and send meanwhile what has been found."""
        looking = asyncio.create_task(self.look(), name="looking for notices")
        try:
            while not looking.done():
                await asyncio.wait((looking,), timeout=SEND_SECONDS)
                await self.send()
            await looking
        finally:
            looking.cancel()

    # What is due

    async def look(self, now: float | None = None) -> None:
        """Claim what has come up since the last look, but for what was seen on an open page."""
        now = time.time() if now is None else now
        until = now - self.settings.notice_after
        known = set[Due]()
        while found := set(await self.kept.due(self._looked - MARGIN, until)) - known:
            await self._claim(found)
            known |= found
            if len(found) < AT_A_LOOK:
                break
        self._looked = until

    async def _claim(self, found: Collection[Due]) -> None:
        """Claim what is due, for all ways by which its people can be reached."""
        players = {due.player for due in found}
        by_player: dict[str, list[Channel]] = {}
        for channel in await self.kept.channels(players):
            by_player.setdefault(channel.player, []).append(channel)
        people, hushed = await self.hub.people.several(players), await self.kept.hushed(players)
        for due in sorted(found, key=lambda due: due.at):
            channels = [one for one in by_player.get(due.player, ()) if one.confirmed and one.created_at <= due.at]
            if channels:
                unwanted = (
                    due.kind not in Wants.of(people.get(due.player)).kinds or (due.player, due.table_id) in hushed
                )
                told = unwanted or await self.hub.has_open(due.player, due.table_id)
                await self.kept.claim(due, channels, None if told else time.time())

    # Sending

    async def send(self) -> None:
        """Send what is due, some at once."""
        while leased := await self.kept.lease(LEASED, LEASE_SECONDS):
            channels = await self.kept.some({notice.channel_id for notice in leased})
            people = await self.hub.people.several({channel.player for channel in channels.values()})
            gate = asyncio.Semaphore(AT_ONCE)

            async def one(notice: Notice, channel: Channel, wants: Wants, gate: asyncio.Semaphore = gate) -> None:
                async with gate:
                    await self._send(notice, channel, wants)

            there = [(notice, channels[notice.channel_id]) for notice in leased if notice.channel_id in channels]
            await asyncio.gather(*(one(*pair, Wants.of(people.get(pair[1].player))) for pair in there))
            if len(leased) < LEASED:
                return

    async def _send(self, notice: Notice, channel: Channel, wants: Wants) -> None:
        try:
            later = quiet_until(wants.quiet, time.time())
            if later is not None:
                await self.kept.settle(notice, later)
                return
            message = await self._message(notice, wants)
            if message is None:
                await self.kept.settle(notice, None)
                return
            await self.deliver(channel, message, wants.language, f"{notice.kind}-{notice.number}-{notice.table_id}")
            await self.kept.settle(notice, None)
            metrics.NOTICES.labels(channel.kind, "sent").inc()
        except Failed as failure:
            await self._failed(notice, failure)
        except UnavailableError:
            raise
        except Exception:
            log.exception("a notice failed")
            await self._failed(notice, Failed("error"))

    async def _message(self, notice: Notice, wants: Wants) -> Message | None:
        """What there is to say; nothing where it is so no longer, or somebody has looked meanwhile."""
        try:
            state = await self.hub.state_of(notice.table_id)
        except Refusal:
            return None
        if not is_current(state, notice):
            return None
        return await asyncio.to_thread(written, state, notice, wants.language)

    async def _failed(self, notice: Notice, failure: Failed) -> None:
        metrics.NOTICES.labels("any", "failed").inc()
        if failure.gone:
            await self.kept.remove_channel(notice.channel_id)
            return
        now = time.time()
        wait = min(FIRST_WAIT * 4**notice.tries, LONGEST_WAIT)
        again = failure.later and now + wait < notice.first_at + GIVE_UP_AFTER
        await self.kept.settle(notice, now + wait if again else None, True, failure.problem)

    async def deliver(self, channel: Channel, message: Message, language: str, mark: str) -> None:
        """Send a message by a channel; Failed when it did not arrive."""
        origin = self.settings.public_url.rstrip("/") or str(channel.data.get("origin", ""))
        mark = hashlib.sha256(f"{channel.id} {mark}".encode()).hexdigest()[:32]
        try:
            if channel.kind == ChannelKind.MAIL:
                await self._mail(channel, message, origin, language, mark)
                return
            if channel.kind == ChannelKind.PUSH:
                contact = f"mailto:{self.settings.contact}" if self.settings.contact else origin
                body = await asyncio.to_thread(
                    webpush.encrypted, forms.push_body(message), channel.data["p256dh"], channel.data["auth"]
                )
                headers = webpush.headers_for(channel.address, self.push_key, contact, message.tag)
            else:
                headers, body = forms.STYLES[channel.data["style"]](message, f"{origin}{message.path}", mark)
            status = await self.outgoing.post(channel.address, headers, body)
        except ForbiddenAddress:
            raise Failed("address", later=False) from None
        except OutOfReach as error:
            raise Failed(str(error)) from None
        if status >= 300:
            gone = channel.kind == ChannelKind.PUSH and status in GONE
            raise Failed(f"HTTP {status}", later=status >= 500 or status in MAY_PASS, gone=gone)

    async def _mail(self, channel: Channel, message: Message, origin: str, language: str, mark: str) -> None:
        if not self.mails:
            raise Failed("no mail server", later=False)
        stop = f"{origin}/notices/stop/{channel.id}/{self.stop_token(channel.id)}" if channel.confirmed else ""
        mail = forms.letter(message, origin, stop, self.settings.mail_from, channel.address, language, mark)
        try:
            await asyncio.to_thread(forms.send_letter, self.settings, mail)
        except smtplib.SMTPRecipientsRefused:
            raise Failed("refused", later=False) from None
        except (OSError, smtplib.SMTPException) as error:
            raise Failed(type(error).__name__) from None
