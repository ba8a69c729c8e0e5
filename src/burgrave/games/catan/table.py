"""Where Catan's things lie on the table, what one can do in a turn, and how its trade goes."""

from __future__ import annotations

from typing import Any

from burgrave.core.table import Column, Kind, Table
from burgrave.core.trade import Amounts, Dealings, Means, Said, Terms, Trade
from burgrave.games.catan.board import BANK, COST, RESOURCES


def _price(thing: int) -> tuple[tuple[str, int], ...]:
    return tuple((f"catan-{name}", int(COST[thing, code])) for code, name in enumerate(RESOURCES) if COST[thing, code])


def _amounts(counts: Any) -> Amounts:
    return tuple(int(count) for count in counts)


def dealings(view: Any) -> Dealings:
    """What a view tells of trade."""
    from burgrave.games.catan.state import ACCEPTED, COUNTERED, REFUSED, WAITING

    s, active = view.s, int(view.s.active)
    codes = {WAITING: Said.WAITING, ACCEPTED: Said.ACCEPTS, REFUSED: Said.REFUSES, COUNTERED: Said.COUNTERS}
    said = {seat: codes[int(s.answer[seat])] for seat in range(view.game.players) if int(s.answer[seat]) in codes}
    counters = {
        seat: Terms(_amounts(s.counter_given[seat]), _amounts(s.counter_wanted[seat]))
        for seat, answer in said.items()
        if answer == Said.COUNTERS
    }
    offer = Terms(_amounts(s.given), _amounts(s.wanted))
    means = None if view.seat is None else _means(s, view.seat, view.game.players)
    return Dealings(active, offer, said, counters, _amounts(s.bank), means)


def _means(s: Any, seat: int, players: int) -> Means:
    """What a seat can offer or answer: what it holds, and what others could pay for all that it can count."""
    active, hand = int(s.active), _amounts(s.hand[seat])
    given, wanted = (s.given, s.wanted) if seat == active else (s.counter_given[seat], s.counter_wanted[seat])
    payers = [other for other in range(players) if other != seat] if seat == active else [active]
    return Means(
        hand=hand,
        given=_amounts(given) if wanted.any() else hand,
        wanted=tuple(max(0, BANK - int(s.bank[code]) - held) for code, held in enumerate(hand)),
        cards=max(int(s.hand_size[other]) for other in payers),
        rates=_amounts(s.ratio[seat]),
        begun=Terms(_amounts(given), _amounts(wanted)),
    )


TABLE = Table(
    columns=(Column(6, ("board",)), Column(3, ("hand", "common")), Column(3, ("seats", "points"))),
    below=("log",),
    about={
        **dict.fromkeys(("answer", "counter", "choose", "compose", "plenty", "monopoly"), "common"),
        "discard": "board",
    },
    kinds={
        "main": (
            Kind("road", ("road",), _price(0), ("cannot_pay_road",)),
            Kind("settlement", ("settle",), _price(1), ("cannot_pay_settlement", "no_road_there")),
            Kind("city", ("city",), _price(2), ("cannot_pay_city",)),
            Kind("card", ("buy",), _price(3)),
            Kind("trade", ("give", "bank")),
        )
    },
    trade=Trade(goods=tuple((name, f"catan-{name}") for name in RESOURCES), read=dealings, panel="offer"),
)
