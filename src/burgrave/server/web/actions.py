"""What the action bar tells: the kinds of action there are, why one is not possible, what ends the turn."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from burgrave.core import words
from burgrave.core.spec import CHANCE
from burgrave.core.table import Kind, Table
from burgrave.server.web.page_state import ToldKind
from burgrave.server.web.why_not import rule_against

if TYPE_CHECKING:
    from burgrave.core.position import View


def kinds_of(view: View, lies: Table, language: str) -> list[ToldKind]:
    """The kinds of action of this decision point, possible or not."""
    legal, verbs = {move.verb for move in view.moves()}, view.game.rules.verbs
    tell = words.words(view.game.spec.package, language)
    told: list[ToldKind] = []
    for kind in lies.kinds.get(view.point, ()):
        why, rule = (None, None) if legal & set(kind.verbs) else refused(view, kind, language)
        told.append(
            {
                "label": tell(f"kind.{kind.name}"),
                "verbs": sorted({verbs.verbs[verbs.number[verb]].word for verb in kind.verbs}),
                "cost": list(kind.cost),
                "trade": lies.trade is not None and set(kind.verbs) <= {lies.trade.give, lies.trade.bank},
                "why_not": why,
                "guide": rule,
            }
        )
    return told


def why_no(view: View, kind: Kind, language: str) -> str:
    """Why no move of a kind is legal: the reason that forbids most of them."""
    return refused(view, kind, language)[0]


def refused(view: View, kind: Kind, language: str) -> tuple[str, str | None]:
    """The same, and where the guide states the rule."""
    verbs: Any = view.game.rules.verbs
    moves = [move for move in verbs.moves[: verbs.player_ids] if move.verb in kind.verbs]
    sentences = [(sentence, move) for move in moves if (sentence := view.why_not(move, language))]
    if not sentences:
        return "", None
    most = Counter(sentence for sentence, _ in sentences).most_common(1)[0][0]
    return most, rule_against(view, dict(sentences)[most])


def either_way(view: View) -> list[str]:
    """The first words of moves whose sites may be clicked in any order: those that no two sites of one move share.

    A knight's move from hex to hex has an order; a piece and the route it goes to are told apart by themselves.
    """
    found = []
    for verb in view.game.rules.verbs.verbs:
        families = [site.partition("{")[0] for site in verb.sites]
        if len(families) > 1 and len(set(families)) == len(families):
            found.append(verb.word)
    return found


def turn_enders(view: View) -> list[str]:
    """The legal moves after which chance acts at once, in a position that fits the view."""
    position = view.sample(0)
    return [move.text for move in view.moves() if position.play(move).to_act == CHANCE]
