"""What the log tells of Amber's moves."""

from amber_table import table
from playing import brings, play, site_names

from burgrave.core.words import label_in

CASTLES = "d8 h8 h4 d4"


def test_a_coin_is_told_with_its_village(four):
    roads = "d7 straight 0, d6 curve 180, c6 straight 90"
    position = table(four, CASTLES, roads, ("curve",)).play("tile curve")
    assert "Ada wins the coin of the village on b6." in brings(position, "lay b6 0")
    assert "Ada zdobywa monetę wsi na b6." in brings(position, "lay b6 0", language="pl")


def test_a_coin_that_several_reach_leaves_the_game_and_the_log_says_so(four):
    roads = "d7 straight 0, d6 curve 270, e6 straight_oneway 90, h7 straight 0, h6 curve 180, g6 straight_oneway 270"
    position = table(four, CASTLES, roads, ("straight",)).play("tile straight")
    assert "Several are connected to the village on f6: its coin leaves the game." in brings(position, "lay f6 90")


def test_a_tile_on_the_board_says_where_its_roads_lead(four):
    position = table(four, CASTLES, "d7 curve 0, d6 straight_oneway 90", ("curve",))
    told = position.view(0).describe("en")
    assert "d7 curve (road from east to south)" in told
    assert "d6 one-way straight road (road from west to east only)" in told
    polish = position.view(0).describe("pl")
    assert "d7 zakręt (droga ze wschodu na południe)" in polish
    assert "d6 prosta droga jednokierunkowa (droga tylko z zachodu na wschód)" in polish


def test_the_log_and_the_moves_say_where_a_laid_road_leads(four):
    position = table(four, CASTLES, "", ("curve",)).play("tile curve")
    assert brings(position, "lay d7 180")[0] == "Ada lays a curve on d7: road from north to west."
    assert brings(position, "lay d7 180", language="pl")[0] == "Ada kładzie na d7 zakręt: droga z północy na zachód."
    view = position.view(0)
    labels = {move.text: label_in(view, move, "en") for move in view.moves()}
    assert labels["lay d7 270"] == "Lay it on d7: road from north to east"
    assert not any("90" in label or "°" in label for label in labels.values())


def test_a_site_says_where_its_roads_lead_and_whence_it_is_reached(four):
    view = table(four, CASTLES, "d7 curve 180", ("curve",)).play("tile curve").view(0)
    english, polish = (site_names(view.drawing(language).sites) for language in ("en", "pl"))
    assert english["d7"] == "d7: curve, road from north to west; you reach it from the north"
    assert english["c7"] == "c7: empty field; you reach it from the east"
    assert polish["c7"] == "c7: puste pole; docierasz tu od wschodu"
    turns = site_names("".join(panel.body for panel in view.drawing("en").panels))
    assert turns["turn-0"] == "road from east to south"


def test_only_the_drawer_reads_which_tile_was_drawn(four):
    position = play(table(four, CASTLES, "", ("curve",)), "tile curve")
    laid = position.play(next(move.text for move in position.moves()))
    assert laid.point == "draw"
    text = laid.moves()[0].text
    assert brings(laid, text, seat=0)[0].startswith("Ada draws: ")
    assert not any("draws" in line for line in brings(laid, text, seat=1))
