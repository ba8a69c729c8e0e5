"""Who meets whom in a tournament, who sits where, and how everybody stands.

Rounds are Swiss: who stands alike meets, but nobody meets the same people again if that can be helped. For tables of
more than two that is the social golfer's problem; as is usual for it, players are swapped between tables as long as
that makes the round better. Seats are then dealt so that everybody comes to sit in all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from random import Random

MEETING_AGAIN = 100.0
"""To meet somebody again weighs as much as so many places between two at a table."""
TRIES = 4
BOT = "bot:"


@dataclass(frozen=True)
class Played:
    """A table of a tournament: who sat where, and everybody's place, from 0; no places as long as it is not over."""

    round: int
    people: tuple[str, ...]
    places: tuple[int, ...] = ()


@dataclass(frozen=True)
class Line:
    """How somebody stands."""

    who: str
    points: float
    """For each table the share of opponents that one has beaten; a tie with one is half of it."""
    wins: float
    opponents: float
    """The points of everybody one has met."""
    tables: int


def sizes(people: int, wanted: int, allowed: Collection[int], fill: bool) -> list[int]:
    """How many sit at each table; where people cannot fill tables evenly, bots sit down at tables of that size."""
    count = -(-people // wanted)
    even = [people // count + (number < people % count) for number in range(count)]
    return even if not fill and set(even) <= set(allowed) else [wanted] * count


def plan(
    people: Sequence[str], wanted: int, allowed: Collection[int], fill: bool, before: Sequence[Played], seed: str
) -> list[tuple[str, ...]]:
    """The tables of the next round, each with who sits where; bots among them are called so, with a number."""
    luck = Random(seed)
    seats = sizes(len(people), wanted, allowed, fill)
    everybody = [*people, *(f"{BOT}{number}" for number in range(sum(seats) - len(people)))]
    luck.shuffle(everybody)
    stands = {line.who: place for place, line in enumerate(standings(everybody, before))}
    met = Counter(frozenset(pair) for table in before for pair in combinations(table.people, 2))
    best: tuple[float, list[list[str]]] | None = None
    for _ in range(TRIES):
        order = everybody[:]
        luck.shuffle(order)
        if before:
            order.sort(key=lambda who: stands[who])
        tables = _improved(_spread(order, seats), stands if before else {}, met)
        cost = sum(_cost(table, stands if before else {}, met) for table in tables)
        if best is None or cost < best[0]:
            best = cost, tables
    assert best is not None
    return [_seated(table, before, luck) for table in best[1]]


def _spread(order: list[str], seats: Sequence[int]) -> list[list[str]]:
    """One after the other to the tables; bots, who stand nowhere, one by one to different tables."""
    people, bots = [who for who in order if not is_bot(who)], [who for who in order if is_bot(who)]
    tables = [list[str]() for _ in seats]
    for number, bot in enumerate(bots):
        tables[-1 - number % len(tables)].append(bot)
    for table, size in zip(tables, seats, strict=True):
        while len(table) < size:
            table.append(people.pop(0))
    return tables


def is_bot(who: str) -> bool:
    """Whether a seat of a round is a bot's."""
    return who.startswith(BOT)


def _cost(table: Sequence[str], stands: Mapping[str, int], met: Mapping[frozenset[str], int]) -> float:
    cost = 0.0
    for one, other in combinations(table, 2):
        if is_bot(one) and is_bot(other):
            cost += MEETING_AGAIN  # people are here to meet people
        elif not (is_bot(one) or is_bot(other)):
            cost += MEETING_AGAIN * met.get(frozenset((one, other)), 0) ** 2
            cost += abs(stands.get(one, 0) - stands.get(other, 0))
    return cost


def _improved(tables: list[list[str]], stands: Mapping[str, int], met: Mapping[frozenset[str], int]) -> list[list[str]]:
    """The same tables after every swap of two people that makes them better."""
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(tables)), 2):
            for here in range(len(tables[one])):
                for there in range(len(tables[other])):
                    first, second = tables[one][:], tables[other][:]
                    first[here], second[there] = second[there], first[here]
                    now = _cost(tables[one], stands, met) + _cost(tables[other], stands, met)
                    if _cost(first, stands, met) + _cost(second, stands, met) < now - 1e-9:
                        tables[one], tables[other], better = first, second, True
    return tables


def _seated(table: list[str], before: Sequence[Played], luck: Random) -> tuple[str, ...]:
    """A table's people in the seats where they have sat least."""
    sat = Counter((who, seat) for played in before for seat, who in enumerate(played.people))
    luck.shuffle(table)

    def habit(seats: tuple[str, ...]) -> int:
        return sum(sat[who, seat] * (sat[who, seat] + 1) for seat, who in enumerate(seats))

    return min(permutations(table), key=habit)


def standings(people: Sequence[str], played: Sequence[Played]) -> list[Line]:
    """Everybody, the best first: by points, then by tables won, then by the points of those one has met."""
    points, wins, tables = Counter[str](), Counter[str](), Counter[str]()
    for table in played:
        if not table.places:
            continue
        first = table.places.count(0)
        for who, place in zip(table.people, table.places, strict=True):
            beaten = sum(other > place for other in table.places)
            tied = table.places.count(place) - 1
            points[who] += (beaten + tied / 2) / (len(table.places) - 1)  # type: ignore[assignment]
            wins[who] += (place == 0) / first  # type: ignore[assignment]
            tables[who] += 1
    met = Counter[str]()
    for table in played:
        if table.places:
            for who in table.people:
                met[who] += sum(points[other] for other in table.people if other != who and not is_bot(other))
    lines = [Line(who, float(points[who]), float(wins[who]), float(met[who]), tables[who]) for who in people]
    return sorted(lines, key=lambda line: (-round(line.points, 9), -round(line.wins, 9), -round(line.opponents, 9)))
