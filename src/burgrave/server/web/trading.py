"""What the trade window of a page shows: the offer, the answers as they come, what one can do, this turn's offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from burgrave.core import words
from burgrave.core.table import Kind
from burgrave.core.trade import Dealings, Means, Said, Terms, Trade
from burgrave.server.tables import standing
from burgrave.server.tables.early import trade_of, when_asked
from burgrave.server.web.actions import why_no
from burgrave.server.web.page_state import PastOffer, ToldAnswer, ToldMeans, ToldTerms, ToldTrade

if TYPE_CHECKING:
    from burgrave.core.match import Match
    from burgrave.core.position import View
    from burgrave.server.tables.state import TableState

MOST_OFFERS = 20
"""So many of this turn's offers are shown, the newest."""


def told_trade(state: TableState, view: View, trade: Trade, language: str) -> ToldTrade | None:
    """The trade window of a seat; None when it has nothing to trade. Spectators see what is offered and answered."""
    dealings = trade.read(view)
    stage = stage_of(view, trade, dealings)
    if stage is None or state.match is None:
        return None
    if stage == "asked" and is_answered_for(state, view, trade):
        return None
    means, tell = dealings.means or no_means(len(trade.goods)), words.words(view.game.spec.package, language)
    tinctures = view.colours
    answers = [
        told_answer(seat, said, dealings.counters, state.names, tinctures)
        for seat, said in in_turn_order(dealings.answers, dealings.by, view.game.players)
    ]
    if stage == "choose":
        for answer in answers:
            if answer["said"] in (Said.ACCEPTS, Said.COUNTERS):
                answer["deal"] = deal = f"{trade.deal} p{answer['seat']}"
                answer["why_not"] = view.why_not(deal, language)
    kept = None if view.seat is None else state.early.get(view.seat)
    return {
        "stage": stage,
        "goods": [
            (word, symbol, tell(f"arg.{word}"), trade.give_site.format(word), trade.want_site.format(word))
            for word, symbol in trade.goods
        ],
        "words": {
            "give": trade.give,
            "want": trade.want,
            "offer": trade.offer,
            "accept": trade.accept,
            "refuse": trade.refuse,
            "deal": trade.deal,
            "bank": trade.bank,
        },
        "panel": trade.panel,
        "by": dealings.by,
        "name": state.names[dealings.by],
        "tincture": tinctures[dealings.by],
        "offer": told_terms(dealings.offer) if dealings.offer.is_whole else None,
        "answers": answers,
        "means": ToldMeans(
            hand=[*means.hand],
            given=[*means.given],
            wanted=[*means.wanted],
            cards=means.cards,
            rates=[*means.rates],
            begun=told_terms(means.begun),
        ),
        "bank": [*dealings.bank],
        "why_not": reasons(view, trade, stage, language),
        "early": list(kept.moves) if kept else None,
        "history": history(state.match, trade, view.seat, state.names, tinctures),
    }


def stage_of(view: View, trade: Trade, dealings: Dealings) -> str | None:
    """What there is to do for whoever looks."""
    acts, point = view.to_act == view.seat, view.point
    if acts and point in (trade.begin, trade.compose, trade.counter, trade.choose):
        return {trade.begin: "begin", trade.compose: "compose", trade.counter: "counter"}.get(point, "choose")
    if point not in (*trade.asking, trade.choose):
        return None
    if view.seat is None:
        return "watch"
    if view.seat == dealings.by:
        return "wait"
    said = dealings.answers.get(view.seat)
    return None if said is None else "asked" if said == Said.WAITING else "answered"


def asked_early(state: TableState, view: View) -> View | None:
    """What a seat sees that may answer an offer before its turn to answer comes, as if that turn were now."""
    from burgrave.core.position import View

    trade = trade_of(view.game)
    if trade is None or view.seat is None or view.to_act == view.seat or view.seat in state.early:
        return None
    if stage_of(view, trade, trade.read(view)) != "asked" or is_answered_for(state, view, trade):
        return None
    position = when_asked(view.sample(0), view.seat, trade)
    return None if position is None else View(position, view.seat, names=view.names)


def no_means(goods: int) -> Means:
    """What a spectator can put into an offer."""
    nothing = (0,) * goods
    return Means(nothing, nothing, nothing, 0, nothing, Terms(nothing, nothing))


def is_answered_for(state: TableState, view: View, trade: Trade) -> bool:
    """Whether a standing answer speaks for a seat when its turn to answer comes, so that nobody need be asked."""
    chosen = state.standing.get(view.seat, ()) if view.seat is not None else ()
    if not chosen or view.seat is None or view.to_act == view.seat:
        return False
    position = when_asked(view.sample(0), view.seat, trade)
    return position is not None and standing.answer_at(position, chosen) is not None


def reasons(view: View, trade: Trade, stage: str, language: str) -> dict[str, str | None]:
    """Why what one would do at a stage is not possible now."""
    legal = {move.verb for move in view.moves()}
    if stage == "begin":
        wanted = {"players": trade.give, "bank": trade.bank}
        return {
            what: None if verb in legal else why_no(view, Kind("", (verb,)), language) for what, verb in wanted.items()
        }
    if stage != "asked" or view.seat is None:
        return {}
    if view.to_act != view.seat:  # the others may say what they like: it does not matter to what one can say
        position = when_asked(view.sample(0), view.seat, trade)
        if position is None:
            return {}
        view = position.view(view.seat)
        legal = {move.verb for move in view.moves()}
    return {
        "accept": view.why_not(trade.accept, language),
        "counter": None if trade.give in legal else why_no(view, Kind("", (trade.give,)), language),
    }


def told_terms(terms: Terms) -> ToldTerms:
    """Terms for the script."""
    return {"given": [*terms.given], "wanted": [*terms.wanted]}


def told_answer(
    seat: int, said: Said, counters: Mapping[int, Terms], names: Sequence[str], tinctures: Sequence[str]
) -> ToldAnswer:
    """An answer for the script."""
    return {
        "seat": seat,
        "name": names[seat],
        "tincture": tinctures[seat],
        "said": said,
        "terms": told_terms(counters[seat]) if seat in counters else None,
        "deal": None,
        "why_not": None,
    }


def in_turn_order(answers: Mapping[int, Said], by: int, players: int) -> list[tuple[int, Said]]:
    """The answers in the order of the seats after the one that offers."""
    return sorted(answers.items(), key=lambda answer: (answer[0] - by) % players)


def history(
    match: Match, trade: Trade, seat: int | None, names: Sequence[str], tinctures: Sequence[str]
) -> list[PastOffer]:
    """The offers of the present turn that are over, and its trades with the bank, the newest first."""
    from burgrave.core.story import turn_start

    if not match.length:
        return []
    found: list[PastOffer] = []
    for number in range(turn_start(match, match.length), match.length + 1):
        move, before, after = match.move_at(number)
        ended = before.point in trade.under_way and after.point not in trade.under_way
        if move.verb != trade.bank and (not ended or before.point == trade.compose):
            continue
        told, mover = trade.read(before.view(None)), before.to_act
        assert mover is not None
        terms, answers = told.offer, dict(told.answers)
        if move.verb == trade.bank:
            terms = bank_terms(before.view(mover), trade, move.args)
        elif before.point in trade.asking:
            answers[mover] = Said.REFUSES
        found.append(
            {
                "name": names[told.by],
                "tincture": tinctures[told.by],
                "own": told.by == seat,
                "terms": told_terms(terms),
                "with_bank": move.verb == trade.bank,
                "answers": [
                    told_answer(other, said, told.counters, names, tinctures)
                    for other, said in in_turn_order(answers, told.by, len(names))
                ],
                "dealt": int(move.args[0][1:]) if move.verb == trade.deal else None,
            }
        )
    return found[::-1][:MOST_OFFERS]


def bank_terms(view: View, trade: Trade, args: Sequence[str]) -> Terms:
    """What a trade with the bank gave for what; its rates are open to all."""
    means = trade.read(view).means
    assert means is not None
    goods = [word for word, _ in trade.goods]
    given, wanted = (tuple(int(word == arg) for word in goods) for arg in args)
    return Terms(tuple(one * rate for one, rate in zip(given, means.rates, strict=True)), wanted)
