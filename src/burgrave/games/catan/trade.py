"""Trade with the bank and between players: offers, answers, counter-offers and deals."""

from burgrave.core.lists import offer
from burgrave.games.catan.board import BANK
from burgrave.games.catan.moves import (
    ACCEPT,
    ALLOWED,
    BANK_LACKS_RESOURCE,
    BANK_TRADE,
    CANNOT_PAY_COUNTER,
    CANNOT_PAY_OFFER,
    CARD_NOT_IN_HAND,
    DEAL,
    DOMESTIC_TRADE_OFF,
    GIVE,
    GIVE_BEFORE_WANT,
    NO_COUNTER_OFFERS,
    NO_MORE_OFFERS,
    NOBODY_TO_TRADE_WITH,
    NOT_YOURSELF,
    OFFER,
    OFFER_NEEDS_BOTH_SIDES,
    PASS,
    SEAT_NOT_IN_GAME,
    SEAT_REFUSED,
    TOO_FEW_FOR_BANK,
    TRADING_CLOSED,
    WANT,
    WANT_MORE_THAN_A_HAND,
    WANT_MORE_THAN_THERE_IS,
    WANT_WHAT_YOU_GIVE,
)
from burgrave.games.catan.robber import gain
from burgrave.games.catan.state import (
    ACCEPTED,
    AT_ANSWER,
    AT_CHOOSE,
    AT_COMPOSE,
    AT_COUNTER,
    AT_MAIN,
    COUNTERED,
    NOT_ASKED,
    REFUSED,
    SEATS,
    TRADE_OFF,
    TRADE_ON,
    WAITING,
    rule,
)


@rule
def may_trade_with_bank(s, seat, given, taken):
    """The bank takes as many equal cards as the seat's best ratio says, for one card that it has."""
    if not s.trading:
        return TRADING_CLOSED
    if s.hand[seat, given] < s.ratio[seat, given]:
        return TOO_FEW_FOR_BANK
    if s.bank[taken] == 0:
        return BANK_LACKS_RESOURCE
    return ALLOWED


@rule
def trade_with_bank(s, seat, given, taken):
    """Cards go to the bank and one comes back."""
    gain(s, seat, given, -int(s.ratio[seat, given]))
    gain(s, seat, taken, 1)


@rule
def legal_bank_trades(s, seat, moves):
    """Bank trades while trading is open."""
    for given in range(5):
        if s.hand[seat, given] >= s.ratio[seat, given]:
            for taken in range(5):
                if taken != given and s.bank[taken] > 0:
                    offer(moves, BANK_TRADE[given, taken])


@rule
def may_open_offer(s, seat):
    """Offers are for the active seat while trading is open, a bounded number a turn, if somebody else has a card."""
    if not s.trading:
        return TRADING_CLOSED
    if s.domestic_trade == TRADE_OFF:
        return DOMESTIC_TRADE_OFF
    if s.offers >= s.offers_per_turn:
        return NO_MORE_OFFERS
    for other in range(s.players):
        if other != seat and s.hand_size[other] > 0:
            return ALLOWED
    return NOBODY_TO_TRADE_WITH


@rule
def open_offer(s, resource):
    """The first card given begins an offer and uses it up."""
    s.offers += 1
    s.given[resource] = 1
    s.point = AT_COMPOSE


@rule
def given_by(s, seat, resource):
    """What the seat that speaks gives in its offer or counter-offer."""
    return int(s.given[resource]) if s.point == AT_COMPOSE else int(s.counter_given[seat, resource])


@rule
def wanted_by(s, seat, resource):
    """What the seat that speaks wants in its offer or counter-offer."""
    return int(s.wanted[resource]) if s.point == AT_COMPOSE else int(s.counter_wanted[seat, resource])


@rule
def cards_wanted(s, seat):
    """How many cards the seat that speaks wants so far."""
    count = 0
    for resource in range(5):
        count += wanted_by(s, seat, resource)
    return count


@rule
def largest_payer(s, seat):
    """The largest hand that could pay: anybody else's for an offer, the active seat's for a counter-offer."""
    if s.point == AT_COUNTER:
        return int(s.hand_size[s.active])
    most = 0
    for other in range(s.players):
        if other != seat:
            most = max(most, int(s.hand_size[other]))
    return most


@rule
def may_give_more(s, seat, resource):
    """First all cards given, none that is not in hand."""
    if cards_wanted(s, seat) > 0:
        return GIVE_BEFORE_WANT
    if s.hand[seat, resource] <= given_by(s, seat, resource):
        return CARD_NOT_IN_HAND
    return ALLOWED


@rule
def may_want(s, seat, resource):
    """Nothing of what is given, no more cards than the largest hand that could pay, no more than the others hold."""
    if given_by(s, seat, resource) > 0:
        return WANT_WHAT_YOU_GIVE
    if cards_wanted(s, seat) >= largest_payer(s, seat):
        return WANT_MORE_THAN_A_HAND
    if wanted_by(s, seat, resource) >= BANK - int(s.bank[resource]) - int(s.hand[seat, resource]):
        return WANT_MORE_THAN_THERE_IS
    return ALLOWED


@rule
def may_offer(s, seat):
    """Both sides give at least one card."""
    return ALLOWED if cards_wanted(s, seat) > 0 else OFFER_NEEDS_BOTH_SIDES


@rule
def legal_offer(s, seat, moves):
    """An offer or counter-offer while it is put together."""
    wanted = cards_wanted(s, seat)
    if wanted == 0:
        for resource in range(5):
            if s.hand[seat, resource] > given_by(s, seat, resource):
                offer(moves, GIVE + resource)
    if wanted < largest_payer(s, seat):
        for resource in range(5):
            if may_want(s, seat, resource) == ALLOWED:
                offer(moves, WANT + resource)
    offer(moves, PASS)
    if wanted > 0:
        offer(moves, OFFER)


@rule
def give_more(s, seat, resource):
    """One more card on the giving side."""
    if s.point == AT_COMPOSE:
        s.given[resource] += 1
    else:
        s.counter_given[seat, resource] += 1


@rule
def want_more(s, seat, resource):
    """One more card on the wanting side."""
    if s.point == AT_COMPOSE:
        s.wanted[resource] += 1
    else:
        s.counter_wanted[seat, resource] += 1


@rule
def drop_counter(s, seat):
    """A counter-offer is taken back."""
    for resource in range(5):
        s.counter_given[seat, resource] = 0
        s.counter_wanted[seat, resource] = 0


@rule
def drop_offer(s):
    """The offer is over; the active seat goes on."""
    for resource in range(5):
        s.given[resource] = 0
        s.wanted[resource] = 0
    for seat in range(SEATS):
        s.answer[seat] = NOT_ASKED
        drop_counter(s, seat)
    s.to_act = s.active
    s.point = AT_MAIN


@rule
def next_answer(s):
    """The next seat that has not answered, left of the active seat first; then the active seat chooses among deals."""
    players = int(s.players)
    heard = False
    for k in range(1, players):
        seat = (int(s.active) + k) % players
        if s.answer[seat] == WAITING:
            s.to_act = seat
            s.point = AT_ANSWER
            return
        if s.answer[seat] == ACCEPTED or s.answer[seat] == COUNTERED:
            heard = True
    if heard:
        s.to_act = s.active
        s.point = AT_CHOOSE
    else:
        drop_offer(s)


@rule
def answer(s, seat, kind):
    """A seat's answer, heard by all."""
    s.answer[seat] = kind
    if kind == REFUSED:
        drop_counter(s, seat)
    next_answer(s)


@rule
def speak_offer(s, seat):
    """An offer goes to every other seat that has a card; a counter-offer is that seat's answer."""
    if s.point == AT_COUNTER:
        answer(s, seat, COUNTERED)
        return
    for other in range(s.players):
        if other != seat and s.hand_size[other] > 0:
            s.answer[other] = WAITING
    next_answer(s)


@rule
def may_accept(s, seat):
    """Who accepts holds all wanted cards."""
    for resource in range(5):
        if s.hand[seat, resource] < s.wanted[resource]:
            return CANNOT_PAY_OFFER
    return ALLOWED


@rule
def may_counter(s, seat, resource):
    """A counter-offer begins with a card in hand."""
    if s.domestic_trade != TRADE_ON:
        return NO_COUNTER_OFFERS
    if s.hand[seat, resource] == 0:
        return CARD_NOT_IN_HAND
    return ALLOWED


@rule
def open_counter(s, seat, resource):
    """The first card given begins a counter-offer."""
    s.counter_given[seat, resource] = 1
    s.point = AT_COUNTER


@rule
def legal_answers(s, seat, moves):
    """Begin a counter-offer, refuse or accept."""
    if s.domestic_trade == TRADE_ON:
        for resource in range(5):
            if s.hand[seat, resource] > 0:
                offer(moves, GIVE + resource)
    offer(moves, PASS)
    if may_accept(s, seat) == ALLOWED:
        offer(moves, ACCEPT)


@rule
def may_deal(s, other):
    """A deal is with a seat that accepted, or that countered if the active seat holds what it asks."""
    if other >= s.players:
        return SEAT_NOT_IN_GAME
    if other == s.active:
        return NOT_YOURSELF
    if s.answer[other] == ACCEPTED:
        return ALLOWED
    if s.answer[other] != COUNTERED:
        return SEAT_REFUSED
    for resource in range(5):
        if s.hand[s.active, resource] < s.counter_wanted[other, resource]:
            return CANNOT_PAY_COUNTER
    return ALLOWED


@rule
def legal_deals(s, moves):
    """Deal with one of those who agreed, or with nobody."""
    for other in range(s.players):
        if may_deal(s, other) == ALLOWED:
            offer(moves, DEAL + other)
    offer(moves, PASS)


@rule
def deal(s, other):
    """The cards change hands on that seat's terms."""
    seat = s.active
    countered = s.answer[other] == COUNTERED
    for resource in range(5):
        if countered:
            net = int(s.counter_given[other, resource]) - int(s.counter_wanted[other, resource])
        else:
            net = int(s.wanted[resource]) - int(s.given[resource])
        s.hand[seat, resource] += net
        s.hand_size[seat] += net
        s.hand[other, resource] -= net
        s.hand_size[other] -= net
    drop_offer(s)
