"""Bots that learn: training repeats itself and goes on where it stopped, and weights that fit nothing are not used."""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import burgrave
from burgrave.arena.standings import standings
from burgrave.arena.tournament import Plan, run
from burgrave.arena.training import Match, Settings, Table, Training
from burgrave.bots.fitting import AIMS, FARSIGHTED, Fit, Sample
from burgrave.bots.search import SearchBot
from burgrave.bots.simple import GreedyBot
from burgrave.cli.learn import curve
from burgrave.core import net as compiled
from burgrave.core.game import Game
from burgrave.core.net import MOVES, TURNS
from burgrave.core.rule import plain
from burgrave.core.weights import LARGEST, NAME, BadWeights, Weights, from_bytes, net_of, no_net, place, weights_of

FEATURES = ("points", "tempo")
QUICK = Settings("pebbles", players=(2,), rounds=2, games=60, match_games=20, epochs=2)


def small_net(features: tuple[str, ...] = FEATURES) -> Weights:
    """A net fitted to a little noise."""
    return small_fit(features).weights(game="a test")


def noise(features: tuple[str, ...]) -> Sample:
    """Two games of positions that mean nothing."""
    rng = np.random.default_rng(3)
    seen = rng.standard_normal((40, 2, len(features))).astype(np.float32)
    won = np.eye(2, dtype=np.float32)[rng.integers(0, 2, 40)]
    return Sample(seen, won, rng.standard_normal((40, 2)).astype(np.float32), np.array([25, 40]))


def small_fit(features: tuple[str, ...] = FEATURES) -> Fit:
    """A fit to a little noise."""
    rng, sample = np.random.default_rng(4), noise(features)
    fit = Fit(features, [sample], rng)
    fit.train([sample], rng, 30)
    return fit


@pytest.fixture
def kept_weights(pebbles: Game, pebbles_folder: Path) -> Iterator[Path]:
    """Where the small game keeps its weights, for one test."""
    path = pebbles_folder / "pebbles" / NAME
    weights_of.cache_clear()
    yield path
    path.unlink(missing_ok=True)
    weights_of.cache_clear()


def test_weights_read_back_as_they_were_written() -> None:
    weights = small_net()
    again = from_bytes(weights.to_bytes(), FEATURES)
    assert again.trained == {"game": "a test"}
    assert again.asked == weights.asked == MOVES
    assert (again.flat() == weights.flat()).all()


def test_the_compiled_net_thinks_as_the_fitted_one() -> None:
    weights = small_net()
    net, told = weights.flat(), np.array([0.5, -2.0], np.float32)
    start = compiled.room(net)
    net[start : start + 2] = told
    first, second, last = weights.layers
    one = np.maximum(told @ first[0] + first[1], 0)
    two = np.maximum(one @ second[0] + second[1], 0)
    out = compiled.think(net)
    assert net[out : out + 3] == pytest.approx(two @ last[0] + last[1], abs=1e-3)


def test_what_is_kept_of_a_seat_is_what_the_net_says_of_it_now() -> None:
    net = small_net().flat()
    start = compiled.room(net)
    for seat, told in [(0, (0.5, -2.0)), (1, (0.5, -2.0)), (0, (0.5, -2.0)), (0, (0.5, 1.0)), (1, (0, 0)), (7, (0, 0))]:
        net[start : start + 2] = told
        kept = compiled.judged(net, seat)
        said = net[kept : kept + 3].copy()
        fresh = small_net().flat()
        fresh[start : start + 2] = told
        out = compiled.think(fresh)
        assert (said == fresh[out : out + 3]).all()


def test_weights_say_what_the_fit_says() -> None:
    fit, told = small_fit(), np.array([[[0.5, -2.0], [1.5, 0.25]]], np.float32)
    net, judged = fit.weights().flat(), fit.judged(told)
    assert fit.parameters[-1].any()
    start = compiled.room(net)
    for seat in range(2):
        net[start : start + 2] = told[0, seat]
        out = compiled.think(net)
        assert net[out : out + 3] == pytest.approx(judged.outputs[0, seat], abs=1e-3)


def test_what_is_learned_from_a_position_comes_from_those_after_it_in_its_game() -> None:
    fit, sample = small_fit(), noise(FEATURES)
    shares, points = fit.expected(sample)
    aims = fit.foreseen(sample)
    for last in (24, 39):
        assert aims.shares[last] == pytest.approx(sample.shares[last])
        assert aims.points[last] == pytest.approx(sample.points[last])
        before = FARSIGHTED * sample.shares[last] + (1 - FARSIGHTED) * shares[last]
        assert aims.shares[last - 1] == pytest.approx(before, abs=1e-6)
        again = FARSIGHTED * aims.points[last - 1] + (1 - FARSIGHTED) * points[last - 1]
        assert aims.points[last - 2] == pytest.approx(again, abs=1e-6)


def test_a_net_may_learn_from_results_only() -> None:
    fit, sample = small_fit(), noise(FEATURES)
    aims = fit.foreseen(replace(sample, thought=np.full_like(sample.shares, 0.5)), 1.0)
    for game, last in ((slice(25), 24), (slice(25, 40), 39)):
        assert (aims.shares[game] == sample.shares[last]).all()
        assert (aims.points[game] == sample.points[last]).all()


def test_a_fit_goes_on_as_if_it_had_not_been_put_away() -> None:
    fit, sample = small_fit(), noise(FEATURES)
    again = Fit.from_arrays(FEATURES, {name: np.copy(part) for name, part in fit.arrays().items()})
    for one in (fit, again):
        one.train([sample], np.random.default_rng(5), 3)
    assert again.weights().to_bytes() == fit.weights().to_bytes()


def with_head(content: bytes, **changed: object) -> bytes:
    """The content of a file of weights with something else in its first line."""
    line, _, rest = content.partition(b"\n")
    return json.dumps({**json.loads(line), **changed}).encode() + b"\n" + rest


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda content: b"\x00" + content, "no file of weights"),
        (lambda content: b"", "no file of weights"),
        (lambda content: content[:-4], "is broken"),
        (lambda content: content[:-4] + b"\x00\x00\xc0\x7f", "is broken"),
        (lambda content: with_head(content, sizes=[2, 1, 1, 3]), "is broken"),
        (lambda content: with_head(content, asked="sometimes"), "is broken"),
        (lambda content: with_head(content, leaf="for ever"), "is broken"),
        (lambda content: with_head(content, burgrave_weights=99), "version 99"),
        (lambda content: with_head(content, features=["points"]), "other features"),
    ],
)
def test_weights_that_fit_nothing_are_refused(spoil: object, sentence: str) -> None:
    assert callable(spoil)
    with pytest.raises(BadWeights, match=sentence):
        from_bytes(spoil(small_net().to_bytes()), FEATURES)


def test_bots_say_that_weights_are_broken_and_play_by_hand(
    pebbles: Game, kept_weights: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kept_weights.write_bytes(b"something else")
    with caplog.at_level(logging.WARNING):
        assert (net_of(pebbles.rules) == net_of(pebbles.rules, 0)).all()
    assert [record.getMessage() for record in caplog.records] == [
        f"this is no file of weights ({kept_weights}); bots use the hand-written evaluation of pebbles"
    ]
    with pytest.raises(ValueError, match="no file of weights"):
        burgrave.bot("greedy", pebbles, learned=1)


def test_greedy_goes_by_hand_where_weights_are_asked_only_about_turns(pebbles: Game, kept_weights: Path) -> None:
    weights = replace(small_net(pebbles.rules.parts.feature_names), asked=TURNS)
    weights.write(kept_weights)
    by_hand = net_of(pebbles.rules, 0)
    assert (GreedyBot(pebbles).net == by_hand).all()
    assert (GreedyBot(pebbles, learned=1).net == weights.flat()).all()
    assert (SearchBot(pebbles)._net == weights.flat()).all()
    weights_of.cache_clear()
    replace(weights, asked=MOVES).write(kept_weights)
    assert len(GreedyBot(pebbles).net) > len(by_hand)


def test_a_bot_that_must_have_learned_needs_weights(pebbles: Game, kept_weights: Path) -> None:
    with pytest.raises(ValueError, match="pebbles has no learned weights; `burgrave train pebbles` makes some"):
        burgrave.bot("search", pebbles, learned=1)
    with pytest.raises(ValueError, match="learned is 1"):
        burgrave.bot("greedy", pebbles, learned=2)


def test_a_training_repeats_itself_and_goes_on_where_it_stopped(pebbles: Game, tmp_path: Path) -> None:
    whole = Training(QUICK, tmp_path / "whole", threads=2)
    rounds = list(whole.run())
    assert [one.number for one in rounds] == [0, 1]
    begun = Training(QUICK, tmp_path / "begun")
    assert next(begun.run()) == rounds[0]
    again = Training(QUICK, tmp_path / "begun")
    assert list(again.run()) == rounds
    assert again.weights(1).to_bytes() == whole.weights(1).to_bytes()


def test_the_curve_shows_every_round_beside_the_others(pebbles: Game, tmp_path: Path) -> None:
    one = next(Training(QUICK, tmp_path).run())
    rounds = [replace(one, number=k, against_hand=(Match(2, 20, wins),)) for k, wins in enumerate((0, 10, 20))]
    assert curve(rounds).endswith("▁▅█  0.00, 1.00, 2.00")


def test_a_folder_holds_one_training(pebbles: Game, tmp_path: Path) -> None:
    next(Training(QUICK, tmp_path).run())
    with pytest.raises(ValueError, match="holds another training"):
        Training(Settings("pebbles", players=(2,), games=61), tmp_path)
    journal = tmp_path / "training.json"
    known = json.loads(journal.read_text(encoding="utf-8"))
    del known["settings"]["farsighted"]  # as an earlier version wrote it
    journal.write_text(json.dumps(known), encoding="utf-8")
    assert len(Training(QUICK, tmp_path).rounds) == 1


def test_an_outside_game_learns_to_beat_random(pebbles: Game, kept_weights: Path, tmp_path: Path) -> None:
    plan = Settings("pebbles", players=(2,), rounds=1, games=400, match_games=20)
    training = Training(plan, tmp_path)
    list(training.run())
    training.weights(0).write(kept_weights)
    outcomes = list(run(Plan("pebbles", {"players": 2}, ("greedy:learned=1", "random"), 100)))
    learned = next(one for one in standings(outcomes) if one.bot == "greedy:learned=1")
    assert learned.low > 0.5


@pytest.mark.parametrize("name", burgrave.games())
def test_a_game_ships_weights_that_fit_it_or_says_that_it_has_none(name: str) -> None:
    rules = burgrave.game(name).rules
    weights, sentence = weights_of(rules)
    if not place(rules).is_file():
        assert sentence == f"{name} has no learned weights; `burgrave train {name}` makes some"
        assert (net_of(rules) == net_of(rules, 0)).all()
        return
    assert weights is not None, sentence
    assert len(weights.to_bytes()) <= LARGEST
    assert weights.trained["game"] == name
    assert weights.features == rules.parts.feature_names


@pytest.mark.parametrize("name", burgrave.games())
def test_features_can_be_told_uncompiled(name: str) -> None:
    game = burgrave.game(name)
    rules, match, luck = game.rules, game.match(seed=6), random.Random(6)
    features, scratch = plain(rules.parts.features), np.zeros(1, rules.scratch)
    seen = set()
    while not match.is_over and len(match.moves) < 120:
        record = match.position._records.copy()
        for seat in range(game.players):
            inputs = np.zeros(len(rules.parts.feature_names), np.float32)
            features(record[0], scratch[0], seat, inputs)
            assert np.isfinite(inputs).all()
            seen |= set(np.flatnonzero(inputs).tolist())
        match.play(luck.choice(match.position.moves()))
    assert len(seen) > len(rules.parts.feature_names) / 4


def test_a_net_that_is_told_the_evaluation_by_hand_begins_there() -> None:
    features = ("points", "value", "tempo")
    sample = noise(features)
    for aim in AIMS:
        fit = Fit(features, [sample], np.random.default_rng(4), aim)
        by_hand = np.exp(sample.features[:, :, 1])
        expected = by_hand / by_hand.sum(axis=1, keepdims=True)
        assert fit.expected(sample)[0] == pytest.approx(expected, abs=0.02)


def test_a_net_that_aims_at_the_win_leaves_points_out_of_its_judgement() -> None:
    features = ("points", "value", "tempo")
    sample = noise(features)
    fit = Fit(features, [sample], np.random.default_rng(4), "win")
    fit.train([sample], np.random.default_rng(5), 5)
    told = sample.features[:1].copy()
    net = fit.weights().flat()
    start = compiled.room(net)
    for seat in range(2):
        net[start : start + 3] = told[0, seat]
        out = compiled.think(net)
        assert net[out + compiled.STEEPNESS] < -20
    shares = fit.judged(told).shares[0]
    odds = fit.judged(told).outputs[0, :, compiled.SHARE]
    assert np.log(shares[0] / shares[1]) == pytest.approx(odds[0] - odds[1], abs=1e-4)


def test_a_net_that_aims_at_points_judges_by_them_alone() -> None:
    sample = noise(FEATURES)
    fit = Fit(FEATURES, [sample], np.random.default_rng(4), "points")
    fit.train([sample], np.random.default_rng(5), 30)
    judged = fit.judged(sample.features)
    assert not judged.outputs[:, :, compiled.SHARE].any()
    before = judged.points[:, 0] > judged.points[:, 1]
    assert ((judged.shares[:, 0] > judged.shares[:, 1]) == before).all()


def test_results_teach_a_net_that_aims_at_points_only_how_steeply_they_count() -> None:
    sample = noise(FEATURES)
    other = replace(sample, shares=sample.shares[:, ::-1].copy())
    fits = [Fit(FEATURES, [sample], np.random.default_rng(4), "points") for _ in range(2)]
    for fit, seen in zip(fits, (sample, other), strict=True):
        fit.train([seen], np.random.default_rng(5), 2000)
    one, two = (fit.judged(sample.features) for fit in fits)
    assert one.steepness.mean() != pytest.approx(two.steepness.mean(), rel=0.1)
    straight = [fit.parameters[-1][:, compiled.TO_COME] for fit in fits]
    assert straight[0] == pytest.approx(straight[1], abs=0.02)


def test_the_weights_of_a_training_are_the_mean_of_its_last_rounds_where_that_is_wanted(
    pebbles: Game, tmp_path: Path
) -> None:
    training = Training(replace(QUICK, mean_of=2, rounds=3), tmp_path)
    list(training.run())
    found, (before, last) = training.best, (training.weights(number) for number in (1, 2))
    assert found is not None
    for layer, one, other in zip(found.layers, before.layers, last.layers, strict=True):
        for mean, part, another in zip(layer, one, other, strict=True):
            assert mean == pytest.approx((part + another) / 2, abs=1e-6)
    assert from_bytes(found.to_bytes(), found.features).trained == last.trained


def test_only_positions_where_turns_begin_are_learned_from_when_that_is_wanted() -> None:
    table = Table(burgrave.game("barony", players=2))
    every = table.play("turns", no_net()[None], [0, 0], kept=1.0)
    turns = table.play("turns", no_net()[None], [0, 0], kept=1.0, turns=True)
    assert len(every.sample) > 0.9 * every.moves
    assert 0 < len(turns.sample) < turns.moves / 2


@pytest.mark.slow
def test_a_cluster_trains_the_same_weights(pebbles: Game, pebbles_folder: Path, tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    plan = replace(QUICK, rounds=1)
    here = Training(plan, tmp_path / "here")
    where = {"env_vars": {"PYTHONPATH": str(pebbles_folder)}}
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, runtime_env=where)
    try:
        there = Training(plan, tmp_path / "there", cluster="local")
        assert list(there.run()) == list(here.run())
    finally:
        ray.shutdown()
    assert there.weights(0).to_bytes() == here.weights(0).to_bytes()


def test_a_training_says_what_cannot_be(pebbles: Game) -> None:
    with pytest.raises(ValueError, match="a net aims at one of both, win, points, not at 'glory'"):
        Settings("pebbles", aim="glory")
    with pytest.raises(ValueError, match="a net is farsighted by 0 to 1, not by 2"):
        Settings("pebbles", farsighted=2)


def test_what_a_search_thought_counts_for_its_position_and_those_before() -> None:
    fit, sample = small_fit(), noise(FEATURES)
    thought = np.full_like(sample.shares, np.nan)
    thought[10] = (0.9, 0.1)
    plain_aims, aims = fit.foreseen(sample), fit.foreseen(replace(sample, thought=thought))
    assert aims.shares[11:] == pytest.approx(plain_aims.shares[11:])
    expected = FARSIGHTED * plain_aims.shares[10] + (1 - FARSIGHTED) * thought[10]
    assert aims.shares[10] == pytest.approx(expected, abs=1e-6)
    drawn = (1 - FARSIGHTED) * (thought[10] - fit.expected(sample)[0][10])
    assert aims.shares[9] - plain_aims.shares[9] == pytest.approx(drawn, abs=1e-6)


def test_searches_play_a_tenth_of_the_games_or_as_many_as_are_wanted(pebbles: Game, tmp_path: Path) -> None:
    plan = replace(QUICK, rounds=2, games=40, search=4)
    training = Training(plan, tmp_path / "tenth")
    next(training.run())
    for wanted, played in ((0, 5), (9, 9)):
        training.settings = replace(plan, searched_games=wanted)
        assert len(list(training.games_of(1, lambda done, total: None))) == played
    with pytest.raises(ValueError, match=r"searches play 0 games .* or more, not -1"):
        replace(plan, searched_games=-1)


def test_the_last_rounds_can_be_played_by_searches(pebbles: Game, tmp_path: Path) -> None:
    plan = replace(QUICK, rounds=3, search=16, searched=2)
    training = Training(plan, tmp_path / "one")
    rounds = list(training.run())
    samples = [training._kept(number)[0] for number in range(3)]
    assert [bool(np.isfinite(one.thought).any()) for one in samples] == [False, True, True]
    told = samples[2].thought[np.isfinite(samples[2].thought).all(axis=1)]
    assert told.sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert list(Training(plan, tmp_path / "two", threads=2).run()) == rounds
    with pytest.raises(ValueError, match="holds another training"):
        Training(replace(plan, rounds=4), tmp_path / "one")
