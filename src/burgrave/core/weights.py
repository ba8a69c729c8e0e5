"""A game's learned weights: a small file in its package, with what they are for and how they were made."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from burgrave.core.errors import shown
from burgrave.core.net import ASKED, FORGOTTEN, HEAD, LEAF, MOVES, NEXT_TURN, OUTPUT_COUNT, memory

if TYPE_CHECKING:
    from burgrave.core.loader import Rules

Floats = npt.NDArray[np.float32]

VERSION = 2
NAME = "learned.weights"
WAYS = ("turns", "moves", "everything")
PLAYED = ("round", "turn", "move")
"""How far the search plays on before it asks a net (`core/net`): through a round, to the end of a turn, a move."""
LARGEST = 200_000
"""Bytes that a file may have."""

log = logging.getLogger("burgrave.bots")


class BadWeights(ValueError):
    """A file that holds no weights for this game and this version; the message says why."""


@dataclass(frozen=True)
class Weights:
    """A net: the features it is told, its layers (weights and biases of each), and what it was trained on."""

    features: tuple[str, ...]
    layers: tuple[tuple[Floats, Floats], ...]
    unit: float
    """How many points the net calls one."""
    trained: dict[str, Any] = field(default_factory=dict)
    asked: int = MOVES
    """What bots ask the net (`WAYS`): its judgement of positions where turns begin, of single moves too, or of all."""
    leaf: int = NEXT_TURN
    """How far the search plays on before it asks the net (`PLAYED`)."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of inputs, of each layer's numbers, and of outputs."""
        return (len(self.features), *(len(biases) for _, biases in self.layers))

    def flat(self) -> Floats:
        """The list that compiled code thinks with (`core/net`), its room included."""
        head = np.zeros(HEAD, np.float32)
        head[: len(self.sizes)] = self.sizes
        head[len(self.sizes)] = self.unit
        head[ASKED], head[LEAF] = self.asked, self.leaf
        numbers = [part.ravel() for layer in self.layers for part in layer]
        kept = np.full(memory(self.sizes[0], self.sizes[-1]), FORGOTTEN, np.float32)
        return np.concatenate([head, *numbers, np.zeros(sum(self.sizes), np.float32), kept]).astype(np.float32)

    def to_bytes(self) -> bytes:
        """The file: one line of JSON, then the numbers."""
        head = {
            "burgrave_weights": VERSION,
            "features": list(self.features),
            "sizes": list(self.sizes),
            "unit": self.unit,
            "asked": WAYS[self.asked],
            "leaf": PLAYED[self.leaf],
            "trained": self.trained,
        }
        numbers = b"".join(part.astype("<f4").tobytes() for layer in self.layers for part in layer)
        return json.dumps(head).encode() + b"\n" + numbers

    def write(self, path: Path) -> None:
        """Write the file; a reader never meets half of it."""
        content = self.to_bytes()
        if len(content) > LARGEST:
            raise ValueError(f"these weights take {len(content):,} bytes; {LARGEST:,} are the most")
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f"{path.name}.part")
        partial.write_bytes(content)
        partial.replace(path)


def mean(several: Sequence[Weights]) -> Weights:
    """The mean of nets that one training has made: each errs in ways of its own, and a search finds every error."""
    layers = tuple(
        (sum(one for one, _ in same) / np.float32(len(same)), sum(one for _, one in same) / np.float32(len(same)))
        for same in zip(*(one.layers for one in several), strict=True)
    )
    return replace(several[-1], layers=layers)


def no_net() -> Floats:
    """What bots think with when they go by the hand-written evaluation."""
    return np.zeros(HEAD, np.float32)


def checked(net: Any) -> Floats:
    """What bots shall think with, if it is a list as `Weights.flat` gives it; compiled code reads beyond others."""
    wrong = "a net is a list of numbers as burgrave.core.weights gives it"
    if not isinstance(net, np.ndarray) or net.dtype != np.float32 or net.ndim != 1 or len(net) < HEAD:
        raise ValueError(f"{wrong}, not {shown(repr(net))}")
    sizes = [int(size) for size in net[:4]]
    numbers = sum((before + 1) * size for before, size in pairwise(sizes)) + sum(sizes)
    if any(sizes) and (min(sizes) < 1 or len(net) != HEAD + numbers + memory(sizes[0], sizes[-1])):
        raise ValueError(f"{wrong}; this one's layers take another number of them")
    return np.ascontiguousarray(net)


def from_bytes(content: bytes, features: Sequence[str]) -> Weights:
    """Weights from a file's content, for a game that tells its nets these features."""
    line, _, rest = content.partition(b"\n")
    try:
        head = json.loads(line)
        version, named = head["burgrave_weights"], tuple(head["features"])
    except (ValueError, TypeError, KeyError):
        raise BadWeights("this is no file of weights") from None
    if version != VERSION:
        raise BadWeights(f"the weights are of version {version}, and this is version {VERSION}")
    if named != tuple(features):
        raise BadWeights("the weights were made for other features than the game has now")
    try:
        sizes, unit, trained = [int(size) for size in head["sizes"]], float(head["unit"]), dict(head["trained"])
        asked = WAYS.index(head["asked"])
        leaf = PLAYED.index(head["leaf"])
        numbers = np.frombuffer(rest, "<f4").astype(np.float32)
        layers, start = [], 0
        for before, size in pairwise(sizes):
            middle, end = start + before * size, start + (before + 1) * size
            layers.append((numbers[start:middle].reshape(before, size), numbers[middle:end].reshape(size)))
            start = end
        whole = len(sizes) == 4 and sizes[0] == len(features) and sizes[-1] == OUTPUT_COUNT and start == len(numbers)
    except (ValueError, TypeError, KeyError):
        whole = False
    if not whole or not np.isfinite(numbers).all() or not unit > 0:
        raise BadWeights("the file of weights is broken")
    return Weights(named, tuple(layers), unit, trained, asked, leaf)


def place(rules: Rules) -> Traversable:
    """Where a game's weights are kept."""
    return files(rules.spec.package).joinpath(NAME)


@cache
def weights_of(rules: Rules) -> tuple[Weights | None, str]:
    """The weights in a game's package, read once; None and a sentence when there are none, or none of use.

    Weights that are of no use are reported: nobody shall take one judgement for the other.
    """
    found = place(rules)
    if not found.is_file():
        return None, f"{rules.spec.name} has no learned weights; `burgrave train {rules.spec.name}` makes some"
    try:
        return from_bytes(found.read_bytes(), rules.parts.feature_names), ""
    except BadWeights as error:
        sentence = f"{error} ({found})"
        log.warning("%s; bots use the hand-written evaluation of %s", sentence, rules.spec.name)
        return None, sentence


def net_of(rules: Rules, learned: int | None = None) -> Floats:
    """What bots judge a game with: its weights if it has any (1: it must, 0: never), else the hand-written evaluation.

    A list of its own each time: compiled code works in it.
    """
    if learned not in (None, 0, 1):
        raise ValueError(f"learned is 1 (weights), 0 (the hand-written evaluation) or left out, not {learned}")
    weights, sentence = (None, "") if learned == 0 else weights_of(rules)
    if weights is None and learned == 1:
        raise ValueError(sentence)
    return no_net() if weights is None else weights.flat()
