"""Moving pieces: lifted one by one into a queue, and put down in the same order."""

from __future__ import annotations

from burgrave.games.hansa.board import BOOK, KINDS, MOST_LIFTS
from burgrave.games.hansa.moves import LIFT_IDS, PUT_IDS, Reason
from burgrave.games.hansa.routes import bit, leave, offer_each, stand
from burgrave.games.hansa.skills import skill_value
from burgrave.games.hansa.state import NOTHING, Point, rule

KIND_COUNT = len(KINDS)


@rule
def begin_moving(s):
    """The first lift begins the action."""
    s.point = Point.MOVE


@rule
def has_lift(s, seat):
    """As many lifts as the Book shows."""
    return Reason.LIFTS_USED if s.lifts == skill_value(s, seat, BOOK) else Reason.ALLOWED


@rule
def has_own_piece(s, seat, kind, route):
    """Only own pieces are lifted."""
    return Reason.NO_OWN_PIECE if s.pieces[seat, kind, route] == 0 else Reason.ALLOWED


@rule
def legal_lift(s, seat, moves):
    """Each own piece on a route."""
    for kind in range(KIND_COUNT):
        offer_each(moves, s.where[seat, kind], LIFT_IDS[kind])


@rule
def take_in_hand(s, owner, kind, route):
    """A lifted piece joins the end of the queue."""
    leave(s, owner, kind, route)
    s.queue_kind[s.queued] = kind
    s.queue_route[s.queued] = route
    s.queued += 1


@rule
def lift(s, seat, kind, route):
    """Each lift counts against the Book."""
    s.lifts += 1
    take_in_hand(s, seat, kind, route)


@rule
def has_lifted(s):
    """Only a piece in hand is put down."""
    return Reason.ONLY_LIFTED if s.queued == 0 else Reason.ALLOWED


@rule
def is_first_lifted(s, kind):
    """The first piece lifted is the first put down."""
    return Reason.ALLOWED if kind == s.queue_kind[0] else Reason.QUEUE_ORDER


@rule
def put_targets(s):
    """Any other route with an empty space; only if there is none, the route that the piece came from."""
    others = s.open_routes & ~bit(s.queue_route[0])
    if others != 0:
        return others
    return int(s.open_routes)


@rule
def leaves_own_route(s, route):
    """A piece returns to its own route only if no other has an empty space."""
    return Reason.OWN_ROUTE_AGAIN if put_targets(s) & bit(route) == 0 else Reason.ALLOWED


@rule
def legal_put(s, moves):
    """The first piece of the queue on every route that it may go to."""
    offer_each(moves, put_targets(s), PUT_IDS[s.queue_kind[0]])


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
def put(s, seat, route):
    """The piece goes down. True when the action is complete: empty hands after the last lift."""
    put_from_hand(s, seat, route)
    return s.queued == 0 and s.lifts == skill_value(s, seat, BOOK)


@rule
def hands_are_empty(s):
    """Pieces in hand must be put down before the action ends."""
    return Reason.ALLOWED if s.queued == 0 else Reason.PIECES_IN_HAND
