"""What a move of Catan brings: cards and where they come from, pieces, points, the two titles, the end.

Who holds which cards is told as far as the viewer has seen it: `seen` in a view counts every card that changed hands
openly, so what a seat has more or fewer of there is known to everybody who looks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from burgrave.core.effects import Effect, SeenMove, ending, gain, loss, points, points_by_source
from burgrave.games.catan.board import (
    BUILDING_POINTS,
    CARDS,
    HEX_INTERSECTION,
    RESOURCES,
    SEVEN,
)
from burgrave.games.catan.state import COUNTERED, NOBODY

STOCKS = {
    "cards": lambda s: s.hand_size,
    "development": lambda s: s.old_size + s.new_size,
    "roads": lambda s: s.stock[:, 0],
    "settlements": lambda s: s.stock[:, 1],
    "cities": lambda s: s.stock[:, 2],
}
A_ROAD, A_SETTLEMENT, A_CITY = range(3)
BUILT = {"road": (A_ROAD, "e"), "settle": (A_SETTLEMENT, "v"), "city": (A_CITY, "v")}
PIECES = ("roads", "settlements", "cities")
TITLES = ("longest_road", "largest_army")

SILENT = (
    *("deal", "give", "want", "roll", "end", "offer", "pass", "take"),
    *("hex", "harbour", "corner", "token", "steal", "draw", "rob"),
)
"""Moves that the log leaves out: mechanical ones, and those that their effects tell better.

A pass has words where it answers something; an offer that was dropped before it was made is nobody's business.
"""
GOES_ON = ("answer", "counter", "choose")
"""Points at which a move goes on with the line of the log before it: what becomes of an offer."""
CARD_ICONS = {resource: f"catan-{resource}" for resource in RESOURCES}
DEVELOPMENT_ICONS = {card: f"catan-card-{card}" for card in CARDS}
ICONS = {
    "cards": CARD_ICONS,
    **dict.fromkeys(("offers", "wants", "counters", "discarded", "bank_short", "monopoly"), CARD_ICONS),
    "discards": "hand",
    "must_discard": "hand",
    "stolen": "hand",
    "stolen.known": CARD_ICONS,
    "steals": "hand",
    "development": "card-back",
    "gain.development.known": DEVELOPMENT_ICONS,
    "loss.development": DEVELOPMENT_ICONS,
    "reveals": DEVELOPMENT_ICONS,
    "roads": "catan-road",
    "settlements": "catan-settlement",
    "cities": "catan-city",
    "seven": "icon-dice",
    "no_cards": "icon-nothing",
    **dict.fromkeys(("blocked", "robber"), "catan-robber"),
    **{title: f"catan-{title}" for title in TITLES},
}

DICE = {"dice": (0, 1)}


def turn_of(s: Any) -> tuple[Any, ...]:
    """Whose turn it is and which; nobody's during set-up."""
    return (int(s.active), int(s.turn)) if s.turn else (None,)


def effects(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """Everything the move brought."""
    tell = TELLERS.get(move.verb)
    if tell is not None:
        yield from tell(before, move, after)
    for title in TITLES:
        old, new = int(before.s[title]), int(after.s[title])
        if old != new:
            yield title_passes(title, old, new)
    yield from revealed(before, move, after)
    yield from scored(before, move, after)
    for end in ending(before, after, "points" if after.winners else "turn_limit"):
        winner = after.winners[0] if after.winners else None
        yield end if winner is None else replace(end, seat=winner, amount=after.scores[winner])


def scored(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """Points by source; a city and the settlement that it replaces count together."""
    told = list(points_by_source(before, after))
    if move.verb == "city":
        swapped = [effect for effect in told if effect.seat == move.by and effect.what in ("settlements", "cities")]
        yield points(move.by, sum(effect.amount for effect in swapped), "upgrade")
        told = [effect for effect in told if effect not in swapped]
    yield from told


def title_passes(title: str, old: int, new: int) -> Effect:
    """Somebody takes a title, from nobody or from another; or it goes back."""
    if new == NOBODY:
        return Effect(f"{title}.lost", old)
    return Effect(title if old == NOBODY else f"{title}.taken", new, other=None if old == NOBODY else old)


def hand(seat: int, viewer: int | None, resource: int) -> str:
    """Where a card of that kind lies that a seat holds."""
    return f"hand-{RESOURCES[resource]}" if seat == viewer else f"p{seat}"


def flow(before: Any, after: Any, seat: int) -> list[int]:
    """How many more cards of each kind a seat has, as far as the viewer has seen them change hands."""
    known = int(before.s["viewer"]) in (0, 2 + seat)
    old, new = (view.s["hand" if known else "seen"][seat] for view in (before, after))
    found: list[int] = (new - old).tolist()
    return found


def produced(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """Cards for every building at a hex of the number, hex by hex; where the bank ran short, in one sum."""
    number, s = move.number(0) + move.number(1), before.s
    if number == SEVEN:
        yield Effect("seven")
        yield from must_discard(before, after)
        return
    robber = int(s["robber"])
    hexes = [h for h, token in enumerate(s["number"].tolist()) if token == number]
    blocked = [h for h in hexes if h == robber]
    due_to = due_by_hex(s, [h for h in hexes if h not in blocked])
    nothing = True
    for seat in range(before.game.players):
        due = due_to.get(seat, [])
        for resource, got in enumerate(flow(before, after, seat)):
            sources = [(h, count) for h, kind, count in due if kind == resource]
            where = {"target": hand(seat, after.seat, resource)}
            if got and got == sum(count for _, count in sources):
                for h, count in sources:
                    yield gain("cards", seat, count, RESOURCES[resource], source=f"h{h}", **where)
            elif got:
                yield gain("cards", seat, got, RESOURCES[resource], source=f"bank-{RESOURCES[resource]}", **where)
            elif sources:
                yield Effect("bank_short", seat, what=RESOURCES[resource])
            nothing &= not got
    for h in blocked:
        if (s["owner"][HEX_INTERSECTION[h]] != NOBODY).any():
            yield Effect("blocked", source=f"h{h}", target=f"h{h}")
    if nothing:
        yield Effect("no_cards")


def due_by_hex(s: Any, hexes: list[int]) -> dict[int, list[tuple[int, int, int]]]:
    """By seat: hex, kind and number of the cards that its buildings yield."""
    owner, building, terrain = s["owner"].tolist(), s["building"].tolist(), s["terrain"].tolist()
    due: dict[int, list[tuple[int, int, int]]] = {}
    for h in hexes:
        counts: dict[int, int] = {}
        for corner in HEX_INTERSECTION[h].tolist():
            if owner[corner] != NOBODY:
                yielded = int(BUILDING_POINTS[building[corner]])
                counts[owner[corner]] = counts.get(owner[corner], 0) + yielded
        for seat, count in counts.items():
            due.setdefault(seat, []).append((h, terrain[h], count))
    return due


def must_discard(before: Any, after: Any) -> Iterator[Effect]:
    """Who has to discard after a seven, and how many."""
    for seat, owed in enumerate(after.s["owed"].tolist()):
        if owed:
            yield Effect("must_discard", seat, owed)


def built(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """A piece comes to the board and is paid for; the second settlement of the set-up brings cards."""
    seat, (thing, letter) = move.by, BUILT[move.verb]
    site = f"{letter}{move.args[0]}"
    yield loss(PIECES[thing], seat, source=f"p{seat}", target=site)
    if thing == A_CITY:
        yield gain("settlements", seat, source=site, target=f"p{seat}")
    yield from moved_cards(before, after, seat, site)


def moved_cards(before: Any, after: Any, seat: int, site: str = "") -> Iterator[Effect]:
    """Cards that a seat pays to the bank or gets from it."""
    moved = sorted(enumerate(flow(before, after, seat)), key=lambda one: one[1] > 0)  # what is paid comes first
    for resource, got in moved:
        kind, bank, own = RESOURCES[resource], f"bank-{RESOURCES[resource]}", hand(seat, after.seat, resource)
        if got < 0:
            yield loss("cards", seat, -got, kind, kind="pays", source=own, target=bank)
        elif got > 0:
            yield gain("cards", seat, got, kind, source=site or bank, target=own)


def bought(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """A development card is paid for."""
    yield from moved_cards(before, after, move.by)


def drawn(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """The buyer has one card more; which one, only the buyer knows."""
    seat = int(before.s.active)
    card = move.args[0] if move.args[0] in CARDS else ""
    target = f"card-{card}" if card and seat == after.seat else f"p{seat}"
    kind = "gain.development.known" if card else "gain.development"
    yield gain("development", seat, 1, card, kind=kind, source="deck", target=target)


def played(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """A development card leaves the hand."""
    yield loss("development", move.by, 1, move.args[0], source=f"p{move.by}", target="")


def discarded(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """One card is laid aside; what everybody laid aside is seen when the last one has."""
    seat = move.by
    known = move.args[0] if move.args[0] in RESOURCES else ""
    yield loss("cards", seat, 1, known, kind="discards", source=f"p{seat}", target="bank-" + known if known else "")
    if before.s["aside_size"].any() and not after.s["aside_size"].any():
        for other in range(before.game.players):
            if before.s.viewer not in (0, 2 + other):
                for resource, count in enumerate(before.s.seen[other] - after.s.seen[other]):
                    if count > 0:
                        yield Effect("discarded", other, int(count), what=RESOURCES[resource])


def stolen(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """A card goes from the victim to the thief; others do not know which."""
    thief, victim = int(before.s.active), int(before.s.victim)
    card = move.args[0] if move.args[0] in RESOURCES else ""
    kind = "stolen.known" if card else "stolen"
    yield loss("cards", victim, 1, card, kind=kind, other=thief, source=f"p{victim}", target=f"p{thief}")
    yield gain("cards", thief, 1, card, kind="steals", other=victim)


def robber_moved(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """The robber walks."""
    yield Effect("robber", source=f"h{int(before.s.robber)}", target=f"h{move.args[0]}")


def dealt(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """The terms of a trade: what each gives."""
    seat, partner, s = move.by, int(move.args[0][1:]), before.s
    given, wanted = (s.given, s.wanted)
    if s.answer[partner] == COUNTERED:
        given, wanted = s.counter_wanted[partner], s.counter_given[partner]
    for giver, taker, counts in ((seat, partner, given), (partner, seat, wanted)):
        for resource, count in enumerate(counts):
            if count:
                kind, own = RESOURCES[resource], hand(giver, after.seat, resource)
                to = hand(taker, after.seat, resource)
                yield loss("cards", giver, int(count), kind, kind="gives", other=taker, source=own, target=to)
        for resource, count in enumerate(counts):
            if count:
                yield gain("cards", taker, int(count), RESOURCES[resource], kind="receives", other=giver)


def offered(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """The terms of an offer, or of an answer to one."""
    s, seat = before.s, move.by
    first = seat == s.active
    given, wanted = (s.given, s.wanted) if first else (s.counter_given[seat], s.counter_wanted[seat])
    for kind, counts in (("offers" if first else "counters", given), ("wants", wanted)):
        for resource, count in enumerate(counts):
            if count:
                yield Effect(kind, seat, int(count), what=RESOURCES[resource], other=None if first else int(s.active))


def monopolised(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """Everybody's cards of one kind go to one seat."""
    resource, thief, total = RESOURCES.index(move.args[0]), move.by, 0
    for seat in range(before.game.players):
        lost = int(before.s.hand_size[seat]) - int(after.s.hand_size[seat])
        if seat != thief and lost:
            total += lost
            own, to = hand(seat, after.seat, resource), hand(thief, after.seat, resource)
            yield loss("cards", seat, lost, move.args[0], kind="gives", other=thief, source=own, target=to)
    if total:
        yield gain("cards", thief, total, move.args[0], kind="monopoly")
    else:
        yield Effect("monopoly.nothing", thief, what=move.args[0])


def revealed(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """At the end everybody turns up the victory-point cards they held."""
    if after.to_act is not None or before.to_act is None:
        return
    for seat in range(before.game.players):
        old, new = (int(STOCKS["development"](view.s)[seat]) for view in (before, after))
        played = move.verb == "play" and move.by == seat
        drawn = move.verb == "draw" and seat == int(before.s.active)
        shown = old - played - new + drawn
        if shown:
            yield loss("development", seat, shown, "point", kind="reveals", source=f"p{seat}")


TELLERS = {
    "dice": produced,
    "settle": built,
    "road": built,
    "city": built,
    "buy": bought,
    "draw": drawn,
    "play": played,
    "take": lambda before, move, after: moved_cards(before, after, move.by),
    "bank": lambda before, move, after: moved_cards(before, after, move.by),
    "name": monopolised,
    "discard": discarded,
    "robber": robber_moved,
    "steal": stolen,
    "deal": dealt,
    "offer": offered,
}
