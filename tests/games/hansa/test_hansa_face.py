"""Words, picture and the greedy bot's eye."""

import re

import pytest
from hansa_table import Table
from playing import play, played_out, recorded, records_of

import burgrave
from burgrave.core.words import LANGUAGES
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


def test_a_prompt_names_the_route_and_the_piece():
    p = Table(3).stand("hamburg-lubeck", "p1 merchant").position()
    p = play(p, "displace p1 merchant hamburg-lubeck", "with trader", "pay trader trader")
    assert "merchant was displaced from Hamburg–Lübeck" in p.view(1).prompt("en")
    assert "dużego Kupca z drogi Hamburg–Lübeck" in p.view(1).prompt("pl")


def test_a_refusal_is_said_in_both_languages():
    p = Table(3).position()
    assert p.why_not("establish hamburg-lubeck", "pl").startswith("Aby ustanowić szlak handlowy")


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
