"""A network that teaches itself a game: masked PPO in which it plays every seat, on the vectorised environment.

    pip install torch                                            # for training; judging does without
    python examples/self_play.py train hansa --out build/hansa   # learns, tells how it goes, draws its curve
    python examples/self_play.py judge build/hansa/weights.npz   # the fixed protocol: seeds, opponents, intervals

A small network reads what the seat to act sees (egocentric numbers, so that one network plays all seats) and gives
every allowed id a probability; forbidden ids get none. Many games run at once. A decision is judged by the points
gained over the others until the end, and by who wins, compared with what the network had expected; what went better
than expected becomes likelier, a little at a time (PPO). Now and then the network plays games that it never learns
from. The same seed gives the same figures on the same machine with the same number of threads.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import burgrave
from burgrave.arena.standings import interval
from burgrave.bots import make_bot
from burgrave.core.drawing import EDGE, FONT, PARCHMENT, TINCTURES, circle, line, rectangle, text
from burgrave.core.game import Game
from burgrave.core.spec import OVER
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
STEPS = 128  # between two lessons
HIDDEN, PORTION, ROUNDS = 128, 2048, 3  # the layers' width; decisions of one update; how often each is looked at
RATE, CLIP, CURIOSITY = 7e-4, 0.2, 0.01
DISCOUNT, FORESIGHT = 0.998, 0.95
MEASUREMENTS = 10  # on the way
PROTOCOL = (("random", 400), ("greedy", 400), ("search:iterations=50", 100))
UNSEEN = 10**9  # where the seeds begin that nobody learns from


class Policy:
    """Weights that play, in numpy alone: takes observations and masks and gives ids, as environments want opponents."""

    def __init__(self, weights: dict[str, Any], seed: int = 0) -> None:
        self.layers = {name: np.asarray(value, np.float32) for name, value in weights.items() if name != "about"}
        self.about: dict[str, Any] = json.loads(str(weights["about"])) if "about" in weights else {}
        self.rng = np.random.default_rng(seed)

    @classmethod
    def load(cls, path: Path | str, seed: int = 0) -> Policy:
        """Weights from a file that `train` has written."""
        with np.load(path) as file:
            return cls(dict(file), seed)

    def __call__(self, observations: npt.NDArray[Any], masks: npt.NDArray[Any]) -> Ids:
        """An id for each decision: drawn by its chance, the likely ones more often than in training."""
        x = observations.astype(np.float32)
        for name in ("first", "second"):
            x = np.maximum(x @ self.layers[f"{name}.weight"].T + self.layers[f"{name}.bias"], 0)
        liking = x @ self.layers["policy.weight"].T + self.layers["policy.bias"]
        liking[~masks.astype(np.bool_)] = -np.inf
        return sharply(liking, self.rng)


def sharply(liking: Floats, rng: np.random.Generator, heat: float = 0.5) -> Ids:
    """Draw an id for each row by the chances that the liking means."""
    noise = -np.log(-np.log(rng.random(liking.shape, np.float32) + 1e-12) + 1e-12)
    ids: Ids = (liking / heat + noise).argmax(axis=1)
    return ids


def train(name: str, decisions: int, seed: int, threads: int, rows_at_once: int, out: Path, games: int) -> None:
    """Learn a game, tell how it goes, write weights and a curve."""
    import torch
    from torch import nn

    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    game = burgrave.game(name, **GAMES[name])
    # Observations come as whole numbers of one byte: four times as many fit into the memory near the processor.
    form: dict[str, Any] = {"observation": "egocentric", "constants": False, "dtype": np.int8}
    env = VectorEnv(game, rows_at_once, seed=seed, rewards="score_gain", threads=threads, **form)
    margin = usual_margin(game, rng)

    class Net(nn.Module):
        """Two hidden layers, a liking for every id, and what the seat may expect."""

        def __init__(self) -> None:
            super().__init__()
            self.first = nn.Linear(env.form.size, HIDDEN)
            self.second = nn.Linear(HIDDEN, HIDDEN)
            self.policy = nn.Linear(HIDDEN, env.now.mask.shape[1])
            self.value = nn.Linear(HIDDEN, 1)
            for layer in (self.policy, self.value):
                nn.init.normal_(layer.weight, std=0.01)
                nn.init.zeros_(layer.bias)

        def forward(self, seen: Any, mask: Any) -> tuple[Any, Any]:
            hidden = torch.relu(self.second(torch.relu(self.first(seen / 127.0))))
            return self.policy(hidden).masked_fill(~mask, -1e9), self.value(hidden)[:, 0]

    net = Net()
    optimizer = torch.optim.Adam(net.parameters(), RATE, eps=1e-5)
    learned, trained = 0, 0.0
    curve: list[dict[str, Any]] = []

    def measure() -> None:
        policy = Policy(weights_of(net, name))
        wins = {opponent: played(policy, game, opponent, games)[0] for opponent in ("random", "greedy")}
        curve.append({"decisions": learned, "seconds": round(trained), **wins})
        print(
            f"{name}: {learned:,} decisions, {trained:.0f} s: "
            + ", ".join(f"{wins[opponent]:.1%} against {opponent}" for opponent in wins),
            flush=True,
        )
        out.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(out / "weights.npz", **weights_of(net, name, decisions=learned, seed=seed))
        (out / "curve.json").write_text(json.dumps(curve), encoding="utf-8")
        (out / "curve.svg").write_text(picture(name, curve, games), encoding="utf-8")

    def practise(progress: float) -> int:
        """Play on for some steps, then learn from every real choice and what came of it."""
        lived = []
        for _ in range(STEPS):
            now = env.now
            rows = np.flatnonzero(np.count_nonzero(now.mask, axis=1) > 1)
            seats, seen, mask = now.seats[rows].copy(), now.observations[rows], now.mask[rows]
            with torch.no_grad():
                liking, expected = net(torch.from_numpy(seen).float(), torch.from_numpy(mask))
                chosen = sharply(liking.numpy(), rng, heat=1.0)
                logs = torch.log_softmax(liking, 1).numpy()[np.arange(len(rows)), chosen]
            ids = now.mask.argmax(axis=1)  # where nothing can be chosen, the only move
            ids[rows] = chosen
            after = env.step(ids)
            gained = over_others(after.rewards) / margin
            points = after.final_scores[after.ended]
            gained[after.ended] += np.sign(over_others(points.astype(np.float32)))
            lived.append((rows, seats, seen, mask, chosen, logs, expected.numpy(), gained, after.ended.copy()))
        surprise, worth, known = hindsight(lived)
        seen, mask, chosen, logs = (
            torch.from_numpy(np.concatenate([moment[place] for moment in lived])) for place in range(2, 6)
        )
        surprise = (surprise - surprise[known].mean()) / surprise[known].std()
        surprise, worth = torch.from_numpy(surprise), torch.from_numpy(worth)
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1 - progress)  # ever smaller steps settle
        for _ in range(ROUNDS):
            order = rng.permutation(np.flatnonzero(known))
            for first in range(0, len(order), PORTION):
                part = torch.from_numpy(order[first : first + PORTION])
                liking, expected = net(seen[part].float(), mask[part])
                chances = torch.log_softmax(liking, 1)
                ratio = torch.exp(chances.gather(1, chosen[part][:, None])[:, 0] - logs[part])
                better = torch.min(ratio * surprise[part], ratio.clamp(1 - CLIP, 1 + CLIP) * surprise[part]).mean()
                curious = -(chances.exp() * chances).sum(1).mean()
                loss = 0.5 * ((expected - worth[part]) ** 2).mean() - better - CURIOSITY * curious
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(net.parameters(), 0.5)
                optimizer.step()
        return int(known.sum())

    measure()
    measured = 0
    while learned < decisions:
        began = time.perf_counter()
        learned += practise(learned / decisions)
        trained += time.perf_counter() - began
        if learned * MEASUREMENTS >= decisions * (measured + 1):
            measured = learned * MEASUREMENTS // decisions
            measure()
    print(f"{out / 'weights.npz'} and {out / 'curve.svg'} are written")


def usual_margin(game: Game, rng: np.random.Generator) -> float:
    """By how many points random games are usually won; gains are counted in such margins."""
    env = VectorEnv(game, 64, seed=UNSEEN, rewards="score_difference")
    margins: list[float] = []
    while len(margins) < 200:
        counts, lists = env.legal_lists
        step = env.step(lists[np.arange(64), (rng.random(64) * counts).astype(np.int64)])
        margins += step.rewards[step.ended, 0].tolist()
    return float(np.std(margins))


def over_others(points: Floats) -> Floats:
    """What each seat has over the mean of the others."""
    others = (points.sum(axis=1, keepdims=True) - points) / (points.shape[1] - 1)
    return points - others


def hindsight(lived: list[tuple[Any, ...]]) -> tuple[Floats, Floats, Mask]:
    """From the last step back: how each choice surprised, what it was worth, and whether its outcome is known yet.

    A seat's choice is judged by what it gained until its own next choice, whoever moved, and what it expected there
    (generalised advantage estimation).
    """
    shape = lived[0][7].shape  # rows x seats
    gained, later, ahead = np.zeros((3, *shape), np.float32)  # since the choice; the next's surprise, and value
    settled, backwards = np.zeros(shape, np.bool_), []
    for rows, seats, _, _, _, _, expected, gain, ended in reversed(lived):
        for array in (gained, later, ahead):
            array[ended] = 0
        settled[ended] = True
        gained += gain
        at = rows, seats
        surprise = gained[at] + DISCOUNT * (ahead[at] + FORESIGHT * later[at]) - expected
        backwards.append((surprise, surprise + expected, settled[at]))
        gained[at], later[at], ahead[at], settled[at] = 0, surprise, expected, True
    surprises, worth, known = (np.concatenate(parts[::-1]) for parts in zip(*backwards, strict=True))
    return surprises, worth, known


def weights_of(net: Any, name: str, **about: Any) -> dict[str, Any]:
    """A network as arrays to keep, half as wide as it learns with, and what they are."""
    arrays = {key: value.numpy().astype(np.float16) for key, value in net.state_dict().items()}
    return arrays | {"about": json.dumps({"game": name, **GAMES[name], **about})}


def played(policy: Policy, game: Game, opponent: str, games: int) -> tuple[float, float, float]:
    """The share of games won against a table of one kind of bot, with its 95 % interval.

    Every deal is played from every seat; deals come from seeds that nobody learns from.
    """
    env = VectorEnv(game, games, autoreset="disabled", observation="egocentric", constants=False)
    policy.rng = np.random.default_rng(UNSEEN)
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
            ids[mine] = policy(now.observations[mine], now.mask[mine])
        for row in np.flatnonzero(playing & (now.seats != own)).tolist():
            ids[row] = bots[row].choose(env.position(row).view(int(now.seats[row]))).id
        step = env.step(ids)
        shares[step.ended] = step.rewards[step.ended, own[step.ended]]
    low, high = interval(float(shares.sum()), games)
    return float(shares.mean()), low, high


def judge(path: Path) -> None:
    """Play the protocol, and tell what came of it."""
    policy = Policy.load(path)
    about = policy.about
    game = burgrave.game(about["game"], **GAMES[about["game"]])
    print(f"{path}: {game!r}, {about.get('decisions', 0):,} decisions learned from")
    for opponent, games in PROTOCOL:
        share, low, high = played(policy, game, opponent, games)
        print(f"{opponent:22}{games:5} games {share:6.1%}  ({low:.1%} to {high:.1%})", flush=True)


def picture(name: str, curve: list[dict[str, Any]], games: int) -> str:
    """The learning curve as SVG: one line for each opponent."""
    width, height, left, right, top, bottom = 760, 420, 60, 590, 56, 370
    most = max(1, curve[-1]["decisions"])
    shapes = [text(f"{name}: share of {games} games won", left, 28, 17, "start", bold=True)]
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = bottom - (bottom - top) * share
        shapes += [line((left, y), (right, y), EDGE, 1), text(f"{share:.0%}", left - 10, y, anchor="end")]
    shapes.append(text(f"{most:,} decisions, {curve[-1]['seconds']:,} s", right, bottom + 26, anchor="end"))
    for opponent, tincture in (("random", "blue"), ("greedy", "red")):
        spots = [
            (left + (right - left) * point["decisions"] / most, bottom - (bottom - top) * point[opponent])
            for point in curve
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
    training.add_argument("--decisions", type=int, default=3_000_000, help="how many to learn from")
    training.add_argument("--seed", type=int, default=1)
    training.add_argument("--threads", type=int, default=2)
    training.add_argument("--rows", type=int, default=256, help="games at once")
    training.add_argument("--games", type=int, default=200, help="games of each measurement")
    training.add_argument("--out", type=Path, default=Path("build/learned"), help="a folder for weights and curve")
    judging = ways.add_parser("judge", help="play the protocol with weights")
    judging.add_argument("weights", type=Path)
    chosen = options.parse_args()
    if chosen.way == "judge":
        judge(chosen.weights)
    else:
        train(chosen.game, chosen.decisions, chosen.seed, chosen.threads, chosen.rows, chosen.out, chosen.games)


if __name__ == "__main__":
    main()
