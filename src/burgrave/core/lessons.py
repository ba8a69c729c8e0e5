"""Lessons: a game learned by playing it, step by step.

A lesson is a text in the game's package, `lessons/01-first.txt`. It begins with fields as a scene does (options,
`seed`, `moves`; see `burgrave.core.scenes`), its title, what it is `about` (`about en`, `about pl`: a sentence for the
list of lessons), and the `seat` that the learner has. Then come its steps, each below a line `== name`:

    == harvest
    en: Roll the dice.
    pl: Rzuć kostkami.
    mark: dice
    accept: roll
    then: roll 5 1
    after en: A six! You get one ore.
    after pl: Szóstka! Dostajesz rudę.
    wrong play * en: Roll first; cards can wait.
    wrong play * pl: Najpierw rzuć; karty poczekają.

`en`, `pl` say what to do. `mark` names the sites to look at. `accept` lists the moves that solve the step, where `*`
stands for anything and `+` joins moves that are made one after the other; a step without one is only read. Before it
the moves of `moves` are played, and after an accepted one those of `then`. `after` is said when it is solved, `wrong`
of legal moves that do not solve it: those that a pattern fits, or all others. What the rules refuse says so by itself.
A step with `play` offers a real game with these options against easy bots; with `from` it begins where a scene of the
game ends, so that it is short.

Every accepted move has to lead on: all later steps must be possible after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from burgrave.core import registry
from burgrave.core.guide import site_box
from burgrave.core.picture import cover
from burgrave.core.scenes import SEED, TextError, begun, fields_of, game_of, listed, play_on, scene
from burgrave.core.words import LANGUAGES

if TYPE_CHECKING:
    from burgrave.core.drawing import Drawing
    from burgrave.core.game import Game
    from burgrave.core.match import Match

Said = Mapping[str, str]
"""A sentence by language."""
Box = tuple[float, float, float, float]
"""Left, top, width, height."""
STEP = "=="
SITE = re.compile(r'data-site="([^"]*)"')
WRONG = "wrong"
BOT = "easy"
"""Who plays against a learner in a real game."""
CLOSE_UP, WIDE = 0.6, 1.5
"""How much of a board's width a lesson's picture shows, and how much wider it is than high."""
MINUTES_A_STEP, MINUTES_A_GAME = 0.5, 3
"""What a beginner takes, about: reading and doing a step, and a short game."""


def fits(chain: Sequence[str], texts: Sequence[str]) -> bool:
    """Whether moves fit the first patterns of a chain."""
    return all(fnmatchcase(text, pattern) for text, pattern in zip(texts, chain, strict=False))


@dataclass(frozen=True)
class Step:
    """One step of a lesson."""

    name: str
    number: int
    """1 for the first."""
    text: Said
    mark: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    """What is played before it."""
    accept: tuple[tuple[str, ...], ...] = ()
    """What solves it: each a chain of patterns of moves, mostly of one."""
    then: tuple[str, ...] = ()
    """What is played after one of them."""
    after: Said = field(default_factory=dict)
    wrong: tuple[tuple[str, Said], ...] = ()
    """What is said of legal moves that do not solve it, by pattern."""
    play: Mapping[str, str] | None = None
    """The options of the real game that it offers."""
    begins: str = ""
    """The scene from which that game goes on; without one it begins anew."""

    def is_solved_by(self, texts: Sequence[str]) -> bool:
        """Whether moves solve the step."""
        return any(len(chain) == len(texts) and fits(chain, texts) for chain in self.accept)

    def is_begun_by(self, texts: Sequence[str]) -> bool:
        """Whether moves are the beginning of what solves it."""
        return any(len(chain) > len(texts) and fits(chain, texts) for chain in self.accept)

    def about_wrong(self, text: str, language: str) -> str:
        """What is said of a legal move that does not solve it; nothing where the lesson has no word for it."""
        for pattern, said in self.wrong:
            if fnmatchcase(text, pattern):
                return said[language]
        return ""


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game."""

    game: str
    name: str
    title: Said
    seat: int
    seed: str
    begin: Match
    steps: tuple[Step, ...]

    @property
    def file(self) -> str:
        """Where it stands in the game's package."""
        return f"lessons/{self.name}.txt"

    def where(self, step: Step) -> str:
        """How errors name a step."""
        return f"{self.file}, step {step.number} ({step.name})"

    def at(self, number: int, chosen: Sequence[Sequence[str]] = ()) -> Match:
        """The match at a step, given what solved the steps before; the first thing that does where nothing is given."""
        match, given = self.begin, iter(chosen)
        for step in self.steps[: number - 1]:
            match = self.before(step, match)
            if step.accept:
                match = self.after(step, match, next(given, ()) or self.solutions(step, match)[0])
        return self.before(self.steps[number - 1], match)

    def before(self, step: Step, match: Match) -> Match:
        """The match when a step begins."""
        return play_on(match, step.moves, self.seed, self.where(step))

    def after(self, step: Step, match: Match, texts: Sequence[str]) -> Match:
        """The match when a step was solved by moves."""
        if not step.is_solved_by(texts):
            raise TextError(f"{self.where(step)}: {' + '.join(texts)!r} does not solve it")
        return play_on(match, (*texts, *step.then), self.seed, self.where(step))

    def solutions(self, step: Step, match: Match) -> list[tuple[str, ...]]:
        """The legal moves that solve a step, in the order in which it lists them."""
        found = [texts for chain in step.accept for texts in self._legal(chain, match)]
        if step.accept and not found:
            who = "another seat is to act" if match.position.to_act != self.seat else "no legal move solves it"
            accepted = ", ".join(" + ".join(chain) for chain in step.accept)
            raise TextError(f"{self.where(step)}: {who}; it accepts {accepted}")
        return list(dict.fromkeys(found))

    def _legal(self, chain: Sequence[str], match: Match) -> Iterator[tuple[str, ...]]:
        """The legal moves that fit a chain of patterns."""
        if not chain:
            yield ()
        elif match.position.to_act == self.seat:
            for move in match.position.moves():
                if fnmatchcase(move.text, chain[0]):
                    after = play_on(match, (move.text,), self.seed, self.file) if len(chain) > 1 else match
                    yield from ((move.text, *rest) for rest in self._legal(chain[1:], after))

    def check(self) -> None:
        """Play the lesson through by every move that it accepts; an error names the file and the step."""
        for step in self.steps:
            match = self.at(step.number)
            for site in step.mark:
                if site not in sites_of(match, self.seat):
                    raise TextError(f"{self.where(step)}: there is no site {site!r} to mark")
            if step.play is not None:
                self._check_game(step, game_of(self.game, step.play, self.where(step)))
            for chain in step.accept:
                if not list(self._legal(chain, match)):
                    raise TextError(f"{self.where(step)}: it accepts {' + '.join(chain)}, which is not legal there")
            for texts in self.solutions(step, match):
                self._lead_on(step, self.after(step, match, texts))

    def real_game(self, step: Step) -> Match | None:
        """What the real game of a step goes on from; None where it begins anew."""
        try:
            return scene(self.game, step.begins) if step.begins else None
        except TextError as error:
            raise TextError(f"{self.where(step)}: {error}") from None

    def _check_game(self, step: Step, offered: Game) -> None:
        """See to it that the scene of a real game is one of the offered game, and that there is something to play."""
        begun = self.real_game(step)
        if begun is not None and begun.game != offered:
            raise TextError(f"{self.where(step)}: scenes/{step.begins}.txt has other options than the game it offers")
        if begun is not None and begun.is_over:
            raise TextError(f"{self.where(step)}: scenes/{step.begins}.txt ends with a game that is over")

    def _lead_on(self, step: Step, match: Match) -> None:
        """See to it that the later steps are possible."""
        for later in self.steps[step.number :]:
            match = self.before(later, match)
            if later.accept:
                match = self.after(later, match, self.solutions(later, match)[0])


def sites_of(match: Match, seat: int) -> set[str]:
    """Everything of a picture that can be marked: places, cards, tokens, seats."""
    drawing = match.view(seat).drawing()
    bodies = (drawing.sites, drawing.pieces, *(panel.body for panel in (*drawing.panels, *drawing.figures)))
    return set(SITE.findall("".join(bodies))) | {f"p{other}" for other in range(match.game.players)}


# ---- reading


def read(game: str, name: str, text: str) -> Lesson:
    """A lesson from its text; an error says what is wrong in which file and step."""
    file = f"lessons/{name}.txt"
    head, *parts = split_steps(text)
    fields = fields_of(head[1], file)
    title = said(fields, "title", file)
    seat = fields.pop("seat", "0")
    for language in LANGUAGES:
        fields.pop(f"title {language}", None)
        fields.pop(f"about {language}", None)
    if not parts:
        raise TextError(f"{file}: it has no steps; a step begins with a line '{STEP} name'")
    seed = fields.get("seed", SEED)
    steps = tuple(read_step(file, number, title, lines) for number, (title, lines) in enumerate(parts, 1))
    begin = begun(game, fields, file)
    if not seat.isdecimal() or int(seat) >= begin.game.players:
        raise TextError(f"{file}: there is no seat {seat!r}")
    return Lesson(game, name, title, int(seat), seed, begin, steps)


def split_steps(text: str) -> list[tuple[str, list[str]]]:
    """The lines before the first step, and those of each step with its name."""
    parts: list[tuple[str, list[str]]] = [("", [])]
    for line in text.splitlines():
        if line.startswith(STEP):
            parts.append((line.removeprefix(STEP).strip(), []))
        else:
            parts[-1][1].append(line)
    return parts


def read_step(file: str, number: int, name: str, lines: Sequence[str]) -> Step:
    """One step."""
    where = f"{file}, step {number} ({name})"
    fields = fields_of(lines, where)
    known = {
        "mark",
        "moves",
        "accept",
        "then",
        "play",
        "from",
        *LANGUAGES,
        *(f"after {language}" for language in LANGUAGES),
    }
    patterns = dict.fromkeys(key.rpartition(" ")[0] for key in fields if key.split()[0] == WRONG)
    for key in fields:
        if key not in known and key.rpartition(" ")[0] not in patterns:
            raise TextError(f"{where}: there is no field {key!r}; valid: {', '.join(sorted(known))}, {WRONG} MOVE en")
    play = fields.get("play")
    return Step(
        name,
        number,
        said(fields, "", where),
        tuple(fields.get("mark", "").split()),
        tuple(listed(fields.get("moves", ""))),
        tuple(tuple(" ".join(one.split()) for one in chain.split("+")) for chain in listed(fields.get("accept", ""))),
        tuple(listed(fields.get("then", ""))),
        said(fields, "after", where) if any(f"after {language}" in fields for language in LANGUAGES) else {},
        tuple((pattern.removeprefix(WRONG).strip() or "*", said(fields, pattern, where)) for pattern in patterns),
        None if play is None else options_of(play, where),
        fields.get("from", ""),
    )


def said(fields: Mapping[str, str], name: str, where: str) -> dict[str, str]:
    """A sentence in every language."""
    found = {language: fields.get(f"{name} {language}".strip(), "") for language in LANGUAGES}
    for language, sentence in found.items():
        if not sentence:
            raise TextError(f"{where}: the field {f'{name} {language}'.strip()!r} is missing")
    return found


def options_of(text: str, where: str) -> dict[str, str]:
    """Options as a step lists them: `players=2, target_points=5`."""
    found: dict[str, str] = {}
    for part in listed(text):
        name, equals, value = part.partition("=")
        if not equals:
            raise TextError(f"{where}: {part!r} is no option; an option is written 'name=value'")
        found[name.strip()] = value.strip()
    return found


# ---- the lessons of a game


def names(game: str) -> tuple[str, ...]:
    """The names of a game's lessons, in their order."""
    folder = files(registry.spec(game).package).joinpath("lessons")
    if not folder.is_dir():
        return ()
    return tuple(sorted(file.name.removesuffix(".txt") for file in folder.iterdir() if file.name.endswith(".txt")))


@lru_cache(maxsize=64)
def lesson(game: str, name: str) -> Lesson:
    """A lesson of a game."""
    if name not in names(game):
        raise TextError(f"the game {game!r} has no lesson {name!r}; valid: {', '.join(names(game)) or 'none'}")
    text = files(registry.spec(game).package).joinpath("lessons", f"{name}.txt").read_text(encoding="utf-8")
    return read(game, name, text)


@dataclass(frozen=True)
class Outline:
    """What a list tells of a lesson; no rules are needed for it."""

    name: str
    title: Said
    about: Said
    """What one learns; nothing where the lesson does not say so."""
    steps: int
    plays: bool
    """Whether a real game comes at its end."""

    @property
    def minutes(self) -> int:
        """How long it takes, about."""
        return max(2, round(self.steps * MINUTES_A_STEP + self.plays * MINUTES_A_GAME))


@lru_cache(maxsize=64)
def outline(game: str, name: str) -> Outline:
    """What a list tells of a lesson."""
    text = files(registry.spec(game).package).joinpath("lessons", f"{name}.txt").read_text(encoding="utf-8")
    file, (head, *steps) = f"lessons/{name}.txt", split_steps(text)
    fields = fields_of(head[1], file)
    about = said(fields, "about", file) if any(f"about {language}" in fields for language in LANGUAGES) else {}
    plays = any(line.startswith("play:") for _, lines in steps for line in lines)
    return Outline(name, said(fields, "title", file), about, len(steps), plays)


@lru_cache(maxsize=128)
def picture(game: str, name: str, language: str) -> str:
    """The board of a lesson as its learner sees it, around the first places where something is to be done."""
    one = lesson(game, name)
    for step in (step for step in one.steps if step.accept):
        view = one.at(step.number).view(one.seat)
        if box := _close_up(view.drawing(language), step.mark):
            return cover(view, language, box)
    return cover(one.begin.view(one.seat), language)


def _close_up(drawing: Drawing, marks: Sequence[str]) -> Box | None:
    """The part of a board around marked places; None where only things beside the board are marked."""
    boxes = [site_box(drawing, site) for site in marks if f'data-site="{site}"' in drawing.sites]
    if not boxes:
        return None
    left, top, width, height = drawing.box
    wide = min(CLOSE_UP * width, height * WIDE)
    high = wide / WIDE
    across = (min(box[0] for box in boxes) + max(box[2] for box in boxes) - wide) / 2
    down = (min(box[1] for box in boxes) + max(box[3] for box in boxes) - high) / 2
    return min(max(across, left), left + width - wide), min(max(down, top), top + height - high), wide, high


def lessons(game: str) -> Iterator[Lesson]:
    """All lessons of a game."""
    return (lesson(game, name) for name in names(game))


def forget() -> None:
    """Read every lesson anew when it is next asked for."""
    lesson.cache_clear()
    outline.cache_clear()
    picture.cache_clear()
