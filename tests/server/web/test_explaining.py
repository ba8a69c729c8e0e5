"""The first game's helper: who gets it, and what it says."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

pytestmark = pytest.mark.asyncio

HTML = {"accept": "text/html", "origin": "http://testserver"}
EXPLANATIONS = re.compile(r'<script type="application/json" id="explanations">(.*?)</script>', re.S)


async def sit_down(app: FastAPI, client: httpx.AsyncClient, seats: str, language: str = "en") -> str:
    """The page of a new table of Barony."""
    await app.state.burgrave.games.ready("barony")
    await client.get("/", headers=HTML)
    answer = await client.post("/new/barony", content=f"players=2&name=Anna&{seats}", headers=HTML)
    return (await client.get(f"{answer.headers['location']}?language={language}", headers=HTML)).text


def explanations(page: str) -> dict[str, Any]:
    found = EXPLANATIONS.search(page)
    return json.loads(found[1]) if found else {}


@pytest.mark.parametrize(("language", "name"), [("en", "Starting cities"), ("pl", "Pierwsze miasta")])
async def test_whoever_plays_against_bots_can_have_every_decision_explained(
    app: FastAPI, client: httpx.AsyncClient, language: str, name: str
) -> None:
    page = await sit_down(app, client, "seat0=me&seat1=bot:easy", language)
    told = explanations(page)
    assert told["place"][0] == name
    assert set(told) == {"place", "turn", "take", "second", "build", "pay"}
    assert all(text.count(".") >= 2 for _, text in told.values())
    assert 'data-setting="explain"' in page


async def test_the_helper_is_on_for_the_first_game_of_a_kind_only(app: FastAPI, client: httpx.AsyncClient) -> None:
    assert 'data-newcomer="yes"' in await sit_down(app, client, "seat0=me&seat1=bot:easy")
    assert 'data-newcomer="no"' in await sit_down(app, client, "seat0=me&seat1=bot:easy")


async def test_at_a_table_with_other_people_nothing_is_explained(app: FastAPI, client: httpx.AsyncClient) -> None:
    page = await sit_down(app, client, "seat0=me&seat1=person")
    assert explanations(page) == {}
    assert 'data-setting="explain"' not in page


async def test_the_page_is_told_which_decision_its_seat_is_asked_for(app: FastAPI, client: httpx.AsyncClient) -> None:
    page = await sit_down(app, client, "seat0=me&seat1=me")
    state = json.loads(page.partition('id="state">')[2].partition("</script>")[0])
    assert state["point"] == ("place" if state["turn"] else "")
