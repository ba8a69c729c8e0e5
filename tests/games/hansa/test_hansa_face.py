"""Words, picture and the greedy bot's eye."""

import re
from math import dist

import pytest
from hansa_table import Table
from playing import play, played_out, recorded, records_of, site_names

import burgrave
from burgrave.core.words import LANGUAGES, label, tell
from burgrave.games.hansa.board import CITIES, SLOTS, SPACES
from burgrave.games.hansa.drawing import PIECE, SHIELD, SPACE, all_spaces, shield_at, slot_at
from burgrave.games.hansa.moves import VERBS

RECORDS = records_of("hansa")


def drawn_sites(view):
    """Every site of a view's picture."""
    drawing = view.drawing("en")
    everything = drawing.ground + drawing.pieces + drawing.sites + "".join(panel.body for panel in drawing.panels)
    return set(re.findall(r'data-site="([^"]*)"', everything))


@pytest.mark.parametrize("name", RECORDS)
def test_every_legal_move_can_be_clicked(name):
    match = recorded(name)
    for position in match.positions[::17]:
        if position.to_act is not None and position.to_act >= 0:
            view = position.view(position.to_act)
            wanted = {site for move in view.moves() for site in VERBS.sites(move)}
            assert wanted <= drawn_sites(view)


@pytest.mark.parametrize("name", RECORDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_position_has_a_prompt_a_description_and_points_that_add_up(name, language):
    match = recorded(name)
    for position in match.positions[::23]:
        view = position.view(0)
        assert view.prompt(language)
        assert view.describe(language)
        assert tuple(sum(parts.values()) for parts in view.score_parts()) == position.scores


def test_elements_of_a_picture_have_different_ids():
    view = recorded(RECORDS[0]).position.view(0)
    drawing = view.drawing("en")
    everything = drawing.pieces + "".join(panel.body for panel in drawing.panels)
    ids = re.findall(r' id="([^"]*)"', everything)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("side", range(len(SPACES)))
def test_extra_offices_cover_no_space_of_a_route(side):
    for city, name in enumerate(CITIES):
        for place in (slot_at(side, city, -1), slot_at(side, city, -2)):
            assert min(dist(place, space) for space in all_spaces(side)) > SPACE + PIECE / 2 - 1, name


@pytest.mark.parametrize("side", range(2))
def test_the_shield_of_whoever_controls_a_city_and_the_spaces_of_routes_do_not_cover_each_other(side):
    for city, name in enumerate(CITIES):
        shield = shield_at(side, city)
        assert min(dist(shield, space) for space in all_spaces(side)) >= SPACE + SHIELD / 2, name
        offices = [slot_at(side, city, slot) for slot in range(SLOTS[side, city])]
        assert min(dist(shield, office) for office in offices) > PIECE / 2 + SHIELD / 2, name


def test_a_prompt_names_the_route_and_the_piece():
    p = Table(3).stand("hamburg-lubeck", "p1 merchant").position()
    p = play(p, "displace p1 merchant hamburg-lubeck", "with trader", "pay trader trader")
    assert "merchant was displaced from Hamburg–Lübeck" in p.view(1).prompt("en")
    assert "dużego Kupca z drogi Hamburg–Lübeck" in p.view(1).prompt("pl")


def test_a_refusal_is_said_in_both_languages():
    p = Table(3).position()
    assert p.why_not("establish hamburg-lubeck", "pl").startswith("Aby ustanowić szlak Hamburg–Lübeck")


def test_a_site_says_what_stands_there_and_the_next_slot():
    view = Table(2).office("hamburg", "p0").position().view(0)
    english, polish = (site_names(view.drawing(language).sites) for language in LANGUAGES)
    assert english["hamburg-lubeck"] == "Route Hamburg–Lübeck, 2 empty spaces: neutral trader"
    assert polish["hamburg-lubeck"] == "Droga Hamburg–Lübeck, 2 wolne pola: neutralny mały Kupiec"
    assert english["halle"].startswith(
        "City of Halle (teaches Keys); next: white for a trader (1 point at once), then "
    )
    assert "Player 1’s trader; control: Player 1; next: orange for a trader" in english["hamburg"]
    assert "kontroluje: Gracz 1; następne pole: pomarańczowe dla małego Kupca" in polish["hamburg"]


def test_the_description_names_every_citys_next_slot_and_every_empty_routes_length():
    lines = Table(2).office("hamburg", "p0").office("duisburg", "p1").position().view(0).describe().splitlines()
    assert (
        "  Hamburg: Player 1’s trader; control: Player 1; next: orange for a trader, then black for a trader" in lines
    )
    assert "  Duisburg: Player 2’s trader; control: Player 2; next: none, the city is full" in lines
    assert "  Halle (teaches Keys); next: white for a trader (1 point at once), then orange for a trader" in lines
    assert "  Hamburg–Lübeck: neutral trader; empty: 2" in lines
    (empty,) = [line for line in lines if line.startswith("Empty routes")]
    assert "Kampen–Osnabrück 2, Kampen–Arnheim 3" in empty
    assert "Emden–Stade" not in "".join(lines)
    assert "Coellen table: 7 (white): nobody, 8 (orange): nobody, 9 (pink): nobody, 11 (black): nobody." in lines
    assert "  score track: 0 of 20; offices in the largest network: 1." in lines


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_greedy_beats_random_seats(players):
    game = burgrave.game("hansa", players=players, max_rounds=40)
    for seed in range(3):
        seat = seed % players
        bots = [burgrave.bot("greedy" if k == seat else "random", game, seed=seed) for k in range(players)]
        assert played_out(game, bots, seed).position.winners == (seat,)


def test_the_turn_keeps_its_number_while_its_markers_are_replaced():
    t = Table(3).stand("stade-hamburg", "p0", "p0", "p0").lay("swap_offices", "stade-hamburg")
    p = play(t.position(), "establish stade-hamburg", "pass", "end", "draw actions_3")
    assert p.view(0).describe().startswith("Turn 1: Player 1,")
    p = p.play("marker stade-hamburg")
    assert p.view(0).describe().startswith("Turn 2: Player 2,")


def test_the_last_turn_keeps_its_number_when_the_rounds_are_over():
    p = play(Table(2, max_rounds=1).position(), "end", "end")
    assert p.view(None).describe().startswith("Turn 2: Player 2,")


def test_an_income_names_only_the_pieces_that_it_brings():
    p = Table(3).position()
    texts = {"income 3 0": "Ada takes income: 3 traders.", "income 2 1": "Ada takes income: 2 traders and 1 merchant."}
    for text, sentence in texts.items():
        assert tell(p.game, text, 0, "en", ("Ada", "Bea", "Cid")) == sentence
    assert label(p.game, p.game.move("income 1 2"), "pl") == "Dochód: 1 mały Kupiec i 2 dużych Kupców"


def test_neutral_pieces_are_neutral_in_every_language():
    view = Table(2).office("duisburg", "neutral").position().view(0)
    assert "Duisburg: neutral trader; control: the neutral player" in view.describe("en")
    assert "Duisburg: neutralny mały Kupiec; kontroluje: gracz neutralny" in view.describe("pl")


def test_an_established_route_offers_only_what_it_can_bring():
    p = Table(3).stand("hamburg-lubeck", "p0", "p0", "p0").position().play("establish hamburg-lubeck")
    assert p.view(0).prompt("en") == "Hamburg–Lübeck is yours: choose a city for an office or a skill"
    full = Table(3).skill(1, privilege=3).office("kampen", "p1", "p1").office("osnabruck", "p1", "p1")
    p = full.stand("kampen-osnabruck", "p0", "p0").position().play("establish kampen-osnabruck")
    assert [move.text for move in p.moves()] == ["pass"]
    assert "nothing to open or develop" in p.view(0).prompt("en")
