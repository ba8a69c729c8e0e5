"""What moves of Burgundy are said to bring: workers, regions, mines, sales, ships, phases, in both languages."""

import re

import pytest
from burgundy_table import seat, table
from playing import play, recorded, records_of, site_names

from burgrave.core import effects, story, words
from burgrave.core.conformance.playing import checker
from burgrave.core.conformance.telling import account_faults, check_effects
from burgrave.core.effects import Effect
from burgrave.core.position import Position, View
from burgrave.games.burgundy.board import KINDS
from burgrave.games.burgundy.effects import STOCKS, turn_of
from burgrave.games.burgundy.words import hex_place, place, tile_words

NAMES = ("Ada", "Bea", "Cid", "Dot")
QUIET = {"left_over", "gain.sold", "gain.placed"}
MINES = {24: "mine", 29: "mine"}


def brought(before: Position, text: str, viewer: int | None = 0) -> list[Effect]:
    """What a move brings, and that it adds up for every pair of eyes."""
    after = before.play(text)
    for eyes in (None, *range(before.game.players)):
        views = View(before, eyes), View(after, eyes)
        found = effects.effects(views[0], text, before.to_act, views[1])
        assert list(account_faults(*views, found)) == []
        if eyes == viewer:
            chosen = found
    return chosen


def lines(before: Position, text: str, language: str = "en") -> list[str]:
    """The move's sentence, if it has one, and those of what it brings."""
    found = brought(before, text)
    sentence = words.tell(before.game, text, before.to_act, language, NAMES, View(before, 0))
    said = effects.sentences(View(before.play(text), 0), found, language, NAMES)
    verb = before.game.move(text).verb
    silent = story.is_silent(before.game.spec, verb, before.point, language)
    return [*([] if silent else [sentence]), *(line for line, _ in said)]


def loud(found: list[Effect]) -> list[Effect]:
    return [effect for effect in found if effect.kind not in QUIET]


# ---- dice and workers


def test_a_take_with_another_die_tells_the_workers_that_it_costs():
    position = play(table(seat(workers=3, dice=[3, 3]), seat(), depots={2: ["castle"]}), "die 3")
    assert loud(brought(position, "take 2 castle")) == [
        Effect("spends", 0, -1, "workers", "3→2", source="workers"),
        Effect("gain.stored", 0, 1, "stored", "castle", source="d2-castle", target="store-castle"),
    ]
    assert lines(position, "take 2 castle") == [
        "Ada takes the castle from depot 2.",
        "Ada spends 1 worker to change the die: 3→2.",
    ]
    assert lines(position, "take 2 castle", "pl") == [
        "Ada bierze zamek z magazynu 2.",
        "Ada wydaje 1 robotnika na zmianę kości: 3→2.",
    ]


def test_others_and_spectators_see_things_fly_to_the_seat():
    position = play(table(seat(workers=3, dice=[3, 3]), seat(), depots={2: ["castle"]}), "die 3")
    for viewer in (1, None):
        spent, gained = loud(brought(position, "take 2 castle", viewer))
        assert (spent.source, gained.target) == ("p0", "p0")


def test_a_right_die_costs_nothing_and_nothing_is_said_of_it():
    position = play(table(seat(workers=3, dice=[2, 2]), seat(), depots={2: ["castle"]}), "die 2")
    assert lines(position, "take 2 castle") == ["Ada takes the castle from depot 2."]


def test_a_free_change_is_told_with_the_knowledge_that_gives_it():
    own = seat({12: "k12"}, dice=[3, 3])
    position = play(table(own, seat(), depots={2: ["castle"]}), "die 3")
    assert lines(position, "take 2 castle")[1:] == [
        "Ada changes the die for free: 3→2.",
        "Ada saves 1 worker: knowledge tile 12 (±1 for taking tiles).",
    ]
    assert lines(position, "take 2 castle", "pl")[1:] == [
        "Ada zmienia kość za darmo: 3→2.",
        "Ada oszczędza 1 robotnika: żeton nauki 12 (±1 przy braniu żetonów).",
    ]


def test_two_knowledge_tiles_save_workers_together():
    own = seat({12: "k12", 7: "k8"}, workers=1, dice=[3, 3])
    position = play(table(own, seat(), depots={6: ["inn"]}), "die 3")
    assert lines(position, "take 6 inn")[1:] == [
        "Ada spends 1 worker to change the die: 3→6.",
        "Ada saves 2 workers: knowledge tile 12 (±1 for taking tiles)"
        " and knowledge tile 8 (a worker changes a die by 2).",
    ]


def test_workers_taken_are_counted_with_what_knowledge_adds():
    assert lines(play(table(seat(dice=[1, 1]), seat()), "die 1"), "workers") == ["Ada gets 2 workers."]
    own = seat({12: "k13", 7: "k14"}, dice=[1, 1])
    position = play(table(own, seat()), "die 1")
    assert lines(position, "workers") == ["Ada gets 4 workers.", "Ada gets 1 silver."]
    assert lines(position, "workers", "pl") == ["Ada dostaje 4 robotników.", "Ada dostaje 1 grudkę srebra."]


# ---- regions, bonus tiles, animals


def test_a_finished_region_is_told_with_its_size_and_the_phase():
    position = play(table(seat(storage=["bank"], dice=[3, 3]), seat(), phase="B"), "die 3")
    assert loud(brought(position, "place bank 11")) == [
        Effect("loss.stored", 0, -1, "stored", "bank", source="store-bank", target="x11"),
        Effect("region.building", 0, 1, what="B", target="x11"),
        Effect("region_points", 0, 1, "points", "region_size", source="x11"),
        Effect("region_points", 0, 8, "points", "phase", source="x11"),
        Effect("gain.silver", 0, 2, "silver", source="x11", target="p0"),
    ]
    assert lines(position, "place bank 11") == [
        "Ada places the bank on the beige 3 hex in the north-west.",
        "Ada finishes a city of 1 hex in phase B.",
        "Ada scores 9 points: 1 for its size and 8 for the phase.",
        "Ada gets 2 silver.",
    ]
    assert lines(position, "place bank 11", "pl") == [
        "Ada umieszcza bank na beżowym polu 3 na północnym zachodzie.",
        "Ada zapełnia miasto (1 pole) w fazie B.",
        "Ada zdobywa 9 punktów: 1 za wielkość i 8 za fazę.",
        "Ada dostaje 2 grudki srebra.",
    ]


def test_the_last_hex_of_a_colour_brings_the_large_bonus_tile_and_later_the_small_one():
    own = seat(MINES, storage=["mine"], dice=[3, 3])
    first = play(table(own, seat(), phase="E"), "die 3")
    assert lines(first, "place mine 33")[1:] == [
        "Ada finishes a mining region of 3 hexes in phase E.",
        "Ada scores 8 points: 6 for its size and 2 for the phase.",
        "Large bonus tile for all grey hexes: Ada scores 5 points.",
    ]
    done = seat({**MINES, 33: "mine"}, bonus=[("mine", "large")])
    second = play(table(own, done, phase="E"), "die 3")
    assert lines(second, "place mine 33", "pl")[1:] == [
        "Ada zapełnia region kopalń (3 pola) w fazie E.",
        "Ada zdobywa 8 punktów: 6 za wielkość i 2 za fazę.",
        "Mały żeton bonusowy za wszystkie szare pola: Ada zdobywa 2 punkty.",
    ]


def test_animals_score_with_those_already_there_and_with_knowledge():
    own = seat({11: "bank", 10: "cow2", 12: "k7"}, storage=["cow3"], dice=[5, 5])
    position = play(table(own, seat(), phase="E"), "die 5")
    assert lines(position, "place cow3 9")[1:] == [
        "Ada scores 7 points for animals: 3 for the new ones, 2 for those already there and 2 for knowledge tile 7."
    ]
    assert lines(position, "place cow3 9", "pl")[1:] == [
        "Ada zdobywa 7 punktów za zwierzęta: 3 za nowe, 2 za wcześniejsze i 2 za żeton nauki 7."
    ]


def test_a_watchtower_scores_and_so_does_the_knowledge_that_counts_it():
    own = seat({12: "k17"}, storage=["watchtower"], dice=[3, 3])
    position = play(table(own, seat(), phase="E"), "die 3")
    assert lines(position, "place watchtower 25")[1:] == [
        "Ada scores 4 points: watchtowers.",
        "Ada will score 4 points more at the end: knowledge tile 17 (4 points for each watchtower).",
    ]


# ---- purchases and storage


def test_a_purchase_with_full_storage_ends_with_the_discard():
    own = seat(storage=["mine", "k3", "bank"], silver=2, dice=[1, 1])
    position = table(own, seat(), black=["k7"])
    assert lines(position, "buy black k7") == [
        "Ada buys knowledge tile 7 (+1 for each animal tile) from the black depot for 2 silver."
    ]
    assert loud(brought(position, "buy black k7")) == [
        Effect("pays", 0, -2, "silver", source="p0"),
        Effect("waits", 0, what="k7", source="dblack-k7", target="p0"),
    ]
    waiting = position.play("buy black k7")
    assert brought(waiting, "discard bank") == [
        Effect("discards", 0, -1, "stored", "bank", source="store-bank"),
        Effect("gain.stored", 0, 1, "stored", "k7", target="store-k7"),
    ]
    assert lines(waiting, "discard bank", "pl") == ["Ada odrzuca bank."]


def test_what_a_building_gives_is_told_under_its_name():
    own = seat(storage=["carpenter"], dice=[3, 3])
    position = play(table(own, seat(), depots={4: ["bank"]}, phase="E"), "die 3", "place carpenter 25")
    assert lines(position, "take 4 bank") == ["Carpenter's workshop: Ada takes the bank from depot 4."]
    assert lines(position, "take 4 bank", "pl") == ["Stolarnia: Ada bierze bank z magazynu 4."]
    assert lines(position, "pass") == ["Ada takes no building."]


# ---- goods


def test_a_sale_tells_goods_points_and_silver():
    own = seat({12: "k4"}, goods={"red": 2}, workers=1, dice=[3, 3])
    position = play(table(own, seat()), "die 3")
    assert lines(position, "sell red") == [
        "Ada sells goods: 2 red.",
        "Ada spends 1 worker to change the die: 3→4.",
        "Ada scores 4 points: sold goods.",
        "Ada gets 1 silver.",
        "Ada gets 1 worker.",
    ]
    assert lines(position, "sell red", "pl") == [
        "Ada sprzedaje towary: 2 × czerwone.",
        "Ada wydaje 1 robotnika na zmianę kości: 3→4.",
        "Ada zdobywa 4 punkty: sprzedane towary.",
        "Ada dostaje 1 grudkę srebra.",
        "Ada dostaje 1 robotnika.",
    ]


def test_points_for_what_is_left_over_are_counted_without_words():
    position = play(table(seat(goods={"red": 2}, dice=[4, 4]), seat()), "die 4")
    quiet = [effect for effect in brought(position, "sell red") if effect.kind == "left_over"]
    assert quiet == [Effect("left_over", 0, -2 + 1, "points", "left_over")]


def test_a_ship_loads_goods_and_its_pawn_moves():
    own = seat(storage=["ship"], dice=[5, 5])
    goods = {2: {"red": 2, "pink": 1}, 3: {"brown": 1}}
    position = play(table(own, seat(), depot_goods=goods), "die 5", "place ship 19")
    assert loud(brought(position, "goods 2")) == [
        Effect("gain.goods", 0, 1, "goods", "pink", source="depot-2", target="good-pink"),
        Effect("gain.goods", 0, 2, "goods", "red", source="depot-2", target="good-red"),
        Effect("track", 0, 1),
    ]
    assert lines(position, "goods 2") == [
        "Ada sails to depot 2.",
        "Ada loads goods: 1 pink and 2 red.",
        "Ada moves to space 1 of the turn order track.",
    ]
    assert lines(position, "goods 2", "pl") == [
        "Ada płynie do magazynu 2.",
        "Ada zabiera towary: 1 × różowe i 2 × czerwone.",
        "Ada przesuwa pionek na pole 1 toru kolejności.",
    ]


def test_with_knowledge_5_goods_come_from_both_depots_at_once():
    own = seat({12: "k5"}, storage=["ship"], dice=[5, 5])
    goods = {2: {"red": 2}, 3: {"red": 1}}
    position = play(table(own, seat(), depot_goods=goods), "die 5", "place ship 19")
    assert lines(position, "goods 2") == ["Ada sails to depot 2."]
    assert lines(position.play("goods 2"), "goods 3")[:2] == ["Ada sails on to depot 3.", "Ada loads goods: 3 red."]


# ---- phases and rounds


def last_turn(*seats, phase="B"):
    return play(table(*seats, phase=phase, round_number=5, order=[1, 0], turn=1), "die 1")


def test_mines_pay_everybody_at_the_end_of_a_phase():
    position = last_turn(seat(MINES, dice=[1]), seat({24: "mine", 12: "k2"}))
    assert lines(position, "workers") == [
        "Ada gets 2 workers.",
        "Ada gets 2 silver from the mines.",
        "Bea gets 1 silver from the mines.",
        "Bea gets 1 worker from the mines (knowledge tile 2).",
    ]
    assert lines(position, "workers", "pl") == [
        "Ada dostaje 2 robotników.",
        "Kopalnie: Ada dostaje 2 grudki srebra.",
        "Kopalnie: Bea dostaje 1 grudkę srebra.",
        "Kopalnie: Bea dostaje 1 robotnika (żeton nauki 2).",
    ]


def test_a_phase_begins_with_its_first_tile_and_a_round_with_its_first_dice():
    position = last_turn(seat(dice=[1]), seat()).play("workers")
    first = position.moves()[0].text
    assert lines(position, first) == ["Phase C begins: a finished region scores 6 points more."]
    assert lines(position, first, "pl") == ["Zaczyna się faza C: ukończony region daje dodatkowo 6 punktów."]
    assert lines(position.play(first), position.play(first).moves()[0].text) == []
    while position.point != "roll":
        position = position.play(position.moves()[0])
    assert lines(position, "roll p0 3 4") == ["Phase C, round 1: Bea goes first.", "Ada rolls 3 and 4."]
    assert lines(position, "roll p0 3 4", "pl") == ["Faza C, runda 1: zaczyna Bea.", "Ada wyrzuca 3 i 4."]
    position = play(position, "roll p0 3 4", "roll p1 1 1")
    [sent] = brought(position, "white 5")
    assert sent == Effect("lay", what=sent.what, target="depot-5")
    assert lines(position, "white 5") == [f"The white die sends a goods tile to depot 5: {sent.what}."]


def test_the_end_tells_why_and_what_is_counted_then():
    own = seat(MINES, goods={"red": 1}, workers=1, dice=[1])
    position = last_turn(own, seat({12: "k22", 25: "bank"}), phase="E")
    assert lines(position, "workers")[2:] == [
        "At the end Ada scores 1 for unsold goods, 2 for silver and 1 for workers.",
        "At the end Bea scores 4 for knowledge tiles.",
        "The game is over: phase E is finished.",
    ]
    assert lines(position, "workers", "pl")[2:] == [
        "Na koniec Ada dolicza 1 za niesprzedane towary, 2 za grudki srebra i 1 za robotników.",
        "Na koniec Bea dolicza 4 za żetony nauki.",
        "Koniec gry: faza E dobiegła końca.",
    ]


def test_a_turn_is_a_seat_in_a_round_and_the_set_up_is_nobodys():
    match = recorded("burgundy-two-players")
    turns = match.story(0, "en")
    assert turns[0].seat is None
    assert len(turns) == 1 + 2 * 5 * 5
    assert turn_of(match.positions[0].s) == (None,)
    assert turns[1].told[0].lines == ["Phase A begins: a finished region scores 10 points more."]


# ---- places


@pytest.mark.parametrize("board", range(1, 10))
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_hex_of_a_board_has_a_name_of_its_own(board, language):
    assert len({hex_place(board, hexagon, language) for hexagon in range(37)}) == 37


def test_places_are_named_as_people_find_them():
    view = table(seat(dice=[1, 1]), seat()).view(0)
    assert place(view, "x18", "en") == "the dark green 6 hex in the middle"
    assert place(view, "x15", "en") == "the blue 6 hex"
    assert place(view, "x11", "pl") == "beżowym polu 3 na północnym zachodzie"
    assert place(view, "d3-bank", "en") == place(view, "depot-3", "en") == "depot 3"
    assert place(view, "dblack-k7", "pl") == "czarnego magazynu"
    assert place(view, "x36", "en") == "the beige 3 hex in the south-east (row 7, hex 4)"
    assert hex_place(0, 5, "en") == "hex 2 of row 2"


def test_a_knowledge_tile_is_named_once_where_its_effect_follows():
    assert tile_words(KINDS.index("k1"), "en") == "Knowledge tile 1: Buildings may repeat within a city."


def test_the_position_in_words_tells_regions_reachable_hexes_and_neighbours():
    position = table(seat({11: "bank"}, dice=[1, 1]), seat())
    own = position.view(0).describe("en").splitlines()
    assert own.count("  City of size 1, full: 11 bank.") == 1
    assert "  Castle region of size 3, 3 missing: 1 (die 5), 2 (die 4), 6 (die 6, reachable)." in own
    assert " 18: 11 12 19 25 24 17;" in own[-1]
    polish = position.view(0).describe("pl").splitlines()
    assert "  Region zamków, wielkość 3, brakuje 3: 1 (oczka 5), 2 (oczka 4), 6 (oczka 6, dostępne)." in polish


def test_a_hex_says_its_region_its_die_and_whether_it_can_be_reached():
    sites = site_names(table(seat(dice=[1, 1]), seat()).view(0).drawing("en").sites)
    assert sites["x11"] == "City of size 1, die 3, next to a tile"
    assert sites["x0"] == "Pasture of size 5, die 6"
    assert sites["x18"] == "Castle: One more action, as with a die of any number."


# ---- whole games


@pytest.mark.parametrize("name", records_of("burgundy"))
def test_everything_told_in_a_recorded_game_adds_up(name):
    match = recorded(name)
    eyes = (None, *range(match.game.players))
    for number in range(1, match.length + 1):
        check_effects(match, number, eyes[number % len(eyes)])


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [{"players": 3, "estates": "sheets", "choice": "secret"}, {"players": 2, "estates": "39", "choice": "secret"}],
)
def test_in_random_games_everything_adds_up_for_everybody(options):
    match = checker("burgundy", tuple(sorted(options.items()))).random_game(7)
    for number in range(1, match.length + 1):
        for eyes in (None, *range(match.game.players)):
            check_effects(match, number, eyes)


def test_things_fly_between_places_that_are_drawn():
    match = recorded("burgundy-two-players")
    looked = 0
    for number in range(1, match.length + 1, 13):
        _, before, after = match.move_at(number)
        for viewer in (None, 0):
            told = match.effects(number, viewer)
            sources, targets = ({getattr(one, end) for one in told} - {""} for end in ("source", "target"))
            looked += len(sources | targets)
            assert sources <= drawn_sites(before.view(viewer)) | drawn_sites(after.view(viewer))
            assert targets <= drawn_sites(after.view(viewer))
    assert looked > 30


def drawn_sites(view: View) -> set[str]:
    drawing = view.drawing("en")
    bodies = drawing.sites + drawing.pieces + "".join(panel.body for panel in drawing.panels)
    return set(re.findall(r'data-site="([^"]*)"', bodies)) | {f"p{seat}" for seat in range(view.game.players)}


def test_the_stocks_are_those_that_the_table_shows():
    own = seat(storage=["bank"], goods={"red": 2}, sold={"pink": 1}, silver=3, workers=4, dice=[1, 1])
    s = table(own, seat()).s
    counts = {name: int(count(s)[0]) for name, count in STOCKS.items()}
    assert counts == {"workers": 4, "silver": 3, "goods": 2, "sold": 1, "stored": 1, "placed": 1}
