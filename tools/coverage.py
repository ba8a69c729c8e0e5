"""Which lines and branches the tests reach: the games' rules uncompiled, everything else as it runs."""

from __future__ import annotations

import os
import subprocess
import sys

import burgrave

TESTS = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow and not browser"]


def run(tests: list[str], **environment: str) -> int:
    """Run tests under coverage."""
    command = [sys.executable, "-m", "coverage", "run", "--parallel-mode", *TESTS, *tests]
    return subprocess.run(command, env=os.environ | environment).returncode


def main() -> int:
    """Run the tests of the games named, or with none named all tests; the report fails below what was once reached."""
    named = sys.argv[1:]
    subprocess.run([sys.executable, "-m", "coverage", "erase"])  # what a run that was broken off has left
    failed = 0
    for name in named or burgrave.games():
        failed |= run([f"tests/games/{name}"], NUMBA_DISABLE_JIT="1")
    if not named:
        failed |= run(["--ignore=tests/games"])
    subprocess.run([sys.executable, "-m", "coverage", "combine", "--quiet"])
    only = [f"--include=src/burgrave/games/{name}/*" for name in named] + ["--fail-under=0"] * bool(named)
    return failed | subprocess.run([sys.executable, "-m", "coverage", "report", *only]).returncode


if __name__ == "__main__":
    sys.exit(main())
