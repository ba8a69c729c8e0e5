"""Everything a player reads, by message key and language.

A package's sentences are the catalogues `words/en.po` and `words/pl.po` beside it; they are read as they are, without
a compile step. A sentence is a format string: `{0}`, `{1}` stand for a move's arguments, `{who}` for a name, `{n}` for
a number with plural forms. `{0:acc}` asks for another form of an argument's word: `arg.wool.acc` instead of `arg.wool`.

A game's `words` package may define `label`, `prompt`, `phrases`, `describe` and `score_parts` of its own; the functions
here ask it first, so the rest of the system needs only this module. All of it is optional: what a game has no words for
reads as its move texts, points and options are written, and a game without Polish words is read in English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from babel import Locale
from babel.messages.pofile import read_po

from burgrave.core.errors import CORE, shown
from burgrave.core.spec import CHANCE, Option, OptionValue, Spec

if TYPE_CHECKING:
    from burgrave.core.verbs import Move, Verb, Verbs

LANGUAGES = ("en", "pl")
CORE_REASONS = ("game_over", "chance_to_act", "chance_move", "impossible_outcome", "not_your_turn")
"""Why-not names that the core answers with before it asks a game."""

PLURAL_ORDER = ("zero", "one", "two", "few", "many", "other")
HIDDEN = "?"
SEAT = re.compile(r"p(\d)")
HAS_DIGIT = re.compile(r"\d")


class HasSpec(Protocol):
    """A game with its options fixed: all that words need of it is its declaration."""

    @property
    def spec(self) -> Spec:
        """The game's declaration."""


class Seen(Protocol):
    """What words need of a view."""

    @property
    def game(self) -> HasSpec:
        """The game."""

    @property
    def seat(self) -> int | None:
        """Who looks; None is a spectator."""

    @property
    def to_act(self) -> int | None:
        """A seat, chance, or None when the game is over."""

    @property
    def point(self) -> str:
        """The decision point's name."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats."""

    @property
    def names(self) -> Sequence[str]:
        """The seats' names."""


def checked(language: str) -> str:
    """A language that there are words in."""
    if language not in LANGUAGES:
        raise ValueError(f"no words in the language {language!r}; valid: {', '.join(LANGUAGES)}")
    return language


@cache
def catalogue(package: str, language: str) -> Mapping[str, str | tuple[str, ...]]:
    """A package's sentences in one language: a string, or a tuple of plural forms, by key."""
    checked(language)
    if not has_catalogue(package, language):
        others = [other for other in LANGUAGES if has_catalogue(package, other)]
        return catalogue(package, others[0]) if others else {}
    with files(package).joinpath("words", f"{language}.po").open("rb") as lines:
        entries = read_po(lines, locale=language)
    sentences: dict[str, str | tuple[str, ...]] = {}
    for entry in entries:
        if entry.id:
            key = entry.id[0] if isinstance(entry.id, (tuple, list)) else entry.id
            sentences[key] = tuple(entry.string) if isinstance(entry.string, (tuple, list)) else entry.string or ""
    return sentences


@cache
def has_catalogue(package: str, language: str) -> bool:
    """Whether a package has words of its own in a language."""
    return files(package).joinpath("words", f"{language}.po").is_file()


@cache
def plural_forms(language: str) -> tuple[str, ...]:
    """The language's CLDR plural categories for whole numbers, in the order of a catalogue's forms."""
    tags = Locale(language).plural_form.tags
    return tuple(form for form in PLURAL_ORDER if form in tags or (form == "other" and "many" not in tags))


@lru_cache(maxsize=4096)
def plural_place(language: str, n: int) -> int:
    """Which of a catalogue's plural forms a number needs."""
    return plural_forms(language).index(Locale(language).plural_form(n))


class Words:
    """A package's sentences in one language: `Words("burgrave.games.catan", "pl")("prompt.robber")`.

    A key that a catalogue lacks is a KeyError.
    """

    def __init__(self, package: str, language: str) -> None:
        checked(language)
        if package != CORE and not has_catalogue(package, language) and has_catalogue(package, LANGUAGES[0]):
            language = LANGUAGES[0]
        self.package = package
        self.language = language
        self.sentences = catalogue(package, language)

    def __contains__(self, key: str) -> bool:
        return key in self.sentences

    def __call__(self, key: str, n: int | None = None, /, *args: object, **values: object) -> str:
        """The sentence of that key, in the plural form that the number `n` needs."""
        sentence = self.template(key, n)
        if n is not None:
            values["n"] = n
        try:
            return sentence.format(*args, **values)
        except (KeyError, IndexError) as error:
            raise KeyError(f"{self.package} [{self.language}] {key}: nothing given for {error}") from None

    def template(self, key: str, n: int | None = None) -> str:
        """The sentence before its placeholders are filled."""
        sentence = self.sentences.get(key)
        if not sentence:
            raise KeyError(f"{self.package} has no words for {key!r} in the language {self.language!r}")
        if isinstance(sentence, str):
            return sentence
        if n is None:
            raise KeyError(f"{self.package} [{self.language}] {key} has plural forms and needs a number")
        return sentence[plural_place(self.language, n)]


@cache
def words(package: str, language: str) -> Words:
    """The words of a package, made once."""
    return Words(package, language)


@cache
def core_words(language: str) -> Words:
    """The words that all games share."""
    return Words(CORE, language)


class Argument(str):
    """A move's argument as a person reads it; `{0:acc}` picks the form `arg.<word>.acc`."""

    words: Words
    key: str

    def __format__(self, form: str) -> str:
        return self.words(f"{self.key}.{form}") if form else str(self)


def spec_of(game: Spec | HasSpec) -> Spec:
    """A game's declaration, from the game or from the declaration itself."""
    return game if isinstance(game, Spec) else game.spec


@cache
def part(package: str, name: str) -> ModuleType:
    """A module of a game's package."""
    return import_module(f"{package}.{name}")


@cache
def own_part(package: str, module: str, name: str) -> Any:
    """Something of a module that a game may have or not; None where there is no such thing."""
    if find_spec(f"{package}.{module}") is None:
        return None
    return getattr(part(package, module), name, None)


def own_words(package: str, name: str) -> Callable[..., Any] | None:
    """A function of the game's own `words`, if it has one of that name."""
    found: Callable[..., Any] | None = own_part(package, "words", name)
    return found


def spelled(name: str) -> str:
    """A name from the code as a person may read it."""
    return name.replace("_", " ")


def capital(text: str) -> str:
    """The same with a capital letter first."""
    return text[:1].upper() + text[1:]


def verbs_of(spec: Spec) -> Verbs:
    """The game's table of verbs."""
    verbs: Verbs = part(spec.package, "moves").VERBS
    return verbs


def seat_name(seat: int, names: Sequence[str] | None, language: str) -> str:
    """A seat's name, or "Player 1" for seat 0 where seats have none."""
    if names is not None and seat < len(names):
        return names[seat]
    return core_words(language)("seat", number=seat + 1)


def argument(spec: Spec, verb: str, word: str, language: str, names: Sequence[str] | None = None) -> str:
    """An argument's word as a person reads it.

    A seat is its name; a word with a digit in it (a site's number, a die) is itself unless the catalogue has a name for
    it. A verb can have its own name for a word: `arg.<verb>.<word>`.
    """
    if seat := SEAT.fullmatch(word):
        return seat_name(int(seat[1]), names, language)
    say = words(spec.package, language)
    if word == HIDDEN:
        word = "hidden"
    own = f"arg.{verb}.{word}"
    key = own if own in say else f"arg.{word}"
    if key not in say and HAS_DIGIT.search(word):
        return word
    if key not in say:
        return spelled(word)
    text = Argument(say(key))
    text.words, text.key = say, key
    return text


def arguments(
    spec: Spec, verb: str, args: Sequence[str], language: str, names: Sequence[str] | None = None
) -> list[str]:
    """All arguments of a move as a person reads them."""
    return [argument(spec, verb, word, language, names) for word in args]


def spoken(view: Seen, verb: Verb, args: Sequence[str], language: str, names: Sequence[str] | None = None) -> list[str]:
    """All arguments of a move, sites by what people call them: the game's own `place(view, site, language)`."""
    spec, own = view.game.spec, own_words(view.game.spec.package, "place")
    told = arguments(spec, verb.key, args, language, names)
    for site in verb.sites if own is not None else ():
        for k, name in enumerate(verb.arguments):
            if f"{{{name}}}" in site and args[k].isdigit():
                told[k] = own(view, site.format(**dict(zip(verb.arguments, args, strict=True))), language)  # type: ignore[misc]
    return told


def phrases(spec: Spec, verb: str, args: Sequence[str], language: str) -> Mapping[str, str]:
    """What else a move's sentences may name: the game's own `phrases(verb, args, language)`, by placeholder."""
    own = own_words(spec.package, "phrases")
    found: Mapping[str, str] = own(verb, args, language) if own else {}
    return found


# ---- labels, prompts, the log, reasons


def label(
    game: Spec | HasSpec, move: Move, language: str, point: str | None = None, names: Sequence[str] | None = None
) -> str:
    """What a button for the move says: the game's own `label(move, language)`, or the catalogue's."""
    spec = spec_of(game)
    own = own_words(spec.package, "label")
    text: str = own(move, language) if own else plain_label(spec, move, language, point, names)
    return text


def label_in(view: Seen, move: Move, language: str) -> str:
    """What a button for a legal move says, with places as people find them on the board."""
    spec = view.game.spec
    if own_words(spec.package, "label") or not own_words(spec.package, "place"):
        return label(spec, move, language, view.point, view.names)
    verb = verbs_by_key(spec.package)[move.verb]
    told = spoken(view, verb, move.args, language, view.names)
    return worded_label(spec, move, language, view.point, told)


def plain_label(
    game: Spec | HasSpec, move: Move, language: str, point: str | None = None, names: Sequence[str] | None = None
) -> str:
    """`label.<verb>`, or `label.<verb>.<point>` where the same move means something else at that point."""
    spec = spec_of(game)
    return worded_label(spec, move, language, point, arguments(spec, move.verb, move.args, language, names))


def worded_label(spec: Spec, move: Move, language: str, point: str | None, told: Sequence[str]) -> str:
    """The catalogue's label of a move with its arguments."""
    say = words(spec.package, language)
    key = f"label.{move.verb}.{point}"
    if key not in say:
        key = f"label.{move.verb}"
    if key not in say:
        return capital(spelled(move.text))
    return say(key, None, *told, **phrases(spec, move.verb, move.args, language))


def prompt(view: Seen, language: str) -> str:
    """The one sentence that says what is to be done now: the game's own `prompt(view, language)` or the catalogue's."""
    own = own_words(view.game.spec.package, "prompt")
    text: str = own(view, language) if own else plain_prompt(view, language)
    return text


def plain_prompt(view: Seen, language: str, n: int | None = None, **values: object) -> str:
    """`prompt.<point>` for the seat to act and while chance decides; for everybody else, who is awaited or who has won.

    `n` and `values` are what the point's sentence may need: "Discard {n} more cards".
    """
    core = core_words(language)
    if view.to_act is None:
        return outcome(view, language)
    if view.to_act not in (CHANCE, view.seat):
        return core("prompt.waiting", who=seat_name(view.to_act, view.names, language))
    say, key = words(view.game.spec.package, language), f"prompt.{view.point}"
    return say(key, n, **values) if key in say else capital(spelled(view.point))


def outcome(view: Seen, language: str) -> str:
    """Who has won."""
    core = core_words(language)
    if not view.winners:
        return core("over.nobody")
    if len(view.winners) == 1 and view.winners[0] == view.seat:
        return core("over.you")
    names = [seat_name(seat, view.names, language) for seat in view.winners]
    return core("over.one", who=names[0]) if len(names) == 1 else core("over.several", who=joined(names, language))


def joined(items: Sequence[str], language: str) -> str:
    """Several names as one phrase: "Ada, Bea and Cid"."""
    if len(items) < 2:
        return "".join(items)
    return core_words(language)("and", rest=", ".join(items[:-1]), last=items[-1])


def either(items: Sequence[str], language: str) -> str:
    """Several possibilities as one phrase: "move, build or pass"."""
    if len(items) < 2:
        return "".join(items)
    return core_words(language)("or", rest=", ".join(items[:-1]), last=items[-1])


def possible(view: Any, kinds: Mapping[str, Collection[str]], language: str) -> str:
    """What may be done now, as one phrase: `do.<kind>` of each kind of which one of these verbs is legal."""
    say, legal = words(view.game.spec.package, language), {move.verb for move in view.moves()}
    return either([say(f"do.{kind}") for kind, verbs in kinds.items() if legal.intersection(verbs)], language)


def verb_of_text(spec: Spec, text: str) -> tuple[Verb, tuple[str, ...]]:
    """The verb and the arguments of a move's text as some seat reads it (`draw ?`)."""
    word, *args = text.split()
    for verb in verbs_by_word(spec.package).get(word, ()):
        if len(args) == len(verb.ranges) and all(
            arg == HIDDEN or arg in known for arg, known in zip(args, verb.ranges, strict=True)
        ):
            return verb, tuple(args)
    raise ValueError(f"{spec.name} has no move {text!r}")


@cache
def verbs_by_word(package: str) -> dict[str, list[Verb]]:
    """The verbs that share a first word: a player's `roll` and chance's `roll 3 4`."""
    table: dict[str, list[Verb]] = {}
    for verb in part(package, "moves").VERBS.verbs:
        table.setdefault(verb.word, []).append(verb)
    return table


@cache
def verbs_by_key(package: str) -> dict[str, Verb]:
    """The verbs, each by its key."""
    return {verb.key: verb for verb in part(package, "moves").VERBS.verbs}


def tell(
    game: Spec | HasSpec,
    text: str,
    who: int | str | None,
    language: str,
    names: Sequence[str] | None = None,
    view: Seen | None = None,
) -> str:
    """A move as a sentence of the log, from its text as the reader may see it.

    `who` is the seat that moved (or its name; CHANCE and None where nobody did), `names` the seats' names. With the
    view before the move, places are named as people find them on the board, and `log.<verb>.<point>` says what the
    move means at that point.
    """
    spec = spec_of(game)
    if who is None or who == CHANCE:
        who = core_words(language)("chance")
    elif isinstance(who, int):
        who = seat_name(who, names, language)
    verb, args = verb_of_text(spec, text)
    say, key = words(spec.package, language), f"log.{verb.key}"
    if view is not None and f"{key}.{view.point}" in say:
        key = f"{key}.{view.point}"
    if key not in say:
        return f"{who}: {spelled(text)}"
    told = (
        arguments(spec, verb.key, args, language, names) if view is None else spoken(view, verb, args, language, names)
    )
    return say(key, None, *told, who=who, **phrases(spec, verb.key, args, language))


def reason_package(game: Spec | HasSpec, name: str) -> str:
    """Whose catalogues have the sentence of a reason."""
    return CORE if name in CORE_REASONS else spec_of(game).package


def reason_sentence(game: Spec | HasSpec, name: str, language: str) -> str:
    """Why a move is not legal, as a sentence that names the rule."""
    say, key = words(reason_package(game, name), language), f"reason.{name}"
    return say(key) if key in say else core_words(language)("reason.unworded", what=spelled(name))


Facts = Mapping[str, object]
"""What fills a reason's sentence: `{"n": 2, "held": 1}`; `n` chooses the plural form, `case` the sentence."""
FACTS = "facts"
"""The case of a reason's sentence with facts, unless its facts name another."""


def facts_for(game: Spec | HasSpec, name: str) -> Callable[[Any, Move, str], Facts | None] | None:
    """What finds the facts of a reason: `FACTS[name](view, move, language)` of the game's `reasons.py`, or None."""
    return (own_part(spec_of(game).package, "reasons", "FACTS") or {}).get(name)


def refusal(view: Seen, move: Move, name: str, language: str) -> str:
    """Why whoever looks may not make a move: `reason.<name>.facts` with its facts, else the plain sentence."""
    find = facts_for(view.game, name)
    found = dict(find(view, move, language) or {}) if find else {}
    if not found:
        return reason_sentence(view.game, name, language)
    key = f"reason.{name}.{found.pop('case', FACTS)}"
    return words(view.game.spec.package, language)(key, found.pop("n", None), **found)  # type: ignore[arg-type]


def describe(view: Seen, language: str) -> str:
    """The whole position in words, several lines: for the terminal and for screen readers."""
    from burgrave.core import plain_face

    own = own_words(view.game.spec.package, "describe") or plain_face.describe
    text: str = own(view, language)
    return text


def score_parts(view: Seen) -> tuple[dict[str, int], ...]:
    """Each seat's points by source; the sources' names are `score.<part>`."""
    from burgrave.core import plain_face

    own = own_words(view.game.spec.package, "score_parts") or plain_face.score_parts
    parts: tuple[dict[str, int], ...] = own(view)
    return parts


# ---- the game itself and its options


def title(game: Spec | HasSpec, language: str) -> str:
    """The game's name."""
    spec = spec_of(game)
    say = words(spec.package, language)
    return say("title") if "title" in say else spec.title


def tagline(game: Spec | HasSpec, language: str) -> str:
    """The game in one sentence."""
    say = words(spec_of(game).package, language)
    return say("tagline") if "tagline" in say else ""


def option_name(game: Spec | HasSpec, option: str, language: str) -> str:
    """An option's name; `players` is the same in all games."""
    return named_option(spec_of(game).package, option, language)


def option_help(game: Spec | HasSpec, option: str, language: str) -> str:
    """What an option changes."""
    say = core_words(language) if option == "players" else words(spec_of(game).package, language)
    key = f"option.{option}.help"
    return say(key) if key in say else ""


def named_option(package: str, option: str, language: str) -> str:
    """An option's name, by the game's package."""
    say = core_words(language) if option == "players" else words(package, language)
    key = f"option.{option}"
    return say(key) if key in say else capital(spelled(option))


def option_value(game: Spec | HasSpec, option: Option, value: OptionValue, language: str) -> str:
    """A value of an option as a person reads it: a number, yes or no, or the word's name."""
    return value_name(spec_of(game).package, option, value, language)


def value_name(package: str, option: Option, value: OptionValue, language: str) -> str:
    """The same by the game's package; a word with a digit in it is itself unless the catalogue has a name for it."""
    if isinstance(value, bool):
        return core_words(language)("yes" if value else "no")
    if isinstance(value, int):
        return str(value)
    if SEAT.fullmatch(value):
        return seat_name(int(value[1:]), None, language)
    say = words(package, language)
    key = f"option.{option.name}.{value}"
    return say(key) if key in say else spelled(value)


def bad_option(package: str, option: Option, value: object, language: str) -> str:
    """Why an option cannot have this value, with the names that people know.

    What it can have is the list of its values, or `option.<name>.valid` where the catalogue says more.
    """
    core = core_words(language)
    say = core if option.name == "players" else words(package, language)
    valid = f"option.{option.name}.valid"
    if valid in say:
        possible = say(valid)
    elif isinstance(option.values, range):
        possible = core("mistake.range", least=option.values[0], most=option.values[-1])
    else:
        possible = "; ".join(value_name(package, option, known, language) for known in option.values)
    return core(
        "mistake.option", option=named_option(package, option.name, language), value=shown(value), valid=possible
    )


def kind_name(game: Spec | HasSpec, key: str, language: str) -> str:
    """What a kind of action (`kind.<name>`) or a decision point (`point.<name>`) is called."""
    say = words(spec_of(game).package, language)
    return say(key) if key in say else capital(spelled(key.partition(".")[2]))


def explanations(game: Spec | HasSpec, language: str) -> dict[str, tuple[str, str]]:
    """By decision point what the decision is called and what it is about, for somebody new to the game."""
    say = words(spec_of(game).package, language)
    points = [key.removeprefix("explain.") for key in say.sentences if key.startswith("explain.")]
    return {point: (kind_name(game, f"point.{point}", language), say(f"explain.{point}")) for point in points}


def standing(game: Spec | HasSpec, name: str, language: str) -> str:
    """The sentence that offers one of the game's standing answers."""
    return words(spec_of(game).package, language)(f"standing.{name}")


def score_part(game: Spec | HasSpec, name: str, language: str) -> str:
    """The name of a source of points."""
    say, key = words(spec_of(game).package, language), f"score.{name}"
    return say(key) if key in say else spelled(name)


def colour_name(colour: str, language: str) -> str:
    """A seat's colour."""
    return core_words(language)(f"colour.{colour}")


def sentences(game: Spec | HasSpec, language: str) -> Mapping[str, Any]:
    """All of a game's sentences by key, for tools and tests."""
    return catalogue(spec_of(game).package, language)


def forget() -> None:
    """Read every catalogue and every game's own words anew when they are next asked for."""
    for kept in (catalogue, has_catalogue, words, core_words, part, own_part, verbs_by_word, verbs_by_key):
        kept.cache_clear()
