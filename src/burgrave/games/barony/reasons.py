"""Why a move of Barony is refused, with numbers: knights and gold that are missing, and who stands in the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from burgrave.core.verbs import Move
from burgrave.core.words import Facts, joined, seat_name, words
from burgrave.games.barony import GAME
from burgrave.games.barony.board import (
    CITY,
    COORDINATES,
    GOLD,
    KINDS,
    KNIGHT,
    NEIGHBOUR,
    NEIGHBOURS,
    PIECES,
    PIECES_THAT_HOLD_A_HEX,
    TITLE_PRICE,
    VILLAGE,
)
from burgrave.games.barony.words import counted, place

Finder = Callable[[Any, Move, str], Facts | None]
ACTIONS = {
    "recruit": "recruit",
    "move": "move",
    "village": "build",
    "stronghold": "build",
    "city": "city",
    "expedition": "expedition",
    "pay": "title",
}
"""The six actions of a turn, by the verbs that begin them."""
MOST_NAMED = 6
"""So many hexes fit into a sentence."""
NEAREST = 3
"""So many are named where there are always more than fit."""


def name(view: Any, seat: int, language: str) -> str:
    """A seat's name."""
    return seat_name(int(seat), view.names, language)


def possible_actions(view: Any, move: Move, language: str) -> Facts | None:
    """The actions that are open now."""
    say = words(GAME.package, language)
    actions = dict.fromkeys(ACTIONS[other.verb] for other in view.moves() if other.verb in ACTIONS)
    return {"list": joined([say(f"action.{action}") for action in actions], language)} if actions else None


def in_reserve(view: Any, move: Move, language: str) -> Facts | None:
    """How many knights the seat has in reserve."""
    return {"n": int(view.s.reserve[view.to_act, KNIGHT])}


def owner_here(view: Any, move: Move, language: str) -> Facts | None:
    """Whose building stands on the hex that the move names last, and what it is."""
    hex = int(move.args[1 if move.verb == "move" else 0])
    building = words(GAME.package, language)(f"building.{PIECES[view.s.buildings[hex]]}")
    case = "own" if view.s.owners[hex] == view.to_act else "facts"
    return {"case": case, "building": building, "who": name(view, view.s.owners[hex], language)}


def holders(least: int) -> Finder:
    """Which opponent has at least so many pieces on the hex."""

    def find(view: Any, move: Move, language: str) -> Facts | None:
        s, hex = view.s, int(move.args[1 if move.verb == "move" else 0])
        for seat in range(view.game.players):
            if seat != view.to_act and int(s.knights[hex, seat]) + int(s.owners[hex] == seat) >= least:
                return {"who": name(view, seat, language)}
        return None

    return find


def knights_here(view: Any, move: Move, language: str) -> Facts | None:
    """Which opponents have knights on the hex."""
    hex = int(move.args[0])
    seats = [seat for seat in range(view.game.players) if seat != view.to_act and view.s.knights[hex, seat]]
    return {"who": joined([name(view, seat, language) for seat in seats], language)}


def pieces_here(view: Any, move: Move, language: str) -> Facts | None:
    """Whose pieces are on the hex."""
    s, hex = view.s, int(move.args[0])
    seats = [seat for seat in range(view.game.players) if s.knights[hex, seat] or s.owners[hex] == seat]
    return {"who": joined([name(view, seat, language) for seat in seats], language)}


def city_beside(view: Any, move: Move, language: str) -> Facts | None:
    """The city next to the hex: whose, and where."""
    s, players, hex = view.s, view.game.players, int(move.args[0])
    for other in NEIGHBOUR[players, hex, : NEIGHBOURS[players, hex]].tolist():
        if s.buildings[other] == CITY:
            case = "own" if s.owners[other] == view.to_act else "facts"
            return {
                "case": case,
                "who": name(view, s.owners[other], language),
                "place": place(view, f"h{other}", language),
            }
    return None


def named_places(view: Any, hexes: Iterable[int], language: str) -> Facts | None:
    """Hexes that would do, if they are few enough to be named."""
    some = list(dict.fromkeys(hexes))
    if not 0 < len(some) <= MOST_NAMED:
        return None
    return {"list": "; ".join(place(view, f"h{hex}", language) for hex in some)}


def steps_from_here(view: Any, move: Move, language: str) -> Facts | None:
    """Where a knight of that hex can go."""
    return named_places(
        view,
        (int(other.args[1]) for other in view.moves() if other.verb == "move" and other.args[0] == move.args[0]),
        language,
    )


def nearest_landings(view: Any, move: Move, language: str) -> Facts | None:
    """The hexes nearest to that one where an expedition can arrive."""
    hexes, (q, r) = COORDINATES[view.game.players], COORDINATES[view.game.players][int(move.args[0])]

    def steps(hex: int) -> int:
        across, down = hexes[hex][0] - q, hexes[hex][1] - r
        return max(abs(across), abs(down), abs(across + down))

    landings = sorted((int(other.args[0]) for other in view.moves() if other.verb == "expedition"), key=steps)
    return named_places(view, landings[:NEAREST], language)


def own_knights(view: Any, move: Move, language: str) -> Facts | None:
    """Where the seat has knights."""
    return named_places(view, (view.s.knights[:, view.to_act] > 0).nonzero()[0].tolist(), language)


def own_buildings(piece: int) -> Finder:
    """Where the seat has buildings of a kind."""

    def find(view: Any, move: Move, language: str) -> Facts | None:
        own = (view.s.buildings == piece) & (view.s.owners == view.to_act)
        return named_places(view, own.nonzero()[0].tolist(), language)

    return find


def tokens_of(view: Any, seat: int, language: str) -> Facts | None:
    """The tokens that a seat holds."""
    held = counted(KINDS, view.s.tokens[seat], "arg", language)
    return {"list": held, "who": name(view, seat, language)} if held else None


def last_paid(view: Any, move: Move, language: str) -> Facts | None:
    """The kind of the last token paid."""
    kinds = [kind for kind in range(len(KINDS)) if view.s.paid[kind]]
    return {"token": words(GAME.package, language)(f"arg.{KINDS[kinds[0]]}")} if kinds else None


def reachable_gold(view: Any, move: Move, language: str) -> Facts | None:
    """How much gold this token, the less valuable ones and what is paid make."""
    kind = KINDS.index(move.args[0])
    gold = int(GOLD @ view.s.paid) + int(GOLD[: kind + 1] @ view.s.tokens[view.to_act, : kind + 1])
    return {"gold": gold, "price": TITLE_PRICE}


def paid_gold(view: Any, move: Move, language: str) -> Facts | None:
    """How much of a title's price is paid."""
    return {"gold": int(GOLD @ view.s.paid), "price": TITLE_PRICE}


FACTS: dict[str, Finder] = {
    "must_act": possible_actions,
    "city_here": owner_here,
    "city_next_to_city": city_beside,
    "not_your_city": own_buildings(CITY),
    "too_few_knights_in_reserve": in_reserve,
    "no_knight_to_move": own_knights,
    "not_adjacent": steps_from_here,
    "walls": owner_here,
    "two_pieces": holders(PIECES_THAT_HOLD_A_HEX),
    "mountain_held": holders(1),
    "no_knight_to_replace": own_knights,
    "building_here": owner_here,
    "enemy_knight_here": knights_here,
    "not_your_village": own_buildings(VILLAGE),
    "expedition_needs_two_knights": in_reserve,
    "not_on_the_edge": nearest_landings,
    "hex_not_empty": pieces_here,
    "token_not_held": lambda view, move, language: tokens_of(view, view.to_act, language),
    "dearest_token_first": last_paid,
    "too_little_gold": reachable_gold,
    "payment_too_small": paid_gold,
    "victim_has_no_such_token": lambda view, move, language: tokens_of(view, int(view.s.robbed), language),
}
"""What finds the facts of a reason, from what the seat to act may know."""

SECTIONS = {
    reason: section
    for section, reasons in {
        "land": "not_on_this_board",
        "beginning": "set_up_first set_up_is_over city_here city_on_lake",
        "turn": "one_action must_act nothing_to_finish",
        "recruit": "not_your_city no_knight_in_reserve too_few_knights_in_reserve third_recruit_needs_lake",
        "move": (
            "take_first nothing_to_take no_knight_to_move knight_has_moved not_adjacent "
            "knight_on_lake walls two_pieces mountain_held victim_has_no_such_token"
        ),
        "build": (
            "no_knight_to_replace building_here enemy_knight_here no_village_in_reserve no_stronghold_in_reserve"
        ),
        "city": "city_on_forest city_next_to_city no_city_in_reserve not_your_village",
        "expedition": "expedition_needs_two_knights not_on_the_edge hex_not_empty",
        "title": "payment_begun token_not_held dearest_token_first too_little_gold payment_too_small",
    }.items()
    for reason in reasons.split()
}
"""The section of the guide that states the rule, by reason."""
