"""Trade with the bank and between players: offers, answers, counter-offers and deals."""

from burgrave.games.catan.board import BANK, RESOURCE_KINDS
from burgrave.games.catan.moves import Reason
from burgrave.games.catan.production import gain
from burgrave.games.catan.state import (
    ACCEPTED,
    COUNTERED,
    NOT_ASKED,
    REFUSED,
    SEATS,
    TRADE_OFF,
    TRADE_ON,
    WAITING,
    Point,
    rule,
)


@rule
def trading_is_open(s):
    """Trading is open from the roll to the first paid build or purchase."""
    return Reason.ALLOWED if s.trading else Reason.TRADING_CLOSED


@rule
def end_trading(s):
    """The first paid build or purchase ends trading for this turn."""
    if not s.combined_trade_and_build:
        s.trading = 0


@rule
def pays_bank(s, seat, given):
    """The bank takes as many equal cards as the seat's best ratio says."""
    return Reason.ALLOWED if s.hand[seat, given] >= s.ratio[seat, given] else Reason.TOO_FEW_FOR_BANK


@rule
def bank_has(s, resource):
    """The bank gives what it has."""
    return Reason.ALLOWED if s.bank[resource] > 0 else Reason.BANK_LACKS_RESOURCE


@rule
def bank_gives(s, taken):
    """The card taken is one that the bank has."""
    return bank_has(s, taken)


@rule
def trade_with_bank(s, seat, given, taken):
    """Cards go to the bank and one comes back."""
    gain(s, seat, given, -int(s.ratio[seat, given]))
    gain(s, seat, taken, 1)


@rule
def players_may_trade(s):
    """Trade between players is an option."""
    return Reason.DOMESTIC_TRADE_OFF if s.domestic_trade == TRADE_OFF else Reason.ALLOWED


@rule
def has_offer_left(s):
    """A turn has a bounded number of offers."""
    return Reason.ALLOWED if s.offers < s.offers_per_turn else Reason.NO_MORE_OFFERS


@rule
def somebody_has_cards(s, seat):
    """An offer is made if anybody else has a card."""
    for other in range(s.players):
        if other != seat and s.hand_size[other] > 0:
            return Reason.ALLOWED
    return Reason.NOBODY_TO_TRADE_WITH


@rule
def open_offer(s, resource):
    """The first card given begins an offer and uses it up."""
    s.offers += 1
    s.given[resource] = 1
    s.point = Point.COMPOSE


@rule
def given_by(s, seat, resource):
    """What the seat that speaks gives: the active seat in its offer, any other in its counter-offer."""
    return int(s.given[resource]) if seat == s.active else int(s.counter_given[seat, resource])


@rule
def wanted_by(s, seat, resource):
    """What the seat that speaks wants: the active seat in its offer, any other in its counter-offer."""
    return int(s.wanted[resource]) if seat == s.active else int(s.counter_wanted[seat, resource])


@rule
def cards_wanted(s, seat):
    """How many cards the seat that speaks wants so far."""
    count = 0
    for resource in range(RESOURCE_KINDS):
        count += wanted_by(s, seat, resource)
    return count


@rule
def largest_payer(s, seat):
    """The largest hand that could pay: anybody else's for an offer, the active seat's for a counter-offer."""
    if seat != s.active:
        return int(s.hand_size[s.active])
    most = 0
    for other in range(s.players):
        if other != seat:
            most = max(most, int(s.hand_size[other]))
    return most


@rule
def wants_nothing_yet(s, seat):
    """First all cards given, then all cards wanted."""
    return Reason.ALLOWED if cards_wanted(s, seat) == 0 else Reason.GIVE_BEFORE_WANT


@rule
def holds_more(s, seat, resource):
    """Nobody gives a card that is not in hand."""
    return Reason.ALLOWED if s.hand[seat, resource] > given_by(s, seat, resource) else Reason.CARD_NOT_IN_HAND


@rule
def gives_none(s, seat, resource):
    """Nobody wants what he gives."""
    return Reason.WANT_WHAT_YOU_GIVE if given_by(s, seat, resource) > 0 else Reason.ALLOWED


@rule
def somebody_could_pay(s, seat):
    """No more cards are wanted than the largest hand that could pay holds."""
    return Reason.ALLOWED if cards_wanted(s, seat) < largest_payer(s, seat) else Reason.WANT_MORE_THAN_A_HAND


@rule
def others_hold_more(s, seat, resource):
    """No more of a resource is wanted than the others hold together."""
    elsewhere = BANK - int(s.bank[resource]) - int(s.hand[seat, resource])
    return Reason.ALLOWED if wanted_by(s, seat, resource) < elsewhere else Reason.WANT_MORE_THAN_THERE_IS


@rule
def wants_something(s, seat):
    """An offer has a card on each side."""
    return Reason.ALLOWED if cards_wanted(s, seat) > 0 else Reason.OFFER_NEEDS_BOTH_SIDES


@rule
def give_more(s, seat, resource):
    """One more card on the giving side."""
    if seat == s.active:
        s.given[resource] += 1
    else:
        s.counter_given[seat, resource] += 1


@rule
def want_more(s, seat, resource):
    """One more card on the wanting side."""
    if seat == s.active:
        s.wanted[resource] += 1
    else:
        s.counter_wanted[seat, resource] += 1


@rule
def drop_counter(s, seat):
    """A counter-offer is taken back."""
    for resource in range(RESOURCE_KINDS):
        s.counter_given[seat, resource] = 0
        s.counter_wanted[seat, resource] = 0


@rule
def drop_offer(s):
    """The offer is over; the active seat goes on."""
    for resource in range(RESOURCE_KINDS):
        s.given[resource] = 0
        s.wanted[resource] = 0
    for seat in range(SEATS):
        s.answer[seat] = NOT_ASKED
        drop_counter(s, seat)
    s.to_act = s.active
    s.point = Point.MAIN


@rule
def next_answer(s):
    """The next seat that has not answered, left of the active seat first; then the active seat chooses among deals."""
    players = int(s.players)
    heard = False
    for k in range(1, players):
        seat = (int(s.active) + k) % players
        if s.answer[seat] == WAITING:
            s.to_act = seat
            s.point = Point.ANSWER
            return
        if s.answer[seat] == ACCEPTED or s.answer[seat] == COUNTERED:
            heard = True
    if heard:
        s.to_act = s.active
        s.point = Point.CHOOSE
    else:
        drop_offer(s)


@rule
def speak_offer(s, seat):
    """An offer goes to every other seat that has a card."""
    for other in range(s.players):
        if other != seat and s.hand_size[other] > 0:
            s.answer[other] = WAITING


@rule
def may_counter(s):
    """Counter-offers are an option."""
    return Reason.ALLOWED if s.domestic_trade == TRADE_ON else Reason.NO_COUNTER_OFFERS


@rule
def open_counter(s, seat, resource):
    """The first card given begins a counter-offer."""
    s.counter_given[seat, resource] = 1
    s.point = Point.COUNTER


@rule
def speak_counter(s, seat):
    """A counter-offer is the seat's answer."""
    s.answer[seat] = COUNTERED


@rule
def refuse(s, seat):
    """The seat declines, and takes back a counter-offer that it has begun."""
    s.answer[seat] = REFUSED
    drop_counter(s, seat)


@rule
def can_pay_offer(s, seat):
    """Who accepts holds all wanted cards."""
    for resource in range(RESOURCE_KINDS):
        if s.hand[seat, resource] < s.wanted[resource]:
            return Reason.CANNOT_PAY_OFFER
    return Reason.ALLOWED


@rule
def accept(s, seat):
    """The seat is ready for the deal."""
    s.answer[seat] = ACCEPTED


@rule
def may_deal(s, partner):
    """A deal is with a seat that accepted, or that countered if the active seat holds what it asks."""
    if partner >= s.players:
        return Reason.SEAT_NOT_IN_GAME
    if partner == s.active:
        return Reason.NOT_YOURSELF
    if s.answer[partner] == ACCEPTED:
        return Reason.ALLOWED
    if s.answer[partner] != COUNTERED:
        return Reason.SEAT_REFUSED
    for resource in range(RESOURCE_KINDS):
        if s.hand[s.active, resource] < s.counter_wanted[partner, resource]:
            return Reason.CANNOT_PAY_COUNTER
    return Reason.ALLOWED


@rule
def deal(s, seat, partner):
    """The cards change hands on the partner's terms."""
    countered = s.answer[partner] == COUNTERED
    for resource in range(RESOURCE_KINDS):
        if countered:
            net = int(s.counter_given[partner, resource]) - int(s.counter_wanted[partner, resource])
        else:
            net = int(s.wanted[resource]) - int(s.given[resource])
        s.hand[seat, resource] += net
        s.hand_size[seat] += net
        s.hand[partner, resource] -= net
        s.hand_size[partner] -= net
