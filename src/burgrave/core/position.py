"""Positions and views: one numpy record each, and everything one may ask of it."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from burgrave.core.dice import dice_of
from burgrave.core.errors import shown
from burgrave.core.given import whole
from burgrave.core.spec import CHANCE, OVER
from burgrave.core.verbs import Move

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.loader import Rules

Records = npt.NDArray[Any]
MoveLike = str | int | Move

SPECTATOR = -1


class Randomness(Protocol):
    """numpy's Generator, or anything that gives whole numbers the same way."""

    def integers(self, low: int, high: int) -> Any:
        """A number in range(low, high)."""


class Workspace(threading.local):
    """Room that compiled rules need while they run, one per thread."""

    def __init__(self, rules: Rules) -> None:
        ids = len(rules.verbs)
        self.scratch = np.zeros(1, rules.scratch)
        self.moves = np.zeros(ids + 1, np.int16)
        self.weights = np.zeros(ids + 1, np.int64)
        self.out = np.zeros(8, np.int64)
        self.work = np.zeros(2, rules.state)
        self.totals = np.zeros(ids + 1, np.float64)


def copied(records: Records) -> Records:
    """A copy of records as plain bytes; numpy's own copies field by field and takes fifty times as long."""
    return np.ndarray(records.shape, records.dtype, bytearray(records.tobytes()))


def plain(record: Any) -> dict[str, Any]:
    """A record as a dict of whole numbers and nested lists."""
    return {name: record[name].tolist() for name in record.dtype.names}


class Look:
    """What a position and a view of it have in common: a record, and questions anybody may ask; it never changes."""

    game: Game
    _records: Records

    def __init__(self, game: Game, records: Records, **known: Any) -> None:
        self.__dict__.update(known, game=game, _records=records)

    def __setattr__(self, name: str, value: Any) -> None:
        what = "view" if isinstance(self, View) else "position"
        raise AttributeError(
            f"a {what} never changes, so {name!r} cannot be set; play() gives the position after a move"
        )

    @cached_property
    def s(self) -> Any:
        """The record itself, its fields as attributes; numpy refuses to write to it."""
        readable = self._records.view()
        readable.flags.writeable = False
        return readable[0]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "s"}

    @cached_property
    def to_act(self) -> int | None:
        """The seat whose move it is, CHANCE (-1), or None when the game is over."""
        seat: int = self._records["to_act"].item(0)  # a field of all records is found much faster than of one
        return None if seat == OVER else seat

    @property
    def point(self) -> str:
        """The name of the decision point."""
        name: str = self.game.rules.points[self._records["point"].item(0)]
        return name

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """The points each seat has now, as far as this record tells."""
        room = self.game.workspace
        self.game.rules.drivers.scores_at(self._records, 0, room.scratch, room.out)
        return tuple(int(points) for points in room.out[: self.game.players])

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; nobody until the game is over."""
        won = int(self._records[0]["winners"]) if self.to_act is None else 0
        return tuple(seat for seat in range(self.game.players) if won >> seat & 1)

    @property
    def fields(self) -> dict[str, Any]:
        """The record by field name."""
        return plain(self._records[0])

    @cached_property
    def _ids(self) -> list[int]:
        room = self.game.workspace
        self.game.rules.drivers.moves_at(self._records, 0, room.scratch, room.moves, room.weights)
        ids: list[int] = room.moves[1 : room.moves[0] + 1].tolist()
        return ids

    @cached_property
    def _listed(self) -> tuple[Move, ...]:
        moves = self.game.rules.verbs.moves
        return tuple([moves[move] for move in self._ids])


def _drawn_from(rng: Any) -> int:
    """A random number from whatever source of luck somebody has."""
    if isinstance(rng, random.Random):
        return rng.getrandbits(62)
    if not hasattr(rng, "integers"):
        rng = np.random.default_rng(None if rng is None else whole(rng, "what a sample is dealt from", 0))
    return int(rng.integers(0, 1 << 62))


class Position(Look):
    """A full position of a game: immutable, equal to another when all its fields are."""

    def moves(self) -> tuple[Move, ...]:
        """The legal moves of the seat to act, or chance's outcomes, in id order; none when the game is over."""
        return self._listed

    def odds(self) -> tuple[int, ...]:
        """The weights of chance's outcomes, in the order of `moves()`."""
        if self.to_act != CHANCE:
            raise ValueError("only a position where chance is to act has odds")
        room = self.game.workspace
        self.game.rules.drivers.moves_at(self._records, 0, room.scratch, room.moves, room.weights)
        return tuple(room.weights[1 : room.moves[0] + 1].tolist())

    def play(self, move: MoveLike) -> Position:
        """The position after a move; this one stays as it is."""
        chosen = self.game.move(move)
        if chosen.id not in self._ids:
            raise self.game.illegal(self, chosen)
        after = copied(self._records)
        self.game.rules.drivers.apply_at(after, 0, self.game.workspace.scratch, chosen.id)
        return Position(self.game, after)

    def why_not(self, move: MoveLike, language: str = "en") -> str | None:
        """None when the move is legal, else one sentence that names the rule against it."""
        return self.game.refusal(self, self.game.move(move), language)

    def view(self, seat: int | None) -> View:
        """What a seat may know; `None` is a spectator."""
        return View(self, seat)

    def svg(self, seat: int | None = None, language: str = "en") -> str:
        """The position as a picture: everything, or with a seat what that seat sees."""
        if seat is not None:
            return self.view(seat).svg(language)
        return OpenView(self).svg(language)

    def _repr_svg_(self) -> str:
        return self.svg()

    def edited(self, *texts: str) -> Position:
        """The position with things set by hand: `position.edited("road 5 p1", "hand p0 ore 3")`.

        A `Mistake` says why a game does not accept it. `editable()` lists what may be set.
        """
        from burgrave.core.editing import edited

        return edited(self, texts)

    def editable(self) -> list[str]:
        """The texts of everything that may be set by hand, as it stands now."""
        from burgrave.core.editing import standing

        return standing(self)

    def to_json(self) -> str:
        """The position as JSON text: the game's name and the record's fields."""
        return json.dumps({"game": self.game.name, **self.fields})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game.name == other.game.name and self._records.tobytes() == other._records.tobytes()

    def __hash__(self) -> int:
        return hash(self._records.tobytes())

    def __repr__(self) -> str:
        return f"<{self.game.name} position: {self.point}, {actor_name(self.to_act)} to act>"


class View(Look):
    """What one seat, or a spectator, may know of a position: a record in which everything else is blank."""

    seat: int | None
    """Who looks; None is a spectator."""
    last: str | None
    """The last move as this seat reads it."""
    last_by: int | None
    """Who made it."""
    names: tuple[str, ...]
    """The seats' names where they have some."""
    chosen_colours: tuple[str, ...]
    """The seats' colours where they were chosen."""
    decided: tuple[int, ...] | None
    """Who has won a match in which somebody has forfeited; None where the rules alone tell."""
    thrown: str | None
    """The match's last throw of dice, as its move's text: dice lie on the table until they are thrown again."""

    def __init__(
        self,
        position: Position,
        seat: int | None,
        last: str | None = None,
        last_by: int | None = None,
        names: tuple[str, ...] = (),
        colours: tuple[str, ...] = (),
        decided: tuple[int, ...] | None = None,
        thrown: str | None = None,
    ) -> None:
        if not isinstance(position, Position):
            raise ValueError(f"a view is of a position, not of {shown(repr(position))}")
        seat = position.game.check_seat(seat)
        super().__init__(
            position.game,
            self._seen(position, seat),
            seat=seat,
            last=last,
            last_by=last_by,
            names=names,
            chosen_colours=colours,
            decided=decided,
            thrown=thrown,
        )

    @property
    def colours(self) -> tuple[str, ...]:
        """The seats' colours."""
        return self.chosen_colours or self.game.spec.seat_colours(self.game.players)

    def _seen(self, position: Position, seat: int | None) -> Records:
        records = np.empty_like(position._records)
        viewer, scratch = SPECTATOR if seat is None else seat, position.game.workspace.scratch
        position.game.rules.drivers.mask_rows(position._records, records, scratch, viewer, 0, 1)
        return records

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; nobody until the game is over."""
        return super().winners if self.decided is None else self.decided

    def moves(self) -> tuple[Move, ...]:
        """The legal moves if this seat is to act, else none."""
        return self._listed if self.seat is not None and self.to_act == self.seat else ()

    def why_not(self, move: MoveLike, language: str = "en") -> str | None:
        """None when this seat may make the move now, else one sentence that says why not."""
        chosen = self.game.move(move)
        if self.to_act is not None and (self.seat is None or self.to_act != self.seat):
            return self.game.core_sentence("not_your_turn", language)
        return self.game.refusal(self, chosen, language)

    def sample(self, rng: Randomness | random.Random | int | None = None) -> Position:
        """A full position that fits this view: hidden things dealt as a shuffle would deal them.

        They are dealt from a number, from numpy's Generator, from a `random.Random`, or without one from fresh luck.
        """
        dice = dice_of(f"{_drawn_from(rng)}")
        records = copied(self._records)
        seat = SPECTATOR if self.seat is None else self.seat
        self.game.rules.drivers.fill_at(records, 0, self.game.workspace.scratch, seat, dice)
        return Position(self.game, records)

    def drawing(self, language: str = "en") -> Any:
        """The picture's parts (see `burgrave.core.drawing.Drawing`)."""
        from burgrave.core.words import checked

        return self.game.rules.draw(self, checked(language))

    def svg(self, language: str = "en") -> str:
        """The view as one picture."""
        from burgrave.core.picture import to_svg

        return to_svg(self, language)

    def _repr_svg_(self) -> str:
        return self.svg()

    def prompt(self, language: str = "en") -> str:
        """What this seat is asked to do, in one sentence."""
        from burgrave.core import words

        return words.prompt(self, language)

    def describe(self, language: str = "en") -> str:
        """The position in words."""
        from burgrave.core import words

        return words.describe(self, language)

    def score_parts(self) -> tuple[dict[str, int], ...]:
        """Each seat's points by source."""
        from burgrave.core import words

        return words.score_parts(self)

    def to_json(self) -> str:
        """The view as JSON text: game, seat, results, and the record's fields."""
        look = {"game": self.game.name, "seat": self.seat, "point": self.point, "to_act": self.to_act}
        return json.dumps(look | {"scores": self.scores, "winners": self.winners, "fields": self.fields})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        same = self.game.name == other.game.name and self.seat == other.seat
        return same and self._records.tobytes() == other._records.tobytes()

    def __hash__(self) -> int:
        return hash((self.seat, self._records.tobytes()))

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"p{self.seat}"
        return f"<{self.game.name} as {who} sees it: {self.point}, {actor_name(self.to_act)} to act>"


class OpenView(View):
    """A view that hides nothing, for pictures of a whole position; it looks from the seat to act."""

    def __init__(self, position: Position, **known: Any) -> None:
        seat = position.to_act if position.to_act is not None and position.to_act >= 0 else None
        super().__init__(position, seat, **known)

    def _seen(self, position: Position, seat: int | None) -> Records:
        return position._records


def after_forfeits(winners: Sequence[int], scores: Sequence[int], forfeited: Collection[int]) -> tuple[int, ...]:
    """Who has won when some seats have forfeited: a forfeited seat never wins; the best of the others does instead."""
    honest = [seat for seat in range(len(scores)) if seat not in forfeited]
    left = tuple(seat for seat in winners if seat in honest)
    if left or not forfeited or not winners or not honest:
        return left
    return best_of(scores, honest)


def best_of(scores: Sequence[int], seats: Collection[int]) -> tuple[int, ...]:
    """Those of some seats that have the most points."""
    best = max((scores[seat] for seat in seats), default=0)
    return tuple(seat for seat in sorted(seats) if scores[seat] == best)


def actor_name(actor: int | None) -> str:
    """How a text names who is to act."""
    if actor is None:
        return "nobody"
    return "chance" if actor == CHANCE else f"p{actor}"
