"""Chance: the generator, its fairness, and the same draws with and without compilation."""

from __future__ import annotations

from collections import Counter

import numpy as np

from burgrave.core.dice import below, dice_of, key_of, next_word, plain_siphash

FIRST, SECOND = 0x0706050403020100, 0x0F0E0D0C0B0A0908


def test_siphash_gives_the_published_value_for_sixteen_bytes() -> None:
    assert plain_siphash(FIRST, SECOND, FIRST, SECOND) == 0x3F2ACC7F57C29BDB


def test_compiled_and_plain_siphash_agree() -> None:
    for number in range(200):
        dice = dice_of(f"seed {number}", number)
        expected = plain_siphash(*key_of(f"seed {number}"), number, 0)
        assert int(next_word(dice)) == expected


def test_each_word_asked_for_one_move_is_another() -> None:
    dice = dice_of(1)
    assert len({int(next_word(dice)) for _ in range(50)}) == 50


def test_a_seed_is_its_text() -> None:
    assert key_of(7) == key_of("7") != key_of("07")


def test_numbers_below_are_fair() -> None:
    counts = Counter(below(dice_of("fair", number), 6) for number in range(12_000))
    assert set(counts) == set(range(6))
    assert all(abs(count - 2000) < 200 for count in counts.values())


def test_words_that_would_favour_outcomes_are_thrown_away() -> None:
    total = (1 << 62) + (1 << 61)  # two thirds of the words fit evenly
    drawn, asked = [], []
    for number in range(300):
        dice = dice_of("rejection", number)
        drawn.append(below(dice, total))
        asked.append(int(dice[3]))
    assert all(0 <= number < total for number in drawn)
    assert max(asked) > 1
    assert np.mean([number < total // 2 for number in drawn]) > 0.4
