"""The pages, by theme."""

from __future__ import annotations

from burgrave.server.web.pages import (
    analysis,
    files,
    finished,
    games,
    installed,
    learn,
    lines,
    lobby,
    me,
    new_table,
    notices,
    operator,
    play_on,
    puzzles,
    ratings,
    replay,
    result,
    table,
    tournaments,
)

PLAYED = (table, lobby, new_table, replay, analysis, lines, play_on, result, finished, ratings, tournaments)
THEMES = (*PLAYED, games, learn, puzzles, files, operator, me, notices, installed)
ROUTERS = tuple(theme.router for theme in THEMES)
