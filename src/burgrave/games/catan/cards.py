"""Development cards: buying, drawing and playing them, and the Largest Army."""

from burgrave.core.spec import CHANCE
from burgrave.games.catan.board import (
    CARD,
    FREE_ROADS,
    LEAST_ARMY,
    MONOPOLY,
    PLENTY,
    PLENTY_CARDS,
    POINT,
    ROADS,
    SOLDIER,
)
from burgrave.games.catan.building import can_pay, pay, place_road, room_for_road
from burgrave.games.catan.moves import (
    ALLOWED,
    BANK_EMPTY,
    CANNOT_PAY_CARD,
    CARD_JUST_BOUGHT,
    CARD_NOT_HELD,
    DECK_EMPTY,
    ONE_CARD_A_TURN,
    VICTORY_CARDS_STAY_HIDDEN,
)
from burgrave.games.catan.robber import back_to_turn, gain
from burgrave.games.catan.state import (
    AT_DRAW,
    AT_FREE_ROAD,
    AT_MAIN,
    AT_MONOPOLY,
    AT_PLENTY,
    AT_ROBBER,
    BY_SOLDIER,
    NOBODY,
    rule,
)


@rule
def may_buy(s, seat):
    """A development card needs its cost and a card in the deck."""
    if s.deck_size == 0:
        return DECK_EMPTY
    if not can_pay(s, seat, CARD):
        return CANNOT_PAY_CARD
    return ALLOWED


@rule
def buy(s, seat):
    """Pay; chance draws the top card."""
    pay(s, seat, CARD)
    s.to_act = CHANCE
    s.point = AT_DRAW


@rule
def draw(s, card):
    """The card is hidden and new until its owner's turn ends."""
    s.deck[card] -= 1
    s.deck_size -= 1
    s.new[s.active, card] += 1
    s.new_size[s.active] += 1
    s.to_act = s.active
    s.point = AT_MAIN


@rule
def bank_size(s):
    """All cards in the bank."""
    size = 0
    for resource in range(5):
        size += s.bank[resource]
    return size


@rule
def may_play(s, seat, card):
    """One soldier or progress card a turn, bought in an earlier turn; victory-point cards know neither limit."""
    held = int(s.old[seat, card])
    if card == POINT:
        if s.victory_cards_only_revealed_to_win:
            return VICTORY_CARDS_STAY_HIDDEN
        return ALLOWED if held + s.new[seat, card] > 0 else CARD_NOT_HELD
    if held == 0:
        return CARD_JUST_BOUGHT if s.new[seat, card] > 0 else CARD_NOT_HELD
    if s.card_played:
        return ONE_CARD_A_TURN
    if card == ROADS:
        return room_for_road(s, seat)
    if card == PLENTY and bank_size(s) == 0:
        return BANK_EMPTY
    return ALLOWED


@rule
def show_point(s, seat):
    """A victory-point card is turned up, an old one first."""
    if s.old[seat, POINT] > 0:
        s.old[seat, POINT] -= 1
        s.old_size[seat] -= 1
    else:
        s.new[seat, POINT] -= 1
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
    s.point = AT_ROBBER


@rule
def play(s, seat, card):
    """A card leaves the hand and its instructions are followed."""
    if card == POINT:
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
        s.point = AT_FREE_ROAD
        if s.road_building_ends_trading and not s.combined_trade_and_build:
            s.trading = 0
    elif card == PLENTY:
        s.picks = PLENTY_CARDS
        s.point = AT_PLENTY
    elif card == MONOPOLY:
        s.point = AT_MONOPOLY


@rule
def lay_free_road(s, seat, path):
    """One of two free roads; both must be laid as far as pieces and places allow."""
    place_road(s, seat, path)
    s.free_roads -= 1
    if s.free_roads > 0 and room_for_road(s, seat) == ALLOWED:
        return
    s.free_roads = 0
    back_to_turn(s)


@rule
def take(s, seat, resource):
    """One of two cards of choice from the bank, as long as it has any."""
    gain(s, seat, resource, 1)
    s.picks -= 1
    if s.picks > 0 and bank_size(s) > 0:
        return
    s.picks = 0
    back_to_turn(s)


@rule
def name(s, seat, resource):
    """Everybody else hands over all cards of the named resource."""
    for other in range(s.players):
        if other != seat:
            count = s.hand[other, resource]
            s.hand[other, resource] = 0
            s.hand_size[other] -= count
            s.hand[seat, resource] += count
            s.hand_size[seat] += count
    back_to_turn(s)
