"""The league for self-play: ratings follow results, hard opponents come more often, the first and the newest stay."""

from __future__ import annotations

from collections import Counter

import pytest

from burgrave.envs.league import LEARNER, League


def test_who_wins_is_rated_higher() -> None:
    league = League()
    league.add("start", "weights")
    for _ in range(20):
        league.tell(LEARNER, "start", 1)
    assert league.table()[0][0] == LEARNER
    assert league.rating(LEARNER) > league.rating("start")
    assert league.share(LEARNER, "start") == 1


def test_those_who_are_hard_to_beat_are_met_more_often() -> None:
    league = League(seed=1)
    for name, share in (("easy", 1.0), ("hard", 0.1), ("newest", 0.5)):
        league.add(name, name.upper())
        for _ in range(10):
            league.tell(LEARNER, name, share)
    met = Counter(league.opponent() for _ in range(1000))
    assert met["newest", "NEWEST"] > met["hard", "HARD"] > met["easy", "EASY"] > 0


def test_the_first_and_the_newest_stay() -> None:
    league = League(most=3)
    for number in range(8):
        league.add(f"after {number}", number)
        league.tell(LEARNER, f"after {number}", 1)
    assert len(league.players) == 3
    assert {"after 0", "after 7"} <= set(league.players)


def test_what_cannot_be_gets_a_sentence() -> None:
    league = League()
    with pytest.raises(ValueError, match="no players yet"):
        league.opponent()
    league.add("start", None)
    with pytest.raises(ValueError, match="already"):
        league.add("start", None)
    with pytest.raises(ValueError, match="no player 'nobody'"):
        league.tell(LEARNER, "nobody", 1)
    with pytest.raises(ValueError, match="0 to 1"):
        league.tell(LEARNER, "start", 2)
