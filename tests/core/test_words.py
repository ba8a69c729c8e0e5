"""Words: sentences by key and language, with their plural forms; and those that all games share."""

import pytest

from burgrave.core import words
from burgrave.core.conformance.wording import catalogue_faults
from burgrave.core.words import LANGUAGES, Words


def test_the_core_says_everything_in_every_language():
    assert catalogue_faults("burgrave.core") == []


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
