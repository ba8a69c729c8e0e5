"""Fixtures that many tests share."""

from __future__ import annotations

import asyncio
import logging
from asyncio import runners
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from outside import build_pebbles

import burgrave
from burgrave.core import registry
from burgrave.core.game import Game

# How fast a machine makes examples says nothing about what is tested with them.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first, so that several workers end together: they take work from each other."""
    items.sort(key=lambda item: (not item.get_closest_marker("slow"), item.path.parent.name != "browser"))


def pytest_runtest_teardown() -> None:
    """A server that was started in this process leaves no log behind, which would write where nobody reads any more."""
    root = logging.getLogger()
    for handler in [one for one in root.handlers if type(one) is logging.StreamHandler]:
        root.removeHandler(handler)
        root.setLevel(logging.WARNING)


@pytest.fixture(scope="session", autouse=True)
def no_task_outlives_its_loop() -> Iterator[None]:
    """When a test's loop ends, so do the tasks that others begin while they are ended.

    asyncpg tells a server in a task of its own that a query was given up. Left behind, it fails whatever test runs when
    its memory is collected.
    """
    end_tasks: Callable[[asyncio.AbstractEventLoop], None] = vars(runners)["_cancel_all_tasks"]

    def end_all_tasks(loop: asyncio.AbstractEventLoop) -> None:
        for _ in range(3):
            end_tasks(loop)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runners, "_cancel_all_tasks", end_all_tasks)
        yield


@pytest.fixture(scope="session")
def built_pebbles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the small game from docs/adding-a-game.md."""
    folder = tmp_path_factory.mktemp("outside")
    build_pebbles(folder)
    return folder


@pytest.fixture(scope="module")
def pebbles_folder(built_pebbles: Path) -> Iterator[Path]:
    """The same folder, installed for the tests of a file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(built_pebbles)
        registry._found.cache_clear()
        yield built_pebbles
    registry._found.cache_clear()


@pytest.fixture
def pebbles(pebbles_folder: Path) -> Game:
    """The small game for two."""
    return burgrave.game("pebbles", players=2)
