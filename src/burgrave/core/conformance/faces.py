"""What people see of a game: pictures, words and guides, in every language and at every stage."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from importlib.resources import files
from itertools import chain
from typing import Any
from xml.etree import ElementTree

from burgrave.core import contract, guide, lessons, records, words
from burgrave.core.conformance.findings import (
    Finding,
    Nonconformance,
    Tally,
    finding_in,
    noting,
    require,
    told,
    watching,
    who,
)
from burgrave.core.conformance.telling import declared_icons
from burgrave.core.conformance.wording import file_faults, is_ours, languages, wording_faults
from burgrave.core.drawing import Drawing, kit_symbols
from burgrave.core.game import Game, game
from burgrave.core.match import Match
from burgrave.core.picture import to_png, to_svg
from burgrave.core.position import View
from burgrave.core.scenes import TextError
from burgrave.core.spec import Spec
from burgrave.core.words import LANGUAGES

NAMES = ("Ada", 'Bea "<b>"', "Cid & Co", "Dot", "Eli", "Fay", "Gil", "Hal")
"""As people may call themselves."""
STAGES = (0, 12, 120, 600)
FORBIDDEN = re.compile(r"\sstyle=|var\(|<filter|\sfilter=|<style|<script|<foreignObject|\son\w+=|href=\"(?!#)")
"""What no picture has: a look that hangs on the page, scripts, and things from elsewhere."""
USED = re.compile(r'(?:href="|url\()#([\w-]+)')
IDS = re.compile(r'\sid="([\w-]+)"')
FIGURES_SIZE = 170, 44
PNG_WIDTH = 390
PNG = b"\x89PNG"
FILES = {"words": "{}.po", "guide": "{}.md"}
"""What a game has for each language, in which folder."""


class Face:
    """What a game shows to people, as far as it has a face."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.draw = self._part("drawing", "draw")
        self.describe = self._part("words", "describe")
        self.score_parts = self._part("words", "score_parts")
        self.languages = languages(spec.package)

    def _part(self, module: str, name: str) -> Any:
        if not contract.has_module(self.spec, module):
            return None
        return getattr(contract.module(self.spec, module), name, None)

    @property
    def drawn_in(self) -> tuple[str, ...]:
        """The languages in which pictures are made: those of the catalogues, or ours."""
        if self.draw is None:
            return ()
        return self.languages or LANGUAGES[:1]

    @property
    def is_complete(self) -> bool:
        """Whether there is everything that the core needs to lay out whole pictures."""
        return None not in (self.draw, self.describe, self.score_parts) and bool(self.languages)

    def lacks(self) -> Iterator[str]:
        """What people will miss."""
        for module, name in (("drawing", "draw"), ("words", "describe"), ("words", "score_parts")):
            if self._part(module, name) is None:
                yield f"there is no {name!r} in {self.spec.package}.{module}"
        for folder, file in FILES.items():
            for language in LANGUAGES:
                if not files(self.spec.package).joinpath(folder, file.format(language)).is_file():
                    yield f"there is no {folder}/{file.format(language)}"


def whole(drawing: Drawing) -> str:
    """Everything that is drawn."""
    return drawing.symbols + drawing.ground + drawing.pieces + drawing.sites + panels(drawing)


def panels(drawing: Drawing) -> str:
    """All panels and figures."""
    return "".join(panel.body for panel in (*drawing.figures, *drawing.panels))


def parsed(body: str) -> ElementTree.Element:
    """A picture's elements."""
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>')


def picture_faults(rules: Game, drawing: Drawing) -> Iterator[str]:
    """What is wrong with a picture by itself."""
    body = whole(drawing)
    try:
        elements = list(parsed(body).iter())
    except ElementTree.ParseError as error:
        yield f"the picture is malformed: {error}, {around(body, error.position)}"
        return
    if found := FORBIDDEN.search(body):
        yield f"the picture has {found[0].strip()!r}: its look belongs into presentation attributes"
    every = kit_symbols() + body
    ids = IDS.findall(every)
    for symbol in sorted(set(USED.findall(every)) - set(ids)):
        yield f"the picture uses {symbol!r}, which is not defined"
    for one, times in Counter(ids).items():
        if times > 1:
            yield f"{times} things in the picture have the id {one!r}"
    for symbol in re.findall(r'<(?:symbol|pattern) id="([\w-]+)"', drawing.symbols):
        if not symbol.startswith(f"{rules.name}-"):
            yield f"the id of the symbol {symbol!r} does not begin with {rules.name + '-'!r}"
    for element in elements:
        if element.get("data-site") and not element.get("data-name"):
            yield f"the site {element.get('data-site')!r} has no name"
    if [panel.seat for panel in drawing.figures] != list(range(rules.players)):
        yield "the figures are not one panel for each seat"
    width, height = FIGURES_SIZE
    for panel in drawing.figures:
        if panel.width > width or panel.height > height:
            yield f"the figures {panel.key!r} are larger than {width} x {height}"


def around(body: str, position: tuple[int, int]) -> str:
    """What stands where a picture cannot be read."""
    line, column = position
    text = f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>'.splitlines()[line - 1]
    return f"at {text[max(0, column - 30) : column + 30]!r}"


def missing_sites(view: View, drawing: Drawing) -> Iterator[str]:
    """Sites of legal moves that cannot be clicked."""
    sites = set(re.findall(r'data-site="([^"]*)"', drawing.sites + drawing.pieces + panels(drawing)))
    sites |= {f"p{other}" for other in range(view.game.players)}  # the page has them beside the seats' names
    for move in view.moves():
        for site in view.game.rules.parts.sites(move):
            if site not in sites:
                yield f"{move.text!r} needs a click on {site!r}, which is not drawn"


def view_faults(face: Face, view: View) -> Iterator[str]:
    """What is wrong with a view's picture and words."""
    for language in face.drawn_in:
        drawing = face.draw(view, language)
        yield from picture_faults(view.game, drawing)
        yield from missing_sites(view, drawing)
    for language in face.languages:
        if not view.prompt(language).strip():
            yield f"the prompt is empty in {language}"
        for move in view.moves():
            if not words.label_in(view, move, language).strip():
                yield f"the label of {move.text!r} is empty in {language}"
        if face.describe and len(face.describe(view, language).splitlines()) < 2:
            yield f"the position in words has fewer than two lines in {language}"
    if face.score_parts:
        parts = face.score_parts(view)
        if tuple(sum(part.values()) for part in parts) != view.scores:
            yield "the points by source do not add up to the scores"
        for language in face.languages:
            for name in dict.fromkeys(name for part in parts for name in part):
                if f"score.{name}" not in words.words(view.game.spec.package, language):
                    yield f"no words for 'score.{name}' in {language}"
                elif not words.score_part(view.game, name, language).strip():
                    yield f"the source of points {name!r} has no name in {language}"


def told_secrets(face: Face, view: View, twins: list[View], language: str) -> Iterator[str]:
    """What differs for a seat between positions that it cannot tell apart."""
    asked: list[tuple[str, Callable[[View], str]]] = []
    if language in face.drawn_in:
        asked.append(("the picture tells", lambda look: whole(face.draw(look, language))))
    if language in face.languages:
        asked.append(("the prompt tells", lambda look: look.prompt(language)))
    if language in face.languages and face.describe:
        asked.append(("the words tell", lambda look: face.describe(look, language)))
    if any(twin != view for twin in twins):
        yield f"a sample for {who(view.seat)} does not fit its view"
    for what, ask in asked:
        told = ask(view)
        if any(ask(twin) != told for twin in twins):
            yield f"{what} {who(view.seat)} a secret"


def check_face(match: Match, number: int, seat: int | None, face: Face) -> None:
    """Picture, prompt and words of one view are sound, and the same for what the seat cannot tell apart."""
    view = View(match.positions[number], seat, names=match.names)
    with watching(match, number):
        twin = View(view.sample(number), seat, names=match.names)
        language = LANGUAGES[number % len(LANGUAGES)]
        complaint = next(chain(view_faults(face, view), told_secrets(face, view, [twin], language)), None)
    if complaint:
        raise Nonconformance(finding_in(match, complaint, number))


def first_move(match: Match) -> int:
    """How many moves were made when a seat had made one."""
    return 1 + next((number for number, mover in enumerate(match.movers) if mover >= 0), len(match.moves))


def end_of_set_up(match: Match) -> int:
    """How many moves set-up took: all up to the last after which no decision point of before comes again."""
    points = [position.point for position in match.positions if position.to_act is not None]
    last = {point: number for number, point in enumerate(points)}
    end = reach = 0
    for number, point in enumerate(points):
        if number > reach:
            end = number
        reach = max(reach, last[point])
    return max(end, first_move(match))


def check_ground(match: Match, numbers: list[int], face: Face, begun: int) -> None:
    """Box, symbols and ground stay while people play: from so many moves on."""
    first = None
    for number in numbers if face.drawn_in else ():
        if number >= begun:
            with watching(match, number):
                drawing = face.draw(View(match.positions[number], None, names=match.names), face.drawn_in[0])
            lasting = {"the box": drawing.box, "the symbols": drawing.symbols, "the ground": drawing.ground}
            first = first or lasting
            changed = [what for what in lasting if lasting[what] != first[what]]
            require(not changed, f"in the picture {' and '.join(changed)} changed while people played", match, number)


def log_faults(face: Face, match: Match) -> Iterator[str]:
    """Moves that do not read as sentences to somebody."""
    for language in face.languages:
        for seat in (*range(match.game.players), None):
            for text, mover in zip(match.log_for(seat), match.movers, strict=True):
                sentence = words.tell(match.game, text, mover, language, match.names)
                if sentence[:1].upper() != sentence[:1] or "{" in sentence or not sentence.strip():
                    yield f"{text!r} reads {sentence!r} in {language}, which is no sentence"


def alone_faults(face: Face, match: Match) -> Iterator[str]:
    """What is wrong with the picture that stands alone, on a desk and on a phone."""
    for language in face.languages[-1:] if face.is_complete else ():
        for tall in (False, True):
            svg = to_svg(match.view(0), language, tall)
            ElementTree.fromstring(svg)
            if not to_png(svg, PNG_WIDTH).startswith(PNG):
                yield "the picture cannot be turned into PNG"


def stages(name: str, players: int) -> Iterator[Match]:
    """A match at several stages of a game by players without a plan; read from its record, as people get it."""
    luck = random.Random(players)
    match = game(name, players=players).match(seed=players, names=NAMES[:players])
    for count in STAGES:
        while len(match.log) < count and not match.is_over:
            match.play(luck.choice(match.position.moves()))
        yield records.read(match.text())


def examine_face(name: str) -> Tally:
    """What is wrong with everything that people see of a game, and what it lacks."""
    spec, tally = game(name).spec, Tally()
    with noting(tally, name):
        face = Face(spec)
        for lack in face.lacks():
            if is_ours(spec):
                tally.findings.append(Finding(lack, name))
            else:
                tally.notices.append(lack)
        if broken := file_faults(spec.package):
            tally.findings += [Finding(fault, name) for fault in broken]
            return tally
        tally.findings += [Finding(fault, name) for fault in wording_faults(spec)]
        for turn, players in enumerate(dict.fromkeys((min(spec.players), max(spec.players)))):
            with noting(tally, name, f"a game for {players} cannot be shown: "):
                examine_stages(face, list(stages(name, players)), turn, tally)
        tally.add_new(
            Finding(fault, name)
            for fault in (*guide_faults(spec, face), *lesson_faults(spec, face), *icon_faults(spec, face))
        )
    return tally


def examine_stages(face: Face, matches: list[Match], alone: int, tally: Tally) -> None:
    """What is wrong with a match at its stages; one of them is drawn as a picture that stands alone."""
    tally.positions_looked_at += len(matches)
    last = matches[-1]
    checks = [(ask, match) for match in matches for ask in stage_checks(face, match)]
    checks += [(partial(log_faults, face, last), last), (partial(alone_faults, face, matches[alone]), matches[alone])]
    for ask, match in checks:
        tally.add_new(answers(ask, match))
    begun = first_move(last) if is_ours(face.spec) else end_of_set_up(last)
    check_ground(last, [len(match.moves) for match in matches], face, begun)


def stage_checks(face: Face, match: Match) -> Iterator[Callable[[], Iterator[str]]]:
    """The checks of one stage: the views of the first and the last seat, the seat to act, and a spectator's."""
    seats = dict.fromkeys((0, match.game.players - 1, None))
    if match.position.to_act is not None and match.position.to_act >= 0:
        seats[match.position.to_act] = None
    for seat in seats:
        yield partial(view_faults, face, match.view(seat))
    for seat in (0, None):
        view = match.position.view(seat)
        yield partial(told_secrets, face, view, [view.sample(again).view(seat) for again in range(2)], LANGUAGES[0])


def answers(ask: Callable[[], Iterator[str]], match: Match) -> list[Finding]:
    """What a check finds in a match; an error in the game's own code is a finding too."""
    found: list[Finding] = []
    try:
        with watching(match):
            for complaint in ask():
                found.append(finding_in(match, complaint))
    except Nonconformance as error:
        found += error.findings
    return found


def guide_faults(spec: Spec, face: Face) -> Iterator[str]:
    """What is wrong with a game's guide and its pictures."""
    have = [lang for lang in LANGUAGES if files(spec.package).joinpath("guide", f"{lang}.md").is_file()]
    for language in have:
        file, addresses = f"guide/{language}.md", guide.addresses(spec.name, language)
        if addresses != guide.addresses(spec.name, have[0]):
            yield f"{file} has other pictures than guide/{have[0]}.md"
        sections = guide.sections(spec.name, language)
        if list(sections) != list(guide.sections(spec.name, have[0])):
            yield f"{file} has other sections than guide/{have[0]}.md"
        for missing in sorted(set(guide.links(spec.name, language)) - set(sections)):
            yield f"{file} links to a section {missing!r} that it does not have"
        if is_ours(spec) and not any(address.startswith("board") for address in addresses):
            yield f"{file} has no picture of the board"
        if "](" in guide.for_terminal(spec.name, language):
            yield f"{file} has a link or a picture that the terminal cannot show"
        if addresses and face.draw is None:
            yield f"{file} has pictures, but the game draws none"
        if not face.is_complete:
            continue
        broken = [
            f"{file}: the picture {address!r}: {fault}"
            for address in dict.fromkeys(addresses)
            for fault in guide_picture_faults(spec, address, language)
        ]
        yield from broken
        if language in face.languages and not broken and (fault := page_fault(spec, language)):
            yield f"{file}: {fault}"


def lesson_faults(spec: Spec, face: Face) -> Iterator[str]:
    """What is wrong with a game's lessons: each is played through by everything that it accepts."""
    for name in lessons.names(spec.name) if face.draw is not None else ():
        try:
            lessons.lesson(spec.name, name).check()
        except TextError as error:
            yield str(error)


def icon_faults(spec: Spec, face: Face) -> Iterator[str]:
    """Icons of effects that no picture of the game defines."""
    if face.draw is None:
        return
    drawing = face.draw(game(spec.name).match(seed=0).view(None), face.drawn_in[0])
    for icon in sorted(declared_icons(spec) - set(IDS.findall(kit_symbols() + drawing.symbols))):
        yield f"the icon {icon!r} of an effect is not among the symbols"


def page_fault(spec: Spec, language: str) -> str | None:
    """What is wrong with the guide as a page."""
    try:
        page = guide.to_html(spec.name, language)
    except Exception as error:
        return told(error)
    return None if "<svg" in page else "there is no picture on its page"


def guide_picture_faults(spec: Spec, address: str, language: str) -> Iterator[str]:
    """What is wrong with one picture of a guide."""
    try:
        svg = guide.picture(spec.name, address, language)
        ElementTree.fromstring(svg)
    except Exception as error:
        yield told(error)
        return
    for symbol in sorted(set(USED.findall(svg)) - set(IDS.findall(svg))):
        yield f"it uses {symbol!r}, which is not defined"
