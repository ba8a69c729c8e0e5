"""What an operator can set: by argument, or by an environment variable BURGRAVE_<NAME>."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields
from pathlib import Path

from platformdirs import user_data_path

from burgrave.bots.commands import outside_bots

PREFIX = "BURGRAVE_"
LAST_PORT = 65535
SHORTEST_SECRET = 16
SHORTEST_KEY = 32
MAIL_SECURITY = ("starttls", "tls", "none")


@dataclass(frozen=True)
class Settings:
    """The server's settings."""

    host: str = "127.0.0.1"
    port: int = 8000
    database_url: str = ""
    database_seconds: float = 3.0
    """What PostgreSQL may take for a connection, a statement or a lock before it counts as out of reach."""
    data_dir: Path = Path()
    public_url: str = ""
    """The address people use, where a proxy stands in front; links and the Origin check need it."""
    trusted_proxies: str = "127.0.0.1"
    """Addresses whose X-Forwarded-For is believed."""
    bot_pause: float = 0.9
    """Seconds a bot seems to think where bots play among themselves; with people, each page has its own pace."""
    bot_threads: int = 2
    analysis_iterations: int = 200
    """How long the search thinks about each decision of a finished game that is analysed."""
    analysis_samples: int = 32
    """How many times each comparison in it is played on."""
    bots: tuple[tuple[str, str], ...] = ()
    """The operator's own bots: their names and commands, given as NAME=COMMAND, several with ; between them."""
    outside_seconds: float = 10.0
    """What such a bot may take for a move."""
    outside_programs: int = 16
    """How many of them run at once."""
    prepare: int = 1
    """Whether the rules of all games are compiled and loaded at the start (1), or each when it is first wanted (0)."""
    reload: int = 0
    """Whether words, drawings and guides are read anew when their files change (1), for authors of games."""
    tables_per_client: int = 40
    seats_per_client: int = 12
    """Seats that one address may hold at public tables that wait for people."""
    connections: int = 5_000
    """Connections at once, fewer where the process may not open so many files."""
    connections_per_client: int = 60
    """Open pages and streams from one address; other connections from there may be as many again."""
    request_seconds: float = 20.0
    """What a client may take to send a request or to read on in its answer."""
    requests_per_second: float = 30.0
    request_burst: int = 120
    tables_per_minute: float = 20.0
    largest_body: int = 1_000_000
    """Bytes; a record of a long game is below a tenth of this."""
    memory_for_tables: int = 256
    """Megabytes that tables in memory may take, about, before those that nobody needs are forgotten early."""
    forget_unstarted_after: float = 24 * 3600.0
    close_abandoned_after: float = 30 * 24 * 3600.0
    forget_uploads_after: float = 7 * 24 * 3600.0
    uploads_per_client: int = 20
    """How many uploaded records are kept for one address."""
    metrics_secret: str = ""
    """What a watcher that is not on this machine sends as a bearer token to read /metrics."""
    keep_finished_days: float = 0.0
    """After so many days a finished or abandoned game is deleted; 0 keeps it for ever."""
    keep_chats_days: float = 0.0
    """After so many days what was said at a finished or abandoned game is deleted; 0 keeps it for ever."""
    keep_reports_days: float = 90.0
    """After so many days reports are deleted, which hold what tells browsers apart; 0 keeps them for ever."""
    spectators_per_table: int = 200
    spectator_lines_per_minute: float = 6.0
    reports_per_hour: float = 10.0
    notice_after: float = 10.0
    """Seconds after which somebody is told of what they have not seen on an open page."""
    allow_private_addresses: int = 0
    """Whether people's own web addresses may lead into private networks and to this machine (1), also by plain http."""
    contact: str = ""
    """The operator's e-mail address, which push services are told."""
    mail_host: str = ""
    """The mail server for notices; without it there are none by e-mail."""
    mail_port: int = 587
    mail_security: str = "starttls"
    """How letters get there: starttls, tls or none."""
    mail_user: str = ""
    mail_password: str = field(default="", repr=False)
    mail_from: str = ""
    identity_deeds_per_hour: float = 60.0
    """Names held, tickets to other devices and passkeys that one address may ask for."""
    operator_secret: str = field(default="", repr=False)
    """What opens the page /operator; without it there is none."""
    signing_key: str = field(default="", repr=False)
    """What signs cookies, the same for all servers on a database; without it, what a file in the data folder holds."""
    log_level: str = "info"


def settings(**given: object) -> Settings:
    """The settings: what is given, else the environment, else the default."""
    chosen: dict[str, object] = {}
    for item in fields(Settings):
        value = given.get(item.name)
        if value is None and PREFIX + item.name.upper() in os.environ:
            value = os.environ[PREFIX + item.name.upper()]
        if value is None or value == "":
            continue
        if item.name == "bots":
            given_bots = value.split(";") if isinstance(value, str) else value
            chosen[item.name] = outside_bots(given_bots)  # type: ignore[arg-type]
            continue
        default = getattr(Settings, item.name)
        try:
            chosen[item.name] = Path(str(value)) if isinstance(default, Path) else type(default)(value)
        except ValueError:
            raise ValueError(f"{PREFIX}{item.name.upper()} cannot be {value!r}") from None
    if "data_dir" not in chosen:
        chosen["data_dir"] = user_data_path("burgrave")
    result = Settings(**chosen)  # type: ignore[arg-type]
    if 0 < len(result.operator_secret) < SHORTEST_SECRET:
        raise ValueError(f"{PREFIX}OPERATOR_SECRET must have at least {SHORTEST_SECRET} characters")
    if 0 < len(result.signing_key) < SHORTEST_KEY:
        raise ValueError(f"{PREFIX}SIGNING_KEY must have at least {SHORTEST_KEY} characters")
    if result.mail_security not in MAIL_SECURITY:
        raise ValueError(f"{PREFIX}MAIL_SECURITY must be one of {', '.join(MAIL_SECURITY)}")
    if bool(result.mail_host) != bool(result.mail_from):
        raise ValueError(f"{PREFIX}MAIL_HOST and {PREFIX}MAIL_FROM belong together")
    if not 0 <= result.port <= LAST_PORT:
        raise ValueError(f"a port is a number from 0 to {LAST_PORT}, not {result.port}")
    from burgrave.server.store.database import normal_url, sqlite_url

    if result.database_url:
        normal_url(result.database_url)
    else:
        result = Settings(**{**chosen, "database_url": sqlite_url(result.data_dir)})  # type: ignore[arg-type]
    return result
