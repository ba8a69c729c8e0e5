"""Tables of a former version are the same tables after an upgrade."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from burgrave.server.store.kinds import SeatKind, Status
from burgrave.server.tables.events import Forfeited
from burgrave.server.upkeep import check_live
from server.conftest import application, client_of

PLAYED = Path(__file__).parent / "played-0002.sql"
STATUS = {
    "done": Status.OVER,
    "rematch": Status.OVER,
    "running": Status.PLAYING,
    "open": Status.OPEN,
    "record": Status.OVER,
    "cut": Status.CLOSED,
    "abandoned": Status.CLOSED,
}


def address(name: str) -> str:
    return name.ljust(22, "_")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder as the former version left it."""
    with closing(sqlite3.connect(tmp_path / "burgrave.db")) as database:
        database.executescript(PLAYED.read_text(encoding="utf-8"))
    return tmp_path


def upgraded(folder: Path) -> FastAPI:
    """The present server on that folder; old as its tables are, no round of the server clears them away meanwhile."""
    ages = dict.fromkeys(("forget_unstarted_after", "close_abandoned_after", "forget_uploads_after"), 1e9)
    return application(folder, **ages)


async def loaded(app: FastAPI, name: str) -> Any:
    return await app.state.burgrave.hub.get(address(name))


def test_a_former_database_is_checked_without_being_changed(folder: Path) -> None:
    before = (folder / "burgrave.db").read_bytes()
    assert check_live(data_dir=folder) == (6, [])
    assert (folder / "burgrave.db").read_bytes() == before


def test_what_does_not_fit_the_rules_is_found_in_a_former_database_too(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "burgrave.db")) as database, database:
        database.execute("DELETE FROM events WHERE table_id = ? AND seq = 40", [address("done")])
    _, (misfit,) = check_live(data_dir=folder)
    assert misfit.table == address("done")
    assert misfit.seq > 40


@pytest.mark.asyncio
@pytest.mark.parametrize("name", STATUS)
async def test_every_table_is_what_its_row_says(folder: Path, name: str) -> None:
    app = upgraded(folder)
    async with app.router.lifespan_context(app):
        state = (await loaded(app, name)).state
        stored = await app.state.burgrave.storage.table(address(name))
        assert state.problem is None
        assert state.status == STATUS[name]
        kept = stored.head
        if state.status == Status.PLAYING:  # of a running game the upgrade only knows its last move
            assert (kept.turn_seq, kept.turn_at) == (kept.position_seq, kept.changed_at)
            kept = replace(kept, turn_seq=state.head.turn_seq, turn_at=state.head.turn_at)
        assert state.head == kept
        assert state.seats == stored.seats


@pytest.mark.asyncio
async def test_a_game_goes_on_where_it_was(folder: Path) -> None:
    app = upgraded(folder)
    async with app.router.lifespan_context(app):
        table = await loaded(app, "running")
        state = table.state
        assert [seat.kind for seat in state.made.seats] == [SeatKind.PERSON, SeatKind.FREE]
        assert [line.text for line in state.chat] == ["hello there"]
        assert state.standing == {0: frozenset(["forced"])}
        assert state.match.length == len([event for event in state.events if event.kind == "move"]) - 4
        await table.play(state.to_act, state.seq, state.match.position.moves()[0].text)
        assert table.state.match.length > state.match.length
        before = table.state.turn_seq
        while table.state.turn_seq == before:
            await table.play(table.state.to_act, table.seq, table.state.match.position.moves()[0].text)
        assert table.state.head == (await app.state.burgrave.storage.table(table.id)).head


@pytest.mark.asyncio
async def test_a_finished_game_is_remembered_with_its_seed_and_its_rematch(folder: Path) -> None:
    app = upgraded(folder)
    async with app.router.lifespan_context(app):
        done, record = [(await loaded(app, name)).state for name in ("done", "record")]
        assert done.rematch == address("rematch")
        assert done.match.seed == done.seed == record.seed
        assert done.match.log == record.match.log
        assert not any(isinstance(event.what, Forfeited) for event in record.events)


@pytest.mark.asyncio
async def test_nobody_is_said_to_be_able_to_verify_the_dice_of_a_former_table(folder: Path) -> None:
    app = upgraded(folder)
    async with app.router.lifespan_context(app), client_of(app) as client:
        for name in ("done", "running"):
            assert (await loaded(app, name)).state.verifiable_by == frozenset()
        page = (await client.get(f"/result/{address('done')}", headers={"accept": "text/html"})).text
        assert "The dice cannot be verified: the server chose its part of the seed" in page
        text = (await client.get(f"/api/tables/{address('done')}/record")).text
        assert "\n# dice verifiable by: nobody\n" in text
