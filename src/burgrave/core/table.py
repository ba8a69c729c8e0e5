"""How a game lies on the table: its areas, which of them a decision is about, the kinds of action it has.

A game declares it in the module `table` of its package as `TABLE`; a game without one has its board on the left and
everything else beside it. Light: nothing here needs numpy or numba.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from burgrave.core import contract
from burgrave.core.spec import Spec
from burgrave.core.trade import Trade

AREAS = ("board", "hand", "common", "seats", "others", "log", "points")
"""The areas that every game has: the drawing's board; the panels of place "hand"; those of place "table" that are no
area of their own; the list of seats; the panels of the other seats, which lie in their rows of the list where no column
names this area; the log; the points by source, which a menu has where no column names them. A panel of place "table" is
an area of its own where a column names its key."""
BOARD, HAND, COMMON, SEATS, OTHERS, LOG, POINTS = AREAS
TWELFTHS = 12


@dataclass(frozen=True)
class Column:
    """Areas below each other, and how many twelfths of the window's width they want."""

    width: int
    areas: tuple[str, ...]


@dataclass(frozen=True)
class Kind:
    """A kind of action: the action bar names it, with what it costs, and is grey where no move of it is legal.

    Its name stands in the game's catalogues as `kind.<name>`. `cost` is symbols of the game's drawing and how many.
    `why` names the reasons that say best why nothing of it is possible, the best first: that somebody cannot pay tells
    more than that most places are taken. Where a reason's own sentence is about one place, `kind.<name>.<reason>` is
    about them all.
    """

    name: str
    verbs: tuple[str, ...]
    cost: tuple[tuple[str, int], ...] = ()
    why: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """Where things lie, what a decision is about, what one can do."""

    columns: tuple[Column, ...] = (Column(8, (BOARD,)), Column(4, (SEATS, HAND, COMMON, LOG, OTHERS)))
    by_players: Mapping[int, tuple[Column, ...]] = field(default_factory=dict)
    """The columns for a number of players that leaves room elsewhere: the same areas, in other places."""
    below: tuple[str, ...] = ()
    """Areas below all columns but the first, as wide as those together. The first then has nothing but a board, which
    is as high as the window, and is as wide as that makes it; the other columns share what is left."""
    about: Mapping[str, str] = field(default_factory=dict)
    """By decision point the area that a small screen shows then; the board where none is named."""
    kinds: Mapping[str, tuple[Kind, ...]] = field(default_factory=dict)
    """By decision point the kinds of action there are then, in the order of the action bar."""
    begins: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By verb the decision points at which something goes on that a move of it only begins, and takes back: nobody is
    asked about such a move, but about what comes of it, and an only move at those points is not made by itself."""
    dice_follow: bool = False
    """Whether the move that ends a turn can throw the dice at once, so that people want to be asked before it."""
    trade: Trade | None = None
    """How its seats trade, where they do: its moves are made in a trade window."""

    def __post_init__(self) -> None:
        for columns in (self.columns, *self.by_players.values()):
            if sum(column.width for column in columns) != TWELFTHS:
                raise ValueError(f"the columns are {[column.width for column in columns]} wide, not {TWELFTHS} in all")
            if sorted(areas_in(columns)) != sorted(areas_in(self.columns)):
                raise ValueError(f"for every number of players the areas are {', '.join(areas_in(self.columns))}")
        if self.below and self.columns[0].areas != (BOARD,):
            raise ValueError(f"areas lie below the columns beside a {BOARD}, but the first column has another area")
        for area in self.about.values():
            if area not in self.areas:
                raise ValueError(f"a decision is about {area!r}, but the areas are {', '.join(self.areas)}")

    @property
    def areas(self) -> tuple[str, ...]:
        """Every area, column by column, then what lies below them."""
        return areas_in(self.columns) + self.below

    @property
    def begun(self) -> frozenset[str]:
        """The decision points at which something begun goes on."""
        return frozenset(point for points in self.begins.values() for point in points)

    @property
    def own_areas(self) -> tuple[str, ...]:
        """The panels that are areas of their own."""
        return tuple(area for area in self.areas if area not in AREAS)

    def columns_for(self, players: int) -> tuple[Column, ...]:
        """The columns that so many players see."""
        return self.by_players.get(players, self.columns)


def areas_in(columns: tuple[Column, ...]) -> tuple[str, ...]:
    """Every area of some columns."""
    return tuple(area for column in columns for area in column.areas)


PLAIN = Table()


def table_of(spec: Spec) -> Table:
    """How a game lies on the table."""
    found: Table = contract.part(spec, "table", "TABLE") if contract.has_module(spec, "table") else PLAIN
    return found
