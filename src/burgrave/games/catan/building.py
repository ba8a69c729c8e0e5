"""Roads, settlements and cities: where they may stand, what they cost, and the Longest Road."""

from burgrave.games.catan.board import (
    BUILDING_POINTS,
    CITY,
    COST,
    GENERIC,
    HONOUR_POINTS,
    INTERSECTION_HARBOUR,
    INTERSECTION_NEXT,
    INTERSECTION_PATH,
    INTERSECTIONS,
    LEAST_ROAD,
    PATH_INTERSECTION,
    PATHS,
    PIECES,
    POINT,
    RATIO_GENERIC,
    RATIO_SPECIAL,
    ROAD,
    SETTLEMENT,
)
from burgrave.games.catan.moves import (
    ALLOWED,
    ALREADY_A_CITY,
    CANNOT_PAY_CITY,
    CANNOT_PAY_ROAD,
    CANNOT_PAY_SETTLEMENT,
    CITY_NEEDS_SETTLEMENT,
    INTERSECTION_TAKEN,
    NO_CITY_LEFT,
    NO_PLACE_FOR_ROAD,
    NO_ROAD_LEFT,
    NO_ROAD_THERE,
    NO_SETTLEMENT_LEFT,
    PATH_TAKEN,
    ROAD_CUT_OFF,
    ROAD_NOT_CONNECTED,
    TOO_CLOSE,
)
from burgrave.games.catan.state import A_CITY, A_SETTLEMENT, NOBODY, rule

WALKED = -2
"""Marks a road that the trail being measured has used."""


@rule
def can_pay(s, seat, thing):
    """Whether the seat holds all that a road, settlement, city or development card costs."""
    lacking = 0
    for resource in range(5):
        lacking += s.hand[seat, resource] < COST[thing, resource]
    return lacking == 0


@rule
def pay(s, seat, thing):
    """The cost goes back to the bank."""
    for resource in range(5):
        price = COST[thing, resource]
        s.hand[seat, resource] -= price
        s.bank[resource] += price
        s.hand_size[seat] -= price


@rule
def points(s, seat):
    """Settlements 1, cities 2, each special card 2, each victory-point card 1, hidden ones included."""
    total = (PIECES[SETTLEMENT] - s.stock[seat, SETTLEMENT]) * BUILDING_POINTS[A_SETTLEMENT]
    total += (PIECES[CITY] - s.stock[seat, CITY]) * BUILDING_POINTS[A_CITY]
    if s.longest_road == seat:
        total += HONOUR_POINTS
    if s.largest_army == seat:
        total += HONOUR_POINTS
    return total + s.shown[seat] + s.old[seat, POINT] + s.new[seat, POINT]


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
        return INTERSECTION_TAKEN
    for k in range(3):
        neighbour = INTERSECTION_NEXT[intersection, k]
        if neighbour >= 0 and s.owner[neighbour] != NOBODY:
            return TOO_CLOSE
    return ALLOWED


@rule
def may_settle(s, seat, intersection):
    """A settlement keeps the distance rule and stands at the end of an own road."""
    distance = keeps_distance(s, intersection)
    if distance != ALLOWED:
        return distance
    if not has_road_at(s, seat, intersection):
        return NO_ROAD_THERE
    return ALLOWED


@rule
def may_build_settlement(s, seat, intersection):
    """A settlement needs its place, a piece in supply and its cost."""
    place = may_settle(s, seat, intersection)
    if place != ALLOWED:
        return place
    if s.stock[seat, SETTLEMENT] == 0:
        return NO_SETTLEMENT_LEFT
    if not can_pay(s, seat, SETTLEMENT):
        return CANNOT_PAY_SETTLEMENT
    return ALLOWED


@rule
def may_build_city(s, seat, intersection):
    """A city takes the place of an own settlement, also of one built this turn."""
    if s.owner[intersection] != seat:
        return CITY_NEEDS_SETTLEMENT
    if s.building[intersection] == A_CITY:
        return ALREADY_A_CITY
    if s.stock[seat, CITY] == 0:
        return NO_CITY_LEFT
    if not can_pay(s, seat, CITY):
        return CANNOT_PAY_CITY
    return ALLOWED


@rule
def may_lay_road(s, seat, path):
    """A road joins an own building or own road; another's building in between cuts it off."""
    if s.road[path] != NOBODY:
        return PATH_TAKEN
    answer = ROAD_NOT_CONNECTED
    for end in range(2):
        intersection = PATH_INTERSECTION[path, end]
        if s.owner[intersection] == seat:
            return ALLOWED
        if has_road_at(s, seat, intersection):
            if s.owner[intersection] == NOBODY:
                return ALLOWED
            answer = ROAD_CUT_OFF
    return answer


@rule
def may_lay_free_road(s, seat, path):
    """A free road needs a piece in supply and its place."""
    if s.stock[seat, ROAD] == 0:
        return NO_ROAD_LEFT
    return may_lay_road(s, seat, path)


@rule
def may_build_road(s, seat, path):
    """A road needs its place, a piece in supply and its cost."""
    place = may_lay_road(s, seat, path)
    if place != ALLOWED:
        return place
    if s.stock[seat, ROAD] == 0:
        return NO_ROAD_LEFT
    if not can_pay(s, seat, ROAD):
        return CANNOT_PAY_ROAD
    return ALLOWED


@rule
def room_for_road(s, seat):
    """Whether the seat has a road piece and a path for it."""
    if s.stock[seat, ROAD] == 0:
        return NO_ROAD_LEFT
    for path in range(PATHS):
        if s.road[path] == NOBODY and may_lay_road(s, seat, path) == ALLOWED:
            return ALLOWED
    return NO_PLACE_FOR_ROAD


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
        for resource in range(5):
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
def place_city(s, seat, intersection):
    """The settlement goes back to the supply."""
    s.building[intersection] = A_CITY
    s.stock[seat, CITY] -= 1
    s.stock[seat, SETTLEMENT] += 1
