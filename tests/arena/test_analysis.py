"""Analysis: what a game's result is made of, and what a search thinks of its moves, through the eyes of their seats."""

from __future__ import annotations

import json
import random
import re
import threading
from pathlib import Path

import pytest

import burgrave
from burgrave.arena import telling
from burgrave.arena.analysis import (
    GRADES,
    Analysis,
    Choice,
    Considered,
    Settings,
    analyse,
    as_json,
    decisions,
    finding_of,
    findings,
    start_of,
    tasks,
)
from burgrave.arena.analysis_report import page
from burgrave.bots import Bot
from burgrave.bots.search import SearchBot
from burgrave.core.game import Game
from burgrave.core.match import Match
from burgrave.core.position import Position, View
from burgrave.core.spec import CHANCE
from burgrave.core.story import Reader

RECORDS = Path(__file__).parent.parent / "records"
QUICK = Settings(iterations=30, samples=8)


@pytest.fixture
def match(pebbles: Game) -> Match:
    """A game in which everybody always takes a single pebble."""
    match = pebbles.match(seed=5, names=["Ada", "Bea"])
    while not match.is_over:
        match.play("take 1")
    return match


def choice(change: float, error: float = 0.0, played: str = "take 1", best: str = "take 2") -> Choice:
    option = Considered(best, (0.5, 0.5), 1.0)
    return Choice(0, 0, (0.5, 0.5), (change, -change), (error, error), (option,), played, 0.0, 0.0, 2)


def test_every_decision_and_every_move_of_chance_is_judged_once(match: Match) -> None:
    made = analyse(match, QUICK)
    assert sorted(made.choices) == decisions(match)
    chance = {number for number in range(start_of(match), match.length) if match.movers[number] < 0}
    assert {number for luck in made.lucks.values() for number in range(luck.number, luck.last)} == chance
    assert made.done == made.total
    for number, found in made.choices.items():
        assert found.seat == match.movers[number]
        assert found.played == match.moves[number].text
        assert found.played in [one.move for one in found.options]
        assert sum(found.chances) == pytest.approx(1, abs=1e-3)
        assert found.best.line[0] == (found.seat, found.best.move)


def test_the_search_sees_only_what_the_seat_saw(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[View] = []
    think = SearchBot.candidates

    def watched(bot: SearchBot, view: View, stop: threading.Event | None = None) -> object:
        seen.append(view)
        return think(bot, view, stop)

    monkeypatch.setattr(SearchBot, "candidates", watched)
    analyse(match, QUICK)
    assert seen == [match.first(number).view(match.movers[number]) for number in decisions(match)]


def test_the_same_settings_give_the_same_figures_on_any_number_of_threads(match: Match) -> None:
    one, two = (analyse(match, QUICK, threads=threads) for threads in (1, 2))
    assert one.choices == two.choices
    assert one.lucks == two.lucks
    assert one.curve == two.curve


def test_findings_can_be_kept_and_gone_on_with(match: Match) -> None:
    whole, every = analyse(match, QUICK), tasks(match)
    half = list(findings(match, QUICK, every[: len(every) // 2]))
    kept = [finding_of(json.loads(json.dumps(as_json(one)))) for one in half]
    assert kept == half
    partly = Analysis(match, QUICK, kept)
    assert partly.done < partly.total
    assert len(partly.curve) == match.length + 1
    done = Analysis(match, QUICK, [*kept, *findings(match, QUICK, every[len(every) // 2 :])])
    assert done.to_json() == whole.to_json()


def test_the_curve_ends_with_the_result(match: Match) -> None:
    made = analyse(match, QUICK)
    assert list(made.curve[-1]) == [1 / len(match.winners) if seat in match.winners else 0.0 for seat in range(2)]
    assert all(sum(chances) == pytest.approx(1, abs=1e-3) for chances in made.curve)


def test_a_game_that_is_not_over_is_explained_up_to_now(match: Match) -> None:
    made = analyse(match.first(match.length - 3), QUICK)
    assert sum(made.result) == pytest.approx(1, abs=1e-3)
    assert "not over" in telling.verdict(made)[0]


@pytest.mark.parametrize(
    ("given_away", "grade"),
    [(0.0, "good"), (0.019, "good"), (0.02, "inaccuracy"), (0.05, "mistake"), (0.1, "blunder"), (0.9, "blunder")],
)
def test_a_move_is_graded_by_the_share_of_the_win_that_it_gives_away(given_away: float, grade: str) -> None:
    assert choice(-given_away).grade == grade
    assert grade in GRADES


def test_the_move_that_the_search_would_have_played_is_the_best() -> None:
    assert choice(0.0, played="take 2").grade == "best"
    assert choice(0.0, played="take 2").accuracy == 1


def test_what_may_be_an_error_of_sampling_is_no_mistake() -> None:
    assert choice(-0.08, error=0.05).grade == "good"
    assert choice(-0.08, error=0.01).grade == "mistake"


def test_more_samples_than_none_are_needed() -> None:
    with pytest.raises(ValueError, match="samples must be a whole number, at least 1, not 0"):
        Settings(samples=0)


def test_settings_have_a_name_that_reads_back() -> None:
    assert Settings.named(Settings(30, 8, 5).name) == Settings(30, 8, 5)


ONE_OF_EACH = {
    "amber": "amber-shared-win",
    "barony": "barony-duke-2-players",
    "burgundy": "burgundy-two-players",
    "catan": "catan-beginners",
    "hansa": "hansa-cities",
}


@pytest.mark.slow
@pytest.mark.parametrize("record", ONE_OF_EACH.values(), ids=list(ONE_OF_EACH))
def test_start_luck_and_mistakes_add_up_to_the_result(record: str) -> None:
    match = burgrave.load(RECORDS / f"{record}.txt")
    made = analyse(match, QUICK, threads=2)
    for summary in made.seats:
        parts = summary.parts
        assert parts.start + parts.luck + parts.own + parts.others + parts.rest == pytest.approx(parts.result)
        assert abs(parts.rest) <= parts.error
    for part in ("luck", "own", "others", "start", "result"):
        total = sum(getattr(one.parts, part) for one in made.seats)
        if part in ("start", "result"):
            assert total == pytest.approx(1, abs=1e-3)
        elif part == "luck":
            assert total == pytest.approx(0, abs=1e-2), "what luck gives to one it takes from others"


def played(bots: list[Bot], match: Match) -> Match:
    """A match played to its end."""
    while (seat := match.position.to_act) is not None:
        match.play(bots[seat].choose(match.view(seat)))
    return match


def test_a_seat_that_plays_at_random_is_told_as_such() -> None:
    game = burgrave.game("barony", players=2)
    bots = [burgrave.bot("greedy", game, seed=1), burgrave.bot("random", game, seed=1)]
    made = analyse(played(bots, game.match(seed=1, names=["Ada", "Bea"])), Settings(iterations=20, samples=4))
    assert [summary.at_random for summary in made.seats] == [False, True]
    careless = made.seats[1].parts
    assert -careless.own > max(abs(careless.luck), abs(careless.others)), "its mistakes dominate"
    sentences = telling.verdict(made)
    assert "Bea played as if at random." in sentences
    assert "Above all, Ada won by the others' mistakes." in sentences
    assert "Bea gra jakby na chybił trafił." in telling.verdict(made, language="pl")


def test_a_game_decided_by_loaded_dice_is_told_as_luck() -> None:
    game = burgrave.game("catan", players=2, domestic_trade="off")
    match, drawn = game.match(chance="manual", names=["Ada", "Bea"]), random.Random(5)
    bots = [burgrave.bot("search", game, iterations=60, seed=seed) for seed in (1, 2)]

    def ahead(position: Position) -> int:
        first, second = position.fields["hand"][:2]
        return int(sum(first) - sum(second))

    loaded = 0
    while (seat := match.position.to_act) is not None:
        outcomes = match.position.moves()
        if seat >= 0:
            match.play(bots[seat].choose(match.view(seat)))
        elif outcomes[0].verb == "dice":
            good = [roll for roll in outcomes if ahead(match.position.play(roll)) > ahead(match.position)]
            match.play(drawn.choice(good or outcomes))
            loaded += bool(good)
        else:
            match.play(drawn.choices(outcomes, match.position.odds())[0])
    assert loaded > 30
    assert match.winners == (0,)
    made = analyse(match, Settings(iterations=20, samples=8))
    lucky = made.seats[0].parts
    assert lucky.luck > 0.15
    assert lucky.luck > lucky.others
    sentences = telling.verdict(made)
    assert sentences[0] == "Above all, Ada won by luck."
    assert sentences[1].startswith("Ada was the luckiest (+")


def test_what_is_expected_after_a_move_names_places_as_they_are_found_on_the_board() -> None:
    match = burgrave.load(RECORDS / "burgundy-two-players.txt")
    number = next(k for k, move in enumerate(match.moves) if move.verb == "die" and match.moves[k + 1].verb == "place")
    seat, texts = match.movers[number], [match.moves[number + k].text for k in range(2)]
    expected = tuple((seat, text) for text in (*texts, "place castle 18"))  # the last one is not legal any more
    option = Considered(texts[0], (0.5, 0.5), 1.0, expected)
    for language, place in (("en", r" on the [a-z ]+ \d hex"), ("pl", r" na [a-zż]+ polu \d")):
        assert re.search(place, telling.line(match, number, option, language)[0])
    chance = next(k for k in range(match.length) if match.movers[k] == CHANCE and match.moves[k].verb == "fill")
    assert telling.line(match, chance, Considered("die 1", (0.5, 0.5), 1.0, ((1 - seat, "die 1"),)), "en") == []


def test_the_sentences_of_a_line_end_where_chance_fell_otherwise() -> None:
    match = burgrave.game("barony", players=2).match(seed=1)
    first, (fits, *_) = match.position.to_act, match.position.moves()
    after = match.position.play(fits)
    then = str(after.moves()[0])
    assert first is not None
    assert after.to_act is not None
    line = (
        (first, str(fits)),
        (after.to_act, str(fits)),
        (after.to_act, then),
    )  # its second move was taken by the first
    told = telling.line(match, match.length, Considered(str(fits), (0.5, 0.5), 1.0, line), "en")
    assert len(told) == 1


def test_the_report_is_one_file_in_either_language(match: Match) -> None:
    made = analyse(match, QUICK)
    for language, heading in (("en", "Chance to win"), ("pl", "Szansa wygranej")):
        html = page(made, language)
        assert heading in html
        assert not re.findall(r'(?:src|href)="(?!#)', html)
        for moment in telling.moments(made, language=language):
            assert f'id="move-{moment.number}"' in html


def test_a_seat_reads_of_a_stroke_of_luck_only_what_it_saw() -> None:
    match = burgrave.load(RECORDS / "catan-beginners.txt")
    number = next(n for n in range(match.length) if match.log[n].startswith("steal "))
    stolen = match.log[number].split()[1]
    thief = match.movers[number - 1]
    stranger = next(seat for seat in range(match.game.players) if match.log_for(seat)[number] == "steal ?")
    for reader, told in ((Reader(thief), True), (Reader(stranger), False), (Reader(everything=True), True)):
        text = telling.happened(match, number + 1, number + 1, reader, "en")
        assert (stolen in text.lower()) is told
