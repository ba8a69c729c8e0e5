"""A network that teaches itself a game: masked PPO in which it plays every seat, on the vectorised environment.

    pip install torch                                        # for training; judging does without
    python examples/learn.py train hansa --out build/hansa   # learns, tells how it goes, draws its curve
    python examples/learn.py judge build/hansa/weights.npz   # the fixed protocol: seeds, opponents, intervals

A small network reads what the seat to act sees (egocentric numbers, so that one network plays all seats) and gives
every allowed id a probability; it is never asked about the others. Many games run at once. A decision is judged by the
points gained over the others until the end, and by who wins, compared with what the network had expected; what went
better than expected becomes likelier, a little at a time (PPO). With `--lessons` a greedy bot first says of many
decisions what it thinks of every move, and the network learns to think alike; without, it begins from nothing. Now and
then the network plays games that it never learns from. The same seed gives the same figures on the same machine with
the same number of threads.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import burgrave
from burgrave.arena.standings import interval
from burgrave.bots import make_bot
from burgrave.cli.arguments import parse_options
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
HIDDEN, PORTION, ROUNDS = 128, 512, 2  # the layers' width; decisions of one update; how often each is looked at
RATE, CLIP, CURIOSITY = 5e-4, 0.2, 0.005
CAREFUL_RATE = 1e-4  # after lessons, so that they are not forgotten
DISCOUNT, FORESIGHT = 0.998, 0.95
HEAT = 0.3  # when it plays to win; with 1, as it learns, it tries more
MEASUREMENTS = 8  # on the way
TEACHER, LESSON_RATE, LESSON_ROUNDS = "greedy:samples=1", 1e-3, 4
FIRMNESS = 30.0  # of advice: by how much a move that is worse by one (in the teacher's log-odds) is advised less
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

    def __call__(self, observations: npt.NDArray[Any], masks: npt.NDArray[Any], heat: float = HEAT) -> Ids:
        """An id for each decision: drawn by its chance, the likely ones more often than in training (less heat)."""
        x = observations.astype(np.float32)
        for name in ("first", "second"):
            x = np.maximum(x @ self.layers[f"{name}.weight"].T + self.layers[f"{name}.bias"], 0)
        liking = x @ self.layers["policy.weight"].T + self.layers["policy.bias"]
        liking[~masks.astype(np.bool_)] = -np.inf
        chosen: Ids = (liking / heat + self.rng.gumbel(size=liking.shape)).argmax(axis=1)
        return chosen


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
    seen: npt.NDArray[np.int8]
    allowed: Allowed
    chosen: Ids  # the place in the decision's list
    logs: Floats  # of the chosen id's probability
    expected: Floats
    gained: Floats  # rows x seats
    ended: Mask
    advice: Floats | None  # how much a teacher advises each allowed id


def train(
    name: str, options: dict[str, Any], decisions: int, lessons: int, seed: int, threads: int, rows: int, out: Path,
    games: int, start: Path | None = None,
) -> None:  # fmt: skip
    """Learn a game, tell how it goes, write weights and a curve."""
    import torch
    from torch import nn

    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    options = GAMES[name] | options
    game = burgrave.game(name, **options)
    # Observations come as whole numbers of one byte: four times as many fit into the memory near the processor.
    form: dict[str, Any] = {"observation": "egocentric", "constants": False, "dtype": np.int8}
    env = VectorEnv(game, rows, seed=seed, rewards="score_gain", threads=threads, **form)
    margin = usual_margin(game, rng)

    class Net(nn.Module):
        """Two hidden layers, a liking for every id that is asked about, and what the seat may expect."""

        def __init__(self) -> None:
            super().__init__()
            self.first = nn.Linear(env.form.size, HIDDEN)
            self.second = nn.Linear(HIDDEN, HIDDEN)
            self.policy = nn.Linear(HIDDEN, env.now.mask.shape[1])
            self.value = nn.Linear(HIDDEN, 1)
            for layer in (self.policy, self.value):
                nn.init.normal_(layer.weight, std=0.01)
                nn.init.zeros_(layer.bias)

        def forward(self, seen: Any, allowed: Allowed) -> tuple[Any, Any]:
            """The logarithm of each allowed id's probability, one list after the other, and what is expected."""
            hidden = torch.relu(self.second(torch.relu(self.first(seen.float() / 127))))
            ids, owner = torch.from_numpy(allowed.ids), torch.from_numpy(allowed.owner)
            liking = (hidden[owner] * self.policy.weight[ids]).sum(1) + self.policy.bias[ids]
            best = torch.full((len(seen),), -torch.inf).scatter_reduce(0, owner, liking.detach(), "amax")
            liking = liking - best[owner]
            logs = liking - torch.zeros(len(seen)).index_add(0, owner, liking.exp()).log()[owner]
            return logs, self.value(hidden)[:, 0]

    net = Net()
    optimizer = torch.optim.Adam(net.parameters(), RATE, eps=1e-5)
    before = {"lessons": 0, "decisions": 0}
    if start is not None:
        known = Policy.load(start)
        net.load_state_dict({key: torch.from_numpy(layer) for key, layer in known.layers.items()})
        before = {what: known.about[what] for what in before}
    learned = {"lessons": 0, "decisions": 0}
    trained = 0.0
    curve: list[dict[str, Any]] = []

    def measure() -> None:
        policy = Policy(weights_of(net))
        wins = {opponent: played(policy, game, opponent, games)[0] for opponent in ("random", "greedy")}
        sums = {what: before[what] + count for what, count in learned.items()}
        curve.append({**sums, "seconds": round(trained), **wins})
        print(
            f"{name}: {sums['lessons']:,} lessons, {sums['decisions']:,} decisions, {trained:.0f} s: "
            + ", ".join(f"{wins[opponent]:.1%} against {opponent}" for opponent in wins),
            flush=True,
        )
        out.mkdir(parents=True, exist_ok=True)
        about = {"game": name, "options": options, **sums, "seed": seed, "seconds": round(trained)}
        np.savez_compressed(out / "weights.npz", **weights_of(net, **about))
        (out / "curve.json").write_text(json.dumps(curve), encoding="utf-8")
        (out / "curve.svg").write_text(picture(name, curve, games), encoding="utf-8")

    def live(advised: bool) -> list[Moment]:
        """Play on for some steps, every seat as the network chooses; a teacher may say what it thinks of that."""
        lived = []
        for _ in range(STEPS):
            now, (counts, lists) = env.now, env.legal_lists
            ids = lists[:, 0].astype(np.int64)  # where nothing can be chosen, the only move
            choosing = np.flatnonzero(counts > 1)
            seats, seen = now.seats[choosing].copy(), now.observations[choosing]
            allowed = lists_of(counts, lists, choosing)
            with torch.no_grad():
                logs, expected = (result.numpy() for result in net(torch.from_numpy(seen), allowed))
            chosen = drawn(logs, allowed, rng)
            advice = advice_of(teacher, env, choosing, allowed) if advised else None
            places = allowed.first + chosen
            ids[choosing] = allowed.ids[places]
            after = env.step(ids)
            gained = over_others(after.rewards) / margin
            points = after.final_scores[after.ended]
            gained[after.ended] += np.sign(over_others(points.astype(np.float32)))
            ended = after.ended.copy()
            lived.append(Moment(choosing, seats, seen, allowed, chosen, logs[places], expected, gained, ended, advice))
        return lived

    def learn(lived: list[Moment], rate: float, advised: bool) -> int:
        """Learn from every choice whose outcome is known: from what came of it, or from the advice."""
        surprise, worth, known = hindsight(lived)
        surprise = (surprise - surprise[known].mean()) / (surprise[known].std() + 1e-6)
        seen, chosen, logs = (
            np.concatenate([getattr(moment, what) for moment in lived]) for what in ("seen", "chosen", "logs")
        )
        allowed = Allowed(*(np.concatenate([moment.allowed[k] for moment in lived]) for k in range(2)))
        advice = np.concatenate([moment.advice for moment in lived]) if advised else None
        for group in optimizer.param_groups:
            group["lr"] = rate
        for _ in range(LESSON_ROUNDS if advised else ROUNDS):
            order = rng.permutation(np.flatnonzero(known))
            for first in range(0, len(order), PORTION):
                part = order[first : first + PORTION]
                places = allowed.places(part)
                few = Allowed(allowed.ids[places], allowed.counts[part])
                chances, expected = net(torch.from_numpy(seen[part]), few)
                loss = 0.5 * ((expected - torch.from_numpy(worth[part])) ** 2).mean()
                if advice is not None:
                    loss = loss - (torch.from_numpy(advice[places]) * chances).sum() / len(part)
                else:
                    now = chances[torch.from_numpy(few.first + chosen[part])]
                    ratio, better = torch.exp(now - torch.from_numpy(logs[part])), torch.from_numpy(surprise[part])
                    gain = torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
                    curious = -(chances.exp() * chances).sum() / len(part)
                    loss = loss - gain - CURIOSITY * curious
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(net.parameters(), 0.5)
                optimizer.step()
        return int(known.sum())

    teacher = make_bot(TEACHER, game, str(seed))
    pace = CAREFUL_RATE if before["lessons"] or lessons else RATE
    measure()
    for what, asked, rate in (("lessons", lessons, LESSON_RATE), ("decisions", decisions, pace)):
        advised, measured = what == "lessons", 0
        times = 2 if advised else MEASUREMENTS
        while learned[what] < asked:
            began = time.perf_counter()
            # Ever smaller steps settle.
            learned[what] += learn(live(advised), rate * (1 - learned[what] / asked), advised)
            trained += time.perf_counter() - began
            if learned[what] * times >= asked * (measured + 1):
                measured = learned[what] * times // asked
                measure()
    print(f"{out / 'weights.npz'} and {out / 'curve.svg'} are written")


def advice_of(teacher: Any, env: VectorEnv, rows: Ids, allowed: Allowed) -> Floats:
    """How much a bot that weighs all its moves advises each allowed id: those of a decision add up to 1."""
    if not len(rows):
        return np.zeros(0, np.float32)
    prospects = [teacher.prospects(env.position(row).view(int(env.now.seats[row]))) for row in rows.tolist()]
    pairs = zip(allowed.owner.tolist(), allowed.ids.tolist(), strict=True)
    worth = np.array([prospects[owner].get(move, -np.inf) for owner, move in pairs])
    advice = np.exp(FIRMNESS * (worth - np.maximum.reduceat(worth, allowed.first)[allowed.owner]))
    advice /= np.add.reduceat(advice, allowed.first)[allowed.owner]
    return advice.astype(np.float32)


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


def usual_margin(game: Game, rng: np.random.Generator) -> float:
    """By how many points random games are usually won, one at least; gains are counted in such margins."""
    env = VectorEnv(game, 64, seed=UNSEEN, rewards="score_difference")
    margins: list[float] = []
    while len(margins) < 200:
        counts, lists = env.legal_lists
        step = env.step(lists[np.arange(64), (rng.random(64) * counts).astype(np.int64)])
        margins += step.rewards[step.ended, 0].tolist()
    return max(1.0, float(np.std(margins)))


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


def weights_of(net: Any, **about: Any) -> dict[str, Any]:
    """A network as arrays to keep, half as wide as it learns with, and what they are."""
    arrays = {key: value.numpy().astype(np.float16) for key, value in net.state_dict().items()}
    return arrays | {"about": json.dumps(about)}


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


CARD = """# {title}, {told}

Small weights written by `examples/learn.py`: two hidden layers of {width}, {size:,} numbers, float16.

- **How they were made**: {lessons:,} decisions of its own games with the advice of the bot `{teacher}`, then
  {decisions:,} decisions of self-play on all seats (masked PPO), seed {seed}, {seconds:,} s.
- **What they read**: the egocentric observation of the seat to act, without constants: what that seat may know.
- **What they are for**: an opponent to learn against, and a start for training of your own. They know these options
  alone.
- **How strong they are** (`python examples/learn.py judge {file}`): every deal from every seat, deals from seeds that
  no training uses, Wilson's 95 % intervals.

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
    told = ", ".join(f"{name} {value}" for name, value in about["options"].items())
    print(f"{path}: {game.spec.title}, {told}, {about['lessons']:,} lessons, {about['decisions']:,} decisions")
    rows = []
    for opponent, games in PROTOCOL:
        share, low, high = played(policy, game, opponent, games)
        print(f"{opponent:22}{games:5} games {share:6.1%}  ({low:.1%} to {high:.1%})", flush=True)
        rows.append(f"| `{opponent}` | {games} | {share:.1%} | {low:.1%} to {high:.1%} |")
    size = sum(layer.size for layer in policy.layers.values())
    card = CARD.format(
        **about, title=game.spec.title, told=told, width=HIDDEN, size=size, teacher=TEACHER,
        file=path.name, rows="\n".join(rows),
    )  # fmt: skip
    (path.parent / "card.md").write_text(card, encoding="utf-8")


def picture(name: str, curve: list[dict[str, Any]], games: int) -> str:
    """The learning curve as SVG: one line for each opponent."""
    width, height, left, right, top, bottom = 760, 420, 60, 590, 56, 370
    sums = [point["lessons"] + point["decisions"] for point in curve]
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
    training.add_argument("--decisions", type=int, default=3_000_000, help="how many to learn from")
    training.add_argument("--lessons", type=int, default=0, help="decisions first on which a greedy bot advises")
    training.add_argument("--seed", type=int, default=1)
    training.add_argument("--threads", type=int, default=2)
    training.add_argument("--rows", type=int, default=256, help="games at once")
    training.add_argument("--games", type=int, default=200, help="games of each measurement")
    training.add_argument("--start", type=Path, help="weights to go on from")
    training.add_argument("--out", type=Path, default=Path("build/learned"), help="a folder for weights and curve")
    judging = ways.add_parser("judge", help="play the protocol with weights")
    judging.add_argument("weights", type=Path)
    chosen = options.parse_args()
    if chosen.way == "judge":
        judge(chosen.weights)
    else:
        train(
            chosen.game, parse_options(chosen.game, None, chosen.option), chosen.decisions, chosen.lessons, chosen.seed,
            chosen.threads, chosen.rows, chosen.out, chosen.games, chosen.start,
        )  # fmt: skip


if __name__ == "__main__":
    main()
