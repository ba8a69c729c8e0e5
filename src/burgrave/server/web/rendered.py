"""What has been made of a table's present state: each page, state and line once for all who see the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from burgrave.server.tables.table import Table
from burgrave.server.web.page_state import Parts

PageKey = tuple[int | None, str, bool, tuple[int, ...]]
"""A seat, a language, whether it is the host who looks, and all seats that they hold."""


@dataclass
class Rendered:
    """What was made since a table last changed."""

    changes: int
    pages: dict[PageKey, Parts] = field(default_factory=dict)
    states: dict[tuple[int | None, str], dict[str, Any]] = field(default_factory=dict)
    """By seat and language."""
    lines: dict[tuple[int | None, int], list[str]] = field(default_factory=dict)
    """The events after a number, by seat and number."""


_RENDERED: WeakKeyDictionary[Table, Rendered] = WeakKeyDictionary()


def rendered(table: Table) -> Rendered:
    """What was made of the table as it is now."""
    found = _RENDERED.get(table)
    if found is None or found.changes != table.changes:
        found = _RENDERED[table] = Rendered(table.changes)
    return found
