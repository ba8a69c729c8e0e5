"""Which puzzles somebody has tried: the first try of each counts, and whether it is solved by now."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from burgrave.server.store import schema
from burgrave.server.store.connections import Connections

P = schema.puzzle_tries
KEPT_SECONDS = 400 * 24 * 3600.0
"""As long as a browser keeps its cookie."""


@dataclass(frozen=True)
class Tried:
    """A puzzle that somebody has tried."""

    puzzle: str
    rating: int
    """How hard it was then."""
    at_once: bool
    """Whether the first try was right."""
    solved: bool


class Puzzling:
    """Who has tried which puzzles."""

    def __init__(self, database: Connections) -> None:
        self.database = database

    async def note(self, player: str, game: str, puzzle: str, rating: int, solved: bool) -> None:
        """Keep a try: the first one counts, a later one only says that the puzzle is solved."""
        same = sa.and_(P.c.player == player, P.c.game == game, P.c.puzzle == puzzle)
        with contextlib.suppress(IntegrityError):  # the same try came twice at the same moment
            async with self.database.writing() as connection:
                if await connection.scalar(sa.select(P.c.solved).where(same)) is None:
                    row = {"player": player, "game": game, "puzzle": puzzle, "rating": rating, "at": time.time()}
                    await connection.execute(P.insert().values(**row, at_once=solved, solved=solved))
                elif solved:
                    await connection.execute(P.update().where(same).values(solved=True))

    async def of(self, player: str, game: str) -> list[Tried]:
        """What somebody has tried of a game, in the order of the first tries."""
        async with self.database.reading() as connection:
            found = await connection.execute(
                sa.select(P).where(P.c.player == player, P.c.game == game).order_by(P.c.at, P.c.puzzle)
            )
            return [Tried(row.puzzle, row.rating, row.at_once, row.solved) for row in found]


async def clear(connection: AsyncConnection) -> None:
    """Forget tries of long ago."""
    await connection.execute(P.delete().where(P.c.at < time.time() - KEPT_SECONDS))
