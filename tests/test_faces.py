"""What people see of every game: pictures, words and guides, in every language and at every stage."""

import random
import re
from xml.etree import ElementTree

import pytest

import burgrave
from burgrave.core import guide, records, registry, words
from burgrave.core.drawing import kit_symbols
from burgrave.core.picture import to_png, to_svg
from burgrave.core.words import LANGUAGES

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Ada", 'Bea "<b>"', "Cid & Co", "Dot", "Eli", "Fay")
STAGES = (0, 12, 120, 600)

GAMES = burgrave.games()


def stages(name: str):
    """Matches at several stages of a game by players without a plan, for the fewest and the most players."""
    for players in {min(registry.spec(name).players), max(registry.spec(name).players)}:
        luck = random.Random(players)
        match = burgrave.game(name, players=players).match(seed=players, names=NAMES[:players])
        for count in STAGES:
            while len(match.log) < count and not match.is_over:
                match.play(luck.choice(match.position.moves()))
            yield match


@pytest.fixture(scope="module", params=GAMES)
def matches(request):
    """Records of the stages, made once per game."""
    return [records.read(match.text()) for match in stages(request.param)]


def looks(match):
    """The views of the first and the last seat, and a spectator's."""
    return [match.view(seat) for seat in (0, match.game.players - 1, None)]


def parsed(body: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>')


def whole(drawing) -> str:
    panels = "".join(panel.body for panel in (*drawing.figures, *drawing.panels))
    return drawing.symbols + drawing.ground + drawing.pieces + drawing.sites + panels


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_well_formed_and_has_its_look_in_attributes_alone(matches, language):
    for match in matches:
        for view in looks(match):
            body = whole(view.drawing(language))
            parsed(body)
            assert not re.search(r"\sstyle=|var\(|<filter|\sfilter=|<style|<script|\son\w+=", body)


def test_every_symbol_and_pattern_that_is_used_is_defined(matches):
    for match in matches:
        drawing = match.view(0).drawing("en")
        body = kit_symbols() + whole(drawing)
        assert set(re.findall(r'(?:href="|url\()#([\w-]+)', body)) <= set(re.findall(r'\sid="([\w-]+)"', body))
        own = re.findall(r'<(?:symbol|pattern) id="([\w-]+)"', drawing.symbols)
        assert all(symbol.startswith(f"{match.game.name}-") for symbol in own)


def test_no_two_things_in_a_picture_have_the_same_id(matches):
    for match in matches:
        for view in looks(match):
            ids = re.findall(r'\sid="([\w-]+)"', kit_symbols() + whole(view.drawing("en")))
            assert len(ids) == len(set(ids))


def test_everything_a_legal_move_needs_can_be_clicked(matches):
    for match in matches:
        seat = match.position.to_act
        if seat is None:
            continue
        view = match.view(seat)
        drawing = view.drawing("en")
        panels = "".join(panel.body for panel in (*drawing.figures, *drawing.panels))
        sites = set(re.findall(r'data-site="([^"]*)"', drawing.sites + drawing.pieces + panels))
        sites |= {f"p{other}" for other in range(match.game.players)}
        for move in view.moves():
            assert set(match.game.rules.parts.sites(move)) <= sites, move


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_site_has_a_name(matches, language):
    for match in matches:
        for element in parsed(whole(match.view(0).drawing(language))).iter():
            if element.get("data-site"):
                assert element.get("data-name"), element.attrib


def test_ground_and_symbols_stay_while_people_play(matches):
    by_players = {}
    for match in matches:
        if any(mover >= 0 for mover in match.movers):
            drawing = match.view(None).drawing("en")
            first = by_players.setdefault(match.game.players, drawing)
            assert (drawing.box, drawing.symbols, drawing.ground) == (first.box, first.symbols, first.ground)


def test_every_seat_has_compact_figures(matches):
    for match in matches:
        figures = match.view(None).drawing("en").figures
        assert [panel.seat for panel in figures] == list(range(match.game.players))
        assert all(panel.width <= 170 and panel.height <= 44 for panel in figures)


def test_a_picture_shows_no_more_than_the_view(matches):
    for match in matches:
        for seat in (0, None):
            view = match.position.view(seat)
            for again in range(2):
                twin = view.sample(again).view(seat)
                assert twin == view
                assert whole(twin.drawing("en")) == whole(view.drawing("en"))
                assert twin.describe("en") == view.describe("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_view_has_a_prompt_and_a_description(matches, language):
    for match in matches:
        for view in looks(match):
            assert view.prompt(language)
            assert len(view.describe(language).splitlines()) > 1


def test_points_by_source_add_up_to_the_scores(matches):
    for match in matches:
        for view in looks(match):
            parts = view.score_parts()
            assert tuple(sum(part.values()) for part in parts) == view.scores
            for language in LANGUAGES:
                assert all(words.score_part(match.game, name, language) for part in parts for name in part)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_reads_as_sentences_for_everybody(matches, language):
    match = max(matches, key=lambda match: len(match.log))
    for seat in (*range(match.game.players), None):
        for text, mover in zip(match.log_for(seat), match.movers, strict=True):
            sentence = words.tell(match.game, text, mover, language, match.names)
            assert sentence[0].upper() == sentence[0]
            assert "{" not in sentence


@pytest.mark.parametrize("tall", [False, True])
def test_a_view_is_one_picture_that_stands_alone(matches, tall):
    for match in matches[::5]:
        svg = to_svg(match.view(0), "pl", tall)
        ElementTree.fromstring(svg)
        assert to_png(svg, 390).startswith(b"\x89PNG")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_guide_has_pictures_that_can_be_drawn(name, language):
    assert guide.addresses(name, language) == guide.addresses(name, "en")
    assert any(address.startswith("board") for address in guide.addresses(name, language))
    assert "<svg" in guide.to_html(name, language)
    for address in set(guide.addresses(name, language)):
        svg = guide.picture(name, address, language)
        ElementTree.fromstring(svg)
        assert set(re.findall(r'(?:href="|url\()#([\w-]+)', svg)) <= set(re.findall(r'\sid="([\w-]+)"', svg))
    assert "](" not in guide.for_terminal(name, language)
