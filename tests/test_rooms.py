"""Which part of the package may know which: dependencies point one way, and nothing goes round in a circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import burgrave

ROOT = Path(burgrave.__file__).parent

CORE = {"core"}
STUDY = CORE | {"bots", "arena"}
SERVED = STUDY | {"server.metrics", "server.settings", "server.store"}
ROOMS: dict[str, set[str]] = {
    "core": set(),
    "games": CORE,
    "bots": CORE,
    "arena": CORE | {"bots"},
    "envs": CORE | {"bots", ""},
    "new_game": CORE,
    "server.metrics": set(),
    "server.store": set(),
    "server.settings": CORE | {"bots", "server.store"},
    "server.tables": SERVED,
    "server.notices": SERVED | {"server.tables"},
    "server.web": SERVED | {"server.tables", "server.notices", ""},
    "server": SERVED | {"server.tables", "server.web"},
    "assistant": STUDY | {"envs", ""},
    "bench": STUDY | {""},
    "terminal": STUDY | {""},
    "lesson_terminal": CORE | {"terminal", ""},
    "cli": STUDY | {"assistant", "bench", "envs", "new_game", "terminal", "lesson_terminal", "server", ""},
    "__main__": {"cli"},
    "": CORE | {"bots"},
}
"""Every room of the package and the rooms it may import, at the top of a file or anywhere else in it. The room without
a name is `burgrave` itself, the public functions."""


@cache
def modules() -> dict[str, ast.Module]:
    found = {}
    for path in ROOT.rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(part for part in ("burgrave", *parts) if part != "__init__")
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def room_of(module: str) -> str:
    inside = module.removeprefix("burgrave").removeprefix(".")
    fitting = [room for room in ROOMS if room and (inside == room or inside.startswith(f"{room}."))]
    assert fitting or not inside, f"{module} is in no room: say in this file what it may import"
    return max(fitting, key=len, default="")


def imported(tree: ast.AST) -> Iterator[str]:
    """The modules of ours that a piece of code imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "burgrave")
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written out"
            if node.module and node.module.split(".")[0] == "burgrave":
                for alias in node.names:
                    inner = f"{node.module}.{alias.name}"
                    yield inner if inner in modules() else node.module


def imported_at_once(tree: ast.Module) -> Iterator[str]:
    """The modules that are imported when this one is."""
    for statement in tree.body:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            yield from imported(statement)


@pytest.mark.parametrize("module", sorted(modules()))
def test_a_module_imports_only_what_its_room_may_know(module: str) -> None:
    room = room_of(module)
    known = ROOMS[room] | {room}
    for other in imported(modules()[module]):
        assert room_of(other) in known, f"{module} ({room}) imports {other}"


@pytest.mark.parametrize("module", sorted(name for name in modules() if name.startswith("burgrave.games.")))
def test_a_game_knows_no_other_game(module: str) -> None:
    package = ".".join(module.split(".")[:3])
    for other in imported(modules()[module]):
        if other.startswith("burgrave.games"):
            assert other == package or other.startswith(f"{package}."), f"{module} imports {other}"


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {name: set(imported_at_once(tree)) - {name} for name, tree in modules().items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(" -> ".join(error.args[1])) from None


def test_the_rooms_themselves_are_in_an_order() -> None:
    TopologicalSorter({room: known - {room} for room, known in ROOMS.items()}).prepare()
