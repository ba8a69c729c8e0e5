"""What somebody has played here: by game, and against whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from burgrave.server.store.kinds import SeatKind, Status
from burgrave.server.store.rows import StoredTable

COUNTED = 1000
"""So many of the latest games are counted."""
OwnTables = Iterable[tuple[StoredTable, set[int]]]
"""Tables, with the seats that are one's own."""
Sitters = Mapping[tuple[str, int], set[str]]
"""Who may act for a table's seats."""


@dataclass
class Tally:
    """So many games, and how they went."""

    played: int = 0
    won: int = 0
    points: list[int] = field(default_factory=list)

    @property
    def best(self) -> int:
        """The most points in a game."""
        return max(self.points, default=0)

    @property
    def mean(self) -> float:
        """The points of a game on average."""
        return sum(self.points) / len(self.points) if self.points else 0.0

    def add(self, won: bool, points: int) -> None:
        """One more game."""
        self.played += 1
        self.won += won
        self.points.append(points)


@dataclass
class Opponent:
    """Somebody one has met: a person, by the name they had last, or a level of bots."""

    name: str
    level: str | None
    played: int = 0
    ahead: int = 0
    """How many of the games one ended with a win that was not theirs."""
    behind: int = 0
    """How many they won and one did not."""


@dataclass
class Statistics:
    """Finished games counted."""

    games: dict[str, Tally] = field(default_factory=dict)
    opponents: list[Opponent] = field(default_factory=list)


def statistics(own: OwnTables, sitters: Sitters, player: str) -> Statistics:
    """Count the games that are over, the latest first; those where one played several seats oneself count nowhere."""
    games: dict[str, Tally] = {}
    met: dict[str, Opponent] = {}
    for table, mine in own:
        result = table.head.result
        if table.head.status != Status.OVER or not result or len(mine) != 1:
            continue
        (seat,), winners = mine, set(result["winners"])
        won = seat in winners
        games.setdefault(table.made.game, Tally()).add(won, result["scores"][seat])
        for other in table.seats:
            if other.seat == seat or player in sitters.get((table.made.id, other.seat), ()):
                continue
            key, level = known_as(table, other.seat, sitters)
            one = met.setdefault(key, Opponent(other.name, level))
            one.played += 1
            one.ahead += won and other.seat not in winners
            one.behind += not won and other.seat in winners
    return Statistics(games, sorted(met.values(), key=lambda one: -one.played))


def known_as(table: StoredTable, seat: int, sitters: Sitters) -> tuple[str, str | None]:
    """What an opponent is told apart by: bots by their level, people by their browser, else by their name."""
    people = sitters.get((table.made.id, seat))
    chair = table.seats[seat]
    if people:
        return f"person {min(people)}", None
    if chair.kind == SeatKind.BOT:
        return f"bot {chair.level}", chair.level
    return f"name {chair.name}", None
