"""A network that teaches itself a game: masked PPO in which it plays every seat, on the vectorised environment.

    pip install 'burgrave[torch]'                            # for training; judging does without
    python examples/learn.py train hansa --out build/hansa   # learns, tells how it goes, draws its curve
    python examples/learn.py judge build/hansa/weights.npz   # the fixed protocol: seeds, opponents, intervals

Before it moves, the network tries each allowed move on what its seat may know (`burgrave.envs.foresight`) and is told
some numbers about every seat before and after: points, goods, pieces, dangers, and what the hand-written evaluation of
the game thinks. It gives each move a liking, and moves are drawn by that. Many games run at once. A decision is judged
by the points gained over the others until the end, and by who wins, compared with what the network had expected; what
went better than expected becomes likelier, a little at a time (PPO). Nobody shows it how to play: it begins with random
moves. Now and then it plays games that it never learns from. The same seed gives the same figures on the same machine
with the same number of threads.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the network is so small that more threads of numpy only wait

import numpy as np
import numpy.typing as npt

import burgrave
from burgrave.arena.standings import interval
from burgrave.bots import make_bot
from burgrave.cli.arguments import parse_options
from burgrave.core.drawing import EDGE, FONT, PARCHMENT, TINCTURES, circle, line, rectangle, text
from burgrave.core.game import Game
from burgrave.core.position import View
from burgrave.core.spec import OVER
from burgrave.core.verbs import Move
from burgrave.envs.foresight import Foresight
from burgrave.envs.vector import VectorEnv

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Ids = npt.NDArray[np.int64]

# With how many players and which options each game is learned. Random moves trade all day: without trade Catan ends.
GAMES: dict[str, dict[str, Any]] = {
    "amber": {"players": 2},
    "barony": {"players": 2},
    "burgundy": {"players": 2},
    "catan": {"players": 2, "domestic_trade": "off"},
    "hansa": {"players": 2},
}
STEPS = 64  # between two lessons
HIDDEN, PORTION, ROUNDS = 48, 512, 3  # the layers' width; decisions of one update; how often each is looked at
RATE, CLIP, CURIOSITY = 1e-3, 0.2, 0.003
DISCOUNT, FORESIGHT = 0.998, 0.95
HEAT = 0.1  # when it plays to win; with 1, as it learns, it tries more
MEASUREMENTS = 8  # on the way
PROTOCOL = (("random", 400), ("greedy", 400), ("search:iterations=50", 100))
UNSEEN = 10**9  # where the seeds begin that nobody learns from


class Policy:
    """Weights that play, in numpy alone: a bot, as environments and the arena take them."""

    name = "learned"

    def __init__(self, weights: dict[str, Any], seed: int = 0) -> None:
        self.layers = {name: np.asarray(value, np.float32) for name, value in weights.items() if name != "about"}
        self.about: dict[str, Any] = json.loads(str(weights["about"])) if "about" in weights else {}
        self.rng = np.random.default_rng(seed)
        self.foresight: Foresight | None = None

    @classmethod
    def load(cls, path: Path | str, seed: int = 0) -> Policy:
        """Weights from a file that `train` has written."""
        with np.load(path) as file:
            return cls(dict(file), seed)

    def choose(self, view: View) -> Move:
        """The move that it plays from a seat's view."""
        moves = view.moves()
        allowed = Allowed(np.array([move.id for move in moves]), np.array([len(moves)]))
        return moves[int(self.places(view.game, view._records, allowed)[0])]

    def places(self, game: Game, records: npt.NDArray[Any], allowed: Allowed) -> Ids:
        """For each masked record the place of its move in its list: likely ones more often than in training."""
        if self.foresight is None:
            self.foresight = Foresight(game, UNSEEN)
        scales = [self.layers[f"scale.{name}"] for name in ("middle", "spread", "change")]
        _, x = told(*self.foresight.of(records, *allowed), allowed, *scales)
        hidden = x
        for name in ("first", "second"):
            hidden = np.maximum(hidden @ self.layers[f"{name}.weight"].T + self.layers[f"{name}.bias"], 0)
        liking = (hidden @ self.layers["policy.weight"].T + x @ self.layers["straight.weight"].T)[:, 0]
        return drawn(liking / HEAT, allowed, self.rng)


def told(
    before: Floats, after: Floats, allowed: Allowed, middle: Floats, spread: Floats, change: Floats
) -> tuple[Floats, Floats]:
    """What the network is told of positions, and of moves: how it is then, and by how much that is another."""
    now, then = before.reshape(len(before), -1), after.reshape(len(after), -1)
    moved = (then - now[allowed.owner]) / change
    return (now - middle) / spread, np.concatenate([(then - middle) / spread, moved], axis=1).clip(-10, 10)


class Allowed(NamedTuple):
    """The ids that some decisions may choose from, one list after the other."""

    ids: Ids
    counts: Ids

    @property
    def first(self) -> Ids:
        """Where each decision's list begins."""
        first: Ids = self.counts.cumsum() - self.counts
        return first

    @property
    def owner(self) -> Ids:
        """To which decision each id belongs."""
        return np.repeat(np.arange(len(self.counts)), self.counts)

    def places(self, part: Ids) -> Ids:
        """Where the ids of some of the decisions are, one list after the other."""
        few = Allowed(self.ids, self.counts[part])
        places: Ids = np.arange(few.counts.sum()) + (self.first[part] - few.first)[few.owner]
        return places


class Moment(NamedTuple):
    """One step of all games: what those saw who had a choice, what they chose, and what it gave everybody."""

    rows: Ids
    seats: npt.NDArray[np.int8]
    seen: Floats  # of the position
    tried: Floats  # of the moves
    allowed: Allowed
    chosen: Ids  # the place in the decision's list
    logs: Floats  # of the chosen id's probability
    expected: Floats
    gained: Floats  # rows x seats
    ended: Mask


def train(
    name: str, options: dict[str, Any], decisions: int, seed: int, threads: int, rows: int, out: Path, games: int
) -> None:  # fmt: skip
    """Learn a game, tell how it goes, write weights and a curve."""
    import torch
    from torch import nn

    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    options = GAMES[name] | options
    game = burgrave.game(name, **options)
    env = VectorEnv(game, rows, seed=seed, rewards="score_gain", threads=threads)
    foresight = Foresight(game, seed)
    margin, *scales = usual(game, rng)
    width = len(scales[0])

    class Net(nn.Module):
        """A liking for every move, by two hidden layers and a straight way, and what a seat may expect."""

        def __init__(self) -> None:
            super().__init__()
            self.first, self.second = nn.Linear(2 * width, HIDDEN), nn.Linear(HIDDEN, HIDDEN)
            self.policy, self.straight = nn.Linear(HIDDEN, 1, bias=False), nn.Linear(2 * width, 1, bias=False)
            self.value = nn.Sequential(nn.Linear(width, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, 1))
            nn.init.zeros_(self.policy.weight)
            nn.init.zeros_(self.straight.weight)

        def forward(self, seen: Any, tried: Any, allowed: Allowed) -> tuple[Any, Any]:
            """The logarithm of each allowed move's probability, one list after the other, and what is expected."""
            hidden = torch.relu(self.second(torch.relu(self.first(tried))))
            liking = (self.policy(hidden) + self.straight(tried))[:, 0]
            owner = torch.from_numpy(allowed.owner)
            best = torch.full((len(seen),), -torch.inf).scatter_reduce(0, owner, liking.detach(), "amax")
            liking = liking - best[owner]
            logs = liking - torch.zeros(len(seen)).index_add(0, owner, liking.exp()).log()[owner]
            return logs, self.value(seen)[:, 0]

    net = Net()
    optimizer = torch.optim.Adam(net.parameters(), RATE, eps=1e-5)
    learned, trained = 0, 0.0
    extra = "".join(f" -o {what}={value}" for what, value in options.items() if GAMES[name].get(what) != value)
    command = f"python examples/learn.py train {name}{extra} --decisions {decisions} --seed {seed} --threads {threads}"
    curve: list[dict[str, Any]] = []

    def measure() -> None:
        arrays = weights_of(net, *scales)
        wins = {opponent: played(Policy(arrays), game, opponent, games)[0] for opponent in ("random", "greedy")}
        curve.append({"decisions": learned, "seconds": round(trained), **wins})
        print(
            f"{name}: {learned:,} decisions, {trained:.0f} s: "
            + ", ".join(f"{wins[opponent]:.1%} against {opponent}" for opponent in wins),
            flush=True,
        )
        out.mkdir(parents=True, exist_ok=True)
        about = {"game": name, "options": options, "decisions": learned, "seconds": round(trained), "command": command}
        np.savez_compressed(out / "weights.npz", **arrays, about=json.dumps(about))
        (out / "curve.json").write_text(json.dumps(curve), encoding="utf-8")
        (out / "curve.svg").write_text(picture(name, curve, games), encoding="utf-8")

    def live() -> list[Moment]:
        """Play on for some steps, every seat as the network chooses."""
        lived = []
        for _ in range(STEPS):
            now, (counts, lists) = env.now, env.legal_lists
            ids = lists[:, 0].astype(np.int64)  # where nothing can be chosen, the only move
            choosing = np.flatnonzero(counts > 1)
            seats, allowed = now.seats[choosing].copy(), lists_of(counts, lists, choosing)
            seen, tried = told(*foresight.of(now.records[choosing], *allowed), allowed, *scales)
            with torch.no_grad():
                given = net(torch.from_numpy(seen), torch.from_numpy(tried), allowed)
            logs, expected = (result.numpy() for result in given)
            chosen = drawn(logs, allowed, rng)
            places = allowed.first + chosen
            ids[choosing] = allowed.ids[places]
            after = env.step(ids)
            gained = over_others(after.rewards) / margin
            points = after.final_scores[after.ended]
            gained[after.ended] += np.sign(over_others(points.astype(np.float32)))
            lived.append(
                Moment(choosing, seats, seen, tried, allowed, chosen, logs[places], expected, gained,
                       after.ended.copy())
            )  # fmt: skip
        return lived

    def learn(lived: list[Moment], rate: float) -> int:
        """Learn from what came of every choice whose outcome is known."""
        surprise, worth, known = hindsight(lived)
        surprise = (surprise - surprise[known].mean()) / (surprise[known].std() + 1e-6)
        seen, tried, chosen, logs = (
            np.concatenate([getattr(moment, what) for moment in lived]) for what in ("seen", "tried", "chosen", "logs")
        )
        allowed = Allowed(*(np.concatenate([moment.allowed[k] for moment in lived]) for k in range(2)))
        for group in optimizer.param_groups:
            group["lr"] = rate
        for _ in range(ROUNDS):
            order = rng.permutation(np.flatnonzero(known))
            for first in range(0, len(order), PORTION):
                part = order[first : first + PORTION]
                places = allowed.places(part)
                few = Allowed(allowed.ids[places], allowed.counts[part])
                chances, expected = net(torch.from_numpy(seen[part]), torch.from_numpy(tried[places]), few)
                now = chances[torch.from_numpy(few.first + chosen[part])]
                ratio, better = torch.exp(now - torch.from_numpy(logs[part])), torch.from_numpy(surprise[part])
                gain = torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
                curious = -(chances.exp() * chances).sum() / len(part)
                wrong = ((expected - torch.from_numpy(worth[part])) ** 2).mean()
                loss = 0.5 * wrong - gain - CURIOSITY * curious
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(net.parameters(), 0.5)
                optimizer.step()
        return int(known.sum())

    measure()
    measured = 0
    while learned < decisions:
        began = time.perf_counter()
        learned += learn(live(), RATE * (1 - learned / decisions))  # ever smaller steps settle
        trained += time.perf_counter() - began
        if learned * MEASUREMENTS >= decisions * (measured + 1):
            measured = learned * MEASUREMENTS // decisions
            measure()
    print(f"{out / 'weights.npz'} and {out / 'curve.svg'} are written")


def lists_of(counts: npt.NDArray[Any], lists: npt.NDArray[Any], rows: Ids) -> Allowed:
    """What some rows of an environment may choose from."""
    few = counts[rows].astype(np.int64)
    longest = int(few.max(initial=0))
    return Allowed(lists[rows, :longest][np.arange(longest) < few[:, None]].astype(np.int64), few)


def drawn(logs: Floats, allowed: Allowed, rng: np.random.Generator) -> Ids:
    """Draw one of each decision's ids by its probability: its place in the list."""
    noisy = logs + rng.gumbel(size=len(logs))  # the largest of these is such a draw
    best = np.maximum.reduceat(noisy, allowed.first) if len(noisy) else noisy
    return np.flatnonzero(noisy == np.repeat(best, allowed.counts)) - allowed.first


def usual(game: Game, rng: np.random.Generator) -> tuple[float, Floats, Floats, Floats]:
    """By how many points random games are won, and the mean, spread and change by a move of what the network is told.

    Gains are counted in such margins, of one point at least.
    """
    env, foresight = VectorEnv(game, 64, seed=UNSEEN, rewards="score_difference"), Foresight(game, UNSEEN)
    margins: list[float] = []
    kept: list[Floats] = []
    changes: list[Floats] = []
    steps = 0
    while len(margins) < 200:
        counts, lists = env.legal_lists
        if steps % 16 == 0:
            allowed = lists_of(counts, lists, np.arange(64))
            before, after = foresight.of(env.now.records, *allowed)
            kept.append(before.reshape(64, -1))
            changes.append((after - before[allowed.owner]).reshape(len(after), -1))
        step = env.step(lists[np.arange(64), (rng.random(64) * counts).astype(np.int64)])
        margins += step.rewards[step.ended, 0].tolist()
        steps += 1
    now, changed = np.concatenate(kept), np.concatenate(changes)
    spread, change = now.std(axis=0), changed.std(axis=0)
    spread[spread < 1e-3] = change[change < 1e-3] = 1
    return max(1.0, float(np.std(margins))), now.mean(axis=0), spread, change


def over_others(points: Floats) -> Floats:
    """What each seat has over the mean of the others."""
    others = (points.sum(axis=1, keepdims=True) - points) / (points.shape[1] - 1)
    return points - others


def hindsight(lived: list[Moment]) -> tuple[Floats, Floats, Mask]:
    """From the last step back: how each choice surprised, what it was worth, and whether its outcome is known yet.

    A seat's choice is judged by what it gained until its own next choice, whoever moved, and what it expected there
    (generalised advantage estimation).
    """
    shape = lived[0].gained.shape  # rows x seats
    gained, later, ahead = np.zeros((3, *shape), np.float32)  # since the choice; the next's surprise, and value
    settled, backwards = np.zeros(shape, np.bool_), []
    for moment in reversed(lived):
        for array in (gained, later, ahead):
            array[moment.ended] = 0
        settled[moment.ended] = True
        gained += moment.gained
        at = moment.rows, moment.seats
        surprise = gained[at] + DISCOUNT * (ahead[at] + FORESIGHT * later[at]) - moment.expected
        backwards.append((surprise, surprise + moment.expected, settled[at]))
        gained[at], later[at], ahead[at], settled[at] = 0, surprise, moment.expected, True
    surprises, worth, known = (np.concatenate(parts[::-1]) for parts in zip(*backwards, strict=True))
    return surprises, worth, known


def weights_of(net: Any, middle: Floats, spread: Floats, change: Floats) -> dict[str, Any]:
    """A network as arrays to keep."""
    arrays = {key: value.numpy().copy() for key, value in net.state_dict().items()}
    return arrays | {"scale.middle": middle, "scale.spread": spread, "scale.change": change}


def played(policy: Policy, game: Game, opponent: str, games: int) -> tuple[float, float, float]:
    """The share of games won against a table of one kind of bot, with its 95 % interval.

    Every deal is played from every seat; deals come from seeds that nobody learns from.
    """
    env = VectorEnv(game, games, autoreset="disabled")
    policy.rng, policy.foresight = np.random.default_rng(UNSEEN), None
    deals = [UNSEEN + row // game.players for row in range(games)]
    env.reset_rows(range(games), seeds=deals)
    own = np.arange(games) % game.players
    bots = [make_bot(opponent, game, f"{deal} {row}") for row, deal in enumerate(deals)]
    shares = np.zeros(games)
    while (playing := env.now.seats != OVER).any():
        now = env.now
        ids = np.zeros(games, np.int64)
        mine = np.flatnonzero(playing & (now.seats == own))
        if len(mine):
            allowed = lists_of(*env.legal_lists, mine)
            ids[mine] = allowed.ids[allowed.first + policy.places(game, now.records[mine], allowed)]
        for row in np.flatnonzero(playing & (now.seats != own)).tolist():
            ids[row] = bots[row].choose(env.position(row).view(int(now.seats[row]))).id
        step = env.step(ids)
        shares[step.ended] = step.rewards[step.ended, own[step.ended]]
    low, high = interval(float(shares.sum()), games)
    return float(shares.mean()), low, high


CARD = """# {title}, {told}

Small weights written by `examples/learn.py`: two hidden layers of {width}, {size:,} numbers.

- **How they were made**: {decisions:,} decisions of self-play on all seats (masked PPO) from random moves on,
  {seconds:,} s: `{command}`.
- **What they read**: for each allowed move what the game's own nets are told about the seats, before and after it, from
  what the seat to act may know. What the hand-written evaluation thinks is among that; how to go by it is learned.
- **What they are for**: an opponent to learn against, and a start for training of your own. They know these options
  alone.
- **How strong they are** (`python examples/learn.py judge {file}`): every deal from every seat, deals from seeds that
  no game of the training uses (random ones, for the scale of the inputs, do), Wilson's 95 % intervals.

| opponent | games | won | 95 % interval |
| --- | --- | --- | --- |
{rows}

![How it learned](curve.svg)
"""


def judge(path: Path) -> None:
    """Play the protocol, tell what came of it, and write it on the model's card beside the weights."""
    policy = Policy.load(path)
    about = policy.about
    game = burgrave.game(about["game"], **about["options"])
    options = ", ".join(f"{name} {value}" for name, value in about["options"].items())
    print(f"{path}: {game.spec.title}, {options}, {about['decisions']:,} decisions")
    rows = []
    for opponent, games in PROTOCOL:
        share, low, high = played(policy, game, opponent, games)
        print(f"{opponent:22}{games:5} games {share:6.1%}  ({low:.1%} to {high:.1%})", flush=True)
        rows.append(f"| `{opponent}` | {games} | {share:.1%} | {low:.1%} to {high:.1%} |")
    size = sum(layer.size for layer in policy.layers.values())
    card = CARD.format(
        **about, title=game.spec.title, told=options, width=HIDDEN, size=size, file=path, rows="\n".join(rows),
    )  # fmt: skip
    (path.parent / "card.md").write_text(card, encoding="utf-8")


def picture(name: str, curve: list[dict[str, Any]], games: int) -> str:
    """The learning curve as SVG: one line for each opponent."""
    width, height, left, right, top, bottom = 760, 420, 60, 590, 56, 370
    sums = [point["decisions"] for point in curve]
    most = max(1, sums[-1])
    shapes = [text(f"{name}: share of {games} games won", left, 28, 17, "start", bold=True)]
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = bottom - (bottom - top) * share
        shapes += [line((left, y), (right, y), EDGE, 1), text(f"{share:.0%}", left - 10, y, anchor="end")]
    shapes.append(text(f"{most:,} decisions, {curve[-1]['seconds']:,} s", right, bottom + 26, anchor="end"))
    for opponent, tincture in (("random", "blue"), ("greedy", "red")):
        spots = [
            (left + (right - left) * count / most, bottom - (bottom - top) * point[opponent])
            for count, point in zip(sums, curve, strict=True)
        ]
        shapes += [line(one, other, TINCTURES[tincture], 3) for one, other in pairwise(spots)]
        shapes += [circle(x, y, 4, TINCTURES[tincture]) for x, y in spots]
        shapes.append(text(f"v {opponent} {curve[-1][opponent]:.1%}", right + 14, spots[-1][1], 15, "start", bold=True))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="{FONT}">{rectangle(0, 0, width, height, PARCHMENT, None)}{"".join(shapes)}</svg>\n'
    )


def main() -> None:
    """Train or judge."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ways = options.add_subparsers(dest="way", required=True)
    training = ways.add_parser("train", help="learn a game")
    training.add_argument("game", choices=sorted(GAMES))
    training.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="another option of the game"
    )
    training.add_argument("--decisions", type=int, default=300_000, help="how many to learn from")
    training.add_argument("--seed", type=int, default=1)
    training.add_argument("--threads", type=int, default=2)
    training.add_argument("--rows", type=int, default=64, help="games at once")
    training.add_argument("--games", type=int, default=200, help="games of each measurement")
    training.add_argument("--out", type=Path, default=Path("build/learned"), help="a folder for weights and curve")
    judging = ways.add_parser("judge", help="play the protocol with weights")
    judging.add_argument("weights", type=Path)
    chosen = options.parse_args()
    if chosen.way == "judge":
        judge(chosen.weights)
    else:
        train(
            chosen.game, parse_options(chosen.game, None, chosen.option), chosen.decisions, chosen.seed,
            chosen.threads, chosen.rows, chosen.out, chosen.games,
        )  # fmt: skip


if __name__ == "__main__":
    main()
