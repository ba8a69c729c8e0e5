"""What an operator does beside serving: check stored games against the present rules, take a backup."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy.engine import make_url

from burgrave.server.settings import settings
from burgrave.server.store.database import backup_sqlite, file_of, normal_url, read_only
from burgrave.server.store.rows import Event, Head, UnavailableError
from burgrave.server.store.storage import Storage
from burgrave.server.tables.table import OVER

if TYPE_CHECKING:
    from burgrave.core.match import Match


@dataclass(frozen=True)
class Misfit:
    """A stored game that the present rules do not play as it was played."""

    table: str
    game: str
    seq: int
    reason: str


def check_live(
    database_url: str | None = None,
    data_dir: str | Path | None = None,
    progress: Callable[[int], None] = lambda checked: None,
) -> tuple[int, list[Misfit]]:
    """Replay every stored game on the present rules: how many there are, and which no longer fit. Changes nothing."""
    chosen = settings(database_url=database_url, data_dir=data_dir)
    try:
        return asyncio.run(_check(read_only(chosen.database_url), progress))
    except UnavailableError as error:
        raise RuntimeError(str(error)) from error


async def _check(url: str, progress: Callable[[int], None]) -> tuple[int, list[Misfit]]:
    from burgrave.core.game import game
    from burgrave.core.match import Match

    storage = Storage(url)
    misfits, checked = [], 0
    try:
        async for table in storage.every_table():
            checked += 1
            progress(checked)
            seq = 0
            try:
                match = Match(game(table.game, **table.options), chance="manual")
                for event in await storage.events(table.id):
                    seq = event.seq
                    _replay(match, event)
                problem = _difference(match, table.head)
            except ValueError as error:
                problem = str(error)
            if problem:
                misfits.append(Misfit(table.id, table.game, seq, problem))
    finally:
        await storage.engine.dispose()
    return checked, misfits


def _replay(match: Match, event: Event) -> None:
    if event.kind == "move":
        match.play(event.data["text"])
    elif event.kind == "undo":
        match.undo(event.data["count"], consent=True)
    elif event.kind == "forfeit" and event.seat is not None:
        match.forfeited |= {event.seat}
    elif event.kind == "sit" and event.data["kind"] == "person":
        match.forfeited -= {event.seat}


def _difference(match: Match, head: Head) -> str | None:
    """What is not as it was when the game was played."""
    if match.is_over != (head.status == OVER):
        return "the game would be over" if match.is_over else "the game would not be over"
    if match.is_over and head.result is not None:
        for what, now in (("scores", match.position.scores), ("winners", match.winners)):
            if list(now) != head.result[what]:
                return f"the {what} would be {list(now)}"
    if head.seed is not None and not match.fits_seed(head.seed):
        return "chance would have drawn something else"
    return None


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
        subprocess.run(command, check=True, env={**os.environ, **hidden}, capture_output=True, text=True)
    except FileNotFoundError:
        raise RuntimeError("a backup of PostgreSQL needs its program pg_dump on the PATH") from None
    except subprocess.CalledProcessError as error:
        raise RuntimeError(f"pg_dump failed: {' '.join(error.stderr.split())}") from None
