"""The curve of a game: every seat's chance to win, move by move, with the moments that mattered."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from burgrave.core.drawing import EDGE, INK, PAPER, QUIET_INK, TINCTURES, line, number, rectangle, shield, text

WIDTH, NARROW, HEIGHT = 760.0, 400.0, 260.0
"""The width on a page of its own, and beside a board; figures are as large on either."""
LEFT, RIGHT, TOP, FOOT = 44.0, 12.0, 12.0, 26.0
DASHES = ("", "10 4", "2 4", "12 4 2 4", "6 3", "1 3 8 3")
MARK = 5.0


def chart(
    curve: Sequence[Sequence[float]],
    colours: Sequence[str],
    title: str,
    below: str,
    marks: Sequence[tuple[int, int, str]] = (),
    links: str = "",
    width: float = WIDTH,
) -> str:
    """The picture as SVG; `marks` are moments: after how many moves, whose, and what it was.

    With `links` a mark leads to the address that it makes of the number. The element tells a script where its moves
    are: `data-left`, `data-right`, `data-length`.
    """
    length = len(curve) - 1

    def place(move: float) -> float:
        return LEFT + move / max(1, length) * (width - LEFT - RIGHT)

    def y(chance: float) -> float:
        return TOP + (1 - chance) * (HEIGHT - TOP - FOOT)

    body = [rectangle(0, 0, width, HEIGHT, PAPER, None)]
    for mark in (0.0, 0.25, 0.5, 0.75, 1.0):
        body.append(line((LEFT, y(mark)), (width - RIGHT, y(mark)), INK if mark == 0 else EDGE, 1))
        body.append(text(f"{100 * mark:.0f}", LEFT - 8, y(mark), 13, "end", fill=QUIET_INK))
    step = next(size for size in (10, 20, 50, 100, 200, 500, 1000, 5000, 20000, 100000) if length < width / 60 * size)
    for mark in range(0, length + 1, step):
        body.append(line((place(mark), y(0)), (place(mark), y(0) + 4), INK, 1))
        if place(mark) < width - RIGHT - 60:
            body.append(text(mark, place(mark), y(0) + 13, 13, fill=QUIET_INK))
    body.append(text(below, width - RIGHT, HEIGHT - 12, 13, "end", fill=QUIET_INK))
    for seat, colour in enumerate(colours):
        steps = [(move, chances[seat]) for move, chances in enumerate(curve)]
        told = [one for k, one in enumerate(steps) if k in (0, length) or one[1] != steps[k - 1][1]]
        path = f"M{number(LEFT)} {number(y(steps[0][1]))}" + "".join(
            f"H{number(place(move))}V{number(y(chance))}" for move, chance in told[1:]
        )
        stroke = f'fill="none" stroke-linejoin="round" d="{path}"'
        dashes = DASHES[seat % len(DASHES)]
        body.append(f'<path {stroke} stroke="{INK}" stroke-opacity=".4" stroke-width="3.6"/>')
        body.append(f'<path {stroke} stroke="{TINCTURES[colour]}" stroke-width="2.2" stroke-dasharray="{dashes}"/>')
    for move, seat, what in marks:
        x, height = place(move), y(curve[move][seat])
        spot = (
            f'<circle class="mark" data-go="{move}" cx="{number(x)}" cy="{number(height)}" r="{number(MARK)}" '
            f'fill="{TINCTURES[colours[seat]]}" stroke="{INK}" stroke-width="1.5"><title>{escape(what)}</title>'
            "</circle>"
        )
        body.append(f'<a href="{escape(links.format(move))}">{spot}</a>' if links else spot)
    return (
        f'<svg class="curve" viewBox="0 0 {number(width)} {number(HEIGHT)}" role="img" aria-label="{escape(title)}" '
        f'data-left="{number(LEFT)}" data-right="{number(width - RIGHT)}" data-length="{length}">{"".join(body)}</svg>'
    )


def legend(names: Sequence[str], colours: Sequence[str]) -> str:
    """Whose curve is which."""
    parts = []
    for seat, (name, colour) in enumerate(zip(names, colours, strict=True)):
        dashes = DASHES[seat % len(DASHES)]
        stroke = f'stroke="{TINCTURES[colour]}" stroke-width="4" stroke-dasharray="{dashes}"'
        sample = f'<svg viewBox="0 0 66 26" width="66" height="26" aria-hidden="true">{shield(colour, 13, 13, 22)}'
        parts.append(f'<span class="whose">{sample}<path d="M28 13h36" {stroke}/></svg>{escape(name)}</span>')
    return "".join(parts)
