"""Set-up: estates, goods, the first player, sheets and starting castles."""

from __future__ import annotations

from burgrave.core.spec import CHANCE
from burgrave.games.burgundy.board import (
    A_CASTLE,
    BLACK_SLOTS,
    BLACK_TILES,
    BOARD_COUNT,
    CASTLE,
    CENTRE,
    COLOUR_COUNT,
    DEPOT_COUNT,
    GOODS_COUNT,
    GOODS_DEALT,
    GOODS_OF_A_TYPE,
    HEX_COLOUR,
    HEXES,
    KIND_COUNT,
    NORMAL_TILES,
    NOTHING,
    ROUNDS,
    SHEET_COUNT,
    SHEET_SIDE,
    SHEET_WITH,
    SLOTS,
    START_SILVER,
    STORAGE_SPACES,
    TRACK_SPACES,
)
from burgrave.games.burgundy.goods import goods_held
from burgrave.games.burgundy.moves import Reason
from burgrave.games.burgundy.phases import begin_phase
from burgrave.games.burgundy.state import BASIC, NOBODY, SEATS, SHEETS_DEALT, Point, rule

FIRST_TEXT_OF_BOARDS = SHEETS_DEALT + 1


@rule
def lay_starting_castle(s, seat, hexagon):
    """The starting castle comes out of the normal castles; it has no effect and no points."""
    s.start[seat] = hexagon
    s.tiles[seat, hexagon] = CASTLE
    s.supply[CASTLE] -= 1


@rule
def agreed_board(s, seat):
    """The board that the option's text of digits names for a seat (see Estates.code)."""
    number = int(s.estates) - FIRST_TEXT_OF_BOARDS
    texts = BOARD_COUNT * BOARD_COUNT
    for _ in range(2, s.players):
        number -= texts
        texts *= BOARD_COUNT
    for _ in range(seat + 1, s.players):
        number //= BOARD_COUNT
    return number % BOARD_COUNT + 1


@rule
def start_seat(s, seat):
    """An empty estate and storage; with the basic estates the starting castle lies in the centre of board 1."""
    plays = seat < s.players
    s.order[seat] = NOBODY
    s.sheet[seat] = NOTHING
    s.board[seat] = 0
    s.start[seat] = NOTHING
    s.silver[seat] = START_SILVER if plays else 0
    s.workers[seat] = 0
    s.points[seat] = 0
    s.dice[seat, 0] = 0
    s.dice[seat, 1] = 0
    for hexagon in range(HEXES):
        s.tiles[seat, hexagon] = NOTHING
    for space in range(STORAGE_SPACES):
        s.storage[seat, space] = NOTHING
    for goods in range(GOODS_COUNT):
        s.goods[seat, goods] = 0
        s.sold[seat, goods] = 0
    for colour in range(COLOUR_COUNT):
        s.bonus[seat, colour] = NOTHING
    if not plays:
        return
    if s.estates == BASIC:
        s.board[seat] = 1
        lay_starting_castle(s, seat, CENTRE)
    elif s.estates != SHEETS_DEALT:
        s.board[seat] = agreed_board(s, seat)


@rule
def start(s, w):
    """An empty main board; full supplies; every seat has one silver; chance deals goods."""
    s.to_act = CHANCE
    s.point = Point.DEAL
    s.winners = 0
    s.phase = 0
    s.round_number = 1
    s.first = NOBODY
    s.turn = 0
    s.filled = 0
    s.bought = 0
    s.die = 0
    s.taking = NOTHING
    s.ship_depots[0] = NOTHING
    s.ship_depots[1] = NOTHING
    for kind in range(KIND_COUNT):
        s.supply[kind] = NORMAL_TILES[kind]
        s.black_supply[kind] = BLACK_TILES[kind]
        s.removed[kind] = 0
    for space in range(TRACK_SPACES):
        for height in range(SEATS):
            s.track[space, height] = NOBODY
    for depot in range(DEPOT_COUNT):
        for slot in range(SLOTS):
            s.depots[depot, slot] = NOTHING
        for goods in range(GOODS_COUNT):
            s.depot_goods[depot, goods] = 0
    for slot in range(BLACK_SLOTS):
        s.black[slot] = NOTHING
    for place in range(ROUNDS):
        s.round_goods[place] = NOTHING
    for goods in range(GOODS_COUNT):
        s.unseen_goods[goods] = GOODS_OF_A_TYPE
    for seat in range(SEATS):
        start_seat(s, seat)


@rule
def dealt_seat(s):
    """The seat that gets the next goods tile: three for each, in seat order."""
    for seat in range(s.players):
        if goods_held(s, seat) < GOODS_DEALT:
            return seat
    return NOBODY


@rule
def deal_goods(s, player, goods):
    """One of the three goods tiles with which a seat begins."""
    s.unseen_goods[goods] -= 1
    s.goods[player, goods] += 1
    if dealt_seat(s) == NOBODY:
        s.point = Point.FIRST


@rule
def ask_for_estate(s):
    """The next seat in turn order chooses its side, if it has a sheet, and its start hex."""
    s.to_act = s.order[s.turn]
    s.point = Point.SIDE if s.estates == SHEETS_DEALT else Point.START


@rule
def is_seated(s, player):
    """1 for a player of this game, 0 for an empty chair."""
    return 1 if player < s.players else 0


@rule
def choose_first_player(s, player):
    """Workers 1, 2, 3, 4 from the first player clockwise; all pawns in one stack, the first player's on top."""
    s.first = player
    for place in range(s.players):
        other = (player + place) % s.players
        s.order[place] = other
        s.workers[other] = place + 1
        s.track[0, s.players - 1 - place] = other
    if s.estates == BASIC:
        begin_phase(s)
    elif s.estates == SHEETS_DEALT:
        s.point = Point.SHEET
    else:
        ask_for_estate(s)


@rule
def sheet_seat(s):
    """The seat that gets the next sheet."""
    for seat in range(s.players):
        if s.sheet[seat] == NOTHING:
            return seat
    return NOBODY


@rule
def is_left(s, front, back):
    """1 for a sheet that nobody has got, else 0."""
    for seat in range(s.players):
        if s.sheet[seat] == SHEET_WITH[front, back]:
            return 0
    return 1


@rule
def sheets_left(s):
    """How many sheets nobody has got."""
    return SHEET_COUNT - sheet_seat(s)


@rule
def deal_sheet(s, player, front, back):
    """A random sheet for each seat; then they choose in turn order."""
    s.sheet[player] = SHEET_WITH[front, back]
    if sheet_seat(s) == NOBODY:
        ask_for_estate(s)


@rule
def is_on_sheet(s, seat, board):
    """The board must be a side of the own sheet."""
    sheet = s.sheet[seat]
    if SHEET_SIDE[sheet, 0] == board or SHEET_SIDE[sheet, 1] == board:
        return Reason.ALLOWED
    return Reason.NOT_ON_YOUR_SHEET


@rule
def choose_side(s, seat, board):
    """Take a side of the sheet; the start hex follows."""
    s.board[seat] = board
    s.point = Point.START


@rule
def is_castle_hex(s, seat, hexagon):
    """The starting castle goes to a castle hex of the own board."""
    return Reason.ALLOWED if HEX_COLOUR[s.board[seat], hexagon] == A_CASTLE else Reason.NOT_A_CASTLE_HEX


@rule
def choose_start(s, seat, hexagon):
    """Lay the starting castle; after the last seat phase A begins."""
    lay_starting_castle(s, seat, hexagon)
    s.turn += 1
    if s.turn < s.players:
        ask_for_estate(s)
    else:
        begin_phase(s)
