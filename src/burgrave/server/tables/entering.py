"""Tables beside a real one: people enter what dice and cards bring, each what they may see.

A table may be told only what one seat sees. Then its person enters the others' moves too, and what is hidden from the
seat stays unknown (`core/companion`).
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from burgrave.core.spec import CHANCE
from burgrave.server.tables.events import Moved
from burgrave.server.tables.refusal import Refusal

if TYPE_CHECKING:
    from burgrave.core.verbs import Move
    from burgrave.server.tables.draft import Draft
    from burgrave.server.tables.state import TableState


def awaited(state: TableState) -> bool:
    """Whether somebody has to enter what chance brings, or what another has done."""
    if not state.by_hand or state.to_act is None:
        return False
    return state.to_act == CHANCE or state.knows not in (None, state.to_act)


def unseen(state: TableState) -> str:
    """What chance has brought as it is entered, where nobody at the table can tell what it was; else nothing."""
    from burgrave.core.companion import unknown_to

    if state.knows is None or state.match is None:
        return ""
    return unknown_to(state.match.position, state.knows)


def outcomes(state: TableState, seat: int) -> list[Move]:
    """What chance may have brought, or another seat done, as far as a seat can tell: the same whatever is hidden."""
    from burgrave.core.companion import possible, reads
    from burgrave.core.previews import samples_of

    if state.knows is not None:
        assert state.match is not None
        return possible(state.match) if seat == state.knows else []
    found: dict[int, Move] = {}
    for sample in samples_of(state.view(seat)):
        for move in sample.moves():
            if move.id not in found and reads(sample, seat, move):
                found[move.id] = move
    return [move for _, move in sorted(found.items())]


def enter(draft: Draft, seat: int, text: str) -> None:
    """A seat says what chance has brought, or what another has done."""
    from burgrave.core.companion import reads

    assert draft.state.game is not None
    assert draft.state.match is not None
    assert draft.state.to_act is not None
    if draft.state.knows is not None:
        if seat != draft.state.knows:
            raise Refusal("not_yours_to_enter", 403)
        draft.add(Moved(draft.state.to_act, " ".join(text.split()).lower()))
        return
    move, position = draft.state.game.move(text), draft.state.match.position
    if move in position.moves() and not reads(position, seat, move):
        raise Refusal("not_yours_to_enter", 403)
    draft.add(Moved(CHANCE, move.text))


def draw(draft: Draft) -> None:
    """Let the server draw what chance brings, until somebody has to decide."""
    if not awaited(draft.state) or draft.state.to_act != CHANCE:
        raise Refusal("nothing_to_draw")
    while awaited(draft.state) and draft.state.to_act == CHANCE:
        assert draft.state.match is not None
        drawn = unseen(draft.state) or draft.state.match.drawn_by(secrets.token_hex(16)).text
        draft.add(Moved(CHANCE, drawn))
        draft.go_on()
