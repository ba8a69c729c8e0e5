"""What a move would cost and bring, told before it is made.

The move is played in positions that fit what its seat knows, never in the real one, and only what it brings in all of
them is told: what hidden cards decide is left out, and so is everything that chance decides later. What the end of a
phase or the game brings, whose last move it happens to be, is told by itself, and of the seat alone.

What the log says of an effect is said here too, unless the game has words of its own for it: `preview.<kind>`, which
speaks to the seat itself. "-" leaves it out; for a gain or a loss, any other words put it among what is given and got.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from burgrave.core.effects import (
    POINTS,
    Effect,
    amount_of,
    counted,
    icon_of,
    is_told,
    merged,
    one_sentence,
    sentences,
    words_for,
)
from burgrave.core.effects import effects as effects_of
from burgrave.core.words import core_words, words

if TYPE_CHECKING:
    from burgrave.core.position import Position, View
    from burgrave.core.spec import Spec
    from burgrave.core.verbs import Move

SAMPLES = 32
"""In so many positions a move is tried where something is hidden; that all agree by accident is rare."""


@dataclass(frozen=True)
class Preview:
    """What a move costs and brings: in words, the costs by symbol and amount, and what it puts where."""

    text: str
    costs: tuple[tuple[str, int], ...] = ()
    pieces: tuple[tuple[str, str], ...] = ()
    """Symbols and the sites at which they would lie."""


def samples_of(view: View) -> list[Position]:
    """Different positions that fit a view, always the same ones for the same view; one where nothing is hidden."""
    return list(dict.fromkeys(view.sample(number) for number in range(SAMPLES)))


def previews(view: View, language: str, names: Sequence[str] | None = None) -> dict[str, Preview]:
    """What each move of the seat to act would cost and bring, by its text; where nothing is known, it is left out."""
    samples = samples_of(view) if view.moves() else []
    found = {move.text: preview(view, samples, move, language, names) for move in view.moves()}
    return {text: one for text, one in found.items() if one.text or one.pieces}


def preview(
    view: View, samples: Sequence[Position], move: Move, language: str, names: Sequence[str] | None = None
) -> Preview:
    """What one move would cost and bring in all of some positions."""
    outcomes = dict.fromkeys(outcome(view, sample, move) for sample in samples)
    told, after = common(view, move, outcomes)
    spec = view.game.spec
    pieces = tuple(
        (icon, effect.target)
        for effect in told
        if effect.seat == view.seat and effect.target and effect.stock != POINTS and (icon := icon_of(spec, effect))
        if not effect.closing
    )
    told = [effect for effect in told if is_foretold(spec, effect, language)]
    told = [effect for effect in told if not effect.closing or effect.seat in (None, view.seat)]
    own = [effect for effect in told if effect.seat == view.seat and effect.stock and not effect.closing]
    costs = counted([effect for effect in own if effect.stock != POINTS and effect.amount < 0])
    gains = counted([effect for effect in own if effect.stock != POINTS and effect.amount > 0])
    points = [effect.amount for effect in own if effect.stock == POINTS]
    others = [effect for effect in told if effect not in own and not is_counterpart(effect, own)]
    others.sort(key=lambda effect: effect.closing)
    parts = [
        traded(*(", ".join(item(spec, effect, language) for effect in some) for some in (costs, gains))),
        sum_of(points, language),
        *foretold(after, others, language, names),
    ]
    return Preview(
        "; ".join(filter(None, parts)),
        tuple((icon_of(spec, effect), -effect.amount) for effect in costs),
        pieces,
    )


def is_foretold(spec: Spec, effect: Effect, language: str) -> bool:
    """Whether a preview speaks of an effect: by words of its own, or as the log does."""
    own = words_for(spec, effect.kind, language, "preview")
    return is_told(spec, effect, language) if own is None else own[0].sentences[own[1]] != "-"


def is_counterpart(effect: Effect, own: Sequence[Effect]) -> bool:
    """Whether an effect is the other side of what the seat itself gives or gets."""
    return bool(effect.stock) and any(
        (one.stock, one.other, one.amount) == (effect.stock, effect.seat, -effect.amount) for one in own
    )


def foretold(after: View, told: Sequence[Effect], language: str, names: Sequence[str] | None) -> list[str]:
    """What else would happen, one phrase each."""
    found = []
    for group in merged(told):
        own = words_for(after.game.spec, group[0].kind, language, "preview")
        if own is not None:
            found.append(one_sentence(after, *own, counted(group), language, names))
        else:
            found += [line.rstrip(".") for line, _ in sentences(after, group, language, names)]
    return found


def traded(costs: str, gains: str) -> str:
    """What is given for what: "4 wool → 1 ore"; "1 worker" where nothing but a cost is known, "+2 silver" a gain."""
    if costs and gains:
        return f"{costs} → {gains}"
    return costs or (f"+{gains}" if gains else "")


def item(spec: Spec, effect: Effect, language: str) -> str:
    """So many of something: `preview.item.<stock>` of the game's catalogue, or as its effects say it."""
    say, key = words(spec.package, language), f"preview.item.{effect.stock}"
    return say(key, abs(effect.amount)) if key in say else amount_of(spec, effect, language)


def outcome(view: View, sample: Position, move: Move) -> tuple[str, View]:
    """How a seat would read its move in a position that fits its view, and what it would know afterwards."""
    after = sample.play(move)
    return sample.game.rules.parts.seen_as(move, view.seat, sample.s, after.s), after.view(view.seat)


def common(view: View, move: Move, outcomes: Iterable[tuple[str, View]]) -> tuple[list[Effect], View]:
    """What a move brings in all these outcomes, in the order of the first, and what would be known after that one."""
    (text, after), *others = outcomes
    assert view.to_act is not None
    found = effects_of(view, text, view.to_act, after)
    for text, other in others:
        left, kept = Counter(effects_of(view, text, view.to_act, other)), []
        for effect in found:
            if left[effect]:
                left[effect] -= 1
                kept.append(effect)
        found = kept
        if not found:
            break
    return found, after


def sum_of(points: Sequence[int], language: str) -> str:
    """Points with what they are made of: "+11 points = 1 + 10"."""
    total = sum(points)
    if not points:
        return ""
    say = core_words(language)
    parts = " + ".join(map(str, points)).replace("+ -", "− ")
    text = say("points.signed", abs(total), sign="+" if total >= 0 else "−")
    return f"{text} = {parts}" if len(points) > 1 else text
