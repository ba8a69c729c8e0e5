"""The search bot: a tree of what everybody may do, grown for every decision.

When nothing has happened since its last decision but its own move, it goes on with what it knows: the part of the tree
below that move. A move that only completes what the last one began (`Spec.completing`) is not thought about again.
"""

from __future__ import annotations

import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from burgrave.bots.simple import own_moves
from burgrave.bots.tree_nodes import FIRST_SIGHT, NODE
from burgrave.core.dice import dice_of
from burgrave.core.given import real, seed_of, threads_of, whole
from burgrave.core.spec import MOST_SEATS
from burgrave.core.verbs import Move
from burgrave.core.weights import Floats, checked, net_of
from burgrave.core.words import own_part

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.position import View

DEFAULT_ITERATIONS = 1000
NODES_PER_ITERATION = 64
"""Room in a tree: an iteration opens one position's moves, and only few positions have more than these."""
MOST_NODES = 4_000_000
ENOUGH = 16
"""Visits after which what completes a move is known well enough to be played without another search."""
TIRING = 0.6
"""What each further decision of a turn leaves of the time: the first ones of a turn matter most, and a table waits."""
IN_ANOTHERS_TURN = 0.4
"""The share of the time for what others ask in their turns. With these a turn of four bots in which two offers are made
takes less than five times the seconds of a decision."""
STEP = 32
"""Iterations between two looks at the clock, at whether anybody still wants to know, and at whether it is decided."""


@dataclass(frozen=True)
class Candidate:
    """A move that the search looked at: its share of all visits, and the share of the win it promises."""

    move: Move
    visits: int
    share: float
    value: float


class Tree:
    """One search tree with the room it needs; a thread of its own may grow it."""

    def __init__(self, game: Game, nodes: int, net: Floats, *, whole_moves: bool) -> None:
        rules = game.rules
        self.net = net
        self.code: Any = rules.compiled("burgrave.bots.tree_search")
        ids = len(rules.verbs) + 1
        self.nodes = np.zeros(nodes, NODE)
        self.work = np.zeros(2, rules.state)
        self.scratch = np.zeros(1, rules.scratch)
        self.moves, self.slots = np.zeros(ids, np.int16), np.zeros(ids, np.int32)
        self.shares = np.zeros(2 * MOST_SEATS)
        completing = rules.spec.completing if whole_moves else ()
        self.completing = sum(1 << number for number, name in enumerate(rules.points) if name in completing)
        self.pace = 0.0
        """Iterations a second, when it last grew."""
        self.code.plant(self.nodes)

    @property
    def visits(self) -> int:
        """How many iterations are in the tree."""
        return int(self.nodes[0]["visits"])

    def go_on(self, dice: Any, move: int) -> bool:
        """Keep only what is below a move at the root and go on there; False when nothing is known or room is scarce."""
        child = int(self.nodes[0]["first"])
        while child >= 0 and int(self.nodes[child]["move"]) != move:
            child = int(self.nodes[child]["next"])
        if child < 0 or int(self.nodes[child]["first"]) < 0 or 2 * int(self.nodes[0]["made"]) > len(self.nodes):
            return False
        self.dice, self.every = dice, False
        self.nodes[0]["first"] = self.nodes[child]["first"]
        self.nodes[0]["visits"] = sum(visits for _, visits, _, _ in self.root_children())
        return True

    def plant(self, dice: Any, every: bool) -> None:
        """Forget everything and begin from new dice, to look at every legal move or at the sensible ones."""
        self.dice, self.every = dice, every
        self.code.plant(self.nodes)

    def grow(self, view: View, iterations: int) -> None:
        """Add iterations; compiled code that lets other threads run."""
        self.code.grow(
            view._records, self.work, self.scratch, self.net, self.moves, self.nodes, self.slots, self.shares,
            view.seat, self.dice, iterations, self.every, self.completing,
        )  # fmt: skip

    def lead(self) -> int:
        """How many visits the most visited move is ahead of the next one."""
        visits = sorted((visits for _, visits, _, _ in self.root_children()), reverse=True)
        return visits[0] - visits[1] if len(visits) > 1 else visits[0]

    def root_children(self) -> list[tuple[int, int, float, float]]:
        """The moves at the root: id, visits, total of results, first judgement."""
        found, child = [], int(self.nodes[0]["first"])
        while child >= 0:
            node = self.nodes[child]
            found.append((int(node["move"]), int(node["visits"]), float(node["total"]), float(node["look"])))
            child = int(node["next"])
        return found

    def line(self, move: int, length: int) -> list[tuple[int, int]]:
        """The most visited answers after a move at the root, that move first: who makes each, and its id."""
        found: list[tuple[int, int]] = []
        child = int(self.nodes[0]["first"])
        while child >= 0 and int(self.nodes[child]["move"]) != move:
            child = int(self.nodes[child]["next"])
        while child >= 0 and len(found) < length:
            found.append((int(self.nodes[child]["seat"]), int(self.nodes[child]["move"])))
            child = self._most_visited(int(self.nodes[child]["first"]))
        return found

    def _most_visited(self, child: int) -> int:
        """Which of some siblings was visited most; -1 when none of them was."""
        best, most = -1, 0
        while child >= 0:
            if int(self.nodes[child]["visits"]) > most:
                best, most = child, int(self.nodes[child]["visits"])
            child = int(self.nodes[child]["next"])
        return best


class SearchBot:
    """Chooses by tree search: the same iterations, threads and seed give the same moves every time.

    Without `memory` it begins anew for each decision and thinks about each part of a move by itself. It judges by the
    game's weights, or by another `net`.
    """

    name = "search"

    def __init__(
        self,
        game: Game,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        learned: int | None = None,
        memory: int = 1,
        seed: int | str | None = None,
        net: Floats | None = None,
    ) -> None:
        if memory not in (0, 1):
            raise ValueError(f"memory is 1 (a search goes on with what it knows) or 0 (it begins anew), not {memory}")
        if iterations is not None and seconds is not None:
            raise ValueError("a search is bounded by iterations or by seconds, not by both")
        if iterations is not None and whole(iterations, "iterations") < 1:
            raise ValueError(f"a search needs one iteration at least, not {iterations}")
        if seconds is not None and real(seconds, "seconds", 0) == 0:
            raise ValueError(f"a search needs some time, not {seconds} seconds")
        threads = threads_of(threads)
        self.game = game
        self.iterations = DEFAULT_ITERATIONS if iterations is None and seconds is None else iterations
        self.seconds = seconds
        self.threads = threads
        self.memory = bool(memory)
        self._seed = secrets.token_hex(16) if seed is None else str(seed_of(seed))
        self._choices = 0
        self._awaited: tuple[bytes, int] | None = None
        self._turn: Any = None
        self._thoughts = 0
        self._net = net_of(game.rules, learned) if net is None else checked(net)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    @cached_property
    def _trees(self) -> list[Tree]:
        """A tree and a net (it holds room for one) for each thread; made when needed, since it needs compiled code."""
        share = MOST_NODES if self.iterations is None else self.iterations * NODES_PER_ITERATION // self.threads + 4096
        nodes = min(share, MOST_NODES // self.threads)
        return [Tree(self.game, nodes, self._net.copy(), whole_moves=self.memory) for _ in range(self.threads)]

    def choose(self, view: View) -> Move:
        """The move that the search visited most."""
        moves = own_moves(self.game, view)
        if len(moves) == 1:
            return moves[0]
        return self.considered(view)[0].move

    def considered(self, view: View) -> list[Candidate]:
        """The sensible moves with their shares of the visits and values, the one that is chosen first."""
        own_moves(self.game, view)
        found = self._searched(view, None, every=False)
        if self.memory:
            self._await(view, found[0].move)
        return found

    def _await(self, view: View, move: Move) -> None:
        """Note what the seat will see when it is to act again at once and nothing happens but its move."""
        position = view.sample(0).play(move)
        self._awaited = None
        if position.to_act == view.seat:
            self._awaited = position.view(view.seat)._records.tobytes(), move.id

    def candidates(self, view: View, stop: threading.Event | None = None) -> list[Candidate]:
        """Every legal move with its share of the visits and its value, the most visited first.

        When `stop` is set meanwhile, the search ends early with what it knows.
        """
        own_moves(self.game, view)
        return self._searched(view, stop, every=True)

    def line(self, move: Move, length: int = 4) -> list[tuple[int, Move]]:
        """What the last search expects from a move on: the move itself and the answers it visited most, with seats."""
        moves, begins = self.game.rules.verbs.moves, self.game.move(move)
        return [(seat, moves[number]) for seat, number in self._trees[0].line(begins.id, length)]

    def _searched(self, view: View, stop: threading.Event | None, *, every: bool) -> list[Candidate]:
        """Search among every legal move, or among the sensible ones."""
        awaited, self._awaited = self._awaited, None
        goes_on = not every and awaited is not None and awaited[0] == view._records.tobytes()
        for number, tree in enumerate(self._trees):
            dice = dice_of(f"{self._seed} {self._choices} {number}")
            if not (goes_on and awaited and tree.go_on(dice, awaited[1])):
                tree.plant(dice, every)
        self._choices += 1
        known = sum(tree.visits for tree in self._trees)
        if (
            known >= ENOUGH * self.threads and view.point in self.game.spec.completing
        ):  # nothing is known without memory
            return self._summed()
        seconds = self.seconds if self.seconds is None or every else self.patience(view)
        if self._pool is None:
            self._grow(self._trees[0], view, self.iterations, seconds, stop)
        else:
            shares = [
                None if self.iterations is None else (self.iterations + k) // self.threads for k in range(self.threads)
            ]
            list(self._pool.map(lambda tree, share: self._grow(tree, view, share, seconds, stop), self._trees, shares))
        return self._summed()

    def patience(self, view: View) -> float:
        """The seconds for the next decision, in a game that tells whose turn it is: less for each in the same turn."""
        seconds = float(self.seconds or 0)
        turn_of = own_part(self.game.spec.package, "effects", "turn_of")
        if turn_of is None:
            return seconds
        turn = turn_of(view.s)
        self._thoughts = self._thoughts + 1 if turn == self._turn else 0
        self._turn = turn
        return seconds * TIRING**self._thoughts * (1.0 if turn[0] in (None, view.seat) else IN_ANOTHERS_TURN)

    def _grow(
        self, tree: Tree, view: View, iterations: int | None, seconds: float | None, stop: threading.Event | None
    ) -> None:
        """Grow a tree as far as it may; where one move is to be chosen, no farther than until it is decided."""
        done = tree.visits
        start = time.monotonic() - (done / tree.pace if done else 0.0)
        began = done
        while not (stop and stop.is_set()):
            if iterations is not None:
                left = iterations - done
            elif seconds is not None:
                used = time.monotonic() - start
                left = STEP if done == 0 else int(done * (seconds - used) / used)
            if left <= 0 or (done and not tree.every and tree.lead() > left):
                break
            tree.grow(view, min(STEP, left))
            done += min(STEP, left)
        if done > began:
            tree.pace = done / (time.monotonic() - start)

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

    def __repr__(self) -> str:
        bound = f"iterations={self.iterations}" if self.seconds is None else f"seconds={self.seconds}"
        return f"<search bot for {self.game!r}, {bound}, threads={self.threads}>"

    def value(self, view: View) -> float:
        """The seat's share of the win, as the search sees it."""
        return self.candidates(view)[0].value
