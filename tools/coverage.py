"""Which lines and branches the tests reach: the games' rules uncompiled, everything else as it runs."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import burgrave

TESTS = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow and not browser"]


def run(tests: list[str], **environment: str) -> int:
    """Run tests under coverage."""
    command = [sys.executable, "-m", "coverage", "run", "--parallel-mode", *TESTS, *tests]
    return subprocess.run(command, env=os.environ | environment).returncode


def main() -> int:
    """Run the tests of the games named, or with none named all tests; the report fails below what was once reached.

    Each game's rules are a process of their own, as many at once as there are cores, and so is everything else.
    """
    named = sys.argv[1:]
    games = named or burgrave.games()
    subprocess.run([sys.executable, "-m", "coverage", "erase"])  # what a run that was broken off has left
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = [] if named else [pool.submit(run, [f"--ignore=tests/games/{name}" for name in games])]
        runs += [pool.submit(run, [f"tests/games/{name}"], NUMBA_DISABLE_JIT="1") for name in games]
        failed = max(running.result() for running in runs)
    subprocess.run([sys.executable, "-m", "coverage", "combine", "--quiet"])
    folders = ",".join(f"src/burgrave/games/{name}/*" for name in named)
    only = [f"--include={folders}", "--fail-under=0"] if named else []
    return failed | subprocess.run([sys.executable, "-m", "coverage", "report", *only]).returncode


if __name__ == "__main__":
    sys.exit(main())
