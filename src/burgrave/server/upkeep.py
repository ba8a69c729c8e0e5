"""What an operator does beside serving: check stored games, take a backup, work at the operator's desk."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from sqlalchemy.engine import make_url

from burgrave.server.settings import Settings, settings
from burgrave.server.store.database import (
    FILE,
    backup_sqlite,
    file_of,
    is_current,
    normal_url,
    prepare,
    read_only,
    sqlite_url,
)
from burgrave.server.store.desk import Desk as Desk
from burgrave.server.store.kinds import Status
from burgrave.server.store.rows import ConflictError, EventRow, Head, StoredTable, UnavailableError
from burgrave.server.store.signing import signing_key
from burgrave.server.store.storage import Storage
from burgrave.server.tables.events import decoded
from burgrave.server.tables.keys import is_id
from burgrave.server.tables.state import Problem, TableState

Told = TypeVar("Told")


@dataclass(frozen=True)
class Misfit:
    """A stored game that the present rules do not play as it was played."""

    table: str
    game: str
    seq: int
    reason: str


def recompute_ratings(database_url: str | None = None, data_dir: str | Path | None = None) -> int:
    """Make all ratings anew from the stored games; how many games counted."""
    from burgrave.server.tables.rating import fold, places

    return at_desk(lambda desk: desk.storage.ratings.recompute(fold, places), database_url, data_dir)


def check_live(
    database_url: str | None = None,
    data_dir: str | Path | None = None,
    progress: Callable[[int], None] = lambda checked: None,
) -> tuple[int, list[Misfit]]:
    """Replay every stored game on the present rules: how many there are, and which no longer fit. Changes nothing."""
    chosen = settings(database_url=database_url, data_dir=data_dir)
    try:
        with _as_now(normal_url(chosen.database_url)) as url:
            return asyncio.run(_check(url, progress))
    except UnavailableError as error:
        raise RuntimeError(str(error)) from error


@contextlib.contextmanager
def _as_now(url: str) -> Iterator[str]:
    """A database of the present schema for reading: the one asked for, or a copy of it that was brought up to date."""
    if asyncio.run(is_current(read_only(url))):
        yield read_only(url)
    elif url.startswith("sqlite"):
        with tempfile.TemporaryDirectory() as folder:
            backup_sqlite(file_of(url), Path(folder) / FILE)
            copy = sqlite_url(Path(folder))
            asyncio.run(prepare(copy))
            yield read_only(copy)
    else:
        raise UnavailableError(
            "the database has an older schema than this version; restore a backup into another database, "
            "let a server of this version start on it once, and check that one"
        )


async def _check(url: str, progress: Callable[[int], None]) -> tuple[int, list[Misfit]]:
    storage = Storage(url)
    misfits, checked = [], 0
    try:
        async for table in storage.every_table():
            checked += 1
            progress(checked)
            found = _problem(table, await storage.events(table.made.id))
            if found:
                misfits.append(Misfit(table.made.id, table.made.game, found.seq, found.reason))
    finally:
        await storage.engine.dispose()
    return checked, misfits


def _problem(table: StoredTable, rows: list[EventRow]) -> Problem | None:
    """What is not as it was when the game was played, and at which event."""
    from burgrave.core.game import game

    made, seq = table.made, rows[-1].seq if rows else 0
    try:
        state = TableState.of(made, game(made.game, **made.options)).replayed(map(decoded, rows))
    except ValueError as error:
        return Problem(seq, str(error))
    different = state.problem is None and _difference(state, table.head)
    return Problem(seq, different) if different else state.problem


def _difference(state: TableState, head: Head) -> str | None:
    """What the present rules make of a game that was stored otherwise."""
    if state.match is None:
        return None
    is_decided = state.match.is_over or state.match.conceded
    if is_decided != (head.status == Status.OVER):
        return "the game would be over" if is_decided else "the game would not be over"
    if is_decided and head.result is not None:
        for what, now in (("scores", state.match.position.scores), ("winners", state.match.winners)):
            if list(now) != head.result[what]:
                return f"the {what} would be {list(now)}"
    return None


async def make_ready(chosen: Settings) -> None:
    """Bring the database up to date and the signing key to its place; UnavailableError says why that cannot be."""
    await prepare(chosen.database_url)
    storage = Storage(chosen.database_url, chosen.database_seconds)
    try:
        await signing_key(storage, chosen.signing_key, chosen.data_dir)
    finally:
        await storage.engine.dispose()


def backup(target: str | Path, database_url: str | None = None, data_dir: str | Path | None = None) -> None:
    """Copy the database to a file while servers go on: one consistent moment."""
    chosen = settings(database_url=database_url, data_dir=data_dir)
    url = normal_url(chosen.database_url)
    target = Path(target)
    if target.exists():
        raise FileExistsError(f"{target} exists already")
    if url.startswith("sqlite"):
        backup_sqlite(file_of(url), target)
        return
    address = make_url(url).set(drivername="postgresql")
    hidden = {} if address.password is None else {"PGPASSWORD": str(address.password)}  # not for the list of processes
    shown = address.set(password=None).render_as_string()
    command = ["pg_dump", "--format=custom", f"--file={target}", f"--dbname={shown}"]
    try:
        subprocess.run(command, check=True, env={**os.environ, **hidden}, capture_output=True, text=True, umask=0o077)
    except FileNotFoundError:
        raise RuntimeError("a backup of PostgreSQL needs its program pg_dump on the PATH") from None
    except subprocess.CalledProcessError as error:
        raise RuntimeError(f"pg_dump failed: {' '.join(error.stderr.split())}") from None


def at_desk(
    work: Callable[[Desk], Awaitable[Told]], database_url: str | None = None, data_dir: str | Path | None = None
) -> Told:
    """Do something to what a server has stored; servers that run on it take notice within seconds."""
    url = normal_url(settings(database_url=database_url, data_dir=data_dir).database_url)
    if url.startswith("sqlite"):
        file_of(url)
    try:
        return asyncio.run(_at_desk(work, url))
    except UnavailableError as error:
        raise RuntimeError(str(error)) from error
    except ConflictError:
        raise RuntimeError("people are busy at that table just now; try again") from None


async def _at_desk(work: Callable[[Desk], Awaitable[Told]], url: str) -> Told:
    if not await is_current(url):
        raise UnavailableError("the database has an older schema than this version; start the server once")
    storage = Storage(url)
    try:
        return await work(Desk(storage))
    finally:
        await storage.engine.dispose()


async def block(desk: Desk, given: str, days: float, reason: str, data_dir: str | Path | None = None) -> str:
    """Refuse a browser by its key, or an address, for some days; the key that is refused."""
    from burgrave.server.web.pages.operator import blocked_key

    chosen = settings(data_dir=data_dir)
    own = "" if is_id(given) else await signing_key(desk.storage, chosen.signing_key, chosen.data_dir)
    key = blocked_key(own, given)
    await desk.block(key, days * 24 * 3600, reason[:200])
    return key
