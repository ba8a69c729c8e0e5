"""From an empty table to the first turn: the island laid by chance or by a layout, then the placement rounds."""

from burgrave.core.spec import CHANCE
from burgrave.games.catan.board import (
    BANK,
    BEGINNER,
    CARD_KINDS,
    CORNER_SPIRAL,
    DECK,
    DESERT,
    HARBOUR_COUNT,
    HARBOUR_PLACES,
    HEX_HEX,
    HEXES,
    INTERSECTION_HEX,
    INTERSECTION_PATH,
    INTERSECTIONS,
    LAYOUT_HARBOUR,
    LAYOUT_NUMBER,
    LAYOUT_TERRAIN,
    NUMBER,
    PATHS,
    PIECES,
    RATIO_BANK,
    RED,
    RED_TOKENS,
    RESOURCE_KINDS,
    SEAT_COLOUR,
    SPIRAL,
    TERRAIN_COUNT,
    TOKEN_COUNT,
    TOKENS,
)
from burgrave.games.catan.building import place_road, place_settlement
from burgrave.games.catan.moves import Reason
from burgrave.games.catan.production import gain
from burgrave.games.catan.state import (
    ANY_CORNER,
    BEGINNERS,
    FIRST_BY_RULE,
    FIRST_NAMED,
    NOBODY,
    SPIRAL_TOKENS,
    VARIABLE,
    Point,
    rule,
)
from burgrave.games.catan.turn import begin_turn

RED_STEPS = len(RED_TOKENS)
TOKEN_STEPS = len(TOKENS)


@rule
def first_cards(s, seat, intersection):
    """One card for each hex around the second settlement; the desert gives none."""
    for k in range(3):
        h = INTERSECTION_HEX[intersection, k]
        if h >= 0 and s.terrain[h] != DESERT:
            gain(s, seat, int(s.terrain[h]), 1)


@rule
def place_beginners(s):
    """The pieces and first cards that the beginners' set-up prints for each colour."""
    for player in range(s.players):
        colour = SEAT_COLOUR[s.players, player]
        for k in range(2):
            place_settlement(s, player, BEGINNER[s.beginner_layout, colour, k, 0])
            place_road(s, player, BEGINNER[s.beginner_layout, colour, k, 1])
        first_cards(s, player, BEGINNER[s.beginner_layout, colour, 1, 0])


@rule
def begin(s, player):
    """The first player places first, or in the beginners' set-up takes the first turn."""
    s.first = player
    if s.set_up == BEGINNERS:
        begin_turn(s, player)
        return
    s.active = player
    s.to_act = player
    s.point = Point.PLACE_SETTLEMENT


@rule
def finish_island(s):
    """The robber starts on the desert, beginners' pieces where they are printed; the first player is known or drawn."""
    for h in range(HEXES):
        if s.terrain[h] == DESERT:
            s.robber = h
    s.step = 0
    if s.set_up == BEGINNERS:
        place_beginners(s)
    if s.first_player >= FIRST_NAMED:
        begin(s, s.first_player - FIRST_NAMED)
    elif s.first_player == FIRST_BY_RULE and s.set_up == BEGINNERS:
        begin(s, 0)
    else:
        s.to_act = CHANCE
        s.point = Point.FIRST


@rule
def start(s, w):
    """Everything in its box, then the first step of set-up."""
    s.robber = NOBODY
    for h in range(HEXES):
        s.terrain[h] = -1
    for place in range(HARBOUR_PLACES):
        s.harbour[place] = -1
    for v in range(INTERSECTIONS):
        s.owner[v] = NOBODY
    for e in range(PATHS):
        s.road[e] = NOBODY
    for resource in range(RESOURCE_KINDS):
        s.bank[resource] = BANK
    for card in range(CARD_KINDS):
        s.deck[card] = DECK[card]
        s.deck_size += DECK[card]
    for seat in range(s.players):
        for piece in range(3):
            s.stock[seat, piece] = PIECES[piece]
        for resource in range(RESOURCE_KINDS):
            s.ratio[seat, resource] = RATIO_BANK
    s.longest_road = NOBODY
    s.largest_army = NOBODY
    s.first = NOBODY
    s.active = NOBODY
    s.placed = NOBODY
    s.victim = NOBODY
    if s.set_up == VARIABLE:
        s.to_act = CHANCE
        s.point = Point.HEX
        return
    for h in range(HEXES):
        s.terrain[h] = LAYOUT_TERRAIN[s.beginner_layout, h]
        s.number[h] = LAYOUT_NUMBER[s.beginner_layout, h]
    for place in range(HARBOUR_PLACES):
        s.harbour[place] = LAYOUT_HARBOUR[s.beginner_layout, place]
    finish_island(s)


@rule
def next_place(s):
    """Hexes and harbours are laid in the order of their places."""
    return s.step


@rule
def hexes_left(s, terrain):
    """Every hex of the terrain that is not laid yet is as likely as any other."""
    left = TERRAIN_COUNT[terrain]
    for h in range(HEXES):
        left -= s.terrain[h] == terrain
    return left


@rule
def harbours_left(s, kind):
    """Every harbour of the kind that is not laid yet is as likely as any other."""
    left = HARBOUR_COUNT[kind]
    for place in range(HARBOUR_PLACES):
        left -= s.harbour[place] == kind
    return left


@rule
def all_hexes_left(s):
    """All land hexes that are not laid yet."""
    return HEXES - s.step


@rule
def all_harbours_left(s):
    """All harbours that are not laid yet."""
    return HARBOUR_PLACES - s.step


@rule
def tokens_left(s, kind):
    """How many number tokens of a kind are not laid yet."""
    left = TOKEN_COUNT[kind]
    for h in range(HEXES):
        left -= s.number[h] == NUMBER[kind]
    return left


@rule
def takes_red(s, h):
    """A red token lies on a hex without token, not on the desert and not next to a red one."""
    if s.number[h] != 0 or s.terrain[h] == DESERT:
        return False
    for k in range(6):
        neighbour = HEX_HEX[h, k]
        if neighbour >= 0 and RED[s.number[neighbour]]:
            return False
    return True


@rule
def next_bare_hex(s):
    """The first hex that still needs a token."""
    for h in range(HEXES):
        if s.number[h] == 0 and s.terrain[h] != DESERT:
            return h
    return NOBODY


@rule
def chances_of_token(s, hex, kind):
    """First the red tokens, on any hex that takes one; then the others, as drawn, on the hexes in order."""
    if s.step < RED_STEPS:
        return int(NUMBER[kind] == RED_TOKENS[s.step] and takes_red(s, hex))
    return tokens_left(s, kind) if hex == next_bare_hex(s) else 0


@rule
def is_seated(s, player):
    """Everybody at the table is as likely to begin as any other."""
    return player < s.players


@rule
def lay_hex(s, hex, terrain):
    """The next land hex; after the last one the harbours."""
    s.terrain[hex] = terrain
    s.step += 1
    if s.step == HEXES:
        s.step = 0
        s.point = Point.HARBOUR


@rule
def lay_spiral(s, spiral):
    """All tokens in letter order along the spiral; the desert is skipped."""
    letter = 0
    for k in range(HEXES):
        h = SPIRAL[spiral, k]
        if s.terrain[h] != DESERT:
            s.number[h] = TOKENS[letter]
            letter += 1
    finish_island(s)


@rule
def lay_harbour(s, place, kind):
    """The next harbour; after the last one the number tokens."""
    s.harbour[place] = kind
    s.step += 1
    if s.step < HARBOUR_PLACES:
        return
    s.step = 0
    if s.number_tokens_mode != SPIRAL_TOKENS:
        s.point = Point.TOKEN
    elif s.spiral_start_corner == ANY_CORNER:
        s.point = Point.CORNER
    else:
        lay_spiral(s, s.spiral_start_corner - 1)


@rule
def draw_corner(s, corner):
    """The spiral starts at the drawn corner."""
    lay_spiral(s, CORNER_SPIRAL[corner])


@rule
def lay_token(s, hex, kind):
    """One number token; after the last one the island is ready."""
    s.number[hex] = NUMBER[kind]
    s.step += 1
    if s.step == TOKEN_STEPS:
        finish_island(s)


@rule
def yield_first_cards(s, seat, intersection):
    """A seat's second settlement yields its cards at once."""
    if s.step >= s.players:
        first_cards(s, seat, intersection)


@rule
def ask_for_road(s, intersection):
    """A set-up settlement is followed by its road."""
    s.placed = intersection
    s.point = Point.PLACE_ROAD


@rule
def joins_first_settlement(s, path):
    """The set-up road touches the settlement just placed."""
    if s.road[path] != NOBODY:
        return Reason.PATH_TAKEN
    for k in range(3):
        if INTERSECTION_PATH[s.placed, k] == path:
            return Reason.ALLOWED
    return Reason.ROAD_NOT_AT_SETTLEMENT


@rule
def next_placement(s):
    """The next seat: clockwise in the first round, back in the second; then the first player begins turn 1."""
    s.placed = NOBODY
    s.step += 1
    players = int(s.players)
    if s.step == 2 * players:
        s.step = 0
        begin_turn(s, s.first)
        return
    ahead = int(s.step)
    if ahead >= players:
        ahead = 2 * players - 1 - ahead
    s.to_act = (s.first + ahead) % players
    s.active = s.to_act
    s.point = Point.PLACE_SETTLEMENT
