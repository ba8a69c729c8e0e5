"""The examples run as they stand."""

from __future__ import annotations

import json
from pathlib import Path

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
