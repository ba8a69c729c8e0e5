"""Catalogues: every sentence in every language, with the same placeholders and all plural forms."""

from importlib import import_module
from string import Formatter

import pytest

from burgrave.core import registry, words
from burgrave.core.names import texts
from burgrave.core.spec import CHANCE, Spec
from burgrave.core.words import LANGUAGES, Words, catalogue, plural_forms

GAMES = registry.games()


@pytest.fixture(params=GAMES)
def spec(request) -> Spec:
    return registry.spec(request.param)


def placeholders(sentence: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(sentence) if field is not None}


def forms(sentence: str | tuple[str, ...]) -> tuple[str, ...]:
    return (sentence,) if isinstance(sentence, str) else sentence


def faults(package: str) -> list[str]:
    """What the languages of a package's catalogues do not agree on."""
    found = []
    keys = set().union(*(catalogue(package, language) for language in LANGUAGES))
    for key in sorted(keys):
        given = {language: catalogue(package, language).get(key) for language in LANGUAGES}
        found += [f"{key}: no {language}" for language, sentence in given.items() if not sentence]
        if not all(given.values()):
            continue
        if len({isinstance(sentence, str) for sentence in given.values()}) > 1:
            found.append(f"{key}: plural forms in one language only")
        for language, sentence in given.items():
            if not isinstance(sentence, str) and len(sentence) != len(plural_forms(language)):
                found.append(f"{key}: {language} needs {len(plural_forms(language))} plural forms")
            found += [f"{key}: an empty form in {language}" for form in forms(sentence) if not form]
        expected = placeholders(forms(given["en"])[-1])
        for language, sentence in given.items():
            # "one card" may leave the number out, no form may ask for something else
            fields = [placeholders(form) for form in forms(sentence)]
            if fields[-1] != expected or any(not form <= expected for form in fields):
                found.append(f"{key}: other placeholders in {language}")
    return found


def needed(spec: Spec) -> set[str]:
    """The keys that a game's verbs, points, reasons and options call for."""
    moves, state = import_module(f"{spec.package}.moves"), import_module(f"{spec.package}.state")
    keys = {"title", "tagline"}
    for number, verb in enumerate(moves.VERBS.verbs):
        keys.add(f"log.{verb.key}")
        if verb.base < moves.VERBS.player_ids:
            keys.add(f"label.{verb.key}")
        assert moves.VERBS.number[verb.key] == number
    keys |= {f"prompt.{point}" for point in texts(state.Point) if point != "over"}
    keys |= {f"reason.{name}" for name in texts(moves.Reason)[1:]}
    keys |= {f"standing.{answer.name}" for answer in spec.standing}
    for option in spec.options:
        keys |= {f"option.{option.name}", f"option.{option.name}.help"}
        keys |= {
            f"option.{option.name}.{value}"
            for value in option.values
            if isinstance(value, str) and not words.SEAT.fullmatch(value)
        }
    return keys


def test_the_core_says_everything_in_every_language():
    assert faults("burgrave.core") == []


def test_a_game_says_everything_in_every_language(spec):
    assert faults(spec.package) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_has_words_for_every_verb_point_reason_and_option(spec, language):
    assert sorted(needed(spec) - set(catalogue(spec.package, language))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_has_a_label_and_a_sentence_in_the_log(spec, language):
    for move in words.verbs_of(spec).moves:
        if not move.by_chance:
            assert words.label(spec, move, language)
        assert words.tell(
            spec, move.text, CHANCE if move.by_chance else 0, language, ("Ada", "Bea", "Cid", "Dot", "Eli")
        )


def test_a_missing_key_is_an_error_that_names_key_and_language():
    with pytest.raises(KeyError, match=r"no words for 'prompt.nowhere' in the language 'pl'"):
        Words("burgrave.core", "pl")("prompt.nowhere")


def test_an_unknown_language_is_an_error_that_names_the_valid_ones():
    with pytest.raises(ValueError, match="'de'; valid: en, pl"):
        Words("burgrave.core", "de")


@pytest.mark.parametrize(
    ("language", "n", "text"),
    [
        ("en", 1, "1 point"),
        ("en", 2, "2 points"),
        ("en", 0, "0 points"),
        ("pl", 1, "1 punkt"),
        ("pl", 3, "3 punkty"),
        ("pl", 5, "5 punktów"),
        ("pl", 12, "12 punktów"),
        ("pl", 22, "22 punkty"),
    ],
)
def test_numbers_take_the_plural_form_of_their_language(language, n, text):
    assert Words("burgrave.core", language)("points", n) == text


def test_a_plural_without_its_number_is_an_error():
    with pytest.raises(KeyError, match="needs a number"):
        Words("burgrave.core", "en")("points")


def test_a_forgotten_value_is_an_error_that_names_it():
    with pytest.raises(KeyError, match=r"over\.one: nothing given for 'who'"):
        Words("burgrave.core", "en")("over.one")


def test_names_are_joined_into_a_phrase():
    assert words.joined(["Ada", "Bea", "Cid"], "en") == "Ada, Bea and Cid"
    assert words.joined(["Ada", "Bea"], "pl") == "Ada i Bea"
    assert words.joined(["Ada"], "pl") == "Ada"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_core_knows_its_own_reasons(language):
    for name in words.CORE_REASONS:
        assert words.core_words(language)(f"reason.{name}").endswith(".")
