"""What lies on the table in Burgundy's picture beyond its record."""

from __future__ import annotations

import burgrave


def rolled(seed: int = 1) -> burgrave.Match:
    """A match in which the first turn has begun: the white die was just thrown."""
    match = burgrave.game("burgundy", players=2).match(seed=seed)
    while match.position.point != "turn":
        match.play(match.position.moves()[0])
    return match


def depots(match: burgrave.Match) -> str:
    panels = match.view(0).drawing("en").panels
    return next(str(panel.body) for panel in panels if panel.key == "depots")


def test_the_white_die_lies_on_the_space_of_the_round_until_it_is_thrown_again() -> None:
    match = rolled()
    thrown = next(text for text in reversed(match.log) if text.startswith("white"))
    told = f"Round 1 of 5. The white die shows {thrown.split()[1]}:"
    assert told in depots(match)
    match.play(match.position.moves()[0])
    assert match.view(0).last != thrown
    assert told in depots(match)


def test_a_position_without_its_history_shows_no_white_die() -> None:
    position = rolled().position
    panels = position.view(0).drawing("en").panels
    assert not any("white die" in str(panel.body) for panel in panels)
