"""The face of a game that has none of its own: the record's fields, readable, in words and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from burgrave.core.drawing import EDGE, PAPER, QUIET_INK, Drawing, Panel, line, rectangle, text, text_width
from burgrave.core.words import spelled

ROW = 30
MARGIN = 18
SIZE = 16
LEAST_WIDTH = 420


def describe(view: Any, language: str) -> str:
    """One line for each field."""
    return "\n".join(f"{name}: {values}" for name, values in rows(view))


def score_parts(view: Any) -> tuple[dict[str, int], ...]:
    """All points from one source."""
    return tuple({"points": points} for points in view.scores)


def rows(view: Any) -> Iterator[tuple[str, str]]:
    """The fields of the game's own, a table as one row for each of its lines."""
    shared = {"to_act", "point", "players", "winners", *(option.name for option in view.game.spec.options)}
    for name, value in view.fields.items():
        if name in shared:
            continue
        if isinstance(value, list) and value and isinstance(value[0], list):
            for number, values in enumerate(value):
                yield f"{spelled(name)} {number}", joined(values)
        else:
            yield spelled(name), joined(value) if isinstance(value, list) else str(value)


def joined(values: list[Any]) -> str:
    """A row of numbers; rows inside it stand in brackets."""
    return "  ".join(f"[{joined(value)}]" if isinstance(value, list) else str(value) for value in values)


def draw(view: Any, language: str) -> Drawing:
    """The fields as a table."""
    lines = list(rows(view))
    names = max((text_width(name, SIZE) for name, _ in lines), default=0) + 2 * MARGIN
    values = max((text_width(value, SIZE, bold=True) for _, value in lines), default=0)
    width, height = max(LEAST_WIDTH, names + values + 2 * MARGIN), 2 * MARGIN + ROW * len(lines)
    table = "".join(
        text(name, MARGIN, MARGIN + ROW * (k + 0.5), SIZE, "start", fill=QUIET_INK)
        + text(value, MARGIN + names, MARGIN + ROW * (k + 0.5), SIZE, "start", bold=True)
        for k, (name, value) in enumerate(lines)
    )
    rules = "".join(
        line((MARGIN, MARGIN + ROW * k), (width - MARGIN, MARGIN + ROW * k), EDGE, 1) for k in range(1, len(lines))
    )
    figures = tuple(Panel(f"figures-{seat}", "", 170, 1, "", "seat", seat) for seat in range(view.game.players))
    sheet = rectangle(1, 1, width - 2, height - 2, PAPER, EDGE, 1.5, 10)
    return Drawing("", (0, 0, width, height), sheet + rules, table, "", figures, ())
