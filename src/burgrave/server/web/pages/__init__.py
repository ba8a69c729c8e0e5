"""The pages, by theme."""

from __future__ import annotations

from burgrave.server.web.pages import files, games, lobby, new_table, replay, result, table

ROUTERS = tuple(theme.router for theme in (table, lobby, new_table, replay, result, games, files))
