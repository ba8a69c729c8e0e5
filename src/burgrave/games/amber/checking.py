"""Is this a position of the game? Every piece is where it may be, and every field fits the decision point."""

from burgrave.core.errors import Mistake
from burgrave.core.spec import CHANCE, OVER
from burgrave.games.amber import GAME
from burgrave.games.amber.board import (
    CASTLE,
    CASTLE_AT,
    CASTLE_POINTS,
    CASTLES,
    COIN_POINTS,
    EMPTY,
    END_HAND_SIZE,
    FIELD_NAMES,
    FIELDS,
    HAND_SIZE,
    KIND_NAMES,
    KIND_OF,
    KINDS,
    MOST_VILLAGES,
    NOBODY,
    NOWHERE,
    REBUILDS,
    ROAD_KINDS,
    SEATS,
    SPECIAL_SHOVEL,
    SUPPLY,
    TARGETS,
    VILLAGE_COUNT,
    VILLAGE_POINTS,
)
from burgrave.games.amber.reading import (
    can_be_drawn,
    can_move,
    castle_links,
    is_complete,
    layout_of,
    links_of,
    playable,
    reach,
    second_targets,
    village_links,
)
from burgrave.games.amber.state import ADVANCED, CLOCKWISE, START_P0, Point

PLACING = (Point.PLACE, Point.SECOND_PLACE)
SECOND_TILE = (Point.SECOND, Point.SECOND_PLACE)


def demand(holds, sentence, key="", **values):
    """Complain in one sentence unless something holds; what a person can set by hand has it in the catalogues."""
    if not holds:
        raise Mistake(sentence, f"impossible.{key}", GAME.package, **values) if key else ValueError(sentence)


def check(s):
    """Raise a ValueError with one sentence if the record is no position of the game."""
    check_ranges(s)
    check_tiles(s)
    check_actor(s)
    check_castles(s)
    check_coins(s)
    if is_set_up(s):
        check_set_up(s)
    else:
        check_play(s)
    if s.point == Point.OVER:
        check_result(s)
    else:
        demand(s.winners == 0, "nobody can have won before the game is over")


def is_set_up(s):
    """Before the first turn."""
    return s.point in (Point.START, Point.DEAL, Point.CASTLE) or (s.point == Point.ROW and s.turn == NOBODY)


def check_ranges(s):
    """Every field is a number that it can be, and seats nobody has stay blank."""
    players = int(s.players)
    demand(NOBODY <= s.start_player < players, "the start player is no seat")
    demand(NOBODY <= s.turn < players, "the turn is of no seat")
    demand(NOWHERE <= s.chosen <= SPECIAL_SHOVEL, "the chosen tile is of no kind")
    demand(NOWHERE <= s.first < FIELDS, "the first tile's field is not on the board")
    demand(s.sudden_win_off in (0, 1), "the sudden win is on or off")
    demand(0 <= s.skipped <= players, "the skipped turns are more than the seats, or less than none")
    for field in range(FIELDS):
        code = int(s.tile[field])
        known = code in (EMPTY, CASTLE) or (0 < code < len(KIND_OF) and KIND_OF[code] != NOWHERE)
        demand(known, f"no such tile can lie on {FIELD_NAMES[field]}")
    for kind, word in enumerate(KIND_NAMES):
        tile = Mistake(word, f"arg.{word}", GAME.package)
        demand(s.stack[kind] >= 0, f"there are not so many tiles of the kind {word}", "tiles", tile=tile)
    for name in ("hand", "known", "row", "box", "stack", "hand_size", "coins"):
        demand((s[name] >= 0).all(), f"the field {name!r} counts less than nothing")
    for name in ("coin", "special_shovel"):
        demand(((s[name] == 0) | (s[name] == 1)).all(), f"the field {name!r} holds only 0 and 1")
    demand(not s.unseen.any(), "only a view counts unseen tiles")
    for seat in range(players, SEATS):
        blank = not (s.hand[seat].any() or s.known[seat].any() or s.hand_size[seat] or s.coins[seat])
        blank = blank and s.castle[seat] == NOWHERE and not s.special_shovel[seat]
        demand(blank, f"there is no seat p{seat}")


def check_tiles(s):
    """Every tile is somewhere, once; sizes and known tiles agree with the hands; the open row has its length."""
    for kind in range(KINDS):
        lying = sum(KIND_OF[code] == kind for code in s.tile)
        held = sum(int(s.hand[seat, kind]) for seat in range(s.players))
        total = lying + held + int(s.row[kind]) + int(s.box[kind]) + int(s.stack[kind])
        demand(total == SUPPLY[kind], f"there are {total} tiles of the kind {KIND_NAMES[kind]}, not {SUPPLY[kind]}")
    demand(s.stack_size == s.stack.sum(), "the stack's size is not what lies in it")
    for seat in range(s.players):
        demand(s.hand_size[seat] == s.hand[seat].sum(), f"p{seat}'s hand has another size than its tiles")
        size = int(s.hand_size[seat])
        many = f"p{seat} holds more than {HAND_SIZE} tiles"
        demand(size <= HAND_SIZE, many, "hand", who=f"p{seat}", n=size, size=HAND_SIZE)
        demand((s.known[seat] <= s.hand[seat]).all(), f"p{seat} does not hold the tiles everybody knows of")
    row = int(s.row.sum())
    if s.variant != ADVANCED:
        demand(row == 0, "only the advanced variant has an open row")
        demand(not s.special_shovel.any(), "only the advanced variant has special shovels")
    elif s.point == Point.ROW:
        demand(row < s.players if s.turn == NOBODY else row == s.players - 1, "the open row has no gap to fill")
    elif s.point not in (Point.START, Point.DEAL):
        full = row == s.players or (s.stack_size == 0 and row < s.players)
        demand(full, "the open row is as long as there are players while there is a stack")


def check_actor(s):
    """Who acts, whose turn it is, and what is picked up belong to the decision point."""
    point = Point(s.point).text
    turns_ring = s.point == Point.CASTLE and s.castles == CLOCKWISE
    chance = turns_ring or s.point in (Point.START, Point.DEAL, Point.ROW, Point.DRAW)
    if s.point == Point.OVER:
        demand(s.to_act == OVER and s.turn == NOBODY, "nobody acts when the game is over")
    elif chance:
        demand(s.to_act == CHANCE, f"chance acts at the point {point!r}")
        nobody = s.point in (Point.START, Point.CASTLE)
        demand(nobody == (s.turn == NOBODY) or s.point == Point.ROW, f"the turn does not fit the point {point!r}")
    else:
        demand(s.to_act >= 0 and s.to_act == s.turn, f"the seat on turn acts at the point {point!r}")
    demand((s.point == Point.START) == (s.start_player == NOBODY), "the start player is drawn first of all")
    demand(s.start != START_P0 or s.start_player == 0, "by the options the start player is p0")
    demand((s.chosen != NOWHERE) == (s.point in PLACING), f"a tile is picked up or none at the point {point!r}")
    demand((s.first != NOWHERE) == (s.point in SECOND_TILE), f"a first tile lies or none at the point {point!r}")
    demand(s.variant == ADVANCED or s.point not in (Point.ROW, Point.TAKE), f"the basic game has no point {point!r}")


def check_castles(s):
    """Castles stand where the layout has them; each seat has its own, chosen in order, or clockwise."""
    layout = layout_of(s)
    players = int(s.players)
    for field in range(FIELDS):
        stands = s.tile[field] == CASTLE
        demand(stands == (CASTLE_AT[layout, field] != NOWHERE), f"the layout says otherwise of {FIELD_NAMES[field]}")
    owned = [int(s.castle[seat]) for seat in range(players)]
    chosen = [field for field in owned if field != NOWHERE]
    demand(all(0 <= field < FIELDS and s.tile[field] == CASTLE for field in chosen), "a seat's castle is none")
    demand(len(set(chosen)) == len(chosen), "two seats have the same castle")
    if not is_set_up(s):
        demand(len(chosen) == players, "every seat has a castle when play begins")
        if s.castles == CLOCKWISE:
            first = CASTLE_AT[layout, owned[0]]
            ring = [CASTLES[layout, (first + seat) % players] for seat in range(players)]
            demand(owned == ring, "by the options the castles go round clockwise")
    elif s.point == Point.CASTLE and s.turn != NOBODY:
        order = [(int(s.start_player) + 1 + step) % players for step in range(players)]
        before = order.index(s.turn)
        fits = all((owned[seat] != NOWHERE) == (step < before) for step, seat in enumerate(order))
        demand(fits, "castles are chosen in turn, the start player last")
    else:
        demand(not chosen, "castles are chosen after the deal")


def check_coins(s):
    """A coin lies only where somebody could still be the first; no more coins than villages and castles."""
    layout = layout_of(s)
    places = VILLAGE_COUNT[layout] + int(s.players)
    for target in range(TARGETS):
        there = target - MOST_VILLAGES < s.players if target >= MOST_VILLAGES else target < VILLAGE_COUNT[layout]
        demand(there or not s.coin[target], "a coin lies where there is neither village nor castle")
    coins = int(s.coin.sum()) + int(s.coins.sum())
    demand(coins <= places, "there are more coins than villages and castles", "coins")


def check_set_up(s):
    """Before the first turn the board is bare, all coins lie, and the hands are as far as the deal."""
    layout = layout_of(s)
    players = int(s.players)
    bare = all(code in (EMPTY, CASTLE) for code in s.tile) and not s.box.any() and not s.known.any()
    demand(bare, "no tile is played before play begins")
    demand(s.coin.sum() == VILLAGE_COUNT[layout] + players and not s.coins.any(), "all coins lie on the board at first")
    demand(s.skipped == 0 and s.sudden_win_off == 0, "nothing is skipped or switched off before play begins")
    demand(s.variant != ADVANCED or s.special_shovel.sum() == players, "all special shovels are there at first")
    demand(s.point not in (Point.START, Point.DEAL) or not s.row.any(), "the open row is laid out after the deal")
    if s.point == Point.START:
        demand(not s.hand_size.any(), "nobody holds tiles before the deal")
        return
    order = [(int(s.start_player) + step) % players for step in range(players)]
    dealt = order.index(s.turn) if s.point == Point.DEAL else players
    for step, seat in enumerate(order):
        size = int(s.hand_size[seat])
        fits = size == HAND_SIZE if step < dealt else size < HAND_SIZE if step == dealt else size == 0
        demand(fits, f"p{seat} holds {size} tiles, which the deal does not give")


def check_play(s):
    """Hands are as full as the draw allows, every coin that is due has been taken, and the turn is as it must be."""
    seat = int(s.turn)
    drawing = can_be_drawn(s)
    for other in range(s.players):
        size = int(s.hand_size[other])
        least = HAND_SIZE if drawing and other != seat else END_HAND_SIZE
        few = f"p{other} holds {size} tiles, fewer than can be"
        demand(size >= least or s.point == Point.OVER, few, "hand", who=f"p{other}", n=size, size=least)
        demand(s.point != Point.OVER or size >= END_HAND_SIZE, f"p{other} holds {size} tiles, fewer than can be")
    links = [links_of(s, other) for other in range(s.players)]
    for target in range(TARGETS):
        due = s.coin[target] and any(link >> target & 1 for link in links)
        demand(not due, "a coin is left although somebody is connected with it")
    complete = [other for other in range(s.players) if is_complete(s, other, links[other])]
    demand(s.sudden_win_off or s.point == Point.OVER or not complete, "somebody has won already", "won")
    demand(s.skipped == 0 or s.stack_size == 0, "turns are skipped only when the stack is empty")
    if s.point == Point.OVER:
        return
    demand(s.skipped < len(taking_turns(s)), "the game is over when all were skipped")
    demand(s.skipped == 0 or s.point in (Point.TILE, Point.PLACE), "a placement ends the skipping")
    check_turn(s, seat, drawing)


def check_turn(s, seat, drawing):
    """The hand of the seat on turn fits the decision point."""
    size = int(s.hand_size[seat])
    ways, arrivals = reach(s, seat)
    if s.point in (Point.TILE, Point.PLACE, Point.SWAP):
        enough = size == HAND_SIZE if drawing else size > END_HAND_SIZE
        demand(enough, f"p{seat} takes no turn with {size} tiles", "hand", who=f"p{seat}", n=size, size=HAND_SIZE)
    if s.point == Point.TILE:
        demand(can_move(s, seat, ways), f"p{seat} has nothing to play", "nothing_to_play", who=f"p{seat}")
    elif s.point == Point.SWAP:
        demand(s.stack_size > 0, "there is nothing to swap for")
        demand(not can_move(s, seat, ways), f"p{seat} has a possible move and need not swap")
    elif s.point in SECOND_TILE:
        road = 0 <= KIND_OF[s.tile[s.first]] < ROAD_KINDS
        demand(road and second_targets(s, arrivals, int(s.first)), "the first tile does not lead to a second")
        enough = size == HAND_SIZE - 1 if drawing else END_HAND_SIZE < size < HAND_SIZE
        demand(enough, f"p{seat} cannot lay a second tile with {size} in hand")
    elif s.point == Point.TAKE:
        demand(drawing and HAND_SIZE - 2 <= size < HAND_SIZE, f"p{seat} has nothing to draw")
    elif s.point == Point.DRAW:
        demand(s.stack_size > 0 and HAND_SIZE - 2 <= size < HAND_SIZE, f"p{seat} has nothing to draw")
    elif s.point == Point.ROW:
        demand(s.stack_size > 0 and size >= HAND_SIZE - 1, "the open row cannot be refilled")
    if s.point in PLACING:
        check_chosen(s, ways, seat)


def check_chosen(s, ways, seat):
    """The tile picked up is the seat's, everybody knows of it, and it can be played."""
    kind = int(s.chosen)
    if kind == SPECIAL_SHOVEL:
        demand(s.special_shovel[seat] and s.point == Point.PLACE, f"p{seat} cannot use the special shovel")
    else:
        demand(s.known[seat, kind] > 0, "everybody knows of the tile picked up")
    if s.point == Point.SECOND_PLACE:
        demand(kind != SPECIAL_SHOVEL and REBUILDS[kind], "the second tile is a bridge or a roundabout")
    else:
        demand(playable(kind, ways), "the tile picked up cannot be played")


def taking_turns(s):
    """The seats that still take turns."""
    return [seat for seat in range(s.players) if can_be_drawn(s) or s.hand_size[seat] > END_HAND_SIZE]


def most_points(s):
    """The seats with the most points, as bits."""
    points = []
    for seat in range(s.players):
        links = links_of(s, seat)
        connected = len(village_links(links)) * VILLAGE_POINTS + len(castle_links(links)) * CASTLE_POINTS
        points.append(int(s.coins[seat]) * COIN_POINTS + connected)
    return sum(1 << seat for seat, count in enumerate(points) if count == max(points))


def check_result(s):
    """The end is a sudden win, or nothing is left to draw or to do and the most points win."""
    complete = [seat for seat in range(s.players) if is_complete(s, seat, links_of(s, seat))]
    if not s.sudden_win_off and len(complete) == 1:
        demand(s.winners == 1 << complete[0], "the only seat connected to everything wins alone")
        return
    demand(s.sudden_win_off or not complete, "several complete seats switch the sudden win off")
    demand(s.skipped == len(taking_turns(s)), "the game goes on while somebody takes turns")
    demand(s.skipped == 0 or s.stack_size == 0, "the game goes on while there is a stack")
    demand(s.winners == most_points(s), "the seats with the most points win")
