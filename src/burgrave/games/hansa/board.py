"""The printed facts: both sides of the board, the desks, the bonus markers and what everything is worth."""

from __future__ import annotations

from typing import Final

import numpy as np

SMALL, LARGE = 0, 1
"""The two sides of the board: for two or three players, and for four or five."""
SIDE_OF_PLAYERS: Final = np.array([-1, -1, SMALL, SMALL, LARGE, LARGE], np.int64)

TRADER, MERCHANT = 0, 1
KINDS: Final = ("trader", "merchant")

WHITE, ORANGE, PINK, BLACK = range(4)
COLOURS: Final = ("white", "orange", "pink", "black")

MOST_SEATS = 5
NEUTRAL = 5
"""The neutral colour of the two-player game: the owner after the seats."""
OWNERS: Final = ("p0", "p1", "p2", "p3", "p4", "neutral")

PIECES: Final = np.array([27, 4], np.int64)
"""Traders and merchants of one player."""
NEUTRAL_PIECES: Final = np.array([0, 0, 54, 0, 0, 0], np.int64)
"""Neutral traders by number of players: the neutral colour plays only between two."""
SCORE_TRACK_TRADERS = 1
LOOSE: Final = np.array([11, 1], np.int64)
"""What is left of a player's pieces once the skill tracks are covered and one trader stands on the score track."""
FIRST_PERSONAL: Final = np.array([[5, 1], [6, 1], [7, 1], [8, 1], [9, 1]], np.int64)
"""The personal supply at the start, by place in turn order."""

# Office slots from left to right on the small and on the large side: the colour of the privilege they need,
# s(quare) for a trader or c(ircle) for a merchant, * for a coin.
CITY_TABLE: Final = (
    ("groningen", "Groningen", "Ws* Oc", "Ws* Oc"),
    ("emden", "Emden", "Wc Ps", "Wc Ps"),
    ("stade", "Stade", "Wc*", "Wc"),
    ("hamburg", "Hamburg", "Ws Os Bs", "Ws Os Bs"),
    ("lubeck", "Lübeck", "Ws* Ps", "Ws* Ps"),
    ("kampen", "Kampen", "Os Bs", "Oc Bs"),
    ("osnabruck", "Osnabrück", "Ws Os Bs", "Ws Os Bs"),
    ("bremen", "Bremen", "Ps", "Wc Ps"),
    ("luneburg", "Lüneburg", "Wc", "Oc Bs"),
    ("perleberg", "Perleberg", "Ws Ps Bc", "Ws Ps Bc"),
    ("hannover", "Hannover", "Ws Ps", "Ws Ps"),
    ("arnheim", "Arnheim", "Ws Wc Os Ps", "Ws Wc Os Ps"),
    ("munster", "Münster", "Wc Os", "Wc Os"),
    ("minden", "Minden", "Ws Os Ps Bs", "Ws Os Ps Bs"),
    ("brunswiek", "Brunswiek", "Os", "Os"),
    ("stendal", "Stendal", "Ws Wc Os Ps", "Ws Wc Os Ps"),
    ("duisburg", "Duisburg", "Ws", "Ws"),
    ("dortmund", "Dortmund", "Wc Os", "Wc Os Ps"),
    ("paderborn", "Paderborn", "Ws Bc", "Ws Bc"),
    ("hildesheim", "Hildesheim", "Ws Bs", "Ws Bs"),
    ("goslar", "Goslar", "Ws", "Ws Bs"),
    ("magdeburg", "Magdeburg", "Wc Os", "Wc Os"),
    ("coellen", "Coellen", "Ws* Ps", "Ws* Ps"),
    ("warburg", "Warburg", "Os* Ps", "Os Ps"),
    ("gottingen", "Göttingen", "Ws Os", "Ws Wc Ps"),
    ("quedlinburg", "Quedlinburg", "Oc Pc", "Oc Pc"),
    ("halle", "Halle", "Ws* Os", "Ws* Os"),
)
CITIES: Final = tuple(row[0] for row in CITY_TABLE)
CITY_NAMES: Final = tuple(row[1] for row in CITY_TABLE)
MOST_SLOTS = 4
NO_SLOT = -1

# Spaces of each route on the small and on the large side; 0: the route is not there.
ROUTE_TABLE: Final = (
    ("groningen-emden", 3, 3),
    ("emden-stade", 0, 3),
    ("stade-hamburg", 3, 3),
    ("hamburg-lubeck", 3, 3),
    ("hamburg-luneburg", 4, 4),
    ("bremen-hamburg", 4, 4),
    ("emden-osnabruck", 4, 4),
    ("kampen-osnabruck", 2, 2),
    ("kampen-arnheim", 3, 3),
    ("osnabruck-bremen", 3, 3),
    ("bremen-minden", 3, 3),
    ("bremen-hannover", 3, 3),
    ("minden-hannover", 3, 3),
    ("minden-brunswiek", 4, 4),
    ("minden-paderborn", 3, 3),
    ("munster-minden", 3, 3),
    ("arnheim-munster", 3, 3),
    ("arnheim-duisburg", 3, 3),
    ("duisburg-dortmund", 2, 2),
    ("dortmund-paderborn", 3, 3),
    ("paderborn-warburg", 3, 3),
    ("paderborn-hildesheim", 3, 3),
    ("hannover-luneburg", 3, 3),
    ("luneburg-perleberg", 3, 3),
    ("perleberg-stendal", 3, 3),
    ("brunswiek-stendal", 4, 4),
    ("stendal-magdeburg", 3, 3),
    ("goslar-magdeburg", 2, 2),
    ("hildesheim-goslar", 3, 3),
    ("goslar-quedlinburg", 4, 4),
    ("gottingen-quedlinburg", 3, 3),
    ("quedlinburg-halle", 4, 4),
    ("coellen-warburg", 4, 4),
    ("warburg-gottingen", 0, 3),
)
ROUTES: Final = tuple(row[0] for row in ROUTE_TABLE)
SPACES: Final = np.array([[row[1 + side] for row in ROUTE_TABLE] for side in (SMALL, LARGE)], np.int64)
ENDS: Final = np.array([[CITIES.index(city) for city in route.split("-")] for route in ROUTES], np.int64)
ENDS_IN_ORDER: Final = np.sort(ENDS, axis=1)
"""The two cities of each route in the order of the cities, in which moves are listed."""
TAVERNS: Final = np.array(
    [ROUTES.index(route) for route in ("osnabruck-bremen", "luneburg-perleberg", "hildesheim-goslar")], np.int64
)
COELLEN_ROUTE = ROUTES.index("coellen-warburg")
STENDAL, ARNHEIM = CITIES.index("stendal"), CITIES.index("arnheim")


def slot_table(read):
    """One number per side, city and slot, read from the slot's code; NO_SLOT where nothing is printed."""
    table = np.full((2, len(CITIES), MOST_SLOTS), NO_SLOT, np.int64)
    for city, row in enumerate(CITY_TABLE):
        for side in (SMALL, LARGE):
            for slot, code in enumerate(row[2 + side].split()):
                table[side, city, slot] = read(code)
    return table


SLOT_COLOUR: Final = slot_table(lambda code: "WOPB".index(code[0]))
SLOT_KIND: Final = slot_table(lambda code: "sc".index(code[1]))
SLOT_COIN: Final = slot_table(lambda code: int(code.endswith("*")))
SLOTS: Final = np.array((SLOT_COLOUR != NO_SLOT).sum(axis=2), np.int64)
"""How many slots each city has, by side."""

NEIGHBOURS: Final = np.zeros((2, len(CITIES)), np.int64)
"""The cities one route away, as a bit set, by side and city."""
for _side in (SMALL, LARGE):
    for _route, (_one, _other) in enumerate(ENDS.tolist()):
        if SPACES[_side, _route]:
            NEIGHBOURS[_side, _one] |= 1 << _other
            NEIGHBOURS[_side, _other] |= 1 << _one


def ring_table():
    """Bit sets of the routes at each distance from a route; the routes at distance 1 share a city with it."""
    sets = []
    for side in (SMALL, LARGE):
        there = [route for route in range(len(ROUTES)) if SPACES[side, route]]
        rows = []
        for origin in range(len(ROUTES)):
            rings, seen, edge = [], {origin}, {origin}
            while edge and origin in there:
                cities = {city for route in edge for city in ENDS[route].tolist()}
                edge = {route for route in there if cities & set(ENDS[route].tolist())} - seen
                seen |= edge
                rings.append(sum(1 << route for route in edge))
            rows.append(rings)
        sets.append(rows)
    most = max(len(rings) for rows in sets for rings in rows)
    return np.array([[rings + [0] * (most - len(rings)) for rings in rows] for rows in sets], np.int64)


RINGS: Final = ring_table()
MOST_RINGS = RINGS.shape[2]

BIT_PRIME = 37
"""The powers of 2 below 2**36 leave different remainders by 37: the remainder of a lone bit tells its place."""
PLACE_OF_BIT: Final = np.zeros(BIT_PRIME, np.int64)
for _place in range(BIT_PRIME - 1):
    PLACE_OF_BIT[(1 << _place) % BIT_PRIME] = _place

KEYS, ACTIONS, PRIVILEGE, BOOK, PURSE = range(5)
SKILLS: Final = ("keys", "actions", "privilege", "book", "purse")
SKILL_CITY: Final = np.array(
    [CITIES.index(city) for city in ("halle", "gottingen", "stade", "groningen", "lubeck")], np.int64
)
SKILL_OF_CITY: Final = np.full(len(CITIES), -1, np.int64)
for _skill, _city in enumerate(SKILL_CITY.tolist()):
    SKILL_OF_CITY[_city] = _skill
SKILL_STEPS: Final = np.array([4, 5, 3, 3, 3], np.int64)
"""How many pieces cover each track at the start."""
SKILL_KIND: Final = np.array([TRADER, TRADER, TRADER, MERCHANT, TRADER], np.int64)
ALL = 127
"""The Purse's last value: the whole general supply."""
MOST_STEPS = 5
SKILL_VALUE: Final = np.array(
    [
        [1, 2, 2, 3, 4, -1],
        [2, 3, 3, 4, 4, 5],
        [WHITE, ORANGE, PINK, BLACK, -1, -1],
        [2, 3, 4, 5, -1, -1],
        [3, 5, 7, ALL, -1, -1],
    ],
    np.int64,
)
FULL_SKILL_POINTS: Final = np.array([0, 4, 4, 4, 4], np.int64)
MOST_LIFTS = int(SKILL_VALUE[BOOK].max())

EXTRA_OFFICE, SWAP_OFFICES, ACTIONS_3, ACTIONS_4, IMPROVE_SKILL, REMOVE_3 = range(6)
MARKERS: Final = ("extra_office", "swap_offices", "actions_3", "actions_4", "improve_skill", "remove_3")
START_MARKERS: Final = np.array([1, 1, 0, 0, 0, 1], np.int64)
STACK_MARKERS: Final = np.array([3, 2, 2, 2, 2, 1], np.int64)
MARKER_ACTIONS: Final = np.array([0, 0, 3, 4, 0, 0], np.int64)
"""The actions that using a marker adds to the turn."""
MOST_REMOVED = 3
MOST_EXTRAS = int(START_MARKERS[EXTRA_OFFICE] + STACK_MARKERS[EXTRA_OFFICE])
MARKER_POINTS: Final = np.array([0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21, 21, 21, 21, 21, 21], np.int64)

DISPLACE_PAYS: Final = np.array([1, 2], np.int64)
"""Pieces paid for displacing a trader, a merchant."""
DISPLACE_ADDS: Final = np.array([1, 2], np.int64)
"""Additional pieces that the owner of a displaced trader, merchant may put on the board."""

TABLE_POINTS: Final = np.array([7, 8, 9, 11], np.int64)
TABLE_COLOUR: Final = np.array([WHITE, ORANGE, PINK, BLACK], np.int64)
LINK_POINTS: Final = np.array([0, 7, 4, 2, 0, 0], np.int64)
"""Points for joining Stendal and Arnheim, by rank (rank 0: not joined)."""
ROUTE_CONTROL_POINTS = 1
COIN_POINTS = 1
CONTROL_POINTS = 2

LAST_TRACK_POINT = 20
LAST_COMPLETED_CITY = 10
