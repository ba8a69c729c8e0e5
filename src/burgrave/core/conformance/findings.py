"""What the suite reports: findings with everything needed to see them again, notices, and counts."""

from __future__ import annotations

import re
import tempfile
import traceback
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from burgrave.core.lines import REMARK
from burgrave.core.match import Match
from burgrave.core.position import actor_name
from burgrave.core.spec import OptionValue

CORE = Path(__file__).parent.parent
LAST_MOVES = 5
"""So many moves before a fault are told with it."""
NO_DETAIL = re.compile(r"'[^']*'|\"[^\"]*\"|\d+")
"""What differs between complaints about the same fault."""


def default_folder() -> Path:
    """Where records of findings go unless somebody says otherwise."""
    return Path(tempfile.gettempdir()) / "burgrave-findings"


@dataclass
class Finding:
    """A promise that a game breaks: the complaint, where it showed, and the game so far as a loadable record."""

    complaint: str
    game: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    seed: int | None = None
    point: str = ""
    last: tuple[str, ...] = ()
    """The last moves, each with who made it."""
    record: str = ""
    """"" where no game had to be played to see the fault."""
    trace: str = ""
    """Where the game's own code failed, as Python tells it."""
    path: Path | None = None
    """The file that holds the record, once it is saved."""

    @property
    def kind(self) -> str:
        """The complaint without what differs from game to game."""
        return NO_DETAIL.sub("", self.complaint)

    def save(self, folder: Path) -> Path | None:
        """Write the record, if there is one, with the finding as remarks; the file's path."""
        if not self.record:
            return None
        folder.mkdir(parents=True, exist_ok=True)
        number = 1
        while True:
            path = folder / f"{self.game}-{number}.txt"
            try:
                with path.open("x", encoding="utf-8") as file:
                    file.write(self.record + "".join(f"{REMARK} {line}\n" for line in str(self).splitlines()))
            except FileExistsError:
                number += 1
            else:
                self.path = path
                return path

    def __str__(self) -> str:
        where = [f"{self.game}: {self.complaint}"]
        if self.options:
            where.append("options: " + ", ".join(f"{name} {value}" for name, value in self.options.items()))
        if self.seed is not None:
            where.append(f"seed: {self.seed}")
        if self.point:
            where.append(f"point: {self.point}")
        if self.last:
            where.append("last moves: " + ", ".join(self.last))
        if self.path is not None:
            where.append(f"record: {self.path}")
        return "\n  ".join(where)


class Nonconformance(AssertionError):
    """A game broke promises of the contract."""

    def __init__(self, *findings: Finding) -> None:
        super().__init__("\n".join(map(str, findings)))
        self.findings = findings


@dataclass
class Tally:
    """What a run of checks has seen; `notices` tell what a game lacks and may lack."""

    games: int = 0
    moves: int = 0
    positions_looked_at: int = 0
    findings: list[Finding] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.moves + other.moves,
            self.positions_looked_at + other.positions_looked_at,
            self.findings + other.findings,
            list(dict.fromkeys(self.notices + other.notices)),
        )

    def add_new(self, findings: Iterable[Finding]) -> None:
        """Take findings of a kind that is not here yet: one fault shows in most games."""
        known = {finding.kind for finding in self.findings}
        for finding in findings:
            if finding.kind not in known:
                known.add(finding.kind)
                self.findings.append(finding)


def finding_in(match: Match, complaint: str, number: int | None = None, trace: str = "") -> Finding:
    """A finding at the position after the first `number` moves of a match (None: the last position)."""
    short = match if number is None else match.first(number)
    moved = zip(short.movers[-LAST_MOVES:], short.moves[-LAST_MOVES:], strict=True)
    return Finding(
        complaint,
        match.game.name,
        match.game.options,
        point=short.position.point,
        last=tuple(f"{actor_name(mover)} {move.text}" for mover, move in moved),
        record=short.text(),
        trace=trace,
    )


def who(seat: int | None) -> str:
    """A viewer, in a complaint."""
    return "a spectator" if seat is None else f"seat {seat}"


def require(holds: bool, complaint: str, match: Match, number: int | None = None) -> None:
    """Complain with the record when something does not hold."""
    if not holds:
        raise Nonconformance(finding_in(match, complaint, number))


def told(error: Exception) -> str:
    """An error in a game's own code as one sentence: what, in which file and line."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not is_core(frame.filename)]
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    message = error.args[0] if isinstance(error, KeyError) and error.args else error
    return f"{type(error).__name__}: {' '.join(str(message).split())}{place}"


def is_core(file: str) -> bool:
    """Whether a file is the core's and not a game's."""
    return Path(file).is_relative_to(CORE)


@contextmanager
def watching(match: Match, number: int | None = None) -> Iterator[None]:
    """Turn an error in a game's own code into a finding."""
    try:
        yield
    except Nonconformance:
        raise
    except Exception as error:
        trace = "".join(traceback.format_exception(error))
        raise Nonconformance(finding_in(match, told(error), number, trace)) from error


@contextmanager
def noting(tally: Tally, name: str, before: str = "") -> Iterator[None]:
    """Note what is found, an error in a game's own code too, and go on; `before` says what could not be done."""
    try:
        yield
    except Nonconformance as error:
        tally.add_new(error.findings)
    except Exception as error:
        tally.add_new([Finding(before + told(error), name, trace=traceback.format_exc())])
