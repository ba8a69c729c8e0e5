"""Four chests, and the own card and mark."""

from burgrave.core import drawing as kit
from burgrave.core.drawing import Drawing, Panel
from burgrave.core.words import seat_name, words
from hoard.state import CHESTS, HIDDEN, NONE

SYMBOLS = kit.symbol("hoard-coin", kit.circle(0, 0, 12, kit.GOLD))
WIDTH, HEIGHT = 90, 100


def draw(view, language):
    """The chests with their coins; everybody's coins; the own card."""
    say = words("hoard", language)
    chests = range(1, CHESTS + 1)
    return Drawing(
        symbols=SYMBOLS,
        box=(0, 0, CHESTS * WIDTH, HEIGHT),
        ground="".join(kit.rectangle((chest - 1) * WIDTH + 5, 5, 80, 90, kit.PAPER) for chest in chests),
        pieces="".join(coins(chest, int(view.s.chest[chest])) for chest in chests),
        sites="".join(
            kit.site_rectangle(f"chest-{chest}", say("chest", number=chest), (chest - 1) * WIDTH, 0, WIDTH, HEIGHT)
            for chest in chests
        ),
        figures=tuple(figures(view, seat, language) for seat in range(view.game.players)),
        panels=() if view.seat is None else (hand(view, say),),
    )


def coins(chest, count):
    """What is left in a chest, as a pile that stays while it shrinks."""
    middle = (chest - 0.5) * WIDTH
    pile = "".join(kit.use("hoard-coin", middle, 24 + 24 * k, 22) for k in range(count))
    return f'<g id="pile-{chest}">{pile}</g>'


def figures(view, seat, language):
    """A seat's coins, with its name for who asks."""
    name, taken = seat_name(seat, view.names, language), int(view.s.taken[seat])
    body = kit.named(kit.use("hoard-coin", 12, 13, 20) + kit.text(taken, 34, 13), f"{name}: {taken}")
    return Panel(f"figures-{seat}", name, 170, 26, body, "seat", seat)


def hand(view, say):
    """The own card and mark."""
    card, mark = int(view.s.card[view.seat]), int(view.s.mark[view.seat])
    shown = [say("card", value=card)] if card not in (NONE, HIDDEN) else []
    shown += [say("chest", number=mark)] if mark != NONE else []
    body = kit.sheet(160, 40) + kit.text(", ".join(shown), 80, 20)
    return Panel("hand", say("hand"), 160, 40, body, "hand", view.seat)
