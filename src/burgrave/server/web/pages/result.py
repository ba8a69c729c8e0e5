"""The page of a finished game: who has won and why it ended, the final board, points by source and over time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup, escape

from burgrave.core import words
from burgrave.core.drawing import number
from burgrave.core.effects import END
from burgrave.server.store.kinds import Status
from burgrave.server.store.rows import Made
from burgrave.server.tables.events import OUT_OF_TIME
from burgrave.server.tables.state import TableState
from burgrave.server.web.chart import score_chart
from burgrave.server.web.counts import actions, gains, own_throws, score_table, throws
from burgrave.server.web.dice import dice_facts
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.html import badge, colours_of, say
from burgrave.server.web.pages.frame import page, script_texts
from burgrave.server.web.pages.table import opened
from burgrave.server.web.previews import preview_of
from burgrave.server.web.requests import Asker, asker_of, base_url, language_of

if TYPE_CHECKING:
    from burgrave.core.match import Match
    from burgrave.core.position import Look, View

router = APIRouter(include_in_schema=False)


@router.get("/result/{table_id}")
async def result(request: Request, table_id: str) -> Response:
    """The final page: places, points by source, points over time."""
    table = await opened(request, table_id)
    if isinstance(table, Response):
        return table
    if table.state.status != Status.OVER or table.state.match is None:
        return RedirectResponse(f"/table/{table_id}", 303)
    who = await asker_of(request, table)
    return await elsewhere(result_page, request, table.made, table.state, who)


def result_page(request: Request, made: Made, state: TableState, who: Asker) -> Response:
    """The page of a finished game."""
    assert state.match is not None
    language, view = language_of(request), state.view(None)
    chosen = colours_of(made, state.players)
    tell = say(language)
    points = scores_over_time(state.match)
    return page(
        request,
        "result.html",
        table_id=made.id,
        uploaded=made.uploaded,
        may_rematch=bool(who.seats) or who.host,
        rematch=state.rematch,
        title=words.title(view.game, language),
        outcome=winners_told(view, language),
        reason=given_up(state, language)
        if state.match.conceded
        else f"{reason_of_end(state.match, language)} {tie_told(view, language)}".strip(),
        board=final_board(view, language, tell("result.board")),
        gains=gains(state.match, language),
        actions=actions(state.match, language),
        throws=throws(state.match),
        own_throws=own_throws(state.match),
        order=sorted(range(state.players), key=lambda seat: (seat not in view.winners, -view.scores[seat])),
        winners=view.winners,
        scores=view.scores,
        names=state.names,
        badges=[badge(colour, 26) for colour in chosen],
        sources=score_table(view, language),
        chart=score_chart(
            points, state.names, chosen, tell("result.chart"), tell("result.moves"), tell("result.points_axis")
        ),
        dice=dice_facts(state, language),
        preview=preview_of(state, language, base_url(request)),
        texts=script_texts(language),
    )


def winners_told(view: View, language: str) -> str:
    """Who has won, as a headline."""
    names = [words.seat_name(seat, view.names, language) for seat in view.winners]
    return (
        say(language)("result.won", len(names), who=words.joined(names, language))
        if names
        else say(language)("result.nobody")
    )


def tie_told(view: View, language: str) -> str:
    """That others have as many points as whoever has won, so that the rules' tie-breaker has decided; else nothing."""
    best = {view.scores[seat] for seat in view.winners}
    level = [seat for seat, points in enumerate(view.scores) if points in best]
    if len(level) == len(view.winners):
        return ""
    names = [words.seat_name(seat, view.names, language) for seat in level]
    return say(language)("result.tie", who=words.joined(names, language))


def given_up(state: TableState, language: str) -> str:
    """Who has resigned or run out of time, so that the game was over."""
    late = {seat for seat, forfeit in state.forfeits.items() if forfeit.reason == OUT_OF_TIME}
    told = []
    for sentence, seats in (("result.resigned", state.forfeits.keys() - late), ("result.out_of_time", late)):
        names = [state.names[seat] for seat in sorted(seats)]
        told += [say(language)(sentence, len(names), who=words.joined(names, language))] if names else []
    return " ".join(told)


def reason_of_end(match: Match, language: str) -> str:
    """Why the game is over, as its last move tells it."""
    from burgrave.core.story import Reader, told

    reader = Reader(match.knows, everything=match.knows is None)
    ending = told(match, match.length, reader, language).effects if match.length else ()
    return " ".join(sentence for sentence, effects in ending if any(one.kind.startswith(END) for one in effects))


def final_board(view: View, language: str, title: str) -> Markup:
    """The board as it stood at the end."""
    drawing = view.drawing(language)
    box = " ".join(number(value) for value in drawing.box)
    return Markup(
        f'<svg class="symbols" width="0" height="0" aria-hidden="true">{drawing.symbols}</svg>'
        f'<svg viewBox="{box}" role="img" aria-label="{escape(title)}">{drawing.ground}{drawing.pieces}</svg>'
    )


def scores_over_time(match: Match) -> list[list[int]]:
    """Every seat's points at the beginning of each turn and at the end, as they would have been counted then."""
    from burgrave.core.story import turn_starts

    every = match.positions
    looked_at = [every[start] for start in turn_starts(match)] + [every[-1]]
    positions: list[Look] = [*looked_at]
    if match.knows is not None:  # what is only guessed is not counted
        positions = [position.view(match.knows) for position in looked_at]
    return [[position.scores[seat] for position in positions] for seat in range(match.game.players)]
