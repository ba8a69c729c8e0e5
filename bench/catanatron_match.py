"""Our bots against catanatron's strongest players, in Catan without trade between players.

    python bench/catanatron_match.py --ours search:iterations=500 --peer AlphaBeta --players 2 --games 200

Our rules are the referee. The peer runs in its own environment, mirrors the game there (`_catanatron_seat.py`) and
answers with moves; `ValueFunction` and `AlphaBeta` are the players that its project calls its best. Our bot takes one
seat or more (`--seats`), the peer's player all others; each deal is played once from every seat. Our bot sees its own
view only; the peer's players look at the whole position, as they always do.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import subprocess
import sys
import time
import urllib.request
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import burgrave
from burgrave.arena.standings import interval
from burgrave.arena.tournament import Plan, play_game
from burgrave.bench import Row, best_rate, figure, output_of
from burgrave.bots import make_bot
from burgrave.bots.search import SearchBot
from burgrave.core.game import Game
from burgrave.core.match import Match

HERE = Path(__file__).resolve().parent
PLAYERS_FOLDER = HERE.parent / "build/peer-players"
REPOSITORY = "https://raw.githubusercontent.com/bcollazo/catanatron"
EXPERIMENTS = "catanatron_experimental/catanatron_experimental/machine_learning/players"
SOURCES = {
    "features.py": (
        "425ccdef04921d1756a1c9bb1f904fceb1f3c3d3",
        "catanatron_gym/catanatron_gym",
        "9242f5dd6506051da7facdaa225e805631b5f3859fa808546c06a685b887fa7c",
    ),
    "value.py": (
        "c2fd80201c6cc1969a138447530747b096343f25",
        EXPERIMENTS,
        "e8ca48f2632906752be31f5862ede4188f9c99a4a5e4b57363e89c714a813983",
    ),
    "minimax.py": (
        "0aab40ab68f5fba80d8e09c1421e67f84e0cb807",
        EXPERIMENTS,
        "6fcf8f931f371968828aa8b530351485bd42682f9b61d3ba3481f500da8d696a",
    ),
    "tree_search_utils.py": (
        "105e5241340e3c8f335a3e2e52d1db5ad514d1c4",
        EXPERIMENTS,
        "52debffa7bc459513fce57878af0f79887c21bd2c4a3c9dd4d9cc8d75ff1fe74",
    ),
}
"""The strong players are in the peer's repository only, not in its package: commit, folder and SHA-256 of each file."""

PEERS = ("ValueFunction", "AlphaBeta")
PEER_SECONDS = 6.0
OPENING_MOVES = 60
"""Greedy moves before the search is asked, so that the position is one from the middle of a game."""
PEER_SPEED = """
import json, sys, time
sys.path.insert(0, sys.argv[1])
from _catanatron_seat import COLOURS, peer_game, peer_players

players, seconds = peer_players(sys.argv[2]), float(sys.argv[3])


def rate(work):
    began, done = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        done += work(done)
    return done / (time.perf_counter() - began)


def one_game(number):
    peer_game.Game([players["ValueFunction"](colour) for colour in COLOURS], seed=number).play()
    return 1


minimax = sys.modules[players["AlphaBeta"].__module__]
make_judge, judged = minimax.get_value_fn, [0]


def counting(*args):
    judged[0] += 1
    return make_judge(*args)


def leaves_of_one_game(number):
    before = judged[0]
    peer_game.Game([players["AlphaBeta"](colour) for colour in COLOURS[:2]], seed=number).play()
    return judged[0] - before


minimax.get_value_fn = counting
print(json.dumps({"games": rate(one_game), "leaves": rate(leaves_of_one_game)}))
"""
"""How fast the peer's players are, printed as JSON by the peer's own Python."""
OPTIONS: dict[str, Any] = {
    "domestic_trade": "off",
    "first_player": "p0",
    "combined_trade_and_build": True,
    "robber_may_return_to_desert": True,
    "steal_mandatory_on_seven": True,
    "victory_cards_only_revealed_to_win": True,
    "longest_road_tied_holder_keeps_after_break": True,
    "turn_limit": 1000,
}
"""Our rules as near to the peer's as our options bring them."""


class Broken(Exception):
    """A game that cannot go on, because the two sides disagree about its rules."""


@dataclass(frozen=True)
class Played:
    """How one game went: who won, what each side thought, and where the two sets of rules differed."""

    number: int
    seed: int
    seat: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    turns: int
    seconds: float
    choices: int
    peer_seconds: float
    peer_choices: int
    differences: dict[str, int] = field(default_factory=dict)
    broken: str = ""
    seats: int = 1

    @property
    def ours(self) -> set[int]:
        """Where our bot sat: so many seats, from the first one on."""
        return seats_of(self.seat, self.seats, len(self.scores))

    @property
    def won(self) -> bool:
        """Whether our bot won."""
        return bool(self.ours & set(self.winners))


def seats_of(first: int, count: int, players: int) -> set[int]:
    """So many seats side by side."""
    return {(first + k) % players for k in range(count)}


def players_folder() -> Path:
    """The files of the peer's strong players, fetched from its repository once; each hash is checked."""
    PLAYERS_FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (commit, folder, digest) in SOURCES.items():
        path = PLAYERS_FOLDER / name
        if not path.exists():
            with urllib.request.urlopen(f"{REPOSITORY}/{commit}/{folder}/{name}") as answer:
                path.write_bytes(answer.read())
        if hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            raise RuntimeError(f"{path} is not the file that was measured; remove it to fetch it again")
    return PLAYERS_FOLDER


def peer_python() -> Path:
    """The peer's Python, as the other bench of this peer sets it up."""
    found = importlib.util.spec_from_file_location("catanatron_peer", HERE / "catanatron_peer.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    python: Path = module.peer_python()
    return python


class Peer:
    """The peer's process; it plays every seat but ours."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        command = [str(peer_python()), str(HERE / "_catanatron_seat.py"), str(players_folder())]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """One question, one answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the peer's process ended")
        answer: dict[str, Any] = json.loads(line)
        if "fault" in answer:
            raise Broken(answer["fault"])
        return answer

    def begin(self, match: Match, seed: int) -> None:
        """Lay out our island at the peer's table."""
        from burgrave.games.catan import board

        s = match.position.s
        self.ask(
            {
                "begin": {
                    "kind": self.kind,
                    "players": match.game.players,
                    "seed": seed,
                    "places": board.HEX_AT,
                    "corners": board.HEX_INTERSECTION.tolist(),
                    "paths": board.PATH_INTERSECTION.tolist(),
                    "terrains": [board.TERRAINS[t] for t in s.terrain],
                    "numbers": s.number.tolist(),
                    "harbours": [
                        [board.HARBOURS[kind], ends.tolist()]
                        for kind, ends in zip(s.harbour, board.HARBOUR_INTERSECTION, strict=True)
                    ],
                }
            }
        )

    def choose(self, match: Match, seat: int, told: int) -> dict[str, Any]:
        """What the peer's player does now, after hearing all moves since the last question."""
        position, players = match.position, match.game.players
        s = position.s
        facts = {
            "hands": s.hand[:players].tolist(),
            "bank": s.bank.tolist(),
            "points": position.scores,
            "longest_road": int(s.longest_road),
            "road_lengths": s.road_length[:players].tolist(),
        }
        moves = [move.text for move in position.moves()]
        heard = list(zip(match.movers[told:], match.log[told:], strict=True))
        return self.ask({"ask": seat, "told": heard, "point": position.point, "moves": moves, "facts": facts})

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def play(rules: Game, ours: str, seats: int, peer: Peer, number: int, first_seed: int) -> Played:
    """One game: our bot's first seat moves on with the number, the deal after every full round of seats."""
    seed, first = first_seed + number // rules.players, number % rules.players
    bots = {seat: make_bot(ours, rules, f"{seed} {number}") for seat in seats_of(first, seats, rules.players)}
    match = rules.match(seed=seed)
    peer.begin(match, seed)
    told, chain = len(match.log), deque[str]()
    seconds, peer_seconds, choices, peer_choices = 0.0, 0.0, 0, 0
    differences: dict[str, int] = {}
    broken = ""
    try:
        while (to_act := match.position.to_act) is not None:
            if to_act in bots:
                began = time.process_time()
                match.play(bots[to_act].choose(match.view(to_act)))
                seconds += time.process_time() - began
                choices += 1
                continue
            if not chain:
                answer = peer.choose(match, to_act, told)
                told = len(match.log)
                chain.extend(answer["moves"])
                differences = answer["differences"]
                peer_seconds += answer["seconds"]
                peer_choices += 1
            text = chain.popleft()
            reason = match.position.why_not(text)
            if reason:
                raise Broken(f"the peer plays {text!r}: {reason}")
            match.play(text)
    except Broken as error:
        broken = str(error)
    end = match.position
    return Played(
        number, seed, first, end.winners, end.scores, int(end.s.turn), seconds, choices, peer_seconds, peer_choices,
        differences, broken, seats,
    )  # fmt: skip


def matches(
    ours: str,
    kind: str,
    players: int,
    games: int,
    seed: int = 1,
    seats: int = 1,
    out: Path | None = None,
    play_on: bool = True,
) -> Iterator[Played]:
    """All games of a match; with a file the ones played before are read from it, and a broken-off match goes on."""
    if not 0 < seats < players:
        raise ValueError(f"our bot takes 1 to {players - 1} of {players} seats, not {seats}")
    plan = json.dumps({"ours": ours, "peer": kind, "players": players, "seed": seed, "seats": seats})
    done = played_before(out, plan) if out is not None else []
    yield from (game for game in done if game.number < games)
    numbers = sorted(set(range(games)) - {game.number for game in done})
    if not numbers or not play_on:
        return
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        whole = [plan, *(json.dumps(asdict(game)) for game in done)]
        out.write_text("\n".join(whole) + "\n", encoding="utf-8")
    rules = burgrave.game("catan", players=players, **OPTIONS)
    peer = Peer(kind)
    try:
        for number in numbers:
            game = play(rules, ours, seats, peer, number, seed)
            if out is not None:
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(game)) + "\n")
            yield game
    finally:
        peer.close()


def played_before(out: Path, plan: str) -> list[Played]:
    """The games in a match's file; a ValueError if it belongs to another match."""
    lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    if lines and lines[0] != plan:
        raise ValueError(f"{out} holds the results of another match; choose another file or remove it")
    return [Played(**json.loads(line)) for line in lines[1:] if line.endswith("}")]


@dataclass(frozen=True)
class Summary:
    """What a match says: our share of the wins with its interval, and how long a seat of each side thought."""

    games: int
    wins: int
    rate: float
    low: float
    high: float
    points: float
    peer_points: float
    seconds: float
    peer_seconds: float
    broken: int
    set_right: int


def summed(games: list[Played]) -> Summary:
    """The summary of a match; games that broke off count for nobody."""
    whole = [game for game in games if not game.broken]
    count = max(1, len(whole))
    wins = sum(game.won for game in whole)
    low, high = interval(wins, len(whole))
    ours = [points for game in whole for seat, points in enumerate(game.scores) if seat in game.ours]
    others = [points for game in whole for seat, points in enumerate(game.scores) if seat not in game.ours]
    return Summary(
        games=len(whole),
        wins=wins,
        rate=wins / count,
        low=low,
        high=high,
        points=sum(ours) / max(1, len(ours)),
        peer_points=sum(others) / max(1, len(others)),
        seconds=sum(game.seconds / game.seats for game in whole) / count,
        peer_seconds=sum(game.peer_seconds / (len(game.scores) - game.seats) for game in whole) / count,
        broken=len(games) - len(whole),
        set_right=sum(any(not kind.startswith("only") for kind in game.differences) for game in whole),
    )


@figure("peer-bots")
def speed() -> Iterator[Row]:
    """Our greedy and search bots beside the peer's players of the same make, on one core in the same run.

    Games of four players that each look one move ahead; and leaves of the tree judged a second, in a game for two.
    """
    peer = json.loads(output_of(peer_python(), "-c", PEER_SPEED, HERE, players_folder(), str(PEER_SECONDS)))
    plan = Plan("catan", {"players": 4, "domestic_trade": "off"}, ("greedy", "greedy"), games=1_000_000)
    numbers = iter(range(plan.games))
    rules = burgrave.game("catan", players=2, domestic_trade="off")
    match, greedy, search = (
        rules.match(seed=1),
        make_bot("greedy", rules, "1"),
        SearchBot(rules, iterations=1000, seed=1),
    )
    while len(match.moves) < OPENING_MOVES or len(match.view(match.position.to_act).moves()) < 2:
        assert match.position.to_act is not None
        match.play(greedy.choose(match.view(match.position.to_act)))
    view = match.view(match.position.to_act)

    def game() -> float:
        play_game(plan, next(numbers))
        return 1

    def thought() -> float:
        return sum(candidate.visits for candidate in search.candidates(view))

    games, leaves = best_rate(game), best_rate(thought)
    yield Row("catan without trade, arena games, all greedy", games, "/s")
    yield Row("catanatron, games, all ValueFunction", peer["games"], "/s")
    yield Row("our greedy games for each of catanatron's", games / peer["games"], "×")
    yield Row("catan for two, leaves of the search", leaves, "/s")
    yield Row("catanatron for two, leaves of AlphaBeta", peer["leaves"], "/s")
    yield Row("our leaves for each of catanatron's", leaves / peer["leaves"], "×")


@figure("peer-match")
def short_match() -> Iterator[Row]:
    """A short two-player match of greedy against the peer's quick player; docs/strength.md has the long ones."""
    result = summed(list(matches("greedy", "ValueFunction", players=2, games=20)))
    yield Row("catan, greedy's wins against catanatron's ValueFunction, 2 players", result.rate * 100, "%")


def main() -> None:
    """Play a match and print what it says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", default="search:iterations=500", help="our bot, as `burgrave arena` names it")
    parser.add_argument("--peer", default="AlphaBeta", choices=PEERS)
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--seats", type=int, default=1, help="how many seats our bot takes")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--out", type=Path, help="a file for the games, one line each; a broken-off match goes on there"
    )
    chosen = parser.parse_args()
    games: list[Played] = []
    plan = (chosen.ours, chosen.peer, chosen.players, chosen.games, chosen.seed, chosen.seats)
    for game in matches(*plan, out=chosen.out):
        games.append(game)
        result = summed(games)
        print(f"\r{len(games)} games, {result.wins} won", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    result = summed(games)
    print(f"{chosen.ours} against {chosen.peer}, {chosen.players} players, {result.games} games")
    print(f"won {result.wins}: {result.rate:.1%}, 95 % interval {result.low:.1%} to {result.high:.1%}")
    print(f"fair share {chosen.seats / chosen.players:.0%}")
    print(f"points {result.points:.2f}, the peer's {result.peer_points:.2f}")
    print(f"seconds of thought of a seat in a game: {result.seconds:.2f}, the peer's {result.peer_seconds:.2f}")
    print(f"broken off: {result.broken}; the peer's position set right in {result.set_right} games")
    kinds = Counter[str]()
    for game in games:
        kinds.update(game.differences)
        if game.broken:
            print(f"  game {game.number}: {game.broken}")
    for kind, count in kinds.most_common():
        print(f"  {kind}: {count}")


if __name__ == "__main__":
    main()
