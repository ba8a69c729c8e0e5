"""Burgrave beside a real table: people enter what dice and cards bring, and are told nothing they may not know."""

from __future__ import annotations

import random

import numpy as np
import pytest
from fastapi import FastAPI
from playing import RECORDS

import burgrave
from burgrave.core import companion, records
from burgrave.core.spec import CHANCE
from burgrave.server.store.kinds import Status
from burgrave.server.tables import entering
from burgrave.server.tables.events import ByHand, Event, Moved, Started
from burgrave.server.tables.state import TableState
from burgrave.server.tables.table import Table
from server.tables.test_state import PERSON, made_with
from server.web.people import Person, person

ME = {"kind": "me"}
BEGINNER = {"set_up": "beginner"}


async def real_table(app: FastAPI, anna: Person, **more: object) -> tuple[str, Table]:
    """A table at which Anna enters everything; its address in the API, and the table."""
    path = await anna.make(ME, ME, ME, by_hand=True, **{"options": BEGINNER, **more})
    return path, await app.state.burgrave.hub.get(path.rpartition("/")[2])


async def enter(anna: Person, path: str, table: Table, text: str, seat: int | None = None) -> int:
    to_act = table.state.to_act
    chosen = seat if seat is not None else max(0, to_act if to_act is not None else 0)
    answer = await anna.post(f"{path}/moves?seat={chosen}", seq=table.seq, move=text)
    return int(answer.status_code)


def match_of(table: Table) -> burgrave.Match:
    assert table.state.match is not None
    return table.state.match


@pytest.mark.asyncio
async def test_a_whole_game_is_entered_and_its_record_reads_back(app: FastAPI) -> None:
    luck = random.Random(3)
    async with person(app, "Anna") as anna:
        path, table = await real_table(app, anna, options={**BEGINNER, "turn_limit": 6})
        entered = 0
        while not table.state.is_finished:
            match = match_of(table)
            entered += match.position.to_act == CHANCE
            seat = next((s for s in range(3) if match.position.to_act == CHANCE and reads(match, s)), None)
            assert await enter(anna, path, table, luck.choice(match.position.moves()).text, seat) == 200
        assert entered > 5
        assert table.state.status == Status.OVER
        record = (await anna.get(f"{path}/record")).text
        assert "seed:" not in record
        assert records.read(record).log == match_of(table).log


def reads(match: burgrave.Match, seat: int) -> bool:
    return all(companion.reads(match.position, seat, move) for move in match.position.moves())


async def up_to_the_dice(anna: Person, path: str, table: Table) -> None:
    while match_of(table).position.point != "dice":
        assert await enter(anna, path, table, match_of(table).position.moves()[0].text) == 200


@pytest.mark.asyncio
async def test_dice_are_entered_corrected_and_never_thrown_unasked(app: FastAPI) -> None:
    async with person(app, "Anna") as anna:
        path, table = await real_table(app, anna)
        await up_to_the_dice(anna, path, table)
        length = match_of(table).length
        assert await enter(anna, path, table, "roll 7 7") == 422
        assert await enter(anna, path, table, "end") == 422
        assert match_of(table).length == length
        assert await enter(anna, path, table, "roll 6 5") == 200
        assert match_of(table).log[length] == "roll 6 5"
        answer = await anna.post(f"{path}/undo", seq=table.seq)
        assert answer.json()["done"]
        assert match_of(table).length == length
        assert await enter(anna, path, table, "roll 2 1") == 200
        assert match_of(table).log[length] == "roll 2 1"


@pytest.mark.asyncio
async def test_the_server_draws_when_asked_to_and_only_there(app: FastAPI) -> None:
    async with person(app, "Anna") as anna:
        path, table = await real_table(app, anna, options={})
        assert table.state.to_act == CHANCE  # the map is laid out by hand
        assert (await anna.post(f"{path}/draw", seq=table.seq)).status_code == 200
        assert table.state.to_act != CHANCE
        assert (await anna.post(f"{path}/draw", seq=table.seq)).status_code == 409
        other = await anna.make(ME, ME, ME)
        seq = (await anna.get(other)).json()["seq"]
        assert (await anna.post(f"{other}/draw", seq=seq)).status_code == 409


@pytest.mark.asyncio
async def test_a_rated_game_has_the_servers_dice(app: FastAPI) -> None:
    async with person(app, "Anna") as anna:
        seats = [ME, {"kind": "person"}]
        wanted = {"game": "catan", "seats": seats, "by_hand": True, "rated": True, "clock": 60}
        refused = await anna.post("/api/tables", **wanted)
        assert (refused.status_code, refused.json()["detail"]) == (
            422,
            "A rated game is played with the server's dice.",
        )


@pytest.mark.asyncio
async def test_strangers_enter_nothing(app: FastAPI) -> None:
    async with person(app, "Anna") as anna, person(app, "Bo") as bo:
        path, table = await real_table(app, anna)
        await up_to_the_dice(anna, path, table)
        assert (await bo.post(f"{path}/moves", seq=table.seq, move="roll 1 1")).status_code == 403
        assert (await bo.post(f"{path}/draw", seq=table.seq)).status_code == 403


def drawing_a_card() -> TableState:
    """A table beside a real one where somebody has just bought a development card."""
    game = burgrave.game("catan", players=3, **BEGINNER)
    luck, match = random.Random(1), game.match(chance="manual")
    while match.position.point != "draw":
        moves = [move for move in match.position.moves() if move.text.partition(" ")[0] not in ("give", "want", "bank")]
        buying = [move for move in moves if move.text == "buy"]
        match.play(luck.choice(buying or moves))
    state = TableState.of(made_with(game, PERSON, PERSON, PERSON), game)
    happened = [
        ByHand(),
        Started(),
        *(Moved(by, move.text) for move, by in zip(match.moves, match.movers, strict=True)),
    ]
    return state.replayed([Event(number, 1000.0, what) for number, what in enumerate(happened, 1)])


def test_a_hidden_card_is_entered_by_whoever_may_see_it() -> None:
    state = drawing_a_card()
    assert state.match is not None
    buyer = next(by for by in reversed(state.match.movers) if by != CHANCE)
    assert entering.outcomes(state, buyer)
    assert all(not entering.outcomes(state, seat) for seat in range(3) if seat != buyer)


def test_what_is_offered_is_the_same_whatever_is_hidden() -> None:
    state, rng = drawing_a_card(), np.random.default_rng(2)
    assert state.match is not None
    for seat in range(3):
        other = state.match.copy()
        other._positions = other._positions.first(other.length).plus(state.match.view(seat).sample(rng))
        imagined = state.replayed([])
        object.__setattr__(imagined, "match", other)
        assert entering.outcomes(imagined, seat) == entering.outcomes(state, seat)


@pytest.mark.asyncio
async def test_a_table_that_knows_one_hand_shows_nothing_else(app: FastAPI) -> None:
    real = burgrave.load(RECORDS / "amber-shared-win.txt")
    options = {name: value for name, value in real.game.options.items() if name != "players"}
    async with person(app, "Anna") as anna:
        seats = [ME] * real.game.players
        made = await anna.post("/api/tables", game="amber", seats=seats, by_hand=True, knows=0, options=options)
        path = f"/api/tables/{made.json()['id']}"
        table = await app.state.burgrave.hub.get(path.rpartition("/")[2])
        for move, before in real.steps()[:70]:
            if before.to_act == CHANCE and not companion.reads(before, 0, move):
                continue  # what nobody at the table can tell is there already
            assert await enter(anna, path, table, move.text, 0) == 200
        match = match_of(table)
        assert match.position.view(0) == real.positions[match.length].view(0)
        assert sum("?" in text for text in match.log) > 10
        for seat in range(1, real.game.players):
            assert (await anna.get(f"{path}?seat={seat}")).status_code == 403
            assert (await anna.get(f"{path}/moves?seat={seat}")).status_code >= 400
        while "?" not in match_of(table).log[-1]:
            assert (await anna.post(f"{path}/undo?seat=0", seq=table.seq)).status_code == 200
        assert (await anna.post(f"{path}/undo?seat=0", seq=table.seq)).status_code == 200
        shown = entering.outcomes(table.state, 0)  # somebody shows what was drawn there
        assert await enter(anna, path, table, shown[0].text, 0) == 200
        assert shown[0].text in match_of(table).log[-2:]
        page = (await anna.page(path.replace("/api/tables", "/table"))).text
        assert "Enter what" in page or table.state.to_act == 0


@pytest.mark.asyncio
async def test_a_table_that_knows_one_hand_has_no_bots_and_no_clock(app: FastAPI) -> None:
    async with person(app, "Anna") as anna:
        for seats, more in (([ME, {"kind": "bot"}], {}), ([ME, ME], {"clock": 60}), ([ME, ME], {"by_hand": False})):
            wanted = {"game": "catan", "seats": seats, "by_hand": True, "knows": 0, **more}
            answer = await anna.post("/api/tables", **wanted)
            assert answer.status_code == 422, answer.text
