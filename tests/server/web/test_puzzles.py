"""Puzzles over the web: lists, pages, tries, ratings, and the puzzle of the day."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from burgrave.core import puzzles, registry
from burgrave.core.puzzles import Puzzle
from burgrave.core.words import LANGUAGES
from burgrave.server.web.pages.puzzles import match_of, told_line
from server.conftest import client_of

pytestmark = pytest.mark.asyncio

HTML = {"accept": "text/html", "origin": "http://testserver"}


@pytest_asyncio.fixture
async def solver(app: FastAPI, client: httpx.AsyncClient) -> httpx.AsyncClient:
    """Somebody for whom the rules are ready, and whose browser is known."""
    await app.state.burgrave.games.ready("barony")
    await client.get("/", headers=HTML)
    client.headers["origin"] = HTML["origin"]
    return client


def first() -> Puzzle:
    return puzzles.puzzles("barony")[0]


def path(one: Puzzle) -> str:
    return f"/puzzles/{one.game}/{one.key}"


async def attempt(solver: httpx.AsyncClient, one: Puzzle, move: str, language: str = "en") -> dict[str, Any]:
    answer = await solver.post(f"{path(one)}/moves", params={"language": language}, json={"move": move})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize(("language", "heading"), [("en", "Puzzles"), ("pl", "Zadania")])
async def test_a_game_lists_its_puzzles_and_the_lobby_leads_there(
    solver: httpx.AsyncClient, language: str, heading: str
) -> None:
    page = (await solver.get(f"/puzzles/barony?language={language}", headers=HTML)).text
    assert heading in page
    assert all(f'href="{path(one)}"' in page for one in puzzles.puzzles("barony"))
    lobby = (await solver.get("/", headers=HTML)).text
    assert 'href="/puzzles/barony"' in lobby
    assert "Puzzle of the day" in lobby


async def test_a_puzzle_names_the_options_that_are_not_the_usual_ones(app: FastAPI, client: httpx.AsyncClient) -> None:
    await app.state.burgrave.games.ready("catan")
    one = next(one for one in puzzles.puzzles("catan") if one.options.get("domestic_trade") == "off")
    assert "Trade between players: off" in (await client.get(f"{path(one)}?language=en", headers=HTML)).text
    assert "Handel między graczami: wyłączony" in (await client.get(f"{path(one)}?language=pl", headers=HTML)).text


async def test_a_puzzle_shows_its_seats_view_and_not_its_solution(solver: httpx.AsyncClient) -> None:
    page = await solver.get(path(first()), headers=HTML)
    assert page.status_code == 200
    assert 'data-mode="puzzle"' in page.text
    assert "Find the best move." in page.text
    assert '"values"' not in page.text
    assert str(list(first().values)) not in page.text


async def test_a_wrong_move_is_told_what_it_gives_away_and_can_be_tried_again(solver: httpx.AsyncClient) -> None:
    one = first()
    wrong = await attempt(solver, one, one.greedy)
    assert not wrong["solved"]
    assert "Try again." in wrong["said"]
    assert "parts" not in wrong
    assert wrong["standing"]["rating"] < 1200
    assert wrong["standing"]["streak"] == 0
    right = await attempt(solver, one, one.best)
    assert right["solved"]
    assert right["line"]
    assert right["state"]["moves"] == []
    assert right["standing"] == {**wrong["standing"], "solved": 1}  # only the first try counts


async def test_puzzles_that_are_right_at_once_are_a_streak_and_raise_the_rating(solver: httpx.AsyncClient) -> None:
    ratings = [1200]
    for number, one in enumerate(puzzles.puzzles("barony")[:3], 1):
        right = await attempt(solver, one, one.best, "pl")
        assert right["standing"]["streak"] == number
        ratings.append(right["standing"]["rating"])
    assert ratings == sorted(set(ratings))
    page = (await solver.get("/puzzles/barony", headers=HTML)).text
    assert page.count('data-tried="at-once"') == 3


async def test_what_the_rules_refuse_is_no_try(solver: httpx.AsyncClient) -> None:
    one = first()
    refused = await attempt(solver, one, "pass" if one.best != "pass" else "done")
    assert set(refused) == {"said"}
    unknown = await solver.post(f"{path(one)}/moves", json={"move": "fly"})
    assert unknown.status_code == 422
    why = (await solver.get(f"{path(one)}/why_not", params={"move": "pass"})).json()
    assert why["why_not"] == refused["said"]
    assert (await attempt(solver, one, one.best))["standing"]["streak"] == 1


async def test_whoever_gives_up_sees_the_solution_and_it_counts_as_not_solved(solver: httpx.AsyncClient) -> None:
    one = first()
    shown = (await solver.post(f"{path(one)}/solution", json={})).json()
    assert shown["line"]
    assert shown["standing"]["solved"] == 0
    assert shown["standing"]["rating"] < 1200
    assert 'data-tried="open"' in (await solver.get("/puzzles/barony", headers=HTML)).text


async def test_the_next_puzzle_is_one_that_is_not_solved_and_fits_the_rating(solver: httpx.AsyncClient) -> None:
    one = first()
    await attempt(solver, one, one.best)
    answer = await solver.get("/puzzles/barony/next", params={"after": one.key})
    assert answer.status_code == 303
    chosen = puzzles.puzzle("barony", answer.headers["location"].rpartition("/")[2])
    assert chosen.key != one.key
    own = (await attempt(solver, one, one.best))["standing"]["rating"]
    others = [other for other in puzzles.puzzles("barony") if other.key != one.key]
    assert abs(chosen.rating - own) == min(abs(other.rating - own) for other in others)


async def test_what_is_not_there_is_not_found(solver: httpx.AsyncClient) -> None:
    for missing in ("/puzzles/chess", "/puzzles/chess/1-1", "/puzzles/barony/0-0", "/puzzles/chess/next"):
        assert (await solver.get(missing, headers=HTML)).status_code == 404, missing
    assert (await solver.post("/puzzles/barony/0-0/moves", json={"move": "pass"})).status_code == 404


async def test_two_people_have_ratings_of_their_own(app: FastAPI, solver: httpx.AsyncClient) -> None:
    one = first()
    await attempt(solver, one, one.best)
    async with client_of(app, headers={"origin": "http://testserver"}) as other:
        await other.get("/", headers=HTML)
        assert (await attempt(other, one, one.greedy))["standing"]["tried"] == 1
    async with client_of(app, headers={"origin": "http://testserver"}) as unknown:  # without a cookie nothing is kept
        assert (await attempt(unknown, one, one.best))["standing"]["tried"] == 0


@pytest.mark.parametrize("game", [game for game in registry.games() if puzzles.are_there(game)])
async def test_every_line_of_a_puzzle_reads_in_both_languages(game: str) -> None:
    for one in puzzles.puzzles(game)[::7]:
        match = match_of(one)
        for first in (one.best, *one.lines):
            for language in LANGUAGES:
                line = told_line(one, match, first, language)
                assert len(line) == 1 + len(one.lines.get(first, ()))
                assert all(sentence.strip() and "{" not in sentence for sentence in line)
