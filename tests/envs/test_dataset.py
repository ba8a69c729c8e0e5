"""Datasets: what was seen and done is what a replay gives, an interrupted run goes on, others' folders stay."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import burgrave
from burgrave.cli.study import written
from burgrave.envs.dataset import MANIFEST, SCHEMA, Plan, begin, write
from burgrave.envs.observing import flatten

pyarrow = pytest.importorskip("pyarrow")


def plan_of(**changes: object) -> Plan:
    settled = burgrave.game("barony", players=2, max_rounds=1).options
    made = {
        "game": "barony", "options": dict(settled), "bots": ("random", "random"), "games": 5, "games_per_file": 2,
        "seed": 3, "observation": "record",
    }  # fmt: skip
    return Plan(**(made | changes))  # type: ignore[arg-type]


def test_a_file_holds_what_a_replay_of_its_games_gives(tmp_path: Path) -> None:
    from pyarrow import parquet

    plan = plan_of()
    assert begin(plan, tmp_path) == ["games-00000000.parquet", "games-00000002.parquet", "games-00000004.parquet"]
    count = write(plan, tmp_path, "games-00000002.parquet")
    table = parquet.read_table(tmp_path / "games-00000002.parquet")
    assert (table.num_rows, table.column_names) == (count, list(SCHEMA))
    rows = table.to_pylist()
    assert {row["seed"] for row in rows} == {5, 6}
    game = burgrave.game("barony", **plan.options)
    match = game.match(seed=5)
    for row in (row for row in rows if row["seed"] == 5):
        view = match.view(row["seat"])
        assert (row["number"], row["point"]) == (match.length, view.point)
        assert row["legal"] == [move.id for move in view.moves()]
        assert row["observation"] == flatten(game.rules, view._records)[0].tolist()
        match.play(row["move"])
    assert match.is_over
    last = next(row for row in reversed(rows) if row["seed"] == 5)
    assert last["length"] == match.length
    assert last["points"] == match.position.scores[last["seat"]]
    assert last["result"] == (1 / len(match.winners) if last["seat"] in match.winners else 0)


@pytest.mark.slow
def test_a_cluster_writes_the_same_files(tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    plan = plan_of()
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        counts = {}
        for name, cluster in (("here", None), ("there", "local")):
            folder = tmp_path / name
            counts[name] = sorted(written(plan, folder, begin(plan, folder), 1, cluster))
    finally:
        ray.shutdown()
    assert counts["here"] == counts["there"]
    for name in plan.files:
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "there" / name).read_bytes()


def test_what_is_there_is_not_made_again_and_other_datasets_are_left_alone(tmp_path: Path) -> None:
    plan = plan_of()
    begin(plan, tmp_path)
    write(plan, tmp_path, "games-00000000.parquet")
    assert begin(plan, tmp_path) == ["games-00000002.parquet", "games-00000004.parquet"]
    assert json.loads((tmp_path / MANIFEST).read_text())["columns"] == SCHEMA
    with pytest.raises(ValueError, match=r"another dataset \(seed differ\)"):
        begin(plan_of(seed=4), tmp_path)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "note.txt").write_text("mine")
    with pytest.raises(ValueError, match="not empty, and no dataset"):
        begin(plan, tmp_path / "other")
    with pytest.raises(ValueError, match="valid: record, egocentric"):
        plan_of(observation="picture")


def test_searching_bots_tell_what_they_expect_and_egocentric_rows_are_small(tmp_path: Path) -> None:
    from pyarrow import parquet

    plan = plan_of(bots=("search:iterations=5", "random"), games=1, observation="egocentric")
    (name,) = begin(plan, tmp_path)
    write(plan, tmp_path, name)
    table = parquet.read_table(tmp_path)  # the whole folder, as researchers read it
    assert table.schema.field("observation").type.value_type == pyarrow.int8()
    values = [(row["seat"], row["value"]) for row in table.to_pylist() if len(row["legal"]) > 1]
    assert all((value is not None) == (seat == 0) for seat, value in values)
    assert all(0 <= value <= 1 for _, value in values if value is not None)
    seen = np.array(table["observation"].to_pylist())
    assert np.abs(seen).max() <= 127
