"""What makes compiled code stale, and what does not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from burgrave.core import cache
from burgrave.core.loader import DRIVERS, folder
from burgrave.core.sources import Sources, imports, is_bound

JUDGEMENT, SEARCH, STEP = "burgrave.bots.judgement", "burgrave.bots.tree_search", "burgrave.envs.vector_step"

FILES = {
    "__init__.py": "GAME = None",
    "state.py": "from burgrave.core.rule import rules\nfrom toy import GAME\nrule = rules(0)",
    "moves.py": "from toy.data.tables import COSTS",
    "actions.py": "from . import taking\nfrom .state import rule",
    "taking.py": "from toy.state import (  # (the record)\n    rule,\n)\n\n@rule\ndef take(s): pass",
    "data/__init__.py": "",
    "data/tables.py": "COSTS = (1, 2)",
    "data/unused.py": "",
    "data/map.json": "[]",
    "evaluation.py": "from toy.state import rule\nimport toy.features as features",
    "features.py": "from toy.state import rule\n\n@rule\ndef feature(s): pass",
    "reading.py": "from toy.state import entry\n\n@entry\ndef reach(s): pass",
    "checking.py": "from functools import cache\nfrom toy.reading import reach\n\n@cache\ndef check(s): pass",
    "drawing.py": "from toy.reading import reach\nfrom toy.symbols import HEX",
    "symbols.py": "HEX = 6",
    "words/__init__.py": "from toy.state import rule",
    "words/en.po": "",
    "guide/en.md": "",
    "scenes/first.txt": "",
    "lessons/01-first.txt": "",
    "puzzles.jsonl": "",
    "cover.en.svgz": "",
}


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The sources of a game, which nobody loads."""
    package = tmp_path / "toy"
    for name, text in FILES.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    yield package
    sys.modules.pop("toy", None)


def folders() -> dict[str, Path]:
    """Where the game's rules, the bots' code for it and the environment's are kept."""
    return {module: folder("toy", Sources("toy"), module) for module in (DRIVERS, JUDGEMENT, SEARCH, STEP)}


EVERYTHING = {DRIVERS, JUDGEMENT, SEARCH, STEP}


@pytest.mark.parametrize(
    ("file", "stale"),
    [
        ("taking.py", EVERYTHING),
        ("__init__.py", EVERYTHING),
        ("data/__init__.py", EVERYTHING),
        ("data/tables.py", EVERYTHING),
        ("data/map.json", EVERYTHING),
        ("reading.py", EVERYTHING),
        ("evaluation.py", {JUDGEMENT, SEARCH}),
        ("features.py", {JUDGEMENT, SEARCH}),
        ("data/unused.py", set()),
        ("checking.py", set()),
        ("drawing.py", set()),
        ("symbols.py", set()),
        ("words/__init__.py", set()),
        ("words/en.po", set()),
        ("guide/en.md", set()),
        ("scenes/first.txt", set()),
        ("lessons/01-first.txt", set()),
        ("puzzles.jsonl", set()),
        ("cover.en.svgz", set()),
    ],
)
def test_a_changed_file_makes_stale_what_was_made_from_it(toy: Path, file: str, stale: set[str]) -> None:
    before = folders()
    with (toy / file).open("a") as source:
        source.write("\n# changed\n")
    after = folders()
    assert {module for module in before if before[module] != after[module]} == stale


def test_a_new_data_file_makes_everything_stale(toy: Path) -> None:
    before = folders()
    (toy / "data" / "prices.csv").write_text("1,2\n")
    assert all(before[module] != path for module, path in folders().items())


def test_a_game_that_imports_by_names_made_at_run_time_is_made_from_all_its_files(toy: Path) -> None:
    (toy / "moves.py").write_text("from importlib import import_module\nBOARD = import_module(f'toy.data.{1 + 1}')")
    assert "toy.data.unused" in Sources("toy").rules


def test_what_is_compiled_later_is_made_from_what_was_loaded(toy: Path) -> None:
    loaded = Sources("toy")
    loaded.read()
    (toy / "evaluation.py").write_text("CHANGED = True")
    assert folder("toy", loaded, SEARCH) != folder("toy", Sources("toy"), SEARCH)


def test_bounds_checking_and_the_module_have_folders_of_their_own(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = folders()
    assert len(set(before.values())) == len(before)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert not set(before.values()) & set(folders().values())


def test_every_import_is_found() -> None:
    text = (
        "import one, two.three as four\nfrom five import (  # not )\n    six as seven,\n    eight)\n"
        "def late():\n    from ..nine import \\\n        ten\nimportant = 1\n"
    )
    found = [(one.module, [name for name, _ in one.names], one.indented) for one in imports(text)]
    assert found == [
        ("one", [], False),
        ("two.three", [], False),
        ("five", ["six", "eight"], False),
        ("..nine", ["ten"], True),
    ]


def test_search_is_made_from_all_that_it_imports_and_from_nothing_else_of_its_package(toy: Path) -> None:
    of_bots = {name for name, _ in Sources("toy").of(SEARCH) if name.startswith("burgrave.bots")}
    assert of_bots == {SEARCH, JUDGEMENT, "burgrave.bots.tree_nodes"}
    assert Sources("toy").bound(SEARCH) == {SEARCH, JUDGEMENT, DRIVERS}


def test_bound_code_is_told_from_other_code() -> None:
    assert all(is_bound(module) for module in (*EVERYTHING, "burgrave.core.checks"))
    assert not any(is_bound(module) for module in ("burgrave.core.rule", "burgrave.core.loader", "math"))


def test_only_a_folder_that_says_so_is_ready(tmp_path: Path) -> None:
    kept_in = tmp_path / "toy-0"
    assert not cache.is_ready(kept_in)
    cache.mark_ready(kept_in)
    assert cache.is_ready(kept_in)
