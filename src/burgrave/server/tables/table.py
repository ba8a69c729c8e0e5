"""A live table: the game, who sits where, and everything people do there. Stored first, shown afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from burgrave.core import fair
from burgrave.server import metrics
from burgrave.server.store.rows import Append, ConflictError, Event, Head, Seat, StoredTable, UnavailableError
from burgrave.server.store.storage import Storage
from burgrave.server.tables.autoplay import PASS, Autoplay
from burgrave.server.tables.bot_names import free_bot_names
from burgrave.server.tables.games import Games
from burgrave.server.tables.refusal import Late, Refusal

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.match import Match
    from burgrave.core.position import View

log = logging.getLogger("burgrave.server")

OPEN, PLAYING, OVER, CLOSED = "open", "playing", "over", "closed"
LONGEST_CHAT = 500
CHAT_KEPT = 100


@dataclass(frozen=True)
class UndoRequest:
    """Somebody asks to take back the last `count` moves; who has agreed so far."""

    seat: int
    count: int
    agreed: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Line:
    """A line of chat, or something that everybody is told about a seat's bot: then `notice` names the sentence."""

    seq: int
    at: float
    seat: int | None
    name: str
    text: str
    notice: str = ""


@dataclass(frozen=True)
class Forfeit:
    """Which bot has failed, and how."""

    bot: str
    reason: str


class Table:
    """One table in memory. All changes go through `_store`, under the table's lock."""

    def __init__(self, stored: StoredTable, storage: Storage, games: Games, bot_pause: float) -> None:
        self.id = stored.id
        self.stored = stored
        self.storage, self.games, self.bot_pause = storage, games, bot_pause
        self.head = stored.head
        self.seats = list(stored.seats)
        self.sitters: dict[int, set[str]] = {}
        self.match: Match | None = None
        self.problem: str | None = None
        self.events: list[Event] = []
        self.move_seqs: list[int] = []
        """The event number of each move that stands, in the match's order."""
        self.chat: list[Line] = []
        self.forfeits: dict[int, Forfeit] = {}
        """The seats whose bots have failed: they play on and cannot win."""
        self.undo_request: UndoRequest | None = None
        self.standing: dict[int, set[str]] = {}
        self.used_at = time.monotonic()
        self.gone = False
        """Whether it was cleared away."""
        self.lock = asyncio.Lock()
        self.rematching = asyncio.Lock()
        self.listeners: set[Callable[[], None]] = set()
        self.present: Counter[int | None] = Counter()
        self.pages: dict[Any, Any] = {}
        """What is rendered of the present state, by seat and language; emptied with every change."""
        self.autoplay = Autoplay(self)

    # Reading

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.head.seq

    @property
    def status(self) -> str:
        """Open for people to sit down, playing, over or closed."""
        return self.head.status

    @property
    def game(self) -> Game:
        """The rules with this table's options."""
        return self.games.game(self.stored.game, self.stored.options)

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names."""
        return tuple(seat.name or f"p{seat.seat}" for seat in self.seats)

    @property
    def to_act(self) -> int | None:
        """The seat whose move it is."""
        if self.match is None or self.status != PLAYING:
            return None
        return self.match.position.to_act

    @property
    def deadline(self) -> float | None:
        """When the seat to act loses its move to a bot."""
        if self.stored.clock is None or self.to_act is None or self.seats[self.to_act].kind != "person":
            return None
        return self.head.changed_at + self.stored.clock

    def seats_of(self, player: str | None) -> list[int]:
        """The seats a browser may act for."""
        return [seat for seat in range(self.players) if player and player in self.sitters.get(seat, ())]

    def view(self, seat: int | None) -> View:
        """What a seat may know now."""
        assert self.match is not None
        return self.match.view(seat)

    def may_undo(self, seat: int) -> tuple[int, bool] | None:
        """How many moves the seat may ask to take back, and whether the others must agree; None when it cannot."""
        if self.match is None or self.status != PLAYING or self.undo_request:
            return None
        movers = self.match.movers
        count = next((back + 1 for back, mover in enumerate(reversed(movers)) if mover == seat), 0)
        if count == 0:
            return None
        if count == 1 and self.match.may_undo(1) is None:
            return 1, False
        if self.match.may_undo(count, consent=True) is None:
            return count, bool(self._others(seat))
        return None

    def _others(self, seat: int, seats: Iterable[Seat] | None = None) -> set[int]:
        chosen = self.seats if seats is None else seats
        return {other.seat for other in chosen if other.kind == "person" and other.seat != seat}

    # Loading

    async def load(self) -> None:
        """Read everything the database has and play it again."""
        self.sitters = await self.storage.sitters(self.id)
        events = await self.storage.events(self.id)
        if self.status != OPEN:
            await self.games.ready(self.stored.game)
        self.events, self.move_seqs, self.chat, self.undo_request, self.standing = [], [], [], None, {}
        self.match, self.forfeits = None, {}
        for event in events:
            if event.seq <= self.head.seq:  # somebody may have written since the head was read; `refresh` catches up
                self._take(event)
        self._settle()
        self._changed()

    async def refresh(self) -> None:
        """Catch up with what another process has written, or with the end that came to a table nobody used."""
        async with self.lock:
            stored = await self.storage.table(self.id)
            if stored is None:
                self.gone = True
                self._changed()
                return
            if stored.head.seq < self.head.seq or stored.head == self.head:
                return
            if stored.head.status != OPEN:
                await self.games.ready(self.stored.game)
            events = await self.storage.events(self.id, self.head.seq)
            self.sitters = await self.storage.sitters(self.id)
            self.stored, self.head, self.seats = stored, stored.head, list(stored.seats)
            for event in events:
                if event.seq <= self.head.seq:
                    self._take(event)
            self._settle()
            self._changed()

    def _settle(self) -> None:
        if self.match is not None and self.head.seed is not None:
            self.match.names = self.names
            if not self.match.fits_seed(self.head.seed):
                self.problem = "the chance moves are not those of the table's seed"

    def _take(self, event: Event) -> None:
        """Let one stored event happen in memory."""
        self._note(event)
        data, seat = event.data, event.seat
        if self.problem:
            return
        try:
            if event.kind == "start":
                from burgrave.core.match import Match

                self.match = Match(self.game, chance="manual", names=self.names)
            elif event.kind == "move" and self.match is not None:
                self._replay(seat, data["text"])
            elif event.kind == "undo" and self.match is not None:
                self.match.undo(data["count"], consent=True)
                self.undo_request = None
            else:
                self._talk(event)
        except ValueError as error:
            self.problem = str(error)
            log.error("a stored game does not fit the rules", extra={"table": self.id, "seq": event.seq})

    def _replay(self, seat: int | None, text: str) -> None:
        """Play a stored move; one of chance that the seed has drawn here already must be the same."""
        assert self.match is not None
        drawn = self.match.steps(len(self.move_seqs) - 1)
        if drawn:
            if drawn[0][0].text != text:
                raise ValueError(f"chance drew {text!r}, but the seed says {drawn[0][0].text!r}")
            return
        point = self.match.position.point
        self.match.play(text)
        self._moved(seat, point, text)

    def _note(self, event: Event) -> None:
        self.events.append(event)
        if event.kind == "move":
            self.move_seqs.append(event.seq)
        elif event.kind == "undo":
            del self.move_seqs[-event.data["count"] :]

    def _talk(self, event: Event) -> None:
        data, seat = event.data, event.seat
        if event.kind == "chat":
            self.chat = [*self.chat, Line(event.seq, event.at, seat, data["name"], data["text"])][-CHAT_KEPT:]
        elif event.kind == "ask_undo" and seat is not None:
            self.undo_request = UndoRequest(seat, data["count"])
        elif event.kind == "answer_undo" and seat is not None and self.undo_request:
            request = self.undo_request
            self.undo_request = replace(request, agreed=request.agreed | {seat}) if data["yes"] else None
        elif event.kind == "standing" and seat is not None:
            chosen = self.standing.setdefault(seat, set())
            chosen.add(data["answer"]) if data["on"] else chosen.discard(data["answer"])
        elif event.kind == "forfeit" and seat is not None:
            self._set_forfeits({**self.forfeits, seat: Forfeit(data["bot"], data["reason"])})
            self._tell(event, f"forfeit.{data['reason']}")
        elif event.kind == "bot_gone":
            self._tell(event, "bot_gone")
        elif event.kind == "sit" and data["kind"] == "person":
            self._set_forfeits({other: forfeit for other, forfeit in self.forfeits.items() if other != seat})

    def _set_forfeits(self, forfeits: dict[int, Forfeit]) -> None:
        self.forfeits = forfeits
        if self.match is not None:
            self.match.forfeited = frozenset(forfeits)

    def _tell(self, event: Event, notice: str) -> None:
        """A notice among the lines of chat; it names the bot."""
        self.chat = [*self.chat, Line(event.seq, event.at, event.seat, event.data["bot"], "", notice)][-CHAT_KEPT:]

    def _moved(self, seat: int | None, point: str, text: str) -> None:
        """A move ends a request for undo, and a seat's own move elsewhere ends what it said about passing."""
        self.undo_request = None
        if seat is not None and seat in self.standing and (f"pass {point}" not in self.standing[seat] or text != PASS):
            self.standing[seat] = {answer for answer in self.standing[seat] if not answer.startswith("pass ")}

    # Changing

    def _changed(self) -> None:
        self.pages.clear()
        for listener in list(self.listeners):
            listener()
        self.autoplay.nudge()

    async def _store(
        self,
        events: Iterable[tuple[str, int | None, Mapping[str, Any]]],
        match: Match | None = None,
        seats: Iterable[Seat] = (),
        sitters: Iterable[tuple[int, str]] = (),
        secrets: Iterable[tuple[str, int | None]] = (),
        **head: Any,
    ) -> list[Event]:
        """Commit events and what they change; only then let memory and the people at the table know."""
        now = time.time()
        numbered = [Event(self.head.seq + 1 + k, now, kind, seat, data) for k, (kind, seat, data) in enumerate(events)]
        new = replace(self.head, seq=self.head.seq + len(numbered), **head)
        if any(event.kind in ("start", "move", "undo", "sit") for event in numbered):
            new = replace(new, position_seq=new.seq, changed_at=now)
        changed = tuple(seats)
        append = Append(self.id, self.head.seq, tuple(numbered), new, changed, tuple(sitters), tuple(secrets))
        await self.storage.append(append)
        self.head = new
        for seat in changed:
            self.seats[seat.seat] = seat
        for number, player in append.sitters:
            self.sitters.setdefault(number, set()).add(player)
        for event in numbered:
            self._note(event)
        if match is not None:
            self.match = match
            match.names = self.names
        return numbered

    @contextlib.asynccontextmanager
    async def _changing(self) -> Any:
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

    def _check(self, seq: int) -> None:
        if self.problem:
            raise Refusal("broken")
        if self.status != PLAYING or self.match is None:
            raise Refusal("not_playing")
        if not self.head.position_seq <= seq <= self.head.seq:
            raise Late

    def _continuation(
        self, match: Match, known: int
    ) -> tuple[list[tuple[str, int | None, Mapping[str, Any]]], dict[str, Any]]:
        """The events of the moves after the first `known`, and what they make of the table's head."""
        events: list[tuple[str, int | None, Mapping[str, Any]]] = [
            ("move", before.to_act, {"text": move.text}) for move, before in match.steps(known)
        ]
        head: dict[str, Any] = {"to_act": match.position.to_act}
        if match.is_over:
            result = {"scores": list(match.position.scores), "winners": list(match.winners)}
            events.append(("over", None, result))
            head |= {"status": OVER, "result": result}
        return events, head

    async def play(self, seat: int, seq: int, text: str, by: str = "person") -> None:
        """A seat's move and the chance moves after it, in one transaction."""
        begun = time.perf_counter()
        async with self._changing():
            self._check(seq)
            assert self.match is not None
            if self.match.position.to_act != seat:
                raise Refusal("not_your_turn")
            await self._play(seat, text)
        metrics.MOVES.labels(self.stored.game, by).inc()
        metrics.MOVE_SECONDS.observe(time.perf_counter() - begun)

    async def _play(self, seat: int, text: str) -> None:
        assert self.match is not None
        match = self.match.copy()
        known, point = len(match.moves), match.position.point
        match.play(text)
        events, head = self._continuation(match, known)
        await self._store(events, match, **head)
        self._moved(seat, point, events[0][2]["text"])

    async def undo(self, seat: int, seq: int) -> bool:
        """Take back the seat's last move, or ask the others; True when it is done at once."""
        async with self._changing():
            self._check(seq)
            allowed = self.may_undo(seat)
            if allowed is None:
                raise Refusal("no_undo")
            count, ask = allowed
            if ask:
                await self._store([("ask_undo", seat, {"count": count})])
                self.undo_request = UndoRequest(seat, count)
                return False
            match = self._before(count)
            await self._store([("undo", seat, {"count": count})], match, to_act=match.position.to_act)
            self.undo_request = None
            return True

    def _before(self, count: int) -> Match:
        """The match without its last moves."""
        assert self.match is not None
        match = self.match.copy()
        match.undo(count, consent=True)
        return match

    async def answer_undo(self, seat: int, yes: bool) -> None:
        """Agree to an undo or refuse it; the last to agree lets it happen."""
        async with self._changing():
            request = self.undo_request
            if request is None or seat == request.seat or seat in request.agreed:
                raise Refusal("no_request")
            answered = replace(request, agreed=request.agreed | {seat}) if yes else None
            answer = ("answer_undo", seat, {"yes": yes})
            if answered and self._others(request.seat) <= answered.agreed:
                match = self._before(request.count)
                undo = ("undo", request.seat, {"count": request.count})
                await self._store([answer, undo], match, to_act=match.position.to_act)
                answered = None
            else:
                await self._store([answer])
            self.undo_request = answered

    async def say(self, seat: int | None, name: str, text: str) -> None:
        """A line of chat."""
        text = " ".join(text.split())[:LONGEST_CHAT]
        if not text:
            raise Refusal("empty", 422)
        async with self._changing():
            stored = await self._store([("chat", seat, {"name": name, "text": text})])
            self._talk(stored[0])

    async def forfeit(self, seat: int, bot: str, reason: str) -> None:
        """The program that plays a seat has failed: the seat plays on and cannot win."""
        async with self._changing():
            if self.status != PLAYING or (self.seats[seat].kind, self.seats[seat].level) != ("bot", bot):
                raise Refusal("no_seat", 422)
            stored = await self._store([("forfeit", seat, {"bot": bot, "reason": reason})])
            self._talk(stored[0])

    async def stand(self, seat: int, answer: str, on: bool) -> None:
        """Give or take back a standing answer.

        `forced`: play my only move. `refuse`: refuse what I cannot accept. `pass <point>`: pass there until I move
        elsewhere.
        """
        async with self._changing():
            known = self.match is not None and ("forced", "refuse", *(f"pass {at}" for at in self.game.rules.points))
            if not known or answer not in known:
                raise Refusal("no_answer", 422)
            stored = await self._store([("standing", seat, {"answer": answer, "on": on})])
            self._talk(stored[0])

    # Seats

    async def sit(
        self, seat: int, name: str, entropy: str, player: str | None = None, secret_digest: str | None = None
    ) -> None:
        """A person takes an open seat; the game begins when the last one is taken."""
        async with self._changing():
            if not 0 <= seat < self.players or self.seats[seat].kind != OPEN or self.status != OPEN:
                raise Refusal("seat_taken")
            taken = replace(self.seats[seat], kind="person", name=name, level=None, entropy=fair.clean_entropy(entropy))
            await self._seat([taken], player, secret_digest)

    async def fill(self, seat: int, level: str) -> None:
        """A bot takes over a seat: an open one, or one whose person does not come back."""
        async with self._changing():
            if not 0 <= seat < self.players or level not in self.games.levels or self.status not in (OPEN, PLAYING):
                raise Refusal("no_seat", 422)
            old = self.seats[seat]
            name = old.name or free_bot_names(other.name for other in self.seats)[0]
            await self._seat([replace(old, kind="bot", level=level, name=name)], None, None)

    async def stand_in(self, seat: int, level: str) -> None:
        """Another bot plays for one that the operator has taken away; everybody is told."""
        async with self._changing():
            old = self.seats[seat]
            if old.kind != "bot" or old.level in self.games.levels or self.status != PLAYING:
                raise Refusal("no_seat", 422)
            await self._seat([replace(old, level=level)], None, None, [("bot_gone", seat, {"bot": old.level})])

    async def come_back(self, seat: int) -> None:
        """Whoever sat there takes the seat back from the bot."""
        async with self._changing():
            if self.seats[seat].kind != "bot" or self.status != PLAYING:
                raise Refusal("no_seat", 422)
            await self._seat([replace(self.seats[seat], kind="person", level=None)], None, None)

    async def _seat(
        self,
        seats: list[Seat],
        player: str | None,
        secret_digest: str | None,
        notices: Iterable[tuple[str, int | None, Mapping[str, Any]]] = (),
    ) -> None:
        events: list[tuple[str, int | None, Mapping[str, Any]]] = [*notices]
        events += [
            ("sit", seat.seat, {"kind": seat.kind, "name": seat.name, "level": seat.level, "entropy": seat.entropy})
            for seat in seats
        ]
        sitters = [(seat.seat, player) for seat in seats if player]
        secrets = [(secret_digest, seat.seat) for seat in seats if secret_digest]
        together = {seat.seat: seat for seat in (*self.seats, *seats)}
        full = self.status == OPEN and all(seat.kind != OPEN for seat in together.values())
        match: Match | None = None
        head: dict[str, Any] = {}
        if full:
            await self.games.ready(self.stored.game)
            seed = fair.joint_seed(self.stored.secret_seed, [together[k].entropy for k in range(self.players)])
            match = self.game.match(seed=seed)
            more, head = self._continuation(match, 0)
            events += [("start", None, {}), *more]
            head = {"status": PLAYING, "seed": seed, **head}
        request = self.undo_request
        if request and self._others(request.seat, together.values()) <= request.agreed:  # who was asked has left
            match = self._before(request.count)
            events.append(("undo", request.seat, {"count": request.count}))
            head, request = {"to_act": match.position.to_act}, None
        for event in await self._store(events, match, seats, sitters, secrets, **head):
            self._talk(event)
        self.undo_request = request

    async def begin(self) -> None:
        """Start a table whose seats were all taken when it was made."""
        async with self._changing():
            if self.status == OPEN and all(seat.kind != OPEN for seat in self.seats):
                await self._seat([], None, None)

    async def admit(self, seat: int, player: str) -> None:
        """Another browser of the same person may act for the seat."""
        await self.storage.add_sitter(self.id, seat, player)
        self.sitters.setdefault(seat, set()).add(player)

    async def follow_with(self, table_id: str) -> None:
        """Point everybody to the rematch."""
        async with self._changing():
            if self.head.rematch:
                raise Late
            await self._store([("rematch", None, {"table": table_id})], rematch=table_id)

    # People looking on

    def is_here(self, seat: int) -> bool:
        """Whether somebody looks after a seat: a bot, or a person with a page open for it or for another of theirs."""
        people = self.sitters.get(seat, set())
        shared = (other for other, sitters in self.sitters.items() if sitters & people)
        return self.seats[seat].kind == "bot" or any(self.present[k] > 0 for k in (seat, *shared))

    def is_taken(self, seat: int) -> bool:
        """Whether a person sits there who is here."""
        return seat < self.players and self.seats[seat].kind == "person" and self.is_here(seat)

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

    async def stop(self) -> None:
        """End the table's own work; whatever is stored goes on elsewhere or later."""
        await self.autoplay.stop()
        self.listeners.clear()


def new_head() -> Head:
    """The head of a table that was just made."""
    return Head(OPEN, 0, 0, changed_at=time.time())
