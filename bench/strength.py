"""The tables of docs/strength.md: how strong the bots are, from games played now or read from build/strength.

    python bench/strength.py                     # everything; goes on where it stopped
    python bench/strength.py amber peer          # one game's table, the matches against the peer
    python bench/strength.py --games 40          # fewer games each
    python bench/strength.py --played            # what has been played so far, without playing more

Each line of a table comes with the command that plays it alone.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from burgrave.arena.standings import standings
from burgrave.arena.tournament import Journal, Outcome, Plan, run

HERE = Path(__file__).resolve().parent
RESULTS = HERE.parent / "build/strength"
GAMES = 200


@dataclass(frozen=True)
class Line:
    """A bot in one seat or more; the others are catanatron's player `peer`, or `greedy`."""

    game: str
    players: int
    bot: str
    peer: str = ""
    seats: int = 1

    @property
    def name(self) -> str:
        """A name for its file."""
        return f"{self.game}-{self.players}-{self.bot.replace(':iterations=', '-')}-{self.peer or 'greedy'}"

    @property
    def file(self) -> Path:
        """Where the games against a peer are kept."""
        return RESULTS / f"{self.name}.jsonl"

    @property
    def options(self) -> dict[str, Any]:
        """Catan is played without trade, as everywhere the bots are measured; the other games as they come."""
        trade = {"domestic_trade": "off"} if self.game == "catan" else {}
        return {"players": self.players, **trade}

    def command(self, games: int) -> str:
        """What plays this line alone."""
        if self.peer:
            return (
                f"python bench/catanatron_match.py --ours {self.bot} --peer {self.peer} --players {self.players} "
                f"--seats {self.seats} --games {games} --out build/strength/{self.name}.jsonl"
            )
        trade = " -o domestic_trade=off" if self.game == "catan" else ""
        return (
            f"burgrave arena {self.game} -b {self.bot} -b greedy --players {self.players}{trade} "
            f"--games {games} --out build/strength/{self.name}"
        )


ARENA = (
    Line("amber", 3, "search:iterations=200"),
    Line("barony", 3, "search:iterations=150"),
    Line("burgundy", 2, "search:iterations=150"),
    Line("catan", 2, "search:iterations=1500"),
    Line("catan", 4, "search:iterations=500"),
    Line("hansa", 3, "search:iterations=150"),
)
MATCHES = tuple(
    Line("catan", players, bot, peer, seats)
    for players, search, peer, seats in (
        (2, "search:iterations=1000", "ValueFunction", 1),
        (2, "search:iterations=1000", "AlphaBeta", 1),
        (4, "search:iterations=500", "ValueFunction", 1),
        (4, "search:iterations=500", "AlphaBeta", 3),  # it thinks for seconds: one seat is enough
    )
    for bot in ("greedy", search)
)


def catanatron_match() -> Any:
    """The module beside this one."""
    found = importlib.util.spec_from_file_location("burgrave_bench_catanatron_match", HERE / "catanatron_match.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[found.name] = module
    found.loader.exec_module(module)
    return module


def progress(line: Line, games: int, of: int) -> None:
    """Say how far a line is."""
    print(f"\r{line.name}: {games} of {of}", end="", file=sys.stderr, flush=True)


def arena_outcomes(line: Line, games: int, play: bool) -> list[Outcome]:
    """The games of a line among our own bots."""
    plan = Plan(line.game, line.options, (line.bot, "greedy"), games)
    journal = Journal(RESULTS / line.name / "games.jsonl", plan)
    if not play:
        return journal.read()
    outcomes = []
    for outcome in run(plan, journal):
        outcomes.append(outcome)
        progress(line, len(outcomes), games)
    print(file=sys.stderr)
    return outcomes


def arena_table(lines: Iterable[Line], games: int, play: bool) -> list[str]:
    """Our bots among themselves."""
    rows = [
        "| game | players | bot | games | wins | 95 % interval | fair share | mean points, greedy's |",
        "|" + " --- |" * 8,
    ]
    for line in lines:
        outcomes = arena_outcomes(line, games, play)
        if not outcomes:
            continue
        table = {standing.bot: standing for standing in standings(outcomes)}
        ours, others = table[line.bot], table["greedy"]
        rows.append(
            f"| {line.game} | {line.players} | `{line.bot}` | {ours.games} | {ours.rate:.1%} | {ours.low:.1%} to "
            f"{ours.high:.1%} | {ours.fair:.0%} | {ours.points:.1f}, {others.points:.1f} |"
        )
    return rows


def match_table(lines: Iterable[Line], games: int, play: bool) -> list[str]:
    """Our bots against the peer's."""
    module = catanatron_match()
    rows = [
        "| players | our bot, in seats | catanatron's, in seats | games | our wins | 95 % interval | fair share "
        "| seconds a game, our seat and a peer's | set right, broken off |",
        "|" + " --- |" * 9,
    ]
    for line in lines:
        played = []
        plan = (line.bot, line.peer, line.players, games)
        for game in module.matches(*plan, seats=line.seats, out=line.file, play_on=play):
            played.append(game)
            progress(line, len(played), games)
        print(file=sys.stderr)
        if not played:
            continue
        result = module.summed(played)
        rows.append(
            f"| {line.players} | `{line.bot}`, {line.seats} | {line.peer}, {line.players - line.seats} "
            f"| {result.games} | {result.rate:.1%} | {result.low:.1%} to {result.high:.1%} "
            f"| {line.seats / line.players:.0%} | {result.seconds:.2f}, {result.peer_seconds:.2f} "
            f"| {result.set_right}, {result.broken} |"
        )
    return rows


def main() -> None:
    """Play what is missing and print the tables with their commands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="games, `peer`, or names of lines; all without any")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--played", action="store_true", help="show what was played so far and play nothing")
    chosen = parser.parse_args()
    valid = {*(line.game for line in ARENA), "peer", *(line.name for line in (*ARENA, *MATCHES))}
    for name in chosen.names:
        if name not in valid:
            parser.error(f"there is no table {name!r}; valid: {', '.join(sorted(valid))}")
    wanted = set(chosen.names) or valid
    arena = [line for line in ARENA if wanted & {line.game, line.name}]
    peer = [line for line in MATCHES if wanted & {"peer", line.name}]
    for lines, table in ((arena, arena_table), (peer, match_table)):
        if lines:
            print("\n".join(table(lines, chosen.games, not chosen.played)))
            print("\n".join(["", *(f"    {line.command(chosen.games)}" for line in lines), ""]))


if __name__ == "__main__":
    main()
