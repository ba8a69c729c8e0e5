"""What an operator can watch, in Prometheus' format at /metrics."""

from __future__ import annotations

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY = CollectorRegistry()
STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)

REQUESTS = Histogram(
    "burgrave_request_seconds",
    "Requests by route and status.",
    ("method", "route", "status"),
    buckets=STEPS,
    registry=REGISTRY,
)
MOVES = Counter("burgrave_moves_total", "Moves stored, by who made them.", ("game", "by"), registry=REGISTRY)
MOVE_SECONDS = Histogram(
    "burgrave_move_seconds",
    "From a move's arrival until it is stored and the others are told.",
    buckets=STEPS,
    registry=REGISTRY,
)
RENDER_SECONDS = Histogram("burgrave_render_seconds", "Making one seat's page parts.", buckets=STEPS, registry=REGISTRY)
BOT_SECONDS = Histogram("burgrave_bot_seconds", "A bot's thinking.", ("level",), buckets=STEPS, registry=REGISTRY)
TABLES = Gauge("burgrave_tables_in_memory", "Tables this process holds ready.", registry=REGISTRY)
CONNECTIONS = Gauge("burgrave_connections", "Open pages and streams.", registry=REGISTRY)
NOTICES = Counter(
    "burgrave_notices_total", "Notices, by channel and outcome.", ["channel", "outcome"], registry=REGISTRY
)
STORAGE_ERRORS = Counter("burgrave_storage_errors_total", "Times the database could not be used.", registry=REGISTRY)


@cache
def requests(method: str, route: str, status: int) -> Histogram:
    """Where requests of a route with a status are counted; to look it up again would take longer than to count."""
    return REQUESTS.labels(method, route, str(status))


@cache
def moves(game: str, by: str) -> Counter:
    """Where a game's moves are counted that a person, a bot or a standing answer has made."""
    return MOVES.labels(game, by)
