"""Catan in words: prompts that name numbers and goods, the whole position for a reader, points by source."""

from __future__ import annotations

from typing import Any

from burgrave.core.spec import CHANCE
from burgrave.core.words import colour_name, core_words, joined, plain_prompt, seat_name, words
from burgrave.games.catan import GAME
from burgrave.games.catan.board import (
    BUILDING_POINTS,
    CARDS,
    HARBOUR_INTERSECTION,
    HARBOURS,
    HEX_AT,
    HONOUR_POINTS,
    RATIO_GENERIC,
    RATIO_SPECIAL,
    RESOURCES,
    TERRAINS,
    VICTORY_POINT,
)
from burgrave.games.catan.state import A_CITY, A_SETTLEMENT, COUNTERED


def goods(counts: Any, language: str) -> str:
    """Cards of several kinds as one phrase: "2 ore and 1 wool"."""
    say = words(GAME.package, language)
    items = [
        say("goods", count=int(count), resource=say(f"arg.{resource}"))
        for resource, count in zip(RESOURCES, counts, strict=True)
        if count
    ]
    return joined(items, language) or say("nothing")


def prompt(view: Any, language: str) -> str:
    """What is to be done now; counts and goods are named where the point has them."""
    s, seat = view.s, view.to_act
    if seat is None or seat == CHANCE or seat != view.seat:
        return plain_prompt(view, language)
    counts = {"discard": int(s.owed[seat]), "free_road": int(s.free_roads), "plenty": int(s.picks)}
    if view.point in counts:
        return plain_prompt(view, language, counts[view.point])
    if view.point in ("compose", "answer"):
        who = seat_name(int(s.active), view.names, language)
        return plain_prompt(view, language, given=goods(s.given, language), wanted=goods(s.wanted, language), who=who)
    if view.point == "counter":
        given, wanted = goods(s.counter_given[seat], language), goods(s.counter_wanted[seat], language)
        return plain_prompt(view, language, given=given, wanted=wanted)
    if view.point == "before_roll" and len(view.moves()) == 1:
        return words(GAME.package, language)("prompt.before_roll.plain")
    if view.point == "main" and not s.trading:
        return words(GAME.package, language)("prompt.main.build")
    return plain_prompt(view, language)


def score_parts(view: Any) -> tuple[dict[str, int], ...]:
    """Points by source; cards that the viewer cannot see count nothing."""
    s = view.s
    parts = []
    for seat in range(view.game.players):
        settlements = int(((s.owner == seat) & (s.building == A_SETTLEMENT)).sum())
        cities = int(((s.owner == seat) & (s.building == A_CITY)).sum())
        parts.append(
            {
                "settlements": settlements * int(BUILDING_POINTS[A_SETTLEMENT]),
                "cities": cities * int(BUILDING_POINTS[A_CITY]),
                "longest_road": HONOUR_POINTS * int(s.longest_road == seat),
                "largest_army": HONOUR_POINTS * int(s.largest_army == seat),
                "shown_cards": int(s.shown[seat]),
                "hidden_cards": int(s.old[seat, VICTORY_POINT]) + int(s.new[seat, VICTORY_POINT]),
            }
        )
    return tuple(parts)


def hex_words(terrain: int, token: int, language: str) -> str:
    """A hex by terrain and number: "forest 8"."""
    say = words(GAME.package, language)
    name = say(f"arg.{TERRAINS[terrain]}")
    return say("token", terrain=name, number=token) if token else name


def describe(view: Any, language: str) -> str:
    """The whole position: turn, island, seats, own cards, bank and the offer under way."""
    say, s = words(GAME.package, language), view.s
    names = [seat_name(seat, view.names, language) for seat in range(view.game.players)]
    lines = [say("say.turn", number=int(s.turn), who=names[s.active]) if s.turn else say("say.set_up")]
    if s.roll[0]:
        lines.append(say("say.roll", one=int(s.roll[0]), two=int(s.roll[1]), sum=int(s.roll[0]) + int(s.roll[1])))
    lines += _island(s, language)
    for seat, who in enumerate(names):
        lines += _seat(view, seat, who, language)
    if view.seat is not None:
        lines += _own(s, view.seat, language)
    lines.append(say("say.bank", list=goods(s.bank, language), deck=int(s.deck_size)))
    if s.given.any():
        lines.append(
            say("say.offer", who=names[s.active], given=goods(s.given, language), wanted=goods(s.wanted, language))
        )
    for seat, who in enumerate(names):
        if s.answer[seat] == COUNTERED:
            given, wanted = goods(s.counter_given[seat], language), goods(s.counter_wanted[seat], language)
            lines.append(say("say.counter", who=who, given=given, wanted=wanted))
    return "\n".join(lines)


def _island(s: Any, language: str) -> list[str]:
    say = words(GAME.package, language)
    columns: dict[int, list[str]] = {}
    for number, (q, _) in enumerate(HEX_AT):
        if s.terrain[number] < 0:
            continue
        text = say("site.hex", number=number, what=hex_words(s.terrain[number], int(s.number[number]), language))
        columns.setdefault(q, []).append(say("say.robber_here", what=text) if s.robber == number else text)
    lines = [say("say.island"), *("  " + "; ".join(column) for column in columns.values())] if columns else []
    harbours = [
        say(
            "say.harbour",
            resource=say(f"arg.{HARBOURS[kind]}"),
            ratio=RATIO_GENERIC if HARBOURS[kind] == "generic" else RATIO_SPECIAL,
            one=int(HARBOUR_INTERSECTION[place, 0]),
            two=int(HARBOUR_INTERSECTION[place, 1]),
        )
        for place, kind in enumerate(s.harbour)
        if kind >= 0
    ]
    return [*lines, say("say.harbours", list="; ".join(harbours))] if harbours else lines


def _seat(view: Any, seat: int, who: str, language: str) -> list[str]:
    say, s = words(GAME.package, language), view.s

    def listed(mask: Any) -> str:
        return ", ".join(str(number) for number in mask.nonzero()[0])

    settlements, cities = (listed((s.owner == seat) & (s.building == kind)) for kind in (A_SETTLEMENT, A_CITY))
    roads = listed(s.road == seat)
    colour = colour_name(GAME.colours[view.game.players][seat], language)
    text = [say("say.seat", who=who, colour=colour, points=core_words(language)("points", view.scores[seat]))]
    if s.longest_road == seat:
        text.append(say("holds.longest_road") + ".")
    if s.largest_army == seat:
        text.append(say("holds.largest_army") + ".")
    if settlements:
        text.append(say("say.settlements", list=settlements))
    if cities:
        text.append(say("say.cities", list=cities))
    if roads:
        text.append(say("say.roads", list=roads, length=int(s.road_length[seat])))
    cards = int(s.old_size[seat]) + int(s.new_size[seat])
    text.append(say("say.cards", resources=int(s.hand_size[seat]), cards=cards, soldiers=int(s.soldiers[seat])))
    return [text[0], "  " + " ".join(text[1:])]


def _own(s: Any, seat: int, language: str) -> list[str]:
    say = words(GAME.package, language)

    def kinds(counts: Any) -> str:
        return joined(
            [
                say("goods", count=int(n), resource=say(f"arg.{card}"))
                for card, n in zip(CARDS, counts, strict=True)
                if n
            ],
            language,
        )

    lines = [say("say.hand", list=goods(s.hand[seat], language))]
    if s.old[seat].any():
        lines.append(say("say.own_cards", list=kinds(s.old[seat])))
    if s.new[seat].any():
        lines.append(say("say.new_cards", list=kinds(s.new[seat])))
    rates = [
        f"{say(f'arg.{resource}')} {say('rate', ratio=int(ratio))}"
        for resource, ratio in zip(RESOURCES, s.ratio[seat], strict=True)
    ]
    lines.append(say("say.rates", list=", ".join(rates)))
    return lines
