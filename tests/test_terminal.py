"""Playing in the terminal: answers go in, words come out."""

import io
import re
import sys
from pathlib import Path

import pytest
from rich.console import Console

import burgrave
from burgrave.core import registry
from burgrave.core.words import LANGUAGES
from burgrave.terminal import play

GAMES = burgrave.games()
EXAMPLES = Path(__file__).parent.parent / "examples" / "bots"


class Screen:
    """A terminal whose person has made up their mind beforehand."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.questions: list[str] = []
        self.completions: list[tuple[str, ...]] = []
        self.console = Console(file=io.StringIO(), width=200)

    def ask(self, question, completions) -> str:
        self.questions.append(question)
        self.completions.append(tuple(completions))
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)

    @property
    def text(self) -> str:
        return self.console.file.getvalue()  # type: ignore[attr-defined]


def sit(*answers: str, seats=("Ada", "Bea", "Cid"), seed=1, **more):
    screen = Screen(*answers)
    options = {"set_up": "beginner"} | more.pop("options", {})
    match = play("catan", seats, options, seed=seed, ask=screen.ask, console=screen.console, **more)
    return screen, match


def test_a_move_is_typed_as_its_text():
    _, match = sit("", "roll")
    assert match.log[0] == "roll"


def test_a_move_is_chosen_by_its_number():
    screen, match = sit("", "1")
    assert match.log[0] == "roll"
    assert "1  roll  Roll the dice" in screen.text


def test_legal_moves_and_commands_are_offered_as_completions():
    screen, _ = sit("")
    assert "roll" in screen.completions[1]
    assert "undo" in screen.completions[1]
    assert "end" not in screen.completions[1]


def test_the_position_is_told_in_words():
    screen, _ = sit("")
    assert "Hex 7: desert, the robber" in screen.text
    assert "In your hand: 1 wool, 1 brick and 1 ore." in screen.text


def test_why_names_the_rule_against_a_move():
    screen, _ = sit("", "why settle 0", "why roll", "why")
    assert "Roll the dice first: trading and building come after the roll." in screen.text
    assert "You may do that." in screen.text
    assert "Say which move: why roll" in screen.text


def test_a_hint_tells_what_to_play_where_all_others_are_bots():
    screen, match = sit("", "hint", seats=("Ada", "random", "random"))
    assert match.log == ()
    assert "Best now: Roll the dice." in screen.text
    assert "It is the only move you may make." in screen.text
    screen, match = sit("", "hint")
    assert "Hints are for whoever plays with bots only." in screen.text
    assert match.log == ()


def test_a_forbidden_move_is_refused_with_the_rule_and_nothing_happens():
    screen, match = sit("", "end")
    assert "Roll the dice first" in screen.text
    assert match.log == ()


def test_a_misspelt_move_brings_the_nearest_ones():
    screen, match = sit("", "rol")
    assert "There is no such move now: rol. The nearest: roll." in screen.text
    assert match.log == ()


def test_the_last_move_can_be_taken_back_until_chance_has_spoken():
    screen, match = sit("", "settle 20", "undo", "road 3", options={"set_up": "fixed_board", "first_player": "p0"})
    assert "Taken back: settle 20" in screen.text
    assert match.log == ()
    screen, match = sit("", "roll", "undo", seed=3)
    assert "that cannot be undone" in screen.text
    assert match.log[0] == "roll"


def test_a_curtain_falls_between_people_who_have_secrets():
    screen, _ = sit("", "roll", "end", "", seed=2)
    assert "Hand the device over to Ada." in screen.questions[0]
    assert "Hand the device over to Bea." in screen.questions[3]


def test_one_person_among_bots_needs_no_curtain():
    screen, match = sit("roll", "end", seats=("Ada", "random", "random"), seed=2)
    assert not any("Hand the device" in question for question in screen.questions)
    assert match.names == ("Ada", "random 2", "random 3")


def test_a_person_may_be_called_like_a_bot_and_something_else():
    screen, match = sit("", "roll", seats=("search party", "Bea"))
    assert match.names == ("search party", "Bea")
    assert "search party" in screen.questions[0]
    assert match.log[0] == "roll"


def test_a_bot_is_told_its_settings():
    screen, match = sit("roll", "end", seats=("Ada", "search:iterations=20, threads=1"), seed=2)
    assert match.names == ("Ada", "search 2")
    assert len(screen.questions) > 2
    assert 1 in match.movers


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        ("outside", "needs its command"),
        ("search:fast", "'fast' is not a setting"),
        ("greedy:samples=0", "samples must be a whole number from 1 to 1000000, not 0"),
    ],
)
def test_a_bot_that_cannot_be_is_refused(seat, told):
    with pytest.raises(ValueError, match=told):
        sit(seats=("Ada", seat))


def test_a_program_plays_by_its_command_or_by_the_name_that_it_was_given():
    command = f"{sys.executable} {EXAMPLES / 'first.py'}"
    options = {"target_points": 5, "domestic_trade": "off"}
    _, match = sit(seats=("First", f"outside:{command}"), options=options, own_bots={"First": command})
    assert match.is_over
    assert match.names == ("First 1", "outside 2")
    assert match.forfeited == frozenset()


def test_a_program_that_fails_forfeits_and_the_game_goes_on():
    options = {"target_points": 5, "domestic_trade": "off"}
    screen, match = sit(seats=("random", f"outside:{sys.executable} -c pass"), options=options)
    assert match.is_over
    assert match.forfeited == {1}
    assert screen.text.count("The program of outside 2 has failed") == 1
    assert "The game is over: random 1 wins." in screen.text


def test_what_others_draw_stays_hidden():
    options = {"domestic_trade": "off", "turn_limit": 150}
    screen, match = sit(*["1"] * 1500, seats=("greedy", "Bea", "greedy"), options=options)
    cards = [n for n, text in enumerate(match.log) if text.startswith("draw ")]
    assert any(match.movers[n - 1] != 1 for n in cards)
    own = sum(match.movers[n - 1] == 1 for n in cards)
    assert len(re.findall(r"^.* draws .+\.$", screen.text, re.MULTILINE)) == own
    assert "greedy 1 buys a development card." in screen.text


def test_a_seed_decides_what_bots_do_too():
    options = {"target_points": 5, "domestic_trade": "off"}
    games = [sit(seats=("greedy", "easy"), options=options, seed=3)[1].log for _ in range(2)]
    assert games[0] == games[1]


def test_bots_alone_play_to_the_end_and_the_points_are_counted_up():
    screen, match = sit(seats=("greedy", "greedy"), options={"target_points": 5, "domestic_trade": "off"})
    assert match.is_over
    assert "Settlements" in screen.text
    assert "The game is over: greedy" in screen.text


def test_a_saved_game_goes_on_where_it_was(tmp_path):
    path = tmp_path / "evening.txt"
    screen, match = sit("", "roll", f"save {path}", "quit", seed=2)
    assert f"Saved to {path}." in screen.text
    again = Screen("", "end")
    resumed = play(record=path, seed=9, ask=again.ask, console=again.console)
    assert resumed.log[: len(match.log)] == match.log
    assert resumed.log[len(match.log)] == "end"


def test_the_bots_of_a_saved_game_play_on(tmp_path):
    path = tmp_path / "evening.txt"
    sit("", "roll", f"save {path}", "quit", seats=("Ada", "random", "search party"), seed=2)
    again = Screen("", "end", "", "quit")
    resumed = play(record=path, seed=9, ask=again.ask, console=again.console)
    assert resumed.names == ("Ada", "random 2", "search party")
    assert 1 in resumed.movers
    assert any("search party" in question for question in again.questions)
    assert not any("random 2" in question for question in again.questions)


def test_bots_have_the_names_of_the_language_that_is_spoken_and_play_on_in_any(tmp_path):
    path = tmp_path / "evening.txt"
    screen = Screen("Ada", "łatwy", "random", f"save {path}", "quit")
    match = play("catan", options={"players": 3}, language="pl", ask=screen.ask, console=screen.console, seed=1)
    assert match.names == ("Ada", "łatwy 2", "losowy 3")
    assert "(losowy, łatwy, średni, trudny, mistrz)? [łatwy]" in screen.questions[1]
    again = Screen()
    resumed = play(record=path, language="en", ask=again.ask, console=again.console)
    assert {0} == {seat for seat in range(3) if any(resumed.names[seat] in question for question in again.questions)}


def test_a_game_that_cannot_be_saved_goes_on(tmp_path):
    screen, match = sit("", f"save {tmp_path}/nowhere/game.txt", "roll")
    assert "could not be saved" in screen.text
    assert match.log[0] == "roll"


def test_what_is_not_given_is_asked_for():
    screen = Screen("chess", "catan", "9", "3", "Ada", "", "random", "quit")
    match = play(ask=screen.ask, console=screen.console, seed=1)
    assert match.game == burgrave.game("catan", players=3)
    assert match.names == ("Ada", "easy 2", "random 3")
    assert "(random, easy, normal, hard, master)" in screen.questions[4]
    assert "There is no game 'chess'" in screen.text
    assert "Please answer with one of: 2, 3, 4." in screen.text


def test_help_log_look_moves_and_guide_answer_without_playing():
    screen, match = sit("", "help", "log", "look", "moves", "guide", "quit")
    assert match.log == ()
    assert "why MOVE" in screen.text
    assert "Nothing has happened yet." in screen.text
    assert "Your turn" in screen.text
    assert screen.text.endswith("Goodbye.\n")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "1 settle 0 Place your settlement at the west corner of mountains 5 (+1 point)"),
        ("pl", "1 settle 0 Postaw osiedle na zachodnim rogu gór 5 (+1 punkt)"),
    ],
)
def test_a_described_move_says_its_place_once_and_what_it_brings(language, line):
    screen, _ = sit("", "moves", options={"set_up": "fixed_board"}, language=language)
    assert line in [" ".join(shown.split()) for shown in screen.text.splitlines()]


def test_a_wrong_number_of_seats_is_an_error():
    with pytest.raises(ValueError, match="2 seats are given, but the game has 3"):
        play("catan", ("Ada", "Bea"), {"players": 3})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_played_by_numbers_in_every_language(name, language):
    screen = Screen(*["1"] * 30)
    seats = ["Ada", *["random"] * (registry.spec(name).default_players - 1)]
    match = play(name, seats, seed=1, language=language, ask=screen.ask, console=screen.console)
    assert match.is_over or match.movers.count(0) >= 20
