"""Knights that move, what they destroy, and the token that a destroyed village costs its owner."""

from burgrave.games.barony.board import (
    HEXES,
    KINDS,
    KNIGHT,
    KNIGHTS_PER_MOVEMENT,
    LAKE,
    MOST_HEXES,
    MOUNTAIN,
    NEIGHBOUR,
    NEIGHBOURS,
    PIECES_THAT_HOLD_A_HEX,
    VILLAGE,
)
from burgrave.games.barony.hexes import pieces
from burgrave.games.barony.moves import MOVE_ID, Reason
from burgrave.games.barony.state import NONE, rule

# Who may go where


@rule
def stays_on_board(s, here, there):
    """The board of fewer players has fewer hexes."""
    on_board = here < HEXES[s.players] and there < HEXES[s.players]
    return Reason.ALLOWED if on_board else Reason.NOT_ON_THIS_BOARD


@rule
def free_knights(s, seat, hex):
    """Knights on the hex that have not moved in this action."""
    count = int(s.knights[hex, seat])
    if hex == s.first_knight_at:
        count -= 1
    return count


@rule
def has_knight_to_move(s, seat, here):
    """Each knight moves once in an action."""
    if s.knights[here, seat] == 0:
        return Reason.NO_KNIGHT_TO_MOVE
    return Reason.ALLOWED if free_knights(s, seat, here) > 0 else Reason.KNIGHT_HAS_MOVED


@rule
def is_adjacent(s, here, there):
    """A knight goes to an adjacent hex."""
    for k in range(NEIGHBOURS[s.players, here]):
        if NEIGHBOUR[s.players, here, k] == there:
            return Reason.ALLOWED
    return Reason.NOT_ADJACENT


@rule
def may_enter(s, seat, there):
    """No knight enters a lake, walls, a hex that one opponent holds with two pieces, or a mountain held by anybody."""
    terrain = s.terrain[there]
    if terrain == LAKE:
        return Reason.KNIGHT_ON_LAKE
    if s.owners[there] != NONE and s.owners[there] != seat and s.buildings[there] != VILLAGE:
        return Reason.WALLS
    for other in range(s.players):
        if other != seat:
            count = pieces(s, there, other)
            if count > 0 and terrain == MOUNTAIN:
                return Reason.MOUNTAIN_HELD
            if count >= PIECES_THAT_HOLD_A_HEX:
                return Reason.TWO_PIECES
    return Reason.ALLOWED


@rule
def find_closed(s, w, seat):
    """Note the hexes that own knights may not enter: for all of them at once, which takes less than to ask for some."""
    for hex in range(MOST_HEXES):
        walls = (s.owners[hex] != NONE) & (s.owners[hex] != seat) & (s.buildings[hex] != VILLAGE)
        w.closed[hex] = (s.terrain[hex] == LAKE) | walls
    for other in range(s.players):
        if other != seat:
            for hex in range(MOST_HEXES):
                building, knights = s.owners[hex] == other, s.knights[hex, other]
                held = (knights > 1) | (building & (knights > 0))
                w.closed[hex] |= held | ((building | (knights > 0)) & (s.terrain[hex] == MOUNTAIN))


@rule
def legal_steps(s, w, seat, moves):
    """Every step of every knight that has not moved."""
    players = int(s.players)
    count = int(moves[0])
    for k in range(1, w.camps[0] + 1):
        here = int(w.camps[k])
        if free_knights(s, seat, here) > 0:
            for side in range(NEIGHBOURS[players, here]):
                moves[count + 1] = MOVE_ID[players, here, side]
                count += w.closed[NEIGHBOUR[players, here, side]] == 0
    moves[0] = count


@rule
def can_leave(s, seat, here):
    """Whether a knight on this hex may enter a neighbouring one."""
    for k in range(NEIGHBOURS[s.players, here]):
        if may_enter(s, seat, NEIGHBOUR[s.players, here, k]) == Reason.ALLOWED:
            return True
    return False


# What a step does


@rule
def tokens_held(s, seat):
    """How many tokens a seat holds."""
    count = 0
    for kind in range(len(KINDS)):
        count += s.tokens[seat, kind]
    return count


@rule
def destroy_others(s, seat, hex):
    """All opponents' pieces go back to their owners' reserves; the owner of a village must give up a token."""
    for other in range(s.players):
        if other != seat:
            s.reserve[other, KNIGHT] += s.knights[hex, other]
            s.knights[hex, other] = 0
    owner = s.owners[hex]
    if owner != NONE and owner != seat:
        s.reserve[owner, VILLAGE] += 1
        s.buildings[hex] = NONE
        s.owners[hex] = NONE
        if tokens_held(s, owner) > 0:
            s.robbed = owner


@rule
def step(s, seat, here, there):
    """A knight moves; where its baron already had a piece, all opponents' pieces are destroyed at once."""
    conflict = pieces(s, there, seat) > 0
    s.knights[here, seat] -= 1
    s.knights[there, seat] += 1
    s.knights_moved += 1
    if s.knights_moved < KNIGHTS_PER_MOVEMENT:
        s.first_knight_at = there
    if conflict:
        destroy_others(s, seat, there)


@rule
def may_take(s, kind):
    """The attacker chooses among the tokens that the village's owner holds."""
    return Reason.ALLOWED if s.tokens[s.robbed, kind] > 0 else Reason.VICTIM_HAS_NO_SUCH_TOKEN


@rule
def take(s, seat, kind):
    """The attacker takes the token from the village's owner."""
    s.tokens[s.robbed, kind] -= 1
    s.tokens[seat, kind] += 1
    s.robbed = NONE
