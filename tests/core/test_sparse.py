"""Long games that are over hold few positions and read as before."""

from __future__ import annotations

from random import Random

import pytest

from burgrave.core import match as matches
from burgrave.core.game import Game
from burgrave.core.match import Match
from burgrave.core.sparse import EVERY


@pytest.fixture
def pair(pebbles: Game, monkeypatch: pytest.MonkeyPatch) -> tuple[Match, Match]:
    """A finished game, as it was played and thinned out."""
    monkeypatch.setattr(matches, "LONG", 10)
    monkeypatch.setattr("burgrave.core.sparse.EVERY", 4)
    match, luck = pebbles.match(seed=1), Random(1)
    while not match.is_over:
        match.play(luck.choice(match.position.moves()))
    thin = match.copy()
    thin.thin_out()
    return match, thin


def test_a_thinned_out_match_reads_like_the_whole_one(pair: tuple[Match, Match]) -> None:
    whole, thin = pair
    assert thin.positions_held < whole.positions_held
    assert thin.positions == whole.positions
    assert thin.movers == whole.movers
    assert thin.steps(3) == whole.steps(3)
    assert thin.text() == whole.text()
    for seat in (None, 0, 1):
        assert thin.log_for(seat) == whole.log_for(seat)


def test_every_position_of_the_past_can_be_looked_at_and_played_on(pair: tuple[Match, Match]) -> None:
    whole, thin = pair
    for count in reversed(range(whole.length)):
        then, now = whole.first(count), thin.first(count)
        assert now.position == then.position
        assert now.movers == then.movers
        assert now.length == count
        now.play(whole.moves[count])
        assert now.positions[count + 1] == whole.positions[count + 1]


def test_positions_are_found_from_the_end_and_not_beyond_it(pair: tuple[Match, Match]) -> None:
    whole, thin = pair
    number = len(whole.positions)
    assert [thin._positions[-k] for k in (1, 2, number)] == [whole._positions[-k] for k in (1, 2, number)]
    for beyond in (number, -number - 1):
        with pytest.raises(IndexError):
            thin._positions[beyond]


def test_short_games_stay_whole(pebbles: Game) -> None:
    match = pebbles.match(seed=1)
    held = match.positions_held
    match.thin_out()
    assert match.positions_held == held == len(match.positions) < EVERY
