"""Why a move of Catan is refused, with what is missing: cards, who stands in the way, how many are left to do."""

from __future__ import annotations

from collections.abc import Callable
from math import dist
from typing import Any

from burgrave.core.verbs import Move
from burgrave.core.words import Facts, seat_name, words
from burgrave.games.catan import GAME
from burgrave.games.catan.board import (
    BANK,
    CARD,
    CITY,
    COST,
    INTERSECTION_AT,
    INTERSECTION_NEXT,
    PATH_INTERSECTION,
    RESOURCES,
    ROAD,
    SETTLEMENT,
)
from burgrave.games.catan.state import A_CITY, A_SETTLEMENT, NOBODY
from burgrave.games.catan.words import HALF_SIDE, building_spots, goods, place

Finder = Callable[[Any, Move, str], Facts | None]
NEAREST = 3
"""So many paths fit into a sentence."""


def resource_of(move: Move) -> int:
    """The resource that a move names first."""
    return RESOURCES.index(move.args[0])


def name(view: Any, seat: int, language: str) -> str:
    """A seat's name."""
    return seat_name(int(seat), view.names, language)


def missing(view: Any, price: Any, language: str) -> str:
    """The cards of a price that the seat to act does not hold."""
    return goods(
        [max(0, int(cost) - int(held)) for cost, held in zip(price, view.s.hand[view.to_act], strict=True)], language
    )


def some(resource: int, count: int, language: str) -> str:
    """So many cards of one kind."""
    return goods([count * (kind == resource) for kind in range(len(RESOURCES))], language)


def resource_words(move: Move, place: int, language: str) -> Facts:
    """The name of a resource that a move names."""
    return {"resource": words(GAME.package, language)(f"arg.{move.args[place]}")}


def lacks(thing: int) -> Finder:
    """What the seat lacks to build or buy something."""
    return lambda view, move, language: {"lacking": missing(view, COST[thing], language)}


def who_builds_here(view: Any, move: Move, language: str) -> Facts | None:
    """Whose building stands there; on an own settlement, what a city would cost."""
    s, corner = view.s, int(move.args[0])
    if s.owner[corner] != view.to_act:
        return {"who": name(view, s.owner[corner], language)}
    if s.building[corner] == A_CITY or view.point != "main":
        return {"case": "own"}
    return {"case": "city", "price": goods(COST[CITY], language), "held": goods(held_of(view, COST[CITY]), language)}


def held_of(view: Any, price: Any) -> list[int]:
    """What the seat holds of the kinds that a price asks for."""
    return [int(held) if cost else 0 for cost, held in zip(price, view.s.hand[view.to_act], strict=True)]


def neighbour_here(view: Any, move: Move, language: str) -> Facts | None:
    """Whose building is too near, and where."""
    corner = next(int(c) for c in INTERSECTION_NEXT[int(move.args[0])] if c >= 0 and view.s.owner[c] != NOBODY)
    kind = "city" if view.s.building[corner] == A_CITY else "settlement"
    case = f"own.{kind}" if view.s.owner[corner] == view.to_act else kind
    return {
        "case": case,
        "who": name(view, view.s.owner[corner], language),
        "place": place(view, f"v{corner}", language),
    }


def corners_at_roads(view: Any, move: Move, language: str) -> Facts | None:
    """The free intersections at the own roads."""
    free, _ = building_spots(view.s, view.to_act)
    return {"list": "; ".join(place(view, f"v{corner}", language) for corner in free)} if free else {"case": "none"}


def own_settlements(view: Any, move: Move, language: str) -> Facts | None:
    """Where the own settlements stand."""
    own = ((view.s.owner == view.to_act) & (view.s.building == A_SETTLEMENT)).nonzero()[0]
    if not len(own):
        return {"case": "none"}
    return {"list": "; ".join(place(view, f"v{int(corner)}", language) for corner in own)}


def road_here(view: Any, move: Move, language: str) -> Facts | None:
    """Whose road lies there."""
    owner = view.s.road[int(move.args[0])]
    return {"case": "own"} if owner == view.to_act else {"who": name(view, owner, language)}


def cutting(view: Any, move: Move, language: str) -> Facts | None:
    """Whose building cuts the path off from the own road."""
    for corner in PATH_INTERSECTION[int(move.args[0])]:
        if view.s.owner[corner] not in (NOBODY, view.to_act):
            return {"who": name(view, view.s.owner[corner], language), "place": place(view, f"v{corner}", language)}
    return None


def middle(path: int) -> tuple[float, float]:
    """Where the middle of a path lies, both ways in the same unit."""
    (x, y), (a, b) = (INTERSECTION_AT[corner] for corner in PATH_INTERSECTION[path])
    return (x + a) * HALF_SIDE / 2, (y + b) / 2


def nearest_paths(view: Any, move: Move, language: str) -> Facts | None:
    """The paths nearest to that one on which a road of the seat could lie."""
    _, paths = building_spots(view.s, view.to_act)
    here = middle(int(move.args[0]))
    near = sorted(paths, key=lambda path: dist(here, middle(path)))[:NEAREST]
    return {"list": "; ".join(place(view, f"e{path}", language) for path in near)} if near else None


def placed_settlement(view: Any, move: Move, language: str) -> Facts | None:
    """Where the settlement stands at which the road has to begin."""
    s = view.s
    for corner in ((s.owner == view.to_act) & (s.building == A_SETTLEMENT)).nonzero()[0]:
        paths = [path for path, ends in enumerate(PATH_INTERSECTION) if corner in ends]
        if not any(s.road[path] == view.to_act for path in paths):
            return {"place": place(view, f"v{int(corner)}", language)}
    return None


def card_words(view: Any, move: Move, language: str) -> Facts | None:
    """The name of the development card."""
    return {"card": words(GAME.package, language)(f"arg.{move.args[0]}")}


def given_and_held(view: Any, move: Move, language: str) -> Facts | None:
    """How many cards of the resource the seat holds."""
    resource = resource_of(move)
    held = int(view.s.hand[view.to_act, resource])
    return {"held": some(resource, held, language)} if held else {"case": "none", **resource_words(move, 0, language)}


def bank_rate(view: Any, move: Move, language: str) -> Facts | None:
    """What the bank asks for one card, and what is held."""
    resource, s = resource_of(move), view.s
    price, held = int(s.ratio[view.to_act, resource]), int(s.hand[view.to_act, resource])
    return {"price": some(resource, price, language), "held": held}


def bank_lacks(view: Any, move: Move, language: str) -> Facts | None:
    """Which resource the bank is out of."""
    return resource_words(move, -1, language)


def lacks_wanted(view: Any, move: Move, language: str) -> Facts | None:
    """What the seat lacks of what an offer asks for."""
    return {"lacking": missing(view, view.s.wanted, language)}


def lacks_counter(view: Any, move: Move, language: str) -> Facts | None:
    """What the seat lacks of what a counter-offer asks for."""
    partner = int(move.args[0][1:])
    return {"lacking": missing(view, view.s.counter_wanted[partner], language), "who": name(view, partner, language)}


def partner_name(view: Any, move: Move, language: str) -> Facts | None:
    """The player that the move names."""
    return {"who": name(view, int(move.args[0][1:]), language)}


def at_robber(view: Any, move: Move, language: str) -> Facts | None:
    """The player that the move names, and where the robber stands."""
    return {
        "who": name(view, int(move.args[0][1:]), language),
        "place": place(view, f"h{int(view.s.robber)}", language),
    }


def largest_hand(view: Any, move: Move, language: str) -> Facts | None:
    """How many cards the largest hand holds that could pay."""
    s, seat = view.s, view.to_act
    payers = [s.active] if seat != s.active else [other for other in range(view.game.players) if other != seat]
    return {"n": max(int(s.hand_size[other]) for other in payers)}


def elsewhere(view: Any, move: Move, language: str) -> Facts | None:
    """How many cards of a resource the others hold together."""
    resource = resource_of(move)
    count = BANK - int(view.s.bank[resource]) - int(view.s.hand[view.to_act, resource])
    return {"list": some(resource, count, language)} if count else {"case": "none", **resource_words(move, 0, language)}


FACTS: dict[str, Finder] = {
    "discard_first": lambda view, move, language: {"n": int(view.s.owed[view.to_act])},
    "free_roads_first": lambda view, move, language: {"n": int(view.s.free_roads)},
    "plenty_first": lambda view, move, language: {"n": int(view.s.picks)},
    "already_rolled": lambda view, move, language: {"sum": int(view.s.roll.sum())} if view.s.roll[0] else None,
    "intersection_taken": who_builds_here,
    "too_close": neighbour_here,
    "no_road_there": corners_at_roads,
    "city_needs_settlement": own_settlements,
    "cannot_pay_settlement": lacks(SETTLEMENT),
    "cannot_pay_road": lacks(ROAD),
    "cannot_pay_city": lacks(CITY),
    "cannot_pay_card": lacks(CARD),
    "path_taken": road_here,
    "road_not_connected": nearest_paths,
    "road_cut_off": cutting,
    "road_not_at_settlement": placed_settlement,
    "card_not_held": card_words,
    "card_just_bought": card_words,
    "robber_must_move": lambda view, move, language: {"place": place(view, f"h{int(view.s.robber)}", language)},
    "no_building_at_robber": at_robber,
    "no_cards_to_rob": partner_name,
    "no_more_offers": lambda view, move, language: {"n": int(view.s.offers)},
    "card_not_in_hand": given_and_held,
    "too_few_for_bank": bank_rate,
    "bank_lacks_resource": bank_lacks,
    "want_more_than_a_hand": largest_hand,
    "want_more_than_there_is": elsewhere,
    "cannot_pay_offer": lacks_wanted,
    "cannot_pay_counter": lacks_counter,
    "seat_refused": partner_name,
}
"""What finds the facts of a reason, from what the seat to act may know."""

SECTIONS = {
    reason: section
    for section, reasons in {
        "beginning": "place_settlement_first place_road_first road_not_at_settlement seat_not_in_game",
        "turn": "roll_first already_rolled nothing_to_decline",
        "seven": (
            "discard_first nothing_to_discard robber_first robber_rests victim_first nobody_to_rob "
            "robber_must_move robber_not_to_desert not_yourself no_building_at_robber no_cards_to_rob "
            "steal_is_mandatory"
        ),
        "trading": (
            "finish_offer_first answer_first finish_counter_first choose_first no_offer_begun "
            "nothing_to_answer nobody_to_deal_with trading_closed domestic_trade_off "
            "no_counter_offers no_more_offers nobody_to_trade_with card_not_in_hand give_before_want "
            "want_what_you_give want_more_than_a_hand want_more_than_there_is cannot_pay_counter "
            "seat_refused offer_needs_both_sides cannot_pay_offer"
        ),
        "harbours": "too_few_for_bank bank_lacks_resource",
        "building": (
            "no_settlement_left cannot_pay_settlement no_road_left cannot_pay_road no_city_left "
            "cannot_pay_city cannot_pay_card deck_empty"
        ),
        "roads": "path_taken road_not_connected road_cut_off no_place_for_road",
        "settlements": "intersection_taken too_close no_road_there",
        "cities": "city_needs_settlement already_a_city",
        "cards": (
            "free_roads_first plenty_first monopoly_first no_plenty_card_played "
            "no_monopoly_card_played card_not_held card_just_bought one_card_a_turn bank_empty "
            "victory_cards_stay_hidden"
        ),
    }.items()
    for reason in reasons.split()
}
"""The section of the guide that states the rule, by reason."""
