"""Displacing a piece: what it costs, and where its owner puts it and the additional pieces."""

from __future__ import annotations

from burgrave.core.lists import offer
from burgrave.games.hansa.actions import put_from_hand, take_in_hand
from burgrave.games.hansa.board import DISPLACE_ADDS, DISPLACE_PAYS, MERCHANT, NEUTRAL, TRADER
from burgrave.games.hansa.moves import DISPLACE, LIFT, M_DONE, M_PAY, M_WITH, PAY_TWO, PUT, Reason
from burgrave.games.hansa.neutral import settle_neutral_routes
from burgrave.games.hansa.routes import (
    bit,
    first_of,
    is_on_board,
    leave,
    nearest_open,
    offer_each,
    several,
    spaces_outside,
    stand,
)
from burgrave.games.hansa.state import NOTHING, PAY, RELOCATE, WITH, rule


@rule
def personal_size(s, seat):
    """How many pieces the personal supply holds."""
    return int(s.personal[seat, TRADER]) + int(s.personal[seat, MERCHANT])


@rule
def general_size(s, seat):
    """How many pieces the general supply holds."""
    return int(s.general[seat, TRADER]) + int(s.general[seat, MERCHANT])


@rule
def may_displace(s, owner, kind, route):
    """Another's piece, if one can pay, and if it has somewhere to go."""
    if not is_on_board(s, route):
        return Reason.NO_SUCH_ROUTE
    if owner == s.active:
        return Reason.OWN_PIECE
    if owner != NEUTRAL and owner >= s.players:
        return Reason.NO_SUCH_SEAT
    if owner == NEUTRAL and s.players != 2:
        return Reason.NO_NEUTRAL
    if s.pieces[owner, kind, route] == 0:
        return Reason.NO_SUCH_PIECE
    if personal_size(s, s.active) < 1 + DISPLACE_PAYS[kind]:
        return Reason.FEW_FOR_TRADER if kind == TRADER else Reason.FEW_FOR_MERCHANT
    if s.open_routes & ~bit(route) == 0:
        return Reason.NOWHERE_TO_GO
    return Reason.ALLOWED


@rule
def legal_displace_of(s, moves, owner):
    """Every piece of this owner that the active player can displace."""
    for kind in range(2):
        routes = s.where[owner, kind]
        if routes == 0 or personal_size(s, s.active) < 1 + DISPLACE_PAYS[kind]:
            continue
        if not several(s.open_routes):
            routes &= ~s.open_routes
        while routes != 0:
            offer(moves, DISPLACE[owner, kind, first_of(routes)])
            routes &= routes - 1


@rule
def legal_displace(s, moves):
    """Every piece of another owner that the active player can displace."""
    if s.open_routes == 0:
        return
    for owner in range(s.players):
        if owner != s.active:
            legal_displace_of(s, moves, owner)
    legal_displace_of(s, moves, NEUTRAL)


@rule
def displace(s, owner, kind, route):
    """The action begins; nothing moves before the player has said with which piece."""
    s.actions_left -= 1
    s.route = route
    s.displaced_owner = owner
    s.displaced_kind = kind
    s.point = WITH


@rule
def legal_with(s, moves):
    """Either kind that the personal supply holds."""
    for kind in range(2):
        if s.personal[s.active, kind] > 0:
            offer(moves, M_WITH + kind)


@rule
def take_place_with(s, kind):
    """The own piece takes the displaced piece's space."""
    s.personal[s.active, kind] -= 1
    leave(s, s.displaced_owner, s.displaced_kind, s.route)
    stand(s, s.active, kind, s.route)
    s.point = PAY


@rule
def may_pay(s, traders, merchants):
    """As many pieces as displacing costs, from what the personal supply holds."""
    if traders + merchants != DISPLACE_PAYS[s.displaced_kind]:
        return Reason.PAY_ONE if s.displaced_kind == TRADER else Reason.PAY_TWO
    if traders > s.personal[s.active, TRADER] or merchants > s.personal[s.active, MERCHANT]:
        return Reason.NOT_IN_PERSONAL
    return Reason.ALLOWED


@rule
def legal_pay(s, moves):
    """Every mix that the personal supply can pay."""
    if s.displaced_kind == TRADER:
        for kind in range(2):
            if s.personal[s.active, kind] > 0:
                offer(moves, M_PAY + kind)
    else:
        for one in range(2):
            for other in range(one, 2):
                if may_pay(s, 2 - one - other, one + other) == Reason.ALLOWED:
                    offer(moves, PAY_TWO[one, other])


@rule
def pay(s, traders, merchants):
    """The price goes to the general supply, and the owner of the displaced piece is asked."""
    s.personal[s.active, TRADER] -= traders
    s.personal[s.active, MERCHANT] -= merchants
    s.general[s.active, TRADER] += traders
    s.general[s.active, MERCHANT] += merchants
    s.additional = DISPLACE_ADDS[s.displaced_kind]
    s.point = RELOCATE
    if s.displaced_owner == NEUTRAL:
        s.to_act = 1 - int(s.active)
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
def may_relocate(s, kind, route):
    """The displaced piece or an additional one goes to the nearest routes with an empty space, never to the origin."""
    if not is_on_board(s, route):
        return Reason.NO_SUCH_ROUTE
    left_out = 0
    if s.queued > 0:
        if kind != s.queue_kind[0]:
            return Reason.PUT_LIFTED_FIRST
        if route == s.queue_route[0]:
            return Reason.OWN_ROUTE_AGAIN
        left_out = bit(s.queue_route[0])
    elif kind != s.displaced_kind:
        refusal = may_add(s, kind)
        if refusal != Reason.ALLOWED:
            return refusal
    if route == s.route:
        return Reason.ORIGIN_ROUTE
    if s.empty[route] == 0:
        return Reason.ROUTE_FULL
    if nearest_open(s, s.route, left_out) & bit(route) == 0:
        return Reason.NEARER_ROUTE
    return Reason.ALLOWED


@rule
def liftable(s, kind):
    """The routes whose own pieces may become additional ones, as a bit set: only when both supplies are empty."""
    owner = s.displaced_owner
    if s.additional == 0 or owner == NEUTRAL or has_supply(s, owner):
        return 0
    targets = nearest_open(s, s.route, 0)
    routes = s.where[owner, kind]
    if targets == 0:
        return 0
    if not several(targets):
        routes &= ~targets
    if s.displaced_kind != NOTHING and spaces_outside(s, s.route) < 2:
        routes &= ~bit(s.route)
    return routes


@rule
def may_lift_additional(s, kind, route):
    """An own piece from any route, when both supplies are empty and it has another route to go to."""
    owner = s.displaced_owner
    if not is_on_board(s, route):
        return Reason.NO_SUCH_ROUTE
    if s.queued > 0:
        return Reason.PUT_LIFTED_FIRST
    if owner == NEUTRAL:
        return Reason.NEUTRAL_FROM_STOCK
    if s.additional == 0:
        return Reason.NO_MORE_ADDITIONAL
    if has_supply(s, owner):
        return Reason.SUPPLIES_FIRST
    if s.pieces[owner, kind, route] == 0:
        return Reason.NO_OWN_PIECE
    if liftable(s, kind) & bit(route) == 0:
        return Reason.KEEP_A_SPACE
    return Reason.ALLOWED


@rule
def may_finish_relocating(s):
    """The displaced piece must be down; neutral's additional piece is compulsory."""
    if s.queued > 0:
        return Reason.PUT_LIFTED_FIRST
    if s.displaced_kind != NOTHING:
        return Reason.PUT_DISPLACED_FIRST
    if s.displaced_owner == NEUTRAL:
        return Reason.NEUTRAL_COMPULSORY
    return Reason.ALLOWED


@rule
def legal_relocate(s, moves):
    """Stop, lift an own piece as an additional one, or put a piece down."""
    if s.queued > 0:
        offer_each(moves, nearest_open(s, s.route, bit(s.queue_route[0])), PUT[s.queue_kind[0], 0])
        return
    if may_finish_relocating(s) == Reason.ALLOWED:
        offer(moves, M_DONE)
    for kind in range(2):
        offer_each(moves, liftable(s, kind), LIFT[kind, 0])
    targets = nearest_open(s, s.route, 0)
    for kind in range(2):
        if kind == s.displaced_kind or may_add(s, kind) == Reason.ALLOWED:
            offer_each(moves, targets, PUT[kind, 0])


@rule
def can_add_piece(s):
    """Whether there is an additional piece to come, with a source and a route for it."""
    if s.additional == 0 or nearest_open(s, s.route, 0) == 0:
        return False
    if has_supply(s, s.displaced_owner):
        return True
    return (liftable(s, TRADER) | liftable(s, MERCHANT)) != 0


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
