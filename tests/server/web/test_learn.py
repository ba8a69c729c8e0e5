"""Lessons over the web: lists, pages, tries, and what they are answered."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

pytestmark = pytest.mark.asyncio

HTML = {"accept": "text/html", "origin": "http://testserver"}
COMBAT = "/learn/barony/02-combat"


@pytest_asyncio.fixture
async def pupil(app: FastAPI, client: httpx.AsyncClient) -> httpx.AsyncClient:
    """Somebody for whom the rules are ready."""
    await app.state.burgrave.games.ready("barony")
    return client


def at(**place: Any) -> dict[str, str]:
    return {"at": json.dumps(place)}


async def attempt(pupil: httpx.AsyncClient, *moves: str, **place: Any) -> dict[str, Any]:
    answer = await pupil.post(f"{COMBAT}/trade", params=at(**place), json={"moves": list(moves)})
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize(("language", "title"), [("en", "Attack and defence"), ("pl", "Atak i obrona")])
async def test_a_game_lists_its_lessons_and_lobby_and_guide_lead_there(
    pupil: httpx.AsyncClient, language: str, title: str
) -> None:
    listed = await pupil.get(f"/learn/barony?language={language}", headers=HTML)
    assert title in listed.text
    assert f'href="{COMBAT}"' in listed.text
    assert 'href="/learn/barony"' in (await pupil.get("/", headers=HTML)).text
    assert 'href="/learn/barony"' in (await pupil.get("/guide/barony", headers=HTML)).text


async def test_a_lesson_shows_its_first_step_as_its_seat_sees_it(pupil: httpx.AsyncClient) -> None:
    page = await pupil.get(COMBAT, headers=HTML)
    assert page.status_code == 200
    assert "A yellow knight has entered the hex of your village." in page.text
    assert 'data-mode="lesson"' in page.text


async def test_a_lesson_that_is_not_there_is_not_found(pupil: httpx.AsyncClient) -> None:
    missing = f"{COMBAT}/parts?at=%7B%22step%22:50%7D"
    for path in ("/learn/chess", "/learn/barony/99-nothing", f"{COMBAT}?at=nonsense", missing):
        assert (await pupil.get(path, headers=HTML)).status_code == 404, path


async def test_moves_that_belong_together_begin_and_solve_a_step(pupil: httpx.AsyncClient) -> None:
    begun = await attempt(pupil, "move 23 24", step=1)
    assert begun["begun"] == ["move 23 24"]
    assert not begun["solved"]
    assert "done" in [move[0] for move in begun["state"]["moves"]]
    solved = await attempt(pupil, "done", step=1, begun=begun["begun"])
    assert solved["solved"]
    assert solved["done"] == [["move 23 24", "done"]]
    assert "back in its reserve" in solved["said"]
    assert solved["state"]["moves"] == []
    step = await pupil.get(f"{COMBAT}/parts", params=at(step=2, done=solved["done"]))
    assert step.json()["step"]["number"] == 2
    assert step.json()["state"]["turn"]


async def test_a_wrong_move_is_told_and_a_refused_one_names_the_rule(pupil: httpx.AsyncClient) -> None:
    wrong = await attempt(pupil, "recruit 23 1", step=1)
    assert wrong == {
        "lesson": True,
        "solved": False,
        "said": "New knights come too late: the village falls with yellow's next move.",
    }
    refused = await attempt(pupil, "city 24", step=1)
    assert not refused["solved"]
    assert refused["said"]
    why = await pupil.get(f"{COMBAT}/why_not", params={**at(step=1), "move": "city 24"})
    assert why.json()["why_not"] == refused["said"]
    assert why.json()["guide"].startswith("/guide/barony#")


async def test_what_solves_nothing_cannot_be_claimed(pupil: httpx.AsyncClient) -> None:
    answer = await pupil.get(f"{COMBAT}/parts", params=at(step=2, done=[["recruit 23 1"]]))
    assert answer.status_code == 404
    answer = await pupil.post(f"{COMBAT}/moves", params=at(step=1), json={"move": "fly"})
    assert answer.status_code == 422


async def test_the_last_step_of_the_first_lesson_offers_a_real_game(pupil: httpx.AsyncClient) -> None:
    page = (await pupil.get("/learn/barony/01-first", headers=HTML)).text
    form = page[page.index('id="lesson-play"') :].partition("</form>")[0]
    for name, value in {"players": "2", "max_rounds": "20", "seat0": "me", "seat1": "bot:easy"}.items():
        assert f'name="{name}" value="{value}"' in form


async def test_where_a_whole_game_is_long_the_real_one_goes_on_from_a_scene(
    app: FastAPI, pupil: httpx.AsyncClient
) -> None:
    await app.state.burgrave.games.ready("burgundy")
    page = (await pupil.get("/learn/burgundy/01-first", headers=HTML)).text
    assert 'action="/learn/burgundy/01-first/play"' in page
    answer = await pupil.post("/learn/burgundy/01-first/play", headers=HTML)
    assert answer.status_code == 303
    table = await app.state.burgrave.hub.get(answer.headers["location"].rpartition("/")[2])
    match = table.state.match
    assert match is not None
    assert not match.is_over
    assert match.position.s.phase == 4  # the last one
    assert [seat.kind for seat in table.state.seats] == ["person", "bot"]
    assert (await pupil.post("/learn/barony/01-first/play", headers=HTML)).status_code == 404
