"""Lessons at the terminal: each step in words, answered by typing moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from rich.console import Console

from burgrave.core import lessons, words
from burgrave.core.errors import UnknownMove
from burgrave.core.guide import section_of
from burgrave.core.lessons import BOT, Lesson, Step
from burgrave.core.scenes import play_on
from burgrave.core.words import core_words
from burgrave.terminal import SITE, Ask, Left, ask_person

if TYPE_CHECKING:
    from burgrave.core.match import Match

COMMANDS = ("look", "moves", "show", "quit")


def teach(
    game: str, name: str, *, language: str = "en", ask: Ask = ask_person, console: Console | None = None
) -> dict[str, str] | None:
    """Play a lesson; the options of the real game that it ends with, if it was finished and has one."""
    return Teacher(lessons.lesson(game, name), language, ask, console or Console()).teach()


class Teacher:
    """One lesson at a terminal."""

    def __init__(self, lesson: Lesson, language: str, ask: Ask, console: Console) -> None:
        self.lesson, self.language, self.ask, self.console = lesson, language, ask, console
        self.say = core_words(language)

    def print(self, text: str = "", style: str = "") -> None:
        """A line without markup of its own."""
        self.console.print(text, markup=False, highlight=False, style=style or None)

    def teach(self) -> dict[str, str] | None:
        """All steps, one after the other."""
        match, play = self.lesson.begin, None
        try:
            self.print(self.lesson.title[self.language], "bold")
            self.print(self.say("lesson.help"))
            for step in self.lesson.steps:
                match = self.lesson.before(step, match)
                self.print()
                self.print(f"{step.number}/{len(self.lesson.steps)}  {step.text[self.language]}", "bold")
                for site in step.mark:
                    self.print(f"→ {self.name_of(match, site)}")
                match = self.solve(step, match)
                play = step.play if step.play is not None else play
        except (Left, EOFError, KeyboardInterrupt):
            self.print(self.say("terminal.goodbye"))
            return None
        return None if play is None else dict(play)

    def name_of(self, match: Match, site: str) -> str:
        """What a marked site is called."""
        drawing = match.view(self.lesson.seat).drawing(self.language)
        bodies = (drawing.sites, drawing.pieces, *(panel.body for panel in drawing.panels))
        names = dict(SITE.findall("".join(bodies)))
        if site not in names and site.removeprefix("p").isdecimal():
            return words.seat_name(int(site[1:]), None, self.language)
        return unescape(names.get(site, site))

    def solve(self, step: Step, match: Match) -> Match:
        """Ask until the step is solved; the match afterwards."""
        if not step.accept:
            if step.play is None:
                self.answer(match, self.say("lesson.enter"))
            return match
        begun: list[str] = []
        while not step.is_solved_by(begun):
            now = play_on(match, begun, self.lesson.seed, self.lesson.where(step))
            self.print(now.view(self.lesson.seat).prompt(self.language))
            typed = self.answer(now, "> ", [move.text for move in now.position.moves()])
            if typed == "show":
                self.print(next(self.hints(step, match, begun)))
            elif typed and self.is_right(step, now, [*begun, typed]):
                begun.append(" ".join(typed.lower().split()))
        if step.after:
            self.print(step.after[self.language], "green")
        return self.lesson.after(step, match, begun)

    def hints(self, step: Step, match: Match, begun: Sequence[str]) -> Iterator[str]:
        """What to type next."""
        for texts in self.lesson.solutions(step, match):
            if list(texts[: len(begun)]) == list(begun):
                yield texts[len(begun)]

    def is_right(self, step: Step, now: Match, texts: Sequence[str]) -> bool:
        """Whether moves solve the step or begin to; if not, say why."""
        view = now.view(self.lesson.seat)
        try:
            move = now.game.move(texts[-1])
        except UnknownMove as error:
            self.print(error.told(self.language))
            return False
        why = view.why_not(move, self.language)
        if why is not None:
            self.print(why)
            section = section_of(now.game.spec, now.game.reason(view, move) or "")
            if section:
                self.print(self.say("terminal.rule", section=section))
            return False
        wanted = [*texts[:-1], move.text]
        if step.is_solved_by(wanted) or step.is_begun_by(wanted):
            return True
        self.print(step.about_wrong(move.text, self.language) or self.say("lesson.other"))
        return False

    def answer(self, match: Match, question: str, moves: Sequence[str] = ()) -> str:
        """What is typed, unless it is a command that only looks."""
        while True:
            typed = self.ask(question, [*moves, *COMMANDS]).strip()
            if typed == "quit":
                raise Left
            if typed == "look":
                self.print(match.view(self.lesson.seat).describe(self.language))
            elif typed == "moves":
                view = match.view(self.lesson.seat)
                for move in view.moves():
                    self.print(f"{move.text}  {words.label_in(view, move, self.language)}")
            else:
                return typed


def learn(
    game: str,
    name: str | None = None,
    *,
    language: str = "en",
    ask: Ask = ask_person,
    console: Console | None = None,
) -> None:
    """Play a lesson and the real game after it; without a name, list the lessons."""
    from burgrave import terminal
    from burgrave.core.registry import spec

    console = console or Console()
    known = lessons.names(game)
    if name is None:
        for one in (lessons.outline(game, key) for key in known):
            listed = core_words(language)("lesson.listed", title=one.title[language], minutes=one.minutes)
            console.print(f"{one.name}  {listed}", markup=False, highlight=False)
        if not known:
            console.print(core_words(language)("lesson.none"), markup=False, highlight=False)
        return
    chosen = next((key for key in known if name in (key, *key.split("-", 1), key.split("-")[0].lstrip("0"))), name)
    options = teach(game, chosen, language=language, ask=ask, console=console)
    if options is None:
        return
    lesson, you = lessons.lesson(game, chosen), core_words(language)("lesson.you")
    begun = next((found for step in lesson.steps if (found := lesson.real_game(step)) is not None), None)
    if begun is None:
        players = int(options.get("players", spec(game).default_players))
        terminal.play(game, [you, *[BOT] * (players - 1)], options, language=language, ask=ask, console=console)
        return
    match = begun.copy()
    match.names = tuple(
        you if seat == lesson.seat else terminal.bot_name(BOT, seat, language) for seat in range(match.game.players)
    )
    with TemporaryDirectory() as folder:
        record = Path(folder) / "short.txt"
        match.save(record)
        terminal.play(record=record, language=language, ask=ask, console=console)
