"""What pages say about a table's dice: what was promised, who can verify them, and what can be said at the end."""

from __future__ import annotations

from dataclasses import dataclass

from burgrave.core import fair
from burgrave.core.words import joined
from burgrave.server.store.kinds import Status
from burgrave.server.tables.state import TableState
from burgrave.server.web.html import say
from burgrave.server.web.json import record_name


@dataclass(frozen=True)
class DiceFacts:
    """What a page shows of a table's dice."""

    commitment: str
    promise: str
    """Who can verify the dice, said before the end."""
    over: bool
    verdict: fair.Verdict
    finding: str
    """What the server itself, which has replayed the game, can say at the end."""
    seed: str
    names: tuple[str, ...]
    record: str
    """What the record's file is called."""


def dice_facts(state: TableState, language: str) -> DiceFacts:
    """What a page shows of a table's dice, in that language."""
    claim = state.claim
    found = fair.judge(claim)
    return DiceFacts(
        commitment=claim.commitment,
        promise=_promise(state, language),
        over=state.status == Status.OVER,
        verdict=found.verdict,
        finding=found.told(language),
        seed=claim.seed or "",
        names=state.names,
        record=record_name(state.made),
    )


def _promise(state: TableState, language: str) -> str:
    tell = say(language)
    names = [name for seat, name in enumerate(state.names) if seat in state.verifiable_by]
    if names:
        return tell("fair.verifiable", names=joined(names, language))
    return tell("fair.not_yet_verifiable" if state.status == Status.OPEN else "fair.not_verifiable")
