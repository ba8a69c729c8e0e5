"""Hansa Teutonica's rules: set-up, what is legal, what a move does, what chance may bring, why a move is refused."""

from __future__ import annotations

from burgrave.core.dice import below
from burgrave.core.lists import offer
from burgrave.core.spec import CHANCE
from burgrave.games.hansa.actions import (
    legal_income,
    legal_lift,
    legal_move,
    legal_place,
    lift,
    may_lift,
    may_place,
    may_put,
    may_take_income,
    place,
    put,
    take_income,
)
from burgrave.games.hansa.board import (
    CITIES,
    ENDS,
    FIRST_PERSONAL,
    LOOSE,
    MARKERS,
    MOST_LIFTS,
    NEUTRAL,
    NEUTRAL_PIECES,
    ROUTES,
    SIDE_OF_PLAYERS,
    SKILL_OF_CITY,
    SPACES,
    STACK_MARKERS,
    START_MARKERS,
    TABLE_POINTS,
    TAVERNS,
    TRADER,
)
from burgrave.games.hansa.displacing import (
    displace,
    legal_displace,
    legal_pay,
    legal_relocate,
    legal_with,
    lift_additional,
    may_displace,
    may_finish_relocating,
    may_lift_additional,
    may_pay,
    may_relocate,
    pay,
    relocate,
    take_place_with,
)
from burgrave.games.hansa.establishing import (
    clear_route,
    establish,
    legal_establish,
    legal_established,
    may_develop_here,
    may_establish,
    may_open_extra,
    may_open_office,
    may_sit_at_table,
    open_extra,
    open_office,
    sit_at_table,
)
from burgrave.games.hansa.markers import (
    develop,
    lay_marker,
    legal_improve,
    legal_marker,
    legal_remove,
    legal_swap,
    may_develop,
    may_remove,
    may_swap,
    may_take_marker,
    may_use,
    remove_piece,
    swap_offices,
    use,
)
from burgrave.games.hansa.moves import (
    ARG,
    M_DRAW,
    M_END,
    M_START,
    M_USE,
    V_DEVELOP,
    V_DISPLACE,
    V_DONE,
    V_END,
    V_ESTABLISH,
    V_EXTRA,
    V_INCOME,
    V_LIFT,
    V_MARKER,
    V_NEUTRAL,
    V_OFFICE,
    V_PASS,
    V_PAY,
    V_PAY_TWO,
    V_PLACE,
    V_PUT,
    V_REMOVE,
    V_SWAP,
    V_TABLE,
    V_USE,
    V_WITH,
    VERB_OF,
    Reason,
)
from burgrave.games.hansa.neutral import legal_neutral, may_settle, settle, settle_neutral_routes
from burgrave.games.hansa.routes import bit, stand
from burgrave.games.hansa.scoring import scores
from burgrave.games.hansa.state import (
    DRAW,
    ESTABLISH,
    FIRST_RANDOM,
    IMPROVE,
    MARKER,
    MOVE,
    NEUTRAL_ROUTE,
    NOBODY,
    NOTHING,
    PAY,
    RELOCATE,
    REMOVE,
    START,
    SWAP,
    TAVERN,
    TURN,
    WITH,
    rule,
)
from burgrave.games.hansa.turn import (
    ACTION,
    EFFECT,
    NOT_YET,
    WHOLE_TURN,
    advance,
    begin_turn,
    draw_marker,
    forget_decision,
    replace_markers,
)

__all__ = ["apply", "legal", "luck", "reason", "scores", "start", "weigh"]

ROUTE_COUNT, MARKER_COUNT, TABLE_PLACES = len(ROUTES), len(MARKERS), len(TABLE_POINTS)
CITY_COUNT, TAVERN_COUNT = len(CITIES), len(TAVERNS)


@rule
def start(s, w):
    """An empty board; chance lays out the starting markers first."""
    s.side = SIDE_OF_PLAYERS[s.players]
    s.starting = NOBODY
    s.active = NOBODY
    s.drawn = NOTHING
    forget_decision(s)
    for k in range(MOST_LIFTS):
        s.queue_kind[k] = NOTHING
        s.queue_route[k] = NOTHING
    for route in range(ROUTE_COUNT):
        s.route_marker[route] = NOTHING
        s.empty[route] = SPACES[s.side, route]
        if s.empty[route] > 0:
            s.open_routes |= bit(route)
    for place_at in range(TABLE_PLACES):
        s.table[place_at] = NOBODY
    for seat in range(s.players):
        for kind in range(2):
            s.general[seat, kind] = LOOSE[kind]
    for marker in range(MARKER_COUNT):
        s.start_pile[marker] = START_MARKERS[marker]
        s.stack[marker] = STACK_MARKERS[marker]
    if s.players == 2:
        s.neutral_stock = NEUTRAL_PIECES
    s.to_act = CHANCE
    s.point = TAVERN


@rule
def place_first_neutral(s):
    """A neutral trader stands on every route that leads to a skill city or has a marker."""
    for route in range(ROUTE_COUNT):
        skill_route = SKILL_OF_CITY[ENDS[route, 0]] != NOTHING or SKILL_OF_CITY[ENDS[route, 1]] != NOTHING
        if SPACES[s.side, route] > 0 and (skill_route or s.route_marker[route] != NOTHING):
            s.neutral_stock -= 1
            stand(s, NEUTRAL, TRADER, route)


@rule
def deal_supplies(s, first):
    """Later seats begin with more traders in the personal supply; the starting player's turn begins."""
    s.starting = first
    for turn in range(s.players):
        seat = (first + turn) % int(s.players)
        for kind in range(2):
            s.personal[seat, kind] = FIRST_PERSONAL[turn, kind]
            s.general[seat, kind] = LOOSE[kind] - FIRST_PERSONAL[turn, kind]
    begin_turn(s, first)


@rule
def lay_starting_marker(s, marker):
    """The taverns get the starting markers one after the other."""
    laid = TAVERN_COUNT
    for kind in range(MARKER_COUNT):
        laid -= s.start_pile[kind]
    s.start_pile[marker] -= 1
    s.route_marker[TAVERNS[laid]] = marker
    if laid + 1 < TAVERN_COUNT:
        return
    if s.players == 2:
        place_first_neutral(s)
    if s.first == FIRST_RANDOM:
        s.point = START
    else:
        deal_supplies(s, int(s.first) - 1)


@rule
def legal_turn(s, moves):
    """End the turn, an action, or a marker."""
    offer(moves, M_END)
    if s.actions_left > 0:
        legal_income(s, moves)
        legal_place(s, moves)
        legal_lift(s, moves)
        legal_displace(s, moves)
        legal_establish(s, moves)
    for marker in range(1, MARKER_COUNT):
        if s.markers_unused[s.active, marker] > 0 and may_use(s, marker) == Reason.ALLOWED:
            offer(moves, M_USE + marker)


@rule
def legal(s, w, moves):
    """Every move that the seat to act may play."""
    moves[0] = 0
    point = s.point
    if point == TURN:
        legal_turn(s, moves)
    elif point == RELOCATE:
        legal_relocate(s, moves)
    elif point == MOVE:
        legal_move(s, moves)
    elif point == WITH:
        legal_with(s, moves)
    elif point == PAY:
        legal_pay(s, moves)
    elif point == ESTABLISH:
        legal_established(s, moves)
    elif point == MARKER:
        legal_marker(s, moves)
    elif point == REMOVE:
        legal_remove(s, moves)
    elif point == IMPROVE:
        legal_improve(s, moves)
    elif point == SWAP:
        legal_swap(s, moves)
    elif point == NEUTRAL_ROUTE:
        legal_neutral(s, moves)


@rule
def paid_merchants(move):
    """How many merchants a `pay` gives."""
    if VERB_OF[move] == V_PAY:
        return ARG[move, 0]
    return ARG[move, 0] + ARG[move, 1]


@rule
def paid_pieces(move):
    """How many pieces a `pay` gives."""
    return 1 if VERB_OF[move] == V_PAY else 2


@rule
def play_in_turn(s, w, move):
    """A move of the decision point *turn*; what it has completed."""
    verb = VERB_OF[move]
    first = ARG[move, 0]
    second = ARG[move, 1]
    if verb == V_PLACE:
        place(s, first, second)
        return ACTION
    if verb == V_INCOME:
        take_income(s, first, second)
        return ACTION
    if verb == V_END:
        return WHOLE_TURN
    if verb == V_LIFT:
        lift(s, first, second)
    elif verb == V_DISPLACE:
        displace(s, first, second, ARG[move, 2])
    elif verb == V_ESTABLISH:
        establish(s, w, first)
    elif verb == V_USE:
        use(s, move - M_USE)
    return NOT_YET


@rule
def play_moving(s, move):
    """A move of the decision point *move*; what it has completed."""
    verb = VERB_OF[move]
    if verb == V_LIFT:
        lift(s, ARG[move, 0], ARG[move, 1])
        return NOT_YET
    return ACTION if verb == V_DONE or put(s, ARG[move, 1]) else NOT_YET


@rule
def play_relocating(s, w, move):
    """A move of the decision points *relocate* and *neutral*; what it has completed."""
    verb = VERB_OF[move]
    if verb == V_LIFT:
        lift_additional(s, ARG[move, 0], ARG[move, 1])
        return NOT_YET
    if verb == V_PUT:
        return ACTION if relocate(s, w, ARG[move, 0], ARG[move, 1]) else NOT_YET
    if verb == V_NEUTRAL:
        settle(s, w, ARG[move, 0], ARG[move, 1])
    return ACTION if settle_neutral_routes(s, w) else NOT_YET


@rule
def play_established(s, move):
    """A move of the decision point *establish*, which always completes the action."""
    verb = VERB_OF[move]
    if verb == V_OFFICE:
        open_office(s, ARG[move, 0])
    elif verb == V_EXTRA:
        open_extra(s, ARG[move, 0], ARG[move, 1])
    elif verb == V_DEVELOP:
        develop(s, s.active, ARG[move, 0])
    elif verb == V_TABLE:
        sit_at_table(s, ARG[move, 0])
    clear_route(s)
    return ACTION


@rule
def play_marker_effect(s, move):
    """A move of the decision points *improve*, *swap* and *remove*; what it has completed."""
    verb = VERB_OF[move]
    if verb == V_REMOVE and not remove_piece(s, ARG[move, 0], ARG[move, 1], ARG[move, 2]):
        return NOT_YET
    if verb == V_DEVELOP:
        develop(s, s.active, ARG[move, 0])
    elif verb == V_SWAP:
        swap_offices(s, ARG[move, 0], ARG[move, 1])
    return EFFECT


@rule
def play(s, w, move):
    """A player's move; what it has completed."""
    point = s.point
    if point == TURN:
        return play_in_turn(s, w, move)
    if point == MOVE:
        return play_moving(s, move)
    if point in (RELOCATE, NEUTRAL_ROUTE):
        return play_relocating(s, w, move)
    if point == ESTABLISH:
        return play_established(s, move)
    if point in (IMPROVE, SWAP, REMOVE):
        return play_marker_effect(s, move)
    if point == WITH:
        take_place_with(s, ARG[move, 0])
    elif point == PAY:
        pay(s, paid_pieces(move) - paid_merchants(move), paid_merchants(move))
    else:
        lay_marker(s, ARG[move, 0])
        replace_markers(s)
    return NOT_YET


@rule
def apply(s, w, move):
    """Carry out one legal move of a seat or of chance, and what follows from it by itself."""
    if s.to_act == CHANCE:
        if s.point == DRAW:
            draw_marker(s, move - M_DRAW)
        elif s.point == TAVERN:
            lay_starting_marker(s, move - M_DRAW)
        else:
            deal_supplies(s, move - M_START)
        return
    complete = play(s, w, move)
    if complete != NOT_YET:
        advance(s, w, complete)


@rule
def left_to_draw(s, marker):
    """How many markers of a kind chance could draw now."""
    return int(s.start_pile[marker]) if s.point == TAVERN else int(s.stack[marker])


@rule
def weigh(s, w, moves, weights):
    """The starting player: each seat alike; a marker: as many as the pile still holds."""
    moves[0] = 0
    if s.point == START:
        for seat in range(s.players):
            offer(moves, M_START + seat)
            weights[moves[0]] = 1
        return
    for marker in range(MARKER_COUNT):
        if left_to_draw(s, marker) > 0:
            offer(moves, M_DRAW + marker)
            weights[moves[0]] = left_to_draw(s, marker)


@rule
def luck(s, w, dice):
    """The starting player or the marker that chance draws."""
    if s.point == START:
        return M_START + below(dice, int(s.players))
    total = 0
    for marker in range(MARKER_COUNT):
        total += left_to_draw(s, marker)
    share = below(dice, total)
    marker = 0
    while share >= left_to_draw(s, marker):
        share -= left_to_draw(s, marker)
        marker += 1
    return M_DRAW + marker


@rule
def only_elsewhere(verb):
    """Between actions: what would have to come before a move that belongs inside an action or effect."""
    if verb == V_PASS:
        return Reason.NOTHING_TO_PASS
    if verb == V_DONE:
        return Reason.NOTHING_TO_FINISH
    if verb in (V_WITH, V_PAY, V_PAY_TWO):
        return Reason.ONLY_DISPLACING
    if verb == V_PUT:
        return Reason.ONLY_LIFTED
    if verb == V_SWAP:
        return Reason.ONLY_SWAPPING
    if verb == V_REMOVE:
        return Reason.ONLY_REMOVING
    if verb == V_MARKER:
        return Reason.ONLY_REPLACING
    if verb == V_NEUTRAL:
        return Reason.ONLY_NEUTRAL
    if verb == V_DEVELOP:
        return Reason.ONLY_IMPROVING
    return Reason.ONLY_ESTABLISHED


@rule
def why_not_in_turn(s, move):
    """Between actions."""
    verb = VERB_OF[move]
    first = ARG[move, 0]
    second = ARG[move, 1]
    if verb == V_END:
        return Reason.ALLOWED
    if verb == V_USE:
        return may_use(s, move - M_USE)
    if verb > V_USE or verb in (V_PASS, V_DONE):
        return only_elsewhere(verb)
    if s.actions_left == 0:
        return Reason.NO_ACTIONS_LEFT
    if verb == V_INCOME:
        return may_take_income(s, first, second)
    if verb == V_PLACE:
        return may_place(s, first, second)
    if verb == V_LIFT:
        return may_lift(s, first, second)
    if verb == V_DISPLACE:
        return may_displace(s, first, second, ARG[move, 2])
    return may_establish(s, first)


@rule
def why_not_displacing(s, move):
    """Inside the action Displace."""
    verb = VERB_OF[move]
    if s.point == WITH:
        if verb != V_WITH:
            return Reason.CHOOSE_WITH
        return Reason.ALLOWED if s.personal[s.active, ARG[move, 0]] > 0 else Reason.NOT_IN_PERSONAL
    if s.point == PAY:
        if verb != V_PAY and verb != V_PAY_TWO:
            return Reason.CHOOSE_PAY
        return may_pay(s, paid_pieces(move) - paid_merchants(move), paid_merchants(move))
    if s.point == NEUTRAL_ROUTE:
        return may_settle(s, ARG[move, 0], ARG[move, 1]) if verb == V_NEUTRAL else Reason.CHOOSE_NEUTRAL
    if verb == V_PUT:
        return may_relocate(s, ARG[move, 0], ARG[move, 1])
    if verb == V_LIFT:
        return may_lift_additional(s, ARG[move, 0], ARG[move, 1])
    return may_finish_relocating(s) if verb == V_DONE else Reason.CHOOSE_RELOCATION


@rule
def why_not_moving(s, move):
    """Inside the action Move."""
    verb = VERB_OF[move]
    if verb == V_PUT:
        return may_put(s, ARG[move, 0], ARG[move, 1])
    if verb == V_LIFT:
        return may_lift(s, ARG[move, 0], ARG[move, 1])
    if verb != V_DONE:
        return Reason.CHOOSE_MOVE
    return Reason.ALLOWED if s.queued == 0 else Reason.PIECES_IN_HAND


@rule
def why_not_established(s, move):
    """Inside the action Establish a route."""
    verb = VERB_OF[move]
    if verb == V_PASS:
        return Reason.ALLOWED
    if verb == V_OFFICE:
        return may_open_office(s, ARG[move, 0])
    if verb == V_EXTRA:
        return may_open_extra(s, ARG[move, 0], ARG[move, 1])
    if verb == V_DEVELOP:
        return may_develop_here(s, ARG[move, 0])
    return may_sit_at_table(s, ARG[move, 0]) if verb == V_TABLE else Reason.CHOOSE_ESTABLISH


@rule
def why_not_with_marker(s, move):
    """Inside a marker's effect, or with a new marker in hand."""
    verb = VERB_OF[move]
    if s.point == IMPROVE:
        return may_develop(s, ARG[move, 0]) if verb == V_DEVELOP else Reason.CHOOSE_IMPROVE
    if s.point == SWAP:
        return may_swap(s, ARG[move, 0], ARG[move, 1]) if verb == V_SWAP else Reason.CHOOSE_SWAP
    if s.point == MARKER:
        return may_take_marker(s, ARG[move, 0]) if verb == V_MARKER else Reason.CHOOSE_MARKER
    if verb == V_REMOVE:
        return may_remove(s, ARG[move, 0], ARG[move, 1], ARG[move, 2])
    if verb != V_DONE:
        return Reason.CHOOSE_REMOVE
    return Reason.ALLOWED if s.removed > 0 else Reason.REMOVE_ONE


@rule
def reason(s, w, move):
    """Which rule forbids a move now; 0 when it is legal."""
    point = s.point
    if point == TURN:
        return why_not_in_turn(s, move).value
    if point == MOVE:
        return why_not_moving(s, move).value
    if point == ESTABLISH:
        return why_not_established(s, move).value
    if point in (WITH, PAY, RELOCATE, NEUTRAL_ROUTE):
        return why_not_displacing(s, move).value
    return why_not_with_marker(s, move).value
