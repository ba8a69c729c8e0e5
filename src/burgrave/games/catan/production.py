"""The dice and what they bring: cards from the bank for every building at a hex of the number."""

from burgrave.core.spec import CHANCE
from burgrave.games.catan.board import BUILDING_POINTS, HEX_INTERSECTION, HEXES, RESOURCE_KINDS, SEVEN
from burgrave.games.catan.moves import Reason
from burgrave.games.catan.state import NOBODY, TURN_ORDER, Point, rule
from burgrave.games.catan.turn import back_to_turn


@rule
def has_card(s, seat, resource):
    """Who gives or discards a card has it in hand."""
    return Reason.ALLOWED if s.hand[seat, resource] > 0 else Reason.CARD_NOT_IN_HAND


@rule
def gain(s, seat, resource, count):
    """Cards from the bank."""
    s.hand[seat, resource] += count
    s.hand_size[seat] += count
    s.bank[resource] -= count


@rule
def pay_out(s, w, resource):
    """A scarce resource goes to a single claimant as far as it lasts, to several not at all; or seat by seat."""
    wanted = 0
    claimants = 0
    for seat in range(s.players):
        wanted += w.due[seat, resource]
        claimants += w.due[seat, resource] > 0
    if wanted > s.bank[resource] and claimants > 1 and s.bank_shortage != TURN_ORDER:
        return
    for k in range(s.players):
        seat = (s.active + k) % s.players
        gain(s, seat, resource, min(w.due[seat, resource], int(s.bank[resource])))


@rule
def produce(s, w, number):
    """Every hex of the number yields 1 card to each settlement and 2 to each city, except under the robber."""
    claimed = 0
    for h in range(HEXES):
        if s.number[h] != number or h == s.robber:
            continue
        resource = int(s.terrain[h])
        if not claimed >> resource & 1:
            claimed |= 1 << resource
            for seat in range(s.players):
                w.due[seat, resource] = 0
        for k in range(6):
            intersection = HEX_INTERSECTION[h, k]
            if s.owner[intersection] != NOBODY:
                w.due[s.owner[intersection], resource] += BUILDING_POINTS[s.building[intersection]]
    for resource in range(RESOURCE_KINDS):
        if claimed >> resource & 1:
            pay_out(s, w, resource)


@rule
def roll(s):
    """Chance throws the dice."""
    s.to_act = CHANCE
    s.point = Point.DICE


@rule
def throw(s, w, one, two):
    """The dice lie and trading opens; every number but the seven brings cards. True on a seven."""
    s.roll[0] = one
    s.roll[1] = two
    s.rolled = 1
    s.trading = 1
    if one + two == SEVEN:
        return True
    back_to_turn(s)
    produce(s, w, one + two)
    return False
