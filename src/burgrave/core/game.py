"""A game with its options fixed: where positions, matches and batches come from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from burgrave.core import registry
from burgrave.core.errors import IllegalMove, UnknownMove, shown
from burgrave.core.loader import Rules, load_rules
from burgrave.core.position import Look, MoveLike, Position, Records, View, Workspace
from burgrave.core.spec import CHANCE, OptionValue, Spec
from burgrave.core.verbs import Move

if TYPE_CHECKING:
    from burgrave.core.batch import Batch
    from burgrave.core.match import Match

_workspaces: dict[str, Workspace] = {}


class Settled(dict[str, OptionValue]):
    """A game's options by name, for reading."""

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise TypeError("a game's options never change; burgrave.game() gives a game with others")

    __setitem__ = __delitem__ = __ior__ = update = setdefault = pop = popitem = clear = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


class Game:
    """The rules of a game with its options fixed."""

    rules: Rules
    spec: Spec
    name: str
    options: Settled
    """Every option, `players` among them, with its value."""
    players: int
    workspace: Workspace

    def __init__(self, rules: Rules, options: Mapping[str, OptionValue]) -> None:
        if not isinstance(rules, Rules):
            raise ValueError(f"burgrave.game() makes a game by its name; it is not made of {shown(repr(rules))}")
        name = rules.spec.name
        self.__dict__.update(
            rules=rules,
            spec=rules.spec,
            name=name,
            options=Settled(options),
            players=int(options["players"]),
            workspace=_workspaces.setdefault(name, Workspace(rules)),
        )

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a game never changes, so {name!r} cannot be set; burgrave.game() gives another one")

    def blank(self, count: int = 1) -> Records:
        """Records with nothing but the options in them."""
        records = np.zeros(count, self.rules.state)
        records["players"] = self.players
        for option in self.spec.options:
            records[option.name] = option.code(self.options[option.name])
        return records

    def start(self) -> Position:
        """The first position; chance is usually to act."""
        records = self.blank()
        self.rules.drivers.start_at(records, 0, self.workspace.scratch)
        return Position(self, records)

    def move(self, move: MoveLike) -> Move:
        """The move with this text or id; an error names the nearest texts."""
        verbs = self.rules.verbs
        if isinstance(move, Move):
            if 0 <= move.id < len(verbs) and verbs.moves[move.id] == move:
                return move
            raise UnknownMove(
                f"{move.text!r} is a move of another game, not of {self.name}", "mistake.move", text=move.text
            )
        if isinstance(move, (int, np.integer)) and not isinstance(move, bool):
            if 0 <= move < len(verbs):
                return verbs.moves[int(move)]
            message = f"{self.name} has no move {move}; ids go from 0 to {len(verbs) - 1}"
            raise UnknownMove(message, "mistake.move", text=move)
        if not isinstance(move, str):
            told = shown(repr(move))
            raise UnknownMove(f"a move is a text, its id or a Move, not {told}", "mistake.move", text=told)
        found = verbs.by_text.get(" ".join(move.split()).lower())
        if found is None:
            near = ", ".join(self.rules.nearest.to(move))
            hint = f"; the nearest are: {near}" if near else ""
            key = "mistake.move_near" if near else "mistake.move"
            raise UnknownMove(f"{self.name} has no move {shown(move)!r}{hint}", key, text=shown(move), near=near)
        return found

    @cached_property
    def throws(self) -> Mapping[str, tuple[int, ...]]:
        """The verbs of chance that are throws of dice, with the places of the dice among their arguments."""
        from burgrave.core.effects import throws

        return throws(self.spec.package)

    def check_seat(self, seat: int | None) -> int | None:
        """The seat if it exists (None is a spectator), else an error that names the valid ones."""
        whole = isinstance(seat, (int, np.integer)) and not isinstance(seat, bool)
        if seat is None or (whole and 0 <= seat < self.players):
            return None if seat is None else int(seat)
        raise ValueError(f"there is no seat {seat!r}; seats are 0 to {self.players - 1}, or None for a spectator")

    def core_sentence(self, name: str, language: str) -> str:
        """Why a move is refused before the game's own rules are asked."""
        from burgrave.core.words import core_words

        return core_words(language)(f"reason.{name}")

    def refusal(self, look: Look, move: Move, language: str) -> str | None:
        """Why whoever is to act may not make this move, as a sentence; None when it is legal.

        Facts in it come from what the seat to act may know, whoever asks.
        """
        from burgrave.core.words import checked, facts_for, reason_sentence, refusal

        checked(language)
        reason = self.reason(look, move)
        if reason is None:
            return None
        if facts_for(self, reason) is None:
            return reason_sentence(self, reason, language)
        view = View(look, look.to_act) if isinstance(look, Position) else look
        assert isinstance(view, View)
        return refusal(view, move, reason, language)

    def reason(self, look: Look, move: Move) -> str | None:
        """The name of the reason why whoever is to act may not make this move; None when it is legal."""
        if look.to_act is None:
            return "game_over"
        if look.to_act == CHANCE:
            if move.id in look._ids:
                return None
            return "impossible_outcome" if move.by_chance else "chance_to_act"
        if move.by_chance:
            return "chance_move"
        code = int(self.rules.drivers.reason_at(look._records, 0, self.workspace.scratch, move.id))
        return self.rules.reasons[code] if code else None

    def illegal(self, look: Look, move: Move) -> IllegalMove:
        """The error for a move that may not be made."""
        from burgrave.core.words import LANGUAGES

        sentences = {language: self.refusal(look, move, language) or "" for language in LANGUAGES}
        assert all(sentences.values()), f"{move.text!r} is not listed, and nothing is against it"
        return IllegalMove(sentences[LANGUAGES[0]], sentences).named(move.text)

    def position(self, source: str | Mapping[str, Any]) -> Position:
        """A position from JSON (text, or the fields by name), checked for conservation of every piece."""
        fields = self._fields(source)
        name = fields.pop("game", self.name)
        if name != self.name:
            raise ValueError(f"this is a position of {name!r}, not of {self.name!r}")
        names = self.rules.state.names or ()
        missing = sorted(set(names) - set(fields))
        unknown = sorted(map(str, set(fields) - set(names)))
        if missing or unknown:
            what = f"lacks {', '.join(missing)}" if missing else f"has unknown fields {', '.join(unknown)}"
            raise ValueError(f"the position {what}")
        records = np.zeros(1, self.rules.state)
        for name in names:
            self._store(records, name, fields[name])
        blank = self.blank()
        for name in ("players", *(option.name for option in self.spec.options)):
            if records[0][name] != blank[0][name]:
                other = f"the position has {name}={records[0][name]}, and this game has {name}={blank[0][name]}"
                raise ValueError(f"{other}; make the game with that option")
        if not 0 <= int(records[0]["point"]) < len(self.rules.points):
            raise ValueError(f"the field 'point' must be 0 to {len(self.rules.points) - 1}")
        if not -2 <= int(records[0]["to_act"]) < self.players:
            raise ValueError("the field 'to_act' must be a seat, -1 (chance) or -2 (the game is over)")
        self.rules.parts.check(records[0])
        return Position(self, records)

    def _fields(self, source: object) -> dict[str, Any]:
        """The fields by name of what should be a position."""
        try:
            fields = json.loads(source) if isinstance(source, str) else source
        except (ValueError, RecursionError) as error:
            raise ValueError(f"this is no JSON: {error}") from None
        if not isinstance(fields, Mapping):
            raise ValueError("a position is a JSON object, or a dict, with the record's fields by name")
        if {"seat", "fields"} <= set(fields):
            raise ValueError("this is what a seat sees, and only a whole position can be read back")
        return dict(fields)

    def _store(self, records: Records, name: str, value: Any) -> None:
        kind, shape = records.dtype[name].base, records.dtype[name].shape
        try:
            values = np.array(value, dtype=object)
            whole = all(isinstance(item, Integral) and not isinstance(item, bool) for item in values.flat)
            bounds = np.iinfo(kind)
            fits = whole and all(bounds.min <= item <= bounds.max for item in values.flat)
        except ValueError:
            fits = False
        if not fits or values.shape != shape:
            size = f"{' x '.join(map(str, shape))} whole numbers" if shape else "one whole number"
            raise ValueError(f"the field {name!r} must be {size} of {kind.itemsize * 8} bits")
        records[0][name] = values.astype(kind) if shape else int(values)

    def match(
        self,
        seed: int | str | None = None,
        *,
        chance: str = "drawn",
        names: Iterable[str] | None = None,
        start: Position | None = None,
        knows: int | None = None,
    ) -> Match:
        """A new match; chance is drawn from the seed (a fresh secret one if none is given), or typed ("manual").

        It begins with the position `start`, or as the game does. With manual chance and `knows` only what that seat
        sees is entered: `match.play("draw ?")` for a card that somebody else has drawn.
        """
        from burgrave.core.match import Match

        return Match(self, seed=seed, chance=chance, names=names, start=start, knows=knows)

    def replay(self, texts: Iterable[MoveLike], *, seed: int | str | None = None) -> Match:
        """A match from move texts, chance moves included; with a seed chance goes on being drawn from it."""
        from burgrave.core.match import Match

        if isinstance(texts, str) or not isinstance(texts, Iterable):
            raise ValueError(f"a match is replayed from a list of move texts, not from {shown(repr(texts))}")
        match = Match(self, chance="manual")
        for number, text in enumerate(texts, 1):
            try:
                match.play(text)
            except IllegalMove as error:
                raise IllegalMove(f"move {number}, {error.move!r}: {error}").named(error.move, number) from None
            except UnknownMove as error:
                raise UnknownMove(f"move {number}: {error}") from None
        if seed is not None:
            match.draw_from(seed)
        return match

    def batch(self, count: int, seed: int = 0, *, threads: int = 1) -> Batch:
        """Many positions at once; row i plays exactly as `match(seed=seed + i)`."""
        from burgrave.core.batch import Batch

        return Batch(self, count, seed, threads=threads)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.name == other.name and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.name, *self.options.items()))

    def __deepcopy__(self, memo: Any) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.name, self.options)

    def __repr__(self) -> str:
        return f"<{self.spec.title} for {self.players} players>"


def _again(name: str, options: dict[str, OptionValue]) -> Game:
    """A game that was pickled, in another process perhaps."""
    return game(name, **options)


def game(name: str, /, **options: Any) -> Game:
    """The rules of a game with its options fixed, for example `game("catan", players=4)`."""
    from burgrave.core.beside import compile_beside

    settled = registry.spec(name).settle_options(options)
    rules = load_rules(name)
    compile_beside(rules)
    return Game(rules, settled)
