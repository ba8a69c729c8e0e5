"""What an operator does beside serving: check stored games against the present rules, take a backup."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import make_url

from burgrave.server.database import backup_sqlite, normal_url
from burgrave.server.settings import settings
from burgrave.server.storage import Storage


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
    return asyncio.run(_check(chosen.database_url, progress))


async def _check(url: str, progress: Callable[[int], None]) -> tuple[int, list[Misfit]]:
    from burgrave.core.game import game
    from burgrave.core.match import Match

    storage = Storage(url)
    misfits, checked = [], 0
    async for table in storage.every_table():
        checked += 1
        progress(checked)
        seq = 0
        try:
            match = Match(game(table.game, **table.options), chance="manual")
            for event in await storage.events(table.id):
                seq = event.seq
                if event.kind == "move":
                    match.play(event.data["text"])
                elif event.kind == "undo":
                    match.undo(event.data["count"], consent=True)
            result = table.head.result
            if table.head.status == "over" and result is not None and list(match.position.scores) != result["scores"]:
                misfits.append(Misfit(table.id, table.game, seq, f"the scores would be {list(match.position.scores)}"))
            elif table.head.seed is not None and not match.fits_seed(table.head.seed):
                misfits.append(Misfit(table.id, table.game, seq, "chance would have drawn something else"))
        except ValueError as error:
            misfits.append(Misfit(table.id, table.game, seq, str(error)))
    await storage.engine.dispose()
    return checked, misfits


def backup(target: str | Path, database_url: str | None = None, data_dir: str | Path | None = None) -> None:
    """Copy the database to a file while servers go on: one consistent moment."""
    chosen = settings(database_url=database_url, data_dir=data_dir)
    url = normal_url(chosen.database_url)
    target = Path(target)
    if target.exists():
        raise FileExistsError(f"{target} exists already")
    if url.startswith("sqlite"):
        backup_sqlite(Path(url.partition(":///")[2]), target)
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
        raise RuntimeError(f"pg_dump failed: {error.stderr.strip()}") from None
