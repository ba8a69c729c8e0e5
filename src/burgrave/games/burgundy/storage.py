"""The storage: three spaces for tiles on their way to the estate."""

from __future__ import annotations

from burgrave.core.lists import offer
from burgrave.games.burgundy.board import NOTHING, STORAGE_SPACES
from burgrave.games.burgundy.moves import DISCARD_IDS, Reason
from burgrave.games.burgundy.state import rule


@rule
def is_stored(s, seat, kind):
    """A tile of that kind must be in storage."""
    for space in range(STORAGE_SPACES):
        if s.storage[seat, space] == kind:
            return Reason.ALLOWED
    return Reason.NOT_IN_STORAGE


@rule
def storage_is_full(s, seat):
    """True if all three storage spaces are taken."""
    return s.storage[seat, STORAGE_SPACES - 1] != NOTHING


@rule
def store(s, seat, kind):
    """Put a tile into a free storage space, keeping kind order."""
    space = STORAGE_SPACES - 1
    while space > 0 and (s.storage[seat, space - 1] == NOTHING or s.storage[seat, space - 1] > kind):
        s.storage[seat, space] = s.storage[seat, space - 1]
        space -= 1
    s.storage[seat, space] = kind


@rule
def take_out_of_storage(s, seat, kind):
    """Remove one tile of that kind from storage and close the gap."""
    space = 0
    while s.storage[seat, space] != kind:
        space += 1
    while space + 1 < STORAGE_SPACES:
        s.storage[seat, space] = s.storage[seat, space + 1]
        space += 1
    s.storage[seat, space] = NOTHING


@rule
def legal_discards(s, seat, moves):
    """Offer every kind in the full storage."""
    for space in range(STORAGE_SPACES):
        if space == 0 or s.storage[seat, space] != s.storage[seat, space - 1]:
            offer(moves, DISCARD_IDS[s.storage[seat, space]])


@rule
def discard_tile(s, seat, kind):
    """An old tile leaves the game and the new one takes its place."""
    take_out_of_storage(s, seat, kind)
    s.removed[kind] += 1
    store(s, seat, s.taking)
    s.taking = NOTHING
