"""Egocentric observations: the legend is true, the layout is the record's, and nothing hidden is in them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import burgrave
from burgrave.core.game import Game
from burgrave.core.legend import LEFT_OUT
from burgrave.core.position import Position
from burgrave.envs.egocentric import Egocentric, egocentric, legend, seats_first
from burgrave.envs.observing import flatten, named
from burgrave.envs.vector import VectorEnv

EVERY_COUNT = [(name, players) for name in burgrave.games() for players in burgrave.game(name).spec.players]


def at_random(env: VectorEnv, rng: np.random.Generator) -> np.ndarray:
    counts, ids = env.legal_lists
    return ids[np.arange(env.rows), (rng.random(env.rows) * counts).astype(int)].astype(np.int64)


def expected(form: Egocentric, records: np.ndarray, seat: int, players: int) -> np.ndarray:
    """The observation as the legend describes it, written again without the compiled program."""
    row = np.zeros(form.size, np.float32)
    parts = named(form.rules, flatten(form.rules, records)[0])
    for part in form.parts:
        kind = form.rules.state[part.name]
        values = records[0][part.name] if kind.base.itemsize > 2 else parts[part.name]
        values = np.array(values)
        for axis in part.field.seats:
            first, moved = part.field.first_seat, np.zeros_like(values) - 99
            for place in range(form.most_seats):
                if place < players:
                    source = np.take(values, first + (seat + place) % players, axis)
                    moved[(slice(None),) * axis + (first + place,)] = source
            outside = [k for k in range(values.shape[axis]) if not first <= k < first + form.most_seats]
            for k in outside:
                moved[(slice(None),) * axis + (k,)] = np.take(values, k, axis)
            values = moved
        values = values.transpose(seats_first(part.field, values.shape)) if values.ndim else values
        out = np.zeros((values.size, max(1, len(part.columns))), np.float32)
        table = None if part.field.is_number else part.field.table(form.most_seats, players, seat)
        for k, value in enumerate(values.ravel().tolist()):
            if table is None:
                most = max(abs(part.field.least), abs(part.field.most))
                out[k, 0] = 0 if value == -99 else max(-1.0, min(1.0, value / most))
            elif value != -99 and 0 <= value - part.field.least < len(table):
                out[k] = table[value - part.field.least]
        row[part.start : part.stop] = out.ravel()
    return row


@pytest.mark.parametrize(("name", "players"), EVERY_COUNT)
def test_observations_are_what_the_legend_says(name: str, players: int) -> None:
    env, rng = VectorEnv(name, 4, seed=players, players=players, observation="egocentric"), np.random.default_rng(1)
    for step in range(120):
        now = env.step(at_random(env, rng))
        if step % 30 == 29:
            for row in range(4):
                seat = int(now.seats[row])
                records = now.records[row : row + 1].copy()
                np.testing.assert_allclose(now.observations[row], expected(env.form, records, seat, players), atol=1e-6)


@pytest.mark.parametrize("name", burgrave.games())
def test_the_legend_names_every_field_and_its_codes(name: str) -> None:
    game = burgrave.game(name)
    fields = legend(game.rules)
    assert set(fields) == set(game.rules.state.names)
    assert all(field.meaning for field in fields.values())
    env, rng = VectorEnv(game, 8, seed=3), np.random.default_rng(2)
    seen: dict[str, set[int]] = {field: set() for field in fields}
    for _ in range(200):
        now = env.step(at_random(env, rng))
        for field in seen:
            seen[field].update(np.unique(now.records[field]).tolist())
    for field, values in seen.items():
        described = fields[field]
        if described.kind == LEFT_OUT:
            continue
        codes = len(described.table(max(game.spec.players), game.players, 0)) if not described.is_number else 0
        if codes:
            known = set(range(described.least, described.least + codes))
            assert values - known <= {-2, -1, 0}, f"{field} has codes that the legend does not name"


@pytest.mark.parametrize("name", burgrave.games())
def test_nothing_hidden_is_observed(name: str) -> None:
    game = burgrave.game(name)
    env, rng = VectorEnv(game, 3, seed=5, observation="egocentric"), np.random.default_rng(1)
    for _ in range(60):
        now = env.step(at_random(env, rng))
    for row in range(3):
        seat = int(now.seats[row])
        other: Position = env.position(row).view(seat).sample(rng)
        viewers = np.full(1, seat, np.int8)
        guessed = env.egocentric(other.view(seat)._records, viewers)[0]
        assert (guessed == now.observations[row]).all()


@pytest.mark.parametrize("name", burgrave.games())
def test_the_layout_is_the_same_for_all_players_and_options_can_be_left_out(name: str) -> None:
    rules = burgrave.game(name).rules
    whole, lean = egocentric(rules), egocentric(rules, False)
    options = {"players", *(option.name for option in rules.spec.options if not option.further)}
    assert {part.name for part in whole.parts} - {part.name for part in lean.parts} == options
    sizes = {VectorEnv(name, 1, players=players, observation="egocentric").form.size for players in rules.spec.players}
    assert sizes == {whole.size}


def test_options_are_numbers_yes_or_no_or_a_column_for_each_word() -> None:
    game = burgrave.game("catan", set_up="fixed_board", domestic_trade="off", steal_mandatory_on_seven=True)
    env = VectorEnv(game, 1, seed=1, observation="egocentric")
    parts, fields = env.form.named(env.now.observations[0]), legend(game.rules)
    assert parts["set_up"].tolist() == [0, 1, 0]
    assert fields["set_up"].columns == ("variable", "fixed_board", "beginner")
    assert parts["domestic_trade"].tolist() == [0, 0, 1]
    assert parts["steal_mandatory_on_seven"] == 1
    assert parts["target_points"] == np.float32(10 / 15)
    assert fields["target_points"].kind == "number"


def test_my_seat_comes_first() -> None:
    game = burgrave.game("hansa", players=3)
    env, rng = VectorEnv(game, 1, seed=2, observation="egocentric"), np.random.default_rng(3)
    for _ in range(40):
        now = env.step(at_random(env, rng))
        seat, parts = int(now.seats[0]), env.form.named(now.observations[0])
        assert parts["to_act"].tolist() == [1, 0, 0, 0, 0]
        supply = env.position(0).fields["personal"]
        assert np.rint(parts["personal"][:3] * 27).tolist() == [supply[(seat + k) % 3] for k in range(3)]
        assert not parts["personal"][3:].any()


def test_a_game_without_a_legend_is_observed_too(pebbles: Game) -> None:
    env = VectorEnv(pebbles, 2, seed=1, observation="egocentric")
    assert env.now.observations.shape == (2, env.form.size)
    assert env.form.named(env.now.observations[0])["to_act"].sum() == 1


def test_small_observations_are_the_same_numbers(pebbles: Game) -> None:
    large, small = (
        VectorEnv(pebbles, 3, seed=1, observation="egocentric", dtype=dtype) for dtype in (np.float32, np.int8)
    )
    for _ in range(5):
        ids = large.now.mask.argmax(axis=1)
        one, two = large.step(ids), small.step(ids)
        assert two.observations.dtype == np.int8
        assert (np.rint(one.observations * 127) == two.observations).all()


@pytest.mark.parametrize("name", burgrave.games())
def test_what_is_written_where_something_changed_is_the_whole_observation(name: str) -> None:
    """Rows are not written anew with every step; after turns of the view and new games nothing is left behind."""
    env = VectorEnv(name, 6, seed=8, observation="egocentric", dtype=np.int8)
    rng, turns = np.random.default_rng(4), 0
    for _ in range(150):
        before = env.now.seats.copy()
        now = env.step(at_random(env, rng))
        turns += int((before != now.seats).sum())
        whole = env.egocentric(now.records, now.seats)
        assert (np.rint(whole * 127) == now.observations).all()
    env.reset_rows([1, 4])
    assert (np.rint(env.egocentric(env.now.records, env.now.seats) * 127) == env.now.observations).all()
    assert turns


@pytest.mark.parametrize("name", burgrave.games())
def test_plain_python_plays_and_writes_the_same(name: str) -> None:
    """Lines of memory are compared, and marks counted, in other ways there."""
    compiled, plain = (VectorEnv(name, 2, seed=6, observation="egocentric") for _ in range(2))
    code, rng = plain._code, np.random.default_rng(7)
    plain._code = SimpleNamespace(
        step_rows=code.step_rows.py_func, forbidden_row=code.forbidden_row, LEAVE=code.LEAVE, SET_UP=code.SET_UP
    )
    for _ in range(12):
        ids = at_random(compiled, rng)
        one, two = compiled.step(ids), plain.step(ids)
        for field in ("seats", "records", "mask", "rewards", "ended", "observations"):
            assert getattr(one, field).tobytes() == getattr(two, field).tobytes(), field


def test_a_new_game_writes_the_whole_row_again(pebbles: Game) -> None:
    env = VectorEnv(pebbles, 2, seed=1, observation="egocentric")
    first = env.now.observations.copy()
    env.now.observations[:] = 7
    env.reset(1)
    assert (env.now.observations == first).all()


def test_options_of_observations_that_cannot_be_get_a_sentence(pebbles: Game) -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"observation": "picture"}, "valid: records, egocentric"),
        ({"dtype": np.float64, "observation": "egocentric"}, "float32 or int8"),
        ({"autoreset": "never"}, "valid: same_step, next_step, disabled"),
    ]
    for settings, sentence in wrong:
        with pytest.raises(ValueError, match=sentence):
            VectorEnv(pebbles, 2, **settings)
