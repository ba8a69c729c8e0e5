"""Is this a possible position? Every piece and marker is somewhere, and the unfinished decision makes sense."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from burgrave.core.errors import Mistake
from burgrave.core.names import texts
from burgrave.core.spec import CHANCE, OVER
from burgrave.games.hansa import GAME
from burgrave.games.hansa.board import (
    ACTIONS,
    BOOK,
    CITIES,
    DISPLACE_ADDS,
    DISPLACE_PAYS,
    ENDS,
    EXTRA_OFFICE,
    IMPROVE_SKILL,
    KINDS,
    LAST_COMPLETED_CITY,
    LAST_TRACK_POINT,
    LINK_POINTS,
    MARKER_ACTIONS,
    MARKERS,
    MERCHANT,
    MOST_REMOVED,
    MOST_SEATS,
    NEUTRAL,
    NEUTRAL_PIECES,
    PIECES,
    PRIVILEGE,
    REMOVE_3,
    RINGS,
    ROUTE_CONTROL_POINTS,
    ROUTES,
    SCORE_TRACK_TRADERS,
    SIDE_OF_PLAYERS,
    SKILL_KIND,
    SKILL_STEPS,
    SKILLS,
    SLOT_COLOUR,
    SLOT_KIND,
    SLOTS,
    SPACES,
    STACK_MARKERS,
    START_MARKERS,
    SWAP_OFFICES,
    TABLE_COLOUR,
    TAVERNS,
    TRADER,
)
from burgrave.games.hansa.reading import (
    has_joined_east_and_west,
    has_neutral,
    is_complete,
    is_neutral_route,
    office,
    points_by_source,
    printed_offices,
    routes_on_board,
    skill,
)
from burgrave.games.hansa.state import FIRST_RANDOM, NO_OFFICE, NOBODY, NOTHING, SWAP_OWN, Point

Record = Any

CHANCE_POINTS = (Point.TAVERN, Point.START, Point.DRAW)
BETWEEN_TURNS = (Point.DRAW, Point.MARKER)
MOST_TRACK_POINTS = LAST_TRACK_POINT - 1 + int(LINK_POINTS.max()) + 2 * ROUTE_CONTROL_POINTS + 1
MARKER_TOTAL = int(START_MARKERS.sum() + STACK_MARKERS.sum())


def demand(holds: Any, sentence: str, key: str = "", **values: Any) -> None:
    """Refuse a position in which something does not hold; what can be set by hand has it in the catalogues."""
    if not holds:
        raise Mistake(sentence, f"impossible.{key}", GAME.package, **values) if key else ValueError(sentence)


def within(s: Record, name: str, low: int, high: int) -> None:
    """Every number of a field must be in its range."""
    values = np.asarray(s[name])
    demand(((values >= low) & (values <= high)).all(), f"the field {name!r} must be {low} to {high}")


def has_to_end(s: Record) -> bool:
    """Whether one of the three ends has come."""
    points = (np.asarray(s.track_vp) >= LAST_TRACK_POINT).any()
    return bool(points or s.completed_cities >= LAST_COMPLETED_CITY or s.to_draw > s.stack.sum())


def winners(s: Record) -> int:
    """The winning seats as a bit set: points, then fewer steps of Actions, then network points."""

    def rank(seat: int) -> tuple[int, int, int]:
        parts = points_by_source(s, seat)
        return sum(parts.values()), -int(s.skill_steps[seat, ACTIONS]), parts["network"]

    ranks = [rank(seat) for seat in range(int(s.players))]
    return sum(1 << seat for seat, own in enumerate(ranks) if own == max(ranks))


def leads_to_empty_slot(s: Record, route: int) -> bool:
    """Whether one of the two cities has an empty slot."""
    return not all(is_complete(s, int(city)) for city in ENDS[route])


def may_take_marker(s: Record, route: int) -> bool:
    """Whether a new marker could be laid at the route."""
    free = not s.pieces[:, :, route].any() and s.route_marker[route] == NOTHING
    return free and leads_to_empty_slot(s, route)


def may_swap_somewhere(s: Record) -> bool:
    """Whether there are two neighbouring offices that the active player may swap."""
    for city in range(len(CITIES)):
        owners = [owner for owner, _ in printed_offices(s, city)]
        for pair in pairwise(owners):
            if s.swap != SWAP_OWN or s.active in pair:
                return True
    return False


def has_usable_marker(s: Record) -> bool:
    """Whether the active player could use a marker."""
    unused = s.markers_unused[s.active]
    improvable = (np.asarray(s.skill_steps[s.active]) < SKILL_STEPS).any()
    return bool(
        unused[MARKER_ACTIONS > 0].any()
        or (unused[IMPROVE_SKILL] and improvable)
        or (unused[SWAP_OFFICES] and may_swap_somewhere(s))
        or (unused[REMOVE_3] and s.pieces.any())
    )


def supply(s: Record, owner: int) -> int:
    """How many pieces an owner has in supplies."""
    return int(s.neutral_stock) if owner == NEUTRAL else int(s.personal[owner].sum() + s.general[owner].sum())


def targets(s: Record, left_out: int) -> list[int]:
    """The nearest routes with an empty space round the origin of the displaced piece."""
    for ring in RINGS[s.side, s.route]:
        found = [r for r in range(len(ROUTES)) if ring >> r & 1 and s.empty[r] > 0 and r != left_out]
        if found:
            return found
    return []


def may_add_piece(s: Record) -> bool:
    """Whether the owner of the displaced piece, which is down, can put an additional one."""
    owner, near = int(s.displaced_owner), targets(s, NOTHING)
    if s.additional == 0 or not near:
        return False
    on_routes = [r for r in range(len(ROUTES)) if owner != NEUTRAL and s.pieces[owner, :, r].any()]
    return supply(s, owner) > 0 or any(set(near) - {route} for route in on_routes)


def check(s: Record) -> None:
    """Refuse a position that no game could reach: every piece and marker is somewhere, and the decision makes sense."""
    check_ranges(s)
    check_routes(s)
    check_cities(s)
    check_pieces(s)
    check_neutral(s)
    check_markers(s)
    check_link(s)
    check_turn(s)
    check_decision(s)
    check_end(s)


def check_ranges(s: Record) -> None:
    """Every field within its range; seats that do not play have nothing."""
    players = int(s.players)
    for seat in range(players):
        lacks = f"p{seat} has more pieces than there are"
        demand((s.general[seat] >= 0).all(), lacks, "pieces", who=f"p{seat}")
    demand(s.neutral_stock >= 0, "there are not so many neutral traders", "neutral")
    demand((s.stack >= 0).all(), "there are not so many markers", "markers")
    demand(s.side == SIDE_OF_PLAYERS[players], "the field 'side' is not the board's side for this number of players")
    for name, low, high in (
        ("starting", NOBODY, players - 1),
        ("active", NOBODY, players - 1),
        ("actions_left", 0, 127),
        ("turns_finished", 0, int(s.max_rounds) * players),
        ("completed_cities", 0, len(CITIES)),
        ("track_vp", 0, MOST_TRACK_POINTS),
        ("personal", 0, int(PIECES[TRADER])),
        ("general", 0, int(PIECES[TRADER])),
        ("skill_steps", 0, int(SKILL_STEPS.max())),
        ("markers_unused", 0, MARKER_TOTAL),
        ("markers_used", 0, MARKER_TOTAL),
        ("link_rank", 0, players),
        ("pieces", 0, int(SPACES.max())),
        ("route_marker", NOTHING, len(MARKERS) - 1),
        ("office", NO_OFFICE, 2 * NEUTRAL + 1),
        ("extra", NO_OFFICE, 2 * MOST_SEATS),
        ("table", NOBODY, players - 1),
        ("stack", 0, MARKER_TOTAL),
        ("box", 0, MARKER_TOTAL),
        ("start_pile", 0, 1),
        ("to_draw", 0, MARKER_TOTAL),
        ("drawn", NOTHING, len(MARKERS) - 1),
        ("neutral_stock", 0, int(NEUTRAL_PIECES.max())),
        ("route", NOTHING, len(ROUTES) - 1),
        ("won", NOTHING, len(MARKERS) - 1),
        ("displaced_owner", NOBODY, NEUTRAL),
        ("displaced_kind", NOTHING, MERCHANT),
        ("additional", 0, int(DISPLACE_ADDS.max())),
        ("lifts", 0, len(s.queue_kind)),
        ("queued", 0, len(s.queue_kind)),
        ("queue_kind", NOTHING, MERCHANT),
        ("queue_route", NOTHING, len(ROUTES) - 1),
        ("removed", 0, MOST_REMOVED - 1),
        ("winners", 0, (1 << players) - 1),
    ):
        within(s, name, low, high)
    demand((np.asarray(s.skill_steps) <= SKILL_STEPS).all(), "a skill has more steps than its track", "steps")
    for name in ("track_vp", "personal", "general", "skill_steps", "markers_unused", "markers_used", "link_rank"):
        idle = np.asarray(s[name])[players:]
        demand(not idle.any(), f"the field {name!r} has something for a seat that does not play")


def check_routes(s: Record) -> None:
    """Pieces stand only on spaces; what is noted about empty spaces agrees with them."""
    pieces = np.asarray(s.pieces, np.int64)
    empty = SPACES[s.side] - pieces.sum(axis=(0, 1))
    demand((empty >= 0).all(), "a route holds more pieces than it has spaces", "full")
    demand((empty == s.empty).all(), "the field 'empty' does not fit the pieces on the routes")
    bits = 1 << np.arange(len(ROUTES), dtype=np.int64)
    demand(s.open_routes == bits[empty > 0].sum(), "the field 'open_routes' does not fit the empty spaces")
    for owner in range(NEUTRAL + 1):
        for kind in range(len(KINDS)):
            there = bits[pieces[owner, kind] > 0].sum()
            demand(s.where[owner, kind] == there, "the field 'where' does not fit the pieces on the routes")
    demand(not pieces[int(s.players) : NEUTRAL].any(), "a seat that does not play has pieces on a route")


def is_piece_of_game(s: Record, code: int) -> bool:
    """Whether this is the office of a seat that plays, or a neutral trader in the two-player game."""
    owner, kind = office(code)
    return owner < s.players or (owner == NEUTRAL and kind == TRADER and has_neutral(s))


def check_cities(s: Record) -> None:
    """Slots fill from the left; extra offices need an office and a used marker."""
    swapped = np.asarray(s.markers_used)[:, SWAP_OFFICES].any()
    extras = np.zeros(MOST_SEATS, np.int64)
    complete = 0
    for city, name in enumerate(CITIES):
        slots = int(SLOTS[s.side, city])
        offices = [int(code) for code in s.office[city]]
        taken = sum(code != NO_OFFICE for code in offices)
        in_order = taken <= slots and NO_OFFICE not in offices[:taken]
        named = Mistake(name, f"arg.{name}", GAME.package)
        demand(in_order, f"the offices in {name} do not fill its slots from the left", "left", city=named)
        complete += is_complete(s, city)
        beside = [int(code) for code in s.extra[city] if code != NO_OFFICE]
        demand(list(s.extra[city][: len(beside)]) == beside, f"the extra offices of {name} have a gap")
        demand(taken > 0 or not beside, f"{name} has an extra office but no other", "extra", city=named)
        for code in offices[:taken] + beside:
            demand(is_piece_of_game(s, code), f"{name} has an office of nobody in this game")
        for code in beside:
            demand(code <= 2 * MOST_SEATS, f"{name} has a neutral extra office")
            extras[office(code)[0]] += 1
        for slot in range(0 if swapped else taken):
            owner, kind = office(offices[slot])
            if owner != NEUTRAL:
                shaped = kind == SLOT_KIND[s.side, city, slot]
                demand(shaped, f"an office in {name} has the wrong shape", "shape", city=named)
                within_privilege = SLOT_COLOUR[s.side, city, slot] <= s.skill_steps[owner, PRIVILEGE]
                beyond = f"an office in {name} is beyond its owner's privilege"
                demand(within_privilege, beyond, "privilege", city=named)
    demand(complete == s.completed_cities, "the field 'completed_cities' does not fit the offices")
    used = np.asarray(s.markers_used)[:, EXTRA_OFFICE]
    demand((extras == used).all(), "the extra offices do not fit the markers used for them")
    for place, owner in enumerate(s.table):
        within_privilege = owner == NOBODY or TABLE_COLOUR[place] <= s.skill_steps[owner, PRIVILEGE]
        demand(within_privilege, "a merchant at the Coellen table is beyond its owner's privilege", "table")


def offices_of(s: Record, owner: int, kind: int) -> int:
    """How many of an owner's pieces of a kind are offices."""
    code = 1 + 2 * owner + kind
    return int((np.asarray(s.office) == code).sum() + (np.asarray(s.extra) == code).sum())


def in_hand(s: Record, owner: int, kind: int) -> int:
    """How many of an owner's pieces of a kind are off the board for a moment: displaced or lifted."""
    count = int(s.point in (Point.PAY, Point.RELOCATE) and s.displaced_owner == owner and s.displaced_kind == kind)
    holder = s.displaced_owner if s.point == Point.RELOCATE else s.active
    if holder == owner:
        count += sum(int(s.queue_kind[k]) == kind for k in range(int(s.queued)))
    return count


def check_pieces(s: Record) -> None:
    """Every player has 27 traders and 4 merchants somewhere."""
    for seat in range(int(s.players)):
        total = [SCORE_TRACK_TRADERS, int((np.asarray(s.table) == seat).sum())]
        for kind in range(len(KINDS)):
            total[kind] += int(s.personal[seat, kind]) + int(s.general[seat, kind])
            total[kind] += int(s.pieces[seat, kind].sum()) + offices_of(s, seat, kind) + in_hand(s, seat, kind)
        for track in range(len(SKILLS)):
            total[SKILL_KIND[track]] += int(SKILL_STEPS[track]) - int(s.skill_steps[seat, track])
        for kind, name in enumerate(KINDS):
            demand(total[kind] == PIECES[kind], f"p{seat} has {total[kind]} {name}s instead of {PIECES[kind]}")


def check_neutral(s: Record) -> None:
    """Neutral traders: 54 in the two-player game, none on routes before the taverns are laid out; otherwise none."""
    demand(not s.pieces[NEUTRAL, MERCHANT].any(), "neutral has traders only")
    total = int(s.neutral_stock) + int(s.pieces[NEUTRAL, TRADER].sum())
    total += offices_of(s, NEUTRAL, TRADER) + in_hand(s, NEUTRAL, TRADER)
    right = int(NEUTRAL_PIECES[s.players])
    demand(total == right, f"there are {total} neutral traders instead of {right}")
    early = s.point == Point.TAVERN and s.pieces[NEUTRAL].any()
    demand(not early, "neutral traders stand on routes before the taverns are laid out")
    if s.point not in (Point.RELOCATE, Point.NEUTRAL):
        full = any(is_neutral_route(s, route) for route in routes_on_board(s))
        demand(not full, "a route full of neutral traders is not established", "neutral_route")


def check_markers(s: Record) -> None:
    """Every bonus marker is somewhere, and three lie on the board or are being replaced."""
    total = np.asarray(s.start_pile, np.int64) + s.stack + s.box
    total += np.asarray(s.markers_unused, np.int64).sum(axis=0) + np.asarray(s.markers_used, np.int64).sum(axis=0)
    board = 0
    for route, marker in enumerate(s.route_marker):
        if marker != NOTHING:
            demand(SPACES[s.side, route] > 0, "a marker lies at a route that is not on this side of the board")
            total[marker] += 1
            board += 1
    if s.drawn != NOTHING:
        total[s.drawn] += 1
    for marker, name in enumerate(MARKERS):
        right = START_MARKERS[marker] + STACK_MARKERS[marker]
        demand(total[marker] == right, f"there are {total[marker]} markers {name} instead of {right}")
    pile = int(np.asarray(s.start_pile, np.int64).sum())
    demand((pile > 0) == (s.point == Point.TAVERN), "the starting markers do not fit the decision point")
    lost = len(TAVERNS) - board - pile - int(s.to_draw) - int(s.drawn != NOTHING)
    box = int(np.asarray(s.box, np.int64).sum())
    three = 0 <= lost <= box and (has_neutral(s) or lost == box)
    demand(three, "the markers on the board and to be replaced are not three")
    if s.point not in (Point.ESTABLISH, Point.NEUTRAL, Point.OVER):
        demand(s.to_draw <= s.stack.sum(), "more markers are to be replaced than the stack holds", "stack")


def check_link(s: Record) -> None:
    """Ranks for joining east and west are given once each, to those who have joined them."""
    ranks = sorted(int(rank) for rank in s.link_rank if rank)
    demand(ranks == list(range(1, len(ranks) + 1)), "the field 'link_rank' skips or repeats a rank")
    for seat in range(int(s.players)):
        joined = has_joined_east_and_west(s, seat)
        demand(joined == (s.link_rank[seat] > 0), f"the field 'link_rank' of p{seat} does not fit its offices")
        few = f"p{seat} has fewer points than its link scored"
        demand(s.track_vp[seat] >= LINK_POINTS[s.link_rank[seat]], few, "link", who=f"p{seat}")


def check_turn(s: Record) -> None:
    """Who is to act, whose turn it is and how far the game has come."""
    point, players = int(s.point), int(s.players)
    if point in CHANCE_POINTS:
        demand(s.to_act == CHANCE, f"chance is to act at {texts(Point)[point]!r}")
    elif point == Point.OVER:
        demand(s.to_act == OVER, "nobody is to act when the game is over")
    elif point == Point.RELOCATE:
        neutral = s.displaced_owner == NEUTRAL
        owner = 1 - int(s.active) if neutral else int(s.displaced_owner)
        demand(s.to_act == owner, "the owner of the displaced piece is to act, or the opponent for a neutral one")
    else:
        demand(s.to_act == s.active, "the active player is to act")
    demand(point != Point.START or s.first == FIRST_RANDOM, "a named starting player is not drawn")
    if point in (Point.TAVERN, Point.START):
        demand(s.starting == NOBODY and s.active == NOBODY, "nobody is active before the starting player is known")
        fresh = not (s.turns_finished or s.to_draw or s.pieces[:NEUTRAL].any() or s.office.any() or s.skill_steps.any())
        demand(fresh and not s.personal.any() and not s.track_vp.any(), "nothing has happened before the first turn")
    else:
        demand(s.starting != NOBODY and s.active != NOBODY, "somebody is active once the game has begun")
        named = s.first in (FIRST_RANDOM, int(s.starting) + 1)
        demand(named, "the starting player is not the one that the option names")
        finished = int(s.turns_finished)
        last = int(s.max_rounds) * players
        ended = point in BETWEEN_TURNS or (point == Point.OVER and finished == last)
        demand(finished < last or point == Point.OVER, "the game is over after the last round")
        turn = (int(s.starting) + finished - int(ended)) % players
        demand(s.active == turn, "the active player does not fit the number of turns finished")
    acting = point not in (*CHANCE_POINTS, Point.MARKER, Point.OVER)
    demand(acting or s.actions_left == 0, "actions are left outside a turn")
    if acting:
        used = np.asarray(s.markers_used, np.int64)[s.active]
        most = skill(s, s.active, ACTIONS) + int((used * MARKER_ACTIONS).sum())
        demand(s.actions_left <= most, "more actions are left than the player can have")
    demand((s.drawn != NOTHING) == (point == Point.MARKER), "a drawn marker is in hand only while it is placed")


def check_decision(s: Record) -> None:
    """The unfinished part of the decision belongs to its decision point."""
    point = int(s.point)
    displacing = point in (Point.WITH, Point.PAY, Point.RELOCATE)
    on_route = displacing or point == Point.ESTABLISH
    demand((s.route != NOTHING) == on_route, "the field 'route' does not fit the decision point")
    demand(s.won == NOTHING or point == Point.ESTABLISH, "a marker is won only while a route is established")
    demand((s.displaced_owner != NOBODY) == displacing, "a displaced piece does not fit the decision point")
    demand(s.displaced_kind == NOTHING or displacing, "a displaced piece does not fit the decision point")
    demand(s.additional == 0 or point == Point.RELOCATE, "additional pieces come only after a displacement")
    demand((s.lifts > 0) == (point == Point.MOVE), "lifts are counted only inside Move")
    demand(s.removed == 0 or point == Point.REMOVE, "removed pieces are counted only while removing")
    queued = int(s.queued)
    rest = list(s.queue_kind[queued:]) + list(s.queue_route[queued:])
    demand(all(entry == NOTHING for entry in rest), "the queue of lifted pieces has something behind its end")
    lifted = all(s.queue_kind[k] != NOTHING and s.queue_route[k] != NOTHING for k in range(queued))
    there = all(SPACES[s.side, route] > 0 for route in s.queue_route[:queued])
    demand(lifted and there, "a lifted piece lacks its kind or route")
    demand(queued == 0 or point in (Point.MOVE, Point.RELOCATE), "pieces are in hand only while they move")
    if displacing:
        check_displacing(s)
    if point == Point.MOVE:
        most = skill(s, s.active, BOOK)
        demand(queued <= s.lifts <= most and (queued or s.lifts < most), "the lifts of this Move do not fit the Book")
    if point == Point.ESTABLISH:
        filled = s.pieces[s.active, :, s.route].sum() == SPACES[s.side, s.route] > 0
        demand(filled, "the established route is not full of own pieces")
        won = s.won == NOTHING or (s.markers_unused[s.active, s.won] > 0 and s.to_draw > 0)
        demand(won and s.route_marker[s.route] == NOTHING, "the marker of the established route is not won")
    if point == Point.TURN:
        demand(s.actions_left > 0 or has_usable_marker(s), "a turn without actions and usable markers is over")
    if point == Point.NEUTRAL:
        full = [route for route in routes_on_board(s) if is_neutral_route(s, route)]
        demand(full and all(leads_to_empty_slot(s, route) for route in full), "no neutral route waits for an office")
    check_marker_effect(s)


def check_displacing(s: Record) -> None:
    """A displacement was legal when it began and is not finished yet."""
    point, owner, kind, route = int(s.point), int(s.displaced_owner), int(s.displaced_kind), int(s.route)
    demand(SPACES[s.side, route] > 0, "the origin of the displaced piece is not on this side of the board")
    demand(owner != s.active, "nobody displaces an own piece")
    plays = owner < s.players or (owner == NEUTRAL and has_neutral(s))
    demand(plays, "the displaced piece belongs to nobody in this game")
    demand(owner != NEUTRAL or kind in (TRADER, NOTHING), "neutral has traders only")
    personal = int(s.personal[s.active].sum())
    if point == Point.RELOCATE:
        demand(s.queued <= 1, "a displaced player lifts one piece at a time")
        demand(s.queued == 0 or not supply(s, owner), "additional pieces come from the supplies first")
        demand(s.queued == 0 or owner != NEUTRAL, "neutral pieces are never lifted")
        few = kind == NOTHING or s.additional + s.queued <= DISPLACE_ADDS[kind]
        demand(few, "too many additional pieces are to come")
        demand(targets(s, int(s.queue_route[0])), "there is no space for the pieces to come")
        demand(s.queued or kind != NOTHING or may_add_piece(s), "the displacement is complete")
        demand(s.pieces[s.active, :, route].any(), "the displacing piece is not on the route")
        return
    demand(kind != NOTHING, "the displaced piece has no kind")
    demand(int(s.open_routes) & ~(1 << route), "the displaced piece has nowhere to go")
    if point == Point.WITH:
        demand(s.pieces[owner, kind, route] > 0, "the displaced piece is not on its route")
        demand(personal >= 1 + DISPLACE_PAYS[kind], "the player cannot pay for the displacement")
    else:
        demand(s.pieces[s.active, :, route].any(), "the displacing piece is not on the route")
        demand(personal >= DISPLACE_PAYS[kind], "the player cannot pay for the displacement")


def check_marker_effect(s: Record) -> None:
    """A marker's effect belongs to a used marker and can do something."""
    for point, marker in ((Point.IMPROVE, IMPROVE_SKILL), (Point.SWAP, SWAP_OFFICES), (Point.REMOVE, REMOVE_3)):
        demand(s.point != point or s.markers_used[s.active, marker] > 0, "the marker being used is not turned over")
    if s.point == Point.IMPROVE:
        demand((np.asarray(s.skill_steps[s.active]) < SKILL_STEPS).any(), "there is no skill to improve")
    if s.point == Point.SWAP:
        demand(may_swap_somewhere(s), "there are no offices to swap")
    if s.point == Point.REMOVE:
        demand(s.pieces.any(), "there is no piece to remove")
    if s.point == Point.DRAW:
        demand(s.to_draw > 0, "there is no marker to draw")
    if s.point == Point.MARKER:
        demand(any(may_take_marker(s, route) for route in routes_on_board(s)), "there is no route for the drawn marker")


def check_end(s: Record) -> None:
    """The game is over exactly when it has to be, and the winners are right."""
    if s.point == Point.OVER:
        last = int(s.turns_finished) == int(s.max_rounds) * int(s.players)
        demand(last or has_to_end(s), "the game is not over yet")
        demand(s.winners == winners(s), "the field 'winners' does not fit the points")
        return
    demand(s.winners == 0, "nobody has won before the end")
    if s.point not in (Point.ESTABLISH, Point.NEUTRAL):
        demand((np.asarray(s.track_vp) < LAST_TRACK_POINT).all(), "the game is over at 20 points on the track")
    if s.point != Point.NEUTRAL:
        demand(s.completed_cities < LAST_COMPLETED_CITY, "the game is over at ten complete cities", "cities")
