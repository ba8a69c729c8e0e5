"""Why a move of Burgundy is refused, with numbers: workers, dice, silver, and what lies where one has looked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from burgrave.core.verbs import Move
from burgrave.core.words import Facts, joined, words
from burgrave.games.burgundy import GAME
from burgrave.games.burgundy.board import (
    BLACK,
    COLOURS,
    DEPOT_COUNT,
    DEPOTS,
    GOODS,
    GOODS_SPACES,
    HEX_COLOUR,
    HEX_NUMBER,
    HEXES,
    KIND_COLOUR,
    KINDS,
    NOTHING,
    PRICE,
    SHEETS,
    workers_to_change,
)
from burgrave.games.burgundy.effects import changers
from burgrave.games.burgundy.knowledge_tiles import Occasion
from burgrave.games.burgundy.words import goods_words, hex_place, is_reachable, tile_name, tiles_words

Finder = Callable[[Any, Move, str], Facts | None]


def workers(view: Any, move: Move, language: str) -> Facts | None:
    """The number that the die would have to show, and how many workers change it to that."""
    s, seat = view.s, view.to_act
    if move.verb == "place":
        number, occasion = int(HEX_NUMBER[int(move.args[1])]), int(KIND_COLOUR[KINDS.index(move.args[0])])
    elif move.verb == "sell":
        number, occasion = GOODS.index(move.args[0]) + 1, int(Occasion.SELL_GOODS)
    else:
        number, occasion = int(move.args[0]), int(Occasion.TAKE_TILE)
    shift, step = changers(s.tiles[seat].tolist(), occasion)
    needed = workers_to_change(1 + bool(step), int(bool(shift)), int(s.die), number)
    return {"n": needed, "die": int(s.die), "number": number, "held": int(s.workers[seat])}


def dice(view: Any, move: Move, language: str) -> Facts | None:
    """What the unused dice show."""
    shown = sorted(int(value) for value in view.s.dice[view.to_act] if value)
    if not shown:
        return {"case": "none"}
    return {"n": len(shown), "dice": joined([str(value) for value in shown], language)}


def tile(view: Any, move: Move, language: str) -> Facts | None:
    """The tile that lies on the hex."""
    return {"tile": tile_name(int(view.s.tiles[view.to_act, int(move.args[1])]), language)}


def colours(view: Any, move: Move, language: str) -> Facts | None:
    """The tile, its colour, and what the hex is for."""
    say, kind = words(GAME.package, language), KINDS.index(move.args[0])
    hue = COLOURS[HEX_COLOUR[int(view.s.board[view.to_act]), int(move.args[1])]]
    return {
        "tile": tile_name(kind, language),
        "tile_hue": say(f"place.hue.{COLOURS[KIND_COLOUR[kind]]}"),
        "hex_hue": say(f"place.hue.{hue}"),
        "what": say(f"colour.{hue}"),
    }


def hexes_beside(view: Any, move: Move, language: str) -> Facts | None:
    """The empty hexes of the tile's colour that lie next to a tile."""
    board, tiles = int(view.s.board[view.to_act]), view.s.tiles[view.to_act].tolist()
    colour = KIND_COLOUR[KINDS.index(move.args[0])]
    fitting = [h for h in range(HEXES) if HEX_COLOUR[board, h] == colour and is_reachable(tiles, h)]
    return {"list": "; ".join(hex_place(board, h, language) for h in fitting)} if fitting else None


def castle_hexes(view: Any, move: Move, language: str) -> Facts | None:
    """The hexes on which the starting castle may lie."""
    board, castle = int(view.s.board[view.to_act]), COLOURS.index("castle")
    fitting = [h for h in range(HEXES) if board and HEX_COLOUR[board, h] == castle]
    return {"list": "; ".join(hex_place(board, h, language) for h in fitting)} if fitting else None


def named_tile(view: Any, move: Move, language: str) -> Facts | None:
    """The tile that the move names."""
    return {"tile": tile_name(KINDS.index(move.args[0]), language)}


def in_depot(view: Any, move: Move, language: str) -> Facts | None:
    """What lies in the depot."""
    depot, s = DEPOTS.index(move.args[0]), view.s
    lying = [int(kind) for kind in (s.black if depot == BLACK else s.depots[depot]) if kind != NOTHING]
    if depot == BLACK:
        return {"case": "black" if lying else "black.empty", "list": tiles_words(lying, language)}
    return {"case": "facts" if lying else "empty", "depot": depot + 1, "list": tiles_words(lying, language)}


def storage(view: Any, move: Move, language: str) -> Facts | None:
    """What lies in the storage."""
    stored = [int(kind) for kind in view.s.storage[view.to_act] if kind != NOTHING]
    return {"list": tiles_words(stored, language)} if stored else {"case": "empty"}


def goods_held(view: Any, move: Move, language: str) -> Facts | None:
    """Which goods the seat holds."""
    held = view.s.goods[view.to_act]
    return {"list": goods_words(held, language)} if held.any() else {"case": "none"}


def why_no_goods(view: Any, move: Move, language: str) -> Facts | None:
    """An empty depot, or goods for which there is no space."""
    s, depot = view.s, int(move.args[0]) - 1
    if not s.depot_goods[depot].any():
        return {"case": "empty", "depot": depot + 1}
    if (s.goods[view.to_act] > 0).sum() < GOODS_SPACES:
        return None
    there = goods_words(s.depot_goods[depot], language)
    return {"depot": depot + 1, "goods": there, "held": goods_words(s.goods[view.to_act], language)}


def neighbours(view: Any, move: Move, language: str) -> Facts | None:
    """The depots beside the one that was named first."""
    first = int(view.s.ship_depots[0])
    beside = sorted(1 + (first + step) % DEPOT_COUNT for step in (-1, 1))
    return {"first": first + 1, "list": joined([str(depot) for depot in beside], language)}


def boards(view: Any, move: Move, language: str) -> Facts | None:
    """The two sides of the sheet."""
    return {"list": joined([str(board) for board in SHEETS[int(view.s.sheet[view.to_act])]], language)}


def goods_to_keep(view: Any, move: Move, language: str) -> Facts | None:
    """The types that may be chosen."""
    say = words(GAME.package, language)
    return {"list": ", ".join(say(f"arg.{other.args[0]}") for other in view.moves() if other.verb == "keep")}


FACTS: dict[str, Finder] = {
    "not_on_your_sheet": boards,
    "no_such_die": dice,
    "dice_left": dice,
    "too_little_silver": lambda view, move, language: {"price": PRICE, "n": int(view.s.silver[view.to_act])},
    "not_in_depot": in_depot,
    "not_in_storage": storage,
    "storage_is_not_full": lambda view, move, language: {"n": int((view.s.storage[view.to_act] != NOTHING).sum())},
    "too_few_workers": workers,
    "hex_is_taken": tile,
    "wrong_colour": colours,
    "no_tile_next_to_it": hexes_beside,
    "not_a_castle_hex": castle_hexes,
    "building_is_in_city": named_tile,
    "no_goods_of_that_type": goods_held,
    "discard_first": storage,
    "depot_offers_nothing": why_no_goods,
    "not_a_neighbour": neighbours,
    "not_a_new_type": goods_to_keep,
}
"""What finds the facts of a reason, from what the seat to act may know."""

SECTIONS = {
    reason: section
    for section, reasons in {
        "boards": (
            "choose_estate_first setup_is_over choose_side_first side_is_chosen not_on_your_sheet not_a_castle_hex"
        ),
        "turn": (
            "choose_die_first finish_action_first no_such_die die_cannot_stay_unused dice_left "
            "not_in_depot not_in_storage storage_is_not_full hex_is_taken wrong_colour "
            "no_tile_next_to_it building_is_in_city no_goods_of_that_type discard_first "
            "nothing_to_decline"
        ),
        "buying": "no_purchase_inside_action already_bought too_little_silver only_black_depot",
        "workers": "too_few_workers",
        "effects": (
            "action_is_compulsory warehouse_only_sells carpenter_takes_buildings church_takes_others "
            "market_takes_ships_and_animals cityhall_only_places load_ship_first no_ship_placed "
            "depot_offers_nothing every_depot_offers choose_goods_to_keep not_a_new_type"
        ),
        "knowledge": "not_a_neighbour",
    }.items()
    for reason in reasons.split()
}
"""The section of the guide that states the rule, by reason."""
