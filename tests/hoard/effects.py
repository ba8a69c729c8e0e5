"""What a move of Hoard brings: coins, and points by source."""

from burgrave.core.effects import ending, gain, points_by_source

STOCKS = {"coins": lambda s: s.taken}
ICONS = {"coins": "hoard-coin"}


def effects(before, move, after):
    """Coins from the chest, the points they change, and the end."""
    for seat in range(before.game.players):
        coins = int(after.s.taken[seat]) - int(before.s.taken[seat])
        if coins:
            yield gain("coins", seat, coins, target=f"p{seat}")
    yield from points_by_source(before, after)
    yield from ending(before, after)
