"""All tables of this process: found in memory or loaded, kept up with other processes, tidied now and then."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import IntegrityError

from burgrave.bots import LEVELS
from burgrave.core import fair, registry
from burgrave.core.errors import shown
from burgrave.core.people import clean_name, told_apart
from burgrave.core.spec import Spec
from burgrave.server import metrics
from burgrave.server.settings import Settings
from burgrave.server.store.desk import AT_ONCE, DEEDS_KEPT, Desk
from burgrave.server.store.heartbeat import BEAT_SECONDS, LONGEST_GAP
from burgrave.server.store.kinds import Notice, SeatKind, Status, TimeOut
from burgrave.server.store.people import People
from burgrave.server.store.requests import RequestRow
from burgrave.server.store.rows import (
    ConflictError,
    EventRow,
    Made,
    PromiseGoneError,
    Seat,
    StoredTable,
    TableAtWork,
    Timing,
    UnavailableError,
)
from burgrave.server.store.storage import Storage
from burgrave.server.tables import rating
from burgrave.server.tables.autoplay import STAND_IN
from burgrave.server.tables.bot_names import free_bot_names
from burgrave.server.tables.draft import Draft
from burgrave.server.tables.events import (
    RECORD,
    ByHand,
    Closed,
    Ended,
    Forfeited,
    Hinted,
    HintsFor,
    Moved,
    Resumed,
    SetUp,
    Started,
    encoded,
)
from burgrave.server.tables.games import Games
from burgrave.server.tables.keys import digest, is_id, mark, new_id, new_secret
from burgrave.server.tables.lobby import Lobby
from burgrave.server.tables.once import Once
from burgrave.server.tables.refusal import Late, Refusal
from burgrave.server.tables.state import TableState
from burgrave.server.tables.table import Table
from burgrave.server.tables.tournaments import Directing

if TYPE_CHECKING:
    from burgrave.core.match import Match

log = logging.getLogger("burgrave.server")

IDLE_SECONDS = 600.0
ROUND_SECONDS = BEAT_SECONDS
CLEAR_SECONDS = 60.0
MOST_WOKEN = 500
"""Tables that are looked at together; others have their turn, and then it goes on with the next ones."""
AHEAD_SECONDS = 30.0
"""So long before its clock runs out a table is loaded: many that run out at once are there by then."""
HOST = "host"
"""The place of the host's secret."""
MEGABYTE = 1_000_000
MOST_UPLOADED_MOVES = 5_000
"""The longest of the games we keep as examples has a sixth of this."""
PROMISE_SECONDS = 3600.0
"""How long promised dice wait for their table."""
SHORTEST_CLOCK, LONGEST_CLOCK = 10, 7 * 24 * 3600
LONGEST_BANK = 30 * 24 * 3600
SHORTEST_INCREMENT, LONGEST_INCREMENT = 5, 24 * 3600
"""Seconds. Every decision brings something, so that who comes back when all is spent has time for a move."""
DAY = 24 * 3600.0
TIDY_SECONDS = 300.0


@dataclass(frozen=True)
class Chair:
    """A seat as somebody wants it when creating a table: me, another person, or a bot of some level.

    In a tournament people are seated who have said that they come.
    """

    kind: str
    level: str | None = None
    name: str = ""
    colour: str = ""
    """One of the game's; empty for the seat's own."""
    player: str = ""
    """Whose browser opens it, where somebody else than the maker is seated."""


@dataclass(frozen=True)
class Dice:
    """What the maker of a table gives for its dice: random bytes, and the commitment that came before them."""

    entropy: str = ""
    commitment: str = ""


NO_DICE = Dice()


@dataclass(frozen=True)
class Wish:
    """A table as somebody wants it."""

    game: str
    options: Mapping[str, Any]
    chairs: Sequence[Chair]
    public: bool = True
    clock: Timing | None = None
    approval: bool = False
    """Whether the host decides who sits down."""
    hints: Hinted = Hinted.ALONE
    rated: bool = False
    by_hand: bool = False
    """Whether people enter what dice and cards bring at a real table."""
    knows: int | None = None
    """The seat whose knowledge is all that they enter."""
    given: Match | None = None
    """A game to be gone on with; all its seats are taken."""


@dataclass(frozen=True)
class NewTable:
    """A table that was just stored, the secrets of its creator's seats, and the host's."""

    table_id: str
    secrets: dict[int, str]
    host_secret: str


@dataclass(frozen=True)
class Created:
    """A new table, the secrets of its creator's seats, and the host's."""

    table: Table
    secrets: dict[int, str]
    host_secret: str


class Hub:
    """Finds and makes tables."""

    def __init__(self, settings: Settings, storage: Storage, games: Games) -> None:
        self.settings, self.storage, self.games = settings, storage, games
        self.tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._uploading = asyncio.Lock()
        self._rounds: list[asyncio.Task[None]] = []
        self._refreshing: set[asyncio.Task[None]] = set()
        self._behind: set[str] = set()
        """Tables that have to read again what others have written."""
        self._beside: set[asyncio.Task[None]] = set()
        """What goes on beside the rounds, however long one takes."""
        self._woken: TableAtWork | None = None
        """The last table that was looked at, where not all could be at once."""
        self._clear_at = 0.0
        self.lobby = Lobby()
        self.tournaments = Directing(self)
        self.desk = Desk(storage)
        self.people = People(storage, self.desk)
        self.blocks: dict[str, float] = {}
        """The keys that the operator has blocked, and until when."""
        self._last_deed = 0
        self._tidied_at = 0.0

    async def open(self) -> None:
        """Begin to look after the stored tables."""
        self.storage.heard, self.storage.heard_change = self._heard, self._heard_change
        self.storage.noticed = self._noticed
        self.games.when_faster = self._faster
        await self.storage.heartbeat.beat(longest_gap=LONGEST_GAP if self.storage.shared else 0.0)
        self._last_deed = max((deed.number for deed in await self.desk.deeds(limit=1)), default=0)
        await self.heed_operator()
        self._beside.add(asyncio.create_task(self._beat(), name="heartbeat"))
        if self.storage.shared:
            self._beside.add(asyncio.create_task(self._tell_presence(), name="presence"))
        work = {"rounds": self._go_round(), "waking": self._keep_waking()}
        self._rounds = [asyncio.create_task(one, name=name) for name, one in work.items()]

    def _faster(self, game: str) -> None:
        """A game's rules or one of its bots run compiled from now on."""
        for table in list(self.tables.values()):
            if table.made.game == game:
                table.become_faster()

    async def close(self) -> None:
        """Stop all tables' work."""
        going_on = [*self._beside, *self._rounds]
        for work in going_on:
            work.cancel()
        await asyncio.gather(*going_on, return_exceptions=True)
        for table in self.tables.values():
            await table.stop()
        with contextlib.suppress(UnavailableError):
            await self.storage.release_bots()
            if self.storage.shared:
                await self.storage.presences.close()

    def _noticed(self, table_id: str, newcomers: Collection[str] = ()) -> None:
        """Let lobbies know that a table has changed, and whom that can concern."""
        table = self.tables.get(table_id)
        people = None if table is None else {table.made.host, *newcomers}.union(*table.sitters.values())
        self.lobby.note(table_id, table is None or table.made.public, people)

    def _heard(self, table_id: str, seq: int) -> None:
        table = self.tables.get(table_id)
        if table is not None and seq >= table.seq:
            self._at_once(self._refresh(table_id))

    def _heard_change(self, table_id: str, notice: Notice) -> None:
        if notice == Notice.CLOCKS:
            self._behind.update(table.id for table in self.tables.values() if table.made.clock is not None)
        elif notice == Notice.TOURNAMENT:
            self.lobby.note(table_id, False, ())
        elif table_id in self.tables:
            self._at_once(self._look_around(table_id))

    def _at_once(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._refreshing.add(task)
        task.add_done_callback(self._refreshing.discard)

    async def _look_around(self, table_id: str) -> None:
        with self.going_on("look around", table_id):
            if table_id in self.tables:
                await self.tables[table_id].look_around()

    async def _tell_presence(self) -> None:
        """Let the other processes know who is at this one, as soon as somebody comes or goes."""
        while True:
            with self.going_on("presence"):
                await self.storage.presences.tell()
            await self.storage.presences.wait()

    async def get(self, table_id: str) -> Table:
        """A table that somebody looks at, with its game ready; Refusal when there is none."""
        table = await self._held(table_id)
        table.look()
        return table

    async def _held(self, table_id: str) -> Table:
        table = self.tables.get(table_id)
        if table is not None and table.gone:
            await self._drop(table)
        elif table is not None:
            return table
        lock = self._loading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                table = self.tables.get(table_id)
                if table is None:
                    table = Table(await self.made(table_id), self.storage, self.games, self.settings.bot_pause)
                    await table.load()
                    self.tables[table_id] = table
                    metrics.TABLES.set(len(self.tables))
                    await table.refresh()  # what was written, or cleared away, while it was being loaded
                    if table.gone:
                        await self._drop(table)
                        raise Refusal("no_table", 404)
                    await self._make_room()
        finally:
            self._loading.pop(table_id, None)
        return table

    def open_anew(self, game: str) -> None:
        """Let every page at a table of this game load anew; the tables are read again from what is stored."""
        for table in self.tables.values():
            if table.made.game == game:
                table.leave_memory()

    async def state_of(self, table_id: str) -> TableState:
        """What a table is now, for a glance: it is not kept in memory for that. Refusal when there is none."""
        table = self.tables.get(table_id)
        if table is not None and not table.gone:
            return table.state
        made = await self.made(table_id)
        return await Table(made, self.storage, self.games, self.settings.bot_pause).read_state()

    async def has_open(self, player: str, table_id: str) -> bool:
        """Whether somebody has a page of a table open, at this process or at another."""
        table = self.tables.get(table_id)
        if table is not None:
            return any(table.is_open_for(seat) for seat in table.seats_of(player))
        if not self.storage.shared:
            return False
        present = (await self.storage.presences.elsewhere(table_id)).get(table_id, {})
        return any(
            player in people for seat, people in (await self.storage.sitters(table_id)).items() if seat in present
        )

    async def look_again(self, table_ids: Iterable[str]) -> None:
        """Read again who may act at tables, and what may have been written anew."""
        for table_id in table_ids:
            await self._refresh(table_id)

    async def made(self, table_id: str) -> Made:
        """What a table was made with, without waiting for its rules."""
        if table_id in self.tables:
            return self.tables[table_id].made
        stored = await self.storage.table(table_id) if is_id(table_id) else None
        if stored is None:
            raise Refusal("no_table", 404)
        return stored.made

    async def promise(self) -> str:
        """Draw the secret of a table to come; the commitment to it."""
        secret_seed = fair.new_secret_seed()
        commitment = fair.commitment_of(secret_seed)
        await self.storage.promise(commitment, secret_seed, time.time())
        return commitment

    async def answered(self, once: Once | None) -> RequestRow | None:
        """What came of a request that happens once, if it has happened; a Refusal if its key was for another one."""
        found = None if once is None else await self.storage.request(once.mark)
        if once is not None and found is not None:
            once.check(found)
        return found

    async def create(
        self, wish: Wish, player: str, name: str, dice: Dice = NO_DICE, once: Once | None = None
    ) -> Created:
        """A new table; its game begins at once when every seat is taken. The same request gives the same table."""
        found = await self.answered(once)
        if found is None:
            try:
                return await self._begun(await self._make(wish, player, name, dice, once))
            except (ConflictError, PromiseGoneError) as lost:
                found = await self.answered(once)  # the same request may have been faster
                if found is None and isinstance(lost, PromiseGoneError):
                    raise Refusal("no_promise") from None
        if once is None or found is None:
            raise Late
        secrets = {seat: once.secret(found.table_id, seat) for seat in found.seats}
        return await self._begun(NewTable(found.table_id, secrets, once.secret(found.table_id, HOST)))

    async def _make(
        self, wish: Wish, player: str, name: str, dice: Dice, once: Once | None, table_id: str = ""
    ) -> NewTable:
        """Store a new table, with the dice promised to its maker, and the request that it answers.

        One whose identifier is fixed belongs to a tournament, and counts for nobody's limit.
        """
        spec = registry.spec(wish.game)
        options = spec.settle_options({**wish.options, "players": len(wish.chairs)})
        clock = wish.clock
        check_timing(clock)
        if wish.rated:
            clock = rated_timing(wish)
        if wish.knows is not None:
            check_knows(wish)
        promises = wish.given is None and not wish.by_hand
        dice = dice if promises else NO_DICE  # of dice that are not the server's alone nothing can be promised
        if not table_id and await self.storage.count_open(player) >= self.settings.tables_per_client:
            raise Refusal("too_many_tables", 429)
        check_colours(spec, wish.chairs)
        table_id = table_id or new_id()
        seats: list[Seat] = []
        secrets: dict[int, str] = {}
        bot_names = iter(free_bot_names((name, *(chair.name for chair in wish.chairs))))
        for number, chair in enumerate(wish.chairs):
            own, others = clean_name(chair.name), [seat.name for seat in seats]
            if chair.kind == "me":
                shown_name = told_apart(own or name, others)
                seats.append(Seat(number, SeatKind.PERSON, shown_name, None, fair.clean_entropy(dice.entropy)))
                secrets[number] = once.secret(table_id, number) if once else new_secret()
            elif chair.kind == "bot":
                level = chair.level or STAND_IN
                if level not in self.games.levels:
                    raise Refusal("no_level", 422, level=shown(level), valid=", ".join(self.games.levels))
                seats.append(Seat(number, SeatKind.BOT, told_apart(own or next(bot_names), others), level))
            elif chair.kind == "seated" and chair.player:
                seats.append(Seat(number, SeatKind.PERSON, told_apart(own, others)))
            elif chair.kind == "person":
                seats.append(Seat(number, SeatKind.FREE))
            else:
                raise Refusal("no_sitter", 422, kind=shown(chair.kind))
        seats = [replace(seat, colour=chair.colour) for seat, chair in zip(seats, wish.chairs, strict=True)]
        secret_seed = await self._promised(dice.commitment) if dice.commitment else fair.new_secret_seed()
        host_secret = once.secret(table_id, HOST) if once else new_secret()
        made = Made(
            table_id,
            wish.game,
            options,
            wish.public,
            player,
            clock,
            secret_seed,
            fair.commitment_of(secret_seed) if promises else "",
            time.time(),
            tuple(seats),
            tuple(seat.seat for seat in seats if dice.commitment and seat.entropy),
            approval=wish.approval,
            rated=wish.rated,
        )
        kept = [(digest(host_secret), None), *((digest(secret), seat) for seat, secret in secrets.items())]
        request = once.answered(table_id, tuple(secrets)) if once else None
        sitters = [(seat, player) for seat in secrets]
        sitters += [(number, chair.player) for number, chair in enumerate(wish.chairs) if chair.player]
        draft = await asyncio.to_thread(begun_with, made, wish) if wish.given else begun_with(made, wish)
        stored = StoredTable(made, draft.state.head, draft.state.seats)
        events = [encoded(event) for event in draft.events]
        await self.storage.create(stored, events, sitters, kept, bool(dice.commitment), request)
        return NewTable(table_id, secrets, host_secret)

    async def open_table(self, wish: Wish, host: str, table_id: str) -> None:
        """Make a tournament's table, unless it is there already, and let its game begin."""
        new = NewTable(table_id, {}, "")
        with contextlib.suppress(IntegrityError):
            new = await self._make(wish, host, "", NO_DICE, None, table_id)
        await self._begun(new)

    async def _begun(self, new: NewTable) -> Created:
        """A new table as it is told of, begun if it can."""
        table = await self._held(new.table_id)
        if not table.state.free and self.games.preparation(table.made.game).ready:
            await table.begin()
        return Created(table, new.secrets, new.host_secret)

    async def _promised(self, commitment: str) -> str:
        """The secret that was promised under a commitment; PromiseGoneError when there is none, or none any more."""
        if not fair.COMMITMENT.fullmatch(commitment):
            raise PromiseGoneError
        return await self.storage.promised(commitment, time.time() - PROMISE_SECONDS)

    async def store_record(self, text: str, player: str, client: str) -> str:
        """Keep a record uploaded from an address as a finished table, for some time; its identifier."""
        from burgrave.core import records

        name = await asyncio.to_thread(records.game_of, text)
        if name in registry.games():
            await self.games.ready(name)
        most = self.settings.uploads_per_client
        async with self._uploading:  # one at a time: nobody gets past the limit, and the others' moves go on
            if await self.storage.count_uploads(client) >= most:
                raise Refusal("too_many_uploads", 429, most=most)
            state, events = await asyncio.to_thread(recorded, text, player, client)
            await self.storage.create(StoredTable(state.made, state.head, state.seats), events, (), ())
        return state.made.id

    async def rematch(
        self,
        table: Table,
        player: str,
        mine: Collection[int],
        name: str,
        dice: Dice = NO_DICE,
        once: Once | None = None,
    ) -> Created | str:
        """The same game again: the asker and the bots sit down, the other seats wait for their people.

        Only one is made: whoever asks later gets its address. The same request sent again gets the same answer.
        """
        if table.state.status != Status.OVER:
            raise Refusal("not_over")
        async with table.rematching:
            found = await self.answered(once)
            follows = table.state.rematch
            if follows and (found is None or found.table_id != follows):
                return follows
            return await self._again(table, player, mine, name, dice, once)

    async def _again(
        self, table: Table, player: str, mine: Collection[int], name: str, dice: Dice, once: Once | None
    ) -> Created | str:
        chairs = []
        for seat in table.state.seats:
            if seat.kind == SeatKind.BOT and seat.seat not in table.state.given_up:
                level = seat.level if seat.level in self.games.levels else STAND_IN
                chairs.append(Chair("bot", level, seat.name))
            else:
                chairs.append(Chair("me" if seat.seat in mine else "person", name=seat.name))
        old = table.made
        chairs = [replace(chair, colour=seat.colour) for chair, seat in zip(chairs, old.seats, strict=True)]
        wish = Wish(
            old.game,
            old.options,
            chairs,
            old.public,
            old.clock,
            old.approval,
            table.state.hints.who,
            old.rated,
            table.state.by_hand,
            table.state.knows,
        )
        created = await self.create(wish, player, name, dice, once)
        if table.state.rematch == created.table.id:
            return created
        try:
            await table.follow_with(created.table.id)
        except Late:
            if table.state.rematch:  # somebody at another process was faster
                return table.state.rematch
            raise
        return created

    async def _go_round(self) -> None:
        """Every few seconds: catch up, forget idle tables, count rated games, begin rounds of tournaments, tidy up."""
        while True:
            for work in (
                self._catch_up,
                self.heed_operator,
                self._see_others,
                self._forget,
                self.rate,
                self.tournaments.go_on_everywhere,
                self._clear_now_and_then,
                self._tidy,
            ):
                with self.going_on(work.__name__):
                    await work()
            await asyncio.sleep(ROUND_SECONDS)

    @contextlib.contextmanager
    def going_on(self, work: str, table_id: str | None = None) -> Iterator[None]:
        """Whatever goes wrong is logged, and the rounds go on."""
        try:
            yield
        except UnavailableError as error:
            metrics.STORAGE_ERRORS.inc()
            log.error("the database cannot be used", extra={"error": str(error)})
        except Refusal:
            pass
        except Exception:
            log.exception("a round failed", extra={"work": work} | ({"table": mark(table_id)} if table_id else {}))

    async def _beat(self) -> None:
        """Write every few seconds that a server runs."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            with self.going_on("heartbeat"):
                await self.storage.heartbeat.beat()

    async def _see_others(self) -> None:
        """Learn who is at other processes, also of those that can tell nothing any more."""
        if self.storage.shared:
            elsewhere = await self.storage.presences.elsewhere()
            for table in list(self.tables.values()):
                table.see(elsewhere.get(table.id, {}))

    async def _catch_up(self) -> None:
        """Read again what notices may have told while nobody listened."""
        if await self.storage.keep_listening():
            self._behind.update(self.tables)
        for table_id in list(self._behind):
            await self._refresh(table_id)

    async def _refresh(self, table_id: str) -> None:
        """Let a table catch up; one that cannot tries again in the next round."""
        self._behind.add(table_id)
        with self.going_on("refresh", table_id):
            if table_id in self.tables:
                await self.tables[table_id].refresh()
            self._behind.discard(table_id)

    async def _keep_waking(self) -> None:
        """Wake what is due, beside the rounds: no clock waits for their other work, however many run out together."""
        while True:
            more = False
            with self.going_on("wake"):
                more = await self._wake()
            await asyncio.sleep(0.0 if more else ROUND_SECONDS)

    async def _wake(self) -> bool:
        """Load tables where somebody must play who is no person, now or soon; whether there may be more of them."""
        due = await self.storage.tables_at_work(time.time() + AHEAD_SECONDS, self._woken, MOST_WOKEN)
        self._woken = due[-1] if len(due) == MOST_WOKEN else None
        for found in due:
            if found.id not in self.tables and self.games.preparation(found.game, urgent=False).ready:
                with self.going_on("wake", found.id):
                    await self._held(found.id)
        return self._woken is not None

    async def rate(self) -> None:
        """Count the rated games that have come to an end."""
        await self.storage.ratings.update(rating.fold, rating.places)

    async def _clear_now_and_then(self) -> None:
        if time.monotonic() >= self._clear_at:
            await self._clear()
            self._clear_at = time.monotonic() + CLEAR_SECONDS

    async def _clear(self) -> None:
        now, chosen = time.time(), self.settings
        cleared = await self.storage.clear(now - chosen.forget_unstarted_after, now - chosen.close_abandoned_after)
        cleared += await self.storage.clear_uploads(now - chosen.forget_uploads_after)
        for table_id in cleared:
            await self._refresh(table_id)
            self._noticed(table_id)
        await self.storage.forget_promises(now - PROMISE_SECONDS)

    async def _tidy(self, now: float | None = None) -> None:
        """Every few minutes, and at once as long as there is much of it: delete what is not to be kept for ever."""
        now, chosen, tidied = time.time() if now is None else now, self.settings, list[str]()
        if now < self._tidied_at + TIDY_SECONDS:
            return
        if chosen.keep_finished_days > 0:
            tidied += await self.desk.delete_finished(now - chosen.keep_finished_days * DAY)
        if chosen.keep_chats_days > 0:
            tidied += await self.desk.clear_chats(now - chosen.keep_chats_days * DAY)
        if chosen.keep_reports_days > 0:
            await self.desk.delete_reports(now - chosen.keep_reports_days * DAY)
        await self.people.forget(now)
        for table_id in tidied:
            await self._refresh(table_id)
        if len(tidied) < AT_ONCE:
            self._tidied_at = now

    async def heed_operator(self) -> None:
        """Read again what the operator has changed, here, at another server or by the command."""
        self.blocks = {block.key: block.until for block in await self.desk.blocks()}
        for deed in reversed(await self.desk.deeds(self._last_deed, limit=DEEDS_KEPT)):
            log.info("the operator did something", extra={"act": deed.act, "deed": deed.number})
            if deed.table_id in self.tables:
                await self._refresh(deed.table_id)
            self._last_deed = deed.number

    async def _forget(self) -> None:
        now = time.monotonic()
        for table in list(self.tables.values()):
            if table.gone or (not table.is_needed and now - table.used_at > IDLE_SECONDS):
                await self._drop(table)
        await self._make_room()

    async def _make_room(self) -> None:
        """Forget tables that nobody needs now, the longest unused first, until the others are not too much to hold."""
        held, most = sum(table.weight for table in self.tables.values()), self.settings.memory_for_tables * MEGABYTE
        if held <= most:
            return
        for table in sorted(self.tables.values(), key=lambda table: table.used_at)[:-1]:
            if held <= most:
                return
            if not (table.is_needed or table.autoplay.is_at_work or table.lock.locked()):
                held -= table.weight
                await self._drop(table)

    async def _drop(self, table: Table) -> None:
        """Forget a table that nobody looks at, or that is no more."""
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
        metrics.TABLES.set(len(self.tables))
        await table.stop()


def check_timing(timing: Timing | None) -> None:
    """Refuse a clock that nobody can play with."""
    if timing is None:
        return
    if timing.seconds or not timing.bank:
        if not SHORTEST_CLOCK <= timing.seconds <= LONGEST_CLOCK:
            raise Refusal("clock", 422, least=SHORTEST_CLOCK, most=LONGEST_CLOCK)
    elif timing.increment < SHORTEST_INCREMENT:
        raise Refusal("increment", 422, least=SHORTEST_INCREMENT, most=LONGEST_INCREMENT)
    if not 0 <= timing.increment <= LONGEST_INCREMENT:
        raise Refusal("increment", 422, least=SHORTEST_INCREMENT, most=LONGEST_INCREMENT)
    if not 0 <= timing.bank <= LONGEST_BANK:
        raise Refusal("bank", 422, most=LONGEST_BANK)


def begun_with(made: Made, wish: Wish) -> Draft:
    """What happens to a table when it is made; a game to be gone on with is replayed."""
    given = wish.given
    draft = Draft(TableState.of(made, given.game if given else None), made.created_at)
    if wish.hints != Hinted.ALONE:
        draft.add(HintsFor(wish.hints))
    if wish.by_hand:
        draft.add(ByHand(wish.knows))
    if given is not None:
        draft.add(Started())
        if given.set_up:
            draft.add(SetUp(given.beginning.to_json()))
        for move, mover in zip(given.moves, given.movers, strict=True):
            draft.add(Moved(mover, move.text))
        draft.add(Resumed(fair.joint_seed(made.secret_seed, [seat.entropy for seat in made.seats])))
        draft.go_on()
    return draft


def rated_timing(wish: Wish) -> Timing:
    """The clock of a rated game, at which time lost is the game lost; a Refusal where it cannot be rated."""
    if wish.clock is None:
        raise Refusal("rated_clock", 422)
    if wish.by_hand:
        raise Refusal("rated_dice", 422)
    if any(chair.kind == "bot" and (chair.level or STAND_IN) not in LEVELS for chair in wish.chairs):
        raise Refusal("rated_levels", 422, valid=", ".join(LEVELS))
    kinds = [chair.kind for chair in wish.chairs]
    if kinds.count("me") > 1 or kinds.count("bot") == len(kinds):
        raise Refusal("rated_people", 422)
    return replace(wish.clock, out=TimeOut.FORFEIT)


def recorded(text: str, player: str, client: str) -> tuple[TableState, list[EventRow]]:
    """The table that a text record becomes, and what is stored of it; it replays the whole game."""
    from burgrave.core import records

    match, now = records.read(text, MOST_UPLOADED_MOVES), time.time()
    names = [clean_name(name) or f"p{seat}" for seat, name in enumerate(match.names)]
    seats = tuple(Seat(seat, SeatKind.PERSON, name) for seat, name in enumerate(names))
    claim = fair.claim_of(text, match)
    made = Made(
        new_id(),
        match.game.name,
        match.game.options,
        False,
        player,
        None,
        "",
        claim.commitment,
        now,
        seats,
        claim.verifiable_by,
        client,
    )
    draft = Draft(TableState.of(made, match.game), now)
    if match.knows is not None:
        draft.add(ByHand(match.knows))
    draft.add(Started(None if match.seed is None else str(match.seed)))
    if match.set_up:
        draft.add(SetUp(match.beginning.to_json()))
    for seat in sorted(match.forfeited):
        draft.add(Forfeited(seat, names[seat], RECORD))
    for text, mover in zip(match.log, match.movers, strict=True):
        draft.add(Moved(mover, text))
    is_decided = match.is_over or match.conceded
    draft.add(Ended(match.position.scores, match.winners) if is_decided else Closed())
    return draft.state, [encoded(event) for event in draft.events]


def check_knows(wish: Wish) -> None:
    """Refuse a table that is told what one seat sees where others would have to be shown what is only guessed."""
    if not wish.by_hand or wish.knows is None or wish.knows >= len(wish.chairs):
        raise Refusal("knows_seat", 422)
    if any(chair.kind != "me" for chair in wish.chairs) or wish.clock is not None:
        raise Refusal("knows_alone", 422)


def check_colours(spec: Spec, chairs: Sequence[Chair]) -> None:
    """Refuse colours that the game does not have, and one that two seats want."""
    chosen = [chair.colour for chair in chairs if chair.colour]
    for colour in chosen:
        if colour not in spec.all_colours:
            raise Refusal("no_colour", 422, colour=shown(colour), valid=", ".join(spec.all_colours))
    if len(set(chosen)) < len(chosen):
        raise Refusal("same_colour", 422)
