"""How bots behave at a table: nobody takes back what he has just done, and whoever begins an offer completes it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import burgrave
from burgrave.bots import make_bot
from burgrave.core.match import Match
from burgrave.core.verbs import Move

LONGEST = 3000
BOTS = ("greedy", "search:iterations=12")


def decisions(match: Match, seed: int, bot: str = "greedy") -> Iterator[tuple[int, str, Move]]:
    """Bots play; every decision as seat, decision point and move, before the move is made."""
    bots = [make_bot(bot, match.game, f"{seed} {seat}") for seat in range(match.game.players)]
    while (seat := match.position.to_act) is not None and len(match.moves) < LONGEST:
        move = bots[seat].choose(match.view(seat))
        yield seat, match.position.point, move
        match.play(move)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", burgrave.games())
def test_no_bot_undoes_its_own_previous_move(name: str, bot: str) -> None:
    match = burgrave.game(name).match(seed=4)
    before: list[tuple[int, bytes]] = []
    for seat, _, move in decisions(match, 4, bot):
        now = match.position._records.tobytes()
        if len(before) >= 2 and before[-1][0] == before[-2][0]:
            assert now != before[-2][1], f"move {len(match.moves)} took back the one before; next is {move.text}"
        before.append((seat, now))


@pytest.mark.parametrize("bot", BOTS)
def test_catan_bots_make_few_offers_and_complete_them(bot: str) -> None:
    match = burgrave.game("catan", players=3).match(seed=2)
    made: dict[int, list[tuple[str, ...]]] = {}
    offer: list[str] = []
    for _, point, move in decisions(match, 2, bot):
        if point in ("compose", "counter"):
            assert move.text != "pass", "an offer was begun and dropped"
        if point == "main" and move.verb == "give":
            offer = [move.text]
        elif point == "compose" and move.text != "offer":
            offer.append(move.text)
        elif point == "compose":
            made.setdefault(int(match.position.fields["turn"]), []).append(tuple(sorted(offer)))
    assert made, "nobody has offered anything in this game"
    assert max(map(len, made.values())) <= 2
    assert all(len(set(offers)) == len(offers) for offers in made.values())


@pytest.mark.parametrize("bot", BOTS)
def test_hansa_bots_leave_no_action_unused(bot: str) -> None:
    match = burgrave.game("hansa", players=3).match(seed=3)
    for _, point, move in decisions(match, 3, bot):
        if point == "turn" and move.text == "end" and match.position.fields["actions_left"] > 0:
            useful = [one.text for one in match.position.moves() if one.verb in ("place", "income")]
            assert not useful, f"move {len(match.moves)} ends the turn instead of {useful[0]}"


@pytest.mark.parametrize("seed", [1, 14])
def test_two_barons_come_to_an_end(seed: int) -> None:
    match = burgrave.game("barony", players=2).match(seed=seed)
    for _ in decisions(match, seed):
        assert match.position.fields["round_number"] < 100
    assert match.is_over
