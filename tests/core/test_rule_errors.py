"""Mistakes in rules: each is one sentence with file and line, before anything is compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from burgrave.core.errors import ContractError
from burgrave.core.rule import record, rules

LOADED = """
import burgrave
try:
    burgrave.game("pebbles").batch(1)
except burgrave.ContractError as error:
    print(error)
    print("cause:", type(error.__cause__).__name__, len(str(error.__cause__).splitlines()) > 20)
"""


def said(folder: Path, **environment: str) -> list[str]:
    """What loading the small game in a fresh process says is wrong."""
    found = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    everything = {**os.environ, "PYTHONPATH": found, **environment}
    done = subprocess.run([sys.executable, "-c", LOADED], env=everything, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture
def changed(pebbles_folder: Path, tmp_path: Path):
    """Writes the small game with one text replaced; gives its folder and the line where that is."""
    shutil.copytree(pebbles_folder, tmp_path, dirs_exist_ok=True)

    def change(file: str, old: str, new: str) -> int:
        path = tmp_path / "pebbles" / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))
        return text[: text.index(old)].count("\n") + 1

    change.folder = tmp_path  # type: ignore[attr-defined]
    return change


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        ("turn.py", "s.left -= count", "s.lefft -= count", "no field 'lefft'; nearest: left"),
        ("turn.py", "s.left -= count", "w.lefft = count", "nothing is called 'w' here"),
        ("hidden.py", "s.card[other] = FACE_DOWN", "w.other = FACE_DOWN", "the workspace has no field 'other'"),
        ("turn.py", "s.point = Point.DIE", "s.point = Point.DICE", "Point has no 'DICE'; nearest: DIE"),
        ("turn.py", "finish(s)", "finnish(s)", "nothing is called 'finnish' here; nearest: finish"),
        ("scoring.py", "points(s, seat)\n", "points(s)\n", "points takes 2 arguments (s, seat), not 1"),
        (
            "scoring.py",
            "points(s, seat)\n",
            "points(s, s.taken)\n",
            "points takes 'seat' as a number, not a list like s.taken",
        ),
        ("scoring.py", "points(s, seat)\n", "points(seat, s)\n", "points takes the position as 's', not seat"),
        (
            "turn.py",
            "take(s, min(face, int(s.left)))",
            "take(s, face / 2)",
            "take takes 'count' as a whole number, and face / 2 is a fraction: "
            "annotate it (count: float) or pass int(...)",
        ),
        (
            "turn.py",
            "s.left -= count",
            "s.left -= count[0]",
            "the parameter 'count' is a number, since only moves, weights, out, dice, rng, net, inputs are lists: "
            "read a list from the record, or make take a @generic",
        ),
        ("turn.py", "s.left -= count", "s.left[0] -= count", "s.left is one number, not a list"),
        ("turn.py", "s.left -= count", "s.taken[0, 1] -= count", "s.taken takes 1 index, not 2"),
        ("turn.py", "s.left -= count", "s.taken = 0", "s.taken is a list: give a number to its items, s.taken[...]"),
    ],
)
def test_a_mistake_in_a_rule_is_one_sentence(changed, file: str, old: str, new: str, sentence: str) -> None:
    line = changed(file, old, new)
    assert said(changed.folder, NUMBA_DISABLE_JIT="1")[0] == f"{file}:{line}: {sentence}"


@pytest.mark.parametrize(
    ("file", "old", "new", "place", "sentence"),
    [
        ("scoring.py", "@rule\ndef points", "def points", "scoring.py:15", "points is plain Python, and a rule calls"),
        ("turn.py", "@rule\ndef roll(", "def roll(", "turn.py:", "roll is plain Python, and a rule is wanted"),
        ("setup.py", "@rule\ndef start(", "def start(", "setup.py:", "start is plain Python, and a rule is wanted"),
        ("hidden.py", "def mask(s, w, seat)", "def mask(s, seat)", "hidden.py:", "mask takes (s, seat); it must take"),
        ("turn.py", "def take(s, count)", "def take(s, count: str)", "turn.py:", "take annotates 'count' with str"),
        ("turn.py", "def take(s, count)", "def take(s, counter)", "turn.py:", "take asks for 'counter', but take has"),
    ],
)
def test_what_is_no_rule_or_takes_something_else_is_named(
    changed, file: str, old: str, new: str, place: str, sentence: str
) -> None:
    changed(file, old, new)
    lines = said(changed.folder, NUMBA_DISABLE_JIT="1")
    assert any(line.startswith(place) and f": {sentence}" in line for line in lines), lines


def test_all_mistakes_are_told_at_once_and_nothing_is_compiled(changed, tmp_path: Path) -> None:
    first = changed("turn.py", "s.left -= count", "s.lefft -= count")
    second = changed("setup.py", "s.deck[card] -= 1", "s.dek[card] -= 1")
    lines = said(changed.folder, BURGRAVE_CACHE=str(tmp_path / "cache"))
    assert lines[0] == f"setup.py:{second}: no field 'dek'; nearest: deck"
    assert lines[1] == f"turn.py:{first}: no field 'lefft'; nearest: left"
    assert not list((tmp_path / "cache").rglob("*.nbi"))


def test_the_compilers_own_words_stay_as_the_cause(changed, tmp_path: Path) -> None:
    line = changed("turn.py", "s.left -= count", "s.left -= count + (1, 'a')")
    lines = said(changed.folder, BURGRAVE_CACHE=str(tmp_path / "cache"))
    assert lines[0].startswith(f"turn.py:{line}: take cannot be compiled: ")
    assert lines[-1] == "cause: RuntimeError True"


STATE = record([("left", np.int8), ("taken", np.int8, 3)])
rule, entry = rules(STATE), rules(STATE, entry=True)


def test_parameters_are_what_they_are_annotated_with() -> None:
    @rule
    def half(share: float, both: bool):
        return share / 2 if both else share

    @entry
    def asked(share: float, seat: int):
        return half(share, seat > 0)

    asked.compile()  # type: ignore[attr-defined]
    assert asked(0.5, 1) == 0.25
    assert asked(0.5, 0) == 0.5


def test_the_innermost_rule_that_cannot_be_compiled_is_named() -> None:
    @rule
    def deep(seat):
        return {"a": seat} + 1  # type: ignore[operator]

    @rule
    def between(seat):
        return deep(seat)

    @entry
    def outer(seat):
        return between(seat)

    with pytest.raises(ContractError, match=r"test_rule_errors\.py:\d+: deep cannot be compiled: ") as caught:
        outer.compile()  # type: ignore[attr-defined]
    assert caught.value.__cause__ is not None
