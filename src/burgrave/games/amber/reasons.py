"""Why a move of Amber is refused: what lies there, what one holds, and which fields and turns would do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from burgrave.core.verbs import Move
from burgrave.core.words import Facts, seat_name
from burgrave.games.amber.board import (
    CASTLE,
    EMPTY,
    FIELD_NAMES,
    FIELDS,
    REBUILD_SIDES,
    ROTATION_NAMES,
    ROTATIONS,
)
from burgrave.games.amber.reading import reach, second_targets
from burgrave.games.amber.words import field_words, place, tile_name, tiles

Finder = Callable[[Any, Move, str], Facts | None]


def field_of(move: Move) -> int:
    """The field that a move names."""
    return FIELD_NAMES.index(move.args[0])


def owner_of_castle(view: Any, move: Move, language: str) -> Facts | None:
    """Who has the castle."""
    owners = [seat for seat in range(view.game.players) if view.s.castle[seat] == field_of(move)]
    return {"who": seat_name(owners[0], view.names, language)} if owners else None


def free_castles(view: Any, move: Move, language: str) -> Facts | None:
    """The castles that nobody has chosen."""
    taken = view.s.castle[: view.game.players].tolist()
    free = [FIELD_NAMES[field] for field in range(FIELDS) if view.s.tile[field] == CASTLE and field not in taken]
    return {"list": ", ".join(free)} if free else None


def picked_up(view: Any, move: Move, language: str) -> Facts | None:
    """The tile that was picked up."""
    return {"tile": tile_name(int(view.s.chosen), language)}


def in_hand(view: Any, move: Move, language: str) -> Facts | None:
    """The tiles of the own hand."""
    return {"list": tiles(view.s.hand[view.to_act], language)}


def in_row(view: Any, move: Move, language: str) -> Facts | None:
    """The tiles of the open row."""
    return {"list": tiles(view.s.row, language)}


def lying(view: Any, move: Move, language: str) -> Facts | None:
    """What lies on the field."""
    code = int(view.s.tile[field_of(move)])
    if code == EMPTY:
        return {"case": "empty"}
    if code == CASTLE:
        return {"case": "castle"}
    return {"tile": field_words(code, None, False, False, language)}


def reached(view: Any, move: Move, language: str) -> Facts | None:
    """The fields that the own roads reach on which such a move would be possible."""
    _, arrivals = reach(view.s, view.to_act)
    digging = move.verb == "dig"
    fields = [
        FIELD_NAMES[field]
        for field in range(FIELDS)
        if arrivals[field] and view.s.tile[field] != CASTLE and (view.s.tile[field] == EMPTY) != digging
    ]
    return {"case": "dig" if digging else "facts", "list": ", ".join(fields)} if fields else None


def turns(view: Any, move: Move, language: str) -> Facts | None:
    """The roads with which the tile fits on that field."""
    fitting = [
        place(view, f"turn-{other.args[1]}", language)
        for other in view.moves()
        if other.verb == "lay" and other.args[0] == move.args[0]
    ]
    return {"list": "; ".join(fitting)} if fitting else None


def second_fields(view: Any, move: Move, language: str) -> Facts | None:
    """The straight roads that a second tile may rebuild."""
    _, arrivals = reach(view.s, view.to_act)
    targets = second_targets(view.s, arrivals, int(view.s.first))
    return {"list": ", ".join(FIELD_NAMES[field] for field in sorted(targets))} if targets else None


def straight_roads(view: Any, move: Move, language: str) -> Facts | None:
    """The straight roads that the own roads run into from the side."""
    _, arrivals = reach(view.s, view.to_act)
    targets = [field for field in range(FIELDS) if arrivals[field] & int(REBUILD_SIDES[view.s.tile[field]])]
    return {"list": ", ".join(FIELD_NAMES[field] for field in targets)} if targets else None


def smaller_turn(view: Any, move: Move, language: str) -> Facts | None:
    """The move after which the tile looks the same."""
    turn = ROTATION_NAMES.index(move.args[1]) % int(ROTATIONS[view.s.chosen])
    return {"move": f"{move.verb} {move.args[0]} {ROTATION_NAMES[turn]}"}


FACTS: dict[str, Finder] = {
    "place_now": picked_up,
    "no_castle_there": free_castles,
    "castle_taken": owner_of_castle,
    "castle_stands": owner_of_castle,
    "drawn_after_laying": lambda view, move, language: {"held": int(view.s.hand_size[view.to_act])},
    "not_in_hand": in_hand,
    "field_taken": lying,
    "not_reached": reached,
    "same_picture": smaller_turn,
    "cannot_enter": turns,
    "cannot_touch": turns,
    "not_straight": lying,
    "not_from_the_side": straight_roads,
    "nothing_there": reached,
    "not_from_first_tile": second_fields,
    "not_in_row": in_row,
}
"""What finds the facts of a reason, from what the seat to act may know."""

SECTIONS = {
    reason: section
    for section, reasons in {
        "beginning": "choose_castle_now castles_chosen no_castle_there castle_taken",
        "reach": "not_reached cannot_enter cannot_touch",
        "turn": (
            "choose_tile_now place_now second_now must_move not_in_hand nowhere_to_lay nothing_to_dig "
            "second_only_rebuilds shovel_digs needs_shovel needs_rebuild_tile castle_stands "
            "field_taken same_picture nothing_there not_straight not_from_the_side "
            "not_from_first_tile drawn_after_laying"
        ),
        "stuck": "swap_now move_possible",
        "end": "stack_empty",
        "advanced": "draw_now only_advanced special_shovel_used not_in_row",
    }.items()
    for reason in reasons.split()
}
"""The section of the guide that states the rule, by reason."""
