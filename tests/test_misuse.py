"""The Python API used wrongly: every mistake gets a sentence that says what would be right, and changes nothing."""

from __future__ import annotations

import json
import math
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
from burgrave.arena.analysis import Settings
from burgrave.arena.simulation import simulate
from burgrave.arena.tournament import Plan
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


@pytest.mark.parametrize(
    "write", ["game.options['players'] = 3", "game.options.update(players=3)", "game.options.clear()"]
)
def test_the_options_of_a_game_are_read_only(pebbles: Game, write: str) -> None:
    before = dict(pebbles.options)
    with pytest.raises(TypeError, match="a game's options never change"):
        exec(write, {"game": pebbles})
    assert pebbles.options == before == pickle.loads(pickle.dumps(pebbles)).options == json.loads(json.dumps(before))


@pytest.mark.parametrize("name", ["options", "players", "rules", "note"])
def test_a_game_itself_is_read_only(pebbles: Game, name: str) -> None:
    with pytest.raises(AttributeError, match=f"a game never changes, so '{name}' cannot be set"):
        setattr(pebbles, name, 3)
    assert pebbles == burgrave.game("pebbles", players=2)


@pytest.mark.parametrize("write", ["batch.records[0] = 0", "batch.records['left'] = 9", "batch.to_act[0] = 1"])
def test_the_records_of_a_batch_are_read_only(pebbles: Game, write: str) -> None:
    batch = pebbles.batch(3, seed=1)
    before = batch.records.tobytes()
    with pytest.raises(ValueError, match="read-only"):
        exec(write, {"batch": batch})
    assert batch.records.tobytes() == before


@pytest.mark.parametrize("move", [1.5, None, True, b"take 1", ["take 1"]])
def test_what_is_no_move_at_all_is_told_so(pebbles: Game, move: Any) -> None:
    match = pebbles.match(seed=1)
    for play in (match.play, match.position.play, match.position.why_not, match.view(0).why_not):
        with pytest.raises(burgrave.UnknownMove, match="a move is a text, its id or a Move, not "):
            play(move)
    assert match.log == pebbles.match(seed=1).log


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
    "threads": (lambda game: game.batch(3, threads=0), "threads must be a whole number from 1 to 1024, not 0"),
    "many threads": (lambda game: game.batch(3, threads=10**9), "from 1 to 1024, not 1000000000"),
    "env threads": (lambda game: VectorEnv(game, 3, threads=10**9), "from 1 to 1024, not 1000000000"),
    "bot's threads": (lambda game: burgrave.bot("search", game, threads=10**9), "from 1 to 1024, not 1000000000"),
    "start": (lambda game: game.match(start="x"), "a match begins with a position of its own game and options, not"),
    "start from a view": (lambda game: game.match(start=game.match(seed=1).view(0)), "a match begins with a position"),
    "no game": (lambda game: burgrave.Match("pebbles"), "a game is what burgrave.game() gives, not 'pebbles'"),
    "rows of no game": (lambda game: burgrave.Batch("pebbles", 3), "a game is what burgrave.game() gives, not 'peb"),
    "simulated no game": (lambda game: list(simulate(3, 1, [])), "a game is what burgrave.game() gives, not 3"),
    "game by hand": (lambda game: burgrave.Game("catan", {}), "burgrave.game() makes a game by its name"),
    "view of a view": (lambda game: burgrave.View(game.match().view(0), 0), "a view is of a position, not of <pebbles"),
    "view of no seat": (lambda game: burgrave.View(game.start(), 2), "there is no seat 2; seats are 0 to 1"),
    "name of a game": (lambda game: burgrave.game(["pebbles"]), "there is no game \"['pebbles']\""),
    "number of a move": (lambda game: game.match(seed=1).move_at(0), "there is no move 0; the match has "),
    "unknown move": (lambda game: game.match(seed=1).is_unknown("x"), "a move's number must be a whole number"),
    "first told": (lambda game: game.match(seed=1).story(first=0), "the number of a move must be a whole number"),
    "names later": (lambda game: setattr(game.match(), "names", "ab"), "names are a list with one for each seat"),
    "fields": (lambda game: game.position(game.start().fields | {"3": 4, 5: 6}), "has unknown fields 3, 5"),
    "lists of ids": (lambda game: game.batch(2).play([[1], [2, 3]]), "2 rows take 2 ids, not lists of several lengths"),
    "huge ids": (lambda game: game.batch(1).play(np.array([2**64 - 1], np.uint64)), "ids are whole numbers"),
    "row": (lambda game: game.batch(3).position(3), "a row must be a whole number from 0 to 2, not 3"),
    "restarted row": (lambda game: game.batch(3).restart([3], [1]), "a row must be a whole number from 0 to 2, not 3"),
    "restarted seeds": (lambda game: game.batch(3).restart([1, 2], [1]), "2 rows take 2 seeds, not 1"),
    "playout": (lambda game: game.batch(3).playout("x"), "the seed of playouts must be a whole number, not 'x'"),
    "env rows": (lambda game: VectorEnv(game, "many"), "the number of rows must be a whole number"),
    "env seed": (lambda game: VectorEnv(game, 2, seed=0.5), "the seed of a vectorised environment must be"),
    "arena's games": (
        lambda game: Plan(game.name, {}, ("greedy", "random"), games=0),
        "the number of games must be a whole number, at least 1, not 0",
    ),
    "half an arena's game": (lambda game: Plan(game.name, {}, ("greedy", "random"), games=1.5), "number, at least 1"),
    "simulated games": (lambda game: list(simulate(game, 0, ["random"] * 2)), "the number of games must be a whole"),
    "simulated seed": (lambda game: list(simulate(game, 1, ["random"] * 2, seed="x")), "seed of a simulation must be"),
    "iterations of an analysis": (lambda game: Settings(iterations="x"), "an analysis' iterations must be a whole"),
    "samples of an analysis": (lambda game: Settings(samples=0), "samples must be a whole number, at least 1"),
    "sample": (lambda game: game.match(seed=1).view(0).sample("x"), "must be a whole number, at least 0, not 'x'"),
    "sample below": (lambda game: game.match(seed=1).view(0).sample(-1), "at least 0, not -1"),
    "position": (lambda game: game.position("garbage"), "this is no JSON: "),
    "deep position": (lambda game: game.position("[" * 100_000), "this is no JSON: "),
    "position of a kind": (lambda game: game.position(7), "a position is a JSON object, or a dict"),
    "view as position": (lambda game: game.position(game.match(seed=1).view(0).to_json()), "this is what a seat sees"),
    "replay": (lambda game: game.replay("take 1"), "a list of move texts, not from 'take 1'"),
    "effects": (lambda game: game.match(seed=1).effects("x"), "a move's number must be a whole number, not 'x'"),
    "undo": (lambda game: game.match(seed=1).undo("x"), "how many moves to take back must be a whole number, not 'x'"),
    "first": (lambda game: game.match(seed=1).first(-3), "how many moves to keep must be a whole number from 0 to"),
    "bot of a word": (lambda game: burgrave.bot("greedy", "catan"), "a game as burgrave.game() gives it, not 'catan'"),
    "bot": (lambda game: burgrave.bot("clever", game), "there is no bot 'clever'; valid: random, greedy, search"),
    "level's setting": (lambda game: burgrave.bot("hard:threads=5", game), "a bot takes others: search:threads=5"),
    "outside": (lambda game: burgrave.bot("outside", game), "it needs 'command'"),
    "bot's samples": (lambda game: burgrave.bot("greedy", game, samples=10**12), "samples must be a whole number"),
    "bot's own name": (lambda game: burgrave.bot("search:name=3", game), "it has no setting 'name'"),
    "bot's own game": (lambda game: burgrave.bot("search:game=3", game), "it has no setting 'game'"),
    "bot's net": (lambda game: burgrave.bot("search", game, net="x"), "a net is a list of numbers as burgrave.core"),
    "short net": (
        lambda game: burgrave.bot("search", game, net=np.full(9, 5, np.float32)),
        "this one's layers take another number of them",
    ),
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
        asked = [getattr(bot, ask) for ask in ("choose", "prospects", "considered", "candidates") if hasattr(bot, ask)]
        for ask in asked:
            with pytest.raises(ValueError, match="chooses from a view"):
                ask(match.position)
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
        ("greedy", {"blur": "x"}),
        ("greedy", {"blur": math.nan}),
        ("greedy", {"blur": math.inf}),
        ("greedy", {"blur": -0.5}),
        ("search", {"seconds": math.nan}),
        ("outside", {"command": "true", "seconds": "long"}),
        ("random", {"seed": 0.5}),
        ("outside", {"command": 7}),
    ],
)
def test_a_bot_refuses_settings_that_are_no_such_numbers(pebbles: Game, name: str, settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must be a|is a text"):
        burgrave.bot(name, pebbles, **settings)


@pytest.mark.parametrize("given", [np.int64(3), np.uint8(3), 3, "3"])
def test_an_option_may_be_a_number_of_numpys(pebbles: Game, given: Any) -> None:
    game = burgrave.game("pebbles", players=given)
    assert game.players == 3
    assert type(game.options["players"]) is int


def test_an_option_that_a_game_does_not_have_is_a_bad_option_that_pages_say_in_their_language() -> None:
    with pytest.raises(
        burgrave.BadOption, match="catan has no option 'ships'; valid: players, target_points"
    ) as refused:
        burgrave.game("catan", ships=3)
    assert refused.value.told("en") != refused.value.told("pl")
    assert "ships" in refused.value.told("pl")


def test_a_position_may_hold_numpys_numbers(pebbles: Game) -> None:
    position = pebbles.match(seed=1).position
    fields = {name: np.array(value)[()] for name, value in position.fields.items()}
    assert pebbles.position(fields) == position


@pytest.mark.parametrize("out", ["x", np.zeros(3), np.zeros((3, 1), bool), np.zeros((3, 4096), bool)])
def test_a_batch_writes_only_into_what_is_large_enough(pebbles: Game, out: Any) -> None:
    batch = pebbles.batch(3, seed=1)
    for write in (batch.legal_mask, partial(batch.masked, 0)):
        with pytest.raises(ValueError, match="out must be one contiguous array of the shape"):
            write(out=out)
    allowed, seen = np.ones_like(batch.legal_mask()), np.zeros_like(batch.masked(0))
    assert batch.legal_mask(out=allowed) is allowed
    assert (allowed == batch.legal_mask()).all()
    assert batch.masked(0, out=seen) is seen
    assert seen.tobytes() == batch.masked(0).tobytes()


def test_a_search_that_has_not_begun_expects_nothing(pebbles: Game) -> None:
    bot = burgrave.bot("search:iterations=5", pebbles)
    assert bot.line(pebbles.rules.verbs.moves[-1]) == []  # type: ignore[attr-defined]


def test_a_bots_seed_may_stand_in_its_name(pebbles: Game) -> None:
    from burgrave.bots import make_bot

    view = pebbles.match(seed=3).view(pebbles.match(seed=3).position.to_act)
    chosen = [make_bot("random:seed=7", pebbles, other).choose(view) for other in "abcdefgh"]
    assert len(set(chosen)) == 1


def test_a_bot_says_what_it_is(pebbles: Game) -> None:
    assert repr(burgrave.bot("greedy", pebbles)) == "<greedy bot for <Pebbles for 2 players>, samples=4>"
