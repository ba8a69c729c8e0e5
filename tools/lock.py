"""Pins the newest versions of all dependencies in constraints/, with hashes for every platform and no addresses."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

FOLDER = Path("constraints")
EXTRAS: dict[str, list[str]] = tomllib.loads(Path("pyproject.toml").read_text())["project"]["optional-dependencies"]
TESTED = [word for extra in EXTRAS if extra != "torch" for word in ("--extra", extra)]
"""Which torch is right depends on the machine: it is not pinned."""
BASE = ("--group", "build")
SETS: dict[str, tuple[str, ...]] = {
    "play": ("pyproject.toml", *BASE, "--extra", "server", "--extra", "terminal", "--extra", "pictures"),
    "test": ("pyproject.toml", *BASE, *TESTED, "--group", "test", "--constraints", "constraints/play.txt"),
    "node": ("--group", "node"),
    "audit": ("--group", "audit"),
    "docs": ("--group", "docs"),
    "cover": ("--group", "cover"),
    "lock": ("--group", "lock"),
    "peer": ("--group", "peer"),
    "pgx": ("--group", "pgx"),
}
HEADER = "# Pinned by `make lock`; every platform and Python 3.11 or newer.\n"


def pin(name: str) -> None:
    """Write one set."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-config", "--universal", "--upgrade"]
    command += ["--python-version", "3.11", "--generate-hashes", "--no-emit-index-url", "--no-header", "--no-annotate"]
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("UV_", "PIP_"))}
    text = subprocess.run(
        [*command, *SETS[name]], env=environment, stdout=subprocess.PIPE, check=True, text=True
    ).stdout
    (FOLDER / f"{name}.txt").write_text(HEADER + text)
    print(f"{name}: {text.count('==')} packages")


if __name__ == "__main__":
    for chosen in sys.argv[1:] or SETS:
        pin(chosen)
