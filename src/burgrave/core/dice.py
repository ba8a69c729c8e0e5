"""Chance: SipHash-2-4 as the one source of luck, and fair numbers drawn from it.

`dice` is a list of four 64-bit words: two of key, the number of the move, and how often it was asked for that move.
"""

from __future__ import annotations

import hashlib

import numpy as np
import numpy.typing as npt

from burgrave.core.rule import LISTS, compiler

WORD = (1 << 64) - 1


def plain_siphash(k0: int, k1: int, first: int, second: int) -> int:
    """SipHash-2-4 of two 64-bit words under a 128-bit key, in plain Python."""
    v0, v1 = k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D
    v2, v3 = k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573

    def turn(v0: int, v1: int, v2: int, v3: int) -> tuple[int, int, int, int]:
        v0 = (v0 + v1) & WORD
        v1 = ((v1 << 13 | v1 >> 51) & WORD) ^ v0
        v0 = (v0 << 32 | v0 >> 32) & WORD
        v2 = (v2 + v3) & WORD
        v3 = ((v3 << 16 | v3 >> 48) & WORD) ^ v2
        v0 = (v0 + v3) & WORD
        v3 = ((v3 << 21 | v3 >> 43) & WORD) ^ v0
        v2 = (v2 + v1) & WORD
        v1 = ((v1 << 17 | v1 >> 47) & WORD) ^ v2
        v2 = (v2 << 32 | v2 >> 32) & WORD
        return v0, v1, v2, v3

    for word in (first, second, 16 << 56):
        v3 ^= word
        for _ in range(2):
            v0, v1, v2, v3 = turn(v0, v1, v2, v3)
        v0 ^= word
    v2 ^= 0xFF
    for _ in range(4):
        v0, v1, v2, v3 = turn(v0, v1, v2, v3)
    return v0 ^ v1 ^ v2 ^ v3


def plain_next_word(dice: npt.NDArray[np.uint64]) -> int:
    """The next 64 random bits, in plain Python."""
    word = plain_siphash(int(dice[0]), int(dice[1]), int(dice[2]), int(dice[3]))
    dice[3] += np.uint64(1)
    return word


def plain_below(dice: npt.NDArray[np.uint64], total: int) -> int:
    """A fair number in range(total), in plain Python."""
    total = int(total)
    while True:
        word = plain_next_word(dice)
        if word <= WORD - total or word < (WORD + 1) // total * total:
            return word % total


U = np.uint64
INIT0, INIT1 = U(0x736F6D6570736575), U(0x646F72616E646F6D)
INIT2, INIT3 = U(0x6C7967656E657261), U(0x7465646279746573)
LENGTH, ALL, ONE = U(16 << 56), U(WORD), U(1)


@compiler(LISTS, python=plain_next_word)
def next_word(dice):  # type: ignore[no-untyped-def]
    """The next 64 random bits."""
    v0 = dice[0] ^ INIT0
    v1 = dice[1] ^ INIT1
    v2 = dice[0] ^ INIT2
    v3 = dice[1] ^ INIT3
    for step in range(4):
        word = dice[2] if step == 0 else (dice[3] if step == 1 else LENGTH)
        if step < 3:
            v3 ^= word
        else:
            v2 ^= U(0xFF)
        for _ in range(4 if step == 3 else 2):
            v0 += v1
            v1 = (v1 << U(13) | v1 >> U(51)) ^ v0
            v0 = v0 << U(32) | v0 >> U(32)
            v2 += v3
            v3 = (v3 << U(16) | v3 >> U(48)) ^ v2
            v0 += v3
            v3 = (v3 << U(21) | v3 >> U(43)) ^ v0
            v2 += v1
            v1 = (v1 << U(17) | v1 >> U(47)) ^ v2
            v2 = v2 << U(32) | v2 >> U(32)
        if step < 3:
            v0 ^= word
    dice[3] += ONE
    return v0 ^ v1 ^ v2 ^ v3


@compiler(LISTS, python=plain_below)
def below(dice, total):  # type: ignore[no-untyped-def]
    """A fair number in range(total); words that would favour some outcomes are thrown away."""
    size = U(total)
    while True:
        word = next_word(dice)  # type: ignore[no-untyped-call]
        if word <= ALL - size or word <= ALL - (ALL % size + ONE) % size:
            return np.int64(word % size)


def key_of(seed: int | str) -> tuple[int, int]:
    """The 128-bit key of a seed: the first half of its text's SHA-256, as two words."""
    digest = hashlib.sha256(str(seed).encode()).digest()
    return int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:16], "little")


def dice_of(seed: int | str, number: int = 0) -> npt.NDArray[np.uint64]:
    """The dice of a seed, ready for the move of that number."""
    return np.array([*key_of(seed), number, 0], np.uint64)
