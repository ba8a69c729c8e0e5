"""How bots behave at a table: nobody takes back what he has just done, and whoever begins an offer completes it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import burgrave
from burgrave.bots import make_bot
from burgrave.bots.search import SearchBot
from burgrave.bots.simple import GreedyBot
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


def test_a_turn_of_bots_takes_less_than_five_times_the_seconds_of_a_decision() -> None:
    hansa = burgrave.game("hansa", players=4)
    match = hansa.match(seed=1)
    bots = [SearchBot(hansa, seconds=2.0, seed=seat) for seat in range(4)]
    seat = match.position.to_act
    assert seat is not None
    own = [bots[seat].patience(match.view(seat)) for _ in range(30)]
    assert own[0] == 2.0
    assert own == sorted(own, reverse=True)
    others = [bots[other].patience(match.view(other)) for other in range(4) if other != seat for _ in range(3)]
    assert sum(own) + sum(others) < 5 * 2.0
    while match.position.to_act == seat:
        match.play(match.position.moves()[0])
    after = match.position.to_act
    assert after is not None
    assert bots[after].patience(match.view(after)) == 2.0


@pytest.mark.parametrize("name", ["hansa", "burgundy"])
def test_easy_bots_err_about_where_and_not_about_what(name: str) -> None:
    game = burgrave.game(name, players=2)
    match, erring, sure = game.match(seed=5), make_bot("easy", game, "5"), GreedyBot(game, seed=5, learned=0)
    others = 0
    while (seat := match.position.to_act) is not None and len(match.moves) < 150:
        seen = sure.prospects(match.view(seat)) if len(match.view(seat).moves()) > 1 else {}
        move = erring.choose(match.view(seat))
        if seen:
            best = max(seen.values())
            verbs = {game.rules.verbs.moves[one].verb for one, value in seen.items() if value > best - 0.5}
            assert move.verb in verbs
            others += seen[move.id] < best - 1e-6
        match.play(move)
    assert others > 5, "an easy bot makes mistakes"
