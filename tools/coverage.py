"""Which lines and branches the tests reach: the games' rules uncompiled, everything else as it runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import burgrave

TESTS = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow and not browser"]
COVERAGE = [sys.executable, "-m", "coverage"]
KEEP = "--keep"
PROJECT = Path("pyproject.toml")
BOUND = re.compile(r"^fail_under = \d+$", re.MULTILINE)


def run(tests: list[str], **environment: str) -> int:
    """Run tests under coverage."""
    return subprocess.run(
        [*COVERAGE, "run", "--parallel-mode", *TESTS, *tests], env=os.environ | environment
    ).returncode


def reached() -> int:
    """The whole figure in per cent, rounded down."""
    told = subprocess.run(
        [*COVERAGE, "report", "--format=total", "--precision=2", "--fail-under=0"], stdout=subprocess.PIPE, text=True
    )
    return int(float(told.stdout))


def keep(figure: int) -> None:
    """Fail below this figure from now on."""
    text, count = BOUND.subn(f"fail_under = {figure}", PROJECT.read_text(encoding="utf-8"))
    assert count == 1, "pyproject.toml names one bound"
    PROJECT.write_text(text, encoding="utf-8")
    print(f"From now on the report fails under {figure} %.")


def main() -> int:
    """Run the tests of the games named, or with none named all tests; the report fails below what was once reached.

    Each game's rules are a process of their own, as many at once as there are cores, and so is everything else. With
    `--keep` the figure that is reached becomes the one to be reached.
    """
    named = [word for word in sys.argv[1:] if word != KEEP]
    games = named or burgrave.games()
    subprocess.run([*COVERAGE, "erase"])  # what a run that was broken off has left
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = [] if named else [pool.submit(run, [f"--ignore=tests/games/{name}" for name in games])]
        runs += [pool.submit(run, [f"tests/games/{name}"], NUMBA_DISABLE_JIT="1") for name in games]
        failed = max(running.result() for running in runs)
    subprocess.run([*COVERAGE, "combine", "--quiet"])
    if named:
        folders = ",".join(f"src/burgrave/games/{name}/*" for name in named)
        return failed | subprocess.run([*COVERAGE, "report", f"--include={folders}", "--fail-under=0"]).returncode
    if KEEP in sys.argv and not failed:
        keep(reached())
    return failed | subprocess.run([*COVERAGE, "report"]).returncode


if __name__ == "__main__":
    sys.exit(main())
