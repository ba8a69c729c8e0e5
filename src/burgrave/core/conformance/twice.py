"""The same moves in other ways: without compilation, and many rows at once."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from burgrave.core.conformance.findings import Nonconformance, finding_in, require
from burgrave.core.game import Game
from burgrave.core.loader import load_rules
from burgrave.core.match import Match
from burgrave.core.rule import PLAIN

UNCOMPILED = """
import json, pathlib, sys
folder = pathlib.Path(sys.argv[2])
sys.path[:] = json.loads((folder / "path").read_text())
from burgrave.core.conformance.twice import compare_uncompiled
compare_uncompiled(sys.argv[1], folder)
"""
"""Run by a process that compiles nothing."""


def check_uncompiled(matches: list[Match], dice: random.Random, count: int = 300) -> None:
    """On sampled positions the uncompiled `legal` and `apply` agree byte for byte with the compiled."""
    if PLAIN or not matches:
        return
    samples = []
    for _ in range(count):
        match = dice.choice(matches)
        if match.moves:
            samples.append((match, dice.randrange(len(match.moves))))
    before = np.concatenate([match.positions[number]._records for match, number in samples])
    after = np.concatenate([match.positions[number + 1]._records for match, number in samples])
    played = np.array([match.moves[number].id for match, number in samples], np.int64)
    listed = [[move.id for move in match.positions[number].moves()] for match, number in samples]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        before.tofile(path / "before")
        after.tofile(path / "after")
        played.tofile(path / "played")
        (path / "listed").write_text(json.dumps(listed))
        (path / "path").write_text(json.dumps(sys.path))
        command = [sys.executable, "-c", UNCOMPILED, matches[0].game.name, folder]
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            tail = done.stderr.strip().splitlines()
            row = path / "row"
            match, number = samples[int(row.read_text())] if row.exists() else (matches[0], 0)
            complaint = f"uncompiled rules differ: {tail[-1] if tail else ''}"
            raise Nonconformance(finding_in(match, complaint, number, done.stderr))


def compare_uncompiled(name: str, folder: Path) -> None:
    """The other half of `check_uncompiled`, in a process without compilation."""
    rules = load_rules(name)
    before, after = (np.fromfile(folder / part, rules.state) for part in ("before", "after"))
    played = np.fromfile(folder / "played", np.int64)
    listed = json.loads((folder / "listed").read_text())
    scratch = np.zeros(1, rules.scratch)
    moves, weights = np.zeros(len(rules.verbs) + 1, np.int16), np.zeros(len(rules.verbs) + 1, np.int64)
    out = np.zeros(8, np.int64)
    np.seterr(all="raise")
    for row, move in enumerate(played):
        (folder / "row").write_text(str(row))
        where = f"at {rules.points[int(before[row]['point'])]}, {rules.verbs.moves[move].text!r}"
        rules.drivers.moves_at(before, row, scratch, moves, weights)
        assert moves[1 : moves[0] + 1].tolist() == listed[row], f"other legal moves {where}"
        rules.drivers.apply_at(before, row, scratch, int(move))
        wrong = [field for field in before.dtype.names or () if np.any(before[row][field] != after[row][field])]
        assert not wrong, f"other {', '.join(wrong)} {where}"
        rules.drivers.scores_at(before, row, scratch, out)


def check_batch(rules: Game, rows: int = 5, moves: int = 40) -> None:
    """Rows of a batch play exactly as matches with the same seeds, on any number of threads."""
    for threads in (1, 2):
        batch = rules.batch(rows, seed=11, threads=threads)
        matches = [rules.match(seed=11 + row) for row in range(rows)]
        for step in range(moves):
            counts, ids = batch.legal_lists()
            chosen = np.array(
                [int(ids[row, (step * 7 + row) % counts[row]]) if counts[row] else -1 for row in range(rows)]
            )
            batch.play(chosen)
            for row, match in enumerate(matches):
                if chosen[row] >= 0:
                    match.play(int(chosen[row]))
                require(batch.position(row) == match.position, f"row {row} of a batch differs from its match", match)
