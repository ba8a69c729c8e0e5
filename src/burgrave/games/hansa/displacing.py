"""Displacing a piece: what it costs, and where its owner puts it and the additional pieces."""

from __future__ import annotations

from burgrave.games.hansa.board import (
    DISPLACE_ADDS,
    DISPLACE_PAYS,
    KINDS,
    MERCHANT,
    NEUTRAL,
    NEUTRAL_PIECES,
    TRADER,
)
from burgrave.games.hansa.moves import DISPLACE_IDS, LIFT_IDS, PUT_IDS, Reason
from burgrave.games.hansa.moving import put_from_hand, take_in_hand
from burgrave.games.hansa.neutral import settle_neutral_routes
from burgrave.games.hansa.routes import (
    bit,
    leave,
    nearest_open,
    offer_each,
    owner_plays,
    several,
    spaces_outside,
    stand,
)
from burgrave.games.hansa.state import NOTHING, Point, rule
from burgrave.games.hansa.supply import general_size, personal_size

KIND_COUNT = len(KINDS)


@rule
def is_anothers(s, seat, owner):
    """Nobody displaces an own piece; neutral has pieces only between two players."""
    if owner == seat:
        return Reason.OWN_PIECE
    if owner == NEUTRAL and NEUTRAL_PIECES[s.players] == 0:
        return Reason.NO_NEUTRAL
    return owner_plays(s, owner)


@rule
def can_pay_for(s, seat, kind):
    """Beside the piece that takes the space, the personal supply must hold the price."""
    if personal_size(s, seat) > DISPLACE_PAYS[kind]:
        return Reason.ALLOWED
    return Reason.FEW_FOR_TRADER if kind == TRADER else Reason.FEW_FOR_MERCHANT


@rule
def has_somewhere_to_go(s, route):
    """The displaced piece needs an empty space on another route."""
    return Reason.NOWHERE_TO_GO if s.open_routes & ~bit(route) == 0 else Reason.ALLOWED


@rule
def legal_displace_of(s, seat, moves, owner):
    """Every piece of this owner that the player can displace."""
    for kind in range(KIND_COUNT):
        routes = s.where[owner, kind]
        if routes != 0 and can_pay_for(s, seat, kind) == Reason.ALLOWED:
            if not several(s.open_routes):
                routes &= ~s.open_routes
            offer_each(moves, routes, DISPLACE_IDS[owner, kind])


@rule
def legal_displace(s, seat, moves):
    """Every piece of another owner that the player can displace."""
    if s.open_routes == 0:
        return
    for owner in range(s.players):
        if owner != seat:
            legal_displace_of(s, seat, moves, owner)
    legal_displace_of(s, seat, moves, NEUTRAL)


@rule
def displace(s, owner, kind, route):
    """Nothing moves before the player has said with which piece."""
    s.route = route
    s.displaced_owner = owner
    s.displaced_kind = kind
    s.point = Point.WITH


@rule
def take_place_with(s, seat, kind):
    """The own piece takes the displaced piece's space."""
    s.personal[seat, kind] -= 1
    leave(s, s.displaced_owner, s.displaced_kind, s.route)
    stand(s, seat, kind, s.route)
    s.point = Point.PAY


@rule
def costs_one(s):
    """A displaced trader costs one piece."""
    return Reason.ALLOWED if s.displaced_kind == TRADER else Reason.PAY_TWO


@rule
def costs_two(s):
    """A displaced merchant costs two pieces."""
    return Reason.ALLOWED if s.displaced_kind == MERCHANT else Reason.PAY_ONE


@rule
def both_in_personal(s, seat, one, other):
    """Both pieces come from the personal supply."""
    needed = 2 if one == other else 1
    if s.personal[seat, one] < needed or s.personal[seat, other] < needed:
        return Reason.NOT_IN_PERSONAL
    return Reason.ALLOWED


@rule
def pay(s, seat, kind):
    """The price goes to the general supply."""
    s.personal[seat, kind] -= 1
    s.general[seat, kind] += 1


@rule
def pay_both(s, seat, one, other):
    """The price goes to the general supply."""
    pay(s, seat, one)
    pay(s, seat, other)


@rule
def ask_owner(s, seat):
    """The owner of the displaced piece is asked where it goes; the opponent for a neutral one."""
    s.additional = DISPLACE_ADDS[s.displaced_kind]
    s.point = Point.RELOCATE
    if s.displaced_owner == NEUTRAL:
        s.to_act = 1 - seat
    else:
        s.to_act = s.displaced_owner


@rule
def has_supply(s, owner):
    """Whether the owner has any piece in a supply."""
    if owner == NEUTRAL:
        return s.neutral_stock > 0
    return general_size(s, owner) + personal_size(s, owner) > 0


@rule
def in_source(s, owner, kind):
    """Pieces of a kind in the source of additional ones: the general supply, or the personal one if that is empty."""
    if owner == NEUTRAL:
        return int(s.neutral_stock) if kind == TRADER else 0
    if general_size(s, owner) > 0:
        return int(s.general[owner, kind])
    return int(s.personal[owner, kind])


@rule
def take_from_source(s, owner, kind):
    """An additional piece leaves its source."""
    if owner == NEUTRAL:
        s.neutral_stock -= 1
    elif general_size(s, owner) > 0:
        s.general[owner, kind] -= 1
    else:
        s.personal[owner, kind] -= 1


@rule
def may_add(s, kind):
    """An additional piece from a supply, if a space stays for the displaced one."""
    if s.additional == 0:
        return Reason.NO_MORE_ADDITIONAL
    if in_source(s, s.displaced_owner, kind) == 0:
        return Reason.NOT_IN_SOURCE
    if s.displaced_kind != NOTHING and spaces_outside(s, s.route) < 2:
        return Reason.KEEP_A_SPACE
    return Reason.ALLOWED


@rule
def is_to_come(s, kind):
    """The lifted piece first; otherwise the displaced piece or an additional one."""
    if s.queued > 0:
        return Reason.ALLOWED if kind == s.queue_kind[0] else Reason.PUT_LIFTED_FIRST
    return Reason.ALLOWED if kind == s.displaced_kind else may_add(s, kind)


@rule
def stood_elsewhere(s, route):
    """A lifted piece goes to another route."""
    return Reason.OWN_ROUTE_AGAIN if route == s.queue_route[0] else Reason.ALLOWED


@rule
def is_not_origin(s, route):
    """No piece goes to the route that the displaced one comes from."""
    return Reason.ORIGIN_ROUTE if route == s.route else Reason.ALLOWED


@rule
def targets(s):
    """The nearest routes with an empty space, as a bit set; a lifted piece's own route is left out."""
    return nearest_open(s, s.route, bit(s.queue_route[0]) if s.queued > 0 else 0)


@rule
def is_nearest(s, route):
    """A piece goes to the nearest routes with an empty space."""
    return Reason.NEARER_ROUTE if targets(s) & bit(route) == 0 else Reason.ALLOWED


@rule
def legal_relocate(s, moves):
    """Every piece that is to come, on the nearest routes."""
    routes = targets(s)
    for kind in range(KIND_COUNT):
        if is_to_come(s, kind) == Reason.ALLOWED:
            offer_each(moves, routes, PUT_IDS[kind])


@rule
def has_put_lifted(s):
    """A lifted piece is put down before anything else."""
    return Reason.PUT_LIFTED_FIRST if s.queued > 0 else Reason.ALLOWED


@rule
def may_lift_additional(s):
    """An own piece becomes an additional one only when both supplies are empty."""
    if s.displaced_owner == NEUTRAL:
        return Reason.NEUTRAL_FROM_STOCK
    if s.additional == 0:
        return Reason.NO_MORE_ADDITIONAL
    if has_supply(s, s.displaced_owner):
        return Reason.SUPPLIES_FIRST
    return Reason.ALLOWED


@rule
def liftable(s, kind):
    """The routes whose own pieces have another route to go to, as a bit set."""
    near = nearest_open(s, s.route, 0)
    if near == 0:
        return 0
    routes = s.where[s.displaced_owner, kind]
    if not several(near):
        routes &= ~near
    if s.displaced_kind != NOTHING and spaces_outside(s, s.route) < 2:
        routes &= ~bit(s.route)
    return routes


@rule
def leaves_a_space(s, kind, route):
    """A lifted piece needs another route to go to, and the displaced one keeps its space."""
    return Reason.KEEP_A_SPACE if liftable(s, kind) & bit(route) == 0 else Reason.ALLOWED


@rule
def legal_lift_additional(s, moves):
    """Every own piece that may become an additional one."""
    for kind in range(KIND_COUNT):
        offer_each(moves, liftable(s, kind), LIFT_IDS[kind])


@rule
def may_finish_relocating(s):
    """The displaced piece must be down; neutral's additional piece is compulsory."""
    if s.displaced_kind != NOTHING:
        return Reason.PUT_DISPLACED_FIRST
    if s.displaced_owner == NEUTRAL:
        return Reason.NEUTRAL_COMPULSORY
    return Reason.ALLOWED


@rule
def can_add_piece(s):
    """Whether there is an additional piece to come, with a source and a route for it."""
    if s.additional == 0 or nearest_open(s, s.route, 0) == 0:
        return False
    if has_supply(s, s.displaced_owner):
        return True
    return may_lift_additional(s) == Reason.ALLOWED and (liftable(s, TRADER) | liftable(s, MERCHANT)) != 0


@rule
def lift_additional(s, kind, route):
    """An own piece from a route becomes the additional one."""
    s.additional -= 1
    take_in_hand(s, s.displaced_owner, kind, route)


@rule
def relocate(s, w, kind, route):
    """A piece goes down: the lifted one, the displaced one, or one from a supply. True when the action is complete."""
    if s.queued > 0:
        put_from_hand(s, s.displaced_owner, route)
    else:
        if kind == s.displaced_kind:
            s.displaced_kind = NOTHING
        else:
            take_from_source(s, s.displaced_owner, kind)
            s.additional -= 1
        stand(s, s.displaced_owner, kind, route)
    if s.displaced_kind != NOTHING or can_add_piece(s):
        return False
    return settle_neutral_routes(s, w)
