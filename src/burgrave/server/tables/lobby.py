"""What lobbies wait for: tables that have changed, and whom that can concern."""

from __future__ import annotations

import asyncio
from collections.abc import Collection


class Watch:
    """One open lobby: whose it is, which tables it lists as its own, and whether that list is out of date."""

    def __init__(self, player: str | None) -> None:
        self.player = player
        self.own: set[str] = set()
        self.own_changed = True
        self.wake = asyncio.Event()


class Lobby:
    """All open lobbies of this process."""

    def __init__(self) -> None:
        self.watches: set[Watch] = set()
        self.public = 0
        """How often public tables have changed; a list that was made before is out of date then."""

    def note(self, table_id: str, public: bool, people: Collection[str] | None) -> None:
        """A table has changed; where nobody knows who sits there, it may concern anybody."""
        self.public += public
        for watch in self.watches:
            own = people is None or table_id in watch.own or watch.player in people
            watch.own_changed |= own
            if own or public:
                watch.wake.set()
