"""Guides: sections and links that lead somewhere, scenes, marks, and tables for the terminal."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import burgrave
from burgrave.core import guide, scenes
from burgrave.core.registry import spec
from burgrave.core.scenes import TextError
from burgrave.core.words import LANGUAGES, own_part, part

GAMES = burgrave.games()


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_why_not_leads_to_a_section_of_the_guide(game):
    reasons = {reason.text for reason in part(spec(game).package, "moves").Reason} - {"allowed"}
    linked = own_part(spec(game).package, "reasons", "SECTIONS")
    assert set(linked) == reasons
    for language in LANGUAGES:
        assert set(linked.values()) <= set(guide.sections(game, language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_links_and_contents_of_a_page_lead_to_its_sections(game, language):
    page = guide.to_html(game, language)
    ids = re.findall(r'<h[234] id="([^"]+)"', page)
    assert ids == list(guide.sections(game, language))
    assert len(set(ids)) == len(ids)
    leads = set(re.findall(r'href="#([^"]+)"', page.partition("</svg>")[2])) & set(
        re.findall(r'<a href="#([^"]+)"', page)
    )
    assert set(guide.links(game, language)) <= leads
    assert leads <= set(ids)
    assert "{#" not in page


@pytest.mark.parametrize("game", GAMES)
def test_every_guide_has_at_least_three_worked_examples_with_pictures(game):
    for language in LANGUAGES:
        pictures = [address for address in guide.addresses(game, language) if "scene=" in address]
        assert len(pictures) >= 3


@pytest.mark.parametrize(("game", "scene"), [(game, scene) for game in GAMES for scene in scenes.scenes(game)])
def test_a_scene_is_a_position_of_the_game(game, scene):
    match = scenes.scene(game, scene)
    assert match.position.to_act in range(match.game.players)
    assert match.game.position(match.position.to_json()) == match.position


def test_a_mark_rings_its_site_and_around_shows_only_a_part():
    plain = ElementTree.fromstring(guide.picture("catan", "board?scene=harvest"))
    part_only = ElementTree.fromstring(guide.picture("catan", "board?scene=harvest&around=h2,h13&mark=h13"))
    box, smaller = (tuple(map(float, svg.attrib["viewBox"].split())) for svg in (plain, part_only))
    assert smaller[2] < box[2]
    assert smaller[3] < box[3]
    assert len(list(part_only)) > len(list(plain))
    with pytest.raises(ValueError, match="no site 'h99'"):
        guide.picture("catan", "board?scene=harvest&mark=h99")


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ("players 2", "is no field"),
        (" 2", "none has begun"),
        ("players: 2\nplayers: 3", "there twice"),
        ("players: 9", "players"),
        ("moves: settle 12, fly", "'fly' cannot be played"),
        ("set_up: beginner\nmoves: city 0", "'city 0' cannot be played"),
    ],
)
def test_what_is_wrong_with_a_scene_is_said_with_its_file(lines, wrong):
    with pytest.raises(TextError, match=wrong) as error:
        scenes.begun("catan", scenes.fields_of(lines.splitlines(), "scenes/x.txt"), "scenes/x.txt")
    assert str(error.value).startswith("scenes/x.txt: ")


def test_a_scene_that_is_not_there_is_named():
    with pytest.raises(TextError, match=r"'catan' has no scenes/nothing\.txt"):
        scenes.scene("catan", "nothing")


def test_chance_is_drawn_until_the_written_move():
    match = scenes.begun("burgundy", {"players": "2", "seed": "5", "moves": "first p1, roll p0 1 1"}, "x")
    assert {"first p1", "roll p0 1 1"} <= set(match.log)
    assert match.position.to_act == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_terminal_reads_no_markup_of_sections_links_or_pictures(game, language):
    text = guide.for_terminal(game, language)
    assert not re.search(r"\]\(|\{#|!\[", text)


def test_one_section_is_read_alone_with_those_below_it():
    building = guide.for_terminal("catan", "en", "building")
    assert building.startswith("## Building")
    assert "### Cities" in building
    assert "Development cards" not in building.replace("a development card", "")
    with pytest.raises(ValueError, match="no section 'nothing'; valid: table, "):
        guide.for_terminal("catan", "en", "nothing")
