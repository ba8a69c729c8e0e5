"""Roads, settlements and cities: where they may stand, what they cost, and the Longest Road."""

from burgrave.games.catan.board import (
    CITY,
    COST,
    GENERIC,
    INTERSECTION_HARBOUR,
    INTERSECTION_NEXT,
    INTERSECTION_PATH,
    INTERSECTIONS,
    LEAST_ROAD,
    PATH_INTERSECTION,
    PATHS,
    RATIO_GENERIC,
    RATIO_SPECIAL,
    RESOURCE_KINDS,
    ROAD,
    SETTLEMENT,
)
from burgrave.games.catan.moves import Reason
from burgrave.games.catan.state import A_CITY, A_SETTLEMENT, NOBODY, rule

WALKED = -2
"""Marks a road that the trail being measured has used."""


@rule
def can_pay(s, seat, thing):
    """Whether the seat holds all that a road, settlement, city or development card costs."""
    lacking = 0
    for resource in range(RESOURCE_KINDS):
        lacking += s.hand[seat, resource] < COST[thing, resource]
    return lacking == 0


@rule
def pay(s, seat, thing):
    """The cost goes back to the bank."""
    for resource in range(RESOURCE_KINDS):
        price = COST[thing, resource]
        s.hand[seat, resource] -= price
        s.bank[resource] += price
        s.hand_size[seat] -= price


@rule
def has_road_at(s, seat, intersection):
    """Whether one of the seat's roads ends here."""
    for k in range(3):
        path = INTERSECTION_PATH[intersection, k]
        if path >= 0 and s.road[path] == seat:
            return True
    return False


@rule
def keeps_distance(s, intersection):
    """The distance rule: an intersection is free only if it and all its neighbours are empty."""
    if s.owner[intersection] != NOBODY:
        return Reason.INTERSECTION_TAKEN
    for k in range(3):
        neighbour = INTERSECTION_NEXT[intersection, k]
        if neighbour >= 0 and s.owner[neighbour] != NOBODY:
            return Reason.TOO_CLOSE
    return Reason.ALLOWED


@rule
def touches_road(s, seat, intersection):
    """A settlement stands at the end of an own road."""
    return Reason.ALLOWED if has_road_at(s, seat, intersection) else Reason.NO_ROAD_THERE


@rule
def has_settlement(s, seat):
    """A settlement comes from the supply."""
    return Reason.ALLOWED if s.stock[seat, SETTLEMENT] > 0 else Reason.NO_SETTLEMENT_LEFT


@rule
def affords_settlement(s, seat):
    """A settlement costs lumber, wool, grain and brick."""
    return Reason.ALLOWED if can_pay(s, seat, SETTLEMENT) else Reason.CANNOT_PAY_SETTLEMENT


@rule
def replaces_settlement(s, seat, intersection):
    """A city takes the place of an own settlement, also of one built this turn."""
    if s.owner[intersection] != seat:
        return Reason.CITY_NEEDS_SETTLEMENT
    return Reason.ALREADY_A_CITY if s.building[intersection] == A_CITY else Reason.ALLOWED


@rule
def has_city(s, seat):
    """A city comes from the supply."""
    return Reason.ALLOWED if s.stock[seat, CITY] > 0 else Reason.NO_CITY_LEFT


@rule
def affords_city(s, seat):
    """A city costs grain and ore."""
    return Reason.ALLOWED if can_pay(s, seat, CITY) else Reason.CANNOT_PAY_CITY


@rule
def may_lay_road(s, seat, path):
    """A road joins an own building or own road; another's building in between cuts it off."""
    if s.road[path] != NOBODY:
        return Reason.PATH_TAKEN
    answer = Reason.ROAD_NOT_CONNECTED
    for end in range(2):
        intersection = PATH_INTERSECTION[path, end]
        if s.owner[intersection] == seat:
            return Reason.ALLOWED
        if has_road_at(s, seat, intersection):
            if s.owner[intersection] == NOBODY:
                return Reason.ALLOWED
            answer = Reason.ROAD_CUT_OFF
    return answer


@rule
def has_road(s, seat):
    """A road comes from the supply."""
    return Reason.ALLOWED if s.stock[seat, ROAD] > 0 else Reason.NO_ROAD_LEFT


@rule
def affords_road(s, seat):
    """A road costs lumber and brick."""
    return Reason.ALLOWED if can_pay(s, seat, ROAD) else Reason.CANNOT_PAY_ROAD


@rule
def has_place_for_road(s, seat):
    """A road piece and a path for it."""
    if s.stock[seat, ROAD] == 0:
        return Reason.NO_ROAD_LEFT
    for path in range(PATHS):
        if s.road[path] == NOBODY and may_lay_road(s, seat, path) == Reason.ALLOWED:
            return Reason.ALLOWED
    return Reason.NO_PLACE_FOR_ROAD


@rule
def trail_from(s, seat, intersection):
    """The most own roads on one trail from here, over roads that are not walked yet."""
    best = 0
    for k in range(3):
        path = INTERSECTION_PATH[intersection, k]
        if path >= 0 and s.road[path] == seat:
            other = PATH_INTERSECTION[path, 0] + PATH_INTERSECTION[path, 1] - intersection
            length = 1
            if s.owner[other] == NOBODY or s.owner[other] == seat:
                s.road[path] = WALKED
                length += trail_from(s, seat, other)
                s.road[path] = seat
            best = max(best, length)
    return best


@rule
def longest_trail(s, seat):
    """The roads of the seat's longest trail: each road once, another's building ends it, side branches do not add."""
    best = 0
    for intersection in range(INTERSECTIONS):
        if has_road_at(s, seat, intersection):
            best = max(best, trail_from(s, seat, intersection))
    return best


@rule
def award_longest_road(s, broken):
    """Five roads at least; only a longer road takes the card; a holder whose road was broken must be longest alone."""
    longest = 0
    leader = NOBODY
    for seat in range(s.players):
        if s.road_length[seat] > longest:
            longest = int(s.road_length[seat])
            leader = seat
        elif s.road_length[seat] == longest:
            leader = NOBODY
    if longest < LEAST_ROAD:
        leader = NOBODY
    holder = int(s.longest_road)
    if holder == NOBODY:
        s.longest_road = leader
        return
    tied = s.road_length[holder] == longest and longest >= LEAST_ROAD
    if broken == holder:
        if not (tied and s.longest_road_tied_holder_keeps_after_break):
            s.longest_road = leader
    elif not tied:
        s.longest_road = leader


@rule
def place_road(s, seat, path):
    """A road from the supply; its owner's longest road may grow."""
    s.road[path] = seat
    s.stock[seat, ROAD] -= 1
    s.road_length[seat] = longest_trail(s, seat)
    award_longest_road(s, NOBODY)


@rule
def use_harbour(s, seat, intersection):
    """A building at a harbour betters the bank's ratio: 3 for all at a generic one, 2 for its resource at a special."""
    place = INTERSECTION_HARBOUR[intersection]
    if place < 0:
        return
    kind = int(s.harbour[place])
    if kind == GENERIC:
        for resource in range(RESOURCE_KINDS):
            s.ratio[seat, resource] = min(int(s.ratio[seat, resource]), RATIO_GENERIC)
    else:
        s.ratio[seat, kind] = RATIO_SPECIAL


@rule
def place_settlement(s, seat, intersection):
    """A settlement from the supply; it may break another's road."""
    s.owner[intersection] = seat
    s.building[intersection] = A_SETTLEMENT
    s.stock[seat, SETTLEMENT] -= 1
    use_harbour(s, seat, intersection)
    cut = NOBODY
    for k in range(3):
        path = INTERSECTION_PATH[intersection, k]
        if path >= 0 and s.road[path] != NOBODY and s.road[path] != seat and s.road[path] != cut:
            other = int(s.road[path])
            length = longest_trail(s, other)
            if length < s.road_length[other]:
                s.road_length[other] = length
                cut = other
    if cut != NOBODY:
        award_longest_road(s, cut)


@rule
def build_road(s, seat, path):
    """A road for its cost."""
    pay(s, seat, ROAD)
    place_road(s, seat, path)


@rule
def build_settlement(s, seat, intersection):
    """A settlement for its cost."""
    pay(s, seat, SETTLEMENT)
    place_settlement(s, seat, intersection)


@rule
def build_city(s, seat, intersection):
    """A city for its cost; the settlement goes back to the supply."""
    pay(s, seat, CITY)
    s.building[intersection] = A_CITY
    s.stock[seat, CITY] -= 1
    s.stock[seat, SETTLEMENT] += 1
