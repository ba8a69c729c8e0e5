"""The position in words, read by somebody who sees no picture: what may be played can be found in it.

Every position comes from a recorded game. What is read off the text is compared with the legal moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from playing import recorded, records_of

from burgrave.core.position import View
from burgrave.core.words import LANGUAGES, words
from burgrave.games.amber.board import ROTATIONS, SHOVEL
from burgrave.games.barony.board import COORDINATES
from burgrave.games.burgundy.board import COLOURS, HEX_COLOUR, HEX_NUMBER
from burgrave.games.hansa.board import COLOURS as SLOT_COLOURS
from burgrave.games.hansa.board import ROUTES

STEP = 7
"""Every so many positions are read."""

NUMBER_AND_PLACE = re.compile(r"(?<![:\d])(\d+) \(")


@cache
def views(game: str, points: str) -> tuple[View, ...]:
    """Views of the seats to act, in recorded games, at some decision points."""
    found = []
    for name in records_of(game)[:3]:
        match = recorded(name)
        at = [p for p in match.positions if p.to_act is not None and p.to_act >= 0 and p.point in points.split()]
        found += [position.view(position.to_act) for position in at[::STEP]]
    assert found
    return tuple(found)


def line(view: View, key: str, language: str) -> str:
    """What a line of the description says after its beginning; nothing where it is not there."""
    start = words(view.game.spec.package, language).template(key).partition("{")[0]
    for one in view.describe(language).splitlines():
        if one.strip().startswith(start):
            return one.strip().removeprefix(start).removesuffix(".")
    return ""


def targets(view: View, verb: str, place: int = 0) -> set[str]:
    """The places that legal moves of a kind name."""
    return {move.args[place] for move in view.moves() if move.verb == verb}


def both(game: str, points: str) -> Iterator[tuple[View, str]]:
    """Views and languages."""
    for view in views(game, points):
        for language in LANGUAGES:
            yield view, language


def test_in_catan_free_intersections_are_listed_with_what_lies_around_them():
    for view, language in both("catan", "place_settlement"):
        assert set(NUMBER_AND_PLACE.findall(line(view, "say.may_place", language))) == targets(view, "settle")


def test_in_catan_roads_and_settlements_can_be_chosen_from_the_text():
    seen = set()
    for view, language in both("catan", "main"):
        for verb, key in (("road", "say.may_lay"), ("settle", "say.may_settle")):
            possible = targets(view, verb)
            if possible:
                assert set(NUMBER_AND_PLACE.findall(line(view, key, language))) == possible
                seen.add(verb)
    assert "road" in seen


def test_in_catan_every_path_is_told_with_its_ends_and_every_hex_with_its_corners():
    view = views("catan", "main")[0]
    for language in LANGUAGES:
        ends = re.findall(r"(\d+): (\d+)–(\d+)", line(view, "say.paths", language))
        corners = re.findall(r"(\d+): ([\d ]+)", line(view, "say.corners", language))
        assert len(ends) == 72
        assert [len(around.split()) for _, around in corners] == [6] * 19
        joined = {frozenset(path[1:]) for path in ends}
        for _, around in corners:
            ring = around.split()
            assert all(frozenset(pair) in joined for pair in zip(ring, ring[1:] + ring[:1], strict=True))


def neighbours(view: View, language: str) -> dict[int, list[str]]:
    """The table of neighbours that a description ends with."""
    items = [item.split(": ") for item in line(view, "say.neighbours", language).rpartition("): ")[2].split("; ")]
    return {int(number): near.split() for number, near in items}


def test_in_barony_knights_can_be_moved_from_the_text():
    for view, language in both("barony", "turn second"):
        told = re.findall(r"(\d+) → ([\d ]+)", line(view, "say.may_go", language))
        steps = {(here, there) for here, around in told for there in around.split()}
        assert steps == {move.args for move in view.moves() if move.verb == "move"}
        near = neighbours(view, language)
        assert all(there in near[int(here)] for here, there in steps)


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_barony_neighbours_are_told_by_their_direction(language):
    view = views("barony", "turn")[0]
    cells = COORDINATES[view.game.players]
    for number, near in neighbours(view, language).items():
        _, north_east, east, *_ = near
        q, r = cells[number]
        assert east == (str(cells.index((q + 1, r))) if (q + 1, r) in cells else "–")
        assert north_east == (str(cells.index((q + 1, r - 1))) if (q + 1, r - 1) in cells else "–")


def test_in_burgundy_every_hex_that_can_be_filled_is_told_with_its_die_as_reachable():
    placed = 0
    for view, language in both("burgundy", "action castle cityhall"):
        say = words(view.game.spec.package, language)
        text = view.describe(language)
        board = int(view.s.board[view.seat])
        for move in view.moves():
            if move.verb != "place":
                continue
            hexagon = int(move.args[1])
            told = say("say.hex.reachable", hex=hexagon, die=int(HEX_NUMBER[hexagon]))
            region = say(f"region.{COLOURS[HEX_COLOUR[board, hexagon]]}")
            lines = [one.strip() for one in text.splitlines() if told in one]
            assert any(one.lower().startswith(region) for one in lines)
            placed += 1
    assert placed


def test_in_burgundy_every_tile_that_can_be_taken_is_told_in_its_depot():
    for view, language in both("burgundy", "action"):
        say = words(view.game.spec.package, language)
        depots = {}
        for one in view.describe(language).splitlines():
            for number in range(1, 7):
                if one.startswith(say.template("say.depot").partition(":")[0].format(number=number) + ":"):
                    depots[str(number)] = one
        for move in view.moves():
            if move.verb == "take":
                depot, kind = move.args
                assert say(f"arg.{kind}") in depots[depot]


def test_in_hansa_empty_spaces_are_told_for_every_route():
    for view, language in both("hansa", "turn"):
        say, free = words(view.game.spec.package, language), set()
        names = {say(f"arg.{route}"): route for route in ROUTES}
        for name, count in re.findall(r"([^,:]+?–[^,: ]+) (\d)", line(view, "say.empty_routes", language)):
            free |= {names[name.strip()]} if int(count) else set()
        word = say.template("say.route").rpartition("; ")[2].partition(":")[0]
        for one in view.describe(language).splitlines():
            found = re.fullmatch(rf"  (\S+–\S+): .*; {word}: (\d)", one)
            if found and int(found[2]):
                free.add(names[found[1]])
        if targets(view, "place"):
            assert free == targets(view, "place", 1)


def test_in_hansa_the_next_slot_of_a_city_tells_whether_an_office_can_be_opened():
    opened = 0
    for view, language in both("hansa", "establish"):
        say, text = words(view.game.spec.package, language), view.describe(language)
        for city in targets(view, "office"):
            (told,) = [one for one in text.splitlines() if re.match(rf"  {say(f'arg.{city}')}[ ;:]", one)]
            slot = told.partition(say.template("say.next").partition("{city}")[2].partition("{")[0])[2]
            assert slot.startswith(tuple(say(colour) for colour in SLOT_COLOURS))
            opened += 1
    assert opened


def test_in_amber_every_field_is_told_on_which_the_tile_picked_up_can_be_played():
    played = set()
    for view, language in both("amber", "place"):
        kind = int(view.s.chosen)
        told = {
            "lay": {item.split()[0] for item in line(view, "say.reach", language).split(", ")},
            "dig": set(line(view, "say.dig", language).split(", ")),
            "rebuild": set(line(view, "say.rebuild", language).split(", ")),
        }
        for verb in {move.verb for move in view.moves()}:
            possible = targets(view, verb)
            exact = verb != "lay" or (kind < SHOVEL and ROTATIONS[kind] > 1)
            assert possible == told[verb] if exact else possible <= told[verb]
            played.add(verb)
    assert {"lay", "dig"} <= played


@pytest.mark.parametrize("game", ["amber", "barony", "burgundy", "catan", "hansa"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_description_speaks_of_degrees_or_of_unnamed_things(game, language):
    match = recorded(records_of(game)[0])
    for position in match.positions[:: max(1, match.length // 12)]:
        text = position.view(0).describe(language)
        assert "°" not in text
        assert not re.search(r"\{\w*\}", text)
