"""A match: a position and the moves that led to it. The list of moves is the game."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from errno import EISDIR, ENOENT
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from burgrave.core.companion import enter, hidden_text
from burgrave.core.dice import dice_of
from burgrave.core.errors import IllegalMove, Mistake, UndoError, shown
from burgrave.core.given import made_of, seed_of, whole
from burgrave.core.growing import Growing
from burgrave.core.lines import BETWEEN_NAMES, fits_line
from burgrave.core.position import MoveLike, OpenView, Position, View, after_forfeits, best_of
from burgrave.core.sparse import SparsePositions
from burgrave.core.spec import CHANCE
from burgrave.core.verbs import Move
from burgrave.core.words import core_words

if TYPE_CHECKING:
    from burgrave.core.effects import Effect
    from burgrave.core.game import Game
    from burgrave.core.story import Turn

CHANCES = ("drawn", "manual")
LONG = 1000
"""Moves of a game whose positions are worth thinning out; games among people are shorter."""


def _listed(names: Iterable[str]) -> tuple[str, ...]:
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise ValueError(f"names are a list with one for each seat, not {shown(repr(names))}")
    return tuple(names)


class Match:
    """A game being played: who moved what so far, and the position it gives.

    Chance is drawn from the seed until a seat must decide; with `chance="manual"` its moves are played like any other,
    as they fall on a real table. With `knows=0` only what seat 0 sees is entered, and what is hidden from it stays
    unknown: `match.play("draw ?")`.
    """

    def __init__(
        self,
        game: Game,
        *,
        seed: int | str | None = None,
        chance: str = "drawn",
        names: Iterable[str] | None = None,
        start: Position | None = None,
        knows: int | None = None,
    ) -> None:
        made_of(game)
        if chance not in CHANCES:
            raise ValueError(f"chance cannot be {chance!r}; valid: {', '.join(CHANCES)}")
        if chance == "manual" and seed is not None:
            raise ValueError("a match with manual chance has no seed")
        if start is not None and (not isinstance(start, Position) or start.game != game):
            told = shown(repr(start))
            raise ValueError(f"a match begins with a position of its own game and options, not with {told}")
        if knows is not None and (chance != "manual" or game.check_seat(knows) is None):
            raise ValueError("a match that knows only what one seat sees has manual chance")
        self.game = game
        self.knows = knows
        """The seat whose knowledge is all that was entered; None where everything was. See `core/companion`."""
        self._unknown: frozenset[int] = frozenset()
        self.names = names if names is not None else tuple(f"p{seat}" for seat in range(game.players))
        self.chosen_colours: tuple[str, ...] = ()
        """The seats' colours where they were chosen; they belong to pictures and words, not to the record."""
        self.forfeited: frozenset[int] = frozenset()
        """The seats that have forfeited: they play on and cannot win."""
        self.conceded = False
        """Whether it has ended early, since too few were left who had not forfeited; the best of them have won."""
        self._positions: Growing[Position] | SparsePositions = Growing((start or game.start(),))
        self.set_up = start is not None
        """Whether it has begun with a position that was given, instead of the game's first one."""
        self._moves: Growing[Move] = Growing()
        self._seed: int | str | None = None
        self._seed_tells_all = False
        if chance == "drawn":
            self.draw_from(secrets.token_hex(16) if seed is None else seed)

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names."""
        return self._names

    @names.setter
    def names(self, names: Iterable[str]) -> None:
        names = _listed(names)
        if len(names) != self.game.players:
            raise ValueError(f"{len(names)} names for {self.game.players} seats")
        for name in names:
            if not isinstance(name, str) or not fits_line(name, BETWEEN_NAMES):
                raise Mistake.of("mistake.name", name=shown(repr(name)))
        self._names = names

    @property
    def colours(self) -> tuple[str, ...]:
        """The seats' colours."""
        return self.chosen_colours or self.game.spec.seat_colours(self.game.players)

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.position.to_act is None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; never one that has forfeited."""
        if self.conceded:
            left = [seat for seat in range(self.game.players) if seat not in self.forfeited]
            return best_of(self.position.scores, left)
        return after_forfeits(self.position.winners, self.position.scores, self.forfeited)

    @property
    def decided(self) -> tuple[int, ...] | None:
        """The winners where forfeits have a say in it."""
        return self.winners if self.forfeited and (self.is_over or self.conceded) else None

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position so far, the first one included."""
        return tuple(self._positions)

    @property
    def beginning(self) -> Position:
        """The position before the first move."""
        return self._positions[0]

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves so far, chance's included."""
        return tuple(self._moves)

    @property
    def length(self) -> int:
        """How many moves there were so far."""
        return len(self._moves)

    @property
    def movers(self) -> tuple[int, ...]:
        """Who made each move: a seat or CHANCE."""
        if isinstance(self._positions, SparsePositions):
            return self._positions.movers[: len(self._moves)]  # type: ignore[return-value]
        return tuple(position.to_act for position in self._positions[: len(self._moves)])  # type: ignore[misc]

    def steps(self, after: int = 0) -> list[tuple[Move, Position]]:
        """The moves after the first so many, each with the position in which it was made."""
        return list(zip(self._moves[after:], self._positions[after:], strict=False))

    def move_at(self, number: int) -> tuple[Move, Position, Position]:
        """The move of that number, 1 for the first, with the positions before and after it."""
        number = self._numbered(number)
        return self._moves[number - 1], self._positions[number - 1], self._positions[number]

    def _numbered(self, number: int) -> int:
        """The number of a move that there is."""
        if not 1 <= whole(number, "a move's number") <= self.length:
            raise ValueError(f"there is no move {number}; the match has {self.length}")
        return int(number)

    def effects(self, number: int, seat: int | None = None) -> list[Effect]:
        """What the move of that number brought, as far as a seat or a spectator may know."""
        from burgrave.core.story import Reader

        number = self._numbered(number)
        return Reader(self.game.check_seat(seat)).effects(self, number)[2]

    def story(self, seat: int | None = None, language: str = "en", first: int = 1) -> list[Turn]:
        """The match as a seat or a spectator may read it: turns with a headline, sentences and effects."""
        from burgrave.core.story import Reader, story

        return story(self, Reader(self.game.check_seat(seat)), language, whole(first, "the number of a move", 1))

    @property
    def log(self) -> tuple[str, ...]:
        """The texts of all moves so far, chance's included; what stays unknown reads `draw ?`."""
        if not self._unknown:
            return tuple(move.text for move in self._moves)
        return tuple(
            hidden_text(self.game, move) if number in self._unknown else move.text
            for number, move in enumerate(self._moves)
        )

    def is_unknown(self, number: int) -> bool:
        """Whether the move of that number, 1 for the first, was entered without knowing what it was."""
        return self._numbered(number) - 1 in self._unknown

    @property
    def seed(self) -> int | str | None:
        """The seed that tells every chance move; known only when the game is over."""
        return self._seed if self.is_over and self._seed_tells_all else None

    def log_for(self, seat: int | None) -> tuple[str, ...]:
        """The texts as a seat, or a spectator, reads them now; for reading only."""
        self.game.check_seat(seat)
        now = self.position.s
        seen_as = self.game.rules.parts.seen_as
        return tuple(
            seen_as(move, seat, before.s, now) for move, before in zip(self._moves, self._positions, strict=False)
        )

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator, may know now, with the last move as they read it."""
        seat = self.game.check_seat(seat)
        last = by = None
        if self._moves:
            before = self._positions[-2]
            last, by = self.game.rules.parts.seen_as(self._moves[-1], seat, before.s, self.position.s), before.to_act
        return View(self.position, seat, last, by, self.names, self.chosen_colours, self.decided, self.thrown)

    def open_view(self) -> View:
        """Everything there is, hidden things too, with the last move as it was made: for pictures of finished games."""
        last, by = (self._moves[-1].text, self._positions[-2].to_act) if self._moves else (None, None)
        known = {"names": self.names, "colours": self.chosen_colours, "decided": self.decided, "thrown": self.thrown}
        return OpenView(self.position, last=last, last_by=by, **known)

    @property
    def thrown(self) -> str | None:
        """The last throw of dice so far, in a game that has dice."""
        dice = self.game.throws
        return next((move.text for move in reversed(self._moves) if move.verb in dice), None) if dice else None

    def draw_from(self, seed: int | str) -> None:
        """Draw chance from this seed from now on."""
        self._seed = seed_of(seed)
        self._seed_tells_all = not self._moves
        self._draw_chance()

    def play(self, move: MoveLike) -> Position:
        """Play a move of whoever is to act, then chance's; the position afterwards."""
        if self.knows is not None:
            enter(self, move)
            return self.position
        try:
            after = self.position.play(move)
        except IllegalMove as error:
            raise error.named(error.move, self.length + 1) from None
        self._add(self.game.move(move), after)
        if self._seed is not None:
            self._draw_chance()
        return self.position

    def _add(self, move: Move, after: Position) -> None:
        self._moves, self._positions = self._moves.plus(move), self._positions.plus(after)

    def _draw_chance(self) -> None:
        assert self._seed is not None
        while self.position.to_act == CHANCE:
            drawn = self.drawn_by(self._seed)
            self._add(drawn, self.position.play(drawn))

    def drawn_by(self, seed: int | str) -> Move:
        """The move that chance, which is to act, draws now by a seed."""
        return self._drawn(seed, len(self._moves))

    def _drawn(self, seed: int | str, number: int) -> Move:
        drivers, room = self.game.rules.drivers, self.game.workspace
        drawn = drivers.luck_at(self._positions[number]._records, 0, room.scratch, dice_of(seed, number))
        move: Move = self.game.rules.verbs.moves[int(drawn)]
        return move

    def fits_seed(self, seed: int | str) -> bool:
        """Whether every chance move is the one this seed draws; if so the match takes the seed as its own."""
        for number, (move, before) in enumerate(self.steps()):
            if before.to_act == CHANCE and self._drawn(seed, number) != move:
                return False
        self.take_seed(seed)
        return True

    def take_seed(self, seed: int | str) -> None:
        """Name the seed that has drawn every chance move so far; whoever calls this has seen to it that it did."""
        self._seed, self._seed_tells_all = seed, True

    def back_to(self, seat: int) -> int:
        """How many moves back a seat's last one is, that one included; 0 when it made none since chance did."""
        for count in range(1, len(self._moves) + 1):
            mover = self._positions[-count - 1].to_act
            if mover in (seat, CHANCE):
                return count if mover == seat else 0
        return 0

    def may_undo(self, count: int = 1, consent: bool = False, language: str = "en") -> str | None:
        """None when the last `count` moves can be taken back, else the sentence that says why not."""
        obstacle = self._against_undo(whole(count, "how many moves to take back"), consent)
        return core_words(language)(f"undo.{obstacle}") if obstacle else None

    def _against_undo(self, count: int, consent: bool) -> str | None:
        if count < 1 or count > len(self._moves):
            return "nothing"
        movers = [position.to_act for position in self._positions[-count - 1 : -1]]
        if CHANCE in movers:
            return "chance"
        if len(set(movers)) > 1 and not consent:
            return "others"
        steps = zip(self._moves[-count:], self._positions[-count - 1 : -1], self._positions[-count:], strict=True)
        told = any(self.game.rules.parts.reveals(move, before.s, after.s) for move, before, after in steps)
        return "revealed" if told else None

    def undo(self, count: int = 1, *, consent: bool = False) -> Position:
        """Take back the last move, or with everybody's consent several seats' moves; never across chance."""
        refusal = self.may_undo(count, consent)
        if refusal:
            raise UndoError(refusal)
        self._cut(len(self._moves) - count)
        return self.position

    def _cut(self, count: int) -> None:
        self._unknown = frozenset(number for number in self._unknown if number < count)
        self._moves, self._positions = self._moves.first(count), self._positions.first(count + 1)

    def copy(self) -> Match:
        """Another match at the same point, which goes its own way from here."""
        other = Match.__new__(Match)
        other.__dict__.update(self.__dict__)
        return other

    def first(self, count: int) -> Match:
        """The match as it was after so many moves."""
        other = self.copy()
        other._cut(whole(count, "how many moves to keep", 0, self.length))
        other.conceded = self.conceded and other.length == self.length
        return other

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()

    def thin_out(self) -> None:
        """Keep few of a long game's positions; nothing else changes, and any of them can still be looked at."""
        if self.length >= LONG and self.knows is None and not isinstance(self._positions, SparsePositions):
            self._positions = SparsePositions(self._positions, self._moves)

    @property
    def positions_held(self) -> int:
        """How many positions are in memory."""
        return self._positions.held if isinstance(self._positions, SparsePositions) else len(self._positions)

    def text(self, remarks: str | None = None) -> str:
        """The match as a text record; with `remarks="en"` what happened stands beside the moves in that language."""
        from burgrave.core.records import write

        return write(self, remarks)

    def save(self, path: str | PathLike[str], remarks: str | None = None) -> None:
        """Write the match as a text record; a file that exists is replaced whole or not at all."""
        target = Path(path)
        if not target.parent.is_dir():
            raise FileNotFoundError(ENOENT, "there is no such folder", str(target.parent))
        if target.is_dir():
            raise IsADirectoryError(EISDIR, "this is a folder; a match is saved in a file", str(target))
        partial = target.with_name(target.name + ".part")
        partial.write_text(self.text(remarks), encoding="utf-8")
        partial.replace(target)

    def __repr__(self) -> str:
        return f"<match of {self.game.spec.title}, {len(self._moves)} moves: {self.position.point}>"
