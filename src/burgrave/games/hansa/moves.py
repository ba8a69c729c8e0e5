"""Why a move is refused, and the verbs: what each move reads, what a person clicks for it, where it belongs."""

from __future__ import annotations

from enum import auto

from burgrave.core.names import Named
from burgrave.core.verbs import Verbs, numbers, seats, words_from
from burgrave.games.hansa.board import (
    CITIES,
    ENDS,
    KINDS,
    LARGE,
    MARKERS,
    MERCHANT,
    MOST_SEATS,
    MOST_SLOTS,
    NEUTRAL,
    OWNERS,
    PIECES,
    ROUTES,
    SKILLS,
    SLOTS,
    SMALL,
    SPACES,
    SWAP_OFFICES,
    TABLE_POINTS,
    TRADER,
)


class Reason(Named):
    """Why a move is refused; the sentences are in the catalogues."""

    ALLOWED = auto()
    NO_ACTIONS_LEFT = auto()
    NO_SUCH_ROUTE = auto()
    NO_SUCH_SEAT = auto()
    NO_NEUTRAL = auto()
    NOTHING_TO_PASS = auto()
    NOTHING_TO_FINISH = auto()
    INCOME_AMOUNT = auto()
    INCOME_SUPPLY = auto()
    GENERAL_EMPTY = auto()
    NOT_IN_PERSONAL = auto()
    ROUTE_FULL = auto()
    NO_OWN_PIECE = auto()
    OWN_PIECE = auto()
    NO_SUCH_PIECE = auto()
    FEW_FOR_TRADER = auto()
    FEW_FOR_MERCHANT = auto()
    NOWHERE_TO_GO = auto()
    ROUTE_NOT_YOURS = auto()
    NO_MARKER = auto()
    SKILLS_FULL = auto()
    NOTHING_TO_SWAP = auto()
    ROUTES_EMPTY = auto()
    ONLY_DISPLACING = auto()
    ONLY_LIFTED = auto()
    ONLY_ESTABLISHED = auto()
    ONLY_IMPROVING = auto()
    ONLY_SWAPPING = auto()
    ONLY_REMOVING = auto()
    ONLY_REPLACING = auto()
    ONLY_NEUTRAL = auto()
    CHOOSE_WITH = auto()
    CHOOSE_PAY = auto()
    CHOOSE_RELOCATION = auto()
    CHOOSE_NEUTRAL = auto()
    CHOOSE_MOVE = auto()
    CHOOSE_ESTABLISH = auto()
    CHOOSE_IMPROVE = auto()
    CHOOSE_SWAP = auto()
    CHOOSE_REMOVE = auto()
    CHOOSE_MARKER = auto()
    PAY_ONE = auto()
    PAY_TWO = auto()
    PUT_DISPLACED_FIRST = auto()
    NEUTRAL_COMPULSORY = auto()
    PUT_LIFTED_FIRST = auto()
    ORIGIN_ROUTE = auto()
    OWN_ROUTE_AGAIN = auto()
    NEARER_ROUTE = auto()
    NO_MORE_ADDITIONAL = auto()
    NOT_IN_SOURCE = auto()
    KEEP_A_SPACE = auto()
    SUPPLIES_FIRST = auto()
    NEUTRAL_FROM_STOCK = auto()
    LIFTS_USED = auto()
    QUEUE_ORDER = auto()
    PIECES_IN_HAND = auto()
    NOT_AN_END = auto()
    CITY_FULL = auto()
    PRIVILEGE = auto()
    SHAPE = auto()
    CITY_WITHOUT_OFFICE = auto()
    NOT_ON_ROUTE = auto()
    MARKER_JUST_WON = auto()
    NO_SKILL_CITY = auto()
    SKILL_FULL = auto()
    NOT_COELLEN = auto()
    TABLE_TAKEN = auto()
    NO_MERCHANT = auto()
    NO_SUCH_SLOT = auto()
    SLOT_EMPTY = auto()
    SWAP_OWN = auto()
    REMOVE_ONE = auto()
    ROUTE_OCCUPIED = auto()
    ROUTE_HAS_MARKER = auto()
    NO_FREE_SLOT = auto()
    NOT_NEUTRAL_ROUTE = auto()


# One trader of the 27 always stands on the score track.
TRADERS = numbers(int(PIECES[TRADER]))
MERCHANTS = numbers(1 + int(PIECES[MERCHANT]))
USABLE_MARKERS = words_from(MARKERS, SWAP_OFFICES)
"""Every marker but the extra office, which is used while a route is established."""
TABLE_PLACES = tuple(str(points) for points in TABLE_POINTS)


def owner_stands_there(owner: int, kind: int, route: int) -> bool:
    """Neutral has traders only, and plays only on the small side of the board."""
    return owner != NEUTRAL or (kind == TRADER and SPACES[SMALL, route] > 0)


def neutral_route_ends_there(route: int, city: int) -> bool:
    """A neutral route gives an office in one of its own two cities."""
    return SPACES[SMALL, route] > 0 and city in ENDS[route]


VERBS = Verbs()
END = VERBS.player("end")
PASS = VERBS.player("pass", elsewhere=Reason.NOTHING_TO_PASS)
DONE = VERBS.player("done", elsewhere=Reason.NOTHING_TO_FINISH)
INCOME = VERBS.player(
    "income",
    traders=TRADERS,
    merchants=MERCHANTS,
    where=lambda traders, merchants: traders + merchants > 0,
    sites="general",
)
PLACE = VERBS.player("place", kind=KINDS, route=ROUTES, sites="personal-{kind} {route}")
LIFT = VERBS.player("lift", kind=KINDS, route=ROUTES, sites="{route}")
DISPLACE = VERBS.player("displace", owner=OWNERS, kind=KINDS, route=ROUTES, where=owner_stands_there, sites="{route}")
ESTABLISH = VERBS.player("establish", route=ROUTES, sites="{route}")
USE = VERBS.player("use", marker=USABLE_MARKERS, sites="marker-{marker}")
WITH = VERBS.player("with", kind=KINDS, sites="personal-{kind}", elsewhere=Reason.ONLY_DISPLACING)
PAY = VERBS.player("pay", kind=KINDS, sites="personal-{kind}", elsewhere=Reason.ONLY_DISPLACING)
PAY_TWO = VERBS.player(
    "pay",
    key="pay_two",
    one=KINDS,
    other=KINDS,
    where=lambda one, other: one <= other,
    sites="personal-{one} personal-{other}",
    elsewhere=Reason.ONLY_DISPLACING,
)
PUT = VERBS.player("put", kind=KINDS, route=ROUTES, sites="{route}", elsewhere=Reason.ONLY_LIFTED)
OFFICE = VERBS.player("office", city=CITIES, sites="{city}", elsewhere=Reason.ONLY_ESTABLISHED)
EXTRA = VERBS.player("extra", kind=KINDS, city=CITIES, sites="{city}", elsewhere=Reason.ONLY_ESTABLISHED)
DEVELOP = VERBS.player("develop", skill=SKILLS, sites="skill-{skill}", elsewhere=Reason.ONLY_IMPROVING)
TABLE = VERBS.player("table", place=TABLE_PLACES, sites="table-{place}", elsewhere=Reason.ONLY_ESTABLISHED)
SWAP = VERBS.player(
    "swap",
    city=CITIES,
    slot=numbers(MOST_SLOTS - 1),
    where=lambda city, slot: slot + 1 < SLOTS[LARGE, city],
    sites="{city}",
    elsewhere=Reason.ONLY_SWAPPING,
)
REMOVE = VERBS.player(
    "remove",
    owner=OWNERS,
    kind=KINDS,
    route=ROUTES,
    where=owner_stands_there,
    sites="{route}",
    elsewhere=Reason.ONLY_REMOVING,
)
MARKER = VERBS.player("marker", route=ROUTES, sites="{route}", elsewhere=Reason.ONLY_REPLACING)
SETTLE = VERBS.player(
    "neutral",
    route=ROUTES,
    city=CITIES,
    where=neutral_route_ends_there,
    sites="{route} {city}",
    elsewhere=Reason.ONLY_NEUTRAL,
)
DRAW = VERBS.chance("draw", marker=MARKERS)
START = VERBS.chance("start", player=seats(MOST_SEATS))

INCOME_IDS, PLACE_IDS, LIFT_IDS, DISPLACE_IDS = INCOME.ids, PLACE.ids, LIFT.ids, DISPLACE.ids
ESTABLISH_IDS, PUT_IDS, OFFICE_IDS = ESTABLISH.ids, PUT.ids, OFFICE.ids
REMOVE_IDS, SETTLE_IDS = REMOVE.ids, SETTLE.ids
