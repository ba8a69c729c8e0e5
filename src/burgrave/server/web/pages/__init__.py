"""The pages, by theme."""

from __future__ import annotations

from burgrave.server.web.pages import (
    analysis,
    files,
    finished,
    games,
    learn,
    lines,
    lobby,
    new_table,
    operator,
    play_on,
    replay,
    result,
    table,
)

THEMES = (table, lobby, new_table, replay, analysis, lines, play_on, result, games, learn, files, operator, finished)
ROUTERS = tuple(theme.router for theme in THEMES)
