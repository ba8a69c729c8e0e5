"""What the fields of the record are to somebody who learns from it."""

from burgrave.core.legend import flag, number, one_of, seat_of
from burgrave.games.barony.board import DUKE, MOST_HEXES, PIECE_COUNT, PIECES, TERRAINS, TILE_COUNT, TOKENS_PER_KIND

BUILDINGS = PIECES[1:]
MANY_ROUNDS = 100
MOST_STARTING_CITIES = 12

LEGEND = {
    "round_number": number("the number of the round, 0 in set-up", MANY_ROUNDS),
    "turn_of": seat_of("whose turn it is"),
    "last_round": flag("whether this is the last round"),
    "next_socket": number("where chance lays the next tile", 36, -1),
    "placements_left": number("starting cities still to be placed", MOST_STARTING_CITIES),
    "knights_moved": number("knights moved by the movement under way", 2),
    "first_knight_at": one_of("the hex that its first knight went to", MOST_HEXES),
    "robbed": seat_of("who must give up a token"),
    "title": number("the title of each seat, from baron to duke", DUKE, seats=[0]),
    "new_cities": number("cities built since the start", int(PIECE_COUNT.max()), seats=[0]),
    "knights_removed": number("knights lost for good in expeditions", int(PIECE_COUNT[0]), seats=[0]),
    "reserve": number("knights, villages, strongholds and cities in reserve", int(PIECE_COUNT.max()), seats=[0]),
    "tokens": number("resource tokens of each kind", TOKENS_PER_KIND, seats=[0]),
    "paid": number("tokens paid for the title under way", TOKENS_PER_KIND),
    "pool": number("tokens in the supply; -1: no limit", TOKENS_PER_KIND, -1),
    "tiles_left": number("tiles of each kind in the box", int(TILE_COUNT.max())),
    "terrain": one_of("the terrain of each hex", TERRAINS),
    "buildings": one_of("what is built on each hex", BUILDINGS, least=1),
    "owners": seat_of("whose building it is"),
    "knights": number("knights of each seat on each hex", int(PIECE_COUNT[0]), seats=[1]),
}
