"""What an operator can set: by argument, or by an environment variable BURGRAVE_<NAME>."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from pathlib import Path

from platformdirs import user_data_path

from burgrave.bots.commands import outside_bots

PREFIX = "BURGRAVE_"


@dataclass(frozen=True)
class Settings:
    """The server's settings."""

    host: str = "127.0.0.1"
    port: int = 8000
    database_url: str = ""
    data_dir: Path = Path()
    public_url: str = ""
    """The address people use, where a proxy stands in front; links and the Origin check need it."""
    trusted_proxies: str = "127.0.0.1"
    """Addresses whose X-Forwarded-For is believed."""
    bot_pause: float = 0.9
    """Seconds a bot seems to think; its move is shown after this or after its real thinking, whichever is longer."""
    bot_threads: int = 2
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
    connections_per_client: int = 60
    requests_per_second: float = 30.0
    request_burst: int = 120
    tables_per_minute: float = 20.0
    largest_body: int = 1_000_000
    """Bytes; a record of a long game is below a tenth of this."""
    forget_unstarted_after: float = 24 * 3600.0
    close_abandoned_after: float = 30 * 24 * 3600.0
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
    if not result.database_url:
        from burgrave.server.store.database import sqlite_url

        result = Settings(**{**chosen, "database_url": sqlite_url(result.data_dir)})  # type: ignore[arg-type]
    return result
