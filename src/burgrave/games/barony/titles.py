"""Noble titles and the tokens that pay for them."""

from burgrave.games.barony.board import DUKE, GOLD, KINDS, TITLE_PRICE
from burgrave.games.barony.moves import Reason
from burgrave.games.barony.state import FREE, LIMITED, Point, rule


@rule
def gold_paid(s):
    """The gold paid so far for the title under way."""
    gold = 0
    for kind in range(len(KINDS)):
        gold += GOLD[kind] * s.paid[kind]
    return gold


@rule
def cheapest_paid(s):
    """The kind of the last token paid; before the first one, the dearest kind there is."""
    for kind in range(len(KINDS)):
        if s.paid[kind] > 0:
            return kind
    return len(KINDS) - 1


@rule
def holds_token(s, seat, kind):
    """Only a token that is held can be paid."""
    return Reason.ALLOWED if s.tokens[seat, kind] > 0 else Reason.TOKEN_NOT_HELD


@rule
def keeps_order(s, kind):
    """Tokens are paid one by one, the most valuable first."""
    return Reason.ALLOWED if kind <= cheapest_paid(s) else Reason.DEAREST_TOKEN_FIRST


@rule
def reaches_price(s, seat, kind):
    """What is paid already must reach the price together with the tokens held of this kind and cheaper ones."""
    gold = gold_paid(s)
    for cheaper in range(kind + 1):
        gold += GOLD[cheaper] * s.tokens[seat, cheaper]
    return Reason.ALLOWED if gold >= TITLE_PRICE else Reason.TOO_LITTLE_GOLD


@rule
def is_paid(s):
    """A title has its price."""
    return Reason.ALLOWED if gold_paid(s) >= TITLE_PRICE else Reason.PAYMENT_TOO_SMALL


@rule
def pay(s, seat, kind):
    """The token goes back to the pool; the price completes the payment, unless barons may pay more."""
    s.tokens[seat, kind] -= 1
    s.paid[kind] += 1
    if s.token_supply == LIMITED:
        s.pool[kind] += 1
    s.point = Point.PAY
    return s.noble_title_overpay != FREE and gold_paid(s) >= TITLE_PRICE


@rule
def gain_title(s, seat):
    """The marker goes one column to the right; with a duke this is the last round, so that no duke acts again."""
    s.title[seat] += 1
    if s.title[seat] == DUKE:
        s.last_round = 1
