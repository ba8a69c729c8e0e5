"""Settlers of Catan: the base game for three or four, with soldiers, harbours and player trade."""

from __future__ import annotations

from collections.abc import Mapping

from burgrave.core.errors import Mistake
from burgrave.core.spec import Option, OptionValue, Spec, StandingAnswer

SEATS = ("p0", "p1", "p2", "p3")


def conflict(options: Mapping[str, OptionValue]) -> Mistake | None:
    """The first player must sit at the table."""
    first, players = str(options["first_player"]), options["players"]
    present = SEATS[: int(players)]
    if first in SEATS and first not in present:
        valid = ", ".join(("rule", "random", *present))
        message = f"option first_player cannot be {first!r} in a game of {players}; valid: {valid}"
        return Mistake(message, "conflict.first_player", __name__, number=SEATS.index(first) + 1, players=players)
    return None


GAME = Spec(
    name="catan",
    title="Settlers of Catan",
    package=__name__,
    players=(2, 3, 4),
    default_players=4,
    options=(
        Option("target_points", 10, range(5, 16)),
        Option("set_up", "variable", ("variable", "fixed_board", "beginner")),
        Option("beginner_layout", "classic", ("classic", "fifth_edition")),
        Option("number_tokens_mode", "spiral", ("spiral", "random_no_adjacent_red")),
        Option(
            "spiral_start_corner",
            "random",
            ("random", "upper-left", "lower-left", "bottom", "lower-right", "upper-right", "top"),
        ),
        Option("first_player", "rule", ("rule", "random", *SEATS)),
        Option("combined_trade_and_build", False, (False, True)),
        Option("road_building_ends_trading", False, (False, True)),
        Option("domestic_trade", "on", ("on", "no_counters", "off")),
        Option("offers_per_turn", 10, range(1, 21)),
        Option("robber_may_return_to_desert", False, (False, True)),
        Option("steal_mandatory_on_seven", False, (False, True)),
        Option("longest_road_tied_holder_keeps_after_break", False, (False, True)),
        Option("victory_cards_only_revealed_to_win", False, (False, True)),
        Option(
            "bank_shortage",
            "all_or_nothing_unless_single_claimant",
            ("all_or_nothing_unless_single_claimant", "turn_order"),
        ),
        Option("turn_limit", 2000, range(1, 10001)),
    ),
    minutes=(60, 90),
    may_end_without_winner=True,  # at the turn limit
    colours={
        2: ("blue", "white"),
        3: ("blue", "white", "orange"),
        4: ("red", "blue", "white", "orange"),
    },
    conflict=conflict,
    standing=(StandingAnswer("refuse", point="answer", move="pass", unless="accept"),),
    completing=("compose", "counter"),
)
