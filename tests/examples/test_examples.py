"""The examples run as they stand."""

from __future__ import annotations

import json
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
def test_the_learner_trains_and_draws_its_curve(tmp_path: Path) -> None:
    curve = tmp_path / "curve.svg"
    command = [sys.executable, EXAMPLES / "learn.py", "--updates", "3", "--games", "4", "--rows", "16", "--out", curve]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    shares = [[word for word in run.split() if word.endswith("%")] for run in runs]
    assert shares[0] == shares[1]
    assert len(shares[0]) == 2
    assert curve.read_text().startswith("<svg")
