"""From an empty table to the first turn: the island laid by chance or by a layout, then the placement rounds."""

from burgrave.core.dice import below
from burgrave.core.lists import offer
from burgrave.core.spec import CHANCE
from burgrave.games.catan.board import (
    BANK,
    BEGINNER,
    CORNER_HEXES,
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
    NUMBERS,
    PATHS,
    PIECES,
    RATIO_BANK,
    RED,
    RED_TOKENS,
    SEAT_COLOUR,
    SPIRAL,
    TERRAIN_COUNT,
    TOKEN_COUNT,
    TOKENS,
)
from burgrave.games.catan.building import keeps_distance, place_road, place_settlement
from burgrave.games.catan.moves import (
    ALLOWED,
    CORNER,
    FIRST,
    HARBOUR,
    HEX,
    PATH_TAKEN,
    ROAD_AT,
    ROAD_NOT_AT_SETTLEMENT,
    SETTLE,
    TOKEN,
)
from burgrave.games.catan.state import (
    ANY_CORNER,
    AT_BEFORE_ROLL,
    AT_CORNER,
    AT_FIRST,
    AT_HARBOUR,
    AT_HEX,
    AT_PLACE_ROAD,
    AT_PLACE_SETTLEMENT,
    AT_TOKEN,
    BEGINNERS,
    FIRST_BY_RULE,
    FIRST_NAMED,
    NOBODY,
    SPIRAL_TOKENS,
    VARIABLE,
    rule,
)

RED_STEPS = len(RED_TOKENS)
TOKEN_STEPS = len(TOKENS)
NUMBER_KINDS = len(NUMBERS)
CORNER_KINDS = len(CORNER_HEXES)


@rule
def first_turn(s):
    """The first player begins turn 1."""
    s.turn = 1
    s.active = s.first
    s.to_act = s.first
    s.point = AT_BEFORE_ROLL


@rule
def first_cards(s, seat, intersection):
    """One card for each hex around the second settlement; the desert gives none."""
    for k in range(3):
        h = INTERSECTION_HEX[intersection, k]
        if h >= 0 and s.terrain[h] != DESERT:
            s.hand[seat, s.terrain[h]] += 1
            s.hand_size[seat] += 1
            s.bank[s.terrain[h]] -= 1


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
def begin(s, seat):
    """The first player places first, or in the beginners' set-up takes the first turn."""
    s.first = seat
    s.active = seat
    s.to_act = seat
    if s.set_up == BEGINNERS:
        first_turn(s)
    else:
        s.point = AT_PLACE_SETTLEMENT


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
        s.point = AT_FIRST


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
    for k in range(5):
        s.bank[k] = BANK
        s.deck[k] = DECK[k]
        s.deck_size += DECK[k]
    for seat in range(s.players):
        for piece in range(3):
            s.stock[seat, piece] = PIECES[piece]
        for resource in range(5):
            s.ratio[seat, resource] = RATIO_BANK
    s.longest_road = NOBODY
    s.largest_army = NOBODY
    s.first = NOBODY
    s.active = NOBODY
    s.placed = NOBODY
    s.victim = NOBODY
    if s.set_up == VARIABLE:
        s.to_act = CHANCE
        s.point = AT_HEX
        return
    for h in range(HEXES):
        s.terrain[h] = LAYOUT_TERRAIN[s.beginner_layout, h]
        s.number[h] = LAYOUT_NUMBER[s.beginner_layout, h]
    for place in range(HARBOUR_PLACES):
        s.harbour[place] = LAYOUT_HARBOUR[s.beginner_layout, place]
    finish_island(s)


@rule
def left_of_kind(s, kind):
    """How many hexes, harbours or number tokens of a kind are not laid yet."""
    if s.point == AT_HEX:
        left = TERRAIN_COUNT[kind]
        for h in range(s.step):
            left -= s.terrain[h] == kind
    elif s.point == AT_HARBOUR:
        left = HARBOUR_COUNT[kind]
        for place in range(s.step):
            left -= s.harbour[place] == kind
    else:
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
def setup_outcomes(s):
    """How many outcomes a set-up draw lists at most."""
    if s.point == AT_TOKEN:
        return HEXES if s.step < RED_STEPS else NUMBER_KINDS
    if s.point == AT_FIRST:
        return int(s.players)
    return 6


@rule
def setup_move(s, k):
    """The id of the k-th outcome of a set-up draw."""
    if s.point == AT_HEX:
        return HEX + 6 * int(s.step) + k
    if s.point == AT_HARBOUR:
        return HARBOUR + 6 * int(s.step) + k
    if s.point == AT_CORNER:
        return CORNER + k
    if s.point == AT_FIRST:
        return FIRST + k
    if s.step < RED_STEPS:
        red = 0
        while NUMBER[red] != RED_TOKENS[s.step]:
            red += 1
        return TOKEN + NUMBER_KINDS * k + red
    return TOKEN + NUMBER_KINDS * next_bare_hex(s) + k


@rule
def setup_weight(s, k):
    """The weight of the k-th outcome: things of that kind left, or 1 for each place that may be drawn."""
    if s.point == AT_CORNER or s.point == AT_FIRST:
        return 1
    if s.point == AT_TOKEN and s.step < RED_STEPS:
        return int(takes_red(s, k))
    return left_of_kind(s, k)


@rule
def weigh_setup(s, moves, weights):
    """The outcomes of a set-up draw."""
    for k in range(setup_outcomes(s)):
        weight = setup_weight(s, k)
        if weight > 0:
            offer(moves, setup_move(s, k))
            weights[moves[0]] = weight


@rule
def setup_luck(s, dice):
    """One outcome of a set-up draw."""
    outcomes = setup_outcomes(s)
    total = 0
    for k in range(outcomes):
        total += setup_weight(s, k)
    x = below(dice, total)
    for k in range(outcomes):
        x -= setup_weight(s, k)
        if x < 0:
            return setup_move(s, k)
    return -1


@rule
def lay_hex(s, h, terrain):
    """The next land hex; after the last one the harbours."""
    s.terrain[h] = terrain
    s.step += 1
    if s.step == HEXES:
        s.step = 0
        s.point = AT_HARBOUR


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
        s.point = AT_TOKEN
    elif s.spiral_start_corner == ANY_CORNER:
        s.point = AT_CORNER
    else:
        lay_spiral(s, s.spiral_start_corner - 1)


@rule
def draw_corner(s, k):
    """The spiral starts at the drawn corner."""
    lay_spiral(s, CORNER_SPIRAL[k])


@rule
def lay_token(s, h, kind):
    """One number token; after the last one the island is ready."""
    s.number[h] = NUMBER[kind]
    s.step += 1
    if s.step == TOKEN_STEPS:
        finish_island(s)


@rule
def may_place_road(s, path):
    """The set-up road touches the settlement just placed."""
    if s.road[path] != NOBODY:
        return PATH_TAKEN
    for k in range(3):
        if INTERSECTION_PATH[s.placed, k] == path:
            return ALLOWED
    return ROAD_NOT_AT_SETTLEMENT


@rule
def legal_placement(s, moves):
    """A settlement on any place that keeps the distance rule; a road on a free path at it."""
    if s.point == AT_PLACE_SETTLEMENT:
        for v in range(INTERSECTIONS):
            if keeps_distance(s, v) == ALLOWED:
                offer(moves, SETTLE + v)
        return
    for k in range(3):
        path = INTERSECTION_PATH[s.placed, k]
        if path >= 0 and s.road[path] == NOBODY:
            offer(moves, ROAD_AT + path)


@rule
def place_first_settlement(s, seat, intersection):
    """A set-up settlement; the second one yields its cards at once."""
    place_settlement(s, seat, intersection)
    if s.step >= s.players:
        first_cards(s, seat, intersection)
    s.placed = intersection
    s.point = AT_PLACE_ROAD


@rule
def place_first_road(s, seat, path):
    """A set-up road; then the next seat: clockwise in the first round, back in the second."""
    place_road(s, seat, path)
    s.placed = NOBODY
    s.step += 1
    players = int(s.players)
    if s.step == 2 * players:
        s.step = 0
        first_turn(s)
        return
    ahead = int(s.step)
    if ahead >= players:
        ahead = 2 * players - 1 - ahead
    s.to_act = (s.first + ahead) % players
    s.active = s.to_act
    s.point = AT_PLACE_SETTLEMENT
