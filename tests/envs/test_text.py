"""A seat in words, and the server for assistants: they play whole games and are told nothing hidden."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest

import burgrave
from burgrave.core.game import Game
from burgrave.core.words import label_in
from burgrave.envs.text import TextEnv


def test_a_whole_game_is_played_in_words(pebbles: Game) -> None:
    env, rng = TextEnv(pebbles, opponents="greedy", seat=1), random.Random(1)
    told, info = env.reset(seed=3)
    over = False
    while not over:
        assert all(text in told for text in info["moves"])
        told, reward, over, _, info = env.step(rng.choice(info["moves"]))
    assert info["winners"] == env.match.winners
    assert reward == (1 / len(info["winners"]) if 1 in info["winners"] else 0)
    with pytest.raises(ValueError, match=r"the episode is over: call reset\(\)"):
        env.step("take 1")


def test_moves_are_played_by_number_and_wrong_ones_change_nothing() -> None:
    env = TextEnv("barony", players=2, language="pl")
    _, info = env.reset(seed=7)
    before = env.match.length
    sentence, reward, over, _, told = env.step("pay")
    assert (reward, over, env.match.length) == (0.0, False, before)
    assert told["illegal"] == sentence
    env.step("#2")
    assert env.match.log[before] == info["moves"][1]


@pytest.mark.parametrize("name", ["catan", "amber"])
def test_words_tell_nothing_hidden(name: str) -> None:
    game = burgrave.game(name, players=2)
    env, rng = TextEnv(game, seat=0), random.Random(2)
    _, info = env.reset(seed=5)
    for _ in range(25):
        _, _, over, _, info = env.step(rng.choice(info["moves"]))
        assert not over
    view = env.match.position.view(0)
    for seed in range(3):
        other = view.sample(seed).view(0)
        assert other.describe() == view.describe()
        assert other.prompt() == view.prompt()
        labels = [[label_in(seen, move, "en") for move in seen.moves()] for seen in (view, other)]
        assert labels[0] == labels[1]


def test_what_cannot_be_gets_a_sentence(pebbles: Game) -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"language": "xx"}, "language cannot be"),
        ({"seat": 5}, "seats are 0 to 1"),
        ({"opponents": "nobody"}, "there is no bot"),
        ({"opponents": ["random", "random"]}, "1 opponents, not 2"),
    ]
    for settings, sentence in wrong:
        with pytest.raises(ValueError, match=sentence):
            TextEnv(pebbles, **settings)
    with pytest.raises(ValueError, match="it has not begun"):
        TextEnv(pebbles).step("take 1")


def test_programs_that_play_are_let_go(pebbles: Game) -> None:
    command = f"outside:{sys.executable} {Path(__file__).parents[2] / 'examples/bots/first.py'}"
    env = TextEnv(pebbles, opponents=command)
    played: list[Any] = []
    for _ in range(2):
        env.reset(seed=1)
        env.step("#1")
        played += list(env._bots.values())
    assert played[0]._program is None
    env.close()
    assert played[1]._program is None
    for ask in (env.reset, lambda: env.step("#1")):
        with pytest.raises(ValueError, match="this environment is closed"):
            ask()


def said(result: Any) -> str:
    return "\n".join(part.text for part in result.content)


@pytest.mark.asyncio
async def test_an_assistant_plays_a_whole_game_by_the_sdks_own_client() -> None:
    mcp = pytest.importorskip("mcp")
    settings = mcp.StdioServerParameters(command=sys.executable, args=["-m", "burgrave", "mcp"])
    async with mcp.Client(settings) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools == {
            "list_games", "read_rules", "new_game", "look", "play", "why_not", "read_record", "analyse"
        }  # fmt: skip
        assert "barony" in said(await client.call_tool("list_games", {}))
        assert "Sections:" in said(await client.call_tool("read_rules", {"game": "barony"}))
        given = {
            "game": "barony",
            "players": 2,
            "seat": 0,
            "opponents": "random",
            "options": {"max_rounds": 1},
            "seed": 3,
        }
        told = said(await client.call_tool("new_game", given))
        assert "game_id: 1" in told
        early = await client.call_tool("analyse", {"game_id": 1})
        assert early.is_error
        assert "only a finished game" in said(early)
        refused = said(await client.call_tool("play", {"game_id": 1, "move": "fly away"}))
        assert refused.startswith("Not allowed: barony has no move 'fly away'")
        while "\n#1  " in told:
            told = said(await client.call_tool("play", {"game_id": 1, "move": "#1"}))
        late = await client.call_tool("play", {"game_id": 1, "move": "#1"})
        assert late.is_error
        assert "game 1 is over" in said(late)
        record = said(await client.call_tool("read_record", {"game_id": 1}))
        assert record.startswith("burgrave 1\ngame: barony\n")
        judged = [
            said(await client.call_tool("analyse", which | {"iterations": 5, "samples": 2}))
            for which in ({"game_id": 1}, {"record": record})
        ]
        assert judged[0] == judged[1]
        assert "gave away" in judged[0]
        started = await client.call_tool("new_game", given | {"opponents": "outside:touch found"})
        assert started.is_error
        assert "may not start programs" in said(started)
        unknown = await client.call_tool("look", {"game_id": 9})
        assert unknown.is_error
        assert "there is no game 9" in said(unknown)
