"""What moves bring: told exactly in laid-out positions, and counted up in whole games."""

import re

import pytest
from hansa_table import Table
from playing import play, played_out, recorded, records_of, texts_in

import burgrave
from burgrave.core import effects
from burgrave.core.conformance.telling import account_faults, check_effects, strange_sites
from burgrave.core.effects import Effect
from burgrave.core.story import as_text
from burgrave.core.words import LANGUAGES, words
from burgrave.games.hansa import GAME
from burgrave.games.hansa.board import CITIES, ROUTES, SLOTS
from burgrave.games.hansa.effects import turn_of
from burgrave.games.hansa.words import place


class Told:
    """The effects of the last of some moves, for one pair of eyes, and their sentences."""

    def __init__(self, position, *texts, seat=None):
        before = play(position, *texts[:-1])
        self.after = before.play(texts[-1])
        self.views = before.view(seat), self.after.view(seat)
        self.effects = effects.effects(self.views[0], texts[-1], before.to_act, self.views[1])
        assert list(account_faults(*self.views, self.effects)) == []

    def __call__(self, language="en"):
        return [text for text, _ in effects.sentences(self.views[1], self.effects, language)]

    def of(self, kind):
        """The one effect of a kind."""
        (found,) = [effect for effect in self.effects if effect.kind == kind]
        return found


# Supplies, routes, displacing


def test_a_placed_piece_comes_from_its_owners_supply():
    t = Table(3).position()
    own = Told(t, "place merchant stade-hamburg", seat=0).of("places")
    assert own == Effect("places", 0, -1, "merchants", "merchant", source="personal-merchant", target="stade-hamburg")
    assert Told(t, "place merchant stade-hamburg", seat=1).of("places").source == "p0"


def test_income_is_told_without_what_there_is_none_of():
    t = Table(3).supply(0, 2, 0)
    assert Told(t.position(), "income 3 0")() == ["Player 1 takes income: 3 traders."]
    told = Told(t.position(), "income 2 1", seat=0)
    assert told() == ["Player 1 takes income: 2 traders and a merchant."]
    assert told("pl") == ["Gracz 1 bierze dochód: 2 małych Kupców i dużego Kupca."]
    assert {(effect.source, effect.target) for effect in told.effects[:2]} == {
        ("general", "personal-trader"),
        ("general", "personal-merchant"),
    }


def test_a_moved_piece_is_told_once_with_both_its_routes():
    t = Table(3).stand("stade-hamburg", "p0").position()
    assert Told(t, "lift trader stade-hamburg")() == []
    told = Told(t, "lift trader stade-hamburg", "put trader coellen-warburg")
    assert told() == ["Player 1 moves a trader from Stade–Hamburg to Coellen–Warburg."]
    assert told("pl") == ["Gracz 1 przemieszcza małego Kupca z drogi Stade–Hamburg na drogę Coellen–Warburg."]
    assert (told.of("moves").source, told.of("moves").target) == ("stade-hamburg", "coellen-warburg")


def test_a_displaced_trader_is_told_from_its_place_to_its_new_one_with_what_it_cost():
    t = Table(3).stand("hamburg-lubeck", "p1").position()
    texts = ["displace p1 trader hamburg-lubeck", "with trader", "pay trader", "put trader stade-hamburg"]
    assert Told(t, *texts[:1])() == ["Player 1 displaces Player 2’s trader on Hamburg–Lübeck."]
    assert Told(t, *texts[:1])("pl") == ["Gracz 1 usuwa małego Kupca gracza Gracz 2 z drogi Hamburg–Lübeck."]
    took = Told(t, *texts[:2], seat=0)
    assert took() == []
    assert (took.of("replaces").source, took.of("replaces").target) == ("personal-trader", "hamburg-lubeck")
    paid = Told(t, *texts[:3], seat=0)
    assert paid() == ["Player 1 pays a trader into the general supply."]
    assert paid("pl") == ["Gracz 1 oddaje małego Kupca do zasobów ogólnych."]
    assert (paid.of("pays").source, paid.of("pays").target) == ("personal-trader", "general")
    told = Told(t, *texts)
    assert told() == ["Player 2 moves the displaced trader to Stade–Hamburg."]
    assert told("pl") == ["Gracz 2 ustawia usuniętego małego Kupca na drodze Stade–Hamburg."]
    assert (told.of("relocates").source, told.of("relocates").target) == ("hamburg-lubeck", "stade-hamburg")
    told = Told(t, *texts, "put trader bremen-hamburg")
    assert told() == ["Player 2 puts an extra trader from the general supply on Bremen–Hamburg."]
    assert told("pl") == ["Gracz 2 dokłada dodatkowego małego Kupca z zasobów ogólnych na drogę Bremen–Hamburg."]


def test_a_merchant_costs_two_pieces_and_one_who_displaces_with_a_merchant_is_told_so():
    t = Table(3).stand("hamburg-lubeck", "p1 merchant").position()
    texts = ["displace p1 merchant hamburg-lubeck", "with merchant", "pay trader trader"]
    assert Told(t, *texts[:2])() == ["Player 1 replaces it with a merchant."]
    assert Told(t, *texts)() == ["Player 1 pays 2 traders into the general supply."]


def test_with_an_empty_general_supply_the_additional_piece_comes_from_the_personal_one():
    before = Table(3).stand("hamburg-lubeck", "p1").position().fields
    t = Table(3).stand("hamburg-lubeck", "p1").supply(1, before["personal"][1][0] + before["general"][1][0], 1)
    texts = ["displace p1 trader hamburg-lubeck", "with trader", "pay trader", "put trader stade-hamburg"]
    told = Told(t.position(), *texts, "put trader bremen-hamburg", seat=1)
    assert told() == ["Player 2 puts an extra trader from the personal supply on Bremen–Hamburg."]
    assert told.of("adds.personal").source == "personal-trader"


# Establishing


def test_an_established_route_tells_the_points_of_its_cities_controllers_and_its_marker():
    t = Table(3).office("hamburg", "p1").stand("stade-hamburg", "p0", "p0", "p0").lay("swap_offices", "stade-hamburg")
    told = Told(t.position(), "establish stade-hamburg", seat=0)
    assert told() == [
        "Player 2 scores 1 point for controlling Hamburg.",
        "Player 1 takes the marker “swap offices”.",
        "Player 1 stands to score 1 more point at the end: bonus markers.",
    ]
    assert told("pl") == [
        "Gracz 2 zdobywa 1 punkt za kontrolę nad miastem Hamburg.",
        "Gracz 1 zdobywa żeton „zamiana Kantorów”.",
        "Gracz 1 będzie mieć na koniec o 1 punkt więcej: żetony bonusu.",
    ]
    assert told.of("points.control").source == "hamburg"
    assert told.of("gain.markers").target == "marker-swap_offices"


def test_control_of_both_cities_is_told_in_one():
    t = Table(3).office("hamburg", "p1").office("stade", "p1").stand("stade-hamburg", "p0", "p0", "p0")
    told = Told(t.position(), "establish stade-hamburg")
    assert told() == ["Player 2 scores 2 points for controlling both cities of Stade–Hamburg."]


def test_an_office_tells_its_slot_its_coin_what_it_counts_at_the_end_and_where_the_other_pieces_go():
    t = Table(3).stand("hamburg-lubeck", "p0", "p0", "p0").position()
    told = Told(t, "establish hamburg-lubeck", "office lubeck", seat=0)
    assert told() == [
        "Player 1 opens an office in Lübeck (white slot).",
        "Player 1 scores 1 point for the coin.",
        "Player 1 stands to score 3 more points at the end: controlled cities and largest network.",
        "Player 1 puts 2 traders back into the general supply.",
    ]
    assert told("pl") == [
        "Gracz 1 buduje Kantor w mieście Lübeck (białe pole).",
        "Gracz 1 zdobywa 1 punkt za monetę.",
        "Gracz 1 będzie mieć na koniec o 3 punkty więcej: kontrolowane miasta i największa sieć.",
        "Gracz 1 odkłada 2 małych Kupców do zasobów ogólnych.",
    ]
    assert (told.of("gain.offices").source, told.of("gain.offices").target) == ("hamburg-lubeck", "lubeck")
    assert (told.of("returns").source, told.of("returns").target) == ("hamburg-lubeck", "general")


def test_an_office_that_takes_a_city_from_another_and_completes_it():
    t = Table(3).skill(0, privilege=2).office("hannover", "p1").stand("minden-hannover", "p0", "p0", "p0")
    told = Told(t.position(), "establish minden-hannover", "office hannover")
    assert told() == [
        "Player 1 opens an office in Hannover (pink slot).",
        "Hannover is complete: city 1 of 10.",
        "Player 1 takes control of Hannover from Player 2.",
        "Player 2 stands to score 2 fewer points at the end: controlled cities.",
        "Player 1 stands to score 3 more points at the end: controlled cities and largest network.",
        "Player 1 puts 2 traders back into the general supply.",
    ]
    assert told("pl")[1:4] == [
        "Miasto Hannover jest ukończone: 1 z 10.",
        "Gracz 1 przejmuje od gracza Gracz 2 kontrolę nad miastem Hannover.",
        "Gracz 2 będzie mieć na koniec o 2 punkty mniej: kontrolowane miasta.",
    ]


def test_an_extra_office_turns_its_marker_over():
    t = Table(3).office("duisburg", "p1").give(0, "extra_office").stand("duisburg-dortmund", "p0", "p0 merchant")
    told = Told(t.position(), "establish duisburg-dortmund", "extra merchant duisburg")
    assert told() == [
        "Player 1 opens an extra office in Duisburg with a merchant.",
        "Player 1 stands to score 1 more point at the end: largest network.",
        "Player 1 puts a trader back into the general supply.",
    ]
    assert told.of("loss.markers").what == "extra_office"


def test_joining_east_and_west_tells_the_award():
    t = Table(3).skill(0, privilege=1, book=2)
    t.office("stendal", "p0").office("brunswiek", "p0").office("minden", "p0").office("munster", "p0")
    t.stand("arnheim-munster", "p0", "p0", "p0")
    told = Told(t.position(), "establish arnheim-munster", "office arnheim")
    assert told()[1] == "Player 1 joins Stendal and Arnheim and scores 7 points."
    assert told("pl")[1] == "Gracz 1 łączy Stendal i Arnheim i zdobywa 7 punktów."


@pytest.mark.parametrize(
    ("skill", "steps", "english", "polish"),
    [
        (
            "actions",
            0,
            "Player 1 develops Actions and frees a trader: 3 actions in each turn.",
            "Gracz 1 rozwija Akcje i uwalnia małego Kupca: 3 akcje w każdej turze.",
        ),
        (
            "privilege",
            1,
            "Player 1 develops Privilege and frees a trader: slots up to pink.",
            "Gracz 1 rozwija Przywileje i uwalnia małego Kupca: pola do różowych.",
        ),
        (
            "book",
            0,
            "Player 1 develops the Book and frees a merchant: 3 pieces in one move.",
            "Gracz 1 rozwija Książkę i uwalnia dużego Kupca: 3 Kupców w jednym przemieszczeniu.",
        ),
        (
            "purse",
            2,
            "Player 1 develops the Purse and frees a trader: all pieces in one income.",
            "Gracz 1 rozwija Sakiewki i uwalnia małego Kupca: wszyscy Kupcy w jednym dochodzie.",
        ),
    ],
)
def test_a_skill_is_told_with_its_new_value(skill, steps, english, polish):
    t = Table(3).give(0, "improve_skill").skill(0, **{skill: steps})
    told = Told(t.position(), "use improve_skill", f"develop {skill}", seat=0)
    assert told()[0] == english
    assert told("pl")[0] == polish
    assert told.of("frees").source == f"skill-{skill}"


def test_a_developed_actions_track_tells_the_actions_left():
    t = Table(3).stand("gottingen-quedlinburg", "p0", "p0", "p0")
    told = Told(t.position(), "establish gottingen-quedlinburg", "develop actions")
    assert told()[1:] == [
        "Player 1 has 2 actions left now.",
        "Player 1 puts 3 traders back into the general supply.",
    ]


def test_a_fully_developed_skill_and_a_better_key_count_at_the_end():
    t = Table(3).give(0, "improve_skill").skill(0, book=2)
    told = Told(t.position(), "use improve_skill", "develop book")
    assert told()[1].startswith("Player 1 stands to score 4 more points at the end: full")
    t = Table(3).give(0, "improve_skill").office("hamburg", "p0")
    told = Told(t.position(), "use improve_skill", "develop keys")
    assert told()[0] == "Player 1 develops Keys and frees a trader: 2 points for each office of the largest network."
    assert told()[1] == "Player 1 stands to score 1 more point at the end: largest network."


def test_a_merchant_at_the_coellen_table_is_told_once():
    t = Table(3).stand("coellen-warburg", "p0", "p0", "p0", "p0 merchant").position()
    told = Told(t, "establish coellen-warburg", "table 7")
    assert told() == ["Player 1 puts 3 traders back into the general supply."]
    assert (told.of("gain.at_table").source, told.of("gain.at_table").target) == ("coellen-warburg", "table-7")
    assert told.of("points.table").amount == 7


# Markers and the end of a turn


def test_a_marker_for_more_actions_tells_how_many_are_left():
    told = Told(Table(3).give(0, "actions_4").position(), "use actions_4")
    assert told() == ["Player 1 has 6 actions left now."]
    assert told("pl") == ["Gracz 1 ma teraz jeszcze 6 akcji."]


def test_swapped_offices_tell_who_controls_the_city_now():
    t = Table(3).skill(1, privilege=1).office("hamburg", "p0", "p1").give(0, "swap_offices")
    told = Told(t.position(), "use swap_offices", "swap hamburg 0")
    assert told() == [
        "Player 1 takes control of Hamburg from Player 2.",
        "Player 2 stands to score 2 fewer points at the end: controlled cities.",
        "Player 1 stands to score 2 more points at the end: controlled cities.",
    ]


def test_removed_pieces_go_to_their_owners_supplies():
    t = Table(2).give(0, "remove_3").stand("coellen-warburg", "p0", "p1").position()
    assert Told(t, "use remove_3", "remove p1 trader coellen-warburg")() == [
        "Player 1 removes Player 2’s trader from Coellen–Warburg; it goes back to its owner’s personal supply."
    ]
    assert Told(t, "use remove_3", "remove p0 trader coellen-warburg")() == [
        "Player 1 takes a trader from Coellen–Warburg back into the personal supply."
    ]
    told = Told(t, "use remove_3", "remove neutral trader hamburg-lubeck")
    assert told() == ["Player 1 removes a neutral trader from Hamburg–Lübeck."]
    assert told("pl") == ["Gracz 1 zabiera neutralnego małego Kupca z drogi Hamburg–Lübeck."]


def test_a_new_marker_is_told_when_it_is_laid():
    t = Table(3).stand("stade-hamburg", "p0", "p0", "p0").lay("swap_offices", "stade-hamburg").position()
    texts = ["establish stade-hamburg", "pass", "end", "draw actions_3", "marker stade-hamburg"]
    assert Told(t, *texts[:3])() == ["Player 1 leaves 1 action unused."]
    assert Told(t, *texts[:4])() == []
    assert Told(t, *texts)() == ["Player 1 places the new marker “three more actions” on Stade–Hamburg."]
    assert Told(t, *texts)("pl") == ["Gracz 1 kładzie nowy żeton „+3 akcje” przy drodze Stade–Hamburg."]


# The neutral player


def test_a_neutral_route_tells_its_office_its_points_and_its_lost_marker():
    t = Table(2).stand("osnabruck-bremen", "neutral").stand("bremen-hannover", "neutral").office("osnabruck", "p1")
    texts = ["displace neutral trader bremen-hannover", "with trader", "pay trader"]
    assert Told(t.position(), *texts[:1])() == ["Player 1 displaces a neutral trader on Bremen–Hannover."]
    texts += ["put trader osnabruck-bremen", "put trader bremen-hamburg"]
    assert Told(t.position(), *texts[:4])() == ["Player 2 moves the displaced neutral trader to Osnabrück–Bremen."]
    assert Told(t.position(), *texts)() == ["Player 2 puts an extra neutral trader on Bremen–Hamburg."]
    told = Told(t.position(), *texts, "neutral osnabruck-bremen osnabruck")
    assert told() == [
        "The neutral player establishes Osnabrück–Bremen and opens an office in Osnabrück (orange slot).",
        "Player 2 scores 1 point for controlling Osnabrück.",
        "The marker “extra office” goes to the box.",
        "Player 2 loses control of Osnabrück to the neutral player.",
        "Player 2 stands to score 2 fewer points at the end: controlled cities.",
    ]
    assert told("pl")[0] == (
        "Gracz neutralny ustanawia szlak Osnabrück–Bremen i buduje Kantor w mieście Osnabrück (pomarańczowe pole)."
    )


def test_a_neutral_route_between_full_cities_is_told_too():
    t = Table(2).stand("stade-hamburg", "neutral").office("stade", "p1").skill(1, privilege=3)
    t.office("hamburg", "p1", "p1", "p1")
    texts = ["displace neutral trader hamburg-lubeck", "with trader", "pay trader", "put trader stade-hamburg"]
    assert Told(t.position(), *texts, "put trader bremen-hamburg")() == [
        "Player 2 puts an extra neutral trader on Bremen–Hamburg.",
        "The neutral player establishes Stade–Hamburg; both of its cities are full.",
        "Player 2 scores 2 points for controlling both cities of Stade–Hamburg.",
    ]


# The end


def twenty_points():
    """p0's next route brings the twentieth point."""
    t = Table(3).points(19).office("hamburg", "p0").stand("hamburg-lubeck", "p0", "p0", "p0")
    return t.position(), "establish hamburg-lubeck", "pass"


def ten_cities():
    """p0's next office completes the tenth city."""
    t = Table(3)
    for seat in range(3):
        t.skill(seat, privilege=3, book=1)
    for city in (
        "duisburg",
        "brunswiek",
        "goslar",
        "hannover",
        "hildesheim",
        "hamburg",
        "perleberg",
        "osnabruck",
        "bremen",
    ):
        t.office(city, *("p0", "p1", "p2")[: int(SLOTS[t.side, CITIES.index(city)])])
    t.stand("hannover-luneburg", "p0", "p0", "p0 merchant")
    return t.position(), "establish hannover-luneburg", "office luneburg"


def no_marker():
    """p0's next marker cannot be replaced."""
    t = Table(3).stand("osnabruck-bremen", "p0", "p0", "p0")
    t.used(1, *["swap_offices", "actions_3", "actions_4"] * 2, "improve_skill", "improve_skill", "remove_3")
    t.give(1, "extra_office", "extra_office", "extra_office")
    return t.position(), "establish osnabruck-bremen", "pass"


def last_round():
    """p1 ends the only round."""
    return Table(2, max_rounds=1).position(), "end", "end"


@pytest.mark.parametrize(
    ("story", "english", "polish"),
    [
        (
            twenty_points,
            "The game is over: Player 1 has 20 points on the track.",
            "Koniec gry: Gracz 1 ma na torze 20 pkt.",
        ),
        (ten_cities, "The game is over: 10 cities are complete.", "Koniec gry: ukończonych miast jest 10."),
        (
            no_marker,
            "The game is over: the stack has no marker to replace the one taken.",
            "Koniec gry: w stosie nie ma żetonu w miejsce zabranego.",
        ),
        (last_round, "The game is over: the only round is played.", "Koniec gry: rozegrano 1 rundę."),
    ],
)
def test_the_end_is_told_with_its_reason(story, english, polish):
    told = Told(*story())
    assert (told()[-1], told("pl")[-1]) == (english, polish)


# The story


def test_places_are_named_as_on_the_board():
    view = Table(3).position().view(0)
    assert place(view, "stade-hamburg", "en") == "the route Stade–Hamburg"
    assert place(view, "stade-hamburg", "pl") == "droga Stade–Hamburg"
    assert f"{place(view, 'stade-hamburg', 'pl'):name}" == "Stade–Hamburg"
    assert place(view, "lubeck", "en") == "Lübeck"
    assert place(view, "table-8", "en") == "the 8-point place at the Coellen table"
    assert all(place(view, site, language) != site for site in (*ROUTES, *CITIES) for language in LANGUAGES)


def test_a_turn_reads_as_one_with_a_headline_and_the_set_up_is_nobodys():
    match = burgrave.game("hansa", players=3, first="p0").match(seed=1)
    for text in texts_in(
        """
        place trader kampen-osnabruck, place trader kampen-osnabruck
        displace p0 trader kampen-osnabruck, with merchant, pay trader, put trader kampen-arnheim, done, income 3 0
        place trader minden-hannover, lift trader minden-hannover, put trader coellen-warburg, done
        end
        """
    ):
        match.play(text)
    set_up, *turns = match.story(None, "en")
    assert (set_up.seat, set_up.headline) == (None, "Set-up")
    assert as_text(turns) == ENGLISH.strip()
    assert as_text(match.story(None, "pl")[1:], "pl") == POLISH.strip()


ENGLISH = """
p0: pieces on Kampen–Osnabrück × 2
  p0 places a trader on Kampen–Osnabrück. × 2
p1: trader displaced, income
  p1 displaces p0’s trader on Kampen–Osnabrück.
    p1 replaces it with a merchant.
    p1 pays a trader into the general supply.
  p0 moves the displaced trader to Kampen–Arnheim.
  p0 adds no more pieces.
  p1 takes income: 3 traders.
p2: pieces on Minden–Hannover, pieces moved
  p2 places a trader on Minden–Hannover.
  p2 moves a trader from Minden–Hannover to Coellen–Warburg.
p0: unused actions
  p0 leaves 2 actions unused.
"""
POLISH = """
p0: Kupcy na drodze Kampen–Osnabrück × 2
  p0 dokłada małego Kupca na drogę Kampen–Osnabrück. × 2
p1: mały Kupiec usunięty, dochód
  p1 usuwa małego Kupca gracza p0 z drogi Kampen–Osnabrück.
    p1 wstawia na jego miejsce dużego Kupca.
    p1 oddaje małego Kupca do zasobów ogólnych.
  p0 ustawia usuniętego małego Kupca na drodze Kampen–Arnheim.
  p0 nie dokłada więcej Kupców.
  p1 bierze dochód: 3 małych Kupców.
p2: Kupcy na drodze Minden–Hannover, przemieszczeni Kupcy
  p2 dokłada małego Kupca na drogę Minden–Hannover.
  p2 przemieszcza małego Kupca z drogi Minden–Hannover na drogę Coellen–Warburg.
p0: niewykorzystane akcje
  p0 nie wykorzystuje 2 akcji.
"""


def test_the_turn_lasts_until_its_markers_are_replaced():
    t = Table(3).stand("stade-hamburg", "p0", "p0", "p0").lay("swap_offices", "stade-hamburg")
    p = play(t.position(), "establish stade-hamburg", "pass", "end")
    assert turn_of(p.s) == turn_of(t.position().s) == (0, 1)
    assert turn_of(play(p, "draw actions_3", "marker stade-hamburg").s) == (1, 2)


# Whole games


GAMES = [
    {"players": 2, "swap": "own", "first": "p1", "max_rounds": 30},
    {"players": 2, "max_rounds": 30},
    {"players": 3, "max_rounds": 20},
    {"players": 4, "swap": "own", "max_rounds": 15},
    {"players": 5, "first": "p4", "max_rounds": 12},
]


@pytest.mark.parametrize("options", GAMES, ids=lambda options: "-".join(str(value) for value in options.values()))
@pytest.mark.parametrize("bot", ["random", pytest.param("greedy", marks=pytest.mark.slow)])
def test_effects_account_for_every_piece_and_point_before_all_eyes(options, bot):
    game = burgrave.game("hansa", **options)
    match = played_out(game, [burgrave.bot(bot, game, seed=seat) for seat in range(game.players)], seed=3)
    for number in range(1, match.length + 1):
        for seat in (None, *range(game.players)):
            check_effects(match, number, seat)


@pytest.mark.parametrize("name", records_of("hansa"))
def test_recorded_games_are_told_to_the_end_in_both_languages(name):
    match = recorded(name)
    for language in LANGUAGES:
        story = match.story(0, language)
        assert story[0].seat is None
        lines = [line for turn in story for one in turn.told for line in one.lines]
        assert not any(re.search(r"[{}_]|\bNone\b|^-$", line) for line in lines)
        ends = {words(GAME.package, language).template(f"effect.end.{why}", 2) for why in ENDS}
        assert not match.is_over or lines[-1].split(":")[0] in {end.split(":")[0] for end in ends}


ENDS = ("points", "cities", "markers", "rounds")


def test_everything_flies_from_and_to_places_that_are_drawn():
    match = recorded(records_of("hansa")[0])
    for number in range(1, match.length + 1, 7):
        _, before, after = match.move_at(number)
        told = match.effects(number, 0)
        drawings = [position.view(0).drawing("en") for position in (before, after)]
        panels = "".join(panel.body for drawing in drawings for panel in drawing.panels)
        assert list(strange_sites(after.view(0), drawings[1], panels, told)) == []
