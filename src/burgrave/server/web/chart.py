"""The chart of a finished game: every seat's points over time, each in its colour and dashes, labelled directly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, pairwise

from markupsafe import Markup, escape

from burgrave.core.drawing import EDGE, INK, PAPER, QUIET_INK, TINCTURES, line, number, rectangle, shield, text

LEFT, TOP, FOOT = 40.0, 30.0, 34.0
DASHES = ("", "10 4", "2 4", "12 4 2 4", "6 3", "1 3 8 3")
LABEL_GAP = 24.0
MARKS = 6
LETTER = 7.0
"""About as wide are letters of that size: figures of the scale keep clear of the word beside them."""


@dataclass(frozen=True)
class Layout:
    """A size of the chart, and the room at its right end for the seats' shields, points and names."""

    name: str
    width: float
    height: float
    right: float
    names: bool


LAYOUTS = (Layout("wide", 760, 320, 180, True), Layout("narrow", 358, 280, 66, False))
"""For a desk and for a phone; the page shows the one that fits, so that figures are never small."""


def spread(places: Sequence[float], gap: float, lowest: float) -> list[float]:
    """Places moved apart as little as needed, none below `lowest`, so that labels do not cover each other."""
    order = sorted(range(len(places)), key=lambda k: places[k])
    moved = list(places)
    for before, after in pairwise(order):
        moved[after] = max(moved[after], moved[before] + gap)
    limit = lowest
    for k in reversed(order):
        moved[k] = min(moved[k], limit)
        limit = moved[k] - gap
    return moved


def marks(lowest: int, highest: int) -> range:
    """Round figures for the scale: steps of 1, 2 or 5, or ten times as much, and so on."""
    step = next(
        size * 10**power for power in count() for size in (1, 2, 5) if (highest - lowest) < size * 10**power * MARKS
    )
    return range(lowest // step * step, highest + step, step)


def score_chart(
    series: Sequence[Sequence[int]], names: Sequence[str], colours: Sequence[str], title: str, below: str, left: str
) -> Markup:
    """`series[k]` are seat k's points at each step; one picture for each layout. `below`, `left` name the axes."""
    return Markup("").join(_chart(layout, series, names, colours, title, below, left) for layout in LAYOUTS)


def _chart(
    layout: Layout,
    series: Sequence[Sequence[int]],
    names: Sequence[str],
    colours: Sequence[str],
    title: str,
    below: str,
    left: str,
) -> Markup:
    steps = max(2, *(len(points) for points in series))
    scale = marks(min(0, *(min(points) for points in series)), max(5, *(max(points) for points in series)))
    right, foot = layout.width - layout.right, layout.height - FOOT

    def x(step: float) -> float:
        return LEFT + step / (steps - 1) * (right - LEFT)

    def y(points: float) -> float:
        return TOP + (scale[-1] - points) / (scale[-1] - scale[0]) * (foot - TOP)

    body = [rectangle(0, 0, layout.width, layout.height, PAPER, None)]
    body.append(text(left, 8, 12, 14, "start", fill=QUIET_INK))
    body.append(text(below, right, layout.height - 9, 14, "end", fill=QUIET_INK))
    named = right - LETTER * (len(below) + 2)
    for mark in marks(0, steps - 1):
        if mark < steps:
            body.append(line((x(mark), foot), (x(mark), foot + 5), INK, 1))
            if x(mark) < named:
                body.append(text(mark, x(mark), foot + 14, 14))
    for mark in scale:
        body.append(line((LEFT, y(mark)), (right, y(mark)), INK if mark == scale[0] else EDGE, 1))
        body.append(text(mark, LEFT - 8, y(mark), 14, "end"))
    labels = spread([y(points[-1]) for points in series], LABEL_GAP, foot)
    for seat, points in enumerate(series):
        path = "M" + "L".join(f"{number(x(step))} {number(y(value))}" for step, value in enumerate(points))
        stroke = f'fill="none" stroke-linejoin="round" d="{path}"'
        dashes = DASHES[seat % len(DASHES)]
        body.append(f'<path {stroke} stroke="{INK}" stroke-opacity=".45" stroke-width="5"/>')
        body.append(
            f'<path {stroke} stroke="{TINCTURES[colours[seat]]}" stroke-width="3" stroke-dasharray="{dashes}"/>'
        )
        body.append(shield(colours[seat], right + 18, labels[seat], 20))
        label = f"{points[-1]} {names[seat]}" if layout.names else points[-1]
        body.append(text(label, right + 34, labels[seat], 14, "start", bold=not layout.names))
    size = f"0 0 {number(layout.width)} {number(layout.height)}"
    return Markup(
        f'<svg class="chart {layout.name}" viewBox="{size}" role="img" aria-label="{escape(title)}">'
        f"{''.join(body)}</svg>"
    )
