"""The texts of a game that are nearest to what somebody typed, found in a few milliseconds whatever was typed."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

import numpy as np
import numpy.typing as npt

LONGEST_COMPARED = 60
CANDIDATES = 12
"""So many texts, those that share most pairs of letters with the typed one, are compared letter by letter."""
LEAST_LIKENESS = 0.4


class Nearest:
    """Texts, indexed by the pairs of letters in them."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = tuple(texts)
        found: dict[str, list[int]] = {}
        for place, text in enumerate(self.texts):
            for pair in _pairs(text):
                found.setdefault(pair, []).append(place)
        self._places = {pair: np.array(places, np.int32) for pair, places in found.items()}
        self._sizes: npt.NDArray[np.float64] = np.array([len(_pairs(text)) for text in self.texts], np.float64)

    def to(self, typed: str, count: int = 3) -> list[str]:
        """The texts that are most like the typed one, the nearest first; none where nothing is like it."""
        typed = " ".join(typed[: 2 * LONGEST_COMPARED].split()).lower()[:LONGEST_COMPARED]
        pairs = _pairs(typed)
        shared = np.zeros(len(self.texts))
        for pair in pairs & self._places.keys():
            shared[self._places[pair]] += 1
        order = np.argsort(-shared / (self._sizes + len(pairs)), kind="stable")[:CANDIDATES]
        likely = [self.texts[place] for place in order if shared[place]]
        return get_close_matches(typed, likely, count, LEAST_LIKENESS)


def _pairs(text: str) -> set[str]:
    padded = f" {text} "
    return {padded[k : k + 2] for k in range(len(padded) - 1)}
