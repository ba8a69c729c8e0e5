"""The chart of a finished game: every seat's points over time, each in its colour and dashes, labelled directly."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from markupsafe import Markup, escape

from burgrave.core.drawing import EDGE, INK, TINCTURES, line, number, shield, text

WIDTH, HEIGHT, LEFT, RIGHT, TOP, FOOT = 720.0, 320.0, 40.0, 160.0, 14.0, 30.0
DASHES = ("", "10 4", "2 4", "12 4 2 4", "6 3", "1 3 8 3")
LABEL_GAP = 24.0


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


def score_chart(
    series: Sequence[Sequence[int]], names: Sequence[str], colours: Sequence[str], title: str, below: str
) -> Markup:
    """`series[k]` are seat k's points at each step."""
    steps = max(2, *(len(points) for points in series))
    highest = max(5, *(max(points) for points in series))
    lowest = min(0, *(min(points) for points in series))
    right, foot = WIDTH - RIGHT, HEIGHT - FOOT

    def x(step: float) -> float:
        return LEFT + step / (steps - 1) * (right - LEFT)

    def y(points: float) -> float:
        return TOP + (highest - points) / (highest - lowest) * (foot - TOP)

    body = [text(below, LEFT, HEIGHT - 10, 14, "start", on_table=True)]
    for mark in range(lowest, highest + 1, max(1, round((highest - lowest) / 5))):
        body.append(line((LEFT, y(mark)), (right, y(mark)), EDGE, 1))
        body.append(text(mark, LEFT - 8, y(mark), 14, "end", on_table=True))
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
        body.append(text(f"{points[-1]} {names[seat]}", right + 34, labels[seat], 14, "start", on_table=True))
    size = f"0 0 {number(WIDTH)} {number(HEIGHT)}"
    return Markup(f'<svg class="chart" viewBox="{size}" role="img" aria-label="{escape(title)}">{"".join(body)}</svg>')
