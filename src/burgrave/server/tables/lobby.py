"""What lobbies and the pages of tournaments wait for: tables that have changed, and whom that can concern."""

from __future__ import annotations

import asyncio
from collections.abc import Collection


class Watch:
    """One open page: whose it is, which tables it lists as its own, and whether that list is out of date.

    A lobby lists public tables too, and what its person sits down at; a tournament's page has its own tables only.
    """

    def __init__(self, player: str | None, own: Collection[str] = (), is_lobby: bool = True) -> None:
        self.player, self.is_lobby = player, is_lobby
        self.own = set(own)
        self.own_changed = True
        self.wake = asyncio.Event()


class Lobby:
    """All open lobbies, and pages of tournaments, of this process."""

    def __init__(self) -> None:
        self.watches: set[Watch] = set()
        self.public = 0
        """How often public tables have changed; a list that was made before is out of date then."""

    def note(self, table_id: str, public: bool, people: Collection[str] | None) -> None:
        """A table or a tournament has changed; where nobody knows who sits there, it may concern any lobby."""
        self.public += public
        for watch in self.watches:
            own = table_id in watch.own or (watch.is_lobby and (people is None or watch.player in people))
            watch.own_changed |= own
            if own or (public and watch.is_lobby):
                watch.wake.set()
