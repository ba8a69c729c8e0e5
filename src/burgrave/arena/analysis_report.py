"""An analysis as one HTML page with its pictures inside: nothing to install, nothing to fetch."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from burgrave.arena import telling
from burgrave.arena.curve import chart, legend
from burgrave.arena.report import STYLE, html_table
from burgrave.core import words
from burgrave.core.words import core_words

if TYPE_CHECKING:
    from burgrave.arena.analysis import Analysis, Considered
    from burgrave.arena.telling import Moment

OWN_STYLE = """
body { max-width: 860px; }
.whose { display: inline-flex; align-items: center; gap: .4em; margin-right: 1.4em; }
.whose svg, .board svg { background: none; border: 0; width: auto; }
.moment { border-top: 1px solid #cdb88c; padding-top: .6em; margin-top: 1.4em; }
.moment h3 { margin: 0; font-size: 1rem; }
.board svg { width: 100%; max-height: 560px; }
.options li { margin: .3em 0; }
.played { font-weight: bold; }
.then { display: block; color: #6b5a44; font-size: .92em; }
"""


def page(analysis: Analysis, language: str = "en") -> str:
    """The whole report."""
    say, match = core_words(language), analysis.match
    colours = match.colours
    title = f"{words.title(match.game, language)}: {say('analysis')}"
    told = telling.moments(analysis, language=language)
    marks = [(one.number, one.seat, one.text) for one in told]
    picture = chart(analysis.curve, colours, say("analysis.curve"), say("analysis.moves"), marks, "#move-{}")
    settings = say("analysis.settings", iterations=analysis.settings.iterations, samples=analysis.settings.samples)
    sentences = " ".join(telling.verdict(analysis, language=language))
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{STYLE}{OWN_STYLE}</style><h1>{escape(title)}</h1><p>{escape(sentences)}</p>"
        f"<h2>{escape(say('analysis.curve'))}</h2>{picture}<p>{legend(match.names, colours)}</p>"
        f"{html_table(*telling.table(analysis, language))}<p>{escape(say('analysis.sum'))}</p>"
        f"{html_table(*telling.grades(analysis, language))}"
        f"<h2>{escape(say('analysis.moments'))}</h2>{''.join(moment(analysis, one, language) for one in told)}"
        f"<p>{escape(settings)}</p></html>"
    )


def moment(analysis: Analysis, one: Moment, language: str) -> str:
    """A key moment: what happened, the board before it, and for a decision the moves that were compared."""
    say, match = core_words(language), analysis.match
    where = ", ".join((say("analysis.turn", n=one.turn), say("analysis.move", n=one.number + 1)))
    kind = say("analysis.luck" if one.kind == "luck" else f"analysis.grade.{one.kind}")
    board = match.positions[one.number].svg(match.knows, language)
    choice = analysis.choices.get(one.number)
    options = (
        "".join(option(analysis, choice.number, choice.seat, choice.played, it, language) for it in choice.options)
        if choice
        else ""
    )
    return (
        f'<section class="moment" id="move-{one.number}"><h3>{escape(where)}: {escape(kind)}</h3>'
        f"<p>{escape(one.text)}</p>{f'<ol class=options>{options}</ol>' if options else ''}"
        f'<div class="board">{board}</div></section>'
    )


def option(analysis: Analysis, number: int, seat: int, played: str, one: Considered, language: str) -> str:
    """A move that was compared, with its chance and what is expected then."""
    say, match = core_words(language), analysis.match
    label = escape(telling.label(match, number, one.move, language))
    mark = f" ({escape(say('analysis.played'))})" if one.move == played else ""
    then = " ".join(telling.line(match, number, one, language))
    expected = f'<span class="then">{escape(say("analysis.then", line=then))}</span>' if then else ""
    kind = ' class="played"' if one.move == played else ""
    return f"<li{kind}>{label}{mark}: {telling.percent(one.chances[seat])}{expected}</li>"
