"""A game that gives its rules and nothing else is played at the web table to its end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from outside import build_hoard

from burgrave.core import registry
from server.conftest import application, client_of
from server.web.test_api import ME, Chair, in_turn, make

pytestmark = pytest.mark.asyncio

FACE = ("words", "drawing.py", "guide", "checking.py", "evaluation.py")
STATE = re.compile(r'<script type="application/json" id="state">(.*?)</script>', re.DOTALL)


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Path]:
    """Hoard without words, drawing, guide, checks and evaluation, installed."""
    build_hoard(tmp_path / "site", "bare", without=FACE)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(tmp_path / "site")
        patch.setenv("PYTHONPATH", str(tmp_path / "site"))
        registry._found.cache_clear()
        yield tmp_path
    registry._found.cache_clear()


async def test_fields_are_a_table_moves_are_buttons_and_the_game_can_be_played_out(bare: Path) -> None:
    app = application(bare)
    async with app.router.lifespan_context(app), client_of(app) as client, client_of(app) as visitor:
        lobby = (await visitor.get("/", headers={"accept": "text/html"})).text
        assert "/new/bare" in lobby
        assert "/guide/bare" not in lobby
        made = await make(client, [ME, ME], game="bare")
        chairs = [Chair(client, made["id"], made["tokens"][seat]) for seat in "01"]
        actor, _ = await in_turn(*chairs)
        state = await actor.state()
        page = await visitor.get(f"/table/{made['id']}?language=pl", headers={"accept": "text/html", **actor.headers})
        assert page.status_code == 200
        found = STATE.search(page.text)
        assert found is not None
        moves = json.loads(found[1])["moves"]
        assert [move[0] for move in moves] == [move["text"] for move in state["moves"]]
        assert all(move[1] == [] for move in moves)
        assert "<text" in page.text
        while state["status"] != "over":
            assert (await actor.play()).status_code == 200
            actor, _ = await in_turn(*chairs)
            state = await actor.state()
        assert state["winners"]
        assert (await visitor.get(f"/table/{made['id']}", headers={"accept": "text/html"})).status_code == 200
