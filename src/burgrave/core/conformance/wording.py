"""Catalogues: whole files, every sentence in every language, with the placeholders that it is given."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib.resources import files
from string import Formatter

from burgrave.core import contract, words
from burgrave.core.conformance.findings import told
from burgrave.core.conformance.sets import notable_values
from burgrave.core.spec import CHANCE, Spec
from burgrave.core.verbs import Verbs
from burgrave.core.words import HAS_DIGIT, HIDDEN, LANGUAGES, SEAT, plural_forms

LINE = re.compile(r'(?:(msgid|msgid_plural|msgctxt|msgstr|msgstr\[\d+\])\s+)?"((?:[^"\\]|\\.)*)"')
NAMES = ("Ada", "Bea", "Cid", "Dot", "Eli", "Fay", "Gil", "Hal")


class Catalogue:
    """One language's file of a package: where each key stands, and what is wrong with the file itself."""

    def __init__(self, package: str, language: str) -> None:
        self.language = language
        self.file = f"{package.replace('.', '/')}/words/{language}.po"
        self.lines: dict[str, int] = {}
        self.faults: list[str] = []
        text = files(package).joinpath("words", f"{language}.po").read_text(encoding="utf-8")
        self._read(text)
        self.sentences: Mapping[str, str | tuple[str, ...]] = {}
        if not self.faults:
            try:
                self.sentences = words.catalogue(package, language)
            except Exception as error:
                self.faults.append(f"{self.file}: {told(error)}")

    def _read(self, text: str) -> None:
        key, keyword, begun, answered = "", "", 0, True
        for number, line in enumerate([*text.splitlines(), 'msgid ""'], 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            found = LINE.fullmatch(line)
            if found is None:
                self.faults.append(f"{self.file}:{number}: {broken(line)}")
                answered |= line.startswith("msgstr")
                continue
            if found[1] == "msgid":
                if not answered:
                    self.faults.append(f"{self.file}:{begun}: {key!r} has no msgstr")
                self._note(key, begun)
                key, begun, answered = "", number, False
            keyword = found[1] or keyword
            if keyword == "msgid":
                key += found[2]
            answered |= keyword.startswith("msgstr")

    def _note(self, key: str, number: int) -> None:
        if key in self.lines:
            self.faults.append(f"{self.file}:{number}: {key!r} stands in line {self.lines[key]} already")
        if key:
            self.lines[key] = number

    def place(self, key: str) -> str:
        """Where a key stands."""
        return f"{self.file}:{self.lines[key]}: {key}" if key in self.lines else f"{self.file}: {key}"


def broken(line: str) -> str:
    """What is wrong with a line that is none of a catalogue."""
    marks = len(re.findall(r'(?<!\\)"', line))
    if marks % 2:
        return "a string is not closed"
    return r"a quotation mark inside a string needs a \ before it" if marks > 2 else f"no catalogue has a line {line!r}"


def is_ours(spec: Spec) -> bool:
    """Whether a game is one of this repository's, which have everything in every language."""
    return spec.package.startswith("burgrave.")


@cache
def languages(package: str) -> tuple[str, ...]:
    """The languages in which a package has a catalogue."""
    return tuple(lang for lang in LANGUAGES if files(package).joinpath("words", f"{lang}.po").is_file())


def placeholders(sentence: str) -> set[str]:
    """What a sentence is to be given."""
    return {field for _, field, _, _ in Formatter().parse(sentence) if field is not None}


def forms(sentence: str | tuple[str, ...]) -> tuple[str, ...]:
    """The plural forms of a sentence, or the sentence alone."""
    return (sentence,) if isinstance(sentence, str) else sentence


def file_faults(package: str) -> list[str]:
    """What is wrong with a package's files themselves, so that nothing can be said of what is in them."""
    return [fault for language in languages(package) for fault in Catalogue(package, language).faults]


def catalogue_faults(package: str) -> list[str]:
    """What is wrong with a package's files, and what its languages do not agree on."""
    found = file_faults(package)
    if found:
        return found
    read = [Catalogue(package, language) for language in languages(package)]
    for one in read:
        for key, sentence in one.sentences.items():
            found += [f"{one.place(key)}: {fault}" for fault in sentence_faults(sentence, one.language)]
    if found:
        return found
    for key in sorted({key for one in read for key in one.sentences}):
        found += disagreements(key, read)
    return found


def sentence_faults(sentence: str | tuple[str, ...], language: str) -> Iterator[str]:
    """What is wrong with a sentence by itself."""
    if not isinstance(sentence, str) and len(sentence) != len(plural_forms(language)):
        yield f"{language} needs {len(plural_forms(language))} plural forms"
    for form in forms(sentence):
        try:
            placeholders(form)
        except ValueError as error:
            yield f"{form!r} cannot be filled in: {error}"
        if not form:
            yield "the sentence, or one of its forms, is empty"


def disagreements(key: str, read: list[Catalogue]) -> Iterator[str]:
    """What the languages do not agree on about one sentence."""
    given = {one: one.sentences[key] for one in read if key in one.sentences}
    yield from (f"{one.file}: no {key!r}" for one in read if one not in given)
    if len({isinstance(sentence, str) for sentence in given.values()}) > 1:
        yield f"{next(iter(given)).place(key)} has plural forms in one language only"
    expected = placeholders(forms(next(iter(given.values())))[-1])
    for one, sentence in given.items():
        # "one card" may leave the number out, no form may ask for something else
        fields = [placeholders(form) for form in forms(sentence)]
        if fields[-1] != expected or any(not form <= expected for form in fields):
            yield f"{one.place(key)}: other placeholders than in {next(iter(given)).language}"


def needed(spec: Spec, verbs: Verbs, points: tuple[str, ...], reasons: tuple[str, ...]) -> set[str]:
    """The keys that a game's verbs, points, reasons and options call for."""
    keys = {"title", "tagline"}
    for verb in verbs.verbs:
        keys.add(f"log.{verb.key}")
        if verb.base < verbs.player_ids:
            keys.add(f"label.{verb.key}")
        if verb.read_by and verb.arguments:
            keys.add("arg.hidden")
    keys |= {f"prompt.{point}" for point in points if point != "over"}
    keys |= {f"reason.{name}" for name in reasons[1:]}
    for option in spec.options:
        keys |= {f"option.{option.name}", f"option.{option.name}.help"}
        keys |= {
            f"option.{option.name}.{value}"
            for value in option.values
            if isinstance(value, str) and not SEAT.fullmatch(value) and (is_ours(spec) or not HAS_DIGIT.search(value))
        }
    return keys


def explained(spec: Spec, points: tuple[str, ...], sentences: Mapping[str, object]) -> set[str]:
    """The keys that explain decisions to newcomers: all points at which a seat decides, or none."""
    if not any(key.startswith("explain.") for key in sentences):
        return set()
    actions = contract.part(spec, "actions", "ACTIONS")
    decided = [points[int(at.point)] for at in actions.points if at.rows]
    return {f"{kind}.{point}" for point in decided for kind in ("point", "explain")}


def wording_faults(spec: Spec) -> list[str]:
    """What is wrong with a game's catalogues, and what they do not say though the game needs it."""
    found = catalogue_faults(spec.package)
    given = contract.parts(spec)
    keys = needed(spec, given.verbs, given.points, given.reasons)
    for language in languages(spec.package):
        one = Catalogue(spec.package, language)
        missing = sorted((keys | explained(spec, given.points, one.sentences)) - set(one.sentences))
        found += [f"{one.file}: no {key!r}" for key in missing]
        found += said_badly(spec, given.verbs, given.reasons, one, set(missing))
    return list(dict.fromkeys(found))


def said_badly(spec: Spec, verbs: Verbs, reasons: tuple[str, ...], one: Catalogue, missing: set[str]) -> Iterator[str]:
    """What cannot be said in one language though its keys are there: one complaint for each key."""
    language = one.language
    asked: list[tuple[str, Callable[[], str]]] = []
    by_verb = {verb.key: list(labels(verb.key, one.sentences)) for verb in verbs.verbs}
    for move in verbs.moves:
        key, who = f"log.{move.verb}", CHANCE if move.by_chance else 0
        texts = [move.text]
        if verbs.verb(move).read_by:
            texts.append(" ".join((verbs.verb(move).word, *(HIDDEN for _ in move.args))))
        asked += [(key, partial(words.tell, spec, text, who, language, NAMES)) for text in texts]
        if not move.by_chance:
            asked += [
                (key, partial(words.label, spec, move, language, point, NAMES)) for key, point in by_verb[move.verb]
            ]
    asked += [(f"reason.{name}", partial(words.reason_sentence, spec, name, language)) for name in reasons[1:]]
    for option in spec.options:
        key = f"option.{option.name}"
        asked += [
            (key, partial(words.option_name, spec, option.name, language)),
            (f"{key}.help", partial(words.option_help, spec, option.name, language)),
        ]
        asked += [
            (f"{key}.{value}", partial(words.option_value, spec, option, value, language))
            for value in notable_values(option)
        ]
    asked += [("title", partial(words.title, spec, language)), ("tagline", partial(words.tagline, spec, language))]
    complained = set(missing)
    for key, ask in asked:
        if key not in complained and (fault := unsaid(ask, capital=key.startswith("log."))):
            complained.add(key)
            yield f"{one.place(key)}: {fault}"


def labels(verb: str, sentences: Mapping[str, object]) -> Iterator[tuple[str, str | None]]:
    """The keys of a verb's labels, each with the point at which it is used."""
    yield f"label.{verb}", None
    for key in sentences:
        if key.startswith(f"label.{verb}."):
            yield key, key.removeprefix(f"label.{verb}.")


def unsaid(ask: Callable[[], str], *, capital: bool = False) -> str | None:
    """Why something cannot be said, or what is wrong with it; None if it is fine."""
    try:
        sentence = ask()
    except Exception as error:
        return told(error)
    if not sentence.strip():
        return "it is empty"
    if "{" in sentence or "}" in sentence:
        return f"{sentence!r} has a placeholder left in it"
    if capital and sentence[0].upper() != sentence[0]:
        return f"{sentence!r} does not begin with a capital letter"
    return None
