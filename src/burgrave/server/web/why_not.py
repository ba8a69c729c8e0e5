"""Why nothing can be done where somebody has clicked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from burgrave.core.guide import section_of


@lru_cache(maxsize=4096)
def moves_through(rules: Any, sites: tuple[str, ...]) -> tuple[Any, ...]:
    """The moves of a game whose path of sites begins so."""
    moves = rules.verbs.moves[: rules.verbs.player_ids]
    return tuple(move for move in moves if tuple(rules.parts.sites(move))[: len(sites)] == sites)


@lru_cache(maxsize=4096)
def moves_touching(rules: Any, site: str) -> tuple[Any, ...]:
    """The moves of a game whose path of sites leads over a site."""
    moves = rules.verbs.moves[: rules.verbs.player_ids]
    return tuple(move for move in moves if site in rules.parts.sites(move))


def why_not_there(view: Any, sites: Sequence[str], language: str) -> str | None:
    """Why nothing can be done at a site, in a sentence."""
    thought_of = meant_there(view, sites)
    return None if thought_of is None else view.why_not(thought_of, language)


def rule_against(view: Any, move: Any) -> str | None:
    """The address of the guide's section that states the rule against a move; None where no section does."""
    reason = view.game.reason(view, move) if view.moves() else None
    section = section_of(view.game.spec, reason) if reason else None
    return f"/guide/{view.game.name}#{section}" if section else None


def meant_there(view: Any, sites: Sequence[str]) -> Any:
    """A move that somebody who clicks there may have had in mind, refused by the rule that forbids most such moves.

    Those are the moves of a kind that is legal elsewhere and begins there, else those that could be begun elsewhere and
    lead there, else all that lead there.
    """
    rules, last = view.game.rules, sites[-1]
    legal = view.moves()
    kinds = {move.verb for move in legal}
    begun = {tuple(rules.parts.sites(move))[:1] for move in legal}
    touching = moves_touching(rules, last)
    beginning = moves_through(rules, tuple(sites)) or moves_through(rules, (last,))
    for thought_of in (
        [move for move in beginning if move.verb in kinds],
        [move for move in touching if move.verb in kinds and tuple(rules.parts.sites(move))[:1] in begun],
        touching,
    ):
        reasons = [view.game.reason(view, move) if view.moves() else "not_your_turn" for move in thought_of]
        for reason, _ in Counter(filter(None, reasons)).most_common(1):
            return thought_of[reasons.index(reason)]
    return None
