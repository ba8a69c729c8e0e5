"""Lists that grow at their end while every earlier state of them stays as it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar, overload

Item = TypeVar("Item")


class Growing(Generic[Item], Sequence[Item]):
    """An immutable list that shares its items with the longer ones that are made from it.

    To add an item (`plus`) and to cut off the end (`first`) cost the same at any length; only who adds to a list that
    was added to before gets a copy of its items.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Sequence[Item] = ()) -> None:
        self._items, self._length = list(items), len(items)

    def plus(self, item: Item) -> Growing[Item]:
        """The list with one more item."""
        items, length = self._items, self._length
        if len(items) == length:
            items.append(item)
            if items[length] is not item:  # another thread has added something meanwhile
                items = [*items[:length], item]
        else:
            items = [*items[:length], item]
        made: Growing[Item] = Growing.__new__(Growing)
        made._items, made._length = items, length + 1
        return made

    def first(self, count: int) -> Growing[Item]:
        """The first so many items, or all where there are fewer."""
        made: Growing[Item] = Growing.__new__(Growing)
        made._items, made._length = self._items, max(0, min(count, self._length))
        return made

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, which: int) -> Item: ...
    @overload
    def __getitem__(self, which: slice) -> list[Item]: ...
    def __getitem__(self, which: int | slice) -> Item | list[Item]:
        length = self._length
        if isinstance(which, slice):
            start, stop, step = which.indices(length)
            return self._items[start:stop:step] if step > 0 else self._items[:length][which]
        if which < 0:
            which += length
        if 0 <= which < length:
            return self._items[which]
        raise IndexError(which)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items[: self._length])

    def __reversed__(self) -> Iterator[Item]:
        return map(self._items.__getitem__, range(self._length - 1, -1, -1))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Growing) and self[:] == other[:]

    def __repr__(self) -> str:
        return f"Growing({self[:]!r})"
