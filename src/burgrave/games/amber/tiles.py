"""Playing tiles: laying, rebuilding, digging, the coins they bring, and the sudden win."""

from burgrave.core.lists import offer
from burgrave.core.spec import CHANCE
from burgrave.games.amber.board import (
    CASTLE,
    DIG,
    EMPTY,
    END_HAND_SIZE,
    FIELDS,
    FITS,
    KIND_OF,
    KINDS,
    NEIGHBOUR,
    NOBODY,
    NOWHERE,
    REBUILD_SIDES,
    REBUILDS,
    ROAD_KINDS,
    ROTATIONS,
    SHOVEL,
    SIDES,
    SPECIAL_SHOVEL,
    TARGETS,
)
from burgrave.games.amber.moves import DIG_UP, LAY_TILE, PASS, PICK_TILE, REBUILD_ROAD
from burgrave.games.amber.roads import connections, everything, has_second_target, is_second_target
from burgrave.games.amber.state import DRAW, PLACE, ROW, SECOND, SECOND_PLACE, TILE, rule
from burgrave.games.amber.turns import finish, something_to_draw, ways_of


@rule
def part_with(s, seat, kind):
    """A tile leaves a hand; if everybody knew of one of that kind, that is the one."""
    s.hand[seat, kind] -= 1
    s.hand_size[seat] -= 1
    if s.known[seat, kind] > 0:
        s.known[seat, kind] -= 1


@rule
def pick_tile(s, kind):
    """A tile is picked up; from now on everybody knows that the seat has one of that kind."""
    seat = s.turn
    s.chosen = kind
    if kind != SPECIAL_SHOVEL and s.known[seat, kind] == 0:
        s.known[seat, kind] = 1
    s.point = PLACE if s.point == TILE else SECOND_PLACE


@rule
def settle(s, w):
    """Coins after a tile was laid, then the sudden win; true if it ended the game.

    A coin goes to the only seat connected with its village or castle, or to the box if there are several. Who alone is
    connected to everything wins at once; if several are, there is no sudden win any more.
    """
    anybody = 0
    several = 0
    complete = 0
    winner = NOBODY
    for seat in range(s.players):
        links = connections(s, w, seat)
        w.links[seat] = links
        several |= anybody & links
        anybody |= links
        if links == everything(s, seat):
            complete += 1
            winner = seat
    for target in range(TARGETS):
        if anybody >> target & 1 and s.coin[target]:
            s.coin[target] = 0
            if not several >> target & 1:
                for seat in range(s.players):
                    s.coins[seat] += int(w.links[seat]) >> target & 1
    if s.sudden_win_off or complete == 0:
        return False
    if complete > 1:
        s.sudden_win_off = 1
        return False
    finish(s, w, 1 << winner)
    return True


@rule
def lay_tile(s, w, field, rotation):
    """The chosen tile is laid as turned; true if the seat now draws, false if it wins or may lay a second tile."""
    seat = int(s.turn)
    kind = int(s.chosen)
    part_with(s, seat, kind)
    s.chosen = NOWHERE
    s.skipped = 0
    s.tile[field] = 1 + SIDES * kind + rotation
    if settle(s, w):
        return False
    may_go_on = s.hand_size[seat] > END_HAND_SIZE or something_to_draw(s)
    if kind < ROAD_KINDS and may_go_on and has_second_target(s, w, seat, field):
        s.first = field
        s.point = SECOND
        return False
    return True


@rule
def rebuild_road(s, w, field):
    """The chosen bridge or roundabout takes the place of a straight road; true unless that wins the game."""
    kind = int(s.chosen)
    part_with(s, s.turn, kind)
    s.chosen = NOWHERE
    s.first = NOWHERE
    s.skipped = 0
    s.box[KIND_OF[s.tile[field]]] += 1
    s.tile[field] = 1 + SIDES * kind
    return not settle(s, w)


@rule
def dig_up(s, field):
    """The tile and the shovel go to the box; a special shovel is out of the game."""
    seat = int(s.turn)
    if s.chosen == SPECIAL_SHOVEL:
        s.special_shovel[seat] = 0
    else:
        part_with(s, seat, SHOVEL)
        s.box[SHOVEL] += 1
    s.chosen = NOWHERE
    s.skipped = 0
    s.box[KIND_OF[s.tile[field]]] += 1
    s.tile[field] = EMPTY


@rule
def swap_tile(s, kind):
    """Without a possible move a tile goes open to the box, for the top tile of the stack."""
    part_with(s, s.turn, kind)
    s.box[kind] += 1
    s.point = DRAW
    s.to_act = CHANCE


@rule
def take_tile(s, kind):
    """A tile of the open row goes to the hand, for all to see; true if there is none to put in its place."""
    s.row[kind] -= 1
    s.hand[s.turn, kind] += 1
    s.hand_size[s.turn] += 1
    s.known[s.turn, kind] += 1
    if s.stack_size == 0:
        return True
    s.point = ROW
    s.to_act = CHANCE
    return False


@rule
def legal_tiles(s, ways, moves):
    """Each kind in hand that has a placement, and the special shovel if it has one."""
    seat = int(s.turn)
    for kind in range(KINDS):
        if s.hand[seat, kind] and ways & ways_of(kind):
            offer(moves, PICK_TILE + kind)
    if s.special_shovel[seat] and ways & DIG:
        offer(moves, PICK_TILE + SPECIAL_SHOVEL)


@rule
def legal_placements(s, w, moves):
    """The placements of the chosen tile (the seat having driven): on reached fields only."""
    kind = int(s.chosen)
    if ways_of(kind) == DIG:
        for field in range(FIELDS):
            if w.arrivals[field] and s.tile[field] != EMPTY and s.tile[field] != CASTLE:
                offer(moves, DIG_UP + field)
        return
    join = int(s.placement_join)
    for field in range(FIELDS):
        if w.arrivals[field] and s.tile[field] == EMPTY:
            rotations = FITS[join, kind, w.arrivals[field]]
            for rotation in range(ROTATIONS[kind]):
                if rotations >> rotation & 1:
                    offer(moves, LAY_TILE + SIDES * field + rotation)
    if REBUILDS[kind]:
        for field in range(FIELDS):
            if w.arrivals[field] & REBUILD_SIDES[s.tile[field]]:
                offer(moves, REBUILD_ROAD + field)


@rule
def legal_second_tiles(s, moves):
    """A bridge or a roundabout in hand, or to pass; asked even without one, so that the question gives nothing away."""
    for kind in range(KINDS):
        if REBUILDS[kind] and s.hand[s.turn, kind]:
            offer(moves, PICK_TILE + kind)
    offer(moves, PASS)


@rule
def legal_second_placements(s, w, moves):
    """One of the straight roads (the seat having driven) that the road just laid runs into from the side."""
    first = int(s.first)
    for field in range(FIELDS):
        for side in range(SIDES):
            if NEIGHBOUR[first, side] == field and is_second_target(s, w, first, side):
                offer(moves, REBUILD_ROAD + field)
