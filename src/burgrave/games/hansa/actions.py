"""The plain actions: income, placing a piece, moving pieces."""

from __future__ import annotations

from burgrave.core.lists import offer
from burgrave.games.hansa.board import BOOK, MERCHANT, MOST_LIFTS, PURSE, TRADER
from burgrave.games.hansa.moves import INCOME, LIFT, M_DONE, PLACE, PUT, Reason
from burgrave.games.hansa.routes import bit, is_on_board, leave, offer_each, stand
from burgrave.games.hansa.scoring import skill_value
from burgrave.games.hansa.state import MOVE, NOTHING, rule


@rule
def income_size(s):
    """The Purse's value, or the whole general supply if that is smaller."""
    supply = int(s.general[s.active, TRADER]) + int(s.general[s.active, MERCHANT])
    return min(supply, skill_value(s, s.active, PURSE))


@rule
def may_take_income(s, traders, merchants):
    """Exactly the income's size, in any mix that the general supply holds."""
    size = income_size(s)
    if size == 0:
        return Reason.GENERAL_EMPTY
    if traders + merchants != size:
        return Reason.INCOME_AMOUNT
    if traders > s.general[s.active, TRADER] or merchants > s.general[s.active, MERCHANT]:
        return Reason.INCOME_SUPPLY
    return Reason.ALLOWED


@rule
def legal_income(s, moves):
    """Every mix of traders and merchants, most merchants first."""
    size = income_size(s)
    if size == 0:
        return
    most = min(size, int(s.general[s.active, MERCHANT]))
    for fewer in range(most + 1):
        merchants = most - fewer
        if size - merchants <= s.general[s.active, TRADER]:
            offer(moves, INCOME[size - merchants, merchants])


@rule
def take_income(s, traders, merchants):
    """Pieces move from the general to the personal supply."""
    s.actions_left -= 1
    s.general[s.active, TRADER] -= traders
    s.general[s.active, MERCHANT] -= merchants
    s.personal[s.active, TRADER] += traders
    s.personal[s.active, MERCHANT] += merchants


@rule
def may_place(s, kind, route):
    """A piece of the personal supply on any empty space."""
    if not is_on_board(s, route):
        return Reason.NO_SUCH_ROUTE
    if s.personal[s.active, kind] == 0:
        return Reason.NOT_IN_PERSONAL
    if s.empty[route] == 0:
        return Reason.ROUTE_FULL
    return Reason.ALLOWED


@rule
def legal_place(s, moves):
    """Each kind of the personal supply on each route with an empty space."""
    for kind in range(2):
        if s.personal[s.active, kind] > 0:
            offer_each(moves, s.open_routes, PLACE[kind, 0])


@rule
def place(s, kind, route):
    """The piece takes an empty space."""
    s.actions_left -= 1
    s.personal[s.active, kind] -= 1
    stand(s, s.active, kind, route)


@rule
def may_lift(s, kind, route):
    """As many lifts as the Book shows, own pieces only."""
    if not is_on_board(s, route):
        return Reason.NO_SUCH_ROUTE
    if s.lifts == skill_value(s, s.active, BOOK):
        return Reason.LIFTS_USED
    if s.pieces[s.active, kind, route] == 0:
        return Reason.NO_OWN_PIECE
    return Reason.ALLOWED


@rule
def legal_lift(s, moves):
    """Each own piece on a route while lifts are left."""
    if s.lifts < skill_value(s, s.active, BOOK):
        for kind in range(2):
            offer_each(moves, s.where[s.active, kind], LIFT[kind, 0])


@rule
def put_targets(s):
    """Any other route with an empty space; only if there is none, the route that the piece came from."""
    others = s.open_routes & ~bit(s.queue_route[0])
    if others != 0:
        return others
    return int(s.open_routes)


@rule
def may_put(s, kind, route):
    """The first piece lifted is the first put down, on another route."""
    if not is_on_board(s, route):
        return Reason.NO_SUCH_ROUTE
    if s.queued == 0:
        return Reason.ONLY_LIFTED
    if kind != s.queue_kind[0]:
        return Reason.QUEUE_ORDER
    if s.empty[route] == 0:
        return Reason.ROUTE_FULL
    if put_targets(s) & bit(route) == 0:
        return Reason.OWN_ROUTE_AGAIN
    return Reason.ALLOWED


@rule
def legal_move(s, moves):
    """Lift another piece, put the first one down, or stop with empty hands."""
    if s.queued == 0:
        offer(moves, M_DONE)
    legal_lift(s, moves)
    if s.queued > 0:
        offer_each(moves, put_targets(s), PUT[s.queue_kind[0], 0])


@rule
def take_in_hand(s, owner, kind, route):
    """A lifted piece joins the end of the queue."""
    leave(s, owner, kind, route)
    s.queue_kind[s.queued] = kind
    s.queue_route[s.queued] = route
    s.queued += 1


@rule
def put_from_hand(s, owner, route):
    """The first piece of the queue takes a space."""
    stand(s, owner, s.queue_kind[0], route)
    for k in range(1, MOST_LIFTS):
        s.queue_kind[k - 1] = s.queue_kind[k]
        s.queue_route[k - 1] = s.queue_route[k]
    s.queue_kind[MOST_LIFTS - 1] = NOTHING
    s.queue_route[MOST_LIFTS - 1] = NOTHING
    s.queued -= 1


@rule
def lift(s, kind, route):
    """The first lift starts the action; each one counts against the Book."""
    if s.lifts == 0:
        s.actions_left -= 1
        s.point = MOVE
    s.lifts += 1
    take_in_hand(s, s.active, kind, route)


@rule
def put(s, route):
    """The action is complete with empty hands after the last lift."""
    put_from_hand(s, s.active, route)
    return s.queued == 0 and s.lifts == skill_value(s, s.active, BOOK)
