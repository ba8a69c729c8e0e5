"""The drawing kit: well-formed, escaped, the same everywhere."""

import re
from xml.etree import ElementTree

import pytest

from burgrave.core import drawing as kit


def parsed(body: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>')


SAMPLES = {
    "symbols": kit.kit_symbols(),
    "text": kit.text("7 > 6", 10, 10, bold=True, on_table=True),
    "polygon": kit.polygon([(0, 0), (1, 0), (1, 1)], "#fff", class_="field"),
    "hexagon": kit.hexagon((0, 0), 30, "#fff"),
    "rectangle": kit.rectangle(0, 0, 10, 10, "#fff"),
    "circle": kit.circle(0, 0, 10, "#fff"),
    "line": kit.line((0, 0), (10, 10), stroke_dasharray="2 4"),
    "group": kit.group(kit.circle(0, 0, 1, "#000"), 5, 6, 2, 90, id="a"),
    "named": kit.named("", "Wool & more"),
    "symbol": kit.symbol("catan-wool", kit.circle(0, 0, 1, "#000")),
    "shield": kit.shield("red", 10, 10),
    "piece": kit.piece("shield", "blue", 0, 0, 20, id="road-3", origin="p1", last=True),
    "halo": kit.halo(0, 0, 10),
    "outline": kit.outline(kit.bar((0, 0), (30, 40), 9, 5)),
    "site_circle": kit.site_circle("v1", "Corner", 1, 2),
    "site_polygon": kit.site_polygon("h1", "Hex", [(0, 0), (1, 0), (1, 1)]),
    "site_rectangle": kit.site_rectangle("hand-wool", "Wool", 0, 0, 60, 72),
    "card": kit.card(0, 0, 60, 72, "shield", 3, "wool", "#b4cf7e", selected=True),
    "faded card": kit.card(0, 0, 60, 72, "shield", faded=True),
    "pile": kit.pile(0, 0, 70, 44, "shield", 19),
    "token": kit.token(0, 0, 16, 8, ink=kit.ALARM),
    "die": kit.die(5, 0, 0),
    "figures": kit.figures_row([("hand", 5, "cards"), ("shield", 2, "soldiers")]),
}


@pytest.mark.parametrize("body", SAMPLES.values(), ids=SAMPLES)
def test_every_helper_gives_well_formed_svg(body):
    parsed(body)


@pytest.mark.parametrize("body", SAMPLES.values(), ids=SAMPLES)
def test_the_look_is_in_presentation_attributes_alone(body):
    assert not re.search(r"style=|var\(|<filter|filter=|<style|<script|\son\w+=", body)


def test_what_a_person_typed_cannot_break_out():
    evil = '"><script>alert(1)</script>'
    for body in (kit.text(evil, 0, 0), kit.named("", evil), kit.site_circle("v1", evil, 0, 0), kit.group("", id=evil)):
        assert "<script" not in body
        parsed(body)


@pytest.mark.parametrize("colour", kit.TINCTURES)
def test_every_seat_colour_has_a_hatching_of_its_own(colour):
    others = [hatching for other, hatching in kit.HATCHINGS.items() if other != colour]
    assert kit.HATCHINGS[colour] not in others


def test_a_piece_is_plain_tincture_below_and_transparent_hatching_above():
    uses = parsed(kit.piece("shield", "red", 0, 0, 20)).findall(".//{http://www.w3.org/2000/svg}use")
    assert [use.get("fill") for use in uses] == [kit.TINCTURES["red"], "url(#hatch-red)"]


def test_a_white_piece_is_plain():
    assert kit.piece("shield", "white", 0, 0, 20).count("<use") == 1


def test_a_site_is_invisible_and_takes_the_pointer():
    (site,) = parsed(kit.site_circle("v12", "Corner", 1, 2))
    assert site.get("data-site") == "v12"
    assert site.get("data-name") == "Corner"
    assert (site.get("fill"), site.get("stroke"), site.get("pointer-events")) == ("none", "none", "all")


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_shows_its_value_in_pips(value):
    assert f'href="#pips-{value}"' in kit.die(value, 0, 0)
    dots = re.search(rf'<symbol id="pips-{value}".*?</symbol>', kit.kit_symbols())
    assert dots is not None
    assert dots.group().count("h.01") == value


@pytest.mark.parametrize(("value", "text"), [(1.0, "1"), (-0.001, "0"), (2.345, "2.35"), (3.1, "3.1"), (-4, "-4")])
def test_coordinates_are_short(value, text):
    assert kit.number(value) == text


def test_a_bar_is_as_long_as_the_way_without_its_insets():
    corners = kit.bar((0, 0), (100, 0), 10, inset=20)
    assert corners == [(20, 5), (80, 5), (80, -5), (20, -5)]


def test_a_sentence_is_broken_into_lines_that_fit():
    lines = kit.lines_of("Every other seat hands over all its cards of that kind", 150)
    assert len(lines) > 1
    assert all(kit.text_width(line) <= 150 for line in lines)


def test_a_row_of_dice_shows_each_die_and_fades_the_used():
    row = kit.dice_row((3, 5), 20, 20, 30, faded=(1,))
    assert row.count('class="die"') == 2
    assert row.count('opacity="0.4"') == 1
    assert re.findall("#pips-[0-9]", row) == ["#pips-3", "#pips-5"]


def test_a_hand_counts_its_cards_and_can_be_clicked():
    body, width = kit.hand([("catan-wool", "Wool", 2), ("catan-ore", "Ore", 0)], sites="hand")
    assert width == 116
    assert 'data-name="Wool: 2"' in body
    assert 'data-site="hand-1"' in body
    assert body.count('opacity="0.5"') == 1


def test_markers_on_one_space_of_a_track_stand_side_by_side():
    body = kit.track(range(5), 0, 0, 40, [(2, "white"), (2, "white"), (0, "white")])
    assert body.count("<rect") == 5
    places = [float(x) for x in re.findall(r'href="#shield" x="([\d.]+)"', body)]
    assert len(set(places)) == 3


def test_a_board_of_numbers_has_a_site_for_each_square():
    body, sites = kit.number_board([[1, ""], [2, 3]], 0, 0, 30, site="q", name="Square")
    assert body.count("<text") == 3
    assert re.findall(r'data-site="([\w-]+)"', sites) == ["q0-0", "q0-1", "q1-0", "q1-1"]
    assert 'data-name="Square 2, 1"' in sites
