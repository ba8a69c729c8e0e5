"""How a game declares itself: name, seats, options. Light: nothing here needs numpy or numba."""

from __future__ import annotations

import keyword
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any

from burgrave.core.errors import BadOption, Mistake, shown

CHANCE = -1
OVER = -2

HEADER = ("to_act", "point", "players", "winners")
"""The fields that every game's record begins with."""
MOST_SEATS = 8
COLOURS = ("red", "blue", "green", "purple", "yellow", "black", "white", "orange")
"""What seats may be coloured with; a game that names no colours gets these in their order."""

OptionValue = bool | int | str


@dataclass(frozen=True)
class Option:
    """A named variant of a game: its default and every value it may take.

    `values` is a range (whole numbers), `(False, True)`, or a tuple of words. In the position's record an option
    is the whole number itself, 0 or 1, or the word's index.
    """

    name: str
    default: OptionValue
    values: range | tuple[bool, ...] | tuple[str, ...]
    further: str = ""
    """A regular expression for texts that `parse` takes beside `values`; forms then have a field to type one."""

    def __post_init__(self) -> None:
        if self.default not in self.values:
            raise ValueError(f"option {self.name}: the default {self.default!r} is not among its values")

    def parse(self, value: Any) -> OptionValue:
        """The option's value from what somebody typed or passed; a ValueError names the valid ones."""
        if isinstance(self.values, range):
            whole = value
            if isinstance(value, str) and value.strip().lstrip("-").isdecimal():
                whole = int(value)
            if isinstance(whole, Integral) and not isinstance(whole, bool) and whole in self.values:
                return int(whole)
        elif isinstance(self.default, bool):
            known = {"true": True, "false": False}
            choice = known.get(value.strip().lower(), value) if isinstance(value, str) else value
            if isinstance(choice, bool):
                return choice
        elif isinstance(value, str) and value in self.values:
            return value
        raise ValueError(f"option {self.name} cannot be {value!r}; valid: {self.valid()}")

    def valid(self) -> str:
        """The valid values as one phrase."""
        if isinstance(self.values, range):
            return f"{self.values[0]} to {self.values[-1]}"
        return ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in self.values)

    def code(self, value: OptionValue) -> int:
        """The whole number that stands for the value in a record."""
        if isinstance(self.values, range) or isinstance(value, bool):
            return int(value)
        return self.values.index(value)

    def value(self, code: int) -> OptionValue:
        """The value that a record's number stands for."""
        if isinstance(self.values, range):
            return code
        return self.values[code]


@dataclass(frozen=True)
class StandingAnswer:
    """An answer that a person may give once for the whole game: at `point` play `move`, unless `unless` is legal too.

    The sentence that offers it stands in the game's catalogues as `standing.<name>`.
    """

    name: str
    point: str
    move: str
    unless: str = ""


@dataclass(frozen=True)
class Spec:
    """The declaration of a game; its parts are the modules of `package` (see docs/adding-a-game.md)."""

    name: str
    title: str
    package: str
    players: tuple[int, ...]
    default_players: int
    options: tuple[Option, ...] = ()
    minutes: tuple[int, int] = (30, 60)
    colours: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    conflict: Callable[[Mapping[str, OptionValue]], Mistake | str | None] = lambda options: None
    """What is wrong when the options contradict each other (or the number of players), else None.

    A `Mistake` has its sentence in the game's catalogues, so that pages say it in their language.
    """
    standing: tuple[StandingAnswer, ...] = ()
    completing: tuple[str, ...] = ()
    """Decision points in which a seat only completes what its move before began, such as the rest of an offer: bots
    decide about the whole at once."""
    may_end_without_winner: bool = False
    """Whether a game can be over with nobody as its winner, as when a bound on its length ends it."""

    def __post_init__(self) -> None:
        wrong = self._wrong_players() or self._wrong_options() or self._wrong_colours()
        if wrong:
            raise ValueError(f"the game {self.name!r}: {wrong}")

    def _wrong_players(self) -> str:
        """What is wrong with the numbers of players."""
        if not self.players or min(self.players) < 1 or max(self.players) > MOST_SEATS:
            return f"players are {self.players}; a game is for 1 to {MOST_SEATS}"
        if self.default_players not in self.players:
            return f"default_players is {self.default_players}; valid: {', '.join(map(str, self.players))}"
        return ""

    def _wrong_options(self) -> str:
        """What is wrong with the options' names."""
        for name, times in Counter(option.name for option in self.options).items():
            if name in HEADER:
                return f"an option cannot be called {name!r}, since every game's record has a field of that name"
            if keyword.iskeyword(name) or not name.isidentifier():
                return f"an option cannot be called {name!r}, since rules could not read it as a field"
            if times > 1:
                return f"{times} options are called {name!r}"
        return ""

    def seat_colours(self, players: int, chosen: Sequence[str] = ()) -> tuple[str, ...]:
        """The seats' colours: the chosen ones, the game's own for the others; a game that names none has ours."""
        usual = (self.colours.get(players) or COLOURS)[:players]
        wanted = [*chosen, *[""] * players][:players]
        free = [colour for colour in (*usual, *self.all_colours) if colour not in wanted]
        settled = []
        for seat, colour in enumerate(wanted):
            own = colour or (usual[seat] if usual[seat] in free else free[0])
            if own in free:
                free = [other for other in free if other != own]
            settled.append(own)
        return tuple(settled)

    @property
    def all_colours(self) -> tuple[str, ...]:
        """The colours that a seat may have, however many play."""
        most_first = sorted(self.colours, reverse=True)
        named = dict.fromkeys(colour for players in most_first for colour in self.colours[players])
        return tuple(named) or COLOURS

    def _wrong_colours(self) -> str:
        """What is wrong with the seats' colours."""
        for players, colours in self.colours.items():
            for colour in colours:
                if colour not in COLOURS:
                    return f"there is no colour {colour!r}; valid: {', '.join(COLOURS)}"
            if players not in self.players:
                return f"colours are given for {players} players, but players are {', '.join(map(str, self.players))}"
            if len(set(colours)) < players:
                return f"{players} players need {players} colours, not {len(set(colours))} ({', '.join(colours)})"
        return ""

    def option(self, name: str) -> Option:
        """The option of that name."""
        for option in self.options:
            if option.name == name:
                return option
        valid = ", ".join(["players", *(option.name for option in self.options)])
        message = f"{self.name} has no option {name!r}; valid: {valid}"
        raise BadOption(message, name=shown(name), valid=valid)

    def parse(self, name: str, value: Any) -> OptionValue:
        """The value of the option of that name from what somebody typed or passed."""
        option = self._seats() if name == "players" else self.option(name)
        try:
            parsed = option.parse(value)
        except ValueError as error:
            raise BadOption(str(error), self.package, option, value) from None
        if name == "players" and parsed not in self.players:
            known = tuple(map(str, self.players))
            option = Option(name, known[0], known)
            raise BadOption(f"option players cannot be {parsed}; valid: {option.valid()}", self.package, option, value)
        return parsed

    def _seats(self) -> Option:
        """How many play, as an option."""
        return Option("players", self.default_players, range(min(self.players), max(self.players) + 1))

    def settle_options(self, given: Mapping[str, Any]) -> dict[str, OptionValue]:
        """Every option with its value, `players` first; a ValueError names what is valid."""
        for name in given:
            if name != "players":
                self.option(name)
        players = self.parse("players", given.get("players", self.default_players))
        settled: dict[str, OptionValue] = {"players": players}
        for option in self.options:
            settled[option.name] = self.parse(option.name, given.get(option.name, option.default))
        wrong = self.conflict(settled)
        if wrong:
            raise wrong if isinstance(wrong, Mistake) else Mistake(wrong)
        return settled
