"""Observations: a seat's masked record as named parts of one row of whole numbers, and the rewards of a step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.loader import Rules
    from burgrave.core.position import Position

REWARDS = ("win", "score_difference", "score_gain")
"""What a step pays: the share of the win at the end; then points ahead of the best other seat; or points gained now, as
everybody sees them: hidden ones are paid when the game is over."""


WORD = 16
"""The bits of an observation's number."""


@dataclass(frozen=True)
class Part:
    """A named part of an observation: the record's field, its shape, and which numbers of the row it is.

    A field of more than 16 bits is a set: its last axis is its bits, the lowest first, each 0 or 1.
    """

    name: str
    shape: tuple[int, ...]
    start: int
    stop: int
    bits: bool


@cache
def layout(rules: Rules) -> tuple[Part, ...]:
    """The parts of an observation, field by field in the record's order."""
    parts, start = [], 0
    for name in rules.state.names or ():
        kind = rules.state[name]
        width = kind.base.itemsize * 8
        shape = (*kind.shape, width) if width > WORD else kind.shape
        stop = start + int(np.prod(shape, dtype=int))
        parts.append(Part(name, shape, start, stop, width > WORD))
        start = stop
    return tuple(parts)


def size(rules: Rules) -> int:
    """How many numbers an observation has."""
    return layout(rules)[-1].stop


@dataclass(frozen=True)
class Run:
    """Fields of one type that lie side by side in a record, and so in a row."""

    kind: np.dtype[Any]
    first_byte: int
    end_byte: int
    start: int
    stop: int
    bits: bool


@cache
def runs(rules: Rules) -> tuple[Run, ...]:
    """A record's runs: a handful of them, where there are dozens of fields."""
    found: list[Run] = []
    for part in layout(rules):
        kind, first, *_ = rules.state.fields[part.name]
        last = found[-1] if found else None
        if last is not None and last.kind == kind.base and last.end_byte == first:
            found[-1] = Run(last.kind, last.first_byte, first + kind.itemsize, last.start, part.stop, part.bits)
        else:
            found.append(Run(kind.base, first, first + kind.itemsize, part.start, part.stop, part.bits))
    return tuple(found)


def flatten(rules: Rules, records: npt.NDArray[Any], out: npt.NDArray[np.int16] | None = None) -> npt.NDArray[np.int16]:
    """Masked records as rows of whole numbers (rows x size); `out` is room for them that exists already."""
    rows = np.empty((len(records), size(rules)), np.int16) if out is None else out
    if rows.shape != (len(records), size(rules)) or rows.dtype != np.int16:
        raise ValueError(
            f"{len(records)} observations need an array of {len(records)} x {size(rules)} numbers of the kind int16, "
            f"not one of the shape {rows.shape} and the kind {rows.dtype}"
        )
    raw = np.ascontiguousarray(records).view(np.uint8).reshape(len(records), -1)
    for run in runs(rules):
        values = raw[:, run.first_byte : run.end_byte]
        if run.bits:
            rows[:, run.start : run.stop] = np.unpackbits(values, axis=1, bitorder="little")
        else:
            rows[:, run.start : run.stop] = values.view(run.kind)
    return rows


def named(rules: Rules, row: npt.NDArray[np.int16]) -> dict[str, npt.NDArray[np.int16]]:
    """An observation's parts by name, each in its own shape."""
    return {part.name: row[part.start : part.stop].reshape(part.shape) for part in layout(rules)}


def check_rewards(rewards: str) -> str:
    """The kind of rewards, if there is such a kind."""
    if rewards not in REWARDS:
        raise ValueError(f"rewards cannot be {rewards!r}; valid: {', '.join(REWARDS)}")
    return rewards


def reset_options(options: dict[str, Any] | None, *valid: str) -> dict[str, Any]:
    """The options of a reset, if there are such options."""
    if options is not None and not isinstance(options, dict):
        raise ValueError(f"the options of a reset are a dict, not a {type(options).__name__}")
    for name in options or {}:
        if name not in valid:
            raise ValueError(f"reset has no option {name!r}; valid: {', '.join(valid) or 'none'}")
    return options or {}


def final_rewards(players: int, winners: tuple[int, ...], scores: tuple[int, ...], rewards: str) -> list[float]:
    """What each seat gets when the game is over."""
    if rewards == "win":
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]
    if rewards == "score_difference":
        return [
            float(scores[seat] - max(scores[other] for other in range(players) if other != seat))
            for seat in range(players)
        ]
    return [0.0] * players


def shared_scores(position: Position) -> tuple[int, ...]:
    """The points that everybody sees: all of them when the game is over, before that without hidden ones."""
    return position.scores if position.to_act is None else position.view(None).scores


def gains(before: tuple[int, ...], after: tuple[int, ...]) -> list[float]:
    """What each seat gained in points."""
    return [float(new - old) for old, new in zip(before, after, strict=True)]


def rgb_array(svg: str, width: int = 800) -> npt.NDArray[np.uint8]:
    """A picture as rows of red, green and blue."""
    from io import BytesIO

    from burgrave.core.picture import to_png

    try:
        from PIL import Image
    except ImportError:
        raise ValueError("pictures as arrays need Pillow: pip install 'burgrave[gymnasium]'") from None
    with Image.open(BytesIO(to_png(svg, width))) as image:
        return np.asarray(image.convert("RGB"))


def missing(framework: str, extra: str) -> Callable[[ImportError], ImportError]:
    """The error that says which extra to install."""

    def error(cause: ImportError) -> ImportError:
        return ImportError(f"{framework} is not installed: pip install 'burgrave[{extra}]' ({cause})")

    return error


def make(game: str | Game, options: dict[str, Any]) -> Game:
    """A game by name and options, or a game as it is."""
    import burgrave
    from burgrave.core.game import Game

    if isinstance(game, Game):
        if options:
            raise ValueError(f"{', '.join(options)}: options belong to a game's name; this game has its own already")
        return game
    return burgrave.game(game, **options)
