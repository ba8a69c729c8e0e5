"""Villages and strongholds in place of knights, cities in place of villages."""

from burgrave.core.lists import offer
from burgrave.games.barony.board import CITY, FOREST, KNIGHT, NEIGHBOUR, NEIGHBOURS, STRONGHOLD, VILLAGE
from burgrave.games.barony.hexes import has_no_enemy_knight
from burgrave.games.barony.moves import STRONGHOLD_IDS, VILLAGE_IDS, Reason
from burgrave.games.barony.state import LIMITED, NONE, Point, rule

# Villages and strongholds


@rule
def has_village_in_reserve(s, seat):
    """A baron's villages are limited."""
    return Reason.ALLOWED if s.reserve[seat, VILLAGE] > 0 else Reason.NO_VILLAGE_IN_RESERVE


@rule
def has_stronghold_in_reserve(s, seat):
    """A baron's strongholds are limited."""
    return Reason.ALLOWED if s.reserve[seat, STRONGHOLD] > 0 else Reason.NO_STRONGHOLD_IN_RESERVE


@rule
def may_build_on(s, seat, hex):
    """A village or stronghold replaces an own knight where nobody has a building and no opponent a knight."""
    if s.knights[hex, seat] == 0:
        return Reason.NO_KNIGHT_TO_REPLACE
    if s.buildings[hex] != NONE:
        return Reason.BUILDING_HERE
    return has_no_enemy_knight(s, seat, hex)


@rule
def find_sites(s, w, seat):
    """List the hexes on which a village or stronghold may be built."""
    sites = 0
    for k in range(1, w.camps[0] + 1):
        if may_build_on(s, seat, w.camps[k]) == Reason.ALLOWED:
            sites += 1
            w.sites[sites] = w.camps[k]
    w.sites[0] = sites


@rule
def legal_villages(w, moves):
    """A village on every site."""
    for k in range(1, w.sites[0] + 1):
        offer(moves, VILLAGE_IDS[w.sites[k]])


@rule
def legal_strongholds(w, moves):
    """A stronghold on every site."""
    for k in range(1, w.sites[0] + 1):
        offer(moves, STRONGHOLD_IDS[w.sites[k]])


@rule
def build(s, seat, hex, piece):
    """The knight returns to reserve, the building comes, and a token of the hex's terrain if the pool has one."""
    s.knights[hex, seat] -= 1
    s.reserve[seat, KNIGHT] += 1
    s.reserve[seat, piece] -= 1
    s.buildings[hex] = piece
    s.owners[hex] = seat
    kind = s.terrain[hex]
    if s.pool[kind] != 0:
        s.tokens[seat, kind] += 1
        if s.token_supply == LIMITED:
            s.pool[kind] -= 1
    s.point = Point.BUILD


@rule
def build_village(s, seat, hex):
    """A village comes, and construction may go on."""
    build(s, seat, hex, VILLAGE)


@rule
def build_stronghold(s, seat, hex):
    """A stronghold comes, and construction may go on."""
    build(s, seat, hex, STRONGHOLD)


# Cities


@rule
def is_own_village(s, seat, hex):
    """A new city replaces an own village."""
    return Reason.ALLOWED if s.buildings[hex] == VILLAGE and s.owners[hex] == seat else Reason.NOT_YOUR_VILLAGE


@rule
def has_city_in_reserve(s, seat):
    """A baron's cities are limited."""
    return Reason.ALLOWED if s.reserve[seat, CITY] > 0 else Reason.NO_CITY_IN_RESERVE


@rule
def suits_city(s, hex):
    """No city stands on a forest, or next to anybody's city."""
    if s.terrain[hex] == FOREST:
        return Reason.CITY_ON_FOREST
    for k in range(NEIGHBOURS[s.players, hex]):
        if s.buildings[NEIGHBOUR[s.players, hex, k]] == CITY:
            return Reason.CITY_NEXT_TO_CITY
    return Reason.ALLOWED


@rule
def found_city(s, seat, hex):
    """The village returns to reserve, and the marker goes one row down."""
    s.reserve[seat, VILLAGE] += 1
    s.reserve[seat, CITY] -= 1
    s.buildings[hex] = CITY
    s.new_cities[seat] += 1
