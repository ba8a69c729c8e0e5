"""Whether a record can be a position at all: every tile, goods tile, die and pawn is where the rules can put it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from burgrave.core.errors import Mistake
from burgrave.core.spec import CHANCE, OVER
from burgrave.games.burgundy import GAME
from burgrave.games.burgundy.board import (
    A_CASTLE,
    A_SHIP,
    AN_ANIMAL,
    BLACK,
    BLACK_SLOTS,
    BLACK_TILES,
    BLACK_USED,
    BONUS_POINTS,
    CASTLE,
    CENTRE,
    COLOUR_COUNT,
    COLOURS,
    DEPOT_COUNT,
    FACES,
    FILL_COUNT,
    FIRST_KNOWLEDGE,
    FIXED_TILE,
    GOODS,
    GOODS_COUNT,
    GOODS_DEALT,
    GOODS_OF_A_TYPE,
    GOODS_POINTS,
    GOODS_SPACES,
    HEX_COLOUR,
    HEXES,
    KIND_COLOUR,
    KIND_COUNT,
    KIND_HEADS,
    KIND_SPECIES,
    KINDS,
    NEIGHBOURS,
    NORMAL_TILES,
    NOTHING,
    PHASE_POINTS,
    PHASES,
    PRICE,
    REGION_POINTS,
    ROUNDS,
    SHEET_COUNT,
    SHEETS,
    SLOT_COLOUR,
    SLOT_PLAYERS,
    SLOTS,
    SPECIES_COUNT,
    STORAGE_SPACES,
    TRACK_SPACES,
    WATCHTOWER,
    WATCHTOWER_POINTS,
    filled_by_chance,
    may_lie_in,
    regions_of,
)
from burgrave.games.burgundy.buildings import ASKS, is_useful
from burgrave.games.burgundy.depots import may_buy_anything
from burgrave.games.burgundy.knowledge_tiles import Knowledge
from burgrave.games.burgundy.reading import SETTING_UP
from burgrave.games.burgundy.scoring import winner
from burgrave.games.burgundy.ships import offering_depots, some_neighbour_offers
from burgrave.games.burgundy.state import NOBODY, SEATS, Point, entry

CHANCE_POINTS = (Point.DEAL, Point.FIRST, Point.SHEET, Point.FILL, Point.LAY, Point.ROLL, Point.WHITE)
BUILDING_POINTS = {point: kind for point in Point for kind, asked in enumerate(ASKS) if asked == point}
SHIP_POINTS = (Point.SHIP, Point.SHIP2, Point.KEEP)
EFFECT_POINTS = (Point.CASTLE, *BUILDING_POINTS, *SHIP_POINTS)
POINTS_OF_TURN = (Point.TURN, Point.ACTION, Point.DISCARD, *EFFECT_POINTS)


@entry
def ask_winner(s):
    """The seat that has won."""
    return winner(s)


@entry
def ask_for_choice(s):
    """True if the seat to act has a move other than declining or ending its turn."""
    seat = int(s.to_act)
    if s.point == Point.TURN:
        return s.dice[seat, 0] > 0 or may_buy_anything(s, seat)
    if s.point == Point.SHIP:
        return offering_depots(s, seat) != 0
    if s.point == Point.SHIP2:
        return some_neighbour_offers(s, seat)
    for building in range(len(ASKS)):
        if s.point == ASKS[building]:
            return is_useful(s, seat, s.point)
    return True


class Look:
    """A record read as plain numbers, with the few facts that most checks ask for."""

    def __init__(self, s: Any) -> None:
        self.s = s
        self.point = tuple(Point)[int(s.point)]
        self.players = int(s.players)
        self.seats = range(self.players)
        self.phase = int(s.phase)
        self.in_setup = self.point in SETTING_UP
        self.in_turn = self.point in POINTS_OF_TURN
        self.before_turns = self.in_setup or self.point in CHANCE_POINTS
        self.estates = str(GAME.option("estates").value(int(s.estates)))

    def plain(self, name: str) -> Any:
        """A field as whole numbers and lists."""
        return self.s[name].tolist()

    def estate(self, seat: int) -> dict[int, int]:
        """The tiles of an estate by hex."""
        return {hexagon: kind for hexagon, kind in enumerate(self.plain("tiles")[seat]) if kind != NOTHING}

    def knows(self, seat: int, tile: Knowledge) -> bool:
        """True if that knowledge tile lies in the seat's estate."""
        return FIRST_KNOWLEDGE + tile - 1 in self.estate(seat).values()

    def has_chosen(self, seat: int) -> bool:
        """True if the seat's starting castle must lie in its estate."""
        if self.estates == "basic" or not self.in_setup:
            return True
        order = self.plain("order")
        return seat in order and order.index(seat) < int(self.s.turn)


def require(holds: bool, sentence: str, key: str = "", **values: Any) -> None:
    """Refuse the record with one sentence unless something holds; what can be set by hand has it in the catalogues."""
    if not holds:
        raise Mistake(sentence, f"impossible.{key}", GAME.package, **values) if key else ValueError(sentence)


def within(values: Any, least: int, most: int, what: str) -> None:
    """Every number of a field lies in a range."""
    field = np.asarray(values)
    require(bool(((field >= least) & (field <= most)).all()), f"{what} must be {least} to {most}")


def check(s: Any) -> None:
    """Raise ValueError with one sentence if the record cannot be a position of the game."""
    look = Look(s)
    check_ranges(look)
    check_actor(look)
    check_order(look)
    check_estates(look)
    check_storage(look)
    check_tiles(look)
    check_depots(look)
    check_goods(look)
    check_dice(look)
    check_bonus_tiles(look)
    check_points(look)
    check_decision(look)
    check_winner(look)


def check_ranges(look: Look) -> None:
    """Every number is one that its field can hold."""
    s = look.s
    within(s.players, 2, SEATS, "players")
    within(s.choice, 0, 1, "choice")
    require(int(s.estates) >= 0, "estates must be one of the option's values")
    require(look.estates in ("basic", "sheets") or len(look.estates) == look.players, "estates must name each board")
    within(s.phase, 0, len(PHASES) - 1, "phase")
    within(s.round_number, 1, ROUNDS, "round_number")
    within(s.first, NOBODY, look.players - 1, "first")
    within(s.order, NOBODY, look.players - 1, "order")
    within(s.track, NOBODY, look.players - 1, "track")
    within(s.sheet, NOTHING, SHEET_COUNT - 1, "sheet")
    within(s.board, 0, len(HEX_COLOUR) - 1, "board")
    within(s.start, NOTHING, HEXES - 1, "start")
    for name in ("tiles", "storage", "depots", "black", "taking"):
        within(s[name], NOTHING, KIND_COUNT - 1, name)
    for name in ("goods", "sold", "depot_goods", "unseen_goods"):
        within(s[name], 0, GOODS_OF_A_TYPE, name)
    for name in ("silver", "workers", "points", "supply", "black_supply", "removed"):
        require(bool((s[name] >= 0).all()), f"{name} must not be negative")
    within(s.round_goods, NOTHING, GOODS_COUNT - 1, "round_goods")
    within(s.bonus, NOTHING, 2 * COLOUR_COUNT - 1, "bonus")
    within(s.dice, 0, FACES, "dice")
    within(s.die, 0, FACES, "die")
    within(s.bought, 0, 1, "bought")
    within(s.ship_depots, NOTHING, DEPOT_COUNT - 1, "ship_depots")
    within(s.turn, 0, look.players, "turn")
    for seat in range(look.players, SEATS):
        blank = s.board[seat] == s.silver[seat] == s.workers[seat] == s.points[seat] == 0
        blank = blank and s.start[seat] == s.sheet[seat] == s.order[seat] == NOTHING
        for name in ("tiles", "storage", "bonus"):
            blank = blank and bool((s[name][seat] == NOTHING).all())
        for name in ("goods", "sold", "dice"):
            blank = blank and bool((s[name][seat] == 0).all())
        require(bool(blank), f"there is no seat {seat}, so its fields must be blank")


def check_actor(look: Look) -> None:
    """Chance acts at chance's points, nobody when the game is over, else the seat whose turn it is."""
    s, point = look.s, look.point
    if point in CHANCE_POINTS:
        require(int(s.to_act) == CHANCE, f"chance is to act at {point.text}")
    elif point == Point.OVER:
        require(int(s.to_act) == OVER, "nobody is to act when the game is over")
    else:
        require(int(s.turn) < look.players, "somebody has yet to finish, so turn must be below the number of players")
        require(int(s.to_act) == int(s.order[s.turn]), "the seat to act must be the one whose turn it is")
    if look.in_setup:
        require(look.phase == 0, "the game is set up before phase A")
    if look.in_setup or point in (Point.FILL, Point.LAY):
        require(int(s.round_number) == 1, "a phase begins with round 1")
    if point in CHANCE_POINTS:
        require(int(s.turn) == 0, "nobody has finished before the first turn")
    if point == Point.OVER:
        over = look.phase == len(PHASES) - 1 and int(s.round_number) == ROUNDS and int(s.turn) == look.players
        require(over, "the game is over only after the last turn of phase E")
    sheets_only = point in (Point.SHEET, Point.SIDE)
    require(look.estates == "sheets" or not sheets_only, f"there is no {point.text} with these estates")
    require(point != Point.START or look.estates != "basic", "the basic estates have no choice of the start hex")


def check_order(look: Look) -> None:
    """Turn order and track: one pawn for each seat, one space for each ship, seats yet to act in the track's order."""
    order, first = look.plain("order")[: look.players], int(look.s.first)
    track = look.plain("track")
    pawns = [seat for stack in track for seat in stack if seat != NOBODY]
    if look.point in (Point.DEAL, Point.FIRST):
        require(first == NOBODY and not pawns and set(order) == {NOBODY}, "the first player is not known yet")
        return
    require(sorted(order) == list(look.seats), "order must name every seat once")
    require(sorted(pawns) == list(look.seats), "the track must hold every seat's pawn once")
    require(first != NOBODY, "the first player must be known")
    for stack in track:
        height = sum(seat != NOBODY for seat in stack)
        require(NOBODY not in stack[:height], "a pawn cannot float above the track")
    reading = [seat for stack in reversed(track) for seat in reversed(stack) if seat != NOBODY]
    waiting = order if not look.in_turn else order[int(look.s.turn) :]
    if look.in_setup or (look.phase == 0 and look.before_turns and int(look.s.round_number) == 1):
        clockwise = [(first + place) % look.players for place in look.seats]
        require(order == clockwise, "at first the order goes clockwise from the first player")
    if look.before_turns:
        require(reading == order, "the order of a round is read off the track")
    elif look.in_turn:
        later = waiting[1:]
        require([seat for seat in reading if seat in later] == later, "pawns of seats yet to act have not moved")
    for seat in look.seats:
        ships = sum(KIND_COLOUR[kind] == A_SHIP for kind in look.estate(seat).values())
        at_sea = look.point in SHIP_POINTS and seat == int(look.s.to_act)
        space = next(place for place in range(TRACK_SPACES) if seat in track[place])
        require(space == ships - at_sea, f"the pawn of seat {seat} must have moved one space for each ship")


def check_estates(look: Look) -> None:
    """Boards and starting castles are as chosen; tiles fit their hexes and hang together; no building repeats."""
    sheets = look.plain("sheet")[: look.players]
    dealing = look.point == Point.SHEET
    if look.estates == "sheets" and not dealing and look.point not in (Point.DEAL, Point.FIRST):
        require(sorted(set(sheets)) == sorted(sheets) and NOTHING not in sheets, "every seat has a sheet of its own")
    elif look.estates == "sheets" and dealing:
        dealt = sheets.index(NOTHING) if NOTHING in sheets else look.players
        fine = dealt < look.players and set(sheets[dealt:]) == {NOTHING} and len(set(sheets[:dealt])) == dealt
        require(fine, "sheets are dealt in seat order, each once")
    else:
        require(set(sheets) == {NOTHING}, "no sheets are dealt")
    for seat in look.seats:
        check_board(look, seat)
        check_estate(look, seat)


def check_board(look: Look, seat: int) -> None:
    """A seat's board is the agreed one, or a side of its sheet once it has chosen."""
    board = int(look.s.board[seat])
    if look.estates == "basic":
        require(board == 1, "the basic estates are boards 1")
    elif look.estates != "sheets":
        require(board == int(look.estates[seat]), f"seat {seat} plays the board that was agreed")
    else:
        choosing = look.point == Point.START and seat == int(look.s.to_act)
        chosen = look.has_chosen(seat) or choosing
        sides = SHEETS[int(look.s.sheet[seat])] if chosen else (0,)
        require(board in sides, f"the board of seat {seat} must be a side of its sheet, once chosen")


def check_estate(look: Look, seat: int) -> None:
    """Tiles lie on hexes of their colour, joined to the starting castle; a city repeats no building without tile 1."""
    board, start, tiles = int(look.s.board[seat]), int(look.s.start[seat]), look.estate(seat)
    if not look.has_chosen(seat):
        require(start == NOTHING and not tiles, f"seat {seat} has not laid its starting castle")
        return
    require(tiles.get(start) == CASTLE, f"the starting castle of seat {seat} must lie on its start hex")
    require(look.estates != "basic" or start == CENTRE, "the basic starting castle lies in the centre")
    require(len(tiles) == 1 or not look.in_setup, "only the starting castle is laid in set-up")
    for hexagon, kind in tiles.items():
        fits = HEX_COLOUR[board, hexagon] == KIND_COLOUR[kind]
        tile = Mistake(KINDS[kind], f"arg.{KINDS[kind]}", GAME.package)
        complaint = f"{KINDS[kind]} does not fit hex {hexagon} of seat {seat}"
        require(bool(fits), complaint, "colour", tile=tile, place=hexagon)
    joined = [start]
    for hexagon in joined:
        joined += [other for other in NEIGHBOURS[hexagon] if other in tiles and other not in joined]
    loose = f"a tile of seat {seat} does not hang together with its starting castle"
    require(len(joined) == len(tiles), loose, "joined", who=f"p{seat}")
    if not look.knows(seat, Knowledge.BUILDINGS_REPEAT):
        for region in regions_of(board):
            buildings = [tiles[place] for place in region if place in tiles and tiles[place] <= WATCHTOWER]
            twice = f"a city of seat {seat} holds a building twice"
            require(len(set(buildings)) == len(buildings), twice, "twice", who=f"p{seat}")


def check_storage(look: Look) -> None:
    """Stored tiles are in kind order; a tile waits only at discard, and then the storage is full."""
    for seat in look.seats:
        stored = look.plain("storage")[seat]
        kinds = [kind for kind in stored if kind != NOTHING]
        tidy = stored == sorted(kinds) + [NOTHING] * (STORAGE_SPACES - len(kinds))
        require(tidy, f"the storage of seat {seat} must be in kind order, empty spaces last")
        require(not kinds or not look.in_setup, "nothing is stored in set-up")
        if look.in_turn and seat == int(look.s.to_act):
            full = len(kinds) == STORAGE_SPACES
            require(look.point != Point.DISCARD or full, "a tile is discarded only when the storage is full")
            require(look.point not in EFFECT_POINTS or not full, "after a placement the storage is not full")
    waiting = int(look.s.taking) != NOTHING
    require(waiting == (look.point == Point.DISCARD), "a tile waits at discard and nowhere else")


def check_tiles(look: Look) -> None:
    """Every tile of the box is in a supply, on the board, in storage, in an estate or out of the game."""
    s = look.s
    places: Counter[int] = Counter()
    for name in ("tiles", "storage", "depots", "black", "taking"):
        places.update(int(kind) for kind in np.ravel(s[name]))
    for kind, word in enumerate(KINDS):
        total = int(s.supply[kind]) + int(s.black_supply[kind]) + int(s.removed[kind]) + places[kind]
        box = int(NORMAL_TILES[kind] + BLACK_TILES[kind])
        require(total == box, f"there are {total} tiles {word} instead of {box}")
        within(s.supply[kind], 0, int(NORMAL_TILES[kind]), f"supply of {word}")
        within(s.black_supply[kind], 0, int(BLACK_TILES[kind]), f"black supply of {word}")
    drawn = Counter(fixed_tiles(look))
    by_chance, black = tiles_drawn(look)
    drawn.update(by_chance)
    drawn[A_CASTLE] += sum(look.has_chosen(seat) for seat in look.seats)
    for colour, word in enumerate(COLOURS):
        left = sum(int(s.supply[kind]) for kind in range(KIND_COUNT) if KIND_COLOUR[kind] == colour)
        box = sum(int(NORMAL_TILES[kind]) for kind in range(KIND_COUNT) if KIND_COLOUR[kind] == colour)
        require(left == box - drawn[colour], f"the supply of {word} tiles must hold {box - drawn[colour]}")
    left, box = int(s.black_supply.sum()), int(BLACK_TILES.sum())
    require(left == box - black, f"the black supply must hold {box - black} tiles")


def fixed_tiles(look: Look) -> list[int]:
    """The colours of all ships, castles and mines that have come to the depots so far."""
    phases = 0 if look.in_setup else look.phase + 1
    kinds = FIXED_TILE[look.players, :phases].ravel()
    return [int(KIND_COLOUR[kind]) for kind in kinds if kind != NOTHING]


def tiles_drawn(look: Look) -> tuple[list[int], int]:
    """The colours of all tiles that chance has put into numbered depots, and how many into the black one."""
    if look.in_setup:
        return [], 0
    hexes = [int(depot_colour) for depot_colour in colours_filled(look.players)]
    black = int(BLACK_USED[look.players])
    if look.point != Point.FILL:
        return hexes * (look.phase + 1), black * (look.phase + 1)
    filled = int(look.s.filled)
    return hexes * look.phase + hexes[:filled], black * look.phase + max(0, filled - len(hexes))


def colours_filled(players: int) -> list[int]:
    """The colours of the hexes that chance fills in a phase, in order."""
    return [int(SLOT_COLOUR[depot, slot]) for depot, slot in filled_by_chance(players)]


def check_depots(look: Look) -> None:
    """Tiles lie on hexes of their colour that are in use; before the first turn of a phase none is missing."""
    s, players = look.s, look.players
    filled = int(s.filled)
    count = int(FILL_COUNT[players])
    require(look.point == Point.FILL or filled == 0, "filled counts only while the depots are filled")
    within(filled, 0, count + int(BLACK_USED[players]) - 1, "filled")
    order = filled_by_chance(players)
    first_throw = look.point in (Point.ROLL, Point.WHITE) and int(s.round_number) == 1
    untouched = look.point in (Point.FILL, Point.LAY) or first_throw
    for depot in range(DEPOT_COUNT):
        row = look.plain("depots")[depot]
        for slot in range(SLOTS):
            fixed = int(FIXED_TILE[players, look.phase, depot, slot])
            used = SLOT_PLAYERS[depot, slot] <= players and not look.in_setup
            if look.point == Point.FILL and (depot, slot) in order:
                used = used and order.index((depot, slot)) < filled
            right = row[slot] == fixed if fixed != NOTHING else right_colour(depot, slot, row[slot])
            empty = row[slot] == NOTHING
            require(empty or (bool(used) and right), f"hex {slot} of depot {depot + 1} holds a wrong tile")
            require(not (empty and used and untouched), f"hex {slot} of depot {depot + 1} must hold a tile")
        buildings = [kind for kind in row if NOTHING < kind <= WATCHTOWER]
        require(buildings == sorted(buildings), f"the buildings of depot {depot + 1} must be in kind order")
    row = look.plain("black")
    kinds = [kind for kind in row if kind != NOTHING]
    require(kinds == sorted(kinds), "the black depot is filled in kind order")
    require(all(may_lie_in(BLACK, kind) for kind in kinds), "a tile in the black depot has no black back")
    full = int(BLACK_USED[players])
    if look.point == Point.FILL:
        full = max(0, filled - count)
    if look.in_setup:
        full = 0
    beyond = set(row[full:BLACK_SLOTS]) <= {NOTHING}
    require(beyond, "the black depot holds more tiles than it should")
    require(not untouched or len(kinds) == full, f"the black depot must hold {full} tiles")


def right_colour(depot: int, slot: int, kind: int) -> bool:
    """True if a drawn tile may lie on that hex."""
    return kind == NOTHING or bool(SLOT_COLOUR[depot, slot] == KIND_COLOUR[kind] and may_lie_in(depot, kind))


def check_goods(look: Look) -> None:
    """Seven goods tiles of each type; as many turned over as the course of the game says; three types for a seat."""
    s = look.s
    laid = [goods for goods in look.plain("round_goods") if goods != NOTHING]
    require(look.plain("round_goods") == laid + [NOTHING] * (ROUNDS - len(laid)), "goods on round spaces lie top first")
    for goods, word in enumerate(GOODS):
        total = int(s.unseen_goods[goods]) + laid.count(goods) + int(s.depot_goods[:, goods].sum())
        total += int(s.goods[:, goods].sum()) + int(s.sold[:, goods].sum())
        require(total == GOODS_OF_A_TYPE, f"there are {total} goods tiles {word} instead of {GOODS_OF_A_TYPE}")
    for seat in look.seats:
        types = int((s.goods[seat] > 0).sum())
        many = f"seat {seat} holds more than {GOODS_SPACES} types of goods"
        require(types <= GOODS_SPACES, many, "types", who=f"p{seat}")
    if look.in_setup:
        held = [int(s.goods[seat].sum()) for seat in look.seats]
        dealt = sum(held)
        expected = [min(GOODS_DEALT, max(0, dealt - GOODS_DEALT * seat)) for seat in look.seats]
        fine = held == expected and (dealt < GOODS_DEALT * look.players) == (look.point == Point.DEAL)
        require(
            fine and not s.sold.any() and not s.depot_goods.any() and not laid, "three goods are dealt to each seat"
        )
        return
    turned = {Point.FILL: 0, Point.LAY: len(laid)}.get(look.point, ROUNDS)
    left = GOODS_OF_A_TYPE * GOODS_COUNT - GOODS_DEALT * look.players - ROUNDS * look.phase - turned
    require(int(s.unseen_goods.sum()) == left, f"there must be {left} unseen goods tiles")
    waiting = {
        Point.FILL: 0,
        Point.LAY: min(len(laid), ROUNDS - 1),
        Point.ROLL: ROUNDS + 1 - int(s.round_number),
        Point.WHITE: ROUNDS + 1 - int(s.round_number),
    }.get(look.point, ROUNDS - int(s.round_number))
    require(len(laid) == waiting, f"{waiting} goods tiles must lie on the round spaces")


def check_dice(look: Look) -> None:
    """Seats yet to act have two dice, those that have finished none; a die is in use only at action."""
    order = look.plain("order")
    dice = look.plain("dice")
    left = [sum(value > 0 for value in pair) for pair in dice[: look.players]]
    for seat in look.seats:
        pair = sorted(value for value in dice[seat] if value > 0)
        fine = dice[seat] == pair + [0] * (2 - len(pair))
        require(fine, f"the dice of seat {seat} must ascend, a used one listed last")
    if look.in_turn:
        turn = int(look.s.turn)
        for place in look.seats:
            seat = order[place]
            want = {True: (0,), False: (2,)}[place < turn] if place != turn else (0, 1, 2)
            complaint = f"seat {seat} must have {want[0]} dice left"
            require(left[seat] in want, complaint, "dice", who=f"p{seat}", left=want[0])
        acting = int(look.s.to_act)
        require(look.point in (Point.TURN, Point.DISCARD) or left[acting] < 2, "an action uses one of the two dice")
    elif look.point == Point.ROLL:
        rolled = left.index(0) if 0 in left else look.players
        fine = rolled < look.players and left == [2] * rolled + [0] * (look.players - rolled)
        require(fine, "dice are thrown in seat order")
    else:
        want_all = 2 if look.point == Point.WHITE else 0
        require(left == [want_all] * look.players, f"every seat must have {want_all} dice left")
    require((int(look.s.die) > 0) == (look.point == Point.ACTION), "a die is in use at action and nowhere else")
    require(not int(look.s.bought) or look.in_turn, "a purchase belongs to a turn")


def complete_colours(look: Look, seat: int) -> list[int]:
    """The colours all of whose hexes hold a tile."""
    board, tiles = int(look.s.board[seat]), look.estate(seat)
    if board == 0:
        return []
    return [
        colour
        for colour in range(COLOUR_COUNT)
        if all(hexagon in tiles for hexagon in np.flatnonzero(HEX_COLOUR[board] == colour).tolist())
    ]


def check_bonus_tiles(look: Look) -> None:
    """Those who completed a colour hold its bonus tiles, the large one before the small one, never both."""
    holders: dict[int, list[int]] = {colour: [] for colour in range(COLOUR_COUNT)}
    won: list[int] = []
    for seat in look.seats:
        row = look.plain("bonus")[seat]
        tiles = [tile for tile in row if tile != NOTHING]
        require(row == tiles + [NOTHING] * (COLOUR_COUNT - len(tiles)), f"bonus tiles of seat {seat} are listed first")
        colours = [tile // 2 for tile in tiles]
        require(len(set(colours)) == len(colours), f"seat {seat} cannot hold both bonus tiles of a colour")
        require(set(colours) <= set(complete_colours(look, seat)), f"seat {seat} has not completed a colour it won")
        won += tiles
    for seat in look.seats:
        for colour in complete_colours(look, seat):
            holders[colour].append(seat)
    for colour, seats in holders.items():
        tiles = sorted(tile for tile in won if tile // 2 == colour)
        expected = [2 * colour, 2 * colour + 1][: len(seats)]
        require(tiles == expected, f"bonus tiles of colour {COLOURS[colour]} must be won by those who completed it")


def check_points(look: Look) -> None:
    """The score track shows no less and no more than sales, regions, bonus tiles, animals and watchtowers can give."""
    for seat in look.seats:
        least, most = points_between(look, seat)
        sentence = f"points of seat {seat} must be {least} to {most}"
        right = least <= int(look.s.points[seat]) <= most
        require(right, sentence, "points", who=f"p{seat}", least=least, most=most)


def points_between(look: Look, seat: int) -> tuple[int, int]:
    """The fewest and the most points the seat can have on the score track."""
    s, tiles, board = look.s, look.estate(seat), int(look.s.board[seat])
    sure = int(s.sold[seat].sum()) * int(GOODS_POINTS[look.players])
    sure += WATCHTOWER_POINTS * sum(kind == WATCHTOWER for kind in tiles.values())
    for tile in look.plain("bonus")[seat]:
        sure += int(BONUS_POINTS[look.players, tile % 2]) if tile != NOTHING else 0
    least = most = sure
    for region in regions_of(board) if board else []:
        if all(place in tiles for place in region) and region != [int(s.start[seat])]:
            least += int(REGION_POINTS[len(region)] + PHASE_POINTS[look.phase])
            most += int(REGION_POINTS[len(region)] + PHASE_POINTS[0])
        for species in range(SPECIES_COUNT):
            heads = sorted(
                int(KIND_HEADS[tiles[place]])
                for place in region
                if place in tiles and KIND_COLOUR[tiles[place]] == AN_ANIMAL and KIND_SPECIES[tiles[place]] == species
            )
            least += sum(count * (len(heads) - place) for place, count in enumerate(heads))
            most += sum(count * (place + 1) for place, count in enumerate(heads))
            if look.knows(seat, Knowledge.ANIMALS_BRING_POINTS):
                most += Knowledge.ANIMALS_BRING_POINTS.amount * len(heads) * (len(heads) + 1) // 2
    return least, most


def check_decision(look: Look) -> None:
    """What is asked can be answered: the tile whose effect is asked for is there, and something can be done."""
    point, s = look.point, look.s
    named = look.plain("ship_depots")
    ring = (1, DEPOT_COUNT - 1)
    if point == Point.SHIP2:
        require(named[0] != NOTHING and named[1] == NOTHING, "one depot is named at ship2")
    elif point == Point.KEEP:
        alone = named[1] == NOTHING or (named[1] - named[0]) % DEPOT_COUNT in ring
        require(named[0] != NOTHING and alone, "one depot or two neighbours are named at keep")
        twice = look.knows(int(s.to_act), Knowledge.SHIPS_LOAD_TWICE)
        require(named[1] == NOTHING or twice, "two depots are named only with knowledge tile 5")
    else:
        require(named == [NOTHING, NOTHING], "depots are named only while a ship loads")
    if not look.in_turn:
        return
    seat = int(s.to_act)
    kinds = Counter(look.estate(seat).values())
    if point in BUILDING_POINTS:
        building = BUILDING_POINTS[point]
        require(kinds[building] > 0, f"no {KINDS[building]} lies in the estate")
    if point == Point.CASTLE:
        require(kinds[CASTLE] > 1, "no castle but the starting one lies in the estate")
    if point in SHIP_POINTS:
        require(any(KIND_COLOUR[kind] == A_SHIP for kind in kinds), "no ship lies in the estate")
    twice = look.knows(seat, Knowledge.SHIPS_LOAD_TWICE)
    require(point != Point.SHIP2 or twice, "a second depot is named only with knowledge tile 5")
    if point == Point.TURN and int(s.dice[seat, 0]) == 0:
        require(
            not s.bought and int(s.silver[seat]) >= PRICE,
            "a turn without dice goes on only for a purchase",
            "no_choice",
        )
    if point == Point.KEEP:
        check_keep(look, seat, named)
    require(bool(ask_for_choice(s)), f"nothing can be chosen at {point.text}", "no_choice")


def check_keep(look: Look, seat: int, named: list[int]) -> None:
    """Goods are chosen only while a space is free and more new types wait than fit."""
    held = look.plain("goods")[seat]
    depots = [look.plain("depot_goods")[depot] for depot in named if depot != NOTHING]
    there = [sum(depot[goods] for depot in depots) for goods in range(GOODS_COUNT)]
    free = GOODS_SPACES - sum(count > 0 for count in held)
    new = sum(count > 0 for count in there)
    old = any(count > 0 and held[goods] > 0 for goods, count in enumerate(there))
    require(not old, "goods of a type already held come by themselves")
    require(0 < free < new, "goods are chosen only while more new types wait than fit")


def check_winner(look: Look) -> None:
    """Nobody has won before the end; then it is the one whom points and tie-breaks name."""
    if look.point != Point.OVER:
        require(int(look.s.winners) == 0, "nobody has won yet")
        return
    require(int(look.s.winners) == 1 << int(ask_winner(look.s)), "winners must name the one who has won")
