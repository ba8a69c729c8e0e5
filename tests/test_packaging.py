"""What is pinned, what is packed, and that no download address is written down."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import burgrave
from burgrave.bots import COMPILED
from burgrave.core import loader
from tools import machine_code

ROOT = Path(__file__).parent.parent
CONSTRAINTS = sorted((ROOT / "constraints").glob("*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PIN = re.compile(r"^([A-Za-z0-9._-]+)==\S+(?: ;[^\\]+)?((?: \\\n    --hash=sha256:[0-9a-f]{64})*)$", re.MULTILINE)
NAME = re.compile(r"[A-Za-z0-9._-]+")


def pinned(name: str) -> set[str]:
    text = (ROOT / "constraints" / f"{name}.txt").read_text(encoding="utf-8")
    return {plain(found[1]) for found in PIN.finditer(text)}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def names(requirements: list[str]) -> set[str]:
    return {plain(NAME.match(requirement)[0]) for requirement in requirements}


@pytest.mark.parametrize("file", CONSTRAINTS, ids=lambda file: file.name)
def test_every_pin_has_hashes_and_no_address(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index" not in text
    rest = PIN.sub(lambda found: "" if "--hash" in found[2] else found[0], text)
    assert [line for line in rest.splitlines() if line and not line.startswith("#")] == []


def test_what_the_package_needs_is_pinned() -> None:
    assert names(PROJECT["project"]["dependencies"]) <= pinned("play")


def test_what_the_tests_need_is_pinned() -> None:
    """But for torch: which build of it is right depends on the machine."""
    extras = PROJECT["project"]["optional-dependencies"]
    pinned_here = [requirement for extra in extras if extra != "torch" for requirement in extras[extra]]
    wanted = names(pinned_here + PROJECT["dependency-groups"]["test"])
    assert wanted | pinned("play") <= pinned("test")


PLAYED_WITH = ("server", "terminal", "pictures")
"""The extras that `make play` installs."""
SLIM = {"babel", "markdown-it-py", "numba", "numpy", "openskill", "platformdirs", "rich", "typer"}


def test_playing_installs_server_terminal_and_pictures_and_no_other_extras() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    played_with = {name for extra in PLAYED_WITH for name in names(extras[extra])}
    assert played_with <= pinned("play")
    others = {name for extra in set(extras) - set(PLAYED_WITH) for name in names(extras[extra])}
    assert not (others - played_with) & pinned("play")


def test_the_package_alone_needs_little() -> None:
    assert names(PROJECT["project"]["dependencies"]) == SLIM


WITHOUT = """
import sys
for left_out in sys.argv[1].split(","):
    sys.modules[left_out] = None
sys.argv = ["burgrave", *sys.argv[2:]]
from burgrave.cli import main
main()
"""


@pytest.mark.parametrize(
    ("module", "command", "extra"),
    [
        ("fastapi,uvicorn,sqlalchemy", "serve", "server"),
        ("fastapi,uvicorn,sqlalchemy", "play", "server"),
        ("mcp", "mcp", "mcp"),
    ],
)
def test_what_a_slim_installation_lacks_is_told_in_a_sentence(module: str, command: str, extra: str) -> None:
    told = subprocess.run([sys.executable, "-c", WITHOUT, module, command], capture_output=True, text=True, check=False)
    assert told.returncode
    assert f"pip install 'burgrave[{extra}]'" in " ".join(told.stderr.split())
    assert "Traceback" not in told.stderr


def test_pictures_and_the_terminals_table_say_which_extra_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    from burgrave.core.picture import to_png
    from burgrave.terminal import ask_person

    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r"pip install 'burgrave\[pictures\]'"):
        to_png('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')
    monkeypatch.setitem(sys.modules, "prompt_toolkit", None)
    monkeypatch.setattr(sys, "stdin", type("Terminal", (), {"isatty": lambda self: True})())
    with pytest.raises(ImportError, match=r"pip install 'burgrave\[terminal\]'"):
        ask_person("?", [])


def test_browser_code_is_pinned_by_integrity_without_addresses() -> None:
    lock = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))
    packages = {path: package for path, package in lock["packages"].items() if path}
    assert set(packages) == {
        "node_modules/idiomorph",
        "node_modules/axe-core",
        "node_modules/typescript",
        "node_modules/@expo-google-fonts/source-sans-3",
        "node_modules/@fontsource/grenze",
        "node_modules/@fontsource/source-sans-3",
    }
    for package in packages.values():
        assert package["integrity"].startswith("sha512-")
        assert "resolved" not in package


def test_the_version_is_the_same_everywhere() -> None:
    assert PROJECT["project"]["version"] == burgrave.__version__
    assert f"## {burgrave.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def built_wheel(folder: Path, **environment: str) -> Path:
    """A wheel of this checkout."""
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, env=os.environ | environment)
    (wheel,) = folder.glob("*.whl")
    return wheel


def test_a_wheel_carries_the_browser_files_words_and_pages(tmp_path: Path) -> None:
    wheel = built_wheel(tmp_path)
    assert wheel.name.endswith("-py3-none-any.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    ours = [path.name for pattern in ("*.js", "*.css") for path in (ROOT / "web").glob(pattern)]
    for name in (*ours, "vendor/idiomorph.esm.js", "vendor/idiomorph.LICENSE"):
        assert f"burgrave/server/web/static/{name}" in packed
    for name in ("source-sans-3-400.ttf", "source-sans-3-latin-ext-700-normal.woff2", "grenze-latin-600-normal.woff2"):
        assert f"burgrave/core/fonts/{name}" in packed
    for name in ("source-sans-3.LICENSE", "grenze.LICENSE"):
        assert f"burgrave/core/fonts/{name}" in packed
    sources = {
        path.relative_to(ROOT / "src").as_posix()
        for pattern in ("*.py", "*.po", "*.md", "*.html", "*.json", "*.svgz")
        for path in (ROOT / "src/burgrave").rglob(pattern)
    }
    assert sources <= packed


def test_a_source_archive_is_the_whole_project(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    for folder in (
        "src/burgrave",
        "web",
        "docs",
        "tests",
        "bench",
        "examples",
        "tools",
        "constraints",
        "deploy",
        ".github",
    ):
        files = {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*") if path.is_file()}
        made = {name for name in files if re.search(r"(^|/)(__pycache__|node_modules)/|\.(mo|pyc)$", name)}
        assert files - made <= packed, folder
    for name in (
        "Makefile",
        "hatch_build.py",
        "mkdocs.yml",
        "README.md",
        "README.pl.md",
        "CITATION.cff",
        ".editorconfig",
    ):
        assert name in packed
    assert "src/burgrave/server/web/static/vendor/idiomorph.esm.js" in packed, "so that installing it needs no npm"
    assert not [name for name in packed if name.startswith((".venv", "build", "dist", ".git/"))]


CARRIED = "barony"
FIRST_SEARCH = """
import sys
import burgrave
from burgrave.bots import COMPILED
from burgrave.core.rule import made

game = burgrave.game(sys.argv[1], players=3)
bot = burgrave.bot("search", game, iterations=50, seed=1)
match = game.match(seed=1)
for _ in range(3):
    match.play(bot.choose(match.view(match.position.to_act)))
entries = [one.entry.inside for one in made.values() if one.entry is not None and one.entry.is_compiled]
print(burgrave.__file__)
print(game.rules.is_compiled(), game.rules.is_compiled(COMPILED["search"]))
print(sum(sum(one.stats.cache_misses.values()) for one in entries), len(entries) > 10)
print(*match.log, sep=",")
"""
"""What somebody does who has just installed it: the first moves of a search."""


def fresh_environment(folder: Path) -> Path:
    """The Python of a new environment with all that Burgrave needs, and without Burgrave."""
    venv.create(folder, with_pip=False)
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    asked = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    own = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()
    # only that folder: what its own .pth files lead to, as to an editable checkout of Burgrave, is not looked at
    Path(own, "needed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    missing = subprocess.run([python, "-c", "import numba, burgrave"], capture_output=True, text=True, check=False)
    assert "No module named 'burgrave'" in missing.stderr
    return python


def test_a_wheel_with_machine_code_compiles_nothing_where_it_is_installed(tmp_path: Path) -> None:
    for module in (loader.DRIVERS, *COMPILED.values()):
        list(loader.compiling(CARRIED, module))
    code, site, cache = tmp_path / "code", tmp_path / "site", tmp_path / "cache"
    assert machine_code.gather(code, [CARRIED]) > 100_000
    wheel = built_wheel(tmp_path, BURGRAVE_MACHINE_CODE=str(code))
    assert wheel.name.endswith(f"-{machine_code.tag_of('numba')}.whl")
    assert not wheel.name.endswith(("-any.whl", "-linux_x86_64.whl")), "no index takes that for machine code"
    described = zipfile.ZipFile(wheel).read(f"burgrave-{burgrave.__version__}.dist-info/METADATA").decode()
    assert {f"Requires-Dist: {needed}" for needed in (code / "needs.txt").read_text().split()} <= set(
        described.splitlines()
    )
    python = fresh_environment(site)
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    elsewhere = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    elsewhere["BURGRAVE_CACHE"] = str(cache)

    def told(code: str) -> list[str]:
        command = [python, "-c", code, CARRIED]
        done = subprocess.run(command, env=elsewhere, cwd=tmp_path, check=True, capture_output=True, text=True)
        return done.stdout.splitlines()

    where, compiled, misses, log = told(FIRST_SEARCH)
    assert Path(where).is_relative_to(site)
    assert (compiled, misses) == ("True True", "0 True")
    assert not cache.exists()
    assert log == ",".join(first_moves())
    ready = "import sys; from burgrave.core.loader import is_ready; print(is_ready(sys.argv[1]))"
    assert told(ready) == ["True"]
    rules = Path(where).parent / "games" / CARRIED / "turn.py"
    rules.write_text(rules.read_text(encoding="utf-8") + "\n# another rule\n", encoding="utf-8")
    assert told(ready) == ["False"]


def first_moves() -> tuple[str, ...]:
    """The same moves here."""
    game = burgrave.game(CARRIED, players=3)
    bot, match = burgrave.bot("search", game, iterations=50, seed=1), game.match(seed=1)
    for _ in range(3):
        match.play(bot.choose(match.view(match.position.to_act)))
    return match.log
