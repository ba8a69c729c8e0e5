"""What the action bar tells: the kinds of action there are, why one is not possible, what ends the turn."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from burgrave.core import words
from burgrave.core.spec import CHANCE
from burgrave.core.table import Kind, Table
from burgrave.server.tables.standing import answer_at
from burgrave.server.web.page_state import ToldKind
from burgrave.server.web.why_not import rule_against

if TYPE_CHECKING:
    from burgrave.core.position import Position, View


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
    """Why no move of a kind is legal."""
    return refused(view, kind, language)[0]


def refused(view: View, kind: Kind, language: str) -> tuple[str, str | None]:
    """Why no move of a kind is legal, and where the guide states the rule.

    The kind says which reasons tell most; else it is the one that forbids most moves.
    """
    verbs: Any = view.game.rules.verbs
    against: dict[str, list[Any]] = {}
    for move in verbs.moves[: verbs.player_ids]:
        if move.verb in kind.verbs and (reason := view.game.reason(view, move)):
            against.setdefault(reason, []).append(move)
    if not against:
        return "", None
    telling = next((reason for reason in kind.why if reason in against), None)
    reason = telling or max(against, key=lambda reason: len(against[reason]))
    tell, general = words.words(view.game.spec.package, language), f"kind.{kind.name}.{reason}"
    sentence = tell(general) if general in tell else view.why_not(against[reason][0], language)
    return sentence or "", rule_against(view, against[reason][0])


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


def begun_by(view: View, lies: Table) -> list[str]:
    """The first words of moves that only begin something."""
    verbs = view.game.rules.verbs
    return sorted({verbs.verbs[verbs.number[verb]].word for verb in lies.begins})


def enders(view: View, dice_follow: bool, standing: Collection[str]) -> dict[str, str]:
    """The legal moves after which nothing can be taken back, and what they end: the game, or a turn if dice follow.

    That is looked up in a position that fits the view, and what the seat lets the table play for it counts as well.
    """
    position = view.sample(0)
    after = {move.text: settled(position.play(move), view.seat, standing) for move in view.moves()}
    found = {text: "turn" for text, then in after.items() if dice_follow and then.to_act == CHANCE}
    return found | {text: "game" for text, then in after.items() if then.to_act is None}


def settled(position: Position, seat: int | None, standing: Collection[str]) -> Position:
    """The position when everything is played that a seat's standing answers make of it."""
    while position.to_act == seat and (text := answer_at(position, standing)) is not None:
        position = position.play(text)
    return position
