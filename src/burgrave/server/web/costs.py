"""What a request costs of a client's allowance, in tokens: about one for every four milliseconds of processor time."""

from __future__ import annotations

import re

COSTS: dict[tuple[str, str], int] = {
    ("GET", "/"): 6,
    ("GET", "/finished"): 6,
    ("GET", "/ratings/{game}"): 4,
    ("GET", "/tournament/new/{game}"): 2,
    ("POST", "/tournament/new/{game}"): 6,
    ("GET", "/tournament/{tournament_id}"): 4,
    ("POST", "/tournament/{tournament_id}/{what}"): 6,
    ("POST", "/api/tournaments"): 6,
    ("GET", "/api/tournaments/{tournament_id}"): 4,
    ("POST", "/api/tournaments/{tournament_id}/start"): 6,
    ("GET", "/api/ratings/{game}"): 3,
    ("GET", "/api/finished"): 4,
    ("WebSocket", "/lobby/live"): 8,
    ("WebSocket", "/tournament/{tournament_id}/live"): 8,
    ("GET", "/new/{name}"): 2,
    ("POST", "/new/{name}"): 6,
    ("GET", "/guide/{name}"): 2,
    ("GET", "/learn/{name}/{lesson}"): 8,
    ("GET", "/learn/{name}/{lesson}/parts"): 6,
    ("GET", "/learn/{name}/{lesson}/picture.svg"): 4,
    ("POST", "/learn/{name}/{lesson}/moves"): 6,
    ("POST", "/learn/{name}/{lesson}/trade"): 6,
    ("POST", "/learn/{name}/{lesson}/play"): 8,
    ("GET", "/learn/{name}/{lesson}/why_not"): 6,
    ("GET", "/puzzles/{name}"): 3,
    ("GET", "/puzzles/{name}/{key}"): 10,
    ("POST", "/puzzles/{name}/{key}/moves"): 8,
    ("POST", "/puzzles/{name}/{key}/trade"): 8,
    ("POST", "/puzzles/{name}/{key}/solution"): 8,
    ("GET", "/puzzles/{name}/{key}/why_not"): 6,
    ("GET", "/table/{table_id}"): 5,
    ("GET", "/table/{table_id}/qr.svg"): 2,
    ("GET", "/table/{table_id}/preview.png"): 30,
    ("GET", "/table/{table_id}/board.svg"): 4,
    ("GET", "/replay/{table_id}"): 5,
    ("GET", "/replay/{table_id}/parts"): 2,
    ("GET", "/replay/{table_id}/log"): 4,
    ("GET", "/replay/{table_id}/advice"): 60,
    ("POST", "/replay/{table_id}/analysis"): 30,
    ("GET", "/replay/{table_id}/analysis"): 6,
    ("GET", "/replay/{table_id}/analysis/at"): 4,
    ("GET", "/replay/{table_id}/line"): 6,
    ("GET", "/replay/{table_id}/line/chances"): 12,
    ("GET", "/replay/{table_id}/set-up"): 8,
    ("POST", "/replay/{table_id}/record"): 30,
    ("POST", "/replay/{table_id}/play"): 40,
    ("GET", "/result/{table_id}"): 2,
    ("GET", "/me"): 12,
    ("GET", "/metrics"): 3,
    ("POST", "/upload"): 60,
    ("POST", "/api/records"): 60,
    ("POST", "/api/tables"): 6,
    ("POST", "/api/tables/{table_id}/rematch"): 6,
    ("GET", "/api/tables/{table_id}/why_not"): 4,
    ("GET", "/api/tables/{table_id}/previews"): 2,
    ("POST", "/api/tables/{table_id}/hint"): 30,
    ("GET", "/api/tables/{table_id}/events"): 3,
    ("GET", "/api/tables/{table_id}/record"): 2,
    ("GET", "/api/me/tables"): 12,
    ("GET", "/api/me/export"): 40,
    ("POST", "/api/me/delete"): 40,
    ("POST", "/api/me/elsewhere"): 10,
    ("POST", "/api/me/take"): 10,
    ("POST", "/api/me/transfer"): 2,
    ("POST", "/api/me/passkeys/options"): 2,
    ("POST", "/api/me/passkeys"): 4,
    ("POST", "/api/passkeys"): 4,
    ("POST", "/api/me/channels"): 4,
    ("POST", "/api/me/channels/{channel_id}/try"): 10,
    ("WebSocket", "/table/{table_id}/live"): 5,
    ("WebSocket", "/api/tables/{table_id}/stream"): 3,
}
"""By method and path; everything else, a move above all, costs one token, and files cost none.

Advice takes two seconds of a bot's thread, and the longest record that may be uploaded a third of a second here.
"""

WEBSOCKET = "WebSocket"
FREE = "/static/"


def _pattern(method: str) -> re.Pattern[str]:
    """All paths of a method in one expression, a group for each."""
    paths = (path for one, path in COSTS if one == method)
    return re.compile("|".join(f"({re.sub('{[^}]*}', '[^/]+', path)})" for path in paths))


_METHODS = {
    method: (_pattern(method), [cost for (one, _), cost in COSTS.items() if one == method])
    for method in {method for method, _ in COSTS}
}


def cost_of(method: str, path: str) -> int:
    """What a request costs."""
    if path.startswith(FREE):
        return 0
    pattern, costs = _METHODS.get("GET" if method == "HEAD" else method, (None, []))
    found = pattern.fullmatch(path) if pattern else None
    return costs[found.lastindex - 1] if found and found.lastindex else 1
