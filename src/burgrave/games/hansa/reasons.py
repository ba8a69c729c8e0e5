"""Why a move of Hansa Teutonica is refused: what the supplies hold, how far a skill reaches, where one may go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from burgrave.core.verbs import Move
from burgrave.core.words import Facts, joined, words
from burgrave.games.hansa import GAME
from burgrave.games.hansa.board import (
    BOOK,
    CITIES,
    COLOURS,
    DISPLACE_PAYS,
    ENDS,
    KINDS,
    MARKERS,
    OWNERS,
    PRIVILEGE,
    PURSE,
    ROUTES,
    SKILL_OF_CITY,
    SKILLS,
    SLOT_COLOUR,
    SLOT_KIND,
    SLOTS,
    SPACES,
    TABLE_COLOUR,
    TABLE_POINTS,
)
from burgrave.games.hansa.reading import printed_offices, skill
from burgrave.games.hansa.state import NOTHING
from burgrave.games.hansa.words import owner_name, piece_of, pieces_text, route_name

Finder = Callable[[Any, Move, str], Facts | None]
MOST_NAMED = 6
"""So many routes fit into a sentence."""


def city_name(city: int, language: str) -> str:
    """A city's name."""
    return words(GAME.package, language)(f"arg.{CITIES[city]}")


def colour_of_place(view: Any, move: Move, language: str) -> Facts | None:
    """How far the Privilege reaches, and the colour of the slot or the place at the table."""
    say, s = words(GAME.package, language), view.s
    if move.verb == "table":
        colour, case = int(TABLE_COLOUR[TABLE_POINTS.tolist().index(int(move.args[0]))]), "table"
    else:
        city = CITIES.index(move.args[0])
        colour, case = int(SLOT_COLOUR[s.side, city, len(printed_offices(s, city))]), "facts"
    reached = COLOURS[skill(s, view.to_act, PRIVILEGE)]
    return {"case": case, "reached": say(reached), "colour": say(COLOURS[colour])}


def piece_of_slot(view: Any, move: Move, language: str) -> Facts | None:
    """The piece that the next slot of a city takes, which the route does not hold."""
    s, city = view.s, CITIES.index(move.args[0])
    kind = KINDS[SLOT_KIND[s.side, city, len(printed_offices(s, city))]]
    return {"case": kind, "city": city_name(city, language)}


def income(view: Any, move: Move, language: str) -> Facts | None:
    """How many pieces the income has now, and why not more."""
    general, purse = int(view.s.general[view.to_act].sum()), skill(view.s, view.to_act, PURSE)
    return {"case": "supply", "n": general} if general < purse else {"n": purse}


def personal(view: Any, move: Move, language: str) -> Facts | None:
    """What the personal supply holds."""
    return held(view.s.personal[view.to_act], language)


def general(view: Any, move: Move, language: str) -> Facts | None:
    """What the general supply holds."""
    return held(view.s.general[view.to_act], language)


def held(counts: Any, language: str) -> Facts:
    """The pieces of a supply."""
    return {"list": pieces_text(counts, words(GAME.package, language))} if counts.any() else {"case": "empty"}


def price(view: Any, move: Move, language: str) -> Facts | None:
    """How many pieces displacing needs, and how many there are."""
    return {"n": int(view.s.personal[view.to_act].sum())}


def pieces_there(view: Any, move: Move, language: str) -> Facts | None:
    """Who stands on the route that the move names."""
    say, route = words(GAME.package, language), ROUTES.index(move.args[-1])
    there = [
        f"{int(view.s.pieces[owner, kind, route])} × {piece_of(view, owner, kind, say)}"
        for owner in range(len(OWNERS))
        for kind in range(len(KINDS))
        if view.s.pieces[owner, kind, route]
    ]
    found = {"route": route_name(route, say)}
    return {**found, "list": ", ".join(there)} if there else {**found, "case": "empty"}


def own_share(view: Any, move: Move, language: str) -> Facts | None:
    """How many spaces of the route the seat holds, of how many."""
    say, s, route = words(GAME.package, language), view.s, ROUTES.index(move.args[0])
    own, spaces = int(s.pieces[view.to_act, :, route].sum()), int(SPACES[s.side, route])
    return {"route": route_name(route, say), "own": own, "spaces": spaces}


def routes_to_go(view: Any, move: Move, language: str) -> Facts | None:
    """The routes that the piece may go to, if they are few enough to be named."""
    say = words(GAME.package, language)
    routes = list(dict.fromkeys(ROUTES.index(other.args[1]) for other in view.moves() if other.verb == "put"))
    return {"list": ", ".join(route_name(route, say) for route in routes)} if 0 < len(routes) <= MOST_NAMED else None


def next_in_hand(view: Any, move: Move, language: str) -> Facts | None:
    """The piece that is put down next, and the route it comes from."""
    say, s = words(GAME.package, language), view.s
    return {"kind": say(f"arg.{KINDS[s.queue_kind[0]]}.acc"), "route": route_name(s.queue_route[0], say)}


def ends(view: Any, move: Move, language: str) -> Facts | None:
    """The two cities of the established route."""
    say, route = words(GAME.package, language), int(view.s.route)
    cities = joined([city_name(int(city), language) for city in ENDS[route]], language)
    return {"route": route_name(route, say), "list": cities}


def school(view: Any, move: Move, language: str) -> Facts | None:
    """The city in which the skill is developed."""
    say, number = words(GAME.package, language), SKILLS.index(move.args[0])
    city = SKILL_OF_CITY.tolist().index(number)
    return {"skill": say(f"arg.{SKILLS[number]}"), "city": city_name(city, language)}


def slots_of(view: Any, move: Move, language: str) -> Facts | None:
    """A city and how many slots it has."""
    city = CITIES.index(move.args[0])
    return {"city": city_name(city, language), "n": int(SLOTS[view.s.side, city])}


def on_established(view: Any, move: Move, language: str) -> Facts | None:
    """The own pieces on the established route."""
    say, s = words(GAME.package, language), view.s
    return {"route": route_name(int(s.route), say), "list": pieces_text(s.pieces[view.to_act, :, s.route], say)}


def sitting(view: Any, move: Move, language: str) -> Facts | None:
    """Who sits at the place of the Coellen table."""
    place = TABLE_POINTS.tolist().index(int(move.args[0]))
    return {"who": owner_name(view, int(view.s.table[place]), words(GAME.package, language))}


def marker_there(view: Any, move: Move, language: str) -> Facts | None:
    """The marker that lies at the route."""
    marker = int(view.s.route_marker[ROUTES.index(move.args[0])])
    return {"marker": words(GAME.package, language)(f"arg.{MARKERS[marker]}")} if marker != NOTHING else None


def additional_source(view: Any, move: Move, language: str) -> Facts | None:
    """The supply that additional pieces come from, and what it holds."""
    s, say = view.s, words(GAME.package, language)
    if s.displaced_owner != view.to_act:
        return None
    case = "facts" if s.general[view.to_act].any() else "personal"
    counts = s.general[view.to_act] if case == "facts" else s.personal[view.to_act]
    return {"case": case, "list": pieces_text(counts, say)} if counts.any() else None


def unused_markers(view: Any, move: Move, language: str) -> Facts | None:
    """The markers that the seat may still use."""
    say, unused = words(GAME.package, language), view.s.markers_unused[view.to_act]
    names = [say(f"arg.{marker}") for marker, count in zip(MARKERS, unused, strict=True) if count]
    return {"list": ", ".join(names)} if names else {"case": "none"}


FACTS: dict[str, Finder] = {
    "income_amount": income,
    "income_supply": general,
    "not_in_personal": personal,
    "no_such_piece": pieces_there,
    "no_own_piece": pieces_there,
    "few_for_trader": price,
    "few_for_merchant": price,
    "route_not_yours": own_share,
    "no_marker": unused_markers,
    "choose_pay": lambda view, move, language: {"n": int(DISPLACE_PAYS[view.s.displaced_kind])},
    "put_lifted_first": next_in_hand,
    "origin_route": routes_to_go,
    "own_route_again": routes_to_go,
    "nearer_route": routes_to_go,
    "not_in_source": additional_source,
    "lifts_used": lambda view, move, language: {"n": skill(view.s, view.to_act, BOOK)},
    "queue_order": next_in_hand,
    "not_an_end": ends,
    "city_full": slots_of,
    "privilege": colour_of_place,
    "shape": piece_of_slot,
    "not_on_route": on_established,
    "no_skill_city": school,
    "table_taken": sitting,
    "no_such_slot": slots_of,
    "route_occupied": pieces_there,
    "route_has_marker": marker_there,
}
"""What finds the facts of a reason, from what the seat to act may know."""

SECTIONS = {
    reason: section
    for section, reasons in {
        "table": "no_such_route no_such_seat no_such_slot",
        "turn": "no_actions_left nothing_to_pass nothing_to_finish not_in_personal",
        "income": "income_amount income_supply general_empty",
        "placing": "route_full",
        "displacing": (
            "own_piece no_such_piece few_for_trader few_for_merchant nowhere_to_go only_displacing "
            "choose_with choose_pay pay_one pay_two"
        ),
        "displaced": (
            "choose_relocation put_displaced_first origin_route nearer_route no_more_additional "
            "not_in_source keep_a_space supplies_first"
        ),
        "moving": (
            "no_own_piece only_lifted choose_move put_lifted_first own_route_again lifts_used "
            "queue_order pieces_in_hand"
        ),
        "establishing": (
            "route_not_yours only_established choose_establish not_an_end not_on_route no_skill_city "
            "skill_full skills_full only_improving"
        ),
        "offices": "city_full privilege shape city_without_office",
        "coellen": "not_coellen table_taken no_merchant",
        "markers": (
            "no_marker nothing_to_swap routes_empty only_swapping only_removing only_replacing "
            "choose_improve choose_swap choose_remove choose_marker marker_just_won route_occupied "
            "route_has_marker no_free_slot slot_empty swap_own remove_one"
        ),
        "two": ("not_neutral_route no_neutral only_neutral choose_neutral neutral_compulsory neutral_from_stock"),
    }.items()
    for reason in reasons.split()
}
"""The section of the guide that states the rule, by reason."""
