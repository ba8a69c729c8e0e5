"""What the fields of the record are to somebody who learns from it."""

from burgrave.core.legend import flag, left_out, number, one_of, seat_of
from burgrave.games.catan.board import (
    BANK,
    CARDS,
    DECK,
    HARBOURS,
    HEXES,
    INTERSECTIONS,
    NUMBERS,
    PIECES,
    TERRAINS,
)

MOST_OF_A_KIND = int(DECK.max())
MANY_TURNS = 200
"""Games among bots that want to win end long before; a later turn looks like this one."""
MANY_STEALS = 20
MANY_CARDS = 30

LEGEND = {
    "viewer": left_out("whose view this is"),
    "terrain": one_of("what lies on each hex", TERRAINS),
    "number": one_of("the number token of each hex", range(min(NUMBERS), max(NUMBERS) + 1), least=min(NUMBERS)),
    "harbour": one_of("the harbour at each harbour place", HARBOURS),
    "robber": one_of("the hex with the robber", HEXES),
    "owner": seat_of("whose building stands on each corner"),
    "building": one_of("what stands on each corner", ("settlement", "city"), least=1),
    "road": seat_of("whose road lies on each path"),
    "bank": number("resource cards in the bank", BANK),
    "hand": number("resource cards in hand; of others' hands nothing", BANK, seats=[0]),
    "hand_size": number("how many resource cards each seat holds", MANY_CARDS, seats=[0]),
    "aside": number("discards that still lie face down; only the own", BANK, seats=[0]),
    "aside_size": number("how many such discards", MANY_CARDS, seats=[0]),
    "owed": number("cards a seat still has to discard", MANY_CARDS, seats=[0]),
    "deck": number("development cards in the deck; nobody sees them", MOST_OF_A_KIND),
    "deck_size": number("how many cards the deck has", int(DECK.sum())),
    "old": number("hidden development cards of earlier turns; only the own", MOST_OF_A_KIND, seats=[0]),
    "old_size": number("how many of them", int(DECK.sum()), seats=[0]),
    "new": number("hidden development cards bought this turn; only the own", MOST_OF_A_KIND, seats=[0]),
    "new_size": number("how many of them", int(DECK.sum()), seats=[0]),
    "soldiers": number("soldiers face up", MOST_OF_A_KIND, seats=[0]),
    "shown": number("victory-point cards face up", int(DECK[CARDS.index("point")]), seats=[0]),
    "used": number("progress cards that left the game", MOST_OF_A_KIND),
    "stock": number("roads, settlements and cities left", int(PIECES.max()), seats=[0]),
    "ratio": number("cards the bank wants for one", 4, seats=[0]),
    "road_length": number("the longest road of each seat", int(PIECES.max()), seats=[0]),
    "longest_road": seat_of("who holds the Longest Road"),
    "largest_army": seat_of("who holds the Largest Army"),
    "turn": number("the number of the turn, 0 during set-up", MANY_TURNS),
    "first": seat_of("who has begun"),
    "active": seat_of("whose turn it is"),
    "step": number("moves made of a set-up chain", 40),
    "placed": one_of("the settlement that waits for its set-up road", INTERSECTIONS),
    "roll": one_of("the last throw", range(1, 7), least=1),
    "rolled": flag("whether this turn's dice are thrown"),
    "trading": flag("whether trade is open"),
    "card_played": flag("whether a development card was played this turn"),
    "cause": one_of("why the robber moves", ("a seven", "a soldier"), least=1),
    "victim": seat_of("who is robbed"),
    "free_roads": number("free roads still to place", 2),
    "picks": number("cards still to take by Year of Plenty", 2),
    "offers": number("offers begun this turn", 20),
    "given": number("what the offer gives", BANK),
    "wanted": number("what the offer wants", BANK),
    "answer": one_of("each seat's answer", ("waiting", "refused", "accepted", "countered"), least=1, seats=[0]),
    "counter_given": number("what the seat that counters gives", BANK, seats=[0]),
    "counter_wanted": number("what it wants", BANK, seats=[0]),
    "steals": number("who took what from whom with the robber, as far as known", MANY_STEALS, seats=[0, 1]),
    "seen": number("cards of each seat that this seat could have written down", BANK, -BANK, seats=[0]),
    "unseen_steals": number("cards that went from whom to whom unseen", MANY_STEALS, seats=[0, 1]),
    "unseen_cards": number("development cards in the deck or in others' hands", MOST_OF_A_KIND),
}
