"""`burgrave new-game`: what it writes installs, is the game of the docs page, and bad names are refused."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

from burgrave.new_game import game_files, read_players, write_game
from tools.maps import maps
from tools.pages import pages

PAGE = Path(__file__).parent.parent / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^```\w+\n# ([\w./-]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MOST_LINES = 200
NAME = re.compile(r'<text x="([-\d.]+)" y="([-\d.]+)"')
CLOSEST = 15
"""How far apart two names are at least, in the units of the drawing."""


def test_the_page_shows_every_file_as_it_is_written():
    shown, written = dict(BLOCK.findall(PAGE.read_text(encoding="utf-8"))), game_files("pebbles", (2, 3))
    assert shown == {path: text for path, text in written.items() if path != "README.md"}


def test_the_parts_of_the_docs_that_the_code_knows_are_up_to_date():
    """`make pages` writes them again."""
    stale = [path.name for path, text in pages().items() if path.read_text(encoding="utf-8") != text]
    assert stale == []


def test_the_maps_of_the_docs_are_up_to_date_and_no_name_lies_on_another():
    """`make pages` draws them again."""
    for path, drawn in maps().items():
        assert path.read_text(encoding="utf-8") == drawn, path.name
        places = [complex(float(x), float(y)) for x, y in NAME.findall(drawn)]
        assert min(abs(one - other) for one, other in combinations(places, 2)) > CLOSEST, path.name


def test_the_whole_game_fits_two_hundred_lines_of_python():
    python = [text for path, text in game_files("pebbles", (2, 3)).items() if path.endswith(".py")]
    assert sum(bool(line.strip()) for text in python for line in text.splitlines()) <= MOST_LINES


def test_a_game_gets_its_own_name_and_players():
    written = game_files("sea_shells", (2, 3, 4))
    assert "players=(2, 3, 4)," in written["sea_shells/__init__.py"]
    assert 'title="Sea Shells"' in written["sea_shells/__init__.py"]
    assert not any("pebbles" in path for path in written)
    assert "from sea_shells.state import" in written["sea_shells/moves.py"]


@pytest.mark.parametrize(("typed", "meant"), [("2-6", (2, 3, 4, 5, 6)), ("3", (3,)), (" 2-3 ", (2, 3))])
def test_players_are_written_as_one_says_them(typed, meant):
    assert read_players(typed) == meant


@pytest.mark.parametrize("typed", ["", "1-4", "4-2", "2-9", "two", "2-3-4"])
def test_other_players_are_refused(typed):
    with pytest.raises(ValueError, match="players are written like 2-4"):
        read_players(typed)


@pytest.mark.parametrize("name", ["Pebbles", "2x", "a-b", "", "class", "../x"])
def test_a_name_that_no_package_can_have_is_refused(name, tmp_path):
    with pytest.raises(ValueError, match="a game's name is small letters"):
        write_game(name, (2, 3), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_taken_is_refused_and_nothing_is_overwritten(tmp_path):
    with pytest.raises(ValueError, match="there is a game 'catan' already"):
        write_game("catan", (2, 3), tmp_path)
    (tmp_path / "shells").mkdir()
    with pytest.raises(FileExistsError, match="exists already"):
        write_game("shells", (2, 3), tmp_path)
    assert list((tmp_path / "shells").iterdir()) == []


def test_a_wheel_of_the_new_game_carries_its_words_and_plays(tmp_path):
    """Built and installed as pip does it, without the sources in reach."""
    write_game("shells", (2, 3, 4, 5, 6), tmp_path)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    subprocess.run(build, cwd=tmp_path / "shells", check=True, capture_output=True)
    wheel = next((tmp_path / "shells" / "dist").glob("*.whl"))
    site = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", str(site), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    code = """
import sys
sys.path.insert(0, sys.argv[1])
import burgrave
match = burgrave.game("shells", players=6).match(seed=1)
while not match.is_over:
    match.play(match.position.moves()[0])
print(match.game.rules.spec.package, match.view(0).prompt("pl"), len(match.view(0).svg()) > 1000, sep="|")
from burgrave.core.words import tell
print(tell(match.game, "deal ?", -1, "en"))
from burgrave.core.guide import text
print(text("shells", "pl").splitlines()[0])
"""
    played = subprocess.run(
        [sys.executable, "-c", code, str(site)],
        cwd=tmp_path,
        env={"NUMBA_DISABLE_JIT": "1", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    first, dealt, heading = played.stdout.splitlines()
    assert first.startswith("shells|")
    assert first.endswith("|True")
    assert dealt == "A card is dealt: face down."
    assert heading == "# Kamyki"
