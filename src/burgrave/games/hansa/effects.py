"""What a move of Hansa Teutonica brings: where pieces go, offices, skills, markers, control, points, the end.

Points that stand on the track are told as scored. What only the end would add, and so is in the score already, is told
as points of the end: control of cities, the network, full skills, markers and the Coellen table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from burgrave.core.effects import Effect, SeenMove, gain, loss, points
from burgrave.games.hansa.board import (
    ACTIONS,
    ALL,
    CITIES,
    COIN_POINTS,
    COLOURS,
    CONTROL_POINTS,
    DISPLACE_PAYS,
    ENDS,
    EXTRA_OFFICE,
    FULL_SKILL_POINTS,
    KEYS,
    KINDS,
    LAST_COMPLETED_CITY,
    LAST_TRACK_POINT,
    LINK_POINTS,
    MARKER_ACTIONS,
    MARKER_POINTS,
    MARKERS,
    MERCHANT,
    MOST_SEATS,
    NEUTRAL,
    OWNERS,
    PRIVILEGE,
    PURSE,
    ROUTE_CONTROL_POINTS,
    ROUTES,
    SKILL_KIND,
    SKILL_STEPS,
    SKILL_VALUE,
    SKILLS,
    SLOT_COIN,
    SLOT_COLOUR,
    START_MARKERS,
    TAVERNS,
    TRADER,
)
from burgrave.games.hansa.reading import (
    control,
    largest_network,
    markers_owned,
    office,
    offices_by_city,
    skill,
    turn_number,
)
from burgrave.games.hansa.state import NO_OFFICE, NOBODY, NOTHING

PERSONAL = ("traders", "merchants")
GENERAL = ("general_traders", "general_merchants")
STOCKS: dict[str, Callable[[Any], Any]] = {
    "traders": lambda s: s.personal[:, TRADER],
    "merchants": lambda s: s.personal[:, MERCHANT],
    "general_traders": lambda s: s.general[:, TRADER],
    "general_merchants": lambda s: s.general[:, MERCHANT],
    "on_routes": lambda s: s.pieces.sum(axis=(1, 2)),
    "offices": lambda s: [sum(offices_by_city(s, seat)) for seat in range(MOST_SEATS)],
    "at_table": lambda s: [(s.table == seat).sum() for seat in range(MOST_SEATS)],
    "markers": lambda s: s.markers_unused.sum(axis=1),
}
SILENT = (
    "end",
    "done",
    "income",
    "lift",
    "displace",
    "with",
    "pay",
    "pay_two",
    "put",
    "office",
    "extra",
    "develop",
    "remove",
    "marker",
    "neutral",
    "draw",
)
"""Moves that the log leaves out: mechanical ones, and those that their effects tell better."""
GOES_ON = ("with", "pay")
"""Points at which a move goes on with the line of the log before it: how a piece is displaced."""
KIND_ICONS = {name: f"hansa-{name}" for name in KINDS}
MARKER_ICONS = {name: f"hansa-{name}" for name in MARKERS}
ICONS = {
    **{stock: f"hansa-{kind}" for stocks in (PERSONAL, GENERAL) for stock, kind in zip(stocks, KINDS, strict=True)},
    "on_routes": KIND_ICONS,
    **dict.fromkeys(("loss.on_routes", "owes"), "hansa-trader"),
    "at_table": "hansa-merchant",
    **dict.fromkeys(("displaces", "removes", "neutral"), KIND_ICONS),
    **dict.fromkeys(("neutral.office", "neutral.route", "neutral.set_up"), "hansa-trader"),
    **dict.fromkeys(("offices", "control", "completed"), "hansa-city"),
    **dict.fromkeys(("points.link", "link"), "hansa-link"),
    "markers": MARKER_ICONS,
    **dict.fromkeys(("lays", "tavern", "marker"), MARKER_ICONS),
    **{f"skill.{name}": f"hansa-{name}" for name in SKILLS},
    **dict.fromkeys(("actions_left", "unused"), "hansa-actions"),
    "begins": "icon-time",
    "in_vain": "hansa-trader",
}
CITY = {name: number for number, name in enumerate(CITIES)}
ROUTE = {name: number for number, name in enumerate(ROUTES)}
OWNER = {name: number for number, name in enumerate(OWNERS)}
KIND = {name: number for number, name in enumerate(KINDS)}


def turn_of(s: Any) -> tuple[Any, ...]:
    """Whose turn it is and which; nobody's during set-up."""
    return (None,) if s.active == NOBODY else (int(s.active), turn_number(s))


def effects(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """Everything the move brought."""
    tell = TELLERS.get(move.verb)
    if tell is not None:
        yield from tell(before.s, move, after.s, after.seat)
    if move.verb == "establish" and [one.verb for one in after.moves()] == ["pass"]:
        yield Effect("in_vain", move.by)
    if after.to_act is None:
        yield reason_of_end(after.s)


def reason_of_end(s: Any) -> Effect:
    """Why the game is over."""
    for seat, reached in enumerate(s["track_vp"].tolist()):
        if reached >= LAST_TRACK_POINT:
            return Effect("end.points", seat, reached)
    if s["completed_cities"] >= LAST_COMPLETED_CITY:
        return Effect("end.cities", amount=LAST_COMPLETED_CITY)
    if s["to_draw"] > s["stack"].sum():
        return Effect("end.markers")
    return Effect("end.rounds", amount=int(s["max_rounds"]))


# Where things lie


def personal(seat: int, viewer: int | None, kind: int) -> str:
    """Where a piece of a personal supply lies."""
    return f"personal-{KINDS[kind]}" if seat == viewer else f"p{seat}"


def general(seat: int, viewer: int | None) -> str:
    """Where a general supply lies."""
    return "general" if seat == viewer else f"p{seat}"


# Points


def of_the_end(seat: int, amount: int, what: str) -> Iterator[Effect]:
    """Points that the end would add, or would not add any more."""
    if amount:
        yield points(seat, amount, what, kind="points.end" if amount > 0 else "points.end.lost")


def city_points(s: Any, route: int) -> Iterator[Effect]:
    """Who controls a city of an established route scores."""
    one, other = ENDS[route].tolist()
    first, second = control(s, one), control(s, other)
    if first == second and 0 <= first < MOST_SEATS:
        both = {"kind": "points.control.both", "source": ROUTES[route], "target": f"p{first}"}
        yield points(first, 2 * ROUTE_CONTROL_POINTS, "track", **both)
        return
    for owner, city in ((first, one), (second, other)):
        if 0 <= owner < MOST_SEATS:
            where = {"kind": "points.control", "source": CITIES[city], "target": f"p{owner}"}
            yield points(owner, ROUTE_CONTROL_POINTS, "track", **where)


def control_passes(old: Any, new: Any, city: int) -> Iterator[Effect]:
    """Another one controls a city now: the loser's points first."""
    loser, winner = control(old, city), control(new, city)
    if loser == winner:
        return
    if loser == NEUTRAL:
        yield Effect("control.from_neutral", winner, target=CITIES[city])
    elif loser != NOBODY:
        kind = "control.to_neutral" if winner == NEUTRAL else "control"
        seat, other = (loser, None) if winner == NEUTRAL else (winner, loser)
        yield Effect(kind, seat, other=other, target=CITIES[city])
        yield from of_the_end(loser, -CONTROL_POINTS, "cities")
    if winner != NEUTRAL:
        yield from of_the_end(winner, CONTROL_POINTS, "cities")


def network_grows(old: Any, new: Any, seat: int) -> Iterator[Effect]:
    """The largest network, or what each of its offices is worth, has changed."""
    amounts = [largest_network(s, seat) * skill(s, seat, KEYS) for s in (old, new)]
    yield from of_the_end(seat, amounts[1] - amounts[0], "network")


# Supplies and routes


def placed(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """A piece of the personal supply stands on a route."""
    what, route = move.args
    yield loss(
        PERSONAL[KIND[what]],
        move.by,
        1,
        what,
        kind="places",
        source=personal(move.by, viewer, KIND[what]),
        target=route,
    )
    yield gain("on_routes", move.by, 1, what)


def took_income(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """Pieces come from the general supply to the personal one."""
    counts = [(kind, move.number(kind)) for kind in (TRADER, MERCHANT) if move.number(kind)]
    for kind, count in counts:
        where = {"source": general(move.by, viewer), "target": personal(move.by, viewer, kind)}
        yield gain(PERSONAL[kind], move.by, count, KINDS[kind], kind="income", **where)
    for kind, count in counts:
        yield loss(GENERAL[kind], move.by, count, KINDS[kind], kind="loss.general")


def lifted(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """A piece is taken in hand; where it goes is told when it is put down."""
    yield loss("on_routes", move.by, 1, move.args[0], source=move.args[1])


def put_down(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """A piece goes to a route: one in hand, the displaced one, or an additional one from a supply."""
    (what, route), owner = move.args, int(old["displaced_owner"])
    if owner == NEUTRAL:
        displaced = old["displaced_kind"] != NOTHING
        source = ROUTES[old["route"]] if displaced else "neutral-stock"
        kind = "neutral.relocates" if displaced else "neutral.adds"
        yield Effect(kind, move.by, what=what, source=source, target=route)
        yield from settled(old, new, NOTHING)
        return
    where = {"target": route}
    if old["queued"]:
        where |= {"kind": "moves" if owner == NOBODY else "adds.moved", "source": ROUTES[old["queue_route"][0]]}
    elif KIND[what] == old["displaced_kind"]:
        where |= {"kind": "relocates", "source": ROUTES[old["route"]]}
    else:
        yield from added(old, owner, KIND[what], route, viewer)
        where |= {"kind": "gain.on_routes"}
    yield gain("on_routes", move.by, 1, what, **where)


def added(old: Any, seat: int, kind: int, route: str, viewer: int | None) -> Iterator[Effect]:
    """An additional piece leaves its supply: the general one, or the personal one if that is empty."""
    if old["general"][seat].any():
        yield loss(GENERAL[kind], seat, 1, KINDS[kind], kind="adds.general", source=general(seat, viewer), target=route)
    else:
        source = personal(seat, viewer, kind)
        yield loss(PERSONAL[kind], seat, 1, KINDS[kind], kind="adds.personal", source=source, target=route)


def displaced(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """Somebody's piece has to make room; nothing moves yet, and what it costs is still to be paid."""
    owner, what, route = move.args
    if OWNER[owner] == NEUTRAL:
        yield Effect("displaces.neutral", move.by, what=what, target=route)
    else:
        yield Effect("displaces", move.by, what=what, other=OWNER[owner], target=route)
    yield Effect("owes", move.by, int(DISPLACE_PAYS[KIND[what]]))


def took_place(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """The own piece takes the space of the displaced one."""
    kind, owner, route = KIND[move.args[0]], int(old["displaced_owner"]), ROUTES[old["route"]]
    if owner != NEUTRAL:
        yield loss("on_routes", owner, 1, KINDS[old["displaced_kind"]], source=route)
    where = {"source": personal(move.by, viewer, kind), "target": route}
    yield loss(
        PERSONAL[kind], move.by, 1, KINDS[kind], kind="replaces.merchant" if kind == MERCHANT else "replaces", **where
    )
    yield gain("on_routes", move.by, 1, KINDS[kind])


def paid(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """The price of displacing goes to the payer's general supply."""
    for what in move.args:
        where = {"source": personal(move.by, viewer, KIND[what]), "target": general(move.by, viewer)}
        yield loss(PERSONAL[KIND[what]], move.by, 1, what, kind="pays", **where)
    for what in move.args:
        yield gain(GENERAL[KIND[what]], move.by, 1, what, kind="gain.general")


def cleared(old: Any, move: SeenMove, new: Any, viewer: int | None, stays: int = NOTHING) -> Iterator[Effect]:
    """The pieces of the established route go to the general supply, but for one that stays."""
    route = int(old["route"])
    counts = old["pieces"][move.by, :, route].tolist()
    yield loss("on_routes", move.by, sum(counts), source=ROUTES[route])
    for kind, count in enumerate(counts):
        if count > (kind == stays):
            where = {"source": ROUTES[route], "target": general(move.by, viewer)}
            yield gain(GENERAL[kind], move.by, count - (kind == stays), KINDS[kind], kind="returns", **where)


# Establishing a route


def established(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """The cities' controllers score and the marker is won."""
    route = ROUTE[move.args[0]]
    yield from city_points(old, route)
    marker = old["route_marker"][route]
    if marker != NOTHING:
        target = f"marker-{MARKERS[marker]}" if move.by == viewer else f"p{move.by}"
        yield gain("markers", move.by, 1, MARKERS[marker], source=move.args[0], target=target)
        owned = markers_owned(old, move.by)
        yield from of_the_end(move.by, int(MARKER_POINTS[owned + 1] - MARKER_POINTS[owned]), "markers")


def opened_office(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """An office on the leftmost empty slot: its coin, the city's completion and all that offices bring."""
    seat, city, side = move.by, CITY[move.args[0]], int(old["side"])
    slot = old["office"][city].tolist().index(NO_OFFICE)
    where = {"source": ROUTES[old["route"]], "target": CITIES[city]}
    yield gain("offices", seat, 1, COLOURS[SLOT_COLOUR[side, city, slot]], **where)
    if SLOT_COIN[side, city, slot]:
        yield points(seat, COIN_POINTS, "track", kind="points.coin", source=CITIES[city], target=f"p{seat}")
    yield from completed(old, new, city)
    yield from offices_bring(old, new, seat, city)
    yield from cleared(old, move, new, viewer, office(new["office"][city, slot])[1])


def opened_extra(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """An office beside a city; its marker is turned over."""
    what, city = move.args[0], CITY[move.args[1]]
    where = {"source": ROUTES[old["route"]], "target": CITIES[city]}
    yield gain("offices", move.by, 1, what, kind="gain.offices.extra", **where)
    yield loss("markers", move.by, 1, MARKERS[EXTRA_OFFICE])
    yield from offices_bring(old, new, move.by, city)
    yield from cleared(old, move, new, viewer, KIND[what])


def completed(old: Any, new: Any, city: int) -> Iterator[Effect]:
    """The last slot of a city is taken."""
    count = int(new["completed_cities"])
    if count > old["completed_cities"]:
        yield Effect("completed", amount=count, target=CITIES[city])


def offices_bring(old: Any, new: Any, seat: int, city: int) -> Iterator[Effect]:
    """What follows from a new office: the link of east and west, control, the network."""
    rank = int(new["link_rank"][seat])
    if rank != old["link_rank"][seat]:
        award = int(LINK_POINTS[rank])
        yield points(seat, award, "track", kind="points.link") if award else Effect("link", seat)
    yield from control_passes(old, new, city)
    yield from network_grows(old, new, seat)


def sat_down(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """A merchant takes a place at the Coellen table."""
    place = f"table-{move.args[0]}"
    yield gain("at_table", move.by, 1, KINDS[MERCHANT], source=ROUTES[old["route"]], target=place)
    yield points(move.by, move.number(), "table", kind="points.table")
    yield from cleared(old, move, new, viewer, MERCHANT)


def developed(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """A skill is one step further: its value, the piece set free, an action more, points."""
    seat, name = move.by, move.args[0]
    number = SKILLS.index(name)
    steps, kind = int(new["skill_steps"][seat, number]), int(SKILL_KIND[number])
    value = int(SKILL_VALUE[number, steps])
    source, target = (f"skill-{name}", personal(seat, viewer, kind)) if seat == viewer else ("", f"p{seat}")
    if number == PRIVILEGE:
        yield Effect(f"skill.{name}", seat, what=COLOURS[value], target=target)
    elif number == PURSE and value == ALL:
        yield Effect(f"skill.{name}.all", seat, target=target)
    else:
        yield Effect(f"skill.{name}", seat, value, target=target)
    yield gain(PERSONAL[kind], seat, 1, KINDS[kind], kind="frees", source=source, target=target)
    if number == ACTIONS and value > SKILL_VALUE[number, steps - 1]:
        yield from actions_left(new, seat)
    if steps == SKILL_STEPS[number]:
        yield from of_the_end(seat, int(FULL_SKILL_POINTS[number]), "skills")
    if number == KEYS:
        yield from network_grows(old, new, seat)
    if old["route"] != NOTHING:
        yield from cleared(old, move, new, viewer)


def actions_left(s: Any, seat: int) -> Iterator[Effect]:
    """How many actions the turn has now that there are more than before."""
    if s["actions_left"] > 0:
        yield Effect("actions_left", seat, int(s["actions_left"]))


# Markers and the end of a turn


def used(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """A marker is turned over."""
    marker = MARKERS.index(move.args[0])
    yield loss("markers", move.by, 1, move.args[0])
    if MARKER_ACTIONS[marker]:
        yield from actions_left(new, move.by)


def swapped(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """Two offices of a city change places."""
    yield from control_passes(old, new, CITY[move.args[0]])


def removed(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """A piece leaves its route for its owner's personal supply."""
    owner, what, route = OWNER[move.args[0]], move.args[1], move.args[2]
    if owner == NEUTRAL:
        yield Effect("removes.neutral", move.by, what=what, source=route, target="neutral-stock")
        return
    kind, other = ("removes.own", None) if owner == move.by else ("removes", move.by)
    where = {"source": route, "target": personal(owner, viewer, KIND[what])}
    yield gain(PERSONAL[KIND[what]], owner, 1, what, kind=kind, other=other, **where)
    yield loss("on_routes", owner, 1, what)


def ended(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """Unused actions are lost."""
    if old["actions_left"] > 0:
        yield Effect("unused", move.by, int(old["actions_left"]))


def laid_marker(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """The new marker lies at a route, with two players beside a neutral trader."""
    yield Effect("lays", move.by, what=MARKERS[old["drawn"]], source="stack", target=move.args[0])
    if old["neutral_stock"] > new["neutral_stock"]:
        yield Effect("neutral.joins", what=KINDS[TRADER], source="neutral-stock", target=move.args[0])


def drew_marker(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """A marker for a tavern, or a new one, which is told when it is laid, unless there is no route for it."""
    if old["starting"] != NOBODY:
        if new["drawn"] == NOTHING:
            yield Effect("marker.no_route", what=move.args[0])
        return
    tavern = int(START_MARKERS.sum() - old["start_pile"].sum())
    yield Effect("tavern", what=move.args[0], target=ROUTES[TAVERNS[tavern]])
    if old["neutral_stock"] > new["neutral_stock"]:
        yield Effect("neutral.set_up", amount=int(old["neutral_stock"] - new["neutral_stock"]))
    if new["starting"] != NOBODY:
        yield Effect("begins", int(new["starting"]))
        yield from dealt(old, move, new, viewer)


def dealt(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """Everybody's first pieces come to the personal supply, from the starting player on."""
    players, first = int(new["players"]), int(new["starting"])
    for seat in [(first + turn) % players for turn in range(players)]:
        counts = list(enumerate(new["personal"][seat].tolist()))
        for kind, count in counts:
            where = {"source": general(seat, viewer), "target": personal(seat, viewer, kind)}
            yield gain(PERSONAL[kind], seat, count, KINDS[kind], kind="deals", **where)
        for kind, count in counts:
            yield loss(GENERAL[kind], seat, count, KINDS[kind], kind="loss.general")


# The neutral player


def neutral_settled(old: Any, move: SeenMove, new: Any, viewer: int | None) -> Iterator[Effect]:
    """A neutral route is established: points, its marker to the box, an office."""
    route, city = ROUTE[move.args[0]], CITY[move.args[1]]
    slot = old["office"][city].tolist().index(NO_OFFICE)
    colour = COLOURS[SLOT_COLOUR[old["side"], city, slot]]
    yield Effect("neutral.office", what=colour, source=ROUTES[route], target=CITIES[city])
    yield from city_points(old, route)
    yield from lost_marker(old, route)
    yield from completed(old, new, city)
    yield from control_passes(old, new, city)
    yield from settled(old, new, route)


def settled(old: Any, new: Any, but: int) -> Iterator[Effect]:
    """Neutral routes between two full cities, which are established by themselves; not the one told already."""
    counts = old["pieces"][NEUTRAL, TRADER].tolist(), new["pieces"][NEUTRAL, TRADER].tolist()
    for route, (stood, stands) in enumerate(zip(*counts, strict=True)):
        if stood and not stands and route != but:
            yield Effect("neutral.route", source=ROUTES[route], target="neutral-stock")
            yield from city_points(new, route)
            yield from lost_marker(old, route)


def lost_marker(old: Any, route: int) -> Iterator[Effect]:
    """The marker of a neutral route goes to the box."""
    marker = old["route_marker"][route]
    if marker != NOTHING:
        yield Effect("marker.lost", what=MARKERS[marker], source=ROUTES[route])


TELLERS: dict[str, Callable[[Any, SeenMove, Any, int | None], Iterator[Effect]]] = {
    "draw": drew_marker,
    "start": dealt,
    "end": ended,
    "pass": cleared,
    "income": took_income,
    "place": placed,
    "lift": lifted,
    "put": put_down,
    "displace": displaced,
    "with": took_place,
    "pay": paid,
    "pay_two": paid,
    "establish": established,
    "office": opened_office,
    "extra": opened_extra,
    "develop": developed,
    "table": sat_down,
    "use": used,
    "swap": swapped,
    "remove": removed,
    "marker": laid_marker,
    "neutral": neutral_settled,
}
