"""The Python API used wrongly: every mistake gets a sentence that says what would be right, and changes nothing."""

from __future__ import annotations

import pickle
import pydoc
import random
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import burgrave
from burgrave.core.game import Game
from burgrave.envs.vector import VectorEnv


@pytest.mark.parametrize(
    "write",
    [
        "s.left = 3",
        "s['left'] = 3",
        "s.taken[0] = 3",
        "s['taken'][:] = 3",
        "s.taken = 3",
        "s.setfield(3, 'i1', 0)",
        "s.taken.flags.writeable = True",
    ],
)
def test_the_record_of_a_position_or_a_view_is_read_only(pebbles: Game, write: str) -> None:
    position = pebbles.match(seed=1).position
    for look in (position, position.view(0)):
        before = look.fields
        with pytest.raises(ValueError, match=r"read-only|cannot set WRITEABLE"):
            exec(write, {"s": look.s})
        assert look.fields == before


def test_a_position_that_was_pickled_is_read_only_too(pebbles: Game) -> None:
    position = pebbles.match(seed=1).position
    assert position.s.left == position.fields["left"]
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    with pytest.raises(ValueError, match="read-only"):
        again.s.left = 3


@pytest.mark.parametrize("name", ["s", "game", "to_act", "note"])
def test_a_position_itself_is_read_only(pebbles: Game, name: str) -> None:
    position = pebbles.match(seed=1).position
    with pytest.raises(AttributeError, match=f"a position never changes, so '{name}' cannot be set"):
        setattr(position, name, 3)
    assert position == pebbles.match(seed=1).position


@pytest.mark.parametrize("name", ["s", "game", "seat", "names", "decided", "note"])
def test_a_view_itself_is_read_only(pebbles: Game, name: str) -> None:
    view = pebbles.match(seed=1, names=["Ada", "Ben"]).view(0)
    before = dict(vars(view))
    with pytest.raises(AttributeError, match=f"a view never changes, so '{name}' cannot be set"):
        setattr(view, name, 3)
    assert vars(view) == before


@pytest.mark.parametrize("name", ["catan", "hansa"])
def test_a_language_without_words_gets_a_sentence_whatever_is_asked_in_it(name: str) -> None:
    game = burgrave.game(name)
    view = game.match(seed=1).view(0)
    asked: list[Callable[[str], Any]] = [view.drawing, view.svg, view.prompt, view.describe]
    for move in game.rules.verbs.moves[:: len(game.rules.verbs) // 20]:
        asked += [partial(view.why_not, move), partial(game.match(seed=1).position.why_not, move)]
    for ask in asked:
        with pytest.raises(ValueError, match="no words in the language 'xx'; valid: en, pl"):
            ask("xx")


@pytest.mark.parametrize("ids", [[0.0] * 3, [True] * 3, ["0"] * 3, [None] * 3, [10**30] * 3])
def test_rows_play_whole_numbers_only(pebbles: Game, ids: list[Any]) -> None:
    batch, env = pebbles.batch(3, seed=1), VectorEnv(pebbles, 3, seed=1)
    before = batch.records.tobytes(), env.now.records.tobytes()
    for play in (batch.play, env.step):
        with pytest.raises(ValueError, match="ids are whole numbers"):
            play(ids)
    assert (batch.records.tobytes(), env.now.records.tobytes()) == before


WRONG: dict[str, tuple[Callable[[Game], Any], str]] = {
    "seed": (lambda game: game.match(seed=1.5), "a seed that is not a text must be a whole number, not 1.5"),
    "seed of a kind": (lambda game: game.match(seed=b"x"), "must be a whole number, not b'x'"),
    "seed later": (lambda game: game.replay([], seed=[7]), "must be a whole number, not [7]"),
    "names": (lambda game: game.match(names="ab"), "names are a list with one for each seat, not 'ab'"),
    "no names": (lambda game: game.match(names=3), "names are a list with one for each seat, not 3"),
    "names of a kind": (lambda game: game.match(names=[1, 2]), "A player cannot be called 1"),
    "rows": (lambda game: game.batch(10**12), "the number of rows must be a whole number from 1 to 10000000"),
    "half a row": (lambda game: game.batch(2.5), "a whole number from 1 to 10000000, not 2.5"),
    "seed of rows": (lambda game: game.batch(3, seed="x"), "the seed of a batch must be a whole number, not 'x'"),
    "threads": (lambda game: game.batch(3, threads=0), "threads must be a whole number, at least 1, not 0"),
    "row": (lambda game: game.batch(3).position(3), "a row must be a whole number from 0 to 2, not 3"),
    "restarted row": (lambda game: game.batch(3).restart([3], [1]), "a row must be a whole number from 0 to 2, not 3"),
    "restarted seeds": (lambda game: game.batch(3).restart([1, 2], [1]), "2 rows take 2 seeds, not 1"),
    "playout": (lambda game: game.batch(3).playout("x"), "the seed of playouts must be a whole number, not 'x'"),
    "env rows": (lambda game: VectorEnv(game, "many"), "the number of rows must be a whole number"),
    "env seed": (lambda game: VectorEnv(game, 2, seed=0.5), "the seed of a vectorised environment must be"),
    "sample": (lambda game: game.match(seed=1).view(0).sample("x"), "must be a whole number, at least 0, not 'x'"),
    "sample below": (lambda game: game.match(seed=1).view(0).sample(-1), "at least 0, not -1"),
    "position": (lambda game: game.position("garbage"), "this is no JSON: "),
    "position of a kind": (lambda game: game.position(7), "a position is a JSON object, or a dict"),
    "view as position": (lambda game: game.position(game.match(seed=1).view(0).to_json()), "this is what a seat sees"),
    "replay": (lambda game: game.replay("take 1"), "a list of move texts, not from 'take 1'"),
    "effects": (lambda game: game.match(seed=1).effects("x"), "a move's number must be a whole number, not 'x'"),
    "undo": (lambda game: game.match(seed=1).undo("x"), "how many moves to take back must be a whole number, not 'x'"),
    "first": (lambda game: game.match(seed=1).first(-3), "how many moves to keep must be a whole number from 0 to"),
    "bot of a word": (lambda game: burgrave.bot("greedy", "catan"), "a game as burgrave.game() gives it, not 'catan'"),
    "bot": (lambda game: burgrave.bot("clever", game), "there is no bot 'clever'; valid: random, greedy, search"),
    "bot's setting": (lambda game: burgrave.bot("search:many", game), "'many' is not a setting like iterations=500"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", WRONG)
def test_a_mistake_gets_a_sentence(pebbles: Game, mistake: str) -> None:
    do, sentence = WRONG[mistake]
    with pytest.raises(ValueError, match=re.escape(sentence)):
        do(pebbles)


@pytest.mark.parametrize("seed", [7, "7", np.int64(7)])
def test_a_seed_is_a_number_or_its_text(pebbles: Game, seed: Any) -> None:
    assert pebbles.match(seed=seed).log == pebbles.match(seed=7).log


@pytest.mark.parametrize("luck", [lambda: 7, lambda: random.Random(7), lambda: np.random.default_rng(7)])
def test_a_sample_is_dealt_from_a_number_or_either_generator(pebbles: Game, luck: Callable[[], Any]) -> None:
    view = pebbles.match(seed=1).view(0)
    assert view.sample(luck()) == view.sample(luck())


def test_replaying_names_the_move_that_does_not_fit(pebbles: Game) -> None:
    log = pebbles.match(seed=1).log
    wrong = next(
        move.text for move in pebbles.rules.verbs.moves if pebbles.match(seed=1).position.why_not(move) is not None
    )
    sentence = pebbles.match(seed=1).position.why_not(wrong)
    with pytest.raises(burgrave.IllegalMove) as refused:
        pebbles.replay([*log, wrong])
    assert str(refused.value) == f"move {len(log) + 1}, {wrong!r}: {sentence}"
    with pytest.raises(burgrave.UnknownMove, match=f"move {len(log) + 1}: pebbles has no move 'fly'"):
        pebbles.replay([*log, "fly"])


def test_an_illegal_move_says_the_sentence_and_notes_text_and_number(pebbles: Game) -> None:
    match = pebbles.match(seed=1)
    wrong = next(move for move in pebbles.rules.verbs.moves if match.position.why_not(move) is not None)
    with pytest.raises(burgrave.IllegalMove) as alone:
        match.position.play(wrong)
    with pytest.raises(burgrave.IllegalMove) as played:
        match.play(wrong)
    assert str(alone.value) == str(played.value) == match.position.why_not(wrong)
    assert (alone.value.move, alone.value.number) == (wrong.text, None)
    assert (played.value.move, played.value.number) == (wrong.text, match.length + 1)
    assert played.value.__notes__ == [f"The move was {wrong.text!r}, number {match.length + 1} of the match."]


def test_saving_needs_a_folder_that_is_there(pebbles: Game, tmp_path: Path) -> None:
    match = pebbles.match(seed=1)
    with pytest.raises(FileNotFoundError, match=re.escape(f"there is no such folder: '{tmp_path / 'no'}'")):
        match.save(tmp_path / "no" / "game.txt")
    with pytest.raises(IsADirectoryError, match="this is a folder"):
        match.save(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_bots_are_named_as_in_the_shell(pebbles: Game) -> None:
    assert burgrave.bot("search:iterations=50,threads=2", pebbles).iterations == 50  # type: ignore[attr-defined]
    assert burgrave.bot("hard", pebbles, seed=1).seconds == 2.0  # type: ignore[attr-defined]
    assert burgrave.bot("easy", pebbles).name == "greedy"


def test_every_public_name_is_there_and_documented() -> None:
    for name in burgrave.__all__:
        value = getattr(burgrave, name)
        assert isinstance(value, int) or value.__doc__, name
    assert set(burgrave.__all__) <= set(dir(burgrave))
    with pytest.raises(AttributeError, match="has no attribute 'gane'"):
        _ = burgrave.gane


def test_the_help_of_the_package_shows_a_session_and_the_classes() -> None:
    text = pydoc.plain(pydoc.render_doc(burgrave))
    assert "burgrave.game(" in text
    assert "class Match" in text


def test_a_bot_chooses_only_from_a_view_of_its_game(pebbles: Game) -> None:
    match = pebbles.match(seed=1)
    for name in ("random", "greedy", "search:iterations=2"):
        bot = burgrave.bot(name, pebbles, seed=1)
        with pytest.raises(ValueError, match="chooses from a view"):
            bot.choose(match.position)  # type: ignore[arg-type]
        with pytest.raises(
            ValueError, match="this bot plays <Pebbles for 2 players>, and the view is of <Pebbles for 3"
        ):
            bot.choose(burgrave.game("pebbles", players=3).match(seed=1).view(0))


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("search", {"iterations": "many"}),
        ("search", {"iterations": 2.5}),
        ("search", {"seconds": "long"}),
        ("search", {"threads": 1.5}),
        ("greedy", {"samples": 1.5}),
        ("greedy", {"seed": [1]}),
        ("random", {"seed": 0.5}),
        ("outside", {"command": 7}),
    ],
)
def test_a_bot_refuses_settings_that_are_no_such_numbers(pebbles: Game, name: str, settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must be a|is a text"):
        burgrave.bot(name, pebbles, **settings)


def test_a_bot_says_what_it_is(pebbles: Game) -> None:
    assert repr(burgrave.bot("greedy", pebbles)) == "<greedy bot for <Pebbles for 2 players>, samples=4>"
