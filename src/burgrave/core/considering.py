"""How a game's `consider` shortens the list of moves that bots look at; a verb's moves are a range of ids."""

from burgrave.core.rule import LISTS, compiler

rule = compiler(LISTS)


@rule
def has_any(moves, first, last):
    """Whether the list has a move from `first` up to, not including, `last`."""
    found = False
    for k in range(1, moves[0] + 1):
        found = found or first <= moves[k] < last
    return found


@rule
def leave_out(moves, first, last):
    """Take these moves off the list, unless nothing would be left."""
    kept = 0
    for k in range(1, moves[0] + 1):
        if not first <= moves[k] < last:
            kept += 1
    if kept == 0:
        return
    kept = 0
    for k in range(1, moves[0] + 1):
        if not first <= moves[k] < last:
            kept += 1
            moves[kept] = moves[k]
    moves[0] = kept


@rule
def keep_only(moves, first, last):
    """Leave nothing but these moves on the list, if it has any of them; whether it has."""
    if not has_any(moves, first, last):
        return False
    kept = 0
    for k in range(1, moves[0] + 1):
        if first <= moves[k] < last:
            kept += 1
            moves[kept] = moves[k]
    moves[0] = kept
    return True
