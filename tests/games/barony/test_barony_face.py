"""Barony as people see it: the picture, the prompts, the words."""

import re

import pytest
from barony_table import Baron, laid, next_to, table
from playing import panel, play, site_names

import burgrave
from burgrave.core.words import label, tell, words
from burgrave.games.barony import GAME
from burgrave.games.barony.moves import Reason

NAMES = ("Ada", "Bea")


def panels(view) -> list[str]:
    return [panel.key for panel in view.drawing("en").panels]


def robbery():
    return play(table(Baron(knights=[24, 31]), Baron(villages=[31], tokens={"plain": 2})), "move 24 31")


def test_every_hex_is_a_site_that_says_what_is_there():
    sites = site_names(table(Baron(knights=[31, 31], villages=[53]), Baron()).view(0).drawing("en").sites)
    assert len(sites) == 54
    assert sites["h31"] == "Plain, knights of Player 1: 2 (row 5, hex 5)"
    assert sites["h53"] == "Plain, edge of the board, village of Player 1 (row 8, hex 6)"
    assert sites["h24"] == "Mountain, city of Player 1, by a lake (row 4, hex 6)"
    assert sites["h25"] == "Lake (row 4, hex 7)"


def test_the_map_numbers_its_rows_as_the_texts_do_and_nothing_else():
    ground = table(Baron()).view(0).drawing("en").ground
    assert re.findall(r"<text[^>]*>(\d+)</text>", ground) == [str(row) for row in range(1, 9)]


def test_a_stack_of_knights_shows_its_number():
    pieces = table(Baron(knights=[31, 31, 31, 16])).view(0).drawing("en").pieces
    assert re.findall(r"<text[^>]*>(\d)</text>", pieces) == ["3"]


def test_barons_share_a_hex_in_the_picture_too():
    pieces = table(Baron(knights=[31]), Baron(villages=[31])).view(0).drawing("en").pieces
    assert 'id="building-31"' in pieces
    assert 'id="knights-0-31"' in pieces


def test_edges_that_an_expedition_can_reach_are_marked():
    free = table(Baron()).view(0).drawing("en").pieces.count("#barony-way")
    taken = table(Baron(knights=[53], villages=[52])).view(0).drawing("en").pieces.count("#barony-way")
    assert taken == free - 2


def test_the_last_move_is_marked_until_the_next():
    match = burgrave.game("barony", players=2).match(seed=1, names=NAMES)
    match.play(match.position.moves()[0])
    assert 'class="last"' in match.view(0).drawing("en").pieces


def test_own_tokens_can_be_clicked_and_a_spectator_has_none():
    position = table(Baron(tokens={"plain": 2}))
    sites = site_names(panel(position.view(0), "tokens"))
    assert sites["pay-plain"] == "Your tokens, plain: 2 (5 gold, 3 silver each)"
    assert "tokens" not in panels(position.view(None))


def test_the_victims_tokens_can_be_clicked_while_one_is_to_be_taken():
    assert site_names(panel(robbery().view(0), "take"))["take-plain"] == "Tokens of Player 2, plain: 2"
    assert "take" not in panels(table(Baron()).view(0))


def test_the_pool_is_shown_only_where_it_can_run_out():
    assert "pool" not in panels(table(Baron()).view(0))
    assert "pool" in panels(table(Baron(), token_supply="limited_per_type").view(0))


def test_the_score_board_has_every_marker_in_its_cell():
    body = panel(table(Baron(title=1, new_cities=[53]), Baron(title=1, new_cities=[3])).view(0), "score_board")
    assert "viscount, new cities: 1. 25 points: Player 1, Player 2" in body


@pytest.mark.parametrize(
    ("position", "seat", "language", "sentence"),
    [
        (table(Baron()), 0, "en", "One action: recruit or send an expedition"),
        (table(Baron()), 0, "pl", "Jedna akcja: werbunek albo ekspedycja"),
        (table(Baron()), 1, "en", "Waiting for Player 1…"),
        (table(Baron(), max_rounds=20), 0, "en", "The last round: recruit or send an expedition"),
        (table(Baron(knights=[24])).play("move 24 31"), 0, "en", "No other knight can move: finish"),
        (table(Baron(knights=[24, 24])).play("move 24 31"), 0, "en", "Move a second knight, or finish"),
        (robbery(), 0, "en", "Take a token from Player 2"),
        (table(Baron(tokens={"plain": 3})).play("pay plain"), 0, "en", "Pay for the title: 5 of 15 gold"),
        (table(Baron(tokens={"plain": 3})).play("pay plain"), 0, "pl", "Zapłać za tytuł: 5 z 15 złotych punktów"),
    ],
)
def test_the_prompt_says_what_is_to_be_done(position, seat, language, sentence):
    assert position.view(seat).prompt(language) == sentence


def test_done_says_what_it_finishes():
    done = table(Baron()).game.move("done")
    assert label(GAME, done, "en", "second") == "Move no other knight"
    assert label(GAME, done, "pl", "build") == "Zakończ budowę"
    assert label(GAME, done, "en", "pay") == "Take the title"


def test_the_log_tells_moves_as_sentences():
    assert tell(GAME, "recruit 24 3", 0, "en", NAMES) == "Ada recruits 3 knights on 24."
    assert tell(GAME, "take plain", 1, "pl", NAMES) == "Bea zabiera żeton: równiny."
    assert tell(GAME, "tile plain forest lake", -1, "en", NAMES) == "A tile is laid: plain, forest, lake."


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_refusal_is_a_sentence(language):
    for reason in list(Reason)[1:]:
        assert words(GAME.package, language)(f"reason.{reason.text}").endswith(".")


def test_the_position_in_words_names_pieces_tokens_and_reserve():
    position = table(Baron(knights=[31, 31], villages=[53], tokens={"plain": 2}, title=1, removed=1))
    text = position.view(0).describe("en")
    assert "Round 20, turn of Player 1." in text
    assert "Player 1 (blue): 21 points, viscount." in text
    assert "Knights: 31 (×2)." in text
    assert "Villages: 53." in text
    assert "Tokens: plain 2; gold 10, silver 6." in text
    assert "Knights out of the game: 1." in text


def test_points_come_from_titles_new_cities_and_silver():
    view = table(Baron(title=2, new_cities=[53], tokens={"plain": 1})).view(None)
    assert view.score_parts()[0] == {"titles": 30, "new_cities": 10, "silver": 3}


@pytest.mark.parametrize(("language", "intro"), [("en", "edge of the board): "), ("pl", "krawędź planszy): ")])
def test_the_description_tells_which_hexes_are_neighbours(language, intro):
    told = laid(2).view(0).describe(language).split(intro)[1].rstrip(".")
    items = (item.split(": ") for item in told.split("; "))
    neighbours = {int(hex): {int(other) for other in near.split() if other != "–"} for hex, near in items}
    assert neighbours == {hex: set(next_to(2, hex)) for hex in range(54)}


def test_the_description_tells_where_knights_can_go():
    position = table(Baron(knights=[21]))
    steps = [move.args[1] for move in position.moves() if move.verb == "move"]
    assert f"Your knights can go: 21 → {' '.join(steps)}." in position.view(0).describe("en")
