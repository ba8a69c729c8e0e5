"""What an operator can set: from arguments and the environment, all of it on the page about running a server."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from burgrave.server.settings import Settings, settings

ROOT = Path(__file__).parents[2]
NAMES = {f"BURGRAVE_{item.name.upper()}" for item in fields(Settings)} | {"BURGRAVE_CACHE"}


def named_in(path: str) -> set[str]:
    return set(re.findall(r"BURGRAVE_[A-Z_]+", (ROOT / path).read_text()))


def test_the_page_about_running_a_server_names_every_setting() -> None:
    assert named_in("docs/server.md") - {"BURGRAVE_KILLS"} == NAMES


@pytest.mark.parametrize("path", ["deploy/Containerfile", "deploy/burgrave.service"])
def test_deployment_sets_only_what_there_is(path: str) -> None:
    assert named_in(path) <= NAMES


def test_an_argument_goes_before_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BURGRAVE_PORT", "8123")
    monkeypatch.setenv("BURGRAVE_BOT_PAUSE", "0.25")
    assert settings(data_dir=tmp_path).port == 8123
    chosen = settings(data_dir=tmp_path, port=8124)
    assert (chosen.port, chosen.bot_pause) == (8124, 0.25)
    assert chosen.database_url.endswith(f"{tmp_path}/burgrave.db")


def test_a_setting_that_makes_no_sense_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BURGRAVE_PORT", "eighty")
    with pytest.raises(ValueError, match="BURGRAVE_PORT cannot be 'eighty'"):
        settings()
    with pytest.raises(ValueError, match="a port is a number from 0 to 65535, not 80000"):
        settings(port=80000)


def test_a_database_of_another_kind_is_refused_without_telling_its_password(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"begins with postgresql:// or sqlite:///, not with 'mysql'$"):
        settings(data_dir=tmp_path, database_url="mysql://ann:secret@db/games")
