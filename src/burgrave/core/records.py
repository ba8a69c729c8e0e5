"""Games as text: written exactly, read leniently, and refused with the line and the reason."""

from __future__ import annotations

import re
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgrave.core import registry
from burgrave.core.errors import IllegalMove, Mistake, RecordError, UnknownMove, shown
from burgrave.core.lines import BETWEEN_NAMES, REMARK
from burgrave.core.position import actor_name

if TYPE_CHECKING:
    from burgrave.core.match import Match

FORMAT = "burgrave"
VERSION = 1
MOVE_LINE = re.compile(r"(p\d+|chance)\s*:\s*(\S.*)")
KEY_LINE = re.compile(r"([a-z_]+)\s*:\s*(.*)")


def write(match: Match, remarks: str | None = None) -> str:
    """A match as a text record; with remarks in a language, each turn has its headline and each move its sentences."""
    lines = [f"{FORMAT} {VERSION}", f"game: {match.game.name}"]
    for name, value in match.game.options.items():
        lines.append(f"{name}: {str(value).lower() if isinstance(value, bool) else value}")
    lines.append(f"seats: {f'{BETWEEN_NAMES} '.join(match.names)}")
    if match.forfeited:
        lines.append(f"forfeits: {', '.join(map(actor_name, sorted(match.forfeited)))}")
    if match.seed is not None:
        lines.append(f"seed: {match.seed}")
    if match.knows is not None:
        lines.append(f"knows: {actor_name(match.knows)}")
    if match.set_up:
        lines.append(f"position: {match.beginning.to_json()}")
    lines.append("")
    moves = [f"{actor_name(mover)}: {text}" for mover, text in zip(match.movers, match.log, strict=True)]
    lines += moves if remarks is None else remarked(match, moves, remarks)
    return "\n".join(lines) + "\n"


def remarked(match: Match, moves: list[str], language: str) -> list[str]:
    """The lines of the moves with what happened; a record holds everything, so its remarks do too."""
    from burgrave.core.story import Reader, story

    turns = story(match, Reader(match.knows, everything=match.knows is None), language)
    told = {one.number: " ".join(one.lines) for turn in turns for one in turn.told}
    headlines = {turn.first: turn.headline for turn in turns}
    lines: list[str] = []
    for number, move in enumerate(moves, 1):
        if number in headlines:
            lines += [*([""] if lines else []), f"{REMARK} {headlines[number]}"]
        lines.append(f"{move}  {REMARK} {told[number]}" if number in told else move)
    return lines


def read(text: str, most_moves: int | None = None) -> Match:
    """A match from a text record, also one typed by hand; a RecordError names the line that does not fit.

    A record of more than `most_moves` is refused before anything is played.
    """
    return _Reader(text).match(most_moves)


def game_of(text: str) -> str:
    """The name of the game that a text record is of; nothing of it is played."""
    return _Reader(text).game()[1]


def load(path: str | PathLike[str]) -> Match:
    """A match from a record file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RecordError(1, Mistake.of("record.no_text")) from None
    return read(text)


class _Reader:
    def __init__(self, text: str) -> None:
        self.lines = [(number, line.partition(REMARK)[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
        self.lines = [(number, line) for number, line in self.lines if line]

    def match(self, most_moves: int | None = None) -> Match:
        from burgrave.core.game import game
        from burgrave.core.match import Match

        number, name, header = self.game()
        if most_moves is not None and len(self.lines) > most_moves:
            raise RecordError(self.lines[most_moves][0], Mistake.of("record.too_many_moves", most=most_moves))
        seats = header.pop("seats", None)
        forfeits = header.pop("forfeits", None)
        seed = header.pop("seed", None)
        begins = header.pop("position", None)
        knows = header.pop("knows", None)
        options: dict[str, Any] = {}
        try:
            declared = registry.spec(name)
            for key, (line, value) in header.items():
                number = line
                options[key] = declared.parse(key, value)
            rules = game(name, **options)
        except ValueError as error:
            raise RecordError(number, error) from None
        names = [part.strip() for part in seats[1].split(BETWEEN_NAMES)] if seats else None
        if names is not None and len(names) != rules.players:
            reason = Mistake.of("record.seats", n=len(names), players=rules.players)
            raise RecordError(seats[0] if seats else 1, reason)
        start = None
        if begins is not None:
            try:
                start = rules.position(begins[1])
            except ValueError as error:
                raise RecordError(begins[0], Mistake.of("record.bad_position", reason=error)) from None
        knowing = None if knows is None else self._seats(rules.players, *knows)
        if knowing is not None and len(knowing) != 1:
            raise RecordError(knows[0] if knows else 1, Mistake.of("record.knows"))
        match = Match(rules, chance="manual", names=names, start=start, knows=None if knowing is None else min(knowing))
        if forfeits is not None:
            match.forfeited = self._seats(rules.players, *forfeits)
        for at, move in self.lines:
            self._play(match, at, move)
        match.conceded = not match.is_over and len(match.forfeited) >= rules.players - 1 > 0
        if seed is not None:
            self._check_seed(match, seed)
        return match

    def _seats(self, players: int, number: int, text: str) -> frozenset[int]:
        seats = {actor_name(seat): seat for seat in range(players)}
        named = [part.strip() for part in text.split(",")]
        for name in named:
            if name not in seats:
                raise RecordError(number, Mistake.of("record.no_seat", name=shown(name), valid=", ".join(seats)))
        return frozenset(seats[name] for name in named)

    def game(self) -> tuple[int, str, dict[str, tuple[int, str]]]:
        """The line that names the game, its name, and the rest of the header."""
        self._first_line()
        header = self._header()
        number, name = header.pop("game", (1, ""))
        if not name:
            raise RecordError(number, Mistake.of("record.no_game"))
        return number, name, header

    def _first_line(self) -> None:
        number, line = self.lines.pop(0) if self.lines else (1, "")
        word, _, version = line.partition(" ")
        if word != FORMAT:
            raise RecordError(number, Mistake.of("record.no_record", first=f"{FORMAT} {VERSION}"))
        if version.strip() != str(VERSION):
            raise RecordError(number, Mistake.of("record.version", given=version.strip(), known=VERSION))

    def _header(self) -> dict[str, tuple[int, str]]:
        header: dict[str, tuple[int, str]] = {}
        while self.lines and not MOVE_LINE.fullmatch(self.lines[0][1]):
            number, line = self.lines.pop(0)
            found = KEY_LINE.fullmatch(line)
            if not found:
                raise RecordError(number, Mistake.of("record.no_line", line=shown(line)))
            if found[1] in header:
                raise RecordError(number, Mistake.of("record.twice", name=shown(found[1])))
            header[found[1]] = number, found[2]
        return header

    def _play(self, match: Match, number: int, line: str) -> None:
        found = MOVE_LINE.fullmatch(line)
        if not found:
            raise RecordError(number, Mistake.of("record.no_move", line=shown(line)))
        due = match.position.to_act
        if due is None:
            raise RecordError(number, Mistake.of("record.over"))
        if found[1] != actor_name(due):
            raise RecordError(number, Mistake.of("record.other_seat", due=actor_name(due), given=shown(found[1])))
        try:
            match.play(found[2])
        except (IllegalMove, UnknownMove) as error:
            raise RecordError(number, Mistake.of("record.refused", text=shown(found[2]), reason=error)) from None

    def _check_seed(self, match: Match, seed: tuple[int, str]) -> None:
        number, text = seed
        if not match.is_over:
            raise RecordError(number, Mistake.of("record.early_seed"))
        if not match.fits_seed(text):
            raise RecordError(number, Mistake.of("record.other_seed"))
