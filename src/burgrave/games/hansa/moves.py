"""The verbs, the sites a person clicks for each move, and the names of why a move is refused."""

from __future__ import annotations

from enum import IntEnum, auto

from burgrave.core.verbs import Move, Verb, Verbs, numbers, seats
from burgrave.games.hansa.board import (
    CITIES,
    ENDS,
    KINDS,
    LARGE,
    MARKERS,
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
    TABLE_POINTS,
    TRADER,
)

# One trader of the 27 always stands on the score track.
TRADERS = numbers(int(PIECES[TRADER]))
MERCHANTS = numbers(5)


def owner_stands_there(owner: int, kind: int, route: int) -> bool:
    """Neutral has traders only, and plays only on the small side of the board."""
    return owner != NEUTRAL or (kind == TRADER and SPACES[SMALL, route] > 0)


def neutral_route_ends_there(route: int, city: int) -> bool:
    """A neutral route gives an office in one of its own two cities."""
    return SPACES[SMALL, route] > 0 and city in ENDS[route]


VERBS = Verbs(
    players=[
        Verb("end"),
        Verb("pass"),
        Verb("done"),
        Verb("income", TRADERS, MERCHANTS, where=lambda traders, merchants: traders + merchants > 0),
        Verb("place", KINDS, ROUTES),
        Verb("lift", KINDS, ROUTES),
        Verb("displace", OWNERS, KINDS, ROUTES, where=owner_stands_there),
        Verb("establish", ROUTES),
        Verb("use", MARKERS[1:]),
        Verb("with", KINDS),
        Verb("pay", KINDS),
        Verb("pay", KINDS, KINDS, key="pay_two", where=lambda one, other: one <= other),
        Verb("put", KINDS, ROUTES),
        Verb("office", CITIES),
        Verb("extra", KINDS, CITIES),
        Verb("develop", SKILLS),
        Verb("table", tuple(str(points) for points in TABLE_POINTS)),
        Verb("swap", CITIES, numbers(MOST_SLOTS - 1), where=lambda city, slot: slot + 1 < SLOTS[LARGE, city]),
        Verb("remove", OWNERS, KINDS, ROUTES, where=owner_stands_there),
        Verb("marker", ROUTES),
        Verb("neutral", ROUTES, CITIES, where=neutral_route_ends_there),
    ],
    chance=[Verb("draw", MARKERS), Verb("start", seats(MOST_SEATS))],
)

VERB_OF, ARG = VERBS.verb_of, VERBS.arg
V_END, V_PASS, V_DONE = (VERBS.number[key] for key in ("end", "pass", "done"))
V_INCOME, V_PLACE, V_LIFT, V_DISPLACE = (VERBS.number[key] for key in ("income", "place", "lift", "displace"))
V_ESTABLISH, V_USE, V_WITH, V_PAY = (VERBS.number[key] for key in ("establish", "use", "with", "pay"))
V_PAY_TWO, V_PUT, V_OFFICE, V_EXTRA = (VERBS.number[key] for key in ("pay_two", "put", "office", "extra"))
V_DEVELOP, V_TABLE, V_SWAP, V_REMOVE = (VERBS.number[key] for key in ("develop", "table", "swap", "remove"))
V_MARKER, V_NEUTRAL, V_DRAW, V_START = (VERBS.number[key] for key in ("marker", "neutral", "draw", "start"))

M_END, M_PASS, M_DONE = (VERBS.base[key] for key in ("end", "pass", "done"))
M_ESTABLISH, M_OFFICE, M_DEVELOP, M_TABLE = (VERBS.base[key] for key in ("establish", "office", "develop", "table"))
M_WITH, M_PAY, M_MARKER, M_DRAW, M_START = (VERBS.base[key] for key in ("with", "pay", "marker", "draw", "start"))
M_USE = VERBS.base["use"] - 1
"""`use` has no extra office, so that a marker's id is M_USE plus its number."""
INCOME, PLACE, LIFT, PUT = (VERBS.table(key) for key in ("income", "place", "lift", "put"))
DISPLACE, PAY_TWO, EXTRA = (VERBS.table(key) for key in ("displace", "pay_two", "extra"))
SWAP_IDS, REMOVE_IDS, NEUTRAL_IDS = (VERBS.table(key) for key in ("swap", "remove", "neutral"))


def sites(move: Move) -> tuple[str, ...]:
    """The path of sites that a person clicks: pieces of the own supply, routes, cities, skills and markers."""
    args = move.args
    match move.verb:
        case "income":
            return ("general",)
        case "place":
            return (f"personal-{args[0]}", args[1])
        case "with" | "pay" | "pay_two":
            return tuple(f"personal-{kind}" for kind in args)
        case "lift" | "put" | "displace" | "remove" | "extra":
            return (args[-1],)
        case "establish" | "office" | "marker" | "swap":
            return (args[0],)
        case "use":
            return (f"marker-{args[0]}",)
        case "develop":
            return (f"skill-{args[0]}",)
        case "table":
            return (f"table-{args[0]}",)
        case "neutral":
            return args
        case _:
            return ()


class Reason(IntEnum):
    """Why a move is refused; the sentences are in the catalogues."""

    ALLOWED = 0
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


REASONS = tuple(reason.name.lower() for reason in Reason)
