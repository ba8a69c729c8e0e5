"""An author sees words and drawings change without starting anything again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from outside import build_pebbles

CODE = """
import os, pathlib, sys, time
sys.path.insert(0, sys.argv[1])
import burgrave
from burgrave.core.guide import text
from burgrave.core.reloading import Faces
folder = pathlib.Path(sys.argv[1]) / "pebbles"
match = burgrave.game("pebbles").match(seed=1)
faces, rules = Faces(), match.game.rules
print(faces.changed(rules), faces.changed(rules))
print(match.view(0).prompt(), "#8d8478" in match.view(0).svg(), text("pebbles").split()[1])

def edit(path, old, new):
    file = folder / path
    file.write_text(file.read_text().replace(old, new))
    os.utime(file, ns=(time.time_ns(), file.stat().st_mtime_ns + 1000))

edit("words/en.po", "Take pebbles or roll the die", "Take some")
edit("drawing.py", "#8d8478", "#123456")
edit("guide/en.md", "# Pebbles", "# Stones")
print(faces.changed(rules), faces.changed(rules))
faces.reload(rules)
print(match.view(0).prompt(), "#123456" in match.view(0).svg(), text("pebbles").split()[1])
edit("drawing.py", "def draw", "def draw(")
try:
    faces.reload(rules)
except SyntaxError:
    print("#123456" in match.view(0).svg())
"""


def test_words_drawing_and_guide_are_read_anew_and_a_broken_drawing_leaves_the_former(tmp_path: Path) -> None:
    build_pebbles(tmp_path)
    command = [sys.executable, "-c", CODE, str(tmp_path)]
    environment = {"NUMBA_DISABLE_JIT": "1", "PATH": "/usr/bin:/bin", "PYTHONPATH": ":".join(filter(None, sys.path))}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [
        "False False",
        "Take pebbles or roll the die True Pebbles",
        "True False",
        "Take some True Stones",
        "True",
    ], done.stderr
