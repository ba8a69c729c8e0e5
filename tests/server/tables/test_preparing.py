"""In which order games become playable and fast: what somebody waits for comes first."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from waiting import PATIENCE

from burgrave.bots import COMPILED
from burgrave.core import loader
from burgrave.server.tables.games import CODE, RULES, Games, all_cores_but_one

pytestmark = pytest.mark.asyncio


async def test_all_games_can_be_played_before_one_is_compiled_and_who_waits_comes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games, done = Games(1, compilers=1), list[tuple[str, str]]()
    monkeypatch.setattr(games, "_load", lambda name: done.append((name, RULES)))
    monkeypatch.setattr(games, "_compile", lambda name, stage, _: done.append((name, stage)))
    games.prepare_all()
    games.preparation("hansa", urgent=True)
    await asyncio.gather(*(event.wait() for event in games._settled.values()))
    names = [spec.name for spec in games.specs()]
    assert {name for name, _ in done[: len(names)]} == set(names)
    assert done[0] == ("hansa", RULES)
    assert done[len(names) : len(names) + 1 + len(COMPILED)] == [("hansa", stage) for stage in (CODE, *COMPILED)]
    others = [name for name, stage in done if stage == CODE]
    assert others == ["hansa", *(name for name in names if name != "hansa")]
    games.close()


async def test_rules_that_cannot_be_compiled_are_played_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    games = Games(1)

    def fails(*_: object) -> None:
        raise RuntimeError("no compiler")

    monkeypatch.setattr(games, "_load", lambda name: games._rules.update({name: object()}))
    monkeypatch.setattr(games, "_compile", fails)
    preparation = games.preparation("barony")
    await games._want("barony", CODE).wait()
    assert preparation.ready
    assert preparation.problem is None
    await games.ready("barony")
    games.close()


async def test_one_process_goes_through_all_stages_of_a_game_and_each_is_used_as_soon_as_it_is_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games, ready = Games(1), set[str]()
    processes: list[tuple[str, ...]] = []
    used: list[tuple[str, set[str]]] = []

    def compiling(name: str, *modules: str, gently: bool, share: bool) -> Iterator[tuple[int, int]]:
        assert gently
        assert not share
        processes.append(modules)
        for done, module in enumerate(modules, 1):
            yield done - 1, len(modules)
            ready.add(module)
            yield done, len(modules)

    rules = SimpleNamespace(compiled=lambda module: used.append((module, set(ready))))
    monkeypatch.setattr(loader, "compiling", compiling)
    monkeypatch.setattr(loader, "is_ready", lambda name, module: module in ready)
    monkeypatch.setattr(games, "_load", lambda name: games._rules.update({name: rules}))
    preparation = games.preparation("barony")
    everything = [loader.DRIVERS, *COMPILED.values()]
    for number, stage in enumerate((CODE, *COMPILED), 1):
        await games._want("barony", stage).wait()
        assert used[-1] == (everything[number - 1], set(everything[:number]))
        assert (preparation.done, preparation.total) == (number, len(everything))
    assert processes == [tuple(everything)]
    games.close()


async def test_several_compilers_take_a_game_each(monkeypatch: pytest.MonkeyPatch) -> None:
    games, at_work, most = Games(1, compilers=2), set[str](), list[int]()
    together = threading.Barrier(2, timeout=PATIENCE)

    def compile_stage(name: str, stage: str, _: object) -> bool:
        assert name not in at_work, "a stage stands on the one before"
        at_work.add(name)
        most.append(len(at_work))
        together.wait()
        at_work.discard(name)
        together.wait()
        return False

    monkeypatch.setattr(games, "_load", lambda name: None)
    monkeypatch.setattr(games, "_compile", compile_stage)
    stages = (CODE, *COMPILED)
    for name in ("barony", "amber"):
        games.preparation(name, urgent=False)
    settled = [games._want(name, stage) for name in ("barony", "amber") for stage in stages]
    await asyncio.gather(*(event.wait() for event in settled))
    assert max(most) == 2
    games.close()


async def test_a_game_that_was_begun_is_completed_before_one_that_somebody_opens_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games, done = Games(1, compilers=1), list[tuple[str, str]]()

    def compile_stage(name: str, stage: str, _: object) -> bool:
        if not done:
            games.preparation("hansa")
        done.append((name, stage))
        return False

    monkeypatch.setattr(games, "_load", lambda name: None)
    monkeypatch.setattr(games, "_compile", compile_stage)
    settled = []
    for name in ("barony", "amber", "hansa"):
        games.preparation(name, urgent=False)
        settled += [games._want(name, stage) for stage in (CODE, *COMPILED)]
    await asyncio.gather(*(event.wait() for event in settled))
    assert done == [(name, stage) for name in ("barony", "hansa", "amber") for stage in (CODE, *COMPILED)]
    games.close()


@pytest.mark.parametrize(("cores", "compilers"), [(None, 1), (1, 1), (2, 1), (8, 7)])
async def test_compiling_leaves_a_core_to_everything_else(
    cores: int | None, compilers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert all_cores_but_one() == compilers
