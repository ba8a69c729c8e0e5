"""The six actions of a turn: who may do what where, and what happens."""

from burgrave.games.barony.board import (
    CITY,
    DUKE,
    FOREST,
    GOLD,
    HEXES,
    KINDS,
    KNIGHT,
    KNIGHTS_FOR_EXPEDITION,
    KNIGHTS_PER_MOVEMENT,
    LAKE,
    MOUNTAIN,
    NEIGHBOUR,
    NEIGHBOURS,
    PIECES_THAT_HOLD_A_HEX,
    RECRUITS,
    RECRUITS_BY_LAKE,
    SIDES,
    TITLE_PRICE,
    VILLAGE,
)
from burgrave.games.barony.moves import (
    ALLOWED,
    BUILDING_HERE,
    CITY_NEXT_TO_CITY,
    CITY_ON_FOREST,
    DEAREST_TOKEN_FIRST,
    ENEMY_KNIGHT_HERE,
    EXPEDITION_NEEDS_TWO_KNIGHTS,
    HEX_NOT_EMPTY,
    KNIGHT_HAS_MOVED,
    KNIGHT_ON_LAKE,
    MOUNTAIN_HELD,
    NO_CITY_IN_RESERVE,
    NO_KNIGHT_IN_RESERVE,
    NO_KNIGHT_TO_MOVE,
    NO_KNIGHT_TO_REPLACE,
    NO_STRONGHOLD_IN_RESERVE,
    NO_VILLAGE_IN_RESERVE,
    NOT_ADJACENT,
    NOT_ON_THE_EDGE,
    NOT_ON_THIS_BOARD,
    NOT_YOUR_CITY,
    NOT_YOUR_VILLAGE,
    THIRD_RECRUIT_NEEDS_LAKE,
    TOKEN_NOT_HELD,
    TOO_FEW_KNIGHTS_IN_RESERVE,
    TOO_LITTLE_GOLD,
    TWO_PIECES,
    VICTIM_HAS_NO_SUCH_TOKEN,
    WALLS,
)
from burgrave.games.barony.rules_set_up import city_adjacent
from burgrave.games.barony.state import NONE, rule


@rule
def pieces(s, hex, seat):
    """A seat's pieces on a hex: its knights and its building."""
    count = int(s.knights[hex, seat])
    if s.owners[hex] == seat:
        count += 1
    return count


@rule
def enemy_knight_on(s, seat, hex):
    """Whether an opponent's knight stands on the hex."""
    for other in range(s.players):
        if other != seat and s.knights[hex, other] > 0:
            return True
    return False


# A: recruit


@rule
def lake_adjacent(s, hex):
    """Whether a neighbouring hex is a lake."""
    for k in range(NEIGHBOURS[s.players, hex]):
        if s.terrain[NEIGHBOUR[s.players, hex, k]] == LAKE:
            return True
    return False


@rule
def may_recruit(s, seat, hex, count):
    """Up to two knights from reserve go to one own city, up to three if it lies by a lake."""
    if hex >= HEXES[s.players]:
        return NOT_ON_THIS_BOARD
    if s.buildings[hex] != CITY or s.owners[hex] != seat:
        return NOT_YOUR_CITY
    if s.reserve[seat, KNIGHT] == 0:
        return NO_KNIGHT_IN_RESERVE
    if s.reserve[seat, KNIGHT] < count:
        return TOO_FEW_KNIGHTS_IN_RESERVE
    if count > RECRUITS and not lake_adjacent(s, hex):
        return THIRD_RECRUIT_NEEDS_LAKE
    return ALLOWED


@rule
def most_recruits(s, seat, hex):
    """How many knights an own city can recruit now."""
    return min(RECRUITS_BY_LAKE if lake_adjacent(s, hex) else RECRUITS, int(s.reserve[seat, KNIGHT]))


@rule
def recruit(s, seat, hex, count):
    """Knights go from reserve to the city."""
    s.reserve[seat, KNIGHT] -= count
    s.knights[hex, seat] += count


# B: move


@rule
def may_enter(s, seat, hex):
    """No knight enters a lake, walls, a hex that one opponent holds with two pieces, or a mountain held by anybody."""
    terrain = s.terrain[hex]
    if terrain == LAKE:
        return KNIGHT_ON_LAKE
    if s.owners[hex] != NONE and s.owners[hex] != seat and s.buildings[hex] != VILLAGE:
        return WALLS
    for other in range(s.players):
        if other != seat:
            count = pieces(s, hex, other)
            if count > 0 and terrain == MOUNTAIN:
                return MOUNTAIN_HELD
            if count >= PIECES_THAT_HOLD_A_HEX:
                return TWO_PIECES
    return ALLOWED


@rule
def free_knights(s, seat, hex):
    """Knights on the hex that have not moved in this action."""
    count = int(s.knights[hex, seat])
    if hex == s.first_knight_at:
        count -= 1
    return count


@rule
def may_step(s, seat, here, there):
    """A knight that has not moved yet goes to an adjacent hex that it may enter."""
    if here >= HEXES[s.players] or there >= HEXES[s.players]:
        return NOT_ON_THIS_BOARD
    if s.knights[here, seat] == 0:
        return NO_KNIGHT_TO_MOVE
    if free_knights(s, seat, here) == 0:
        return KNIGHT_HAS_MOVED
    for k in range(NEIGHBOURS[s.players, here]):
        if NEIGHBOUR[s.players, here, k] == there:
            return may_enter(s, seat, there)
    return NOT_ADJACENT


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
    return ALLOWED if s.tokens[s.robbed, kind] > 0 else VICTIM_HAS_NO_SUCH_TOKEN


@rule
def take(s, seat, kind):
    """The attacker takes the token from the village's owner."""
    s.tokens[s.robbed, kind] -= 1
    s.tokens[seat, kind] += 1
    s.robbed = NONE


# C: build


@rule
def may_build_on(s, seat, hex):
    """A village or stronghold replaces an own knight where nobody has a building and no opponent a knight."""
    if hex >= HEXES[s.players]:
        return NOT_ON_THIS_BOARD
    if s.knights[hex, seat] == 0:
        return NO_KNIGHT_TO_REPLACE
    if s.buildings[hex] != NONE:
        return BUILDING_HERE
    if enemy_knight_on(s, seat, hex):
        return ENEMY_KNIGHT_HERE
    return ALLOWED


@rule
def may_build(s, seat, hex, piece):
    """What is built comes from the reserve, which is limited."""
    if s.reserve[seat, piece] == 0:
        return NO_VILLAGE_IN_RESERVE if piece == VILLAGE else NO_STRONGHOLD_IN_RESERVE
    return may_build_on(s, seat, hex)


@rule
def build(s, seat, hex, piece):
    """The knight returns to reserve, the building comes, and the builder earns a token of the hex's terrain."""
    s.knights[hex, seat] -= 1
    s.reserve[seat, KNIGHT] += 1
    s.reserve[seat, piece] -= 1
    s.buildings[hex] = piece
    s.owners[hex] = seat
    kind = s.terrain[hex]
    if s.pool[kind] != 0:
        s.tokens[seat, kind] += 1
        if s.token_supply:
            s.pool[kind] -= 1


# D: new city


@rule
def may_found_city(s, seat, hex):
    """A city replaces an own village that is not on forest, not next to any city and has no enemy knight on it."""
    if hex >= HEXES[s.players]:
        return NOT_ON_THIS_BOARD
    if s.buildings[hex] != VILLAGE or s.owners[hex] != seat:
        return NOT_YOUR_VILLAGE
    if s.reserve[seat, CITY] == 0:
        return NO_CITY_IN_RESERVE
    if s.terrain[hex] == FOREST:
        return CITY_ON_FOREST
    if city_adjacent(s, hex):
        return CITY_NEXT_TO_CITY
    if enemy_knight_on(s, seat, hex):
        return ENEMY_KNIGHT_HERE
    return ALLOWED


@rule
def found_city(s, seat, hex):
    """The village returns to reserve, and the marker goes one row down."""
    s.reserve[seat, VILLAGE] += 1
    s.reserve[seat, CITY] -= 1
    s.buildings[hex] = CITY
    s.new_cities[seat] += 1


# E: expedition


@rule
def empty(s, hex):
    """Whether no piece of anybody is on the hex."""
    if s.buildings[hex] != NONE:
        return False
    for seat in range(s.players):
        if s.knights[hex, seat] > 0:
            return False
    return True


@rule
def may_explore(s, seat, hex):
    """Two knights of the reserve set out; one arrives on an empty hex at the edge of the board that is not a lake."""
    if hex >= HEXES[s.players]:
        return NOT_ON_THIS_BOARD
    if s.reserve[seat, KNIGHT] < KNIGHTS_FOR_EXPEDITION:
        return EXPEDITION_NEEDS_TWO_KNIGHTS
    if NEIGHBOURS[s.players, hex] == SIDES:
        return NOT_ON_THE_EDGE
    if s.terrain[hex] == LAKE:
        return KNIGHT_ON_LAKE
    if not empty(s, hex):
        return HEX_NOT_EMPTY
    return ALLOWED


@rule
def explore(s, seat, hex):
    """One knight reaches the hex, the others of the expedition leave the game for good."""
    s.reserve[seat, KNIGHT] -= KNIGHTS_FOR_EXPEDITION
    s.knights_removed[seat] += KNIGHTS_FOR_EXPEDITION - 1
    s.knights[hex, seat] += 1


# F: noble title


@rule
def gold_paid(s):
    """The gold paid so far for the title under way."""
    gold = 0
    for kind in range(len(KINDS)):
        gold += GOLD[kind] * s.paid[kind]
    return gold


@rule
def cheapest_paid(s):
    """The kind of the last token paid; before the first one, the dearest kind there is."""
    for kind in range(len(KINDS)):
        if s.paid[kind] > 0:
            return kind
    return len(KINDS) - 1


@rule
def may_pay(s, seat, kind):
    """Tokens are paid one by one, the dearest first, and only if this kind and cheaper ones can reach the price."""
    if s.tokens[seat, kind] == 0:
        return TOKEN_NOT_HELD
    if kind > cheapest_paid(s):
        return DEAREST_TOKEN_FIRST
    gold = gold_paid(s)
    for cheaper in range(kind + 1):
        gold += GOLD[cheaper] * s.tokens[seat, cheaper]
    if gold < TITLE_PRICE:
        return TOO_LITTLE_GOLD
    return ALLOWED


@rule
def pay(s, seat, kind):
    """The token goes back to the pool."""
    s.tokens[seat, kind] -= 1
    s.paid[kind] += 1
    if s.token_supply:
        s.pool[kind] += 1


@rule
def gain_title(s, seat):
    """The marker goes one column to the right; with a duke this is the last round, so that no duke acts again."""
    s.title[seat] += 1
    if s.title[seat] == DUKE:
        s.last_round = 1
