"""A live table: its state, who is there, and everything people do. Stored first, shown afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from burgrave.server import metrics
from burgrave.server.store.kinds import EventKind, SeatKind
from burgrave.server.store.requests import RequestRow
from burgrave.server.store.rows import ConflictError, EventRow, Made, UnavailableError
from burgrave.server.store.storage import Storage
from burgrave.server.tables import commands, leaving, pausing
from burgrave.server.tables.autoplay import Autoplay
from burgrave.server.tables.draft import Draft
from burgrave.server.tables.events import Hinted, Paused, SeatAsked, SpectatorsMay, decoded
from burgrave.server.tables.games import Games
from burgrave.server.tables.keys import mark
from burgrave.server.tables.refusal import Late, Refusal
from burgrave.server.tables.state import TableState

log = logging.getLogger("burgrave.server")

Told = TypeVar("Told")
SOON_SECONDS = 600.0
"""A deadline within this time keeps a table in memory; for later ones it is loaded again."""
FEW_EVENTS = 16
"""So many happen again at once; more of them would keep other tables waiting, and leave the event loop."""
TABLE_BYTES, EVENT_BYTES, POSITION_BYTES = 60_000, 300, 3_000
"""What a table takes in memory: itself with its pages, each event, each position; measured, and rounded up."""
LOOK_SECONDS = 30.0
"""How long somebody is taken to look who has asked for the table and has no page of it open."""


class Table:
    """One table in memory. All changes go through `_do`, under the table's lock."""

    def __init__(self, made: Made, storage: Storage, games: Games, bot_pause: float) -> None:
        self.id, self.made = made.id, made
        self.storage, self.games, self.bot_pause = storage, games, bot_pause
        self.state = TableState.of(made)
        self.sitters: dict[int, set[str]] = {}
        self.secrets: dict[str, int | None] = {}
        """The seats that secrets open, None for the host's chair, by the secrets' digests."""
        self.rights = 0
        """How often it has changed who may act for which seat; who listens then asks again whether they may."""
        self.used_at = time.monotonic()
        self.gone = False
        """Whether it was cleared away."""
        self.stopped = False
        """Whether it has been forgotten here; who still has it in hand changes nothing any more."""
        self.lock = asyncio.Lock()
        self.rematching = asyncio.Lock()
        self.listeners: set[Callable[[], None]] = set()
        self.present: Counter[int | None] = Counter()
        self.watchers: Counter[str] = Counter()
        """The clients that have a page open, who came first first, and how many pages."""
        self.looked_at = -LOOK_SECONDS
        """When somebody has last asked for it."""
        self.elsewhere: Mapping[int, float] = {}
        """The seats whose people are at another process, and until when that is believed."""
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

    async def holder(self, secret_digest: str) -> tuple[str, int | None] | None:
        """The table and seat that a secret of this digest opens."""
        if secret_digest in self.secrets:
            return self.id, self.secrets[secret_digest]
        before, found = self.rights, await self.storage.holder(secret_digest)
        if found is not None and found[0] == self.id and before == self.rights:
            self.secrets[secret_digest] = found[1]
        return found

    # Reading what is stored

    async def load(self) -> None:
        """Read everything the database has and let it happen again."""
        await self._read_rights()
        if self.storage.shared:
            self.elsewhere = (await self.storage.presences.elsewhere(self.id)).get(self.id, {})
        await self.read_state()
        self.used_at = time.monotonic()
        self._changed()

    async def read_state(self) -> TableState:
        """Let everything that is stored happen again; who may act for the seats is another question."""
        self.state = TableState.of(self.made)
        await self._read()
        return self.state

    async def _read_rights(self) -> bool:
        """Read who may act for which seat; whether that has changed."""
        before = self.sitters, self.secrets
        self.sitters, self.secrets = await self.storage.sitters(self.id), await self.storage.secrets(self.id)
        host = await self.storage.host(self.id)
        changed = (self.sitters, self.secrets) != before or host not in (None, self.made.host)
        if host is not None and host != self.made.host:  # their number is another one now
            self.made = replace(self.made, host=host)
        self.rights += changed
        return changed

    async def look_around(self) -> None:
        """Learn from other processes who may act for the seats, and who is there."""
        if self.storage.shared:
            elsewhere = (await self.storage.presences.elsewhere(self.id)).get(self.id, {})
            self.see(elsewhere, await self._read_rights())

    def see(self, elsewhere: Mapping[int, float], changed: bool = False) -> None:
        """Take note of who is at other processes; pages are shown anew where that makes a difference."""
        changed |= elsewhere.keys() != self.elsewhere.keys()
        self.elsewhere = elsewhere
        if changed:
            self._changed()

    async def refresh(self) -> None:
        """Catch up with what another process has written, or with the end that came to a table nobody used."""
        async with self.lock:
            stored = await self.storage.table(self.id)
            if stored is None:
                self.leave_memory()
                return
            rights, seq = self.rights, self.seq
            await self._read_rights()
            if stored.head.seq > seq:
                await self._read()
            if (rights, seq) != (self.rights, self.seq):
                self._changed()

    async def _read(self) -> None:
        """Let the stored events happen that are not yet known here; what is known may have been written anew."""
        rows = await self.storage.events(self.id, self.seq)
        if self.seq and any(row.kind == EventKind.FORGET_NAME for row in rows):
            self.leave_memory()
            return
        if self.state.game is None and any(row.kind == EventKind.START for row in rows):
            await self._need_rules()
        few = len(rows) <= FEW_EVENTS
        self.state = self._replayed(rows) if few else await asyncio.to_thread(self._replayed, rows)

    def _replayed(self, rows: list[EventRow]) -> TableState:
        known = self.state.problem
        state = self.state.replayed(map(decoded, rows))
        if state.problem and not known:
            log.error("a stored game does not fit the rules", extra={"table": mark(self.id), "seq": state.problem.seq})
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

    def become_faster(self) -> None:
        """The rules or a bot run compiled from now on: the seat of a bot that was warming up says so no longer."""
        if any(seat.kind == SeatKind.BOT for seat in self.state.seats):
            self._changed()

    async def _do(
        self,
        command: Callable[[Draft], Told],
        sitters: tuple[tuple[int, str], ...] = (),
        secrets: tuple[tuple[str, int | None], ...] = (),
        revoked: tuple[int, ...] = (),
        request: RequestRow | None = None,
    ) -> Told:
        """Commit what a command lets happen; only then let memory and the people at the table know.

        When another process was faster, the command comes late. When only the clocks stood still meanwhile, which a
        server writes that got no processor for some seconds, it is as good as before.
        """
        while True:
            seq = self.seq
            try:
                return await self._done(command, sitters, secrets, revoked, request)
            except ConflictError:
                await self.refresh()
            between = self.state.events[seq:]
            if not between or not all(isinstance(event.what, Paused) for event in between):
                raise Late

    async def _done(
        self,
        command: Callable[[Draft], Told],
        sitters: tuple[tuple[int, str], ...],
        secrets: tuple[tuple[str, int | None], ...],
        revoked: tuple[int, ...],
        request: RequestRow | None,
    ) -> Told:
        """Commit it once; a `ConflictError` when another process was faster."""
        async with self._changing():
            draft = Draft(self.state, time.time())
            try:
                told = command(draft)
            except commands.RulesNeeded:
                await self._need_rules()
                draft = Draft(self.state, time.time())
                told = command(draft)
            if draft.events:
                await self.storage.append(draft.append(sitters, secrets, revoked, request))
                self.state = draft.state
                if sitters or secrets or revoked:
                    self._give_rights(sitters, secrets, revoked)
            return told

    def _give_rights(
        self,
        sitters: tuple[tuple[int, str], ...],
        secrets: tuple[tuple[str, int | None], ...],
        revoked: tuple[int, ...] = (),
    ) -> None:
        """Who may act for seats from now on, and for which of them nobody else may any more."""
        for seat in revoked:
            self.sitters.pop(seat, None)
        self.secrets = {mark: seat for mark, seat in self.secrets.items() if seat not in revoked} | dict(secrets)
        for seat, player in sitters:
            self.sitters.setdefault(seat, set()).add(player)
        self.rights += bool(sitters or revoked)

    @contextlib.asynccontextmanager
    async def _changing(self) -> AsyncIterator[None]:
        """Change the table alone."""
        self.used_at = time.monotonic()
        async with self.lock:
            if self.stopped:
                raise Late
            try:
                yield
            except UnavailableError:
                metrics.STORAGE_ERRORS.inc()
                raise
            self._changed()

    async def play(self, seat: int, seq: int, text: str, by: str = "person") -> None:
        """A seat's move and the chance moves after it, in one transaction."""
        await self.play_all(seat, seq, (text,), by)

    async def play_all(self, seat: int, seq: int, texts: Sequence[str], by: str = "person") -> None:
        """Several moves of a seat that are shown together, in one transaction."""
        begun = time.perf_counter()
        await self._do(lambda draft: commands.play(draft, seat, seq, *texts))
        metrics.moves(self.made.game, by).inc(len(texts))
        metrics.MOVE_SECONDS.observe(time.perf_counter() - begun)

    async def draw(self, seq: int) -> None:
        """Let the server draw what people would enter."""
        await self._do(lambda draft: commands.draw(draft, seq))

    async def trade(self, seat: int, seq: int, texts: Sequence[str]) -> None:
        """A seat's whole offer, or its answer to one, also before its turn to answer."""
        before = len(self.state.move_seqs)
        await self._do(lambda draft: commands.trade(draft, seat, seq, texts))
        metrics.MOVES.labels(self.made.game, "person").inc(max(0, len(self.state.move_seqs) - before))

    async def undo(self, seat: int, seq: int) -> bool:
        """Take back the seat's last move, or ask the others; True when it is done at once."""
        return await self._do(lambda draft: commands.take_back(draft, seat, seq))

    async def answer_undo(self, seat: int, yes: bool) -> None:
        """Agree to an undo or refuse it; the last to agree lets it happen."""
        await self._do(lambda draft: commands.answer_undo(draft, seat, yes))

    async def say(self, seat: int | None, name: str, text: str, host: bool = False) -> int:
        """A line of chat; its number."""
        return await self._do(lambda draft: commands.say(draft, seat, name, text, host))

    async def stand(self, seat: int, answer: str, on: bool) -> None:
        """Give or take back a standing answer."""
        await self._do(lambda draft: commands.stand(draft, seat, answer, on))

    async def forfeit(self, seat: int, bot: str, reason: str) -> None:
        """The program that plays a seat has failed: the seat plays on and cannot win."""
        await self._do(lambda draft: commands.forfeit(draft, seat, bot, reason))

    async def sit(
        self,
        seat: int,
        name: str,
        entropy: str,
        player: str | None = None,
        secret_digest: str | None = None,
        request: RequestRow | None = None,
    ) -> None:
        """A person takes an open seat; the game begins when the last one is taken."""
        self.check_rated_sitter(player)
        await self._do(
            lambda draft: commands.sit(draft, seat, name, entropy, player),
            sitters=((seat, player),) if player else (),
            secrets=((secret_digest, seat),) if secret_digest else (),
            request=request,
        )

    def check_rated_sitter(self, player: str | None) -> None:
        """At a rated table everybody has one seat, and is known by their browser."""
        if self.made.rated and player is None:
            raise Refusal("rated_browser", 403)
        if self.made.rated and self.seats_of(player):
            raise Refusal("rated_once")

    async def ask_seat(self, asked: SeatAsked, request: RequestRow | None = None) -> None:
        """Ask the host for an open seat; with a request that asks for it once."""
        self.check_rated_sitter(asked.player)
        await self._do(lambda draft: commands.ask_seat(draft, asked), request=request)

    async def answer_seat(self, number: int, yes: bool) -> None:
        """Let whoever asked for a seat sit down, with the browser and the secret they asked with, or not."""
        asked = self.state.requests.get(number)
        admitted = asked if yes else None
        await self._do(
            lambda draft: commands.answer_seat(draft, number, yes),
            sitters=((admitted.seat, admitted.player),) if admitted and admitted.player else (),
            secrets=((admitted.digest, admitted.seat),) if admitted and admitted.digest else (),
        )

    async def kick(self, seat: int, level: str) -> None:
        """Take a person's seat away; neither their browsers nor their links open it any more."""
        players = tuple(sorted(self.sitters.get(seat, ())))
        if self.made.host in players:
            raise Refusal("own_seat", 422)
        await self._do(
            lambda draft: commands.kick(draft, seat, level, self.games.levels, players),
            revoked=(seat,),
        )

    async def let_in(self, number: int) -> None:
        """Allow somebody who was removed to sit down again."""
        await self._do(lambda draft: commands.let_in(draft, number))

    async def mute(self, seat: int, on: bool) -> None:
        """Silence a person in the chat, or let them speak again."""
        await self._do(lambda draft: commands.mute(draft, seat, on))

    async def rule_spectators(self, rules: SpectatorsMay) -> None:
        """Say whether people without a seat may watch and chat."""
        await self._do(lambda draft: commands.rule_spectators(draft, rules))

    async def rule_hints(self, who: Hinted) -> None:
        """Say who may have hints."""
        await self._do(lambda draft: commands.rule_hints(draft, who))

    def may_have_hints(self, seat: int) -> bool:
        """Whether a seat may have hints: as the table's rule says, and by default where no other person plays.

        A seat that a bot plays for a person who may come back counts as that person's.
        """
        if self.made.rated:
            return False
        who, others = self.state.hints.who, [one for one in self.state.seats if one.seat != seat]
        alone = all(one.kind == SeatKind.BOT for one in others) and not self.held - {seat}
        return who == Hinted.ALL or (who == Hinted.ALONE and alone)

    async def renew_links(self, seat: int, secret_digest: str, player: str | None) -> None:
        """Let only a new secret open a seat, and the browser that asked for it."""
        await self._do(
            lambda draft: commands.renew_links(draft, seat),
            sitters=((seat, player),) if player else (),
            secrets=((secret_digest, seat),),
            revoked=(seat,),
        )

    async def add_link(self, seat: int, secret_digest: str) -> None:
        """Let another secret open a seat; the oldest ones do not any more when there are many."""
        if self.made.rated:
            raise Refusal("rated_link")
        forgotten = await self.storage.add_secret(self.id, seat, secret_digest)
        self.secrets[secret_digest] = seat
        for old in forgotten:
            self.secrets.pop(old, None)
        self.rights += bool(forgotten)

    async def fill(self, seat: int, level: str) -> None:
        """A bot takes over a seat: an open one, or one whose person does not come back."""
        await self._do(lambda draft: commands.fill(draft, seat, level, self.games.levels))

    async def leave_seat(self, seat: int) -> None:
        """Get up before the game begins; nobody's browser or link opens the seat any more."""
        await self._do(lambda draft: leaving.leave(draft, seat), revoked=(seat,))

    async def resign(self, seat: int) -> None:
        """Give the game up for a seat."""
        await self._do(lambda draft: leaving.resign(draft, seat, self.held))

    async def run_out(self, seat: int) -> None:
        """A seat's time is up."""
        await self._do(lambda draft: leaving.run_out(draft, seat, self.held, self.games.levels))

    async def ask_halt(self, seat: int) -> bool:
        """Ask for the game to stand still; whether it does."""
        await self._do(lambda draft: pausing.ask_halt(draft, seat))
        return self.state.halted_at is not None

    async def answer_halt(self, seat: int, yes: bool) -> None:
        """Agree to a pause or refuse it; the last to agree lets it begin."""
        await self._do(lambda draft: pausing.answer_halt(draft, seat, yes))

    async def go_on(self, seat: int) -> None:
        """End a pause."""
        await self._do(lambda draft: pausing.go_on(draft, seat))

    async def go_away(self, seat: int, until: float) -> None:
        """Let a seat's time stand still until then."""
        await self._do(lambda draft: pausing.go_away(draft, seat, until))

    async def close(self) -> None:
        """End a table that nobody needs."""
        await self._do(lambda draft: leaving.close(draft, self.others))

    @property
    def held(self) -> set[int]:
        """The seats that somebody's browser or secret opens."""
        return {*self.sitters, *(seat for seat in self.secrets.values() if seat is not None)}

    @property
    def others(self) -> set[int]:
        """Those of them that are not the host's."""
        return self.held - {*self.seats_of(self.made.host)}

    async def stand_in(self, seat: int, level: str) -> None:
        """Another bot plays for one that the operator has taken away; everybody is told."""
        await self._do(lambda draft: commands.stand_in(draft, seat, level, self.games.levels))

    async def come_back(self, seat: int) -> None:
        """Whoever sat there takes the seat back from the bot."""
        await self._do(lambda draft: commands.come_back(draft, seat))

    async def begin(self) -> None:
        """Start a table whose seats were all taken when it was made."""
        await self._do(commands.begin)

    async def admit(self, player: str, mark: str) -> int:
        """Another browser of the same person may act for the seat that a secret opens; which seat that is."""
        async with self.lock:
            held = await self.holder(mark)
            if held is None or held[0] != self.id or held[1] is None:
                raise Refusal("no_secret", 404)
            await self.storage.add_sitter(self.id, held[1], player)
            self._give_rights(((held[1], player),), ())
        self._changed()
        return held[1]

    async def follow_with(self, table_id: str) -> None:
        """Point everybody to the rematch."""
        await self._do(lambda draft: commands.follow_with(draft, table_id))

    # People looking on

    def is_here(self, seat: int) -> bool:
        """Whether somebody looks after a seat: a bot, or a person with a page open for it or for another of theirs."""
        people = self.sitters.get(seat, set())
        shared = (other for other, sitters in self.sitters.items() if sitters & people)
        return self.state.seats[seat].kind == SeatKind.BOT or any(map(self.is_open_for, (seat, *shared)))

    def is_open_for(self, seat: int) -> bool:
        """Whether a page of a seat is open at this process or at another."""
        return self.present[seat] > 0 or self.elsewhere.get(seat, 0.0) > time.time()

    def is_taken(self, seat: int) -> bool:
        """Whether a person sits there who is here."""
        seats = self.state.seats
        return seat < len(seats) and seats[seat].kind == SeatKind.PERSON and self.is_here(seat)

    @property
    def is_open_somewhere(self) -> bool:
        """Whether somebody has a page or stream of it open, at this process or at another one."""
        return bool(self.elsewhere) or any(count > 0 for count in self.present.values())

    @property
    def is_watched(self) -> bool:
        """Whether somebody has it open, or has asked for it a moment ago."""
        return self.is_open_somewhere or time.monotonic() - self.looked_at < LOOK_SECONDS

    @property
    def client(self) -> str:
        """For whom the table is kept going: who has had it open for longest, else who made it."""
        return next(iter(self.watchers), self.made.host)

    @property
    def is_needed(self) -> bool:
        """Whether it must stay in memory: somebody has it open, or somebody's time is up soon."""
        deadline = self.state.deadline
        timed = deadline is not None and deadline < time.time() + SOON_SECONDS
        return bool(self.listeners) or self.is_open_somewhere or timed

    @property
    def weight(self) -> int:
        """How many bytes of memory it takes, more or less."""
        positions = 0 if self.state.match is None else self.state.match.positions_held
        return TABLE_BYTES + EVENT_BYTES * len(self.state.events) + POSITION_BYTES * positions

    def look(self) -> None:
        """Somebody asks for the table; bots that were among themselves go on."""
        rested = self.autoplay.rests
        self.used_at = self.looked_at = time.monotonic()
        if rested:
            self.autoplay.nudge()

    def arrive(self, seat: int | None, client: str = "local") -> None:
        """A page or stream of this seat was opened."""
        self.watchers[client] += 1
        self.present[seat] += 1
        if self.present[seat] == 1:
            if seat is not None:
                self.storage.presences.arrive(self.id, seat)
            self._changed()

    def leave(self, seat: int | None, client: str = "local") -> None:
        """It was closed."""
        self.watchers[client] -= 1
        if not self.watchers[client]:
            del self.watchers[client]
        self.present[seat] -= 1
        self.used_at = time.monotonic()
        if self.present[seat] == 0:
            if seat is not None:
                self.storage.presences.leave(self.id, seat)
            self._changed()

    def ask_again(self) -> None:
        """Let all who listen be asked again what they may and want to see."""
        self.rights += 1
        self._changed()

    def leave_memory(self) -> None:
        """Give this object up: pages load anew and find the table as it is stored."""
        self.gone = True
        self._changed()

    async def stop(self) -> None:
        """End the table's own work; whatever is stored goes on elsewhere or later."""
        self.stopped = True
        await self.autoplay.stop()
        self.listeners.clear()
