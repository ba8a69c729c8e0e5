"""Development cards: buying, drawing and playing them, and the Largest Army."""

from burgrave.core.spec import CHANCE
from burgrave.games.catan.board import (
    CARD,
    FREE_ROADS,
    LEAST_ARMY,
    MONOPOLY,
    PLENTY,
    PLENTY_CARDS,
    RESOURCE_KINDS,
    ROADS,
    SOLDIER,
    VICTORY_POINT,
)
from burgrave.games.catan.building import can_pay, has_place_for_road, pay, place_road
from burgrave.games.catan.moves import Reason
from burgrave.games.catan.production import gain
from burgrave.games.catan.state import BY_SOLDIER, NOBODY, Point, rule


@rule
def deck_has_card(s):
    """A card can be bought as long as the deck lasts."""
    return Reason.ALLOWED if s.deck_size > 0 else Reason.DECK_EMPTY


@rule
def affords_card(s, seat):
    """A development card costs wool, grain and ore."""
    return Reason.ALLOWED if can_pay(s, seat, CARD) else Reason.CANNOT_PAY_CARD


@rule
def buy(s, seat):
    """Pay; chance draws the top card."""
    pay(s, seat, CARD)
    s.to_act = CHANCE
    s.point = Point.DRAW


@rule
def cards_in_deck(s, card):
    """Every card in the deck is as likely as any other."""
    return s.deck[card]


@rule
def size_of_deck(s):
    """All cards in the deck."""
    return s.deck_size


@rule
def draw(s, card):
    """The card is hidden and new until its owner's turn ends."""
    s.deck[card] -= 1
    s.deck_size -= 1
    s.new[s.active, card] += 1
    s.new_size[s.active] += 1
    s.to_act = s.active
    s.point = Point.MAIN


@rule
def bank_size(s):
    """All cards in the bank."""
    size = 0
    for resource in range(RESOURCE_KINDS):
        size += s.bank[resource]
    return size


@rule
def may_show(s, card):
    """By option victory-point cards are turned up only to win."""
    if card == VICTORY_POINT and s.victory_cards_only_revealed_to_win:
        return Reason.VICTORY_CARDS_STAY_HIDDEN
    return Reason.ALLOWED


@rule
def holds_card(s, seat, card):
    """A card that is played was bought in an earlier turn; a victory-point card may be new."""
    if s.old[seat, card] > 0:
        return Reason.ALLOWED
    if s.new[seat, card] == 0:
        return Reason.CARD_NOT_HELD
    return Reason.ALLOWED if card == VICTORY_POINT else Reason.CARD_JUST_BOUGHT


@rule
def is_first_card(s, card):
    """One soldier or progress card a turn; any number of victory-point cards."""
    return Reason.ONE_CARD_A_TURN if s.card_played and card != VICTORY_POINT else Reason.ALLOWED


@rule
def can_be_followed(s, seat, card):
    """Road Building needs a road and a path for it, Year of Plenty a card in the bank."""
    if card == ROADS:
        return has_place_for_road(s, seat)
    return Reason.BANK_EMPTY if card == PLENTY and bank_size(s) == 0 else Reason.ALLOWED


@rule
def holds_any_card(s, seat):
    """Nobody plays cards from an empty hand."""
    return Reason.ALLOWED if s.old_size[seat] + s.new_size[seat] > 0 else Reason.CARD_NOT_HELD


@rule
def show_point(s, seat):
    """A victory-point card is turned up, an old one first."""
    if s.old[seat, VICTORY_POINT] > 0:
        s.old[seat, VICTORY_POINT] -= 1
        s.old_size[seat] -= 1
    else:
        s.new[seat, VICTORY_POINT] -= 1
        s.new_size[seat] -= 1
    s.shown[seat] += 1


@rule
def play_soldier(s, seat):
    """Three soldiers take the Largest Army, then only more soldiers do; then the robber moves."""
    s.soldiers[seat] += 1
    if s.largest_army == NOBODY:
        if s.soldiers[seat] >= LEAST_ARMY:
            s.largest_army = seat
    elif s.soldiers[seat] > s.soldiers[s.largest_army]:
        s.largest_army = seat
    s.cause = BY_SOLDIER
    s.point = Point.ROBBER


@rule
def play(s, seat, card):
    """A card leaves the hand and its instructions are followed."""
    if card == VICTORY_POINT:
        show_point(s, seat)
        return
    s.old[seat, card] -= 1
    s.old_size[seat] -= 1
    s.card_played = 1
    if card == SOLDIER:
        play_soldier(s, seat)
        return
    s.used[card] += 1
    if card == ROADS:
        s.free_roads = FREE_ROADS
        s.point = Point.FREE_ROAD
        if s.road_building_ends_trading and not s.combined_trade_and_build:
            s.trading = 0
    elif card == PLENTY:
        s.picks = PLENTY_CARDS
        s.point = Point.PLENTY
    elif card == MONOPOLY:
        s.point = Point.MONOPOLY


@rule
def lay_free_road(s, seat, path):
    """One of two free roads; both must be laid as far as pieces and places allow. True after the last."""
    place_road(s, seat, path)
    s.free_roads -= 1
    if s.free_roads > 0 and has_place_for_road(s, seat) == Reason.ALLOWED:
        return False
    s.free_roads = 0
    return True


@rule
def take(s, seat, resource):
    """One of two cards of choice from the bank, as long as it has any. True after the last."""
    gain(s, seat, resource, 1)
    s.picks -= 1
    if s.picks > 0 and bank_size(s) > 0:
        return False
    s.picks = 0
    return True


@rule
def collect(s, seat, resource):
    """Everybody else hands over all cards of the named resource."""
    for other in range(s.players):
        if other != seat:
            count = s.hand[other, resource]
            s.hand[other, resource] = 0
            s.hand_size[other] -= count
            s.hand[seat, resource] += count
            s.hand_size[seat] += count
