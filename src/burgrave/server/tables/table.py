"""A live table: its state, who is there, and everything people do. Stored first, shown afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import TypeVar

from burgrave.server import metrics
from burgrave.server.store.kinds import EventKind, SeatKind
from burgrave.server.store.rows import ConflictError, EventRow, Made, UnavailableError
from burgrave.server.store.storage import Storage
from burgrave.server.tables import commands
from burgrave.server.tables.autoplay import Autoplay
from burgrave.server.tables.draft import Draft
from burgrave.server.tables.events import decoded
from burgrave.server.tables.games import Games
from burgrave.server.tables.refusal import Late
from burgrave.server.tables.state import TableState

log = logging.getLogger("burgrave.server")

Told = TypeVar("Told")
FEW_EVENTS = 16
"""So many happen again at once; more of them would keep other tables waiting, and leave the event loop."""


class Table:
    """One table in memory. All changes go through `_do`, under the table's lock."""

    def __init__(self, made: Made, storage: Storage, games: Games, bot_pause: float) -> None:
        self.id, self.made = made.id, made
        self.storage, self.games, self.bot_pause = storage, games, bot_pause
        self.state = TableState.of(made)
        self.sitters: dict[int, set[str]] = {}
        self.used_at = time.monotonic()
        self.gone = False
        """Whether it was cleared away."""
        self.lock = asyncio.Lock()
        self.rematching = asyncio.Lock()
        self.listeners: set[Callable[[], None]] = set()
        self.present: Counter[int | None] = Counter()
        self.changes = 0
        """How often something has changed that people see; what was made of the table before is out of date then."""
        self.autoplay = Autoplay(self)

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.state.seq

    def seats_of(self, player: str | None) -> list[int]:
        """The seats a browser may act for."""
        return [seat for seat in range(self.state.players) if player and player in self.sitters.get(seat, ())]

    # Reading what is stored

    async def load(self) -> None:
        """Read everything the database has and let it happen again."""
        self.sitters = await self.storage.sitters(self.id)
        self.state = TableState.of(self.made)
        await self._read()
        self._changed()

    async def refresh(self) -> None:
        """Catch up with what another process has written, or with the end that came to a table nobody used."""
        async with self.lock:
            stored = await self.storage.table(self.id)
            if stored is None:
                self.gone = True
                self._changed()
            elif stored.head.seq > self.seq:
                self.sitters = await self.storage.sitters(self.id)
                await self._read()
                self._changed()

    async def _read(self) -> None:
        """Let the stored events happen that are not yet known here."""
        rows = await self.storage.events(self.id, self.seq)
        if self.state.game is None and any(row.kind == EventKind.START for row in rows):
            await self._need_rules()
        few = len(rows) <= FEW_EVENTS
        self.state = self._replayed(rows) if few else await asyncio.to_thread(self._replayed, rows)

    def _replayed(self, rows: list[EventRow]) -> TableState:
        known = self.state.problem
        state = self.state.replayed(map(decoded, rows))
        if state.problem and not known:
            log.error("a stored game does not fit the rules", extra={"table": self.id, "seq": state.problem.seq})
        return state

    async def _need_rules(self) -> None:
        await self.games.ready(self.made.game)
        self.state = replace(self.state, game=self.games.game(self.made.game, self.made.options))

    # Changing

    def _changed(self) -> None:
        self.changes += 1
        for listener in list(self.listeners):
            listener()
        self.autoplay.nudge()

    async def _do(
        self,
        command: Callable[[Draft], Told],
        sitters: tuple[tuple[int, str], ...] = (),
        secrets: tuple[tuple[str, int | None], ...] = (),
    ) -> Told:
        """Commit what a command lets happen; only then let memory and the people at the table know."""
        async with self._changing():
            draft = Draft(self.state, time.time())
            try:
                told = command(draft)
            except commands.RulesNeeded:
                await self._need_rules()
                draft = Draft(self.state, time.time())
                told = command(draft)
            if draft.events:
                await self.storage.append(draft.append(sitters, secrets))
                self.state = draft.state
                for seat, player in sitters:
                    self.sitters.setdefault(seat, set()).add(player)
            return told

    @contextlib.asynccontextmanager
    async def _changing(self) -> AsyncIterator[None]:
        """Change the table alone; when another process was faster, catch up and call the change late."""
        self.used_at = time.monotonic()
        behind = False
        async with self.lock:
            try:
                yield
            except ConflictError:
                behind = True
            except UnavailableError:
                metrics.STORAGE_ERRORS.inc()
                raise
            else:
                self._changed()
        if behind:
            await self.refresh()
            raise Late

    async def play(self, seat: int, seq: int, text: str, by: str = "person") -> None:
        """A seat's move and the chance moves after it, in one transaction."""
        begun = time.perf_counter()
        await self._do(lambda draft: commands.play(draft, seat, seq, text))
        metrics.MOVES.labels(self.made.game, by).inc()
        metrics.MOVE_SECONDS.observe(time.perf_counter() - begun)

    async def undo(self, seat: int, seq: int) -> bool:
        """Take back the seat's last move, or ask the others; True when it is done at once."""
        return await self._do(lambda draft: commands.take_back(draft, seat, seq))

    async def answer_undo(self, seat: int, yes: bool) -> None:
        """Agree to an undo or refuse it; the last to agree lets it happen."""
        await self._do(lambda draft: commands.answer_undo(draft, seat, yes))

    async def say(self, seat: int | None, name: str, text: str) -> None:
        """A line of chat."""
        await self._do(lambda draft: commands.say(draft, seat, name, text))

    async def stand(self, seat: int, answer: str, on: bool) -> None:
        """Give or take back a standing answer."""
        await self._do(lambda draft: commands.stand(draft, seat, answer, on))

    async def forfeit(self, seat: int, bot: str, reason: str) -> None:
        """The program that plays a seat has failed: the seat plays on and cannot win."""
        await self._do(lambda draft: commands.forfeit(draft, seat, bot, reason))

    async def sit(
        self, seat: int, name: str, entropy: str, player: str | None = None, secret_digest: str | None = None
    ) -> None:
        """A person takes an open seat; the game begins when the last one is taken."""
        await self._do(
            lambda draft: commands.sit(draft, seat, name, entropy),
            sitters=((seat, player),) if player else (),
            secrets=((secret_digest, seat),) if secret_digest else (),
        )

    async def fill(self, seat: int, level: str) -> None:
        """A bot takes over a seat: an open one, or one whose person does not come back."""
        await self._do(lambda draft: commands.fill(draft, seat, level, self.games.levels))

    async def stand_in(self, seat: int, level: str) -> None:
        """Another bot plays for one that the operator has taken away; everybody is told."""
        await self._do(lambda draft: commands.stand_in(draft, seat, level, self.games.levels))

    async def come_back(self, seat: int) -> None:
        """Whoever sat there takes the seat back from the bot."""
        await self._do(lambda draft: commands.come_back(draft, seat))

    async def begin(self) -> None:
        """Start a table whose seats were all taken when it was made."""
        await self._do(commands.begin)

    async def admit(self, seat: int, player: str) -> None:
        """Another browser of the same person may act for the seat."""
        await self.storage.add_sitter(self.id, seat, player)
        self.sitters.setdefault(seat, set()).add(player)

    async def follow_with(self, table_id: str) -> None:
        """Point everybody to the rematch."""
        await self._do(lambda draft: commands.follow_with(draft, table_id))

    # People looking on

    def is_here(self, seat: int) -> bool:
        """Whether somebody looks after a seat: a bot, or a person with a page open for it or for another of theirs."""
        people = self.sitters.get(seat, set())
        shared = (other for other, sitters in self.sitters.items() if sitters & people)
        return self.state.seats[seat].kind == SeatKind.BOT or any(self.present[k] > 0 for k in (seat, *shared))

    def is_taken(self, seat: int) -> bool:
        """Whether a person sits there who is here."""
        seats = self.state.seats
        return seat < len(seats) and seats[seat].kind == SeatKind.PERSON and self.is_here(seat)

    def arrive(self, seat: int | None) -> None:
        """A page or stream of this seat was opened."""
        self.present[seat] += 1
        if self.present[seat] == 1:
            self._changed()

    def leave(self, seat: int | None) -> None:
        """It was closed."""
        self.present[seat] -= 1
        self.used_at = time.monotonic()
        if self.present[seat] == 0:
            self._changed()

    def leave_memory(self) -> None:
        """Give this object up: pages load anew and find the table as it is stored."""
        self.gone = True
        self._changed()

    async def stop(self) -> None:
        """End the table's own work; whatever is stored goes on elsewhere or later."""
        await self.autoplay.stop()
        self.listeners.clear()
