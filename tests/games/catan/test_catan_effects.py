"""What the log tells of Catan's moves."""

import pytest
from catan_table import Seat, table, walk
from playing import brings, effects_of, play

import burgrave
from burgrave.core.match import Match
from burgrave.core.story import as_text, is_silent
from burgrave.core.words import LANGUAGES
from burgrave.games.catan import GAME
from burgrave.games.catan.board import INTERSECTION_HEX, INTERSECTION_NEXT
from burgrave.games.catan.words import place

OWN = {"settlements": [24], "roads": walk(24, 18)}
FAR = Seat(settlements=[46], roads=walk(46, 50))


def thrown(position, one, two):
    """The position after rolling, before chance has told the dice."""
    return position.play("roll"), f"roll {one} {two}"


@pytest.fixture
def island():
    """The hexes around two settlements give different goods, one of them for both numbers."""
    return table(Seat(**OWN), FAR, point="before_roll")


def numbers_at(position, corner):
    return [int(position.s.number[h]) for h in INTERSECTION_HEX[corner] if h >= 0 and position.s.number[h]]


def throw_of(number):
    one = max(1, number - 6)
    return one, number - one


def test_production_names_the_cards_and_the_hex_they_come_from(island):
    number = numbers_at(island, 24)[0]
    before, text = thrown(island, *throw_of(number))
    told = [effect for effect in effects_of(before, text, 0) if effect.kind == "gain.cards" and effect.seat == 0]
    assert told
    for effect in told:
        assert island.s.number[int(effect.source[1:])] == number
        assert effect.target == f"hand-{effect.what}"
    assert any(line.startswith("Ada gets 1 ") for line in brings(before, text))
    assert any(line.startswith("Ada dostaje: 1 × ") for line in brings(before, text, language="pl"))


def test_the_robber_keeps_a_hex_from_yielding_and_the_log_says_so():
    h = next(int(h) for h in INTERSECTION_HEX[24])
    before = table(Seat(**OWN), FAR, point="before_roll", robber=h)
    number = int(before.s.number[h])
    position, text = thrown(before, *throw_of(number))
    assert any(line.startswith("The robber keeps ") for line in brings(position, text))


def test_a_seven_says_who_must_discard_and_how_many(island):
    rich = table(Seat(**OWN, hand={"wool": 9}), FAR, point="before_roll")
    position, text = thrown(rich, 3, 4)
    assert brings(position, text) == ["A seven: nobody gets cards, the robber moves.", "Ada must discard 4 cards."]
    assert brings(position, text, language="pl")[1] == "Ada musi odrzucić 4 karty."


def test_others_learn_what_was_discarded_when_all_have_laid_it_aside():
    rich = table(Seat(**OWN, hand={"wool": 7, "ore": 1}), FAR, point="before_roll")
    after = play(rich, "roll", "roll 3 4", "discard wool", "discard wool", "discard wool")
    assert brings(after, "discard ore", seat=1) == ["Ada has discarded 3 wool and 1 ore."]


def test_a_bank_trade_tells_the_ratio_that_was_paid():
    position = table(Seat(**OWN, hand={"wool": 4}), FAR)
    assert brings(position, "bank wool ore") == ["Ada pays 4 wool.", "Ada gets 1 ore."]


def test_a_deal_is_told_with_its_terms():
    position = table(Seat(**OWN, hand={"wool": 2}), Seat(settlements=[46], roads=walk(46, 50), hand={"ore": 1}))
    offered = play(position, "give wool", "give wool", "want ore")
    assert brings(offered, "offer") == ["Ada offers 2 wool.", "Ada wants 1 ore for it."]
    accepted = play(offered, "offer", "accept")
    assert brings(accepted, "deal p1") == ["Ada gives Bea 2 wool.", "Bea gives Ada 1 ore."]


def test_a_stolen_card_is_known_to_thief_and_victim_only():
    position = table(
        Seat(**OWN),
        Seat(settlements=[46], roads=walk(46, 50), hand={"ore": 1}),
        point="steal",
        to_act=-1,
        cause=1,
        victim=1,
    )
    assert brings(position, "steal ore", seat=0) == ["Ada steals ore from Bea."]
    assert brings(position, "steal ore", seat=None) == ["Ada steals a card from Bea."]


def test_monopoly_says_who_gives_how_much():
    position = table(
        Seat(**OWN, old=["monopoly"]), Seat(settlements=[46], roads=walk(46, 50), hand={"ore": 3, "wool": 1})
    )
    chosen = position.play("play monopoly")
    assert brings(chosen, "name ore") == ["Bea gives Ada 3 ore.", "Ada collects 3 ore."]
    assert brings(chosen, "name grain") == ["Nobody has any grain."]


def trail(start, length):
    """Neighbouring intersections, none of them twice."""
    found = [start]
    while len(found) <= length:
        found.append(next(int(v) for v in INTERSECTION_NEXT[found[-1]] if v >= 0 and int(v) not in found))
    return found


def test_the_fifth_road_brings_the_title_and_its_points():
    path = trail(24, 5)
    seat = Seat(settlements=[24], roads=walk(*path[:5]), hand={"brick": 1, "lumber": 1})
    told = brings(table(seat, FAR), f"road {walk(*path[4:])[0]}")
    assert told == [
        "Ada pays 1 lumber and 1 brick.",
        "Ada gets the Longest Road.",
        "Ada scores 2 points: Longest Road.",
    ]


def test_a_winning_city_says_why_the_game_is_over():
    hand = {"grain": 2, "ore": 3}
    seat = Seat(settlements=[24], cities=[12], roads=walk(24, 18) + walk(12, 17), hand=hand, old=["point"])
    position = table(seat, FAR, options={"target_points": 5})
    told = brings(position, "city 24")
    assert "Ada scores 2 points: city instead of a settlement and victory-point cards." in told
    assert told[-1] == "The game is over: Ada has 5 points."
    assert brings(position, "city 24", language="pl")[-1] == "Koniec gry: Ada ma 5 punktów."
    assert "Ada turns up a victory-point card." in told


def test_places_are_named_by_what_lies_around_them():
    match = Match(burgrave.game("catan", set_up="fixed_board", players=3), seed=1)
    match.play("settle 24")
    text = as_text(match.story(None, "en"))
    assert "builds a settlement at the corner of pasture 9, fields 11 and forest 4." in text
    polish = as_text(match.story(None, "pl"), "pl")
    assert "buduje osiedle na styku pastwiska 9, pól 11 i lasu 4." in polish


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(6))
def test_every_place_of_an_island_has_a_name_of_its_own(seed, language):
    match = Match(burgrave.game("catan", number_tokens_mode="random_no_adjacent_red"), seed=seed)
    places = [f"{letter}{number}" for letter, count in (("h", 19), ("v", 54), ("e", 72)) for number in range(count)]
    assert len({place(match.view(None), site, language) for site in places}) == len(places)


def test_an_offer_that_was_never_made_is_not_told():
    position = table(Seat(hand={"wool": 1}, **OWN), Seat(settlements=[46], roads=walk(46, 50), hand={"ore": 1}))
    dropped = position.play("give wool")
    assert not is_silent(GAME, "pass", "answer", "en")
    assert is_silent(GAME, "pass", dropped.point, "en")
    assert brings(position, "give wool") == brings(dropped, "pass") == []


def test_a_turn_has_a_headline_and_no_mechanical_lines():
    match = Match(burgrave.game("catan", players=3), seed=1)
    while match.position.s.turn < 4:
        match.play(match.position.moves()[-1])
    turns = [turn for turn in match.story(0, "en") if turn.seat is not None]
    assert all(turn.headline.startswith(match.names[turn.seat]) for turn in turns)
    assert not any(one.text == "-" for turn in turns for one in turn.told)
