"""Weighted draws: one thing out of a pile that is kept as counts."""

from burgrave.core.dice import below
from burgrave.core.rule import generic


@generic
def total(counts):  # type: ignore[no-untyped-def]
    """How many things there are."""
    things = 0
    for k in range(len(counts)):
        things += int(counts[k])
    return things


@generic
def drawn_of(dice, counts, things):  # type: ignore[no-untyped-def]
    """The kind of one thing out of so many in all, each thing as likely as any other."""
    left = below(dice, things)  # type: ignore[no-untyped-call]
    for k in range(len(counts)):
        left -= int(counts[k])
        if left < 0:
            return k
    return -1


@generic
def drawn(dice, counts):  # type: ignore[no-untyped-def]
    """The kind of one thing, each thing as likely as any other."""
    return drawn_of(dice, counts, total(counts))  # type: ignore[no-untyped-call]
