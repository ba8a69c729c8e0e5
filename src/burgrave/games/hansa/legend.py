"""What the fields of the record are to somebody who learns from it."""

from burgrave.core.legend import flag, left_out, number, one_of, seat_of
from burgrave.games.hansa.board import KINDS, MARKERS, OWNERS, PIECES, ROUTES, SPACES

NEUTRAL = (OWNERS[-1],)
MOST_PIECES, MOST_ON_A_ROUTE = int(PIECES.max()), int(SPACES.max())
MANY_POINTS = 100
MANY_TURNS = 200
MANY_MARKERS = 10

LEGEND = {
    "side": flag("the side of the board: 1 for four or five players"),
    "starting": seat_of("who has begun"),
    "active": seat_of("whose turn it is"),
    "actions_left": number("actions left in this turn", 5),
    "turns_finished": number("turns that are over", MANY_TURNS),
    "completed_cities": number("cities whose offices are all taken", 10),
    "track_vp": number("points on the score track", MANY_POINTS, seats=[0]),
    "personal": number("traders and merchants in the personal supply", MOST_PIECES, seats=[0]),
    "general": number("traders and merchants in the general stock", MOST_PIECES, seats=[0]),
    "skill_steps": number("steps developed of each skill", 4, seats=[0]),
    "markers_unused": number("bonus markers not yet used", MANY_MARKERS, seats=[0]),
    "markers_used": number("used bonus markers", MANY_MARKERS, seats=[0]),
    "link_rank": number("1 for the first to join Stendal and Arnheim, and so on; 0: not joined", 5, seats=[0]),
    "pieces": number("pieces of each owner on each route", MOST_ON_A_ROUTE, seats=[0]),
    "empty": number("empty spaces of each route", MOST_ON_A_ROUTE),
    "where": left_out("the routes with such pieces: `pieces` tells"),
    "open_routes": left_out("the routes with an empty space: `empty` tells"),
    "route_marker": one_of("the bonus marker that lies at each route", MARKERS),
    "office": seat_of("whose office each slot is, and the piece in it", least=1, per_seat=KINDS, others=NEUTRAL),
    "extra": seat_of("additional offices at each city, oldest first", least=1, per_seat=KINDS, others=NEUTRAL),
    "table": seat_of("whose merchant stands on each space of Coellen's table", others=NEUTRAL),
    "stack": number("bonus markers in the face-down stack", MANY_MARKERS),
    "box": number("bonus markers out of the game", MANY_MARKERS),
    "start_pile": number("bonus markers that wait for the set-up", MANY_MARKERS),
    "to_draw": number("markers taken this turn and not yet drawn anew", 5),
    "drawn": one_of("the new marker in the active player's hand", MARKERS),
    "neutral_stock": number("neutral traders in stock", 54),
    "route": one_of("the route being established, or the origin of a displaced piece", ROUTES),
    "won": one_of("the marker that this establishing has won", MARKERS),
    "displaced_owner": seat_of("whose piece is displaced", others=NEUTRAL),
    "displaced_kind": one_of("the displaced piece", KINDS),
    "additional": number("additional pieces that may still come to the board", 4),
    "lifts": number("pieces lifted in this Move", 5),
    "queued": number("lifted pieces in hand", 5),
    "queue_kind": one_of("the lifted pieces, first lifted first put down", KINDS),
    "queue_route": one_of("the routes they come from", ROUTES),
    "removed": number("pieces that this removing has taken off", 3),
}
