"""The texts of all moves, why a move may be refused, and what a person clicks for it."""

from __future__ import annotations

from burgrave.core.verbs import Move, Verb, Verbs, numbers, seats
from burgrave.games.catan.board import (
    CARDS,
    CORNER_HEXES,
    HARBOUR_PLACES,
    HARBOURS,
    HEXES,
    INTERSECTIONS,
    NUMBERS,
    PATHS,
    RESOURCES,
    TERRAINS,
)

VERBS = Verbs(
    players=[
        Verb("settle", numbers(INTERSECTIONS)),
        Verb("road", numbers(PATHS)),
        Verb("city", numbers(INTERSECTIONS)),
        Verb("robber", numbers(HEXES)),
        Verb("rob", seats(4)),
        Verb("deal", seats(4)),
        Verb("bank", RESOURCES, RESOURCES, where=lambda give, take: give != take),
        Verb("play", CARDS),
        Verb("discard", RESOURCES),
        Verb("take", RESOURCES),
        Verb("name", RESOURCES),
        Verb("give", RESOURCES),
        Verb("want", RESOURCES),
        Verb("roll"),
        Verb("buy"),
        Verb("end"),
        Verb("pass"),
        Verb("offer"),
        Verb("accept"),
    ],
    chance=[
        Verb("hex", numbers(HEXES), TERRAINS),
        Verb("harbour", numbers(HARBOUR_PLACES), HARBOURS),
        Verb("corner", tuple(str(h) for h in CORNER_HEXES)),
        Verb("token", numbers(HEXES), tuple(str(n) for n in NUMBERS)),
        Verb("first", seats(4)),
        Verb("roll", numbers(6, 1), numbers(6, 1), key="dice"),
        Verb("steal", RESOURCES),
        Verb("draw", CARDS),
    ],
)

VERB_OF = VERBS.verb_of
ARG = VERBS.arg

(
    VERB_SETTLE,
    VERB_ROAD,
    VERB_CITY,
    VERB_ROBBER,
    VERB_ROB,
    VERB_DEAL,
    VERB_BANK,
    VERB_PLAY,
    VERB_DISCARD,
    VERB_TAKE,
    VERB_NAME,
    VERB_GIVE,
    VERB_WANT,
    VERB_ROLL,
    VERB_BUY,
    VERB_END,
    VERB_PASS,
    VERB_OFFER,
    VERB_ACCEPT,
    VERB_HEX,
    VERB_HARBOUR,
    VERB_CORNER,
    VERB_TOKEN,
    VERB_FIRST,
    VERB_DICE,
    VERB_STEAL,
    VERB_DRAW,
) = range(len(VERBS.verbs))

SETTLE = VERBS.base["settle"]
ROAD_AT = VERBS.base["road"]
CITY_AT = VERBS.base["city"]
ROBBER = VERBS.base["robber"]
ROB = VERBS.base["rob"]
DEAL = VERBS.base["deal"]
BANK_TRADE = VERBS.table("bank")
"""The id of a bank trade by what is given and what is taken."""
PLAY = VERBS.base["play"]
DISCARD = VERBS.base["discard"]
TAKE = VERBS.base["take"]
NAME = VERBS.base["name"]
GIVE = VERBS.base["give"]
WANT = VERBS.base["want"]
ROLL = VERBS.base["roll"]
BUY = VERBS.base["buy"]
END = VERBS.base["end"]
PASS = VERBS.base["pass"]
OFFER = VERBS.base["offer"]
ACCEPT = VERBS.base["accept"]
HEX = VERBS.base["hex"]
HARBOUR = VERBS.base["harbour"]
CORNER = VERBS.base["corner"]
TOKEN = VERBS.base["token"]
FIRST = VERBS.base["first"]
DICE = VERBS.base["dice"]
STEAL = VERBS.base["steal"]
DRAW = VERBS.base["draw"]

REASONS = (
    "allowed",
    # what has to be done first
    "place_settlement_first",
    "place_road_first",
    "roll_first",
    "already_rolled",
    "discard_first",
    "robber_first",
    "victim_first",
    "free_roads_first",
    "plenty_first",
    "monopoly_first",
    "finish_offer_first",
    "answer_first",
    "finish_counter_first",
    "choose_first",
    # what is asked for only at its own moment
    "nothing_to_discard",
    "robber_rests",
    "nobody_to_rob",
    "no_plenty_card_played",
    "no_monopoly_card_played",
    "no_offer_begun",
    "nothing_to_answer",
    "nobody_to_deal_with",
    "nothing_to_decline",
    # building
    "intersection_taken",
    "too_close",
    "no_road_there",
    "no_settlement_left",
    "cannot_pay_settlement",
    "path_taken",
    "road_not_connected",
    "road_cut_off",
    "road_not_at_settlement",
    "no_road_left",
    "cannot_pay_road",
    "city_needs_settlement",
    "already_a_city",
    "no_city_left",
    "cannot_pay_city",
    "deck_empty",
    "cannot_pay_card",
    # development cards
    "card_not_held",
    "card_just_bought",
    "one_card_a_turn",
    "no_place_for_road",
    "bank_empty",
    "victory_cards_stay_hidden",
    # the robber
    "robber_must_move",
    "robber_not_to_desert",
    "seat_not_in_game",
    "not_yourself",
    "no_building_at_robber",
    "no_cards_to_rob",
    "steal_is_mandatory",
    # trade
    "trading_closed",
    "domestic_trade_off",
    "no_counter_offers",
    "no_more_offers",
    "nobody_to_trade_with",
    "card_not_in_hand",
    "too_few_for_bank",
    "bank_lacks_resource",
    "give_before_want",
    "want_what_you_give",
    "want_more_than_a_hand",
    "want_more_than_there_is",
    "offer_needs_both_sides",
    "cannot_pay_offer",
    "seat_refused",
    "cannot_pay_counter",
)
(
    ALLOWED,
    PLACE_SETTLEMENT_FIRST,
    PLACE_ROAD_FIRST,
    ROLL_FIRST,
    ALREADY_ROLLED,
    DISCARD_FIRST,
    ROBBER_FIRST,
    VICTIM_FIRST,
    FREE_ROADS_FIRST,
    PLENTY_FIRST,
    MONOPOLY_FIRST,
    FINISH_OFFER_FIRST,
    ANSWER_FIRST,
    FINISH_COUNTER_FIRST,
    CHOOSE_FIRST,
    NOTHING_TO_DISCARD,
    ROBBER_RESTS,
    NOBODY_TO_ROB,
    NO_PLENTY_CARD_PLAYED,
    NO_MONOPOLY_CARD_PLAYED,
    NO_OFFER_BEGUN,
    NOTHING_TO_ANSWER,
    NOBODY_TO_DEAL_WITH,
    NOTHING_TO_DECLINE,
    INTERSECTION_TAKEN,
    TOO_CLOSE,
    NO_ROAD_THERE,
    NO_SETTLEMENT_LEFT,
    CANNOT_PAY_SETTLEMENT,
    PATH_TAKEN,
    ROAD_NOT_CONNECTED,
    ROAD_CUT_OFF,
    ROAD_NOT_AT_SETTLEMENT,
    NO_ROAD_LEFT,
    CANNOT_PAY_ROAD,
    CITY_NEEDS_SETTLEMENT,
    ALREADY_A_CITY,
    NO_CITY_LEFT,
    CANNOT_PAY_CITY,
    DECK_EMPTY,
    CANNOT_PAY_CARD,
    CARD_NOT_HELD,
    CARD_JUST_BOUGHT,
    ONE_CARD_A_TURN,
    NO_PLACE_FOR_ROAD,
    BANK_EMPTY,
    VICTORY_CARDS_STAY_HIDDEN,
    ROBBER_MUST_MOVE,
    ROBBER_NOT_TO_DESERT,
    SEAT_NOT_IN_GAME,
    NOT_YOURSELF,
    NO_BUILDING_AT_ROBBER,
    NO_CARDS_TO_ROB,
    STEAL_IS_MANDATORY,
    TRADING_CLOSED,
    DOMESTIC_TRADE_OFF,
    NO_COUNTER_OFFERS,
    NO_MORE_OFFERS,
    NOBODY_TO_TRADE_WITH,
    CARD_NOT_IN_HAND,
    TOO_FEW_FOR_BANK,
    BANK_LACKS_RESOURCE,
    GIVE_BEFORE_WANT,
    WANT_WHAT_YOU_GIVE,
    WANT_MORE_THAN_A_HAND,
    WANT_MORE_THAN_THERE_IS,
    OFFER_NEEDS_BOTH_SIDES,
    CANNOT_PAY_OFFER,
    SEAT_REFUSED,
    CANNOT_PAY_COUNTER,
) = range(len(REASONS))

SITES = {
    "settle": ("v{0}",),
    "road": ("e{0}",),
    "city": ("v{0}",),
    "robber": ("h{0}",),
    "rob": ("{0}",),
    "deal": ("{0}",),
    "bank": ("hand-{0}", "bank-{1}"),
    "play": ("card-{0}",),
    "discard": ("hand-{0}",),
    "take": ("bank-{0}",),
    "name": ("bank-{0}",),
    "give": ("hand-{0}",),
    "want": ("bank-{0}",),
    "roll": ("dice",),
    "buy": ("deck",),
}
"""The sites of each verb's moves; a verb that is not here is a plain button."""


def sites(move: Move) -> tuple[str, ...]:
    """The path of sites a person clicks to make the move; () is a plain button."""
    return tuple(site.format(*move.args) for site in SITES.get(move.verb, ()))
