"""A match beside a real table that is told only what one seat sees: what is hidden from it stays unknown.

The rules need whole positions, so the match holds a guess: what `draw ?` may have brought, drawn by the odds. Nobody is
shown the guess. When something is seen that does not fit it (somebody plays a card that the guess has put elsewhere),
everything hidden is dealt anew, as a shuffle would, until it fits: what the seat knows stays the same. That a game is
over is believed only where no deal lets it go on, and then what nobody has shown counts as little as it can. Guesses
depend on the moves alone, so a record that is read again gives the same match.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

from burgrave.core.errors import Mistake, shown
from burgrave.core.spec import CHANCE

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.match import Match
    from burgrave.core.position import MoveLike, Position
    from burgrave.core.verbs import Move

HIDDEN = "?"
SAMPLES = 200
"""A move is thought possible where one of so many positions that fit what is known allows it."""
DEALS = 2_000
"""And that nobody can have made it, where none of so many does."""
MOST_FACE_DOWN = 64
"""So many moves at most lie face down at a time."""


def hidden_text(game: Game, move: Move) -> str:
    """How somebody reads a move that is hidden from him: `draw ?`."""
    return " ".join((game.rules.verbs.verb(move).word, *(HIDDEN for _ in move.args)))


def reads(position: Position, seat: int, move: Move) -> bool:
    """Whether a seat would read a move in full."""
    after = position.play(move)
    return str(position.game.rules.parts.seen_as(move, seat, position.s, after.s)) == move.text


def unknown_to(position: Position, seat: int) -> str:
    """The text with which a seat tells of a move of chance of which it sees nothing; empty where it sees something."""
    if position.to_act != CHANCE:
        return ""
    moves = position.moves()
    if len(moves) == 0 or any(reads(position, seat, move) for move in moves):
        return ""
    return hidden_text(position.game, moves[0])


def possible(match: Match) -> list[Move]:
    """What whoever is to act may do or have drawn, as far as the seat knows for which the match is kept.

    Of a draw that is hidden from it that is everything: somebody may show the card later.
    """
    found: dict[int, Move] = {}
    assert match.knows is not None
    own = match.position.to_act == match.knows  # which depends on nothing that is hidden
    by_chance = match.position.to_act == CHANCE and not unknown_to(match.position, match.knows)
    for sample in _deals(match, 0 if own else SAMPLES):
        for move in sample[-1].moves():
            if move.id not in found and (not by_chance or reads(sample[-1], match.knows, move)):
                found[move.id] = move
    return [move for _, move in sorted(found.items())]


def _deals(match: Match, count: int) -> Iterator[list[Position]]:
    """The last positions as they may have been, the guess first: from before what was entered face down to now."""
    yield [match.position]
    first = _face_down(match)
    view, moves = match._positions[first].view(match.knows), match._moves[first:]
    for number in range(count):
        dealt = [view.sample(number)]
        for move in moves:
            if move not in dealt[-1].moves():
                break
            dealt.append(dealt[-1].play(move))
        else:
            yield dealt


def _face_down(match: Match) -> int:
    """The number of moves before the first that was entered and that the seat may not know yet, such as a discard."""
    now, seen_as = match.position.s, match.game.rules.parts.seen_as
    for number in range(max(0, match.length - MOST_FACE_DOWN), match.length):
        move = match._moves[number]
        if number not in match._unknown and seen_as(move, match.knows, match._positions[number].s, now) != move.text:
            return number
    return match.length


def enter(match: Match, move: MoveLike) -> None:
    """Play what was seen at the table; an `IllegalMove` where it fits nothing that can have been."""
    if isinstance(move, str) and HIDDEN in move:
        _enter_hidden(match, move)
        return
    chosen = match.game.move(move)
    over: tuple[list[Position], Position] | None = None
    for number, deal in enumerate(_deals(match, DEALS)):
        if chosen in deal[-1].moves():
            after = deal[-1].play(chosen)
            if after.to_act is not None or (number == 0 and not _hides(match)):
                _play(match, deal, chosen, after)
                return
            if over is None or sum(after.scores) < sum(over[1].scores):
                over = deal, after
        elif match.position.to_act == match.knows:
            break
        if over is not None and number >= SAMPLES:
            break
    if over is None:
        raise match.game.illegal(match.position, chosen).named(chosen.text, match.length + 1)
    _play(match, over[0], chosen, over[1])


def _hides(match: Match) -> bool:
    """Whether anything is hidden from the seat for which the match is kept."""
    return bool(match.position.view(match.knows)._records.tobytes() != match.position._records.tobytes())


def _enter_hidden(match: Match, text: str) -> None:
    """Chance has brought something that the seat did not see."""
    position, told = match.position, " ".join(text.split()).lower()
    hidden = [one for one in _hidden_from(position, match.knows) if hidden_text(match.game, one) == told]
    if not hidden:
        raise Mistake.of("companion.not_hidden", text=shown(text))
    going_on = [one for one in hidden if position.play(one).to_act is not None]
    drawn = _draw(position, going_on or hidden, f"unknown {match.length}")
    match._unknown |= {match.length}
    match._add(drawn, position.play(drawn))


def _play(match: Match, deal: list[Position], move: Move, after: Position) -> None:
    """Go on from what is guessed now."""
    if deal[-1] is not match.position:
        kept = match._positions.first(match.length + 1 - len(deal))
        for position in deal:
            kept = kept.plus(position)
        match._positions = kept
    match._add(move, after)


def _hidden_from(position: Position, seat: int | None) -> list[Move]:
    """The moves of chance that a seat would not read."""
    if position.to_act != CHANCE or seat is None:
        return []
    return [move for move in position.moves() if not reads(position, seat, move)]


def _draw(position: Position, moves: list[Move], seed: str) -> Move:
    """One of some outcomes of chance, by their odds."""
    odds = dict(zip(position.moves(), position.odds(), strict=True))
    left = random.Random(seed).randrange(sum(odds[move] for move in moves))
    for move in moves:
        left -= odds[move]
        if left < 0:
            return move
    raise AssertionError("the odds do not add up")
