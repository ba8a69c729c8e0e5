"""The arena: fair line-ups, resumable journals, figures that add up, the same results wherever games are played."""

from __future__ import annotations

import csv
import os
import signal
import sys
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import burgrave
from burgrave.arena.report import page
from burgrave.arena.standings import distinct_games, interval, spread_without_luck, standings, without_luck, write_table
from burgrave.arena.tournament import Journal, Outcome, Plan, luck_of, play_game, rules_of, run
from burgrave.bots import make_bot
from burgrave.core.game import Game
from burgrave.core.match import Match
from burgrave.core.position import Position


@pytest.fixture
def plan(pebbles: Game) -> Plan:
    """A small plan: greedy against a table of random seats."""
    return Plan("pebbles", {"players": 3}, ("greedy", "random"), games=12, seed=5)


def in_order(outcomes: list[Outcome]) -> list[Outcome]:
    """Outcomes by their numbers."""
    return sorted(outcomes, key=lambda outcome: outcome.number)


def test_every_deal_is_played_from_every_seat(plan: Plan) -> None:
    assert [plan.deal(number) for number in range(6)] == [5, 5, 5, 6, 6, 6]
    assert {plan.lineup(number).index("greedy") for number in range(3)} == {0, 1, 2}
    assert all(plan.lineup(number).count("random") == 2 for number in range(6))


@pytest.mark.parametrize(
    ("bots", "games", "message"),
    [
        (("greedy",), 5, "two bots"),
        (("greedy",) * 4, 5, "4 bots for 3 seats"),
        (("greedy", "random"), 0, "at least 1, not 0"),
        (("greedy", "genius"), 5, "no bot 'genius'"),
    ],
)
def test_a_wrong_plan_is_refused(pebbles: Game, bots: tuple[str, ...], games: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Plan("pebbles", {"players": 3}, bots, games)


def test_a_plan_gives_the_same_results_every_time(plan: Plan) -> None:
    assert list(run(plan)) == list(run(plan))


def test_processes_give_the_same_results_as_one(plan: Plan) -> None:
    assert in_order(list(run(plan, processes=2))) == list(run(plan))


def test_a_search_bounded_by_iterations_gives_the_same_on_one_process_and_on_two(pebbles: Game) -> None:
    plan = Plan("pebbles", {"players": 2}, ("search:iterations=30", "search:iterations=5,threads=2"), games=6, seed=2)
    assert in_order(list(run(plan, processes=2))) == list(run(plan))


def test_without_ray_the_error_names_the_extra(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ValueError, match=r"a cluster needs Ray: pip install 'burgrave\[cluster\]'"):
        list(run(plan, cluster="local"))


def test_without_pyarrow_the_error_names_the_extra(plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ValueError, match=r"Parquet files need pyarrow: pip install 'burgrave\[reports\]'"):
        write_table([play_game(plan, 0)], tmp_path / "results.parquet")


def test_a_broken_off_arena_goes_on(plan: Plan, tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.jsonl", plan)
    first = list(islice(run(plan, journal), 5))
    with journal.path.open("a") as file:
        file.write('{"number": 99, "half a li')
    assert in_order(list(run(plan, journal)))[:5] == first
    assert in_order(journal.read()) == list(run(plan))


def test_a_journal_of_another_plan_is_refused(plan: Plan, tmp_path: Path) -> None:
    list(islice(run(plan, Journal(tmp_path / "games.jsonl", plan)), 2))
    other = Plan("pebbles", {"players": 3}, ("random", "greedy"), games=12, seed=5)
    with pytest.raises(ValueError, match="another plan"):
        list(run(other, Journal(tmp_path / "games.jsonl", other)))


def test_standings_count_shares_of_wins(plan: Plan) -> None:
    outcomes = list(run(plan))
    table = {row.bot: row for row in standings(outcomes)}
    assert (table["greedy"].games, table["random"].games) == (12, 24)
    assert table["greedy"].wins + table["random"].wins == pytest.approx(12)
    assert table["greedy"].fair == pytest.approx(1 / 3)
    assert all(row.low <= row.rate <= row.high for row in table.values())


def test_wilsons_interval_is_right() -> None:
    assert interval(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert interval(0, 0) == (0.0, 1.0)


def test_tables_hold_a_row_for_each_seat(plan: Plan, tmp_path: Path) -> None:
    outcomes = list(run(plan))
    write_table(outcomes, tmp_path / "results.csv")
    with (tmp_path / "results.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 36
    assert sum(float(row["win"]) for row in rows) == pytest.approx(12)
    assert all(row["points"] == row["points_points"] for row in rows)
    with pytest.raises(ValueError, match=r"\.csv or a \.parquet"):
        write_table(outcomes, tmp_path / "results.xls")


def test_parquet_holds_the_same_rows(plan: Plan, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    outcomes = list(run(plan))
    write_table(outcomes, tmp_path / "results.parquet")
    table = parquet.read_table(tmp_path / "results.parquet")
    assert table.num_rows == 36
    assert sum(table["win"].to_pylist()) == pytest.approx(12)


def test_the_report_is_one_page_with_everything_inside(plan: Plan) -> None:
    html = page(plan, list(run(plan)))
    assert html.count("<svg") >= 5
    for outside in ("http:", "https:", "<script", "src="):
        assert outside not in html
    for heading in ("Standings", "Wins by seat", "Final points", "Length", "Points by source"):
        assert heading in html


def test_a_forfeit_is_counted_and_the_match_goes_on(pebbles: Game, tmp_path: Path) -> None:
    program = tmp_path / "bad.py"
    program.write_text("raise SystemExit")
    plan = Plan("pebbles", {"players": 2}, (f"outside:{sys.executable} {program}", "random"), games=4)
    outcomes = list(run(plan))
    assert all(len(outcome.faults) == 1 for outcome in outcomes)
    assert all(int(next(iter(outcome.faults))) not in outcome.winners for outcome in outcomes)


def playing_workers(psutil: Any) -> list[Any]:
    """The cluster's workers that have a game to play now."""
    found = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):  # it has just ended
            if "".join(process.cmdline()[:1]).startswith("ray::play_game"):
                found.append(process)
    return found


@pytest.mark.slow
def test_a_cluster_gives_the_same_results_although_a_worker_is_killed() -> None:
    ray = pytest.importorskip("ray")
    psutil = pytest.importorskip("psutil")
    plan = Plan("barony", {"players": 2}, ("greedy", "random"), games=16, seed=3)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        outcomes, killed = [], False
        for outcome in run(plan, cluster="local"):
            outcomes.append(outcome)
            if not killed and (playing := playing_workers(psutil)):
                os.kill(playing[0].pid, signal.SIGKILL)
                killed = True
        assert killed
        assert in_order(outcomes) == [play_game(plan, number) for number in range(plan.games)]
    finally:
        ray.shutdown()


def test_luck_is_nothing_on_average_over_all_that_chance_may_bring(pebbles: Game) -> None:
    ends: list[tuple[float, Match]] = []

    def follow(position: Position, chance: float, texts: tuple[str, ...]) -> None:
        if position.to_act is None:
            ends.append((chance, pebbles.replay(texts)))
        elif position.to_act == burgrave.CHANCE:
            for move, odds in zip(position.moves(), position.odds(), strict=True):
                follow(position.play(move), chance * odds / sum(position.odds()), (*texts, move.text))
        else:
            follow(position.play(position.moves()[0]), chance, (*texts, position.moves()[0].text))

    follow(pebbles.start(), 1.0, ())
    lucks = [(chance, luck_of(match)) for chance, match in ends]
    assert sum(chance for chance, _ in lucks) == pytest.approx(1)
    assert any(abs(luck[0]) > 0.01 for _, luck in lucks)
    for seat in range(2):
        assert sum(chance * luck[seat] for chance, luck in lucks) == pytest.approx(0, abs=1e-6)


def test_the_same_game_played_twice_counts_once(pebbles: Game) -> None:
    outcomes = list(run(Plan("pebbles", {"players": 2}, ("random", "random"), games=4)))
    twice = [*outcomes, replace(outcomes[0], number=4)]
    assert distinct_games(twice) == distinct_games(outcomes) <= 4


@pytest.mark.parametrize(("name", "bots"), [("pebbles", ("greedy", "greedy:samples=2")), ("catan", ("easy", "greedy"))])
def test_greedy_bots_play_the_match_that_they_would_play_at_a_table(
    pebbles: Game, name: str, bots: tuple[str, ...]
) -> None:
    plan = Plan(name, {"players": 2}, bots, games=2)
    for number in range(plan.games):
        outcome, rules, deal = play_game(plan, number), rules_of(name, '{"players": 2}'), plan.deal(number)
        seats = [make_bot(text, rules, f"{deal} {number} {seat}") for seat, text in enumerate(plan.lineup(number))]
        match = rules.match(seed=deal)
        while (seat := match.position.to_act) is not None:
            match.play(seats[seat].choose(match.view(seat)))
        assert outcome.course == sha256("\n".join(match.log).encode()).hexdigest()[:16]
        assert (outcome.winners, outcome.scores) == (match.winners, match.position.scores)
        assert outcome.luck == pytest.approx(luck_of(match), abs=1e-6)
        assert sum(sum(verbs.values()) for verbs in outcome.verbs) == sum(not move.by_chance for move in match.moves)


def test_what_luck_explains_of_the_results_is_told(pebbles: Game) -> None:
    outcomes = [replace(one, luck=()) for one in run(Plan("pebbles", {"players": 2}, ("random", "random"), games=40))]
    all_luck = [replace(one, luck=tuple(one.share(seat) - 0.5 for seat in range(2))) for one in outcomes]
    half_seen = [replace(one, luck=tuple(luck / 2 for luck in one.luck)) for one in all_luck]
    far_too_much = [replace(one, luck=tuple(3 * luck for luck in one.luck)) for one in all_luck]
    assert spread_without_luck(outcomes) == pytest.approx(1)
    assert spread_without_luck(all_luck) == pytest.approx(0)
    for misjudged in (half_seen, far_too_much):
        assert 0 < (spread_without_luck(misjudged) or 0) < 0.05


def test_a_games_own_luck_does_not_say_how_much_luck_is_worth(pebbles: Game) -> None:
    outcomes = list(run(Plan("pebbles", {"players": 2}, ("greedy", "random"), games=8)))
    other = [replace(outcomes[0], luck=(0.4, -0.4)), *outcomes[1:]]
    (share, _), (changed, _) = without_luck(outcomes)[0], without_luck(other)[0]
    trust = (outcomes[0].share(0) - changed) / 0.4
    assert share == pytest.approx(outcomes[0].share(0) - trust * outcomes[0].luck[0])
