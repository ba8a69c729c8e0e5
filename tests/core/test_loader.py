"""The rule compiler: its cache, its switches, and clear errors for a game that lacks a part."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from waiting import PATIENCE

import burgrave
from burgrave.core import beside, cache, loader, registry
from burgrave.core.conformance import check_game
from burgrave.core.game import Game
from burgrave.core.loader import Rules, compiling, load_rules


def run(folder: Path, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python code in a fresh process that finds the small game."""
    found = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    everything = {**os.environ, "PYTHONPATH": found, **environment}
    return subprocess.run([sys.executable, "-c", code], env=everything, capture_output=True, text=True, check=False)


def test_the_page_on_adding_a_game_builds_a_game_that_conforms(pebbles_folder: Path) -> None:
    tally = check_game("pebbles")
    assert tally.games >= 8
    assert not tally.findings


MISSES = """
import sys, burgrave
burgrave.game("pebbles").batch(2).playouts()
hits = misses = 0
for name, module in list(sys.modules.items()):
    if name.startswith(("pebbles", "burgrave.core")):
        for thing in vars(module).values():
            if hasattr(thing, "stats") and hasattr(thing, "py_func"):
                hits += sum(thing.stats.cache_hits.values())
                misses += sum(thing.stats.cache_misses.values())
print(hits > 8, misses)
"""


def test_a_second_process_finds_everything_compiled(pebbles_folder: Path, tmp_path: Path) -> None:
    run(pebbles_folder, MISSES, BURGRAVE_CACHE=str(tmp_path))
    second = run(pebbles_folder, MISSES, BURGRAVE_CACHE=str(tmp_path))
    assert second.stdout.split() == ["True", "0"], second.stderr


AT_ONCE = """
import time
import burgrave
from burgrave.bots import COMPILED, bot_at_once

game = burgrave.game("pebbles")
bot = bot_at_once("search", game, iterations=20, seed=1)
match = game.match(seed=4)
while not match.is_over:
    match.play(bot.choose(match.view(match.position.to_act)))
print(game.rules.is_compiled(), bot.is_whole)
while not game.rules.is_compiled():  # beside, without being asked
    time.sleep(0.05)
again = game.replay(match.log)
print([one.to_json() for one in again.positions] == [one.to_json() for one in match.positions])
game.rules.compiled(COMPILED["search"])
bot.choose(game.match(seed=4).view(0))
print(bot.is_whole)
"""


def test_a_game_is_played_at_once_and_compiled_meanwhile_with_the_same_positions(
    pebbles_folder: Path, tmp_path: Path
) -> None:
    done = run(pebbles_folder, AT_ONCE, BURGRAVE_CACHE=str(tmp_path))
    assert done.stdout.split() == ["False", "False", "True", "True"], done.stderr


WAITS = """
import burgrave

game = burgrave.game("pebbles")
match = game.match(seed=1)
print(game.rules.is_compiled())
game.batch(2)
burgrave.bot("search", game, iterations=5, seed=1).choose(match.view(match.position.to_act))
"""


def test_whoever_waits_for_a_compiler_in_a_terminal_sees_it_and_scripts_stay_quiet(
    pebbles_folder: Path, tmp_path: Path
) -> None:
    told = "compiled code of Pebbles is being prepared (once)"
    for cache_folder, terminal, seen in (("one", "1", True), ("one", "1", False), ("two", "", False)):
        done = run(
            pebbles_folder, WAITS, BURGRAVE_CACHE=str(tmp_path / cache_folder), FORCE_COLOR=terminal, COLUMNS="120"
        )
        assert done.returncode == 0, done.stderr
        assert (told in done.stderr) is seen, done.stderr
        assert seen or done.stderr == ""


def test_what_is_compiled_beside_gives_way_to_whoever_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended, read = threading.Event(), threading.Event(), threading.Event()

    def compiling_on(name: str, *modules: str, gently: bool) -> Iterator[tuple[int, int]]:
        try:
            while True:
                begun.set()
                yield 0, 1
                time.sleep(0.01)
        finally:
            ended.set()

    monkeypatch.setattr(loader, "compiling", compiling_on)
    monkeypatch.setattr(loader, "is_ready", lambda name, module: False)
    rules = SimpleNamespace(spec=SimpleNamespace(name="a game"), awaited=set(), compiled=lambda module: read.set())
    beside.compile_beside(cast(Rules, rules))
    assert begun.wait(PATIENCE)
    assert not ended.is_set()
    rules.awaited.add(loader.DRIVERS)
    assert ended.wait(PATIENCE)
    assert read.wait(PATIENCE)


ENDS_AT_ONCE = """
import burgrave
burgrave.game("pebbles")
print("playing")
"""


def test_no_process_that_compiles_outlives_the_one_that_wanted_it(pebbles_folder: Path, tmp_path: Path) -> None:
    done = run(pebbles_folder, ENDS_AT_ONCE, BURGRAVE_CACHE=str(tmp_path))  # it waits for all that hold its output
    assert (done.returncode, done.stdout.split()) == (0, ["playing"]), done.stderr
    assert not list(tmp_path.glob("*/ready"))


KILLED = """
import os
from burgrave.core.loader import DRIVERS, compiling
for _ in compiling("pebbles", DRIVERS, share=False):
    os._exit(0)
"""


def test_nor_one_that_was_killed(pebbles_folder: Path, tmp_path: Path) -> None:
    assert run(pebbles_folder, KILLED, BURGRAVE_CACHE=str(tmp_path)).returncode == 0
    assert not list(tmp_path.glob("*/ready"))


OUT_OF_BOUNDS = """
import burgrave, numpy as np
game = burgrave.game("pebbles")
game.rules.compiled()
game.rules.drivers.start_at(np.zeros(1, game.rules.state), 5, game.workspace.scratch)
"""


def test_bounds_checking_is_not_hidden_by_the_cache(pebbles_folder: Path) -> None:
    checked = run(pebbles_folder, OUT_OF_BOUNDS, NUMBA_BOUNDSCHECK="1")
    assert "IndexError" in checked.stderr


def test_rules_run_uncompiled(pebbles_folder: Path) -> None:
    code = "import burgrave; m = burgrave.game('pebbles').match(seed=4); m.play('roll'); print(*m.log, sep=',')"
    plain = run(pebbles_folder, code, NUMBA_DISABLE_JIT="1")
    match = burgrave.game("pebbles").match(seed=4)
    match.play("roll")
    assert plain.stdout.strip() == ",".join(match.log), plain.stderr


def test_importing_burgrave_loads_neither_numpy_nor_numba(pebbles_folder: Path) -> None:
    code = "import sys, burgrave; burgrave.games(); print('numpy' in sys.modules, 'numba' in sys.modules)"
    assert run(pebbles_folder, code).stdout.split() == ["False", "False"]


def test_compilation_in_another_process_tells_its_progress(
    pebbles_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BURGRAVE_CACHE", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(pebbles_folder))
    steps = list(compiling("pebbles"))
    assert steps[0][0] < steps[-1][0] == steps[-1][1]
    assert [done for done, _ in steps] == sorted(done for done, _ in steps)
    assert list(compiling("pebbles")) == [steps[-1]]


READY = """
import burgrave
from burgrave.bots import COMPILED, is_prepared
from burgrave.core.loader import is_ready
print(is_ready("pebbles"), is_ready("pebbles", COMPILED["greedy"]))
rules = burgrave.game("pebbles").rules
print(is_prepared(rules, "greedy"), is_prepared(rules, "random"))
print(rules.state["taken"].shape[0], float(burgrave.bot("greedy", burgrave.game("pebbles"), seed=1).prospects(
    burgrave.game("pebbles").match(seed=1).view(0))[0]))
rules.compiled(COMPILED["greedy"])
print(is_ready("pebbles", COMPILED["greedy"]), is_prepared(rules, "greedy"))
"""
EVALUATION = """
from pebbles.scoring import points
from pebbles.state import rule

WORTH = 0.5


@rule
def value(s, w, seat):
    return WORTH * points(s, seat)
"""


def test_only_what_a_change_concerns_is_compiled_again(pebbles_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(pebbles_folder, tmp_path, dirs_exist_ok=True)
    package, cached = tmp_path / "pebbles", {"BURGRAVE_CACHE": str(tmp_path / "cache")}
    (package / "evaluation.py").write_text(EVALUATION)
    (package / "data").mkdir()
    (package / "data" / "__init__.py").touch()
    (package / "data" / "cards.py").write_text("COPIES = 2\n")
    state = package / "state.py"
    state.write_text(state.read_text().replace("COPIES = 2", "from pebbles.data.cards import COPIES"))

    def answers() -> list[list[str]]:
        done = run(tmp_path, READY, **cached)
        assert done.returncode == 0, done.stderr
        return [line.split() for line in done.stdout.splitlines()]

    new = answers()
    assert new[0] == ["False", "False"]
    assert new[3] == ["True", "True"]
    (package / "drawing.py").write_text("# another drawing\n")
    same = answers()
    assert same[:2] == [["True", "True"], ["True", "True"]]
    (package / "evaluation.py").write_text(EVALUATION.replace("0.5", "0.125"))
    other_value = answers()
    assert other_value[:2] == [["True", "False"], ["False", "True"]]
    assert same[2] == new[2] != other_value[2]
    (package / "data" / "cards.py").write_text("COPIES = 3\n")
    assert answers()[:2] == [["False", "False"], ["False", "True"]]


def test_bound_code_is_not_imported() -> None:
    with pytest.raises(ImportError, match=r"not imported: use `game\.rules\.bind"):
        importlib.import_module("burgrave.core.drivers")


def test_each_game_has_bound_code_of_its_own(pebbles: Game) -> None:
    bound = pebbles.rules.bind("burgrave.core.checks")
    assert bound.legal is pebbles.rules.parts.legal
    assert bound.random_below is pebbles.rules.drivers.random_below


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("setup.py", "def start(", "def begin(", "lacks 'start' in pebbles.setup"),
        ("checking.py", "def check(", "def inspect(", "lacks 'check' in pebbles.checking"),
        ("state.py", '("turn"', '("round"', "has a field 'round'"),
        ("hidden.py", "def its_owner(", "def owner(", "lacks 'its_owner' in pebbles.hidden, which `read_by` of deal"),
        ("scoring.py", "def scores(", "def score(", "lacks 'scores' in pebbles.scoring"),
    ],
)
def test_a_game_that_lacks_a_part_says_which(
    pebbles_folder: Path, tmp_path: Path, file: str, old: str | None, new: str | None, message: str
) -> None:
    shutil.copytree(pebbles_folder, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "pebbles" / file
    if old is None or new is None:
        path.unlink()
    else:
        path.write_text(path.read_text().replace(old, new))
    failed = run(tmp_path, "import burgrave; burgrave.game('pebbles')", NUMBA_DISABLE_JIT="1")
    assert "ContractError" in failed.stderr
    assert message in failed.stderr


def test_rules_are_loaded_once(pebbles_folder: Path) -> None:
    assert load_rules("pebbles") is load_rules("pebbles")
    assert isinstance(load_rules("pebbles"), Rules)
    assert registry.spec("pebbles").package == "pebbles"


def test_threads_that_bind_the_same_drivers_share_them(pebbles: Game) -> None:
    rules, together = pebbles.rules, threading.Barrier(4)
    rules._bound.pop("burgrave.core.checks", None)

    def bind(_: int) -> object:
        together.wait()
        return rules.bind("burgrave.core.checks")

    with ThreadPoolExecutor(4) as threads:
        assert len(set(map(id, threads.map(bind, range(4))))) == 1


def test_only_the_oldest_folders_of_the_same_game_are_forgotten(tmp_path: Path) -> None:
    former = [tmp_path / f"amber-{number}" for number in range(cache.FOLDERS_KEPT + 1)]
    for age, path in enumerate([tmp_path / "amber-two-0", *former]):
        path.mkdir()
        os.utime(path, (age, age))
    cache.mark_ready(tmp_path / "amber-new")
    assert not former[0].exists()
    assert not former[1].exists()
    assert all(path.exists() for path in former[2:])
    assert (tmp_path / "amber-two-0").exists()


def test_a_folder_that_another_process_removes_meanwhile_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "amber-0"
    monkeypatch.setattr(Path, "iterdir", lambda folder: iter([gone, tmp_path / "amber-new"]))
    cache.mark_ready(tmp_path / "amber-new")
    assert (tmp_path / "amber-new" / cache.READY).exists()
