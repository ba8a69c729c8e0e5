"""Setting up: the start player, the deal, the open row, and who gets which castle."""

from burgrave.core.lists import offer
from burgrave.core.spec import CHANCE
from burgrave.games.amber.board import CASTLE_AT, CASTLES, FIELDS, HAND_SIZE, NOBODY, NOWHERE
from burgrave.games.amber.moves import CHOOSE_CASTLE
from burgrave.games.amber.roads import layout_number
from burgrave.games.amber.state import ADVANCED, CASTLE_CHOICE, CLOCKWISE, DEAL, ROW, rule
from burgrave.games.amber.turns import left_of


@rule
def begin_deal(s, seat):
    """The start player is known; the first tiles are the start player's."""
    s.start_player = seat
    s.turn = seat
    s.point = DEAL


@rule
def begin_castles(s):
    """Castles are chosen from the seat left of the start player on; or chance turns the ring of castles."""
    s.point = CASTLE_CHOICE
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
        s.point = ROW
    else:
        begin_castles(s)


@rule
def is_taken(s, field):
    """The castle on the field has an owner."""
    for seat in range(s.players):
        if s.castle[seat] == field:
            return True
    return False


@rule
def legal_castles(s, moves):
    """Any castle of the layout that nobody has chosen."""
    layout = layout_number(s)
    for field in range(FIELDS):
        if CASTLE_AT[layout, field] != NOWHERE and not is_taken(s, field):
            offer(moves, CHOOSE_CASTLE + field)


@rule
def choose_castle(s, field):
    """A seat takes its castle, the start player last; chance's castle is seat 0's and the others follow clockwise.

    True when every seat has one.
    """
    if s.to_act == CHANCE:
        layout = layout_number(s)
        players = int(s.players)
        for seat in range(players):
            s.castle[seat] = CASTLES[layout, (CASTLE_AT[layout, field] + seat) % players]
        return True
    s.castle[s.to_act] = field
    if s.to_act == s.start_player:
        return True
    s.turn = left_of(s, s.turn)
    s.to_act = s.turn
    return False
