"""The web application: pages, live tables, JSON API, storage. Importing this loads no web framework and no numba."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    database_url: str | None = None,
    data_dir: str | Path | None = None,
    open_browser: bool = True,
    bots: Sequence[str] | None = None,
) -> int:
    """Serve until asked to stop; the exit code. `bots` are the operator's own, each as "NAME=COMMAND"."""
    from burgrave.server.process import serve

    return serve(host, port, database_url, data_dir, open_browser, bots)
