"""What a move brought: typed facts, made from what one seat knew before the move and after it.

A game's `effects.py` gives `effects(before, move, after)` from two views of the same seat and the move as that seat
reads it, so nothing can come out that the seat does not know. `STOCKS` there names what the effects account for: cards,
coins, pieces, workers. Gains minus losses told of a stock equal its change, and points told equal the change of the
score; the conformance suite counts them up. A game without the module is told by its points alone.

    STOCKS = {"coins": lambda s: s.coins}

    def effects(before, move, after):
        if move.verb == "sell":
            yield gain("coins", move.by, 2, to="purse")
        yield from points_by_source(before, after)

Words are `effect.<kind>` in the game's catalogues, or in the core's for what all games share; "-" is shown on the board
and not told. `ICONS` there names the symbol of each kind, or of each stock; where the thing decides, a table of things:
`{"gain.cards": {"wool": "catan-wool"}}`. `SILENT` names the verbs whose own sentence the log leaves out, `GOES_ON` the
points at which a move belongs to the line of the log before it (answers to an offer), `turn_of(s)` whose turn it is,
`DICE` the verbs of chance that are throws, with the places of the dice among their arguments: `{"roll": (0, 1)}`. A
kind with words `banner.<kind>` is announced across the board. Log, announcements, flying pieces, sounds, recaps and
previews are all made of effects.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from burgrave.core.words import (
    Words,
    argument,
    capital,
    core_words,
    joined,
    own_part,
    own_words,
    score_part,
    seat_name,
    spelled,
    verb_of_text,
    words,
)

if TYPE_CHECKING:
    from burgrave.core.position import View
    from burgrave.core.spec import Spec

POINTS = "points"
"""The stock that all games have: the score."""
LOST_POINTS, QUIET_POINTS = "points.lost", "points.quiet"
END = "end"
ICONS = {POINTS: "icon-points", END: "icon-end"}
"""The symbols of what all games have."""


@dataclass(frozen=True)
class Effect:
    """One thing that a move brought.

    `kind` finds its words, icon and sound. `seat` is whose it is (None: nobody's), `other` a second seat that has to do
    with it. An effect with a `stock` changes that seat's count of it by `amount`; `what` is the kind of thing, a word
    of the game's catalogue (`arg.wool`), where it is known. `source` and `target` are sites of the board or a panel.
    What the end of a turn, a phase or the game brings is `closing`: the move before it happens to be the last one.
    """

    kind: str
    seat: int | None = None
    amount: int = 0
    stock: str = ""
    what: str = ""
    other: int | None = None
    source: str = ""
    target: str = ""
    closing: bool = False


@dataclass(frozen=True)
class SeenMove:
    """A move as a seat reads it: what it may not know is a question mark."""

    text: str
    by: int
    """A seat, or chance."""
    verb: str
    args: tuple[str, ...]

    def number(self, place: int = 0) -> int:
        """An argument that is a number."""
        return int(self.args[place])


def gain(stock: str, seat: int, amount: int = 1, what: str = "", **more: Any) -> Effect:
    """Somebody gets some of a stock; the kind is `gain.<stock>` unless another is given."""
    return Effect(more.pop("kind", f"gain.{stock}"), seat, amount, stock, what, **more)


def loss(stock: str, seat: int, amount: int = 1, what: str = "", **more: Any) -> Effect:
    """Somebody gives, pays or loses some of a stock; the kind is `loss.<stock>` unless another is given."""
    return Effect(more.pop("kind", f"loss.{stock}"), seat, -amount, stock, what, **more)


def points(seat: int, amount: int, what: str, **more: Any) -> Effect:
    """Points from a source, which is a `score.<what>` of the catalogue; losing some is a kind of its own."""
    return Effect(more.pop("kind", POINTS if amount > 0 else LOST_POINTS), seat, amount, POINTS, what, **more)


def points_by_source(before: View, after: View, quiet: Collection[str] = ()) -> Iterator[Effect]:
    """The points that changed, by the sources that the game's `score_parts` names; those of quiet ones are not told."""
    changed = [seat for seat, (old, new) in enumerate(zip(before.scores, after.scores, strict=True)) if old != new]
    if not changed:
        return
    old, new = before.score_parts(), after.score_parts()
    for seat in changed:
        for source, amount in new[seat].items():
            if amount != old[seat].get(source, 0):
                kind = {"kind": QUIET_POINTS} if source in quiet else {}
                yield points(seat, amount - old[seat].get(source, 0), source, **kind)


def changed(before: View, after: View, *fields: str) -> bool:
    """Whether one of these fields of the record is another after the move."""
    return any(before.s[field].tobytes() != after.s[field].tobytes() for field in fields)


def ending(before: View, after: View, why: str = "") -> Iterator[Effect]:
    """That the game is over, and why: a kind `end.<why>` of the game's own, or the core's `end`."""
    if after.to_act is None and before.to_act is not None:
        yield Effect(f"{END}.{why}" if why else END, closing=True)


def changes(stocks: Mapping[str, Callable[[Any], Any]], before: View, after: View) -> Iterator[Effect]:
    """Every change of a stock, as plain gains and losses."""
    for stock, count in stocks.items():
        old, new = count(before.s), count(after.s)
        for seat in range(before.game.players):
            amount = int(new[seat]) - int(old[seat])
            if amount:
                yield gain(stock, seat, amount) if amount > 0 else loss(stock, seat, -amount)


def stocks_of(spec: Spec) -> Mapping[str, Callable[[Any], Any]]:
    """What a game's effects account for, beside its points: for each stock, how a record tells the seats' counts."""
    return own_part(spec.package, "effects", "STOCKS") or {}


def effects(before: View, text: str, by: int, after: View) -> list[Effect]:
    """What a move brought, from two views of the same seat and the move's text as that seat reads it."""
    spec = before.game.spec
    own = own_part(spec.package, "effects", "effects")
    if own is not None:
        verb, args = verb_of_text(spec, text)
        return list(own(before, SeenMove(text, by, verb.key, args), after))
    return [*changes(stocks_of(spec), before, after), *points_by_source(before, after), *ending(before, after)]


# Icons


def icons_of(spec: Spec) -> tuple[Mapping[str, str | Mapping[str, str]], ...]:
    """The tables of icons: the game's own and the core's."""
    return own_part(spec.package, "effects", "ICONS") or {}, ICONS


def icon_of(spec: Spec, effect: Effect) -> str:
    """The id of the symbol that stands for an effect, one of the game's or the kit's; "" where there is none.

    It is found by the effect's kind, by the beginning of a kind with dots (`end` for `end.duke`), then by its stock.
    """
    parts = effect.kind.split(".")
    for table in icons_of(spec):
        for key in (*(".".join(parts[:count]) for count in range(len(parts), 0, -1)), effect.stock):
            found = table.get(key, "")
            icon = found if isinstance(found, str) else found.get(effect.what, "")
            if icon:
                return icon
    return ""


@cache
def throws(package: str) -> Mapping[str, tuple[int, ...]]:
    """The verbs of chance that are throws of dice, which everybody sees, with the places of the dice."""
    return own_part(package, "effects", "DICE") or {}


def dice_in(spec: Spec, verb: str, args: Sequence[str]) -> list[int]:
    """The faces of the dice that a move of chance throws; none for any other move."""
    return [int(args[place]) for place in throws(spec.package).get(verb, ())]


# Words


def merged(told: Iterable[Effect]) -> list[list[Effect]]:
    """Effects that one sentence tells: neighbours of the same kind, seat and other seat."""
    groups: list[list[Effect]] = []
    for effect in told:
        same = groups and (effect.kind, effect.seat, effect.other) == (
            groups[-1][0].kind,
            groups[-1][0].seat,
            groups[-1][0].other,
        )
        if same:
            groups[-1].append(effect)
        else:
            groups.append([effect])
    return groups


def counted(group: Sequence[Effect]) -> list[Effect]:
    """The same with equal things added up, in the order in which they came."""
    sums: dict[str, Effect] = {}
    for effect in group:
        known = sums.get(effect.what)
        sums[effect.what] = replace(known, amount=known.amount + effect.amount) if known else effect
    return [effect for effect in sums.values() if effect.amount or not effect.stock]


def words_for(spec: Spec, kind: str, language: str, use: str = "effect") -> tuple[Words, str] | None:
    """Whose catalogue has words for a kind of effect, and its key there; None when it is told by nothing."""
    key = f"{use}.{kind}"
    for say in (words(spec.package, language), core_words(language)):
        if key in say:
            return say, key
    return None


def sentences(
    view: View, told: Iterable[Effect], language: str, names: Sequence[str] | None = None
) -> list[tuple[str, list[Effect]]]:
    """What effects say, each sentence with its effects. A kind whose words are "-" is shown and not told.

    `{who}`, `{other}` are names, `{n}` the amount, `{list}` the things with their amounts, `{what}` the first thing
    alone, `{sources}` all of them, `{origin}` and `{place}` the places.
    """
    spec = view.game.spec
    found = []
    for group in merged(told):
        parts = counted(group)
        if not parts:
            continue
        first = parts[0]
        known = words_for(spec, first.kind, language)
        if known is None:
            text = plain_sentence(spec, parts, language, names)
        else:
            say, key = known
            if say.sentences[key] == "-":
                continue
            text = one_sentence(view, say, key, parts, language, names)
        found.append((text, group))
    return found


def is_told(spec: Spec, effect: Effect, language: str) -> bool:
    """Whether an effect has a sentence; the others are only shown on the board."""
    known = words_for(spec, effect.kind, language)
    return known is None or known[0].sentences[known[1]] != "-"


def banner(view: View, told: Iterable[Effect], language: str, names: Sequence[str] | None = None) -> str:
    """What is announced across the board, such as a new phase: the last of several counts; "" where there is none."""
    spec, found = view.game.spec, ""
    for effect in told:
        kinds = effect.kind.split(".")
        for count in range(len(kinds), 0, -1):
            known = words_for(spec, ".".join(kinds[:count]), language, "banner")
            if known is not None:
                found = one_sentence(view, *known, [effect], language, names)
                break
    return found


def one_sentence(
    view: View, say: Words, key: str, parts: Sequence[Effect], language: str, names: Sequence[str] | None
) -> str:
    """A catalogue's sentence with everything it may ask for."""
    spec, first, total = view.game.spec, parts[0], abs(sum(part.amount for part in parts))
    plural = not isinstance(say.sentences[key], str)
    return say(
        key,
        total if plural else None,
        **{} if plural else {"n": total},
        who=name_of(first.seat, names, language),
        other=name_of(first.other, names, language),
        what=thing(spec, first, language),
        list=joined([amount_of(spec, part, language) for part in parts], language),
        sources=joined([str(thing(spec, part, language)) for part in parts], language),
        origin=place(view, first.source, language),
        place=place(view, first.target, language),
    )


def plain_sentence(spec: Spec, parts: Sequence[Effect], language: str, names: Sequence[str] | None) -> str:
    """For a game that has no words: who, what and how many."""
    who = name_of(parts[0].seat, names, language)
    listed = ", ".join(f"{part.amount:+d} {spelled(part.what or part.stock or part.kind)}" for part in parts)
    return f"{capital(who)}: {listed}" if who else capital(listed)


def name_of(seat: int | None, names: Sequence[str] | None, language: str) -> str:
    """A seat's name; nothing for nobody."""
    return "" if seat is None or seat < 0 else seat_name(seat, names, language)


def thing(spec: Spec, effect: Effect, language: str) -> str:
    """The kind of thing an effect is about."""
    if effect.stock == POINTS:
        return score_part(spec, effect.what, language)
    return argument(spec, effect.kind, effect.what, language) if effect.what else ""


def amount_of(spec: Spec, effect: Effect, language: str) -> str:
    """A thing with its amount: "2 wool". A game says it its own way with `effect.item`, or `effect.item.<stock>`."""
    say, count, what = words(spec.package, language), abs(effect.amount), thing(spec, effect, language)
    for key in (f"effect.item.{effect.stock}.{effect.what}", f"effect.item.{effect.stock}", "effect.item"):
        if key in say:
            plural = not isinstance(say.sentences[key], str)
            return say(key, count, what=what) if plural else say(key, n=count, what=what)
    return f"{count} {what}".strip()


def place(view: View, site: str, language: str) -> str:
    """A place as people find it on the board: the game's own `place(view, site, language)`, or the site's name."""
    own = own_words(view.game.spec.package, "place")
    if not site or own is None:
        return site
    found: str = own(view, site, language)
    return found
