"""What has been made of a table's present state: each page, state and line once for all who see the same."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from burgrave.server.store.rows import Made
from burgrave.server.tables.games import Games
from burgrave.server.tables.state import TableState
from burgrave.server.tables.table import Table
from burgrave.server.web.fresh import Fresh
from burgrave.server.web.page_state import Parts

PageKey = tuple[int | None, str, bool, tuple[int, ...], tuple[int, ...], frozenset[tuple[str, str]]]
"""A seat, a language, whether it is the host who looks, all seats they hold or ask for, and whom they have blocked."""


@dataclass(frozen=True)
class Glance:
    """A table at one moment: a thread draws it while the table itself goes on."""

    made: Made
    state: TableState
    games: Games
    here: frozenset[int]
    """The seats that somebody looks after."""
    sitters: Mapping[int, frozenset[str]]
    """The browsers that may act for each seat."""
    others: frozenset[int]
    """The seats that other people than the host hold."""
    hinted: frozenset[int] = frozenset()
    """The seats that may have hints."""

    @classmethod
    def at(cls, table: Table) -> Glance:
        """The table now."""
        here = frozenset(seat for seat in range(table.state.players) if table.is_here(seat))
        sitters = {seat: frozenset(players) for seat, players in table.sitters.items()}
        hinted = frozenset(seat for seat in range(table.state.players) if table.may_have_hints(seat))
        return cls(table.made, table.state, table.games, here, sitters, frozenset(table.others), hinted)

    @property
    def id(self) -> str:
        """The table's identifier."""
        return self.made.id

    def is_here(self, seat: int) -> bool:
        """Whether somebody looked after a seat."""
        return seat in self.here


@dataclass
class Rendered:
    """What was made since a table last changed."""

    changes: int
    pages: dict[PageKey, asyncio.Future[Parts]] = field(default_factory=dict)
    previews: dict[tuple[int, str], asyncio.Future[dict[str, Any]]] = field(default_factory=dict)
    """What each move would cost and bring, by seat and language."""
    states: dict[tuple[int | None, str], dict[str, Any]] = field(default_factory=dict)
    """By seat and language."""
    fresh: dict[int, Fresh] = field(default_factory=dict)
    """The events after a number, before anybody reads them."""
    lines: dict[tuple[int | None, int], list[str]] = field(default_factory=dict)
    """The events after a number, by seat and number."""
    written: dict[tuple[int, str], str] = field(default_factory=dict)
    """Events as text, by number and by how the move reads."""


_RENDERED: WeakKeyDictionary[Table, Rendered] = WeakKeyDictionary()


def rendered(table: Table) -> Rendered:
    """What was made of the table as it is now."""
    found = _RENDERED.get(table)
    if found is None or found.changes != table.changes:
        found = _RENDERED[table] = Rendered(table.changes)
    return found
