"""What a sound position looks like."""

from collections import Counter

import numpy as np

from burgrave.core.errors import Mistake
from burgrave.core.spec import CHANCE, OVER
from burgrave.games.barony import GAME
from burgrave.games.barony.board import (
    CITY,
    CITY_POINTS,
    DUKE,
    FOREST,
    GOLD,
    HEXES,
    KINDS,
    KNIGHT,
    KNIGHTS_PER_MOVEMENT,
    LAKE,
    MOUNTAIN,
    NEIGHBOUR,
    NEIGHBOURS,
    NEW_CITIES,
    PIECE_COUNT,
    PIECES,
    PLACEMENTS,
    PLACER,
    SILVER,
    SOCKET,
    SOCKETS,
    START_CITIES,
    STRONGHOLD,
    TILE_COUNT,
    TILE_SHOWING,
    TITLE_POINTS,
    TITLE_PRICE,
    TOKENS_PER_KIND,
    VILLAGE,
)
from burgrave.games.barony.state import FREE, LIMITED, NONE, Point


def demand(condition, sentence, key="", **values):
    """A position that fails this is not sound; what a person can set by hand has its sentence in the catalogues."""
    if not condition:
        raise Mistake(sentence, f"impossible.{key}", GAME.package, **values) if key else ValueError(sentence)


def check(s):
    """Raise ValueError unless the position is sound: pieces and tokens conserved, every rule of the board kept."""
    players = int(s.players)
    demand(players in GAME.players, f"barony has no game for {players} players")
    for option in GAME.options:
        code = int(s[option.name])
        known = code in option.values if isinstance(option.values, range) else 0 <= code < len(option.values)
        demand(known, f"{code} is no value of the option {option.name}")
    demand(0 <= s.point < len(Point), f"there is no decision point {int(s.point)}")
    check_ranges(s, players)
    check_tiles(s, players)
    check_clock(s, players)
    check_action(s)
    check_hexes(s, players)
    check_pieces(s, players)
    check_tokens(s, players)
    check_result(s, players)


def check_ranges(s, players):
    """Every field holds one of its values, and what belongs to no seat and no hex of this game is empty."""
    hexes = int(HEXES[players])
    for seat in range(players):
        lacks = f"p{seat} has more pieces on the board than there are"
        demand((s.reserve[seat] >= 0).all(), lacks, "pieces", who=f"p{seat}")
        cities, most = int(s.new_cities[seat]) + START_CITIES, START_CITIES + NEW_CITIES
        few = f"p{seat} cannot have {cities} cities"
        demand(START_CITIES <= cities <= most, few, "cities", who=f"p{seat}", least=START_CITIES, most=most)
    in_range = {
        "last_round": (0, 1),
        "turn_of": (NONE, players - 1),
        "next_socket": (NONE, SOCKETS[players] - 1),
        "placements_left": (0, PLACEMENTS[players]),
        "knights_moved": (0, KNIGHTS_PER_MOVEMENT),
        "first_knight_at": (NONE, hexes - 1),
        "robbed": (NONE, players - 1),
        "title": (0, DUKE),
        "new_cities": (0, NEW_CITIES),
        "knights_removed": (0, PIECE_COUNT[KNIGHT] - 1),
        "tiles_left": (0, TILE_COUNT),
        "reserve": (0, PIECE_COUNT),
        "tokens": (0, None),
        "paid": (0, None),
        "terrain": (NONE, LAKE),
        "owners": (NONE, players - 1),
        "knights": (0, PIECE_COUNT[KNIGHT]),
    }
    for field, (least, most) in in_range.items():
        values = np.asarray(s[field])
        demand((values >= least).all() and (most is None or (values <= most).all()), f"{field} is out of range")
    known = np.isin(s.buildings, (NONE, VILLAGE, STRONGHOLD, CITY))
    demand(known.all(), "buildings are villages, strongholds and cities")
    demand(((s.buildings == NONE) == (s.owners == NONE)).all(), "every building has an owner, and nothing else has one")
    for field in ("terrain", "buildings"):
        demand((s[field][hexes:] == NONE).all(), f"{field} has something beyond the board")
    demand((s.knights[hexes:] == 0).all(), "there are knights beyond the board")
    for field in ("title", "new_cities", "knights_removed", "reserve", "tokens"):
        demand((s[field][players:] == 0).all(), f"{field} has something for a seat that nobody holds")
    demand((s.knights[:, players:] == 0).all(), "there are knights of a seat that nobody holds")


def check_tiles(s, players):
    """Every socket laid so far shows a tile of the box, which is no longer in it."""
    laid = int(SOCKETS[players]) if s.next_socket == NONE else int(s.next_socket)
    used: Counter[int] = Counter()
    for socket in range(int(SOCKETS[players])):
        shown = tuple(int(terrain) for terrain in s.terrain[SOCKET[players, socket]])
        if socket < laid:
            tile = NONE if NONE in shown else int(TILE_SHOWING[shown])
            demand(tile != NONE, f"no tile fits the terrains of socket {socket}")
            used[tile] += 1
        else:
            demand(set(shown) == {NONE}, f"socket {socket} is not laid yet")
    for tile, count in enumerate(TILE_COUNT):
        demand(used[tile] + s.tiles_left[tile] == count, "the tiles on the board and in the box are not the 36 tiles")


def check_clock(s, players):
    """Point, seat to act, round and turn belong together."""
    point = int(s.point)
    demand((s.next_socket != NONE) == (point == Point.TILE), "a socket is open exactly while tiles are laid")
    if point == Point.TILE:
        demand(s.to_act == CHANCE, "chance lays the tiles")
        demand(s.placements_left == PLACEMENTS[players], "no city is placed before the board is complete")
    elif point == Point.PLACE:
        demand(s.placements_left > 0, "all starting cities are placed")
        demand(
            s.to_act == PLACER[players, PLACEMENTS[players] - s.placements_left], "another seat places the next city"
        )
    else:
        demand(s.placements_left == 0, "the starting cities come before the first round")
    if point in (Point.TILE, Point.PLACE):
        demand(s.round_number == 0 and s.turn_of == NONE and s.last_round == 0, "set-up comes before the first round")
        return
    demand(1 <= s.round_number <= s.max_rounds, "the round is out of range", "round")
    dukes = [seat for seat in range(players) if s.title[seat] == DUKE]
    last_round = bool(dukes) or s.round_number == s.max_rounds
    demand(s.last_round == last_round, "last_round does not fit the titles and the round")
    if point == Point.OVER:
        demand(s.to_act == OVER and s.turn_of == NONE, "nobody acts when the game is over")
        demand(s.last_round == 1, "the game is not over before its last round")
    else:
        demand(0 <= s.turn_of == s.to_act, "the seat whose turn it is acts")
        demand(all(seat < s.turn_of for seat in dukes), "a duke has no further turn", "duke")


def check_action(s):
    """What is remembered of the action under way belongs to the decision point."""
    point = int(s.point)
    moved = int(s.knights_moved)
    moving: dict[int, tuple[int, ...]] = {Point.SECOND: (1,), Point.TAKE: (1, 2)}
    demand(moved in moving.get(point, (0,)), "knights_moved does not fit the decision point")
    demand((s.first_knight_at != NONE) == (moved > 0), "first_knight_at does not fit knights_moved")
    demand((s.robbed != NONE) == (point == Point.TAKE), "somebody is robbed exactly while a token is to be taken")
    demand(bool(s.paid.any()) == (point == Point.PAY), "tokens are paid for a title only")
    if moved:
        camp = int(s.first_knight_at)
        demand(s.knights[camp, s.turn_of] > 0, "the first knight is not where it went")
    if point == Point.TAKE:
        demand(s.robbed != s.turn_of, "nobody robs himself")
        demand(s.tokens[s.robbed].any(), "who holds no token is not robbed")
        demand(s.reserve[s.robbed, VILLAGE] > 0, "the destroyed village is in its owner's reserve")
    if point == Point.BUILD:
        demand(s.reserve[s.turn_of, KNIGHT] > 0, "the replaced knight is in its owner's reserve")
        built = (s.owners == s.turn_of) & ((s.buildings == VILLAGE) | (s.buildings == STRONGHOLD))
        demand(built.any(), "construction goes on with nothing built")
    if point == Point.PAY:
        gold = int(GOLD @ s.paid)
        cheapest = int(np.flatnonzero(s.paid)[0])
        demand(s.noble_title_overpay == FREE or gold < TITLE_PRICE, "the title is paid already")
        reach = gold + int(GOLD[: cheapest + 1] @ s.tokens[s.turn_of, : cheapest + 1])
        demand(reach >= TITLE_PRICE, "the payment cannot be completed")


def check_hexes(s, players):
    """Which pieces may stand where, and together."""
    for hex in range(int(HEXES[players])):
        pieces = s.knights[hex, :players].astype(int)
        building, owner, terrain = int(s.buildings[hex]), int(s.owners[hex]), int(s.terrain[hex])
        if owner != NONE:
            pieces[owner] += 1
        colours = np.count_nonzero(pieces)
        dry = colours == 0 or terrain not in (LAKE, NONE)
        demand(dry, f"a piece on hex {hex}, which is no land", "land", place=hex)
        if colours > 1:
            demand(pieces.max() == 1, f"barons share hex {hex} with more than one piece each", "shared", place=hex)
            demand(terrain != MOUNTAIN, f"barons share the mountain {hex}", "mountain", place=hex)
            open_to_all = building in (NONE, VILLAGE)
            demand(open_to_all, f"barons share the city or stronghold {hex}", "held", place=hex)
        if building == CITY:
            demand(terrain != FOREST, f"a city on the forest {hex}", "forest", place=hex)
            near = s.buildings[NEIGHBOUR[players, hex, : NEIGHBOURS[players, hex]]]
            demand((near != CITY).all(), f"a city next to the city on hex {hex}", "near", place=hex)


def check_pieces(s, players):
    """No piece is lost or added, and the marker's row shows the new cities."""
    for seat in range(players):
        on_board = [int(s.knights[:, seat].sum()) + int(s.knights_removed[seat])]
        on_board += [int(((s.owners == seat) & (s.buildings == piece)).sum()) for piece in (VILLAGE, STRONGHOLD, CITY)]
        for piece, name in enumerate(PIECES):
            total = on_board[piece] + int(s.reserve[seat, piece])
            demand(
                total == PIECE_COUNT[piece], f"p{seat} has {total} pieces of the kind {name}, not {PIECE_COUNT[piece]}"
            )
        if s.round_number > 0:
            spent = int(s.title[seat]) + int(s.new_cities[seat]) + int(s.knights_removed[seat])
            many = f"p{seat} has more titles, new cities and expeditions than turns"
            demand(spent <= turns_taken(s, seat), many, "rounds", who=f"p{seat}")
            demand(
                s.new_cities[seat] == on_board[CITY] - START_CITIES, f"new_cities of p{seat} does not fit its cities"
            )
            continue
        placed = PLACER[players, : PLACEMENTS[players] - s.placements_left].tolist().count(seat)
        cities = (s.owners == seat) & (s.buildings == CITY)
        demand(
            on_board == [placed, 0, 0, placed], f"p{seat} has placed {placed} cities with a knight each, nothing else"
        )
        demand((s.knights[cities, seat] == 1).all(), f"a starting city of p{seat} has no knight")
        untouched = s.title[seat] == 0 and s.new_cities[seat] == 0 and s.knights_removed[seat] == 0
        demand(untouched and not s.tokens[seat].any(), f"p{seat} has gained something during set-up")
    if s.point == Point.PLACE:
        demand(any(may_stand(s, players, hex) for hex in range(int(HEXES[players]))), "there is no room for a city")


def turns_taken(s, seat):
    """How many turns a seat has finished."""
    return int(s.round_number) - (1 if 0 <= s.turn_of <= seat else 0)


def may_stand(s, players, hex):
    """Whether a starting city may stand on the hex."""
    near = [hex, *NEIGHBOUR[players, hex, : NEIGHBOURS[players, hex]]]
    return s.terrain[hex] not in (LAKE, FOREST) and (s.buildings[near] != CITY).all()


def check_tokens(s, players):
    """A limited pool and the barons' tokens make up the supply; an unlimited pool is not counted."""
    if s.token_supply != LIMITED:
        demand((s.pool == NONE).all(), "an unlimited pool is not counted")
        return
    demand((s.pool >= 0).all(), "pool is out of range", "tokens")
    for kind, name in enumerate(KINDS):
        total = int(s.tokens[:players, kind].sum()) + int(s.pool[kind])
        demand(total == TOKENS_PER_KIND, f"there are {total} {name} tokens, not {TOKENS_PER_KIND}")
        demand(s.paid[kind] <= s.pool[kind], f"the {name} tokens paid are not in the pool")


def check_result(s, players):
    """The king is the seat with the most points, the latest of tied ones."""
    points = [
        TITLE_POINTS * int(s.title[seat]) + CITY_POINTS * int(s.new_cities[seat]) + int(SILVER @ s.tokens[seat])
        for seat in range(players)
    ]
    king = max(range(players), key=lambda seat: (points[seat], seat))
    demand(s.winners == (1 << king if s.point == Point.OVER else 0), "winners does not fit the scores")
