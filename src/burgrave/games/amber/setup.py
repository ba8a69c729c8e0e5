"""Setting up: the start player, the deal, the open row, and who gets which castle."""

from burgrave.core.spec import CHANCE
from burgrave.games.amber.board import (
    CASTLE,
    CASTLE_AT,
    CASTLES,
    HAND_SIZE,
    KINDS,
    MOST_VILLAGES,
    NOBODY,
    NOWHERE,
    SEATS,
    SUPPLY,
    SUPPLY_SIZE,
    VILLAGE_COUNT,
)
from burgrave.games.amber.moves import Reason
from burgrave.games.amber.roads import layout_number
from burgrave.games.amber.state import ADVANCED, CLOCKWISE, START_P0, Point, rule
from burgrave.games.amber.supply import row_size
from burgrave.games.amber.turn import begin_turn, left_of


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
    s.point = Point.START
    if s.start == START_P0:
        begin_deal(s, 0)


@rule
def seats(s):
    """How many play; there are as many castles."""
    return s.players


@rule
def takes_part(s, player):
    """Any seat of the table may be the start player."""
    return player < s.players


@rule
def begin_deal(s, player):
    """The start player is known; the first tiles are the start player's."""
    s.start_player = player
    s.turn = player
    s.point = Point.DEAL


@rule
def begin_castles(s):
    """Castles are chosen from the seat left of the start player on; or chance turns the ring of castles."""
    s.point = Point.CASTLE
    if s.castles == CLOCKWISE:
        s.to_act = CHANCE
        s.turn = NOBODY
    else:
        s.turn = left_of(s, s.start_player)
        s.to_act = s.turn


@rule
def next_to_deal(s):
    """Six tiles to the start player, six to the next seat, and so on; then the open row, then the castles."""
    if s.hand_size[s.turn] < HAND_SIZE:
        return
    s.turn = left_of(s, s.turn)
    if s.turn != s.start_player:
        return
    s.turn = NOBODY
    if s.variant == ADVANCED:
        s.point = Point.ROW
    else:
        begin_castles(s)


@rule
def next_in_row(s):
    """At first the open row gets as many tiles as there are players, then come the castles; true if play goes on."""
    if s.turn != NOBODY:
        return True
    if row_size(s) == s.players:
        begin_castles(s)
    return False


@rule
def castle_stands(s, field):
    """A castle of the layout stands on the field."""
    return CASTLE_AT[layout_number(s), field] != NOWHERE


@rule
def is_castle(s, field):
    """Only castles of the layout can be chosen."""
    return Reason.ALLOWED if castle_stands(s, field) else Reason.NO_CASTLE_THERE


@rule
def is_free(s, field):
    """A castle has one owner."""
    for other in range(s.players):
        if s.castle[other] == field:
            return Reason.CASTLE_TAKEN
    return Reason.ALLOWED


@rule
def choose_castle(s, seat, field):
    """A seat takes its castle, the start player last; chance's castle is seat 0's and the others follow clockwise.

    True when every seat has one.
    """
    if seat == CHANCE:
        layout = layout_number(s)
        players = int(s.players)
        for owner in range(players):
            s.castle[owner] = CASTLES[layout, (CASTLE_AT[layout, field] + owner) % players]
        return True
    s.castle[seat] = field
    if seat == s.start_player:
        return True
    s.turn = left_of(s, seat)
    s.to_act = s.turn
    return False


@rule
def begin_play(s, w):
    """The start player has the first turn."""
    begin_turn(s, w, int(s.start_player))
