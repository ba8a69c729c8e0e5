"""What can go wrong, each as one sentence that a player or programmer understands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from burgrave.core.spec import Option

CORE = "burgrave.core"
LONGEST_SHOWN = 40


class Mistake(ValueError):
    """What somebody asks for cannot be: the message is for programs, `told(language)` for people.

    `key` names the sentence in the package's catalogues, `values` fill it in.
    """

    def __init__(self, message: str, key: str = "", package: str = CORE, **values: Any) -> None:
        super().__init__(message)
        self.key, self.package, self.values = key, package, values

    @classmethod
    def of(cls, key: str, package: str = CORE, **values: Any) -> Self:
        """A mistake that programs and people read in the same words."""
        from burgrave.core.words import words

        return cls(words(package, "en")(key, values.get("n"), **values), key, package, **values)

    def told(self, language: str) -> str:
        """The sentence in that language; the message where the catalogues have none."""
        if not self.key:
            return str(self)
        from burgrave.core.words import words

        values = {name: told(value, language) for name, value in self.values.items()}
        return words(self.package, language)(self.key, self.values.get("n"), **values)


def told(what: object, language: str) -> str:
    """What a page says of an error, or of something that an error names."""
    return what.told(language) if isinstance(what, Mistake) else str(what)


def shown(text: object) -> str:
    """As much of a mistaken text as fits into a sentence."""
    whole = str(text)
    return whole if len(whole) <= LONGEST_SHOWN else f"{whole[:LONGEST_SHOWN]}…"


class BadOption(Mistake):
    """A game has no such option, or it cannot have this value; people read names as the form for a table shows them."""

    def __init__(
        self, message: str, package: str = CORE, option: Option | None = None, value: object = "", **values: Any
    ) -> None:
        super().__init__(message, "mistake.no_option" if option is None else "mistake.option", package, **values)
        self.option, self.value = option, value

    def told(self, language: str) -> str:
        """The option's name, what was given, and the values' names."""
        from burgrave.core.words import bad_option

        if self.option is None:
            return super().told(language)
        return bad_option(self.package, self.option, self.value, language)


class IllegalMove(Mistake):
    """The rules forbid this move now; the message is the `why_not` sentence, and a note beside it names the move."""

    move: str = ""
    """The move's text."""
    number: int | None = None
    """Which move of a match it would have been, 1 for the first; None outside a match."""

    def __init__(self, message: str, sentences: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.sentences = sentences or {}

    def told(self, language: str) -> str:
        """The sentence in that language."""
        return self.sentences.get(language, str(self))

    def named(self, move: str, number: int | None = None) -> Self:
        """The same error, naming the move."""
        self.move, self.number = move, number
        self.__notes__ = [f"The move was {move!r}{f', number {number} of the match' if number else ''}."]
        return self


class UnknownMove(Mistake):
    """No move of the game has this text or id."""


class UnknownGame(Mistake):
    """No registered game has this name."""


class ContractError(TypeError):
    """A game lacks a part that every game must give."""


class RecordError(Mistake):
    """A text record cannot be read: which line, and why."""

    def __init__(self, line: int, reason: str | Exception) -> None:
        super().__init__(f"line {line}: {reason}")
        self.args = line, reason
        self.line = line
        self.reason = str(reason)

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"

    def told(self, language: str) -> str:
        """Line and reason in that language."""
        from burgrave.core.words import core_words

        return core_words(language)("record.line", line=self.line, reason=told(self.args[1], language).rstrip("."))


class UndoError(ValueError):
    """The last move cannot be taken back."""
