"""The robber: discards after a seven, where it goes, whom it robs, and the stolen card."""

from burgrave.core.spec import CHANCE
from burgrave.games.catan.board import DESERT, HAND_LIMIT, HEX_INTERSECTION, RESOURCE_KINDS
from burgrave.games.catan.moves import Reason
from burgrave.games.catan.state import BY_SEVEN, NO_CAUSE, NOBODY, Point, rule
from burgrave.games.catan.turn import back_to_turn


@rule
def next_discard(s):
    """The next seat with cards to discard, left of the active seat first; after the last all cards go to the bank."""
    players = int(s.players)
    for k in range(players):
        seat = (int(s.active) + 1 + k) % players
        if s.owed[seat] > 0:
            s.to_act = seat
            s.point = Point.DISCARD
            return
    for seat in range(players):
        if s.aside_size[seat] > 0:
            s.aside_size[seat] = 0
            for resource in range(RESOURCE_KINDS):
                s.bank[resource] += s.aside[seat, resource]
                s.aside[seat, resource] = 0
    s.to_act = s.active
    s.point = Point.ROBBER


@rule
def halve_large_hands(s):
    """A seven: who holds more than seven cards discards half of them, rounded down; then the robber moves."""
    for seat in range(s.players):
        size = int(s.hand_size[seat])
        s.owed[seat] = size // 2 if size > HAND_LIMIT else 0
    s.cause = BY_SEVEN
    next_discard(s)


@rule
def lay_aside(s, seat, resource):
    """One discarded card, face down before its owner until everybody has discarded. True after the seat's last."""
    s.hand[seat, resource] -= 1
    s.hand_size[seat] -= 1
    s.aside[seat, resource] += 1
    s.aside_size[seat] += 1
    s.owed[seat] -= 1
    return s.owed[seat] == 0


@rule
def may_move_robber(s, hex):
    """The robber goes to another hex, not to the desert unless the option says so."""
    if hex == s.robber:
        return Reason.ROBBER_MUST_MOVE
    if s.terrain[hex] == DESERT and not s.robber_may_return_to_desert:
        return Reason.ROBBER_NOT_TO_DESERT
    return Reason.ALLOWED


@rule
def may_rob(s, victim):
    """A victim is another seat with a building at the robber's hex and at least one resource card."""
    if victim >= s.players:
        return Reason.SEAT_NOT_IN_GAME
    if victim == s.active:
        return Reason.NOT_YOURSELF
    for k in range(6):
        if s.owner[HEX_INTERSECTION[s.robber, k]] == victim:
            return Reason.ALLOWED if s.hand_size[victim] > 0 else Reason.NO_CARDS_TO_ROB
    return Reason.NO_BUILDING_AT_ROBBER


@rule
def may_spare(s):
    """After a seven the thief may take nothing; a soldier's order must be followed."""
    if s.cause == BY_SEVEN and not s.steal_mandatory_on_seven:
        return Reason.ALLOWED
    return Reason.STEAL_IS_MANDATORY


@rule
def move_robber(s, hex):
    """The robber moves; if somebody can be robbed the active seat chooses whom. True if nobody can be."""
    s.robber = hex
    for seat in range(s.players):
        if may_rob(s, seat) == Reason.ALLOWED:
            s.point = Point.VICTIM
            return False
    return True


@rule
def rob(s, victim):
    """Chance draws one of the victim's cards."""
    s.victim = victim
    s.to_act = CHANCE
    s.point = Point.STEAL


@rule
def cards_of_victim(s, resource):
    """Every card in the victim's hand is as likely as any other."""
    return s.hand[s.victim, resource]


@rule
def hand_of_victim(s):
    """All cards in the victim's hand."""
    return s.hand_size[s.victim]


@rule
def steal(s, resource):
    """The drawn card changes hands."""
    thief = s.active
    victim = s.victim
    s.hand[victim, resource] -= 1
    s.hand_size[victim] -= 1
    s.hand[thief, resource] += 1
    s.hand_size[thief] += 1
    s.steals[thief, victim, resource] += 1


@rule
def leave_robber(s):
    """The robber's business is done."""
    s.cause = NO_CAUSE
    s.victim = NOBODY
    back_to_turn(s)
