"""Which lines and branches the tests reach: the games' rules uncompiled, everything else as it runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import burgrave

TESTS = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow and not browser"]
COVERAGE = [sys.executable, "-m", "coverage"]
KEEP = "--keep"
PROJECT = Path("pyproject.toml")
BOUND = re.compile(r"^fail_under = \d+$", re.MULTILINE)
GAMES = Path("tests/games")
NO_TESTS = 5
"""What pytest answers when nothing was left to run, as where all tests need a browser."""


def run(folder: Path) -> bool:
    """Run the tests that lie in a folder under coverage, those of a game uncompiled; whether all went well."""
    began = time.perf_counter()
    chosen = {"NUMBA_DISABLE_JIT": "1"} if folder.parent == GAMES else {}
    command = [*COVERAGE, "run", "--parallel-mode", *TESTS, *map(str, sorted(folder.glob("test_*.py")))]
    done = subprocess.run(command, env=os.environ | chosen, stdout=subprocess.PIPE, text=True)
    well = done.returncode in (0, NO_TESTS)
    said = done.stdout.strip().splitlines()[-1] if well else f"ended with {done.returncode}\n{done.stdout}"
    print(f"{folder}: {time.perf_counter() - began:.0f} s, {said}", flush=True)
    return well


def parts(games: list[str]) -> list[Path]:
    """The folders with tests, or only those of some games; what takes longest comes first."""
    if games:
        return [GAMES / name for name in games]
    folders = {path.parent for path in Path("tests").rglob("test_*.py")}
    return sorted(folders, key=lambda folder: -sum(path.stat().st_size for path in folder.glob("test_*.py")))


def reached(*chosen: str) -> float:
    """A figure in per cent: of everything, or of the files chosen."""
    command = [*COVERAGE, "report", "--format=total", "--precision=2", "--fail-under=0", *chosen]
    return float(subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout)


def keep(figure: int) -> None:
    """Fail below this figure from now on."""
    text, count = BOUND.subn(f"fail_under = {figure}", PROJECT.read_text(encoding="utf-8"))
    assert count == 1, "pyproject.toml names one bound"
    PROJECT.write_text(text, encoding="utf-8")
    print(f"From now on the report fails under {figure} %.")


def main() -> int:
    """Run the tests of the games named, or with none named all tests; the report fails below what was once reached.

    Each folder of tests is a process of its own, as many at once as there are cores. With `--keep` the figure that is
    reached becomes the one to be reached.
    """
    named = [word for word in sys.argv[1:] if word != KEEP]
    subprocess.run([*COVERAGE, "erase"])  # what a run that was broken off has left
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        failed = int(not all(list(pool.map(run, parts(named)))))
    subprocess.run([*COVERAGE, "combine", "--quiet"])
    folders = {name: f"src/burgrave/games/{name}/*" for name in named or burgrave.games()}
    rules = ",".join(folders.values())
    if named:
        failed |= subprocess.run([*COVERAGE, "report", f"--include={rules}", "--fail-under=0"]).returncode
    else:
        if KEEP in sys.argv and not failed:
            keep(int(reached()))
        failed |= subprocess.run([*COVERAGE, "report"]).returncode
        print(f"everything but the games: {reached(f'--omit={rules}')} %")
    for name, folder in folders.items():
        print(f"{name}: {reached(f'--include={folder}')} %")
    return failed


if __name__ == "__main__":
    sys.exit(main())
