"""What an operator types beside serving: checking the stored games and taking a backup, each without a traceback."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import burgrave
from server.conftest import Command, application, client_of


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """A data folder with one finished game in it."""
    match = burgrave.game("barony", players=2).match(seed=1)
    while not match.is_over:
        match.play(match.position.moves()[-1])

    async def upload() -> None:
        app = application(tmp_path)
        async with app.router.lifespan_context(app), client_of(app) as client:
            made = await client.post("/api/records", content=match.text(), headers={"content-type": "text/plain"})
            assert made.status_code == 201, made.text

    asyncio.run(upload())
    return tmp_path


def change(folder: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(folder / "burgrave.db")) as database, database:
        database.execute(statement, values)


def assert_one_sentence(ended: tuple[int, str, str]) -> None:
    code, _, complaint = ended
    assert code == 1
    assert complaint.startswith("burgrave: ")
    assert complaint.count("\n") == 1


def test_stored_games_are_checked_and_left_as_they_are(command: Command, stored: Path) -> None:
    before = (stored / "burgrave.db").read_bytes()
    assert command("check", "--live", "--data-dir", stored) == (0, "1 of 1 stored games fit the present rules\n", "")
    assert (stored / "burgrave.db").read_bytes() == before


def result_of(folder: Path) -> dict[str, Any]:
    with closing(sqlite3.connect(folder / "burgrave.db")) as database:
        found: dict[str, Any] = json.loads(database.execute("SELECT result FROM tables").fetchone()[0])
        return found


@pytest.mark.parametrize("what", ["scores", "winners"])
def test_a_game_that_would_end_otherwise_is_named(command: Command, stored: Path, what: str) -> None:
    change(stored, "UPDATE tables SET result = ?", json.dumps({**result_of(stored), what: [7, 7]}))
    code, text, _ = command("check", "--live", "--data-dir", stored)
    assert code == 1
    assert f"the {what} would be" in text


def test_a_game_that_would_not_be_over_is_named(command: Command, stored: Path) -> None:
    change(stored, "DELETE FROM events WHERE seq = (SELECT max(seq) FROM events WHERE kind = 'move')")
    code, text, _ = command("check", "--live", "--data-dir", stored)
    assert code == 1
    assert "the game would not be over" in text


def test_checking_where_nothing_is_stored_makes_no_database(command: Command, tmp_path: Path) -> None:
    assert_one_sentence(command("check", "--live", "--data-dir", tmp_path))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [("check", "--live"), ("backup", "copy.db")], ids=lambda command: command[0])
def test_a_database_that_cannot_be_used_is_one_sentence(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "burgrave.db").write_text("This is no database. " * 100)
    assert_one_sentence(command(*arguments, "--data-dir", tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["burgrave.db"]
    nobody = "postgresql://nobody@127.0.0.1:1/nothing"
    assert_one_sentence(command(*arguments, "--database-url", nobody))


def test_a_backup_where_nothing_is_stored_is_one_sentence(command: Command, tmp_path: Path) -> None:
    assert_one_sentence(command("backup", tmp_path / "copy.db", "--data-dir", tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_backup_is_a_database(command: Command, stored: Path, tmp_path: Path) -> None:
    copy = stored / "a folder, with 100% odd #signs?"
    copy.mkdir()
    assert command("backup", copy / "burgrave.db", "--data-dir", stored)[0] == 0
    assert [path.name for path in copy.iterdir()] == ["burgrave.db"]
    assert command("check", "--live", "--data-dir", copy)[0] == 0
    assert_one_sentence(command("backup", copy / "burgrave.db", "--data-dir", stored))
    assert_one_sentence(command("backup", stored / "nowhere" / "burgrave.db", "--data-dir", stored))
