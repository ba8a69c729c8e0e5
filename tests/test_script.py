"""The logic of the browser script that needs no page, by Node's own test runner; the rest is tried in a browser."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools.script_types import node

TESTS = sorted((Path(__file__).parent / "script").glob("*.test.mjs"))


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name.partition(".")[0])
def test_the_scripts_logic(path: Path) -> None:
    done = subprocess.run([*node(), "--test", str(path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 0\n" not in done.stdout
