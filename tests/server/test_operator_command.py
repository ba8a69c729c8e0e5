"""`burgrave operator`: what an operator types to keep a server in order."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from burgrave.server.store.database import migrate
from burgrave.server.store.desk import Desk
from burgrave.server.store.storage import Storage
from burgrave.server.tables import keys
from burgrave.server.tables.keys import new_id
from server.conftest import Command, sqlite_url
from server.store.test_desk import stored


@pytest.fixture
def operator(command: Command, tmp_path: Path) -> Command:
    """Runs `burgrave operator` on a data folder."""
    return lambda first, *rest: command("operator", first, "--data-dir", tmp_path, *rest)


@pytest.fixture
def table(tmp_path: Path) -> str:
    """A data folder with a table at which something was said and reported; the table's id."""

    async def make() -> str:
        storage = Storage(sqlite_url(tmp_path))
        await migrate(storage.engine)
        made = await stored(storage, (0, "Anna", "something bad"))
        await Desk(storage).report(made.made.id, 1, "an insult", "reporter", {"annas-browser"})
        await storage.engine.dispose()
        return made.made.id

    return asyncio.run(make())


def listed(ended: tuple[int, str, str]) -> list[dict[str, Any]]:
    assert ended[0] == 0, ended[2]
    found: list[dict[str, Any]] = json.loads(ended[1])
    return found


def test_no_identifier_looks_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-d71WYMp-ZTr6WwjcMfPPQ", "d71WYMp-ZTr6WwjcMfPPQ-"])
    monkeypatch.setattr(keys.secrets, "token_urlsafe", lambda length: next(drawn))
    assert new_id() == "d71WYMp-ZTr6WwjcMfPPQ-"


def test_an_older_identifier_that_looks_like_an_option_stands_after_two_dashes(operator: Command, table: str) -> None:
    assert listed(operator("chat", "--json", "--", "-d71WYMp-ZTr6WwjcMfPPQ")) == []


def test_tables_chats_and_reports_are_listed(operator: Command, table: str) -> None:
    [found] = listed(operator("tables", "--json"))
    assert (found["table"], found["game"], found["status"]) == (table, "catan", "playing")
    assert [line["text"] for line in listed(operator("chat", table, "--json"))] == ["something bad"]
    [report] = listed(operator("reports", "--json"))
    assert (report["table"], report["line"], report["reason"], report["about"]) == (
        table,
        1,
        "an insult",
        "annas-browser",
    )
    assert "an insult" in operator("reports")[1]
    assert operator("settle", report["report"])[0] == 0
    assert listed(operator("reports", "--json")) == []
    assert len(listed(operator("reports", "--all", "--json"))) == 1


def test_a_line_a_name_and_a_table_are_deleted(operator: Command, table: str, tmp_path: Path) -> None:
    assert operator("delete-line", table, 1)[:2] == (0, "line 1 is deleted\n")
    assert [line["text"] for line in listed(operator("chat", table, "--json"))] == [""]
    assert operator("delete-name", "Anna", "--yes")[:2] == (0, "replaced at 1 tables\n")
    assert listed(operator("tables", "--json"))[0]["names"] == "former player, Bruno"
    assert operator("delete-table", table, "--yes")[0] == 0
    assert listed(operator("tables", "--json")) == []
    acts = [deed["what"] for deed in listed(operator("deeds", "--json"))]
    assert acts == ["delete_table", "forget_name", "delete_line"]


def test_what_is_not_there_is_told_in_a_sentence(operator: Command, table: str) -> None:
    for arguments, sentence in (
        (("delete-table", "nowhere", "--yes"), "burgrave: there is no table nowhere"),
        (("delete-line", table, 7), f"burgrave: there is no line 7 at the table {table} that says anything"),
        (("settle", 99), "burgrave: there is no report 99"),
        (("unblock", "nobody"), "burgrave: nobody is not blocked"),
        (("delete-name", "Anna", "--as", "  ", "--yes"), "burgrave: '  ' is no name"),
    ):
        code, _, complaint = operator(*arguments)
        assert (code, complaint.strip()) == (1, sentence)


def test_a_browser_or_an_address_is_blocked_for_some_days(operator: Command, table: str) -> None:
    key = new_id()
    assert operator("block", key, "--days", 3, "--reason", "spam")[1] == f"{key} is blocked for 3 days\n"
    assert operator("block", "203.0.113.7")[0] == 0
    blocks = listed(operator("blocks", "--json"))
    assert [block["reason"] for block in blocks if block["key"] == key] == ["spam"]
    assert "203.0.113.7" not in str(blocks)
    assert operator("unblock", key)[0] == 0
    assert len(listed(operator("blocks", "--json"))) == 1


def test_no_database_is_made_where_none_is(operator: Command, tmp_path: Path) -> None:
    code, _, complaint = operator("tables")
    assert code == 1
    assert "there is no database" in complaint
    assert not list(tmp_path.iterdir())


def test_a_forgotten_key_lets_servers_begin_with_another_one(
    operator: Command, table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = (digit * 64 for digit in "12")
    monkeypatch.setenv("BURGRAVE_SIGNING_KEY", one)
    assert operator("block", "203.0.113.7")[0] == 0
    monkeypatch.setenv("BURGRAVE_SIGNING_KEY", other)
    assert "another key" in operator("block", "203.0.113.7")[2]
    assert operator("forget-key", "--yes")[0] == 0
    assert operator("block", "203.0.113.7")[0] == 0
    assert "forget_key" in {deed["what"] for deed in listed(operator("deeds", "--json"))}
