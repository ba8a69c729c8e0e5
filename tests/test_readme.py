"""What the README and the docs show is what happens: sessions run, command lines parse, links lead somewhere."""

from __future__ import annotations

import doctest
import gzip
import io
import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.console import Console
from typer.main import get_command
from waiting import PATIENCE

import burgrave
from burgrave import games
from burgrave.bots import dismissed
from burgrave.bots.outside import OutsideBot
from burgrave.cli import app
from burgrave.core.records import load, read
from burgrave.core.words import LANGUAGES
from burgrave.terminal import play
from tools.pictures import drawn_cover

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
SHOWN = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(page: Path, *languages: str) -> list[str]:
    return [text for language, text in BLOCK.findall(page.read_text(encoding="utf-8")) if language in languages]


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize(
    "page", [page for page in PAGES if any(">>>" in text for text in blocks(page, "python"))], ids=name
)
def test_the_sessions_of_a_page_run_as_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = "\n".join(text for text in blocks(page, "python") if ">>>" in text)
    test = doctest.DocTestParser().get_doctest(session, {}, name(page), name(page), 0)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=SHOWN).run(test, out=told.append)
    assert not told, "".join(told)


def test_the_first_minute_in_the_terminal_is_as_the_readme_shows_it() -> None:
    (shown,) = blocks(ROOT / "README.md", "console")
    answers = iter(["", *re.findall(r"^Ada> (.+)$", shown, re.MULTILINE)])
    screen = io.StringIO()

    def ask(question: str, completions: Sequence[str]) -> str:
        answer = next(answers, None)
        if answer is None:
            raise EOFError
        return answer

    console = Console(file=screen, width=200)
    play("catan", ["Ada", "greedy", "greedy"], {"set_up": "beginner"}, seed=3111, ask=ask, console=console)
    rest = " ".join(screen.getvalue().split())
    for line in shown.splitlines():
        words = " ".join(line.split())
        if words != "..." and not line.startswith("Ada>"):
            assert words in rest, line
            rest = rest.partition(words)[2]


def test_the_program_of_the_page_about_first_bots_plays_a_whole_game(tmp_path: Path) -> None:
    (program,) = (text for text in blocks(ROOT / "docs/first-bot.md", "python") if ">>>" not in text)
    (tmp_path / "my_bot.py").write_text(program, encoding="utf-8")
    game = burgrave.game("barony", players=2)
    command = f"{sys.executable} {tmp_path / 'my_bot.py'}"
    bots = [OutsideBot(game, command=command, seconds=PATIENCE), burgrave.bot("random", game, seed=1)]
    match = game.match(seed=1)
    while (seat := match.position.to_act) is not None:
        match.play(bots[seat].choose(match.view(seat)))
    faults = dismissed(bots)
    assert faults == {}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_command_line_of_a_page_is_one_that_the_program_takes(page: Path) -> None:
    lines = [line.partition("#")[0].strip() for text in blocks(page, "sh") for line in text.splitlines()]
    for line in lines:
        if line.startswith("burgrave "):
            word, *arguments = shlex.split(line.removeprefix("burgrave "))
            commands = get_command(app).commands  # type: ignore[attr-defined]
            commands[word].make_context(word, arguments)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    outside_code = FENCED.sub("", page.read_text(encoding="utf-8"))
    for target in LINK.findall(outside_code):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_record_of_a_page_can_be_read(page: Path) -> None:
    for text in blocks(page, "text"):
        if text.startswith("burgrave "):
            assert read(text).moves


@pytest.mark.slow
@pytest.mark.parametrize("record", sorted((ROOT / "docs/pictures").glob("*.txt")), ids=name)
def test_the_game_behind_a_picture_fits_the_present_rules(record: Path) -> None:
    assert load(record).view(None).svg().startswith("<svg")


@pytest.mark.parametrize("game", games())
def test_every_game_ships_a_small_cover_in_every_language(game: str) -> None:
    for language in LANGUAGES:
        assert cover_of(game, language).stat().st_size < 40_000


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_the_cover_of_a_game_is_what_make_pictures_draws_now(game: str) -> None:
    match = load(ROOT / f"docs/pictures/{game}.txt")
    for language in LANGUAGES:
        assert gzip.decompress(cover_of(game, language).read_bytes()).decode() == drawn_cover(match, language)


def cover_of(game: str, language: str) -> Path:
    return ROOT / f"src/burgrave/games/{game}/cover.{language}.svgz"


@pytest.mark.parametrize("map_file", sorted((ROOT / "docs/pictures").glob("*-map-*.svg")), ids=name)
def test_a_map_names_every_site_that_moves_name(map_file: Path) -> None:
    game, players = map_file.stem.split("-map-")
    sites = drawn_sites(game, int(players))
    shown = set(re.findall(r'data-name="([^"]+)"', map_file.read_text(encoding="utf-8")))
    assert shown == sites


def drawn_sites(game: str, players: int) -> set[str]:
    drawing = burgrave.game(game, players=players).match(seed=1).position.view(0).drawing("en")
    return set(re.findall(r'data-site="([^"]+)"', drawing.sites))


def test_the_index_of_the_docs_names_every_page() -> None:
    index = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        path = page.relative_to(ROOT / "docs").as_posix()
        assert path == "index.md" or f"({path})" in index, path


def test_the_reference_has_every_public_name_and_all_that_the_docs_import() -> None:
    page = (ROOT / "docs/reference.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"^::: ([\w.]+)$", page, re.MULTILINE))
    said = re.findall(r"`([\w.]+)`", page)
    members = ", ".join(re.findall(r"members: \[(.+)\]", page)).split(", ")
    named = {path.rpartition(".")[2] for path in (*shown, *said, *members)}
    assert set(burgrave.__all__) <= named
    for other in PAGES:
        for text in blocks(other, "python"):
            for module, names in re.findall(r"from (burgrave\.[\w.]+) import ([\w, ]+)", text):
                for imported in (part.split()[0] for part in names.split(",")):
                    path = f"{module}.{imported}"
                    is_game = module.startswith("burgrave.games.")
                    is_shown = imported in named or module in shown or any(one.startswith(f"{path}.") for one in shown)
                    assert is_game or is_shown, f"{name(other)}: {path}"


def test_every_make_target_that_a_page_names_exists() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for page in PAGES:
        for text in blocks(page, "sh"):
            for target in re.findall(r"^make (\w+)", text, re.MULTILINE):
                assert target in targets, f"{name(page)}: make {target}"
