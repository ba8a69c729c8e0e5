"""What the tests of all games share: lay out a position, play moves by their texts, and ask what may be played."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

import burgrave
from burgrave.bots import Bot
from burgrave.core import effects
from burgrave.core.effects import Effect
from burgrave.core.game import Game
from burgrave.core.match import Match
from burgrave.core.position import Position, View

NAMES = ("Ada", "Bea", "Cid", "Dot")
RECORDS = Path(__file__).parents[1] / "records"


class Table:
    """The fields of a position, to be changed by name before the game checks them."""

    def __init__(self, position: Position) -> None:
        self.game = position.game
        self.fields = position.fields

    def set(self, **changes: Any) -> Self:
        """Give fields a value, or change the one they have: `set(turn=1, coins=at(0, value=3))`."""
        for name, change in changes.items():
            self.fields[name] = change(self.fields[name]) if callable(change) else change
        return self

    def position(self) -> Position:
        """The position, if the game accepts it."""
        return self.game.position(self.fields)


def changed(position: Position, **changes: Any) -> Position:
    """The position with some fields changed, if the game accepts it."""
    return Table(position).set(**changes).position()


def at(*path: int, value: Any) -> Callable[[Any], Any]:
    """A change of one place in a nested list."""
    return lambda field: replaced(field, path, lambda _: value)


def more_at(*path: int, by: int) -> Callable[[Any], Any]:
    """A change of one number in a nested list, by so much."""
    return lambda field: replaced(field, path, lambda number: number + by)


def replaced(field: Any, path: Sequence[int], change: Callable[[Any], Any]) -> Any:
    """A nested list with one place changed."""
    if not path:
        return change(field)
    first, *rest = path
    return [*field[:first], replaced(field[first], rest, change), *field[first + 1 :]]


def texts_in(story: str) -> list[str]:
    """The moves of a story: several lines, each with moves between commas."""
    return [text.strip() for line in story.strip().splitlines() for text in line.split(",")]


def play(position: Position, *texts: str) -> Position:
    """The position after these moves."""
    for text in texts:
        position = position.play(text)
    return position


def effects_of(position: Position, text: str, seat: int | None = None) -> list[Effect]:
    """What a move brings, as a seat or a spectator sees it."""
    after, move = position.play(text), position.game.move(text)
    seen = position.game.rules.parts.seen_as(move, seat, position.s, after.s)
    assert position.to_act is not None
    return effects.effects(View(position, seat), seen, position.to_act, View(after, seat))


def brings(position: Position, text: str, seat: int | None = None, language: str = "en") -> list[str]:
    """The same in sentences; the seats are Ada, Bea, Cid and Dot."""
    view = View(position.play(text), seat)
    told = effects.sentences(view, effects_of(position, text, seat), language, NAMES)
    return [sentence for sentence, _ in told]


def play_until(position: Position, point: str) -> Position:
    """The position when a point is reached, by the first outcomes and moves there are."""
    while position.point != point:
        position = position.play(position.moves()[0])
    return position


def play_past(position: Position, *points: str) -> Position:
    """The position when it stands at none of these points any more, by the first outcomes and moves there are."""
    while position.point in points:
        position = position.play(position.moves()[0])
    return position


def story_with_chance(game: Game, *texts: str) -> list[str]:
    """These moves of a new game, and before each the first outcomes of chance that lead to it."""
    position, story = game.start(), []
    for text in texts:
        while text not in legal(position):
            assert position.to_act == burgrave.CHANCE, f"{text} is not legal at {position.point}"
            story.append(legal(position)[0])
            position = position.play(story[-1])
        story.append(text)
        position = position.play(text)
    return story


def legal(position: Position, verb: str = "") -> list[str]:
    """The texts of the legal moves, of one verb if it is named."""
    return [move.text for move in position.moves() if verb in ("", move.text.split()[0])]


def odds(position: Position) -> dict[str, int]:
    """Chance's outcomes and their weights."""
    return dict(zip(legal(position), position.odds(), strict=True))


def refusal(position: Position, text: str) -> str:
    """The name of the rule against a move, or "allowed"."""
    return position.game.reason(position, position.game.move(text)) or "allowed"


def played_out(game: Game, bots: Sequence[Bot], seed: int) -> Match:
    """A whole game between bots, one for each seat."""
    match = game.match(seed=seed)
    while not match.is_over:
        seat = match.position.to_act
        match.play(bots[seat].choose(match.view(seat)))
    return match


def greedy_choice(position: Position, samples: int) -> str:
    """What the greedy bot plays."""
    bot = burgrave.bot("greedy", position.game, seed=1, samples=samples)
    return bot.choose(position.view(position.to_act)).text


def panel(view: View, key: str, language: str = "en") -> str:
    """One panel of a view's picture."""
    return next(panel.body for panel in view.drawing(language).panels if panel.key == key)


def site_names(body: str) -> dict[str, str]:
    """The sites in a part of a picture, and what each is called."""
    return dict(re.findall(r'data-site="([^"]*)" data-name="([^"]*)"', body))


def recorded(name: str) -> Match:
    """A recorded game: "amber-exhaustion"."""
    return burgrave.load(RECORDS / f"{name}.txt")


def records_of(game: str) -> list[str]:
    """The names of a game's records."""
    return sorted(path.stem for path in RECORDS.glob(f"{game}-*.txt"))
