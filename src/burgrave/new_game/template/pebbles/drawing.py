"""The heap, and how many pebbles everybody has."""

from burgrave.core.drawing import PARCHMENT, Drawing, Panel, circle, rectangle, site_rectangle, text
from burgrave.core.words import words

ACROSS, STEP, EDGE, WIDTH, HEIGHT = 10, 30, 20, 310, 100


def draw(view, language):
    """Every pebble is a circle; the heap can be clicked."""
    pebbles = [(EDGE + STEP * (k % ACROSS), EDGE + STEP * (k // ACROSS)) for k in range(int(view.s.left))]
    figures = [text(view.s.taken[seat], 4, 12, anchor="start") for seat in range(view.game.players)]
    return Drawing(
        symbols="",
        box=(0, 0, WIDTH, HEIGHT),
        ground=rectangle(0, 0, WIDTH, HEIGHT, PARCHMENT),
        pieces="".join(circle(x, y, 11, "#8d8478") for x, y in pebbles),
        sites=site_rectangle("heap", words(__package__, language)("site.heap"), 0, 0, WIDTH, HEIGHT),
        figures=tuple(Panel(f"figures-{seat}", "", 170, 24, body, "seat", seat) for seat, body in enumerate(figures)),
        panels=(),
    )
