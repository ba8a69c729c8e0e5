"""Lessons: every one is played through by what it accepts, and a broken one is named by file and step."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import burgrave
from burgrave.core import lessons
from burgrave.core.lessons import Lesson
from burgrave.core.scenes import TextError
from burgrave.core.words import LANGUAGES
from burgrave.lesson_terminal import learn, teach

GAMES = burgrave.games()
ALL = [(game, name) for game in GAMES for name in lessons.names(game)]
HEAD = "title en: A lesson\ntitle pl: Lekcja\nplayers: 4\nset_up: beginner\n"
STEP = "== first\nen: Roll.\npl: Rzuć.\n"


class Learner:
    """Somebody at a terminal who types what solves each step."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.console = Console(file=io.StringIO(), width=200)

    def ask(self, question: str, completions: object) -> str:
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)

    @property
    def text(self) -> str:
        return str(self.console.file.getvalue())  # type: ignore[attr-defined]


def solved(lesson: Lesson) -> list[str]:
    """What to type, step by step: the first thing that each accepts, and Enter where there is only text."""
    typed: list[str] = []
    for step in lesson.steps:
        if step.accept:
            typed += lesson.solutions(step, lesson.at(step.number))[0]
        elif step.play is None:
            typed.append("")
    return typed


@pytest.mark.parametrize(("game", "name"), ALL)
def test_a_lesson_can_be_solved_by_everything_that_it_accepts(game, name):
    lessons.lesson(game, name).check()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), ALL)
def test_a_lesson_is_played_through_at_the_terminal(game, name, language):
    lesson = lessons.lesson(game, name)
    learner = Learner(*solved(lesson))
    play = teach(game, name, language=language, ask=learner.ask, console=learner.console)
    assert learner.answers == []
    told = " ".join(learner.text.split())
    for step in lesson.steps:
        assert step.text[language] in told
        assert step.after.get(language, "") in told
    assert (play is not None) == any(step.play is not None for step in lesson.steps)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_begins_with_a_lesson_that_ends_in_a_real_game_and_has_others(game):
    first, *others = lessons.lessons(game)
    assert 8 <= len(first.steps) <= 15
    assert first.steps[-1].play is not None
    assert 2 <= len(others) <= 4


@pytest.mark.parametrize(("game", "name"), ALL)
def test_no_lesson_accepts_a_move_that_the_rules_refuse(game, name):
    lesson = lessons.lesson(game, name)
    for step in lesson.steps:
        match = lesson.at(step.number)
        for first, *_ in lesson.solutions(step, match):
            assert match.position.why_not(first) is None


@pytest.mark.parametrize("game", ["amber", "burgundy"])
def test_where_no_option_shortens_a_game_the_first_lesson_ends_in_its_last_part(game):
    lesson = lessons.lesson(game, "01-first")
    begun = lesson.real_game(lesson.steps[-1])
    assert begun is not None
    assert begun.position.to_act == lesson.seat
    assert max(begun.position.scores) - min(begun.position.scores) < 5
    learner = Learner(*solved(lesson), "quit")
    learn(game, "1", ask=learner.ask, console=learner.console)
    assert begun.view(lesson.seat).describe("en").partition(".")[0] in learner.text


def test_a_wrong_move_and_a_refused_one_are_told_and_the_step_stays():
    learner = Learner("", "roll", "road 57", "settle 0", "fly", "show", "road 58", "quit")
    assert teach("catan", "01-first", ask=learner.ask, console=learner.console) is None
    assert "no good place for a settlement is near" in learner.text
    assert "guide settlements" in learner.text or "guide building" in learner.text
    assert "has no move 'fly'" in learner.text or "fly" in learner.text
    assert "\nroad 58\n" in learner.text
    assert "4/14" in learner.text


def test_lessons_are_listed_and_found_by_their_number():
    learner = Learner()
    learn("barony", console=learner.console, ask=learner.ask)
    assert "02-combat  Attack and defence" in learner.text
    learner = Learner("quit")
    learn("barony", "2", language="pl", console=learner.console, ask=learner.ask)
    assert "Atak i obrona" in learner.text


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (HEAD, "has no steps"),
        (HEAD.replace("title pl: Lekcja\n", "") + STEP, "'title pl' is missing"),
        (HEAD + "seat: 7\n" + STEP, "no seat '7'"),
        (HEAD + "== first\nen: Roll.\n", r"step 1 \(first\): the field 'pl' is missing"),
        (HEAD + STEP + "colour: red\n", r"step 1 \(first\): there is no field 'colour'"),
        (HEAD + STEP + "accept: city 12\n", r"step 1 \(first\): it accepts city 12, which is not legal"),
        (HEAD + STEP + "accept: roll, end\n", r"step 1 \(first\): it accepts end, which is not legal there"),
        (HEAD + STEP + "mark: h99\n", r"step 1 \(first\): there is no site 'h99'"),
        (HEAD + STEP + "accept: roll\nthen: city 12\n", r"step 1 \(first\): the move 'city 12' cannot be played"),
        (HEAD + STEP + "play: players=9\n", r"step 1 \(first\): .*players"),
        (HEAD + STEP + "play: players\n", r"step 1 \(first\): 'players' is no option"),
        (HEAD + STEP + "play: players=4\nfrom: nowhere\n", "has no scenes/nowhere.txt"),
        (HEAD + STEP + "play: players=2\nfrom: harbour\n", r"step 1 \(first\): scenes/harbour.txt has other options"),
        (HEAD + STEP + "accept: roll\nwrong end en: No.\n", r"step 1 \(first\): the field 'wrong end pl' is missing"),
        (
            HEAD + STEP + "accept: roll\nthen: roll 1 2\n== next\nen: End.\npl: Koniec.\nmoves: end\naccept: end\n",
            r"step 2 \(next\): another seat is to act",
        ),
    ],
)
def test_a_broken_lesson_is_named_by_file_and_step(text, wrong):
    with pytest.raises(TextError, match=wrong) as error:
        lessons.read("catan", "x", text).check()
    assert str(error.value).startswith("lessons/x.txt")


def test_what_was_chosen_leads_on_and_without_it_the_first_way_does():
    lesson = lessons.lesson("catan", "03-robber")
    assert lesson.at(2).log[-1] == "road 58"
    assert lesson.at(2, [["road 57"]]).log[-1] == "road 57"
    with pytest.raises(TextError, match="'road 28' does not solve it"):
        lesson.at(2, [["road 28"]])
