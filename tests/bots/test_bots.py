"""Bots: they choose legal moves from views, the same for the same seed, and say so when they cannot."""

from __future__ import annotations

import threading

import pytest

import burgrave
from burgrave.bots import described, listed, search
from burgrave.bots.search import SearchBot
from burgrave.core.game import Game
from burgrave.core.position import View

SETTINGS = [("random", {}), ("greedy", {}), ("search", {"iterations": 60})]


def decision(game: Game, seed: int = 3) -> View:
    """A view whose seat is to act."""
    match = game.match(seed=seed)
    assert match.position.to_act is not None
    return match.view(match.position.to_act)


@pytest.mark.parametrize(("name", "settings"), SETTINGS)
def test_a_bot_plays_a_whole_game(pebbles: Game, name: str, settings: dict[str, int]) -> None:
    match = pebbles.match(seed=5)
    bot = burgrave.bot(name, pebbles, seed=1, **settings)
    while match.position.to_act is not None:
        view = match.view(match.position.to_act)
        move = bot.choose(view)
        assert move in view.moves()
        match.play(move)
    assert match.is_over


@pytest.mark.parametrize(("name", "settings"), SETTINGS)
def test_the_same_seed_gives_the_same_choices(pebbles: Game, name: str, settings: dict[str, int]) -> None:
    choices = []
    for _ in range(2):
        bot = burgrave.bot(name, pebbles, seed=9, **settings)
        choices.append([bot.choose(decision(pebbles, seed)) for seed in range(12)])
    assert choices[0] == choices[1]


@pytest.mark.parametrize(("name", "settings"), SETTINGS)
def test_a_bot_does_not_choose_for_another_seat(pebbles: Game, name: str, settings: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="whose seat is to act"):
        burgrave.bot(name, pebbles, **settings).choose(pebbles.match(seed=1).view(1))


def test_a_search_tells_its_candidates(pebbles: Game) -> None:
    bot = SearchBot(pebbles, iterations=300, seed=2)
    candidates = bot.candidates(decision(pebbles))
    assert {candidate.move for candidate in candidates} == set(decision(pebbles).moves())
    assert sum(candidate.share for candidate in candidates) == pytest.approx(1)
    assert sum(candidate.visits for candidate in candidates) == 300
    assert all(0 <= candidate.value <= 1 for candidate in candidates)
    assert candidates[0].visits == max(candidate.visits for candidate in candidates)


def test_a_search_on_threads_repeats_itself(pebbles: Game) -> None:
    results = [SearchBot(pebbles, iterations=200, threads=2, seed=4).candidates(decision(pebbles)) for _ in range(2)]
    assert results[0] == results[1]
    assert sum(candidate.visits for candidate in results[0]) == 200


def test_a_search_may_be_bounded_by_time(pebbles: Game) -> None:
    assert SearchBot(pebbles, seconds=0.05, seed=1).choose(decision(pebbles)) in decision(pebbles).moves()


def test_a_search_takes_the_win_that_is_there(pebbles: Game) -> None:
    match = pebbles.replay(["deal 1", "deal 1", "take 2", "take 2", "take 2", "take 2", "take 1", "take 1"])
    assert match.position.s.left == 2
    chosen = SearchBot(pebbles, iterations=200, seed=1).choose(match.view(0))
    assert chosen.text == "take 2"


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("genius", {}, "there is no bot 'genius'; valid: random, greedy, search"),
        ("search", {"iterations": 0}, "one iteration at least"),
        ("search", {"iterations": 5, "seconds": 1.0}, "not by both"),
        ("search", {"seconds": 0}, "some time"),
        ("search", {"seconds": -1}, "seconds must be a number, at least 0, not -1"),
        ("search", {"threads": 0}, "the number of threads must be a whole number from 1 to 1024, not 0"),
        ("search", {"memory": 2}, "memory is 1"),
        ("search", {"depth": 3}, "does not take these settings: it has no setting 'depth'"),
        ("greedy", {"samples": 0}, "samples must be a whole number from 1 to 1000000, not 0"),
        ("greedy", {"blur": -0.1}, "a blur must be a number, at least 0, not -0.1"),
    ],
)
def test_a_wrong_setting_is_refused(pebbles: Game, name: str, settings: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        burgrave.bot(name, pebbles, **settings)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("greedy", ("greedy", {})),
        ("easy", ("greedy", {"learned": 0, "blur": 0.2})),
        ("hard", ("search", {"seconds": 2.0})),
        ("master", ("search", {"seconds": 8.0})),
        ("search:iterations=50, threads=2", ("search", {"iterations": 50, "threads": 2})),
        ("search:seconds=0.5", ("search", {"seconds": 0.5})),
        ("outside:python3 my bot.py", ("outside", {"command": "python3 my bot.py"})),
    ],
)
def test_a_bot_is_described_by_a_text(text: str, expected: tuple[str, dict[str, object]]) -> None:
    assert described(text) == expected


def test_several_bots_stand_between_commas_and_keep_their_settings() -> None:
    text = "Ada, greedy:samples=2,search:iterations=50, threads=2,hard"
    assert listed(text) == ["Ada", "greedy:samples=2", "search:iterations=50,threads=2", "hard"]


@pytest.mark.parametrize("text", ["genius", "search:fast", "outside:", "greedy:samples=many"])
def test_a_wrong_description_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no bot|not a setting|needs its command"):
        described(text)


def test_a_search_in_steps_finds_the_same_as_in_one_go(pebbles: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = SearchBot(pebbles, iterations=300, seed=2).candidates(decision(pebbles))
    monkeypatch.setattr(search, "STEP", 7)
    assert SearchBot(pebbles, iterations=300, seed=2).candidates(decision(pebbles)) == whole
    monkeypatch.setattr(search, "STEP", 1000)
    assert SearchBot(pebbles, iterations=300, seed=2).candidates(decision(pebbles)) == whole


@pytest.mark.parametrize("bound", [{"iterations": 100_000}, {"seconds": 3600.0}])
def test_a_search_ends_early_when_nobody_wants_to_know_any_more(
    pebbles: Game, monkeypatch: pytest.MonkeyPatch, bound: dict[str, float]
) -> None:
    stop, grown = threading.Event(), []
    grow = search.Tree.grow

    def growing(tree: search.Tree, view: View, iterations: int) -> None:
        grow(tree, view, iterations)
        grown.append(iterations)
        if len(grown) == 3:
            stop.set()

    monkeypatch.setattr(search.Tree, "grow", growing)
    found = burgrave.bot("search", pebbles, seed=1, **bound).candidates(decision(pebbles), stop)  # type: ignore[attr-defined]
    assert grown == [search.STEP] * 3
    assert sum(candidate.visits for candidate in found) == 3 * search.STEP


def test_a_search_goes_on_with_what_it_knows_when_nothing_has_happened_but_its_own_move() -> None:
    barony = burgrave.game("barony", players=2)
    match, bots = barony.match(seed=3), [SearchBot(barony, iterations=64, seed=seat) for seat in range(2)]
    known = {True: 0, False: 0}
    last: int | None = None
    while len(match.moves) < 60:
        seat = match.position.to_act
        assert seat is not None
        if len(match.view(seat).moves()) == 1:
            match.play(match.view(seat).moves()[0])
            last = None
            continue
        tree = bots[seat]._trees[0]
        before = int(tree.nodes[0]["made"])
        match.play(bots[seat].choose(match.view(seat)))
        goes_on = last == seat and int(tree.nodes[0]["made"]) >= before
        known[goes_on] += 1
        last = seat
    assert known[True] > 5
    assert known[False] > 5


def test_a_search_with_memory_repeats_itself() -> None:
    barony = burgrave.game("barony", players=2)
    logs = []
    for _ in range(2):
        match, bots = barony.match(seed=3), [SearchBot(barony, iterations=40, seed=seat) for seat in range(2)]
        while len(match.moves) < 50:
            seat = match.position.to_act
            assert seat is not None
            match.play(bots[seat].choose(match.view(seat)))
        logs.append(match.log)
    assert logs[0] == logs[1]


def test_a_whole_trade_is_one_decision_for_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    catan = burgrave.game("catan", players=3)
    match, opener = catan.match(seed=2), burgrave.bot("greedy", catan, seed=2, learned=0)
    while (seat := match.position.to_act) is not None:
        move = opener.choose(match.view(seat))
        if match.position.point == "main" and move.verb == "give":
            break
        match.play(move)
    assert seat is not None
    bot, grown = SearchBot(catan, iterations=200, seed=1), []
    grow = search.Tree.grow

    def growing(tree: search.Tree, view: View, iterations: int) -> None:
        grow(tree, view, iterations)
        grown.append(view.point)

    monkeypatch.setattr(search.Tree, "grow", growing)
    found = bot._searched(match.view(seat), None, every=False)
    offers = [one for one in found if one.move.verb == "give" and one.visits >= 2 * search.ENOUGH]
    assert offers, "the search looks at no offer"
    bot._await(match.view(seat), offers[0].move)
    match.play(offers[0].move)
    while match.position.point == "compose":
        move = bot.choose(match.view(seat))
        match.play(move)
    assert move.text == "offer"
    assert set(grown) == {"main"}, "a trade that was begun was thought about again"
