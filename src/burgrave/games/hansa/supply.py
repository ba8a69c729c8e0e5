"""The two supplies of a player: income into the personal one, and pieces placed from it."""

from __future__ import annotations

from burgrave.core.lists import offer
from burgrave.games.hansa.board import KINDS, MERCHANT, PURSE, TRADER
from burgrave.games.hansa.moves import INCOME_IDS, PLACE_IDS, Reason
from burgrave.games.hansa.routes import offer_each, stand
from burgrave.games.hansa.skills import skill_value
from burgrave.games.hansa.state import rule

KIND_COUNT = len(KINDS)


@rule
def personal_size(s, seat):
    """How many pieces the personal supply holds."""
    return int(s.personal[seat, TRADER]) + int(s.personal[seat, MERCHANT])


@rule
def general_size(s, seat):
    """How many pieces the general supply holds."""
    return int(s.general[seat, TRADER]) + int(s.general[seat, MERCHANT])


@rule
def in_personal(s, seat, kind):
    """A piece comes from the personal supply."""
    return Reason.NOT_IN_PERSONAL if s.personal[seat, kind] == 0 else Reason.ALLOWED


@rule
def income_size(s, seat):
    """The Purse's value, or the whole general supply if that is smaller."""
    return min(general_size(s, seat), skill_value(s, seat, PURSE))


@rule
def has_income(s, seat):
    """There is income while the general supply holds a piece."""
    return Reason.GENERAL_EMPTY if general_size(s, seat) == 0 else Reason.ALLOWED


@rule
def is_whole_income(s, seat, traders, merchants):
    """Nobody takes fewer pieces, or more, than the income's size."""
    return Reason.ALLOWED if traders + merchants == income_size(s, seat) else Reason.INCOME_AMOUNT


@rule
def in_general(s, seat, traders, merchants):
    """Any mix that the general supply holds."""
    if traders > s.general[seat, TRADER] or merchants > s.general[seat, MERCHANT]:
        return Reason.INCOME_SUPPLY
    return Reason.ALLOWED


@rule
def legal_income(s, seat, moves):
    """Every mix of traders and merchants, most merchants first."""
    size = income_size(s, seat)
    most = min(size, int(s.general[seat, MERCHANT]))
    for fewer in range(most + 1):
        merchants = most - fewer
        if size - merchants <= s.general[seat, TRADER]:
            offer(moves, INCOME_IDS[size - merchants, merchants])


@rule
def take_income(s, seat, traders, merchants):
    """Pieces move from the general to the personal supply."""
    s.general[seat, TRADER] -= traders
    s.general[seat, MERCHANT] -= merchants
    s.personal[seat, TRADER] += traders
    s.personal[seat, MERCHANT] += merchants


@rule
def legal_place(s, seat, moves):
    """Each kind of the personal supply on each route with an empty space."""
    for kind in range(KIND_COUNT):
        if s.personal[seat, kind] > 0:
            offer_each(moves, s.open_routes, PLACE_IDS[kind])


@rule
def place(s, seat, kind, route):
    """The piece takes an empty space."""
    s.personal[seat, kind] -= 1
    stand(s, seat, kind, route)
