"""The rules of Amber: how a game starts, what may be done, what it does, and what chance decides."""

from burgrave.core.dice import below
from burgrave.core.lists import offer
from burgrave.core.spec import CHANCE
from burgrave.games.amber.board import (
    CASTLE,
    CASTLE_AT,
    CASTLES,
    FIELDS,
    KINDS,
    MOST_VILLAGES,
    NOBODY,
    NOWHERE,
    SEATS,
    SUPPLY,
    SUPPLY_SIZE,
    VILLAGE_COUNT,
)
from burgrave.games.amber.moves import (
    ARG,
    CHOOSE_CASTLE,
    DRAW_TILE,
    FROM_STACK,
    IS_DIG,
    IS_DRAW,
    IS_LAY,
    IS_PASS,
    IS_REBUILD,
    IS_REVEAL,
    IS_STACK,
    IS_START,
    IS_SWAP,
    IS_TAKE,
    IS_TILE,
    REVEAL_TILE,
    START_SEAT,
    SWAP_TILE,
    TAKE_TILE,
    VERB_OF,
)
from burgrave.games.amber.reasons import reason
from burgrave.games.amber.roads import drive, layout_number
from burgrave.games.amber.roads import points as points_of
from burgrave.games.amber.setup import begin_castles, begin_deal, choose_castle, legal_castles, next_to_deal
from burgrave.games.amber.state import (
    ADVANCED,
    CASTLE_CHOICE,
    DEAL,
    DRAW,
    PLACE,
    ROW,
    SECOND,
    SECOND_PLACE,
    START,
    START_P0,
    SWAP,
    TAKE,
    TILE,
    rule,
)
from burgrave.games.amber.tiles import (
    dig_up,
    lay_tile,
    legal_placements,
    legal_second_placements,
    legal_second_tiles,
    legal_tiles,
    pick_tile,
    rebuild_road,
    swap_tile,
    take_tile,
)
from burgrave.games.amber.turns import begin_turn, refill, row_size

__all__ = ["apply", "legal", "luck", "reason", "scores", "start", "weigh"]


@rule
def start(s, w):
    """Castles and villages stand with a coin each, the tiles lie in the stack, and chance draws the start player."""
    s.start_player = NOBODY
    s.turn = NOBODY
    s.chosen = NOWHERE
    s.first = NOWHERE
    layout = layout_number(s)
    for seat in range(SEATS):
        s.castle[seat] = NOWHERE
    for seat in range(s.players):
        s.tile[CASTLES[layout, seat]] = CASTLE
        s.coin[MOST_VILLAGES + seat] = 1
        s.special_shovel[seat] = s.variant == ADVANCED
    for village in range(VILLAGE_COUNT[layout]):
        s.coin[village] = 1
    for kind in range(KINDS):
        s.stack[kind] = SUPPLY[kind]
    s.stack_size = SUPPLY_SIZE
    s.to_act = CHANCE
    s.point = START
    if s.start == START_P0:
        begin_deal(s, 0)


@rule
def draw_tile(s, kind):
    """The drawn tile goes to the hand of the seat on turn; true if that is not part of the deal."""
    s.stack[kind] -= 1
    s.stack_size -= 1
    s.hand[s.turn, kind] += 1
    s.hand_size[s.turn] += 1
    if s.point == DEAL:
        next_to_deal(s)
        return False
    return True


@rule
def reveal_tile(s, kind):
    """The top tile of the stack is laid open in the row; true if that is not part of the set-up."""
    s.stack[kind] -= 1
    s.stack_size -= 1
    s.row[kind] += 1
    if s.turn != NOBODY:
        return True
    if row_size(s) == s.players:
        begin_castles(s)
    return False


@rule
def apply(s, w, move):
    """Carry out one legal move of whoever is to act."""
    verb = VERB_OF[move]
    argument = ARG[move, 0]
    draws = False
    if verb == IS_DRAW:
        draws = draw_tile(s, argument)
    elif verb == IS_TILE:
        pick_tile(s, argument)
    elif verb == IS_LAY:
        draws = lay_tile(s, w, argument, ARG[move, 1])
    elif verb == IS_REBUILD:
        draws = rebuild_road(s, w, argument)
    elif verb == IS_DIG:
        dig_up(s, argument)
        draws = True
    elif verb == IS_PASS:
        s.first = NOWHERE
        draws = True
    elif verb == IS_TAKE:
        draws = take_tile(s, argument)
    elif verb == IS_STACK:
        s.point = DRAW
        s.to_act = CHANCE
    elif verb == IS_REVEAL:
        draws = reveal_tile(s, argument)
    elif verb == IS_SWAP:
        swap_tile(s, argument)
    elif verb == IS_START:
        begin_deal(s, argument)
    elif choose_castle(s, argument):
        begin_turn(s, w, int(s.start_player))
    if draws:
        refill(s, w)


@rule
def legal(s, w, moves):
    """Every move of the seat to act."""
    moves[0] = 0
    ways = drive(s, w, int(s.turn)) if s.point in (TILE, PLACE, SECOND_PLACE) else 0
    if s.point == TILE:
        legal_tiles(s, ways, moves)
    elif s.point == PLACE:
        legal_placements(s, w, moves)
    elif s.point == SECOND:
        legal_second_tiles(s, moves)
    elif s.point == SECOND_PLACE:
        legal_second_placements(s, w, moves)
    elif s.point == TAKE:
        for kind in range(KINDS):
            if s.row[kind]:
                offer(moves, TAKE_TILE + kind)
        if s.stack_size > 0:
            offer(moves, FROM_STACK)
    elif s.point == SWAP:
        for kind in range(KINDS):
            if s.hand[s.turn, kind]:
                offer(moves, SWAP_TILE + kind)
    elif s.point == CASTLE_CHOICE:
        legal_castles(s, moves)


@rule
def outcome(move, weight, moves, weights):
    """Put one more outcome on chance's list."""
    offer(moves, move)
    weights[moves[0]] = weight


@rule
def weigh(s, w, moves, weights):
    """Every outcome of chance: the start player, the ring of castles, or a tile by how many the stack holds."""
    moves[0] = 0
    if s.point == START:
        for seat in range(s.players):
            outcome(START_SEAT + seat, 1, moves, weights)
    elif s.point == CASTLE_CHOICE:
        layout = layout_number(s)
        for field in range(FIELDS):
            if CASTLE_AT[layout, field] != NOWHERE:
                outcome(CHOOSE_CASTLE + field, 1, moves, weights)
    else:
        base = REVEAL_TILE if s.point == ROW else DRAW_TILE
        for kind in range(KINDS):
            if s.stack[kind]:
                outcome(base + kind, int(s.stack[kind]), moves, weights)


@rule
def luck(s, w, dice):
    """One outcome of chance, drawn by weight."""
    if s.point == START:
        return START_SEAT + below(dice, int(s.players))
    if s.point == CASTLE_CHOICE:
        left = below(dice, int(s.players))
        layout = layout_number(s)
        field = 0
        while CASTLE_AT[layout, field] == NOWHERE or left > 0:
            left -= CASTLE_AT[layout, field] != NOWHERE
            field += 1
        return CHOOSE_CASTLE + field
    left = below(dice, int(s.stack_size))
    kind = 0
    while left >= s.stack[kind]:
        left -= int(s.stack[kind])
        kind += 1
    return (REVEAL_TILE if s.point == ROW else DRAW_TILE) + kind


@rule
def scores(s, w, out):
    """Coins and connections of every seat now; nothing until every castle has an owner."""
    owned = True
    for seat in range(s.players):
        owned = owned and s.castle[seat] != NOWHERE
    for seat in range(s.players):
        out[seat] = points_of(s, w, seat) if owned else 0
