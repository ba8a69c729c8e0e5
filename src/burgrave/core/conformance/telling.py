"""What moves are said to bring: counted up against what they changed, in words, the same for equal eyes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from burgrave.core import effects
from burgrave.core.conformance.findings import Nonconformance, finding_in, watching, who
from burgrave.core.conformance.wording import is_ours, languages
from burgrave.core.drawing import Drawing
from burgrave.core.effects import POINTS, Effect
from burgrave.core.match import Match
from burgrave.core.position import View
from burgrave.core.spec import Spec
from burgrave.core.story import Reader

PANEL = re.compile(r"p\d")
TWINS_OF = 3
"""Every so many moves are made again in a position that looks the same; those that somebody cannot read always are."""
TRIES = 12
"""So many moves that may read the same are tried there."""


def account_faults(before: View, after: View, told: list[Effect]) -> Iterator[str]:
    """Where gains minus losses told differ from what a stock, or the score, has changed by."""
    sums: Counter[tuple[str, int]] = Counter()
    stocks = effects.stocks_of(before.game.spec)
    for effect in told:
        if any(type(number) not in (int, type(None)) for number in (effect.seat, effect.amount, effect.other)):
            yield f"the effect {effect.kind!r} has a number that is no plain int, which no page can be told"
        if effect.stock and effect.stock != POINTS and effect.stock not in stocks:
            yield f"an effect counts {effect.stock!r}, which is not among the game's STOCKS"
        if effect.stock and effect.seat is None:
            yield f"the effect {effect.kind!r} changes a stock of nobody"
        elif effect.stock and effect.seat is not None:
            sums[effect.stock, effect.seat] += effect.amount
    counts = {stock: (count(before.s), count(after.s)) for stock, count in stocks.items()}
    counts[POINTS] = before.scores, after.scores
    for stock, (old, new) in counts.items():
        for seat in range(before.game.players):
            changed = int(new[seat]) - int(old[seat])
            if sums[stock, seat] != changed:
                yield f"the effects tell {sums[stock, seat]:+d} {stock} for p{seat}, which changed by {changed:+d}"


SAID: set[tuple[str, tuple[tuple[str, str], ...]]] = set()
"""What has been put into words in this process, by package, kinds and things: to say it again would find nothing."""


def word_faults(view: View, told: list[Effect]) -> Iterator[str]:
    """Effects without words in some language, or that cannot be said."""
    spec = view.game.spec
    about = spec.package, tuple(dict.fromkeys((effect.kind, effect.what) for effect in told))
    if about in SAID:
        return
    SAID.add(about)
    for language in languages(spec.package) if told else ():
        for effect in told:
            if is_ours(spec) and effects.words_for(spec, effect.kind, language) is None:
                yield f"no words for 'effect.{effect.kind}' in {language}"
            if is_ours(spec) and not effects.icon_of(spec, effect):
                yield f"no icon for the effect {effect.kind!r} of {effect.what!r}"
        for sentence, _ in effects.sentences(view, told, language):
            if not sentence.strip():
                yield f"an effect has an empty sentence in {language}"


def twin_faults(match: Match, number: int, seat: int | None, told: list[Effect]) -> Iterator[str]:
    """Where the same move is told otherwise after a position that the seat cannot tell from the real one."""
    reader, (move, old, new) = Reader(seat), match.move_at(number)
    text = reader.reading(old, move, new)
    if number % TWINS_OF and text == move.text:
        return
    before, after = reader.view(old), reader.view(new)
    other = before.sample(number)
    alike = [one for one in other.moves() if one == move or (text != move.text and one.verb == move.verb)]
    for choice in alike[:TRIES]:
        then = other.play(choice)
        if reader.reading(other, choice, then) == text and reader.view(then) == after:
            _, _, twin = reader.effects_between(other, choice, then)
            if twin != told:
                yield f"the effects tell {who(seat)} a secret"
            return


def declared_icons(spec: Spec) -> set[str]:
    """The symbols that a game's tables of icons name."""
    found = [icon for table in effects.icons_of(spec) for icon in table.values()]
    return {one for icon in found for one in ([icon] if isinstance(icon, str) else icon.values())}


def check_effects(match: Match, number: int, seat: int | None) -> None:
    """What the move of that number is said to bring to one pair of eyes."""
    with watching(match, number):
        before, after, told = Reader(seat).effects(match, number)
        complaints = [
            *account_faults(before, after, told),
            *word_faults(after, told),
            *twin_faults(match, number, seat, told),
        ]
    if complaints:
        text = match.moves[number - 1].text
        raise Nonconformance(finding_in(match, f"{complaints[0]} ({text!r} as {who(seat)} sees it)", number))


def strange_sites(view: View, drawing: Drawing, panels: str, told: list[Effect]) -> Iterator[str]:
    """Where things are said to fly from or to, and which is not drawn."""
    drawn = set(re.findall(r'data-site="([^"]*)"', drawing.sites + drawing.pieces + panels))
    for effect in told:
        for site in (effect.source, effect.target):
            if site and site not in drawn and not PANEL.fullmatch(site):
                yield f"the effect {effect.kind!r} names the site {site!r}, which is not drawn"
