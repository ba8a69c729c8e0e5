"""The examples run as they stand."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_notebook_runs_from_top_to_bottom() -> None:
    notebook = json.loads((EXAMPLES / "tour.ipynb").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    code = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(code) >= 6
    for cell in code:
        exec(cell, names)
    assert names["points"].shape == (10_000, 3)  # type: ignore[attr-defined]
    assert all(not cell.get("outputs") for cell in notebook["cells"])


@pytest.mark.slow
def test_the_learner_soon_beats_random_moves_and_draws_its_curve(tmp_path: Path) -> None:
    curve = tmp_path / "curve.svg"
    command = [sys.executable, EXAMPLES / "learn.py", "hansa", "--decisions", "60000", "--games", "200", "--out", curve]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    untrained, *trained = (float(share) for share in re.findall(r"([0-9.]+)%", told))
    assert 40 <= untrained <= 60
    assert len(trained) == 6
    assert trained[-1] >= 90
    assert f"hansa {trained[-1]}%" in curve.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_learner_repeats_itself(tmp_path: Path) -> None:
    curves = [tmp_path / f"{run}.svg" for run in range(2)]
    for curve in curves:
        command = [sys.executable, EXAMPLES / "learn.py", "burgundy", "--decisions", "30000", "--games", "40"]
        subprocess.run([*command, "--out", curve], capture_output=True, check=True)
    assert curves[0].read_bytes() == curves[1].read_bytes()
