"""Why a move may be refused, and the kinds of moves: their texts, what a person clicks, and what they tell."""

from __future__ import annotations

from enum import auto

from burgrave.core.names import Named
from burgrave.core.verbs import Verbs, numbers, seats
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
from burgrave.games.catan.state import SEATS


class Reason(Named):
    """Why the seat to act may not make a move."""

    ALLOWED = auto()
    # what has to be done first
    PLACE_SETTLEMENT_FIRST = auto()
    PLACE_ROAD_FIRST = auto()
    ROLL_FIRST = auto()
    ALREADY_ROLLED = auto()
    DISCARD_FIRST = auto()
    ROBBER_FIRST = auto()
    VICTIM_FIRST = auto()
    FREE_ROADS_FIRST = auto()
    PLENTY_FIRST = auto()
    MONOPOLY_FIRST = auto()
    FINISH_OFFER_FIRST = auto()
    ANSWER_FIRST = auto()
    FINISH_COUNTER_FIRST = auto()
    CHOOSE_FIRST = auto()
    # what is asked for only at its own moment
    NOTHING_TO_DISCARD = auto()
    ROBBER_RESTS = auto()
    NOBODY_TO_ROB = auto()
    NO_PLENTY_CARD_PLAYED = auto()
    NO_MONOPOLY_CARD_PLAYED = auto()
    NO_OFFER_BEGUN = auto()
    NOTHING_TO_ANSWER = auto()
    NOBODY_TO_DEAL_WITH = auto()
    NOTHING_TO_DECLINE = auto()
    # building
    INTERSECTION_TAKEN = auto()
    TOO_CLOSE = auto()
    NO_ROAD_THERE = auto()
    NO_SETTLEMENT_LEFT = auto()
    CANNOT_PAY_SETTLEMENT = auto()
    PATH_TAKEN = auto()
    ROAD_NOT_CONNECTED = auto()
    ROAD_CUT_OFF = auto()
    ROAD_NOT_AT_SETTLEMENT = auto()
    NO_ROAD_LEFT = auto()
    CANNOT_PAY_ROAD = auto()
    CITY_NEEDS_SETTLEMENT = auto()
    ALREADY_A_CITY = auto()
    NO_CITY_LEFT = auto()
    CANNOT_PAY_CITY = auto()
    DECK_EMPTY = auto()
    CANNOT_PAY_CARD = auto()
    # development cards
    CARD_NOT_HELD = auto()
    CARD_JUST_BOUGHT = auto()
    ONE_CARD_A_TURN = auto()
    NO_PLACE_FOR_ROAD = auto()
    BANK_EMPTY = auto()
    VICTORY_CARDS_STAY_HIDDEN = auto()
    # the robber
    ROBBER_MUST_MOVE = auto()
    ROBBER_NOT_TO_DESERT = auto()
    SEAT_NOT_IN_GAME = auto()
    NOT_YOURSELF = auto()
    NO_BUILDING_AT_ROBBER = auto()
    NO_CARDS_TO_ROB = auto()
    STEAL_IS_MANDATORY = auto()
    # trade
    TRADING_CLOSED = auto()
    DOMESTIC_TRADE_OFF = auto()
    NO_COUNTER_OFFERS = auto()
    NO_MORE_OFFERS = auto()
    NOBODY_TO_TRADE_WITH = auto()
    CARD_NOT_IN_HAND = auto()
    TOO_FEW_FOR_BANK = auto()
    BANK_LACKS_RESOURCE = auto()
    GIVE_BEFORE_WANT = auto()
    WANT_WHAT_YOU_GIVE = auto()
    WANT_MORE_THAN_A_HAND = auto()
    WANT_MORE_THAN_THERE_IS = auto()
    OFFER_NEEDS_BOTH_SIDES = auto()
    CANNOT_PAY_OFFER = auto()
    SEAT_REFUSED = auto()
    CANNOT_PAY_COUNTER = auto()


VERBS = Verbs(reveals="game_is_over")

SETTLE = VERBS.player("settle", intersection=numbers(INTERSECTIONS), sites="v{intersection}")
BUILD_ROAD = VERBS.player("road", path=numbers(PATHS), sites="e{path}")
BUILD_CITY = VERBS.player("city", intersection=numbers(INTERSECTIONS), sites="v{intersection}")
MOVE_ROBBER = VERBS.player("robber", hex=numbers(HEXES), sites="h{hex}", elsewhere=Reason.ROBBER_RESTS)
ROB = VERBS.player("rob", victim=seats(SEATS), sites="{victim}", elsewhere=Reason.NOBODY_TO_ROB)
DEAL = VERBS.player("deal", partner=seats(SEATS), sites="{partner}", elsewhere=Reason.NOBODY_TO_DEAL_WITH)
BANK = VERBS.player(
    "bank",
    given=RESOURCES,
    taken=RESOURCES,
    where=lambda given, taken: given != taken,
    sites="hand-{given} bank-{taken}",
)
PLAY = VERBS.player("play", card=CARDS, sites="card-{card}")
DISCARD = VERBS.player(
    "discard",
    resource=RESOURCES,
    sites="hand-{resource}",
    elsewhere=Reason.NOTHING_TO_DISCARD,
    read_by="may_read_discard",
    reveals="discard_shows_others",
)
TAKE = VERBS.player("take", resource=RESOURCES, sites="bank-{resource}", elsewhere=Reason.NO_PLENTY_CARD_PLAYED)
NAME = VERBS.player(
    "name", resource=RESOURCES, sites="bank-{resource}", elsewhere=Reason.NO_MONOPOLY_CARD_PLAYED, reveals=True
)
GIVE = VERBS.player("give", resource=RESOURCES, sites="hand-{resource}")
WANT = VERBS.player("want", resource=RESOURCES, sites="bank-{resource}", elsewhere=Reason.NO_OFFER_BEGUN)
ROLL = VERBS.player("roll", sites="dice", elsewhere=Reason.ALREADY_ROLLED)
BUY = VERBS.player("buy", sites="deck")
END = VERBS.player("end", reveals="next_seat_might_have_won")
PASS = VERBS.player("pass", elsewhere=Reason.NOTHING_TO_DECLINE)
OFFER = VERBS.player("offer", elsewhere=Reason.NO_OFFER_BEGUN)
ACCEPT = VERBS.player("accept", elsewhere=Reason.NOTHING_TO_ANSWER)

HEX = VERBS.chance("hex", hex=numbers(HEXES), terrain=TERRAINS)
HARBOUR = VERBS.chance("harbour", place=numbers(HARBOUR_PLACES), kind=HARBOURS)
CORNER = VERBS.chance("corner", corner=tuple(str(h) for h in CORNER_HEXES))
TOKEN = VERBS.chance("token", hex=numbers(HEXES), kind=tuple(str(n) for n in NUMBERS))
FIRST = VERBS.chance("first", player=seats(SEATS))
DICE = VERBS.chance("roll", one=numbers(6, 1), two=numbers(6, 1), key="dice")
STEAL = VERBS.chance("steal", resource=RESOURCES, read_by="is_thief_or_victim")
DRAW = VERBS.chance("draw", card=CARDS, read_by="is_buyer")
