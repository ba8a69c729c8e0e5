"""Everything the core promises of a game holds for this one."""

from burgrave.core.conformance import check_game


def test_pebbles_conforms():
    """Random games over every number of players and all pairs of option values."""
    check_game("pebbles")
