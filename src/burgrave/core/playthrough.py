"""Playthroughs: a game written down step by step, so that a change of rules shows as a readable difference."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from burgrave.core import registry
from burgrave.core.dice import below, dice_of
from burgrave.core.game import Game, game
from burgrave.core.position import Position, actor_name
from burgrave.core.spec import CHANCE
from burgrave.core.verbs import Move

MOVES_SHOWN = 220
TEXTS_SHOWN = 6
VIEWS_EVERY = 20
"""Moves between two lines that sum up what everybody sees."""


def playthrough(name: str, players: int) -> str:
    """One random game of usual options, written down."""
    return "\n".join(_lines(game(name, players=players))) + "\n"


def _lines(rules: Game) -> Iterator[str]:
    seed = f"playthrough {rules.name} {rules.players}"
    yield f"{rules.spec.title}, {rules.players} players, {len(rules.rules.verbs)} moves in all, seed {seed!r}"
    position, number = rules.start(), 0
    scores: tuple[int, ...] = ()
    while position.to_act is not None:
        move = _drawn(position, seed, number)
        if number < MOVES_SHOWN:
            yield f"{number:4} {actor_name(position.to_act)} {position.point}: {move.text}{_choice(position)}"
            if number % VIEWS_EVERY == 0:
                yield f"     seen: {' '.join(_digest(position, seat) for seat in (None, *range(rules.players)))}"
        position = position.play(move)
        if number < MOVES_SHOWN and position.scores != scores:
            scores = position.scores
            yield f"     scores: {' '.join(map(str, scores))}"
        number += 1
    winners = " ".join(f"p{seat}" for seat in position.winners) or "nobody"
    yield f"after {number} moves: scores {' '.join(map(str, position.scores))}, won by {winners}"


def _drawn(position: Position, seed: str, number: int) -> Move:
    """Chance's move by its weights, a seat's at random."""
    dice, rules = dice_of(seed, number), position.game.rules
    if position.to_act == CHANCE:
        drawn = rules.drivers.luck_at(position._records, 0, position.game.workspace.scratch, dice)
        return rules.verbs.moves[int(drawn)]
    moves = position.moves()
    return moves[int(below(dice, len(moves)))]  # type: ignore[no-untyped-call]


def _choice(position: Position) -> str:
    """What else was possible: how many moves and the first few, or chance's weights."""
    moves = position.moves()
    shown = [move.text for move in moves[:TEXTS_SHOWN]]
    if position.to_act == CHANCE:
        shown = [f"{text} × {weight}" for text, weight in zip(shown, position.odds(), strict=False)]
    rest = ", …" if len(moves) > TEXTS_SHOWN else ""
    return f"   [{len(moves)}: {', '.join(shown)}{rest}]"


def _digest(position: Position, seat: int | None) -> str:
    return hashlib.sha256(position.view(seat).to_json().encode()).hexdigest()[:8]


def file_name(name: str, players: int) -> str:
    """The file of a playthrough."""
    return f"{name}-{players}.txt"


def write_all(folder: Path, names: tuple[str, ...] | None = None) -> list[Path]:
    """Write the playthroughs of games, one for each number of players."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in names or registry.games():
        for players in registry.spec(name).players:
            path = folder / file_name(name, players)
            path.write_text(playthrough(name, players), encoding="utf-8")
            written.append(path)
    return written
