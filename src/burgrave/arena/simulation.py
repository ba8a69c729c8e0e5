"""Plays many games from consecutive seeds and sums them up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from burgrave.bots import bot, described, dismissed
from burgrave.core.given import made_of, threads_of, whole

if TYPE_CHECKING:
    from burgrave.core.game import Game

GAMES_AT_ONCE = 512
"""Compiled random games between two reports of progress."""


@dataclass(frozen=True)
class Results:
    """How some games ended: final points (games x seats), winners (likewise) and the number of moves of each."""

    points: npt.NDArray[np.int64]
    won: npt.NDArray[np.bool_]
    moves: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.moves)

    @staticmethod
    def joined(parts: Sequence[Results]) -> Results:
        """Several results as one."""
        return Results(
            np.concatenate([part.points for part in parts]),
            np.concatenate([part.won for part in parts]),
            np.concatenate([part.moves for part in parts]),
        )

    def summary(self) -> dict[str, Any]:
        """Length, points and wins by seat; a win shared by two seats is half a win in `share`."""
        winners = self.won.sum(axis=1)
        shares = self.won / np.maximum(winners, 1)[:, None]
        return {
            "games": len(self),
            "moves": spread(self.moves),
            "seats": [
                {
                    "wins": int(self.won[:, seat].sum()),
                    "share": round(float(shares[:, seat].mean()), 4),
                    "points": spread(self.points[:, seat]),
                }
                for seat in range(self.points.shape[1])
            ],
            "shared_wins": int((winners > 1).sum()),
            "without_winner": int((winners == 0).sum()),
        }


def spread(figures: npt.NDArray[np.int64]) -> dict[str, float]:
    """Where figures lie: mean, least, median and most."""
    return {
        "mean": round(float(figures.mean()), 2),
        "least": int(figures.min()),
        "median": float(np.median(figures)),
        "most": int(figures.max()),
    }


def simulate(game: Game, games: int, bots: Sequence[str], *, seed: int = 1, threads: int = 1) -> Iterator[Results]:
    """Play games of consecutive seeds, part by part; the same whatever the number of threads.

    Random seats play inside compiled code; with any other bot every game is a match of its own.
    """
    made_of(game)
    whole(games, "the number of games", 1)
    whole(seed, "the seed of a simulation")
    threads = threads_of(threads)
    if len(bots) != game.players:
        raise ValueError(f"{len(bots)} bots for {game.players} seats")
    kinds = [described(text) for text in bots]
    if all(kind == "random" for kind, _ in kinds):
        yield from _random_games(game, games, seed, threads)
        return
    with ThreadPoolExecutor(threads) as pool:
        seeds = iter(range(seed, seed + games))
        while share := list(islice(seeds, threads)):
            yield Results.joined(list(pool.map(lambda number: _match(game, kinds, number), share)))


def _random_games(game: Game, games: int, seed: int, threads: int) -> Iterator[Results]:
    for first in range(0, games, GAMES_AT_ONCE):
        batch = game.batch(min(GAMES_AT_ONCE, games - first), seed + first, threads=threads)
        ended = batch.playouts()
        won = (ended[:, game.players, None] >> np.arange(game.players) & 1).astype(np.bool_)
        yield Results(ended[:, : game.players], won, batch.lengths + ended[:, game.players + 1])


def _match(game: Game, bots: Sequence[tuple[str, dict[str, Any]]], seed: int) -> Results:
    players = [bot(kind, game, seed=f"{seed} {seat}", **settings) for seat, (kind, settings) in enumerate(bots)]
    match = game.match(seed=seed)
    while (seat := match.position.to_act) is not None:
        match.play(players[seat].choose(match.view(seat)))
    match.forfeited = frozenset(dismissed(players))
    won = [seat in match.winners for seat in range(game.players)]
    return Results(np.array([match.position.scores]), np.array([won]), np.array([len(match.moves)]))
