"""Play in the terminal: any game, people and bots at one table, everything in words.

People who share the screen are kept apart by a curtain whenever one of them holds something that another may not see.
"""

from __future__ import annotations

import re
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from html import unescape
from os import PathLike
from typing import TYPE_CHECKING, Any

from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.table import Table as Grid

import burgrave
from burgrave.bots import BOTS, COMPILED, LEVELS, HasProgram, bot_at_once, described, dismissed, is_bot, is_prepared
from burgrave.core import guide, registry, words
from burgrave.core.beside import compile_beside
from burgrave.core.errors import UnknownMove
from burgrave.core.extras import needs
from burgrave.core.previews import preview, samples_of
from burgrave.core.spec import CHANCE, Spec
from burgrave.core.story import Reader, line_of, story, told
from burgrave.core.words import LANGUAGES, core_words

if TYPE_CHECKING:
    from burgrave.core.match import Match
    from burgrave.core.position import Position, View
    from burgrave.core.verbs import Move

Ask = Callable[[str, Sequence[str]], str]
"""Asks a question and offers completions; EOFError means that nobody answers any more."""

COMMANDS = ("moves", "look", "log", "why", "hint", "guide", "undo", "save", "help", "quit")
LONG_LIST = 24
"""So many legal moves still fit on the screen with a description each."""
SHORT_LIST = 8
"""So many moves of one verb are always described."""
RECENT = 12
"""So many sentences of the log are read out at once."""
STRANGER = "easy"
"""Who sits down where nobody else wants to."""
SITE = re.compile(r'data-site="([^"]*)" data-name="([^"]*)"')
PLACE = re.compile(r"[a-z]?\{(\w+)\}")
"""A site that is an argument and nothing else is a place of the board."""


def is_said(pattern: str, name: str, told: Mapping[str, str], label: str) -> bool:
    """Whether a site is a place that a label names already, or has a name that says nothing more."""
    place = PLACE.fullmatch(pattern)
    return name.lower() in label.lower() or (place is not None and told[place[1]] in label)


class Left(Exception):
    """Somebody has left the table."""


def ask_person(question: str, completions: Sequence[str]) -> str:
    """Ask with completion on a real terminal, plainly where input is piped in."""
    if not sys.stdin.isatty():
        return input(question)
    with needs("playing at the terminal", "terminal"):
        from prompt_toolkit import prompt
        from prompt_toolkit.completion import WordCompleter

    completer = WordCompleter(list(completions), sentence=True)
    answer: str = prompt(question, completer=completer, complete_while_typing=True)
    return answer


def play(
    game_name: str | None = None,
    seats: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    language: str = "en",
    seed: int | str | None = None,
    record: str | PathLike[str] | None = None,
    own_bots: Mapping[str, str] | None = None,
    ask: Ask = ask_person,
    console: Console | None = None,
) -> Match | None:
    """Play a game at the terminal; what is not given is asked for. The match, or None when no game was begun.

    `seats` says who sits where: a bot as `described` reads it ("hard", "search:iterations=500"), anybody else by their
    name. `own_bots` are further bots: names and commands. `record` goes on with a saved game instead of beginning one.
    """
    console = console or Console()
    own_bots = own_bots or {}
    match = None
    try:
        if record is None:
            match, bots = _new_match(game_name, seats, options or {}, seed, own_bots, language, ask, console)
        else:
            match, bots = _saved_match(record, seed, own_bots)
        if seed is not None:
            bots = {seat: _seeded(bot, seat, seed) for seat, bot in bots.items()}
        Table(match, bots, language, ask, console).play()
    except (Left, EOFError, KeyboardInterrupt):
        console.print(f"\n{core_words(language)('terminal.goodbye')}")
    return match


# ---- sitting down


Bots = dict[int, tuple[str, dict[str, Any]]]
"""The seats that bots play: which one, with which settings."""


def _bot(text: str, own_bots: Mapping[str, str]) -> tuple[str, dict[str, Any]] | None:
    """The bot that somebody means; None when it is a person's name."""
    if text in own_bots:
        return "outside", {"command": own_bots[text]}
    return described(text) if is_bot(text) or ":" in text else None  # no name has a colon


def _seeded(bot: tuple[str, dict[str, Any]], seat: int, seed: int | str) -> tuple[str, dict[str, Any]]:
    """The bot with guesses that a game's seed decides, but not those of its dice: it must not foresee them."""
    kind, settings = bot
    return (kind, settings) if kind == "outside" else (kind, {"seed": f"{seed}, bot {seat + 1}"} | settings)


def _bot_word(name: str, language: str) -> str:
    """What a bot is called in a language; programs of one's own have the name that was given to them."""
    say, key = core_words(language), f"bot.{name}"
    return say(key) if key in say else name


def bot_name(text: str, seat: int, language: str) -> str:
    """What a bot on a seat is called in a record."""
    word = _bot_word(text.partition(":")[0], language)
    return core_words(language)("terminal.bot_name", bot=word, number=seat + 1)


def _saved_match(
    record: str | PathLike[str], seed: int | str | None, own_bots: Mapping[str, str]
) -> tuple[Match, Bots]:
    """A game that goes on; its bots are known by the names that they get here, in whatever language it was begun."""
    match = burgrave.load(record)
    if not match.is_over:
        match.draw_from(secrets.token_hex(16) if seed is None else seed)
    bots: Bots = {}
    for seat, name in enumerate(match.names):
        for text in (*own_bots, *LEVELS, *BOTS):
            if text != "outside" and name in {bot_name(text, seat, language) for language in LANGUAGES}:
                bots[seat] = _bot(text, own_bots) or described(text)
                break
    return match, bots


def _new_match(
    game_name: str | None,
    seats: Sequence[str] | None,
    options: Mapping[str, Any],
    seed: int | str | None,
    own_bots: Mapping[str, str],
    language: str,
    ask: Ask,
    console: Console,
) -> tuple[Match, Bots]:
    say = core_words(language)
    spec = registry.spec(game_name) if game_name else _choose_game(language, ask, console)
    if seats is not None and "players" not in options:
        options = {**options, "players": len(seats)}
    if "players" not in options:
        options = {**options, "players": _choose_players(spec, language, ask, console)}
    settled = spec.settle_options(options)
    players = int(settled["players"])
    if seats is None:
        seats = _choose_seats(players, own_bots, language, ask)
    if len(seats) != players:
        raise ValueError(say("terminal.bad_seats", len(seats), players=players))
    bots = {seat: bot for seat, text in enumerate(seats) if (bot := _bot(text, own_bots)) is not None}
    names = [bot_name(text, seat, language) if seat in bots else text for seat, text in enumerate(seats)]
    match = burgrave.game(spec.name, **options).match(seed=seed, names=names)
    _tell_of_preparation(match, bots, language, console)
    return match, bots


def _choose_game(language: str, ask: Ask, console: Console) -> Spec:
    say = core_words(language)
    names = list(registry.games())
    grid = Grid(box=None, show_header=False, padding=(0, 3, 0, 0))
    for name in names:
        spec = registry.spec(name)
        grid.add_row(f"[b]{name}[/b]", escape(words.title(spec, language)), escape(words.tagline(spec, language)))
    console.print(grid)
    while True:
        answer = ask(say("terminal.which_game"), names).strip().lower()
        if answer in names:
            return registry.spec(answer)
        console.print(say("terminal.no_game", name=repr(answer), list=", ".join(names)), markup=False)


def _choose_players(spec: Spec, language: str, ask: Ask, console: Console) -> int:
    say, valid = core_words(language), [str(count) for count in spec.players]
    usual, listed = str(spec.default_players), ", ".join(valid)
    while len(valid) > 1:
        answer = ask(say("terminal.how_many", list=listed, usual=usual), valid).strip() or usual
        if answer in valid:
            return int(answer)
        console.print(say("terminal.no_number", list=listed), markup=False)
    return spec.default_players


def _choose_seats(players: int, own_bots: Mapping[str, str], language: str, ask: Ask) -> list[str]:
    say, levels = core_words(language), {_bot_word(level, language): level for level in LEVELS}
    bots = [*levels, *own_bots]
    seats: list[str] = []
    for number in range(1, players + 1):
        usual = say("terminal.your_name") if number == 1 else _bot_word(STRANGER, language)
        question = say("terminal.who_sits", number=number, list=", ".join(bots), usual=usual)
        answer = ask(question, bots).strip() or usual
        answer = levels.get(answer, answer)
        seats.append(answer if is_bot(answer) else " ".join(answer.replace(",", " ").split()) or usual)
    return seats


def _tell_of_preparation(match: Match, bots: Bots, language: str, console: Console) -> None:
    """Begin to compile what is not compiled yet, and say that the bots think little until then."""
    kinds = [kind for kind, _ in bots.values() if not is_prepared(match.game.rules, kind)]
    for kind in kinds:
        compile_beside(match.game.rules, COMPILED[kind])
    if kinds:
        console.print(escape(core_words(language)("terminal.preparing")))


# ---- the table


class Table:
    """One match, the people and bots at it, and the screen they share."""

    def __init__(self, match: Match, bots: Bots, language: str, ask: Ask, console: Console) -> None:
        self.match = match
        self.language = language
        self.ask = ask
        self.console = console
        self.say = core_words(language)
        self.bots = {seat: bot_at_once(kind, match.game, **settings) for seat, (kind, settings) in bots.items()}
        people = [seat for seat in range(match.game.players) if seat not in bots]
        self.looking = people[0] if len(people) == 1 else None
        """Whose eyes the screen is for; None while nobody's alone."""
        self.read = dict.fromkeys((None, *people), max(self._set_up(), len(match.log) - RECENT))
        """How much of the log each of them has read."""
        self.described_to: dict[int, frozenset[str]] = {}
        """The lines in which each of them last read the position."""

    def _set_up(self) -> int:
        """How many moves chance made before anybody could decide; the position tells them better than the log."""
        movers = self.match.movers
        return next((number for number, mover in enumerate(movers) if mover != CHANCE), len(movers))

    def print(self, text: str = "", style: str = "") -> None:
        """A line as it is: nothing in it is taken for markup."""
        self.console.print(text, style=style, markup=False, highlight=False)

    def play(self) -> None:
        """Play until the game is over or somebody leaves."""
        self.print(self.say("terminal.begin", title=words.title(self.match.game, self.language)), "bold")
        try:
            while not self.match.is_over:
                seat = self.match.position.to_act
                assert seat is not None
                if seat in self.bots:
                    self.let_play(seat)
                else:
                    self.turn(seat)
        finally:
            dismissed(list(self.bots.values()))
        self.finish()

    def let_play(self, seat: int) -> None:
        """One move of a bot; a program that fails has forfeited."""
        bot = self.bots[seat]
        self.match.play(bot.choose(self.match.view(seat)))
        if isinstance(bot, HasProgram) and bot.fault and seat not in self.match.forfeited:
            self.match.forfeited |= {seat}
            self.print(self.say("terminal.forfeit", who=self.match.names[seat]), "bold")
        if not self.read.keys() - {None}:
            self.tell_news()

    def turn(self, seat: int) -> None:
        """One move of a person: what has happened, what there is to do, and the answer."""
        others_moved = self.looking != seat or any(mover != seat for mover in self.match.movers[self.read[seat] :])
        self.draw_curtain(seat)
        self.tell_news()
        view = self.match.view(seat)
        if others_moved or len(self.match.log) == self._set_up():
            self.print()
            self.tell_changes(seat, words.describe(view, self.language))
        points = ", ".join(f"{name}: {score}" for name, score in zip(view.names, view.scores, strict=True))
        self.print()
        self.print(self.say("terminal.points", list=points))
        self.print(words.prompt(view, self.language), "bold")
        self.show_moves(view, everything=False)
        while not self.answered(seat, view):
            pass

    def tell_changes(self, seat: int, description: str) -> None:
        """The position in words without the lines that a person has read the last time; `look` tells all of it."""
        lines = description.splitlines()
        known = self.described_to.get(seat, ())
        shown: list[str] = []
        for number, line in enumerate(lines):
            if line not in known:
                heading = next((above for above in reversed(lines[:number]) if not above.startswith(" ")), line)
                if line.startswith(" ") and heading not in shown:
                    shown.append(heading)
                shown.append(line)
        self.print("\n".join(shown))
        self.described_to[seat] = frozenset(lines)

    def draw_curtain(self, seat: int) -> None:
        """Clear the screen between people when one of them knows something that the other may not."""
        before, self.looking = self.looking, seat
        if before == seat or len(self.read) <= 2:
            return
        others = [other for other in self.read if other is not None and other != seat]
        mine = self.match.view(seat)
        if any(self.match.view(other).s.tobytes() != mine.s.tobytes() for other in others):
            self.console.clear()
            self.ask(self.say("terminal.curtain", who=mine.names[seat]), ())
            self.console.clear()
            self.described_to.pop(seat, None)

    def tell_news(self) -> None:
        """Read out what has happened since whoever looks now looked last."""
        first = max(self.read[self.looking], self.match.length - RECENT) + 1
        for number in range(first, self.match.length + 1):
            for line in told(self.match, number, Reader(self.looking), self.language).lines:
                self.print(line, "dim")
        self.read[self.looking] = self.match.length

    # ---- the list of moves

    def show_moves(self, view: View, everything: bool) -> None:
        """The legal moves with their numbers; a long list of places only by their texts, unless asked for."""
        moves = view.moves()
        count = Counter(move.verb for move in moves)
        long = {verb for verb, times in count.items() if len(moves) > LONG_LIST and times > SHORT_LIST}
        places, samples = self.places(view), samples_of(view)
        grid = Grid(box=None, show_header=False, padding=(0, 2, 0, 0))
        compact = []
        for number, move in enumerate(moves, 1):
            if move.verb in long and not everything:
                compact.append(f"[dim]{number:>3}[/dim] {escape(move.text)}")
            else:
                text = self.described(move, view, places, samples)
                grid.add_row(f"[dim]{number:>3}[/dim]", f"[b]{escape(move.text)}[/b]", escape(text))
        if compact:
            self.print(self.say("terminal.many_moves"))
            self.console.print(Columns(compact, padding=(0, 2)), highlight=False)
        if grid.row_count:
            self.console.print(grid, highlight=False)

    def places(self, view: View) -> dict[str, str]:
        """The names of all sites in the picture, as hovering over them would tell."""
        drawing = view.drawing(self.language)
        picture = drawing.sites + "".join(panel.body for panel in (*drawing.panels, *drawing.figures))
        return {site: unescape(name) for site, name in SITE.findall(picture)}

    def described(self, move: Move, view: View, places: Mapping[str, str], samples: Sequence[Position]) -> str:
        """What a move does, with what, and what it costs and brings."""
        label = words.label_in(view, move, self.language)
        verb = view.game.rules.verbs.verb(move)
        told = dict(zip(verb.arguments, words.spoken(view, verb, move.args, self.language, view.names), strict=True))
        sites = zip(verb.sites, view.game.rules.parts.sites(move), strict=True)
        named = [(pattern, places[site]) for pattern, site in sites if site in places]
        further = [name for pattern, name in named if not is_said(pattern, name, told, label)]
        further.append(preview(view, samples, move, self.language, view.names).text)
        listed = "; ".join(filter(None, further))
        return f"{label} ({listed})" if listed else label

    # ---- answers

    def answered(self, seat: int, view: View) -> bool:
        """Ask once; True when a move was made or taken back."""
        moves = view.moves()
        texts = [move.text for move in moves]
        typed = " ".join(self.ask(self.say("terminal.ask", who=view.names[seat]), [*texts, *COMMANDS]).split())
        command, _, rest = typed.partition(" ")
        if typed.lower() in texts:
            self.match.play(typed.lower())
            return True
        if typed.isdecimal() and 1 <= int(typed) <= len(moves):
            self.match.play(moves[int(typed) - 1])
            return True
        if command == "undo":
            return self.undo(seat)
        if command in COMMANDS:
            getattr(self, f"on_{command}")(view, rest)
        elif typed:
            self.refuse(view, typed)
        return False

    def refuse(self, view: View, typed: str) -> None:
        """Say which rule is against a move, or that there is no such move."""
        section = None
        try:
            sentence = view.why_not(typed, self.language)
            section = guide.section_of(view.game.spec, view.game.reason(view, view.game.move(typed)) or "")
        except UnknownMove:
            texts = [move.text for move in view.moves()]
            near = get_close_matches(typed.lower(), texts, 3, 0.3) or texts[:3]
            sentence = self.say("terminal.unknown", text=typed, list=", ".join(near))
        self.print(sentence or self.say("terminal.legal"))
        if sentence and section:
            self.print(self.say("terminal.rule", section=section))

    def undo(self, seat: int) -> bool:
        """Take back the last move if it was this seat's and told nobody anything."""
        movers = self.match.movers
        if not movers or seat not in movers:
            self.print(self.say("undo.nothing"))
        elif movers[-1] == CHANCE:
            self.print(self.say("undo.chance"))
        elif movers[-1] != seat:
            self.print(self.say("undo.others"))
        elif self.match.may_undo():
            self.print(self.say("undo.revealed"))
        else:
            self.print(self.say("terminal.undone", text=self.match.log[-1]))
            self.match.undo()
            self.read = {reader: min(read, len(self.match.log)) for reader, read in self.read.items()}
            return True
        return False

    def on_moves(self, view: View, rest: str) -> None:
        """Describe every legal move."""
        self.show_moves(view, everything=True)

    def on_look(self, view: View, rest: str) -> None:
        """The position in words."""
        self.print(words.describe(view, self.language))
        self.print(words.prompt(view, self.language), "bold")

    def on_log(self, view: View, rest: str) -> None:
        """Everything that has happened, as this seat may read it."""
        for turn in story(self.match, Reader(view.seat), self.language, self._set_up() + 1):
            self.print(turn.headline, "bold")
            for event in turn.events:
                self.print(f"  {line_of(event, self.language)}")
                for detail in event.details:
                    self.print(f"    {detail}")
        if len(self.match.log) == self._set_up():
            self.print(self.say("terminal.log_empty"))

    def on_why(self, view: View, rest: str) -> None:
        """Why a move is not allowed."""
        if rest:
            self.refuse(view, rest)
        else:
            self.print(self.say("terminal.why_what", example=view.moves()[0].text))

    def on_hint(self, view: View, rest: str) -> None:
        """What to play, for whoever plays with nobody but bots."""
        if len(self.bots) < view.game.players - 1:
            self.print(self.say("terminal.no_hint"))
            return
        from burgrave.arena.hints import hint, told

        self.print(self.say("terminal.hint_thinking"))
        for sentence in told(view, hint(view), self.language):
            self.print(sentence)

    def on_guide(self, view: View, rest: str) -> None:
        """The rules of the game, or one section of them."""
        try:
            self.console.print(Markdown(guide.for_terminal(view.game.name, self.language, rest)))
        except ValueError:
            self.print(self.say("terminal.no_section", list=", ".join(guide.sections(view.game.name, self.language))))

    def on_save(self, view: View, rest: str) -> None:
        """Write the game to a file."""
        path = rest or f"{view.game.name}.txt"
        try:
            self.match.save(path)
        except OSError as error:
            self.print(self.say("terminal.cannot_save", path=path, reason=error.strerror or error))
        else:
            self.print(self.say("terminal.saved", path=path))

    def on_help(self, view: View, rest: str) -> None:
        """What can be typed."""
        self.print(self.say("terminal.help"))

    def on_quit(self, view: View, rest: str) -> None:
        """Leave the table."""
        raise Left

    def finish(self) -> None:
        """The last moves, the points by source and who has won."""
        self.tell_news()
        view = self.match.view(self.looking)
        parts = words.score_parts(view)
        grid = Grid("", *(escape(name) for name in view.names), box=None, padding=(0, 2, 0, 0))
        for part in parts[0]:
            counts = [str(seat_parts[part]) for seat_parts in parts]
            grid.add_row(escape(words.capital(words.score_part(view.game, part, self.language))), *counts)
        grid.add_row("", *(f"[b]{score}[/b]" for score in view.scores))
        self.print()
        self.console.print(grid, highlight=False)
        self.print(words.outcome(view, self.language), "bold")
