"""The slow checks of single positions: lists and refusals by text, JSON, samples."""

from __future__ import annotations

import json

from burgrave.core.conformance.findings import Nonconformance, finding_in, require, watching, who
from burgrave.core.conformance.wording import languages
from burgrave.core.match import Match
from burgrave.core.position import Position

SAID_IN_TURN = 8
"""Of moves that are refused for the same reason every so many."""


def check_position(match: Match, number: int) -> None:
    """One position of a match, from all sides."""
    rules, position = match.game, match.positions[number]
    with watching(match, number):
        check_sound(match, number, position, "a reachable position")
        check_refusals(match, number)
        again = rules.position(position.to_json())
        require(again == position, "a position does not survive JSON", match, number)
        for seat in (None, *range(rules.players)):
            view = position.view(seat)
            other = view.sample(number)
            require(other.view(seat) == view, f"a sample for {who(seat)} does not fit its view", match, number)
            check_sound(match, number, other, f"a sample for {who(seat)}")
            if seat is not None and position.to_act == seat:
                require(view.moves() == position.moves(), "a view lists other moves than the position", match, number)
            json.loads(view.to_json())


def check_sound(match: Match, number: int, position: Position, what: str) -> None:
    """The game's own `check` has nothing against a position."""
    try:
        match.game.rules.parts.check(position.s)
    except ValueError as error:
        raise Nonconformance(finding_in(match, f"check refuses {what}: {error}", number)) from error


def check_refusals(match: Match, number: int) -> None:
    """Every move is listed and can be played, or is refused for a reason, which is a sentence if there are words.

    What is said is looked at for every verb and reason that come together here, and for others in turn.
    """
    position = match.positions[number]
    legal = set(position.moves())
    language = next(iter(languages(match.game.spec.package)), None)
    told: set[tuple[str, str | None]] = set()
    for move in match.game.rules.verbs.moves:
        reason = match.game.reason(position, move)
        require((reason is None) == (move in legal), f"why_not and moves disagree about {move.text!r}", match, number)
        if reason is None:
            position.play(move.text)
        kind = move.verb, reason
        if language is not None and (kind not in told or (move.id + number) % SAID_IN_TURN == 0):
            told.add(kind)
            refused = position.why_not(move, language)
            says = refused is None if reason is None else refused is not None and len(refused) > 3
            require(says, f"why_not of {move.text!r} is no sentence", match, number)
