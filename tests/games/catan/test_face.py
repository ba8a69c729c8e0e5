"""Catan as people see it: the picture, the prompts, the words."""

import re

import pytest
from playing import panel, recorded, refusal, site_names

import burgrave
from burgrave.core import words
from burgrave.core.words import label, tell
from burgrave.games.catan import GAME

NAMES = ("Ada", "Bea", "Cid")


def beginners(*texts: str, seat: int | None = 0):
    """What a seat sees of the beginners' game for three after these moves."""
    match = burgrave.game("catan", players=3, set_up="beginner").match(chance="manual", names=NAMES)
    for text in texts:
        match.play(text)
    return match.view(seat)


OFFER = ("roll", "roll 2 3", "give ore", "want lumber", "offer")


def test_every_hex_path_and_intersection_is_a_site():
    sites = site_names(beginners().drawing("en").sites)
    assert len(sites) == 19 + 72 + 54
    assert sites["h7"] == "Desert; the robber"
    assert sites["v5"] == "Intersection: fields 2, forest 6, sea, harbour 2:1 for lumber; settlement of Ada"
    assert sites["e3"] == "Path: fields 2, sea; road of Ada"


def test_a_site_says_who_has_built_there():
    view = beginners()
    names = {language: site_names(view.drawing(language).sites) for language in ("en", "pl")}
    corner = int((view.s.owner == 0).argmax())
    path = int((view.s.road == 0).argmax())
    assert names["en"][f"v{corner}"].endswith("; settlement of Ada")
    assert names["pl"][f"v{corner}"].endswith("; osiedle gracza Ada")
    assert names["en"][f"e{path}"].endswith("; road of Ada")


def test_every_piece_on_the_board_is_drawn():
    pieces = beginners().drawing("en").pieces
    assert len(re.findall(r'id="building-\d+"', pieces)) == 6
    assert len(re.findall(r'id="road-\d+"', pieces)) == 6
    assert pieces.count('id="robber"') == 1


def test_the_last_road_is_marked_until_the_next_move():
    trade = (*OFFER, "accept", "pass", "deal p1", "road 25")
    assert 'class="last"' in beginners(*trade).drawing("en").pieces
    assert 'class="last"' not in beginners(*trade, "end").drawing("en").pieces


def test_a_city_replaces_the_settlement_in_the_picture():
    game = burgrave.game("catan", players=3, set_up="beginner")
    fields = game.start().fields
    fields["building"][5] = 2
    fields["stock"][0][1] += 1
    fields["stock"][0][2] -= 1
    pieces = game.position(fields).view(0).drawing("en").pieces
    assert "#catan-city" in re.search(r'<g[^>]*id="building-5".*?</g>', pieces)[0]
    assert "#catan-settlement" in re.search(r'<g[^>]*id="building-12".*?</g>', pieces)[0]


def test_a_seat_sees_its_own_hand_and_a_spectator_none():
    assert site_names(panel(beginners(seat=0), "hand"))["hand-ore"] == "Your ore: 1"
    assert site_names(panel(beginners(seat=2), "hand"))["hand-ore"] == "Your ore: 0"
    assert "hand" not in [panel.key for panel in beginners(seat=None).drawing("en").panels]


def test_the_offer_lies_on_the_table_for_everybody():
    for seat in (0, 1, 2, None):
        assert "#catan-ore" in panel(beginners(*OFFER, seat=seat), "offer")
    assert "offer" not in [panel.key for panel in beginners().drawing("en").panels]


def test_a_counter_offer_is_shown_with_its_terms():
    body = panel(beginners(*OFFER, "give wool", "want ore", "offer"), "offer")
    assert body.count("#catan-wool") == 1
    assert body.count("#catan-ore") == 2


def test_the_dice_show_the_last_roll():
    dice = panel(beginners("roll", "roll 2 6"), "dice")
    assert re.findall(r'href="#pips-(\d)"', dice) == ["2", "6"]


@pytest.mark.parametrize(
    ("texts", "seat", "language", "sentence"),
    [
        ((), 0, "en", "Roll the dice"),
        ((), 1, "en", "Waiting for Ada…"),
        ((), None, "pl", "Czekamy na ruch: Ada…"),
        (("roll",), 0, "en", "The dice are rolling"),
        (("roll", "roll 2 3"), 0, "en", "Trade or end your turn"),
        (("roll", "roll 3 4"), 0, "pl", "Przesuń złodzieja"),
        (("roll", "roll 2 3"), 0, "pl", "Handluj albo zakończ turę"),
        (OFFER[:-2], 0, "en", "You offer 1 ore: what do you want for it?"),
        (OFFER[:-2], 0, "pl", "Dajesz 1 × rudę: co chcesz za to dostać?"),
        (OFFER[:-1], 0, "en", "Your offer: 1 ore for 1 lumber"),
        (OFFER, 1, "en", "Ada offers 1 ore for 1 lumber"),
        (OFFER, 1, "pl", "Ada oferuje 1 × rudę za 1 × drewno"),
    ],
)
def test_the_prompt_says_what_is_to_be_done(texts, seat, language, sentence):
    assert beginners(*texts, seat=seat).prompt(language) == sentence


@pytest.mark.parametrize(
    ("count", "language", "sentence"),
    [
        (1, "en", "Discard 1 more card"),
        (4, "en", "Discard 4 more cards"),
        (1, "pl", "Odrzuć jeszcze 1 kartę"),
        (4, "pl", "Odrzuć jeszcze 4 karty"),
        (5, "pl", "Odrzuć jeszcze 5 kart"),
    ],
)
def test_the_prompt_counts_the_discards(count, language, sentence):
    assert words.words(GAME.package, language)("prompt.discard", count) == sentence


def test_the_same_move_has_another_label_where_it_means_something_else():
    move = words.verbs_of(GAME).by_text["pass"]
    assert label(GAME, move, "en", "victim") == "Rob nobody"
    assert label(GAME, move, "en", "answer") == "Refuse"
    assert label(GAME, move, "pl") == "Pasuj"


@pytest.mark.parametrize(
    ("text", "by", "language", "sentence"),
    [
        ("settle 12", 0, "en", "Ada builds a settlement at 12."),
        ("bank wool ore", 1, "en", "Bea trades wool to the bank for ore."),
        ("bank wool ore", 1, "pl", "Bea wymienia w banku wełnę na rudę."),
        ("rob p2", 0, "en", "Ada steals from Cid."),
        ("roll", 0, "pl", "Ada rzuca kostkami."),
        ("roll 3 4", -1, "en", "The dice show 3 and 4."),
        ("draw ?", -1, "en", "The card drawn: a hidden card."),
        ("draw soldier", -1, "pl", "Dobrana karta: Żołnierz."),
        ("discard ?", 2, "pl", "Cid odrzuca zakrytą kartę."),
    ],
)
def test_the_log_reads_as_sentences(text, by, language, sentence):
    assert tell(GAME, text, by, language, NAMES) == sentence


def test_a_text_of_no_move_is_an_error():
    with pytest.raises(ValueError, match="catan has no move 'settle 54'"):
        tell(GAME, "settle 54", 0, "en")


def test_why_not_speaks_polish_too():
    position = burgrave.game("catan", players=3, set_up="beginner").start()
    assert position.why_not("end", "pl") == "Najpierw rzuć kostkami: handel i budowanie są po rzucie."


def test_points_come_from_their_sources():
    assert beginners().score_parts()[0] == {
        "settlements": 2,
        "cities": 0,
        "longest_road": 0,
        "largest_army": 0,
        "shown_cards": 0,
        "hidden_cards": 0,
    }


def test_a_notebook_shows_positions_and_views_by_themselves():
    view = beginners()
    assert view._repr_svg_().startswith("<svg")
    assert burgrave.game("catan").start()._repr_svg_().startswith("<svg")


def test_the_description_tells_where_buildings_and_roads_lie_and_where_more_could_go():
    position = recorded("catan-target-in-own-turn").positions[200]
    told = position.view(1).describe("en")
    assert "12 (forest 8, fields 3 and mountains 4)" in told
    assert "Roads: 7 (4–8), 12 (8–12)" in told
    assert "Paths where you may lay a road, with the intersections at their ends: 1 (0–4), 2 (1–4)," in told
    assert "clockwise from its upper left corner: 0: 3 7 12 8 4 0;" in told
    paths = [int(item.split(" (")[0]) for item in told.split("at their ends: ")[1].split(".")[0].split(", ")]
    assert paths == [path for path in range(72) if refusal(position, f"road {path}") in ("allowed", "cannot_pay_road")]
