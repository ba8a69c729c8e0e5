"""Standing answers: what a seat lets the table play for it, where it always answers the same.

In every game a seat may have its only move played, or pass at one decision point until it moves elsewhere; a game may
declare further answers of its own.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from burgrave.core.table import table_of

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.position import Position, View

FORCED = "forced"
"""Play my only move."""
PASS = "pass"


def passing(point: str) -> str:
    """The answer that passes at a decision point until the seat moves elsewhere."""
    return f"{PASS} {point}"


def is_passing(answer: str) -> bool:
    """Whether an answer is one that passes somewhere."""
    return answer.startswith(f"{PASS} ")


def known(game: Game) -> set[str]:
    """Every answer there is in a game."""
    return {FORCED, *map(passing, game.rules.points), *(answer.name for answer in game.spec.standing)}


def after_move(chosen: frozenset[str], point: str, text: str) -> frozenset[str]:
    """What still stands after a seat's own move: anything but the pass it had announced ends passing."""
    if passing(point) in chosen and text == PASS:
        return chosen
    return frozenset(answer for answer in chosen if not is_passing(answer))


def answer_at(position: Position, chosen: Collection[str]) -> str | None:
    """The move that these answers make in a position; None when they make none."""
    if not chosen:
        return None
    texts = [move.text for move in position.moves()]
    if FORCED in chosen and len(texts) == 1 and position.point not in table_of(position.game.spec).begun:
        return texts[0]
    if passing(position.point) in chosen and PASS in texts:
        return PASS
    for answer in position.game.spec.standing:
        meant = answer.name in chosen and answer.point == position.point and answer.move in texts
        if meant and answer.unless not in texts:
            return answer.move
    return None


def offered(view: View, chosen: frozenset[str]) -> list[str]:
    """The answers that a seat is offered: those that fit the decision it has to make, and those it has given."""
    texts, trade = {move.text for move in view.moves()}, table_of(view.game.spec).trade
    is_own_offer = trade is not None and view.point == trade.choose  # nobody makes offers to deal with nobody
    here = [passing(view.point)] if PASS in texts and not is_own_offer else []
    here += [answer.name for answer in view.game.spec.standing if answer.point == view.point and answer.move in texts]
    asked = here if view.last_by != view.seat else []
    given = (chosen & known(view.game)) - {*asked, FORCED}
    return [*asked, *sorted(given), FORCED]
