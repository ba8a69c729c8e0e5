"""What is pinned, what is packed, and that no download address is written down."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import burgrave

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
    extras = PROJECT["project"]["optional-dependencies"].values()
    wanted = names([requirement for extra in extras for requirement in extra] + PROJECT["dependency-groups"]["test"])
    assert wanted | pinned("play") <= pinned("test")


def test_playing_installs_no_extras() -> None:
    extras = PROJECT["project"]["optional-dependencies"].values()
    assert not names([requirement for extra in extras for requirement in extra]) & pinned("play")


def test_browser_code_is_pinned_by_integrity_without_addresses() -> None:
    lock = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))
    packages = {path: package for path, package in lock["packages"].items() if path}
    assert set(packages) == {"node_modules/idiomorph", "node_modules/axe-core"}
    for package in packages.values():
        assert package["integrity"].startswith("sha512-")
        assert "resolved" not in package


def test_the_version_is_the_same_everywhere() -> None:
    assert PROJECT["project"]["version"] == burgrave.__version__
    assert f"## {burgrave.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_a_wheel_carries_the_browser_files_words_and_pages(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    for name in ("play.js", "style.css", "vendor/idiomorph.esm.js", "vendor/idiomorph.LICENSE"):
        assert f"burgrave/server/web/static/{name}" in packed
    sources = {
        path.relative_to(ROOT / "src").as_posix()
        for pattern in ("*.py", "*.po", "*.md", "*.html", "*.json", "*.svgz")
        for path in (ROOT / "src/burgrave").rglob(pattern)
    }
    assert sources <= packed
