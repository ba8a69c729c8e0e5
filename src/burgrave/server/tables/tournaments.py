"""Tournaments for a group of friends: people join, rounds are planned, their tables open by themselves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from burgrave.core import registry
from burgrave.core.errors import shown
from burgrave.core.people import clean_name, told_apart
from burgrave.server.store.kinds import Status
from burgrave.server.store.rows import ConflictError
from burgrave.server.store.tournaments import Entrant, Pairing, Tournament
from burgrave.server.tables.keys import is_id, new_id
from burgrave.server.tables.pairing import Line, Played, is_bot, plan, standings
from burgrave.server.tables.rating import places
from burgrave.server.tables.refusal import Forbidden, Refusal

if TYPE_CHECKING:
    from burgrave.server.tables.hub import Hub

FEWEST_PEOPLE, MOST_PEOPLE = 2, 64
MOST_ROUNDS = 20
MOST_HOSTED = 20
"""Unfinished tournaments of one host."""


class Directing:
    """Looks after all tournaments."""

    def __init__(self, hub: Hub) -> None:
        self.hub, self.kept = hub, hub.storage.tournaments

    async def find(self, tournament_id: str) -> Tournament:
        """A tournament; Refusal when there is none."""
        found = await self.kept.find(tournament_id) if is_id(tournament_id) else None
        if found is None:
            raise Refusal("no_tournament", 404)
        return found

    async def create(self, wanted: Tournament) -> Tournament:
        """A new tournament, as somebody wants it; ValueError or Refusal where the game cannot be played so."""
        from burgrave.server.tables.hub import check_timing

        spec = registry.spec(wanted.game)
        options = spec.settle_options({**wanted.options, "players": wanted.players})
        check_timing(wanted.clock)
        if not 1 <= wanted.rounds <= MOST_ROUNDS:
            raise Refusal("tournament_rounds", 422, most=MOST_ROUNDS)
        if wanted.bots is not None and wanted.bots not in self.hub.games.levels:
            raise Refusal("no_level", 422, level=shown(wanted.bots), valid=", ".join(self.hub.games.levels))
        if await self.kept.count_open(wanted.host) >= MOST_HOSTED:
            raise Refusal("too_many_tables", 429)
        made = replace(wanted, id=new_id(), options=options, created_at=time.time(), name=clean_name(wanted.name))
        await self.kept.create(made)
        return made

    async def join(self, tournament_id: str, player: str, name: str) -> None:
        """Somebody takes part, as long as no round has begun; again with another name, too."""
        found = await self.find(tournament_id)
        others = [one for one in await self.kept.entrants(found.id) if not one.withdrawn and one.player != player]
        if found.status != Status.OPEN:
            raise Refusal("tournament_begun")
        if len(others) >= MOST_PEOPLE:
            raise Refusal("tournament_full", 409, most=MOST_PEOPLE)
        entrant = Entrant(player, told_apart(clean_name(name), (one.name for one in others)))
        try:
            await self.kept.join(found.id, entrant, time.time())
        except ConflictError:
            raise Refusal("tournament_begun") from None

    async def withdraw(self, tournament_id: str, player: str) -> None:
        """Somebody plays no further round."""
        found = await self.find(tournament_id)
        if found.status not in (Status.OPEN, Status.PLAYING) or not await self.kept.withdraw(found.id, player):
            raise Refusal("no_entrant")

    async def start(self, tournament_id: str, player: str) -> None:
        """The host begins the first round."""
        found = await self.as_host(tournament_id, player)
        if found.status != Status.OPEN:
            raise Refusal("tournament_begun")
        await self._next_round(found)
        await self.go_on(found.id)

    async def close(self, tournament_id: str, player: str) -> None:
        """The host ends it early; games that are being played go on."""
        found = await self.as_host(tournament_id, player)
        await self.kept.end(found.id, Status.CLOSED)

    async def as_host(self, tournament_id: str, player: str) -> Tournament:
        """The tournament, if it is its host who asks."""
        found = await self.find(tournament_id)
        if found.host != player:
            raise Forbidden("not_host")
        return found

    async def go_on_everywhere(self) -> None:
        """Open what tables are missing, and begin rounds whose turn it is."""
        for tournament_id in await self.kept.running():
            with self.hub.going_on("tournament"):  # what is wrong with one is no reason for the others to wait
                await self.go_on(tournament_id)

    async def go_on(self, tournament_id: str) -> None:
        """The same for one."""
        found = await self.find(tournament_id)
        pairings = await self.kept.pairings(found.id)
        if found.status == Status.PLAYING and all(pairing.is_finished for pairing in pairings):
            people = [one for one in await self.kept.entrants(found.id) if not one.withdrawn]
            if found.round >= found.rounds or len(people) < FEWEST_PEOPLE:
                await self.kept.end(found.id, Status.OVER)
                return
            await self._next_round(found)
            pairings = await self.kept.pairings(found.id)
        for pairing in pairings:
            if not pairing.made:
                await self._open(found, pairing)

    async def _next_round(self, found: Tournament) -> None:
        people = [one.player for one in await self.kept.entrants(found.id) if not one.withdrawn]
        if len(people) < FEWEST_PEOPLE:
            raise Refusal("tournament_people", 409, least=FEWEST_PEOPLE)
        before = [played(pairing) for pairing in await self.kept.pairings(found.id)]
        number, allowed = found.round + 1, fitting(found)
        seed = f"{found.id} {number}"
        tables = await asyncio.to_thread(plan, people, found.players, allowed, found.bots is not None, before, seed)
        await self.kept.plan(found.id, number, [(new_id(), table) for table in tables])

    async def _open(self, found: Tournament, pairing: Pairing) -> None:
        """Make a table of a round; if a server died after it was made, it is there."""
        from burgrave.server.tables.hub import Chair, Wish

        names = {one.player: one.name for one in await self.kept.entrants(found.id)}
        chairs = [
            Chair("bot", found.bots) if is_bot(who) else Chair("seated", name=names[who], player=who)
            for who in pairing.seats
        ]
        options = {**found.options, "players": len(chairs)}
        wish = Wish(found.game, options, chairs, False, found.clock, rated=found.rated)
        await self.hub.games.ready(found.game)
        await self.hub.open_table(wish, found.id, pairing.table_id)  # nobody is its host
        await self.kept.note_made(found.id, pairing.table_id)

    async def standings(self, tournament_id: str) -> list[Line]:
        """How everybody stands."""
        return standings_of(await self.kept.entrants(tournament_id), await self.kept.pairings(tournament_id))


def standings_of(entrants: Sequence[Entrant], pairings: Sequence[Pairing]) -> list[Line]:
    """How everybody stands after these tables."""
    return standings([one.player for one in entrants], [played(pairing) for pairing in pairings])


def fitting(found: Tournament) -> list[int]:
    """The numbers of players with which a tournament's game can be played with its options."""
    spec = registry.spec(found.game)
    return [players for players in spec.players if not spec.conflict({**found.options, "players": players})]


def played(pairing: Pairing) -> Played:
    """A table of a round as standings count it; one that was closed or deleted before its end is not counted."""
    if pairing.status != Status.OVER:
        return Played(pairing.round, pairing.seats)
    return Played(pairing.round, pairing.seats, places(pairing.scores, pairing.winners, pairing.forfeited))
