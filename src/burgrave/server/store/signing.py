"""The key that signs cookies. It stands outside the database, so that a copy of the database opens nobody's seat."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import secrets
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from burgrave.server.store import schema
from burgrave.server.store.connections import Connections
from burgrave.server.store.database import PRIVATE_FILE, keep_to_owner
from burgrave.server.store.rows import UnavailableError

log = logging.getLogger("burgrave.server")

FILE = "signing.key"
"""What the key is called in the data folder, where the operator has not set one."""
FORMER, MARK = "signing_key", "signing_key_mark"
"""Rows of the database: the key itself, as older versions kept it, and what tells keys apart and signs nothing."""
OTHER_KEY = (
    "servers on this database have signed with another key than this one's; give all of them the same "
    f"BURGRAVE_SIGNING_KEY, or a copy of the same {FILE} in their data folders. "
    "If that key is lost, stop them all and run `burgrave operator forget-key`"
)


def mark_of(key: str) -> str:
    """What the database keeps of a key, so that servers notice when theirs differ."""
    return hashlib.sha256(f"mark {key}".encode()).hexdigest()


async def signing_key(database: Connections, given: str, folder: Path) -> str:
    """The key that was given, else the one in the data folder, which is made if it is not there.

    A key that an older version kept in the database moves out of it. UnavailableError when it is not the key with which
    other servers on the database sign; a SQLite database has no others, and one without its key gets a new one.
    """
    former, mark = await _kept(database, FORMER), await _kept(database, MARK)
    key = given or _read(folder / FILE)
    if not key and mark:
        if database.shared:
            raise UnavailableError(OTHER_KEY)
        log.warning("there is no %s for this database: whoever played here is a stranger without their links", FILE)
        await forget_key(database)
        mark = ""
    key = key or _made(folder / FILE, former or secrets.token_hex(32))
    if former or not mark:
        await _settle(database, mark_of(key), is_new=not mark)
        mark = await _kept(database, MARK)
    if mark != mark_of(key):
        raise UnavailableError(OTHER_KEY)
    return key


async def forget_key(database: Connections) -> None:
    """Let servers begin to sign with another key."""
    async with database.writing() as connection:
        await connection.execute(schema.server.delete().where(schema.server.c.name == MARK))


async def _kept(database: Connections, name: str) -> str:
    async with database.reading() as connection:
        found = await connection.scalar(sa.select(schema.server.c.value).where(schema.server.c.name == name))
    return str(found or "")


async def _settle(database: Connections, mark: str, is_new: bool) -> None:
    """Keep no key in the database, and the mark of a new one; of several servers that are the first, one settles it."""
    kept = schema.server
    with contextlib.suppress(IntegrityError):
        async with database.writing() as connection:
            if not database.shared:
                await connection.exec_driver_sql("PRAGMA secure_delete = ON")  # no trace of it in copies either
            await connection.execute(kept.delete().where(kept.c.name == FORMER))
            if is_new:
                await connection.execute(kept.insert().values(name=MARK, value=mark))


def _read(file: Path) -> str:
    with contextlib.suppress(FileNotFoundError):
        keep_to_owner(file)
        return file.read_text(encoding="ascii").strip()
    return ""


def _made(file: Path, key: str) -> str:
    """Write a key that only its owner reads, and is on the disk then; the one that another process has just written."""
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        with open(
            os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE), "w", encoding="ascii"
        ) as opened:
            opened.write(f"{key}\n")
            opened.flush()
            os.fsync(opened.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(partial, file)
    finally:
        partial.unlink(missing_ok=True)
    return _read(file)
