"""Rounds of a tournament: other people and other seats each time, and standings that tell equals apart."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from burgrave.server.tables.pairing import BOT, Played, is_bot, plan, sizes, standings

ALLOWED = (2, 3, 4)


def people(count: int) -> list[str]:
    return [f"p{number:02d}" for number in range(count)]


def test_tables_are_of_even_size_or_filled_with_bots() -> None:
    assert sizes(8, 4, ALLOWED, fill=False) == [4, 4]
    assert sizes(10, 4, ALLOWED, fill=False) == [4, 3, 3]
    assert sizes(10, 4, ALLOWED, fill=True) == [4, 4, 4]
    assert sizes(5, 4, (4,), fill=False) == [4, 4]  # three people alone cannot play it
    assert sizes(2, 6, (2, 3, 4, 5, 6), fill=False) == [2]


def rounds(count: int, size: int, number: int) -> list[Played]:
    """Rounds in which always the one whose name comes first wins."""
    played: list[Played] = []
    for current in range(1, number + 1):
        for table in plan(people(count), size, ALLOWED, False, played, f"seed {current}"):
            ranks = sorted(table)
            played.append(Played(current, table, tuple(ranks.index(who) for who in table)))
    return played


def by_chance(count: int, size: int, number: int) -> float:
    """How often people would meet again if tables were drawn by lot."""
    luck, trials, again = Random(1), 50, 0
    for _ in range(trials):
        met: Counter[frozenset[str]] = Counter()
        for _ in range(number):
            order = luck.sample(people(count), count)
            for first in range(0, count, size):
                met.update(frozenset(pair) for pair in combinations(order[first : first + size], 2))
        again += sum(times - 1 for times in met.values())
    return again / trials


@pytest.mark.parametrize(("count", "size", "number"), [(8, 2, 7), (9, 3, 3), (16, 4, 4), (12, 4, 3), (10, 3, 3)])
def test_everybody_plays_once_a_round_and_hardly_anybody_meets_again(count: int, size: int, number: int) -> None:
    played = rounds(count, size, number)
    for current in range(1, number + 1):
        assert sorted(who for table in played if table.round == current for who in table.people) == people(count)
    met = Counter(frozenset(pair) for table in played for pair in combinations(table.people, 2))
    again = sum(times - 1 for times in met.values())
    assert again <= 0.7 * by_chance(count, size, number)
    assert max(met.values()) <= 2


def test_everybody_comes_to_sit_in_all_seats() -> None:
    played = rounds(8, 4, 4)
    sat = Counter((who, seat) for table in played for seat, who in enumerate(table.people))
    assert max(sat.values()) <= 2
    assert sum(count == 1 for count in sat.values()) >= 20


def test_who_stands_alike_meets() -> None:
    first = [Played(1, (f"p{k:02d}", f"p{k + 1:02d}"), (0, 1)) for k in range(0, 8, 2)]
    second = plan(people(8), 2, ALLOWED, False, first, "seed")
    winners = {table.people[0] for table in first}
    assert all(len(winners & set(table)) in (0, 2) for table in second)


def test_bots_sit_at_different_tables() -> None:
    tables = plan(people(10), 4, ALLOWED, True, [], "seed")
    assert sorted(map(len, tables)) == [4, 4, 4]
    assert all(sum(map(is_bot, table)) <= 1 for table in tables)


def test_the_same_round_is_planned_the_same_way() -> None:
    assert plan(people(9), 3, ALLOWED, False, [], "one") == plan(people(9), 3, ALLOWED, False, [], "one")


def test_points_are_shares_of_beaten_opponents_and_ties_half() -> None:
    lines = standings(("a", "b", "c"), [Played(1, ("a", "b", "c"), (0, 1, 1))])
    assert [(line.who, line.points, line.wins) for line in lines] == [
        ("a", 1.0, 1.0),
        ("b", 0.25, 0.0),
        ("c", 0.25, 0.0),
    ]


def test_equals_are_told_apart_by_tables_won_then_by_whom_they_met() -> None:
    played = [
        Played(1, ("a", "x", "y"), (0, 1, 2)),
        Played(1, ("b", "z", "w"), (1, 0, 2)),
        Played(2, ("a", "z", "w"), (2, 0, 1)),
        Played(2, ("b", "x", "y"), (1, 0, 2)),
    ]
    by_who = {line.who: line for line in standings(("b", "a"), played)}
    assert by_who["a"].points == by_who["b"].points == 1.0
    assert [line.who for line in standings(("b", "a"), played)] == ["a", "b"]  # who has won a table
    drawn = [Played(1, ("a", "s"), (0, 1)), Played(1, ("b", "t"), (0, 1)), Played(2, ("s", "t"), (0, 1))]
    assert [line.who for line in standings(("b", "a"), drawn)] == ["a", "b"]  # who has beaten the stronger one


def test_bots_count_as_beaten_but_their_points_are_nobodys() -> None:
    (line,) = standings(("a",), [Played(1, ("a", f"{BOT}0"), (1, 0))])
    assert (line.points, line.opponents, line.tables) == (0.0, 0.0, 1)
