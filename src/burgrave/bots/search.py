"""The search bot: a tree of what everybody may do, grown anew for every decision."""

from __future__ import annotations

import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from burgrave.bots.simple import own_moves
from burgrave.bots.tree_nodes import FIRST_SIGHT, NODE
from burgrave.core.dice import dice_of
from burgrave.core.verbs import Move

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.position import View

DEFAULT_ITERATIONS = 1000
NODES_PER_ITERATION = 12
MOST_NODES = 4_000_000
STEP = 128
"""Iterations between two looks at the clock."""


@dataclass(frozen=True)
class Candidate:
    """A move that the search looked at: its share of all visits, and the share of the win it promises."""

    move: Move
    visits: int
    share: float
    value: float


class Tree:
    """One search tree with the room it needs; a thread of its own may grow it."""

    def __init__(self, game: Game, nodes: int) -> None:
        rules = game.rules
        self.code: Any = rules.bind("burgrave.bots.tree_search")
        ids = len(rules.verbs) + 1
        self.nodes = np.zeros(nodes, NODE)
        self.work = np.zeros(2, rules.state)
        self.scratch = np.zeros(1, rules.scratch)
        self.moves, self.slots = np.zeros(ids, np.int16), np.zeros(ids, np.int32)
        self.shares = np.zeros(8)

    def plant(self, dice: Any) -> None:
        """Forget everything and begin from new dice."""
        self.dice = dice
        self.code.plant(self.nodes)

    def grow(self, view: View, iterations: int) -> None:
        """Add iterations; compiled code that lets other threads run."""
        self.code.grow(
            view._records, self.work, self.scratch, self.moves, self.nodes, self.slots, self.shares, view.seat,
            self.dice, iterations,
        )  # fmt: skip

    def root_children(self) -> list[tuple[int, int, float, float]]:
        """The moves at the root: id, visits, total of results, first judgement."""
        found, child = [], int(self.nodes[0]["first"])
        while child >= 0:
            node = self.nodes[child]
            found.append((int(node["move"]), int(node["visits"]), float(node["total"]), float(node["look"])))
            child = int(node["next"])
        return found


class SearchBot:
    """Chooses by tree search: the same iterations, threads and seed give the same move every time."""

    name = "search"

    def __init__(
        self,
        game: Game,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        seed: int | str | None = None,
    ) -> None:
        if iterations is not None and seconds is not None:
            raise ValueError("a search is bounded by iterations or by seconds, not by both")
        if iterations is not None and iterations < 1:
            raise ValueError(f"a search needs one iteration at least, not {iterations}")
        if seconds is not None and seconds <= 0:
            raise ValueError(f"a search needs some time, not {seconds} seconds")
        if threads < 1:
            raise ValueError(f"a search runs on one thread at least, not {threads}")
        self.game = game
        self.iterations = DEFAULT_ITERATIONS if iterations is None and seconds is None else iterations
        self.seconds = seconds
        self.threads = threads
        self._seed = secrets.token_hex(16) if seed is None else str(seed)
        self._choices = 0
        share = MOST_NODES if self.iterations is None else self.iterations * NODES_PER_ITERATION // threads + 4096
        self._trees = [Tree(game, min(share, MOST_NODES // threads)) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def choose(self, view: View) -> Move:
        """The move that the search visited most."""
        moves = own_moves(view)
        if len(moves) == 1:
            return moves[0]
        return self.candidates(view)[0].move

    def candidates(self, view: View) -> list[Candidate]:
        """Every legal move with its share of the visits and its value, the most visited first."""
        own_moves(view)
        for number, tree in enumerate(self._trees):
            tree.plant(dice_of(f"{self._seed} {self._choices} {number}"))
        self._choices += 1
        if self._pool is None:
            self._grow(self._trees[0], view, self.iterations)
        else:
            shares = [
                None if self.iterations is None else (self.iterations + k) // self.threads for k in range(self.threads)
            ]
            list(self._pool.map(self._grow, self._trees, [view] * self.threads, shares))
        return self._summed()

    def _grow(self, tree: Tree, view: View, iterations: int | None) -> None:
        if iterations is not None:
            tree.grow(view, iterations)
            return
        assert self.seconds is not None
        end = time.monotonic() + self.seconds
        while time.monotonic() < end:
            tree.grow(view, STEP)

    def _summed(self) -> list[Candidate]:
        sums: dict[int, tuple[int, float, float]] = {}
        for tree in self._trees:
            for move, visits, total, look in tree.root_children():
                before = sums.get(move, (0, 0.0, 0.0))
                sums[move] = before[0] + visits, before[1] + total, before[2] + look / self.threads
        all_visits = max(1, sum(visits for visits, _, _ in sums.values()))
        moves = self.game.rules.verbs.moves
        found = [
            Candidate(moves[move], visits, visits / all_visits, (total + FIRST_SIGHT * look) / (visits + FIRST_SIGHT))
            for move, (visits, total, look) in sums.items()
        ]
        return sorted(found, key=lambda candidate: (-candidate.visits, -candidate.value, candidate.move.id))

    def value(self, view: View) -> float:
        """The seat's share of the win, as the search sees it."""
        return self.candidates(view)[0].value
