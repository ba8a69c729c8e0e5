"""What should have been played: a search looks at every decision of a match through the eyes of its seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from burgrave.bots.search import Candidate, SearchBot

if TYPE_CHECKING:
    from burgrave.core.match import Match
    from burgrave.core.position import Position

DEFAULT_ITERATIONS = 500


@dataclass(frozen=True)
class Decision:
    """A move that a seat made after `number` others, beside what a search thinks of all its moves, the best first."""

    number: int
    seat: int
    played: Candidate
    candidates: tuple[Candidate, ...]

    @property
    def best(self) -> Candidate:
        """What the search would have played."""
        return self.candidates[0]

    @property
    def loss(self) -> float:
        """The share of the win that the move gave away, as the search sees it."""
        return max(0.0, self.best.value - self.played.value)


def is_decision(position: Position) -> bool:
    """Whether a seat has to choose between several moves."""
    return position.to_act is not None and position.to_act >= 0 and len(position.moves()) > 1


def advice(match: Match, bot: SearchBot) -> tuple[Candidate, ...]:
    """What a search thinks of the moves of the seat to act, the best first; it sees only what the seat sees."""
    return tuple(bot.candidates(match.view(match.position.to_act))) if is_decision(match.position) else ()


def decide_again(match: Match, number: int, bot: SearchBot) -> Decision:
    """Take advice on the decision after the first `number` moves, and compare with what was played."""
    before = match.first(number)
    candidates = advice(before, bot)
    played = next(candidate for candidate in candidates if candidate.move == match.moves[number])
    return Decision(number, match.movers[number], played, candidates)


def decisions(match: Match) -> list[int]:
    """After how many moves a seat had to choose between several."""
    return [number for number, position in enumerate(match.positions[: match.length]) if is_decision(position)]


def analyse(
    match: Match, *, iterations: int = DEFAULT_ITERATIONS, seed: int | str = 1, seat: int | None = None
) -> Iterator[Decision]:
    """Every decision of a match, or of one seat, in order; the same arguments give the same judgements."""
    bot = SearchBot(match.game, iterations=iterations, seed=seed)
    for number in decisions(match):
        if seat in (None, match.movers[number]):
            yield decide_again(match, number, bot)


def summed(found: list[Decision], players: int) -> list[dict[str, Any]]:
    """How each seat did: its decisions, how often the search agrees, and what it gave away on the whole."""
    seats = [[decision for decision in found if decision.seat == seat] for seat in range(players)]
    return [
        {
            "seat": seat,
            "decisions": len(own),
            "agreed": sum(decision.played.move == decision.best.move for decision in own),
            "loss": sum(decision.loss for decision in own) / max(1, len(own)),
        }
        for seat, own in enumerate(seats)
        if own
    ]
