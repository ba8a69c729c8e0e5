"""Legal lists: `moves[0]` counts, the ids follow in ascending order."""

from burgrave.core.rule import LISTS, compiler

rule = compiler(LISTS)


@rule
def offer(moves, move):  # type: ignore[no-untyped-def]
    """Put one more move on the list."""
    count = moves[0] + 1
    moves[0] = count
    moves[count] = move
