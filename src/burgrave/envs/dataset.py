"""Games among bots as Parquet files to learn from: what each seat saw, what it could do, what it did, how it ended.

A dataset is a folder: `_dataset.json` says how it was made, and each `games-….parquet` holds so many games from
consecutive seeds. A file is there completely or not at all, so an interrupted run goes on where it stopped, and several
machines can write different files of the same dataset.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import burgrave
from burgrave.core.spec import CHANCE
from burgrave.envs.egocentric import BYTE_SCALE, program
from burgrave.envs.observing import flatten

if TYPE_CHECKING:
    from burgrave.bots import Bot
    from burgrave.core.game import Game
    from burgrave.core.position import View
    from burgrave.core.verbs import Move

OBSERVATIONS = ("record", "egocentric")
MANIFEST = "_dataset.json"
"""Readers of whole folders pass over names with an underscore in front."""
SCHEMA = {
    "seed": "the game's seed: `game.match(seed)` is the same game",
    "number": "how many moves, chance's included, came before this decision",
    "seat": "whose decision it was",
    "point": "the decision point's name",
    "observation": "what the seat saw: the masked record (int16), or egocentric numbers times 127 (int8)",
    "legal": "the ids it could choose from",
    "move": "the id it chose",
    "value": "the share of the win it expected, where its bot tells one; else nothing",
    "result": "the share of the win it got in the end",
    "points": "its points in the end",
    "lead": "its points in the end less those of the best other seat",
    "length": "how many moves the game had",
}
"""What each column is."""


@dataclass(frozen=True)
class Plan:
    """How a dataset is made; the same plan gives the same files."""

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    games: int
    games_per_file: int
    seed: int
    observation: str

    def __post_init__(self) -> None:
        if self.observation not in OBSERVATIONS:
            raise ValueError(f"observation cannot be {self.observation!r}; valid: {', '.join(OBSERVATIONS)}")
        if self.games < 1 or self.games_per_file < 1:
            raise ValueError("a dataset has one game at least, and a file too")

    @property
    def files(self) -> list[str]:
        """The names of all files."""
        return [f"games-{first:08d}.parquet" for first in range(0, self.games, self.games_per_file)]


def begin(plan: Plan, folder: Path) -> list[str]:
    """Prepare the folder; the names of the files that are still to be written."""
    folder.mkdir(parents=True, exist_ok=True)
    told = json.loads(json.dumps({"made_by": burgrave.__version__, **asdict(plan), "columns": SCHEMA}))
    manifest = folder / MANIFEST
    if manifest.exists():
        known = json.loads(manifest.read_text(encoding="utf-8"))
        differing = [name for name in told if name != "games" and known.get(name) != told[name]]
        if differing:
            raise ValueError(f"{folder} holds another dataset ({', '.join(differing)} differ): name another folder")
    elif any(folder.iterdir()):
        raise ValueError(f"{folder} is not empty, and no dataset")
    manifest.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    last = plan.files[-1]
    whole = plan.games % plan.games_per_file == 0
    return [name for name in plan.files if not (folder / name).exists() or (name == last and not whole)]


def write(plan: Plan, folder: Path, name: str) -> int:
    """Play the games of one file and write it; how many decisions it holds."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise ValueError("Parquet files need pyarrow: pip install 'burgrave[reports]'") from None
    game = burgrave.game(plan.game, **plan.options)
    first = int(name.removeprefix("games-").removesuffix(".parquet"))
    columns: dict[str, list[Any]] = {column: [] for column in SCHEMA}
    for number in range(first, min(first + plan.games_per_file, plan.games)):
        add_game(plan, game, plan.seed + number, columns)
    seen = np.concatenate(columns.pop("observation"))
    kinds = {
        "seed": pyarrow.int64(),
        "number": pyarrow.int32(),
        "seat": pyarrow.int8(),
        "point": pyarrow.dictionary(pyarrow.int8(), pyarrow.string()),
        "legal": pyarrow.list_(pyarrow.int16()),
        "move": pyarrow.int16(),
        "value": pyarrow.float32(),
        "result": pyarrow.float32(),
        "points": pyarrow.int32(),
        "lead": pyarrow.int32(),
        "length": pyarrow.int32(),
    }
    arrays = {column: pyarrow.array(values, kinds[column]) for column, values in columns.items()}
    arrays["observation"] = pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(seen.ravel()), seen.shape[1])
    table = pyarrow.table({column: arrays[column] for column in SCHEMA})
    table = table.replace_schema_metadata({"burgrave": json.dumps(asdict(plan))})
    partial = folder / f"{name}.part"
    parquet.write_table(table, partial, compression="zstd")
    partial.replace(folder / name)
    return int(table.num_rows)


def add_game(plan: Plan, game: Game, seed: int, columns: dict[str, list[Any]]) -> None:
    """Play a game and note its decisions."""
    from burgrave.bots import dismissed, make_bot

    bots = [make_bot(text, game, f"{seed} {seat}") for seat, text in enumerate(plan.bots)]
    match = game.match(seed=seed)
    began = len(columns["seed"])
    records = []
    while (seat := match.position.to_act) is not None:
        assert seat != CHANCE
        view = match.view(seat)
        move, expected = chosen(bots[seat], view)
        records.append(view._records)
        noted = {
            "seed": seed,
            "number": match.length,
            "seat": seat,
            "point": view.point,
            "legal": view._ids,
            "move": move.id,
            "value": expected,
        }
        for column, value in noted.items():
            columns[column].append(value)
        match.play(move)
    dismissed(bots)
    winners, scores = match.position.winners, match.position.scores
    for seat in columns["seat"][began:]:
        columns["result"].append(1 / len(winners) if seat in winners else 0.0)
        columns["points"].append(scores[seat])
        columns["lead"].append(scores[seat] - max(points for other, points in enumerate(scores) if other != seat))
        columns["length"].append(match.length)
    columns["observation"].append(observed(plan, game, np.concatenate(records), columns["seat"][began:]))


def chosen(bot: Bot, view: View) -> tuple[Move, float | None]:
    """A bot's move, and the share of the win that it expects, if it is one that searches."""
    from burgrave.bots.search import SearchBot

    if isinstance(bot, SearchBot) and len(view.moves()) > 1:
        best = bot.candidates(view)[0]
        return best.move, float(best.value)
    return bot.choose(view), None


def observed(plan: Plan, game: Game, records: Any, seats: list[int]) -> Any:
    """Masked records as the plan wants them."""
    if plan.observation == "record":
        return flatten(game.rules, records)
    out = program(game.rules, game.players).observe(records, np.array(seats, np.int8))
    return np.rint(out * BYTE_SCALE).astype(np.int8)
