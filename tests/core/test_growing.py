"""Lists that grow at their end while every earlier state of them stays as it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burgrave.core.growing import Growing


def test_a_longer_list_leaves_the_shorter_one_as_it_was() -> None:
    short: Growing[int] = Growing([1, 2])
    longer = short.plus(3)
    assert (list(short), list(longer)) == ([1, 2], [1, 2, 3])
    assert list(short.plus(4)) == [1, 2, 4]
    assert list(longer) == [1, 2, 3]
    assert list(longer.first(1).plus(5)) == [1, 5]
    assert list(longer) == [1, 2, 3]


def test_what_is_past_the_end_is_not_there() -> None:
    shorter = Growing("abc").first(2)
    assert (shorter[-1], shorter[:], shorter[::-1], shorter[-5:]) == ("b", ["a", "b"], ["b", "a"], ["a", "b"])
    for index in (2, -3):
        with pytest.raises(IndexError):
            shorter[index]
    assert "c" not in shorter
    assert list(reversed(shorter)) == ["b", "a"]


@given(st.lists(st.tuples(st.integers(0, 30), st.one_of(st.integers(0, 9), st.none())), max_size=60))
def test_it_does_what_a_plain_list_does_from_every_earlier_state(steps: list[tuple[int, int | None]]) -> None:
    states: list[tuple[Growing[int], list[int]]] = [(Growing(), [])]
    for chosen, item in steps:
        growing, plain = states[chosen % len(states)]
        if item is None:
            states.append((growing.first(len(plain) // 2), plain[: len(plain) // 2]))
        else:
            states.append((growing.plus(item), [*plain, item]))
    for growing, plain in states:
        assert list(growing) == growing[:] == plain
        assert len(growing) == len(plain)
        assert growing == Growing(plain)
        assert growing[1:4] == plain[1:4]
        assert growing[::-2] == plain[::-2]
