"""What outcomes tell: win rates with intervals, ratings, and tables for other programs."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from burgrave.arena.tournament import Outcome

FIRST_TRUST = 0.25
"""How much, in squares of shares, speaks for taking luck off as the evaluation sees it before any game is looked at."""
NORMAL_95 = 1.959964


@dataclass(frozen=True)
class Standing:
    """How one bot has done: its games, its share of wins with a 95 % interval, its mean points and its rating."""

    bot: str
    games: int
    wins: float
    rate: float
    low: float
    high: float
    fair: float
    points: float
    rating: float
    spread: float
    faults: int
    adjusted: float
    """The share of wins without what chance has brought, with its 95 % interval."""
    adjusted_low: float
    adjusted_high: float


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    if games == 0:
        return 0.0, 1.0
    rate, square = wins / games, NORMAL_95 * NORMAL_95
    centre = (rate + square / (2 * games)) / (1 + square / games)
    reach = NORMAL_95 * math.sqrt(rate * (1 - rate) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, centre - reach), min(1.0, centre + reach)


def mean_interval(figures: Sequence[float]) -> tuple[float, float, float]:
    """A mean with its 95 % interval."""
    mean = sum(figures) / len(figures)
    variance = squares(figures) / max(1, len(figures) - 1)
    reach = NORMAL_95 * math.sqrt(variance / len(figures))
    return mean, mean - reach, mean + reach


def distinct_games(outcomes: Iterable[Outcome]) -> int:
    """How many different games were played: the same moves from the same deal count once."""
    return len({outcome.course or str(outcome.number) for outcome in outcomes})


def without_luck(outcomes: Sequence[Outcome]) -> list[tuple[float, ...]]:
    """Every seat's share of the win in each game, without luck as far as luck has told the results of other deals.

    An evaluation may think too much or too little of luck, so as much of it is taken off as explains all other deals
    best. Those know nothing of this deal's luck, which is nothing on average: the shares stay right on average.
    """
    told: dict[int, list[float]] = {}
    for outcome in outcomes:
        sums = told.setdefault(outcome.seed, [0.0, 0.0])
        for seat, luck in enumerate(outcome.luck):
            sums[0] += (outcome.share(seat) - 1 / len(outcome.lineup)) * luck
            sums[1] += luck * luck
    common, square = (FIRST_TRUST + sum(sums[k] for sums in told.values()) for k in range(2))
    found = []
    for outcome in outcomes:
        own = told[outcome.seed]
        trust = (common - own[0]) / (square - own[1])
        brought = outcome.luck or (0.0,) * len(outcome.lineup)
        found.append(tuple(outcome.share(seat) - trust * brought[seat] for seat in range(len(outcome.lineup))))
    return found


def spread_without_luck(outcomes: Sequence[Outcome]) -> float | None:
    """The share of the variance of wins that is left when luck is taken off; None where wins do not vary.

    So many times fewer games tell as much: with half of the variance left, half of them do.
    """
    adjusted = without_luck(outcomes)
    plain = left = 0.0
    for bot in {bot for outcome in outcomes for bot in outcome.lineup}:
        seats = [(k, seat) for k, one in enumerate(outcomes) for seat, name in enumerate(one.lineup) if name == bot]
        plain += squares([outcomes[k].share(seat) for k, seat in seats])
        left += squares([adjusted[k][seat] for k, seat in seats])
    return left / plain if plain else None


def squares(figures: Sequence[float]) -> float:
    """The sum of squares about the mean."""
    mean = sum(figures) / len(figures)
    return sum((figure - mean) ** 2 for figure in figures)


def ratings(outcomes: Iterable[Outcome]) -> dict[str, tuple[float, float]]:
    """The openskill mean and deviation of each bot, over the games in order of their numbers.

    Several seats of one bot in a game each play with its rating; the bot takes the mean of what they became.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[str, Any] = {}
    for outcome in sorted(outcomes, key=lambda outcome: outcome.number):
        teams = [[known.setdefault(bot, model.rating(name=bot))] for bot in outcome.lineup]
        ranks = [0.0 if seat in outcome.winners else 1.0 for seat in range(len(teams))]
        rated = model.rate(teams, ranks=ranks)
        for bot in set(outcome.lineup):
            seats = [rated[seat][0] for seat, name in enumerate(outcome.lineup) if name == bot]
            mean = sum(seat.mu for seat in seats) / len(seats)
            deviation = sum(seat.sigma for seat in seats) / len(seats)
            known[bot] = model.rating(name=bot, mu=mean, sigma=deviation)
    return {bot: (float(rating.mu), float(rating.sigma)) for bot, rating in known.items()}


def standings(outcomes: Sequence[Outcome]) -> list[Standing]:
    """Every bot's standing, the best first; a bot's rate counts each seat it took."""
    rated, adjusted = ratings(outcomes), without_luck(outcomes)
    found = []
    for bot, (rating, spread) in rated.items():
        seats = [(outcome, seat) for outcome in outcomes for seat, name in enumerate(outcome.lineup) if name == bot]
        fairly = [
            shares[seat]
            for outcome, shares in zip(outcomes, adjusted, strict=True)
            for seat, name in enumerate(outcome.lineup)
            if name == bot
        ]
        wins = sum(outcome.share(seat) for outcome, seat in seats)
        low, high = interval(wins, len(seats))
        fair = sum(1 / len(outcome.lineup) for outcome, _ in seats) / len(seats)
        points = sum(outcome.scores[seat] for outcome, seat in seats) / len(seats)
        faults = sum(str(seat) in outcome.faults for outcome, seat in seats)
        found.append(
            Standing(
                bot,
                len(seats),
                wins,
                wins / len(seats),
                low,
                high,
                fair,
                points,
                rating,
                spread,
                faults,
                *mean_interval(fairly),
            )
        )
    return sorted(found, key=lambda standing: -standing.rate)


def rows(outcomes: Iterable[Outcome]) -> list[dict[str, Any]]:
    """One flat row for each seat of each game."""
    return [
        {
            "game": outcome.number,
            "seed": outcome.seed,
            "seat": seat,
            "bot": bot,
            "points": outcome.scores[seat],
            "win": outcome.share(seat),
            "win_without_luck": outcome.adjusted(seat),
            "moves": outcome.moves,
            "fault": outcome.faults.get(str(seat), ""),
            **{f"points_{part}": points for part, points in outcome.parts[seat].items()},
            **{f"moves_{verb}": count for verb, count in outcome.verbs[seat].items()},
        }
        for outcome in sorted(outcomes, key=lambda outcome: outcome.number)
        for seat, bot in enumerate(outcome.lineup)
    ]


def write_table(outcomes: Iterable[Outcome], path: Path) -> None:
    """Write one row per seat and game, as Parquet or CSV by the file's ending."""
    table = rows(outcomes)
    names = list(dict.fromkeys(name for row in table for name in row))
    if path.suffix == ".csv":
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, names, restval=0)
            writer.writeheader()
            writer.writerows(table)
    elif path.suffix == ".parquet":
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError:
            raise ValueError("Parquet files need pyarrow: pip install 'burgrave[reports]'") from None
        parquet.write_table(pyarrow.table({name: [row.get(name, 0) for row in table] for name in names}), path)
    else:
        raise ValueError(f"a table is a .csv or a .parquet file, not {path.name}")
