"""A hint is made from what its seat sees, where the table allows it, and for the position that was asked about."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import httpx
import numpy as np
import pytest
from fastapi import FastAPI
from waiting import PATIENCE

import burgrave
from burgrave.arena import hints
from burgrave.arena.telling import percent
from burgrave.core import registry
from burgrave.core.position import View
from server.tables.test_hub import until
from server.web.people import Person, person

ME, BOT, ANYBODY = {"kind": "me"}, {"kind": "bot", "level": "random"}, {"kind": "person"}
QUICK: dict[str, Any] = {"seconds": None, "iterations": 32, "samples": 8}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints that think for a moment only."""
    thorough = hints.hint
    monkeypatch.setattr(hints, "hint", lambda view, *, stop: thorough(view, stop=stop, **QUICK))


async def my_turn(app: FastAPI, mine: Person, table: str, seat: int = 0) -> int:
    """Wait until a seat is to act; the number of the last event."""
    found = await app.state.burgrave.hub.get(table.rpartition("/")[2])
    await until(lambda: found.state.to_act == seat)
    return int((await mine.get(table)).json()["seq"])


@pytest.mark.asyncio
@pytest.mark.usefixtures("quick")
async def test_whoever_plays_with_bots_alone_gets_a_hint_and_can_play_it(app: FastAPI) -> None:
    async with person(app, "Anna") as anna:
        table = await anna.make(ME, BOT, BOT)
        seq = await my_turn(app, anna, table)
        answer = await anna.post(f"{table}/hint", seq=seq)
        assert answer.status_code == 200, answer.text
        hint = answer.json()
        assert hint["reasons"][0].startswith("Best now: ")
        assert "chance to win" in hint["reasons"][-1]
        assert 0 <= hint["chance"] <= 1
        assert hint["less"] == 0
        legal = {move["text"]: move for move in (await anna.get(f"{table}/moves")).json()}
        for one in (hint, *hint["others"]):
            assert (one["label"], one["sites"]) == (legal[one["move"]]["label"], legal[one["move"]]["sites"])
        assert (await anna.post(f"{table}/moves", seq=seq, move=hint["move"])).status_code == 200


@pytest.mark.asyncio
@pytest.mark.usefixtures("quick")
async def test_a_hint_speaks_the_language_of_its_page(app: FastAPI) -> None:
    async with person(app, "Anna") as anna:
        table = await anna.make(ME, BOT, BOT)
        seq = await my_turn(app, anna, table)
        reasons = (await anna.post(f"{table}/hint?language=pl", seq=seq)).json()["reasons"]
        assert reasons[0].startswith("Najlepiej teraz: ")
        assert "Szansa na wygraną" in reasons[-1]


@pytest.mark.asyncio
@pytest.mark.usefixtures("quick")
async def test_with_other_people_there_are_hints_only_where_the_host_has_said_so(app: FastAPI) -> None:
    async with person(app, "Anna") as anna, person(app, "Bo") as bo:
        table = await anna.make(ME, ANYBODY)
        assert (await bo.post(f"{table}/seats/1", name="Bo")).status_code == 201
        found = await app.state.burgrave.hub.get(table.rpartition("/")[2])
        first = found.state.to_act
        asker = {0: anna, 1: bo}[first]
        seq = await my_turn(app, asker, table, first)
        refused = await asker.post(f"{table}/hint", seq=seq)
        assert (refused.status_code, refused.json()["detail"]) == (403, "This table allows no hints now.")
        assert (await bo.post(f"{table}/hints", who="all")).status_code == 403
        assert (await anna.post(f"{table}/hints", who="all")).status_code == 200
        assert found.state.chat[-1].notice == "hints.all"
        assert (await asker.post(f"{table}/hint", seq=seq)).status_code == 200
        assert (await anna.post(f"{table}/hints", who="nobody")).status_code == 200
        assert (await asker.post(f"{table}/hint", seq=seq)).status_code == 403


@pytest.mark.asyncio
async def test_a_friend_whose_bot_plays_on_for_a_while_still_counts_as_a_person(app: FastAPI) -> None:
    async with person(app, "Anna") as anna, person(app, "Bo") as bo:
        table = await anna.make(ME, ANYBODY, BOT)
        await bo.post(f"{table}/seats/1", name="Bo")
        await bo.post(f"{table}/seats/1/bot", level="random")
        seq = await my_turn(app, anna, table)
        assert (await anna.post(f"{table}/hint", seq=seq)).status_code == 403


@pytest.mark.asyncio
@pytest.mark.parametrize(("rule", "status"), [("nobody", 403), ("all", 200)])
@pytest.mark.usefixtures("quick")
async def test_a_table_can_be_made_with_its_rule_for_hints(app: FastAPI, rule: str, status: int) -> None:
    async with person(app, "Anna") as anna:
        table = await anna.make(ME, ME, ME, hints=rule)
        told = (await anna.get(table)).json()
        assert told["hints"] == rule
        answer = await anna.post(f"{table}/hint?seat={told['to_act']}", seq=told["seq"])
        assert answer.status_code == status


@pytest.mark.asyncio
async def test_only_whoever_is_to_act_gets_a_hint_and_only_for_the_position_there_is(app: FastAPI) -> None:
    async with person(app, "Anna") as anna, person(app, "Bo") as bo:
        table = await anna.make(ME, ME, ME, hints="all")
        told = (await anna.get(table)).json()
        other = (told["to_act"] + 1) % 3
        assert (await anna.post(f"{table}/hint?seat={other}", seq=told["seq"])).status_code == 409
        assert (await anna.post(f"{table}/hint", seq=0)).status_code == 409
        assert (await bo.post(f"{table}/hint", seq=told["seq"])).status_code == 403
        assert (await anna.post(f"{table}/hint", seq="soon")).status_code == 422
        assert (await anna.post(f"{table}/hints", who="me")).status_code == 422


class SlowHint:
    """A hint that is thought about until somebody has seen enough."""

    def __init__(self) -> None:
        self.begun, self.goes_on, self.stopped = threading.Event(), threading.Event(), threading.Event()

    def __call__(self, view: View, *, stop: threading.Event) -> hints.Hint:
        self.begun.set()
        while not (self.goes_on.is_set() or stop.wait(0.01)):
            pass
        if stop.is_set():
            self.stopped.set()
        return hints.Hint((hints.Option(view.moves()[0], 0.5),))


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> SlowHint:
    made = SlowHint()
    monkeypatch.setattr(hints, "hint", made)
    return made


@pytest.mark.asyncio
async def test_a_hint_that_is_given_up_stops_thinking(app: FastAPI, slow: SlowHint) -> None:
    async with person(app, "Anna") as anna:
        table = await anna.make(ME, BOT, BOT)
        asked = asyncio.create_task(anna.post(f"{table}/hint", seq=await my_turn(app, anna, table)))
        await until(slow.begun.is_set)
        asked.cancel()
        assert await asyncio.to_thread(slow.stopped.wait, PATIENCE)
        await until(lambda: not app.state.burgrave.advised)


@pytest.mark.asyncio
async def test_a_hint_for_a_position_that_has_gone_meanwhile_is_late(app: FastAPI, slow: SlowHint) -> None:
    async with person(app, "Anna") as anna:
        table = await anna.make(ME, BOT, BOT)
        seq = await my_turn(app, anna, table)
        asked = asyncio.create_task(anna.post(f"{table}/hint", seq=seq))
        await until(slow.begun.is_set)
        move = (await anna.get(f"{table}/moves")).json()[0]["text"]
        assert (await anna.post(f"{table}/moves", seq=seq, move=move)).status_code == 200
        slow.goes_on.set()
        late: httpx.Response = await asked
        assert late.status_code == 409


@pytest.mark.parametrize("name", registry.games())
def test_a_hint_is_the_same_whatever_the_hidden_things_are(name: str) -> None:
    rng, match = np.random.default_rng(7), burgrave.game(name).match(seed="hints")
    for _ in range(60):
        match.play(match.position.moves()[int(rng.integers(len(match.position.moves())))])
    while len(match.position.moves()) < 2:
        match.play(match.position.moves()[0])
    seat = match.position.to_act
    view = match.view(seat)
    imagined = burgrave.View(view.sample(rng), seat, names=view.names)
    real, other = hints.hint(view, **QUICK), hints.hint(imagined, **QUICK)
    assert real == other
    for language in ("en", "pl"):
        assert hints.told(view, real, language) == hints.told(imagined, other, language)


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_moves_of_a_hint_stand_in_one_order_and_its_sentence_speaks_of_the_second(seed: str) -> None:
    match = burgrave.game("burgundy", players=2).match(seed=seed)
    bot = burgrave.bot("greedy", match.game, seed=seed)
    while match.length < 150 or len(match.position.moves()) < 12:
        match.play(bot.choose(match.view(match.position.to_act)))
    view = match.view(match.position.to_act)
    found = hints.hint(view, iterations=60)
    chances = [one.chance for one in found.options]
    assert len(chances) > 2
    assert chances == sorted(chances, reverse=True)
    last = hints.told(view, found, "en")[-1]
    if found.options[1].less:
        assert f"after the next best move, about {percent(chances[1])}" in last
    else:
        assert "other moves are about as good" in last


def test_an_only_move_needs_no_thought() -> None:
    match = burgrave.game("catan").match(seed="hints")
    while len(match.position.moves()) > 1:
        match.play(match.position.moves()[-1])
    view = match.view(match.position.to_act)
    found = hints.hint(view)
    assert [one.move for one in found.options] == list(view.moves())
    assert hints.told(view, found, "en")[-1] == "It is the only move you may make."
