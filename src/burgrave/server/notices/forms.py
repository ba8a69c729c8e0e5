"""The forms that a notice takes on its way: a push message, a letter, a post to somebody's address."""

from __future__ import annotations

import json
import smtplib
import ssl
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from typing import Any

from markupsafe import escape

from burgrave.core import words
from burgrave.server.notices.webpush import LONGEST
from burgrave.server.notices.writing import Message
from burgrave.server.settings import Settings

MAIL_SECONDS = 20.0
LONGEST_TEXT = 1500


def push_body(message: Message) -> bytes:
    """What the service worker of a browser shows; the last lines where all are too long."""
    lines = list(message.lines)
    while True:
        told = {"title": message.title, "body": "\n".join(lines), "path": message.path, "tag": message.tag}
        body = json.dumps(told, ensure_ascii=False).encode()
        if len(body) <= LONGEST or not lines:
            return body[:LONGEST] if not lines else body
        lines = lines[1:]


def letter(message: Message, origin: str, stop: str, sender: str, to: str, language: str, mark: str) -> EmailMessage:
    """A mail in plain text and HTML that can be stopped by one click."""
    tell = words.words("burgrave.server", language)
    link, mail = f"{origin}{message.path}", EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, to, message.title
    mail["Date"] = format_datetime(datetime.now(UTC))
    mail["Message-ID"] = f"<{mark}@{sender.rpartition('@')[2].rstrip('>') or 'burgrave'}>" if mark else make_msgid()
    if stop:
        mail["List-Unsubscribe"] = f"<{stop}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail["Auto-Submitted"] = "auto-generated"
    ends = [message.leads + ": " + link, *([tell("notice.stop") + ": " + stop] if stop else [])]
    mail.set_content("\n".join([message.title, "", *message.lines, "", *ends, ""]))
    said = "".join(f"<li>{escape(line)}</li>" for line in message.lines)
    listed = f"<ul>{said}</ul>" if said else ""
    end = f'<p><small><a href="{escape(stop)}">{escape(tell("notice.stop"))}</a></small></p>' if stop else ""
    mail.add_alternative(
        f'<!doctype html><html lang="{language}"><body><h2>{escape(message.title)}</h2>{listed}'
        f'<p><a href="{escape(link)}">{escape(message.leads)}</a></p>{end}</body></html>',
        subtype="html",
    )
    return mail


def send_letter(settings: Settings, mail: EmailMessage) -> None:
    """Give a mail to the operator's mail server; an OSError or SMTPException when it does not take it."""
    secured = settings.mail_security
    trusted = ssl.create_default_context()
    if secured == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            settings.mail_host, settings.mail_port, timeout=MAIL_SECONDS, context=trusted
        )
    else:
        server = smtplib.SMTP(settings.mail_host, settings.mail_port, timeout=MAIL_SECONDS)
    with server:
        if secured == "starttls":
            server.starttls(context=trusted)
        if settings.mail_user:
            server.login(settings.mail_user, settings.mail_password)
        server.send_message(mail)


Post = tuple[Mapping[str, str], bytes]
"""Headers and body."""
JSON = {"content-type": "application/json"}


def _text(message: Message, link: str) -> str:
    return "\n".join([message.title, *message.lines, link])[:LONGEST_TEXT]


def _plain(message: Message, link: str, mark: str) -> Post:
    told: dict[str, Any] = {"title": message.title, "lines": list(message.lines), "url": link, "id": mark}
    return JSON, json.dumps(told).encode()


def _discord(message: Message, link: str, mark: str) -> Post:
    return JSON, json.dumps({"content": _text(message, link), "allowed_mentions": {"parse": []}}).encode()


def _slack(message: Message, link: str, mark: str) -> Post:
    text = _text(message, link).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return JSON, json.dumps({"text": text}).encode()


def _ntfy(message: Message, link: str, mark: str) -> Post:
    headers = {
        "title": message.title.encode("ascii", "xmlcharrefreplace").decode(),
        "click": link,
        "content-type": "text/plain",
    }
    return headers, ("\n".join(message.lines) or message.title)[:LONGEST_TEXT].encode()


STYLES: dict[str, Callable[[Message, str, str], Post]] = {
    "json": _plain,
    "discord": _discord,
    "slack": _slack,
    "ntfy": _ntfy,
}
"""How services want to be told."""
