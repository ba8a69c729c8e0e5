"""Situations in which a game must tell what happens: laid out at a live table, and played while somebody looks.

Whoever looks sits at seat 1, called Bea; the others, Ada first, are people whose moves come from elsewhere.

    page, table = sit_down(visit, server, SITUATIONS["trade"], "pl")
    play_out(server, table, SITUATIONS["trade"], page)
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import burgundy.burgundy_table as burgundy
import hansa.hansa_table as hansa
from amber.amber_table import table as amber_table
from barony.barony_table import Baron, next_to
from barony.barony_table import table as barony_table
from catan.catan_table import Seat, walk
from catan.catan_table import table as catan_table
from playing import NAMES, texts_in
from playwright.sync_api import Page
from waiting import PATIENCE

import burgrave
from browser.helpers import SMALL_PAGE, open_table, seat_elsewhere, until_live
from burgrave.core.growing import Growing
from burgrave.core.match import Match
from burgrave.core.position import Position

LOOKS = 1
"""The seat of whoever looks."""
LANGUAGES = ("en", "pl")


@dataclass(frozen=True)
class Situation:
    """A position, and the seats' moves that are played from there; chance falls so that they can be."""

    lay_out: Callable[[], Position]
    moves: str
    """Texts with commas in between."""
    tells: str
    """The kind of effect that it is about."""

    @property
    def texts(self) -> list[str]:
        """The seats' moves."""
        return texts_in(self.moves)


def rich_and_poor() -> Position:
    """Ada is to roll with eight cards in her hand."""
    ada = Seat(settlements=[24], roads=walk(24, 18), hand={"wool": 7, "ore": 1})
    return catan_table(ada, Seat(settlements=[46], roads=walk(46, 50)), point="before_roll")


def two_traders() -> Position:
    """Ada has wool, Bea has ore."""
    ada = Seat(settlements=[24], roads=walk(24, 18), hand={"wool": 2})
    return catan_table(ada, Seat(settlements=[46], roads=walk(46, 50), hand={"ore": 1}))


def last_hex_of_a_city() -> Position:
    """Ada has the building and the die for a city of one hex."""
    return burgundy.table(burgundy.seat(storage=["bank"], dice=[3, 3]), burgundy.seat(), phase="B")


def trader_in_the_way() -> Position:
    """A trader of Bea stands on the route that Ada wants."""
    return hansa.Table(3).stand("hamburg-lubeck", "p1").position()


HERE = 20
THERE = next_to(2, HERE)[0]


def two_knights_before_a_village() -> Position:
    """Ada has a knight beside Bea's village, and one there already."""
    return barony_table(Baron(knights=[HERE, THERE]), Baron(villages=[THERE], tokens={"plain": 1}))


def road_to_a_village() -> Position:
    """Ada's road lacks one tile to a village with a coin."""
    roads = "d7 straight 0, d6 curve 180, c6 straight 90"
    return amber_table(burgrave.game("amber", players=4), "d8 h8 h4 d4", roads, ("curve",))


SITUATIONS = {
    "seven": Situation(
        rich_and_poor,
        "roll, discard wool, discard wool, discard wool, discard ore",
        "discarded",
    ),
    "trade": Situation(
        two_traders,
        "give wool, give wool, want ore, offer, accept, deal p1",
        "gives",
    ),
    "region": Situation(
        last_hex_of_a_city,
        "die 3, place bank 11",
        "region.building",
    ),
    "displaced": Situation(
        trader_in_the_way,
        "displace p1 trader hamburg-lubeck, with trader, pay trader, put trader stade-hamburg",
        "displaces",
    ),
    "combat": Situation(
        two_knights_before_a_village,
        f"move {HERE} {THERE}",
        "destroyed.village",
    ),
    "coin": Situation(
        road_to_a_village,
        "tile curve, lay b6 0",
        "coin.village",
    ),
}


def sit_down(
    visit: Callable[..., Page], server: Any, situation: Situation, language: str = "en", **more: Any
) -> tuple[Page, Any]:
    """Bea's page in the laid-out position, and the table."""
    position = situation.lay_out()
    page = visit(SMALL_PAGE, locale=language, **more)
    chairs = ["me" if seat == LOOKS else "person" for seat in range(position.game.players)]
    table = open_table(page, server, position.game.name, chairs, NAMES[LOOKS])
    for seat in range(position.game.players):
        if seat != LOOKS:
            seat_elsewhere(server, table, seat, NAMES[seat])
    lay_out(server, table, situation)
    page.goto(f"{server.address}/table/{table.id}")
    until_live(page)
    page.wait_for_function(f"() => window.burgrave.state().seq === {table.seq}")
    return page, table


def lay_out(server: Any, table: Any, situation: Situation) -> None:
    """Put the position on a table that is being played."""
    match = laid_match(situation.lay_out(), table.state.names)
    seed = fitting_seed(match, situation.texts)

    async def change() -> None:
        async with table.lock:  # what a page that has just been opened sends may be on its way into the database
            table.state = replace(table.state, game=match.game, match=match, move_seqs=Growing(), seed=seed)
        table._changed()

    on_loop(server, change())


def laid_match(position: Position, names: tuple[str, ...]) -> Match:
    """A match that begins with a position."""
    match = Match(position.game, chance="manual", names=names)
    match._positions = Growing((position,))
    return match


def fitting_seed(match: Match, texts: list[str]) -> str:
    """A seed by which chance lets these moves be played."""
    return next(seed for seed in map(str, count()) if leads_through(match.copy(), texts, seed))


def leads_through(match: Match, texts: list[str], seed: str) -> bool:
    """Whether with chance drawn from a seed all these moves can be played."""
    for text in texts:
        if text not in {move.text for move in match.position.moves()}:
            return False
        match.play(text)
        while match.position.to_act == burgrave.CHANCE:
            match.play(match.drawn_by(seed))
    return True


def play_out(server: Any, table: Any, situation: Situation, page: Page, last: int | None = None) -> None:
    """Play the situation's moves, or the first so many; wait until the page shows them."""
    play_on(server, table, situation, page, last)
    page.wait_for_function(f"() => window.burgrave.state().seq === {table.seq}")


def play_on(server: Any, table: Any, situation: Situation, page: Page, last: int | None = None) -> None:
    """The same, each move when the one before has reached the page, whether it shows it yet or not."""
    for text in situation.texts[:last]:
        on_loop(server, table.play(table.state.to_act, table.seq, text))
        page.wait_for_function(f"() => window.burgrave.newest() === {table.seq}")


def on_loop(server: Any, work: Any) -> Any:
    """Let something happen on the server's event loop."""
    return asyncio.run_coroutine_threadsafe(work, server.loop).result(PATIENCE)


def told_of(situation: Situation, language: str, seat: int | None = LOOKS) -> list[str]:
    """What a seat reads of the effect that the situation is about."""
    position = situation.lay_out()
    match = laid_match(position, NAMES[: position.game.players])
    seed = fitting_seed(match, situation.texts)
    assert leads_through(match, situation.texts, seed)
    story = [one for turn in match.story(seat, language) for one in turn.told]
    return [line for one in story for line, brought in one.effects if brought[0].kind == situation.tells]
