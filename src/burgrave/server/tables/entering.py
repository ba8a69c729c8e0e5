"""Tables beside a real one: people enter what dice and cards bring, each what they may see."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from burgrave.core.spec import CHANCE
from burgrave.server.tables.events import Moved
from burgrave.server.tables.refusal import Refusal

if TYPE_CHECKING:
    from burgrave.core.position import Position
    from burgrave.core.verbs import Move
    from burgrave.server.tables.draft import Draft
    from burgrave.server.tables.state import TableState


def awaited(state: TableState) -> bool:
    """Whether somebody has to enter what chance brings."""
    return state.by_hand and state.to_act == CHANCE


def reads(position: Position, seat: int, move: Move) -> bool:
    """Whether a seat would read a move of chance in full, and so may say what it was."""
    after = position.play(move)
    return str(position.game.rules.parts.seen_as(move, seat, position.s, after.s)) == move.text


def outcomes(state: TableState, seat: int) -> list[Move]:
    """What chance may have brought, as far as a seat can tell: the same whatever is hidden from it."""
    from burgrave.core.previews import samples_of

    found: dict[int, Move] = {}
    for sample in samples_of(state.view(seat)):
        for move in sample.moves():
            if move.id not in found and reads(sample, seat, move):
                found[move.id] = move
    return [move for _, move in sorted(found.items())]


def enter(draft: Draft, seat: int, text: str) -> None:
    """A seat says what chance has brought."""
    assert draft.state.game is not None
    assert draft.state.match is not None
    move, position = draft.state.game.move(text), draft.state.match.position
    if move in position.moves() and not reads(position, seat, move):
        raise Refusal("not_yours_to_enter", 403)
    draft.add(Moved(CHANCE, move.text))


def draw(draft: Draft) -> None:
    """Let the server draw what chance brings, until somebody has to decide."""
    if not awaited(draft.state):
        raise Refusal("nothing_to_draw")
    while awaited(draft.state):
        assert draft.state.match is not None
        draft.add(Moved(CHANCE, draft.state.match.drawn_by(secrets.token_hex(16)).text))
        draft.go_on()
