"""The browser's part as a whole: everything typed, everything used, every colour from the palette."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import pytest

from burgrave.core.palette import PAGE

ROOT = Path(__file__).parents[1]
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "web").glob("*.js"))}
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SHEETS = {path.name: COMMENT.sub("", path.read_text(encoding="utf-8")) for path in sorted((ROOT / "web").glob("*.css"))}
USERS = "\n".join(
    path.read_text(encoding="utf-8")
    for path in chain(*((ROOT / "src/burgrave").rglob(f"*.{kind}") for kind in ("html", "py")))
) + "\n".join(SCRIPTS.values())
"""Everything that makes pages."""
PLAIN = {"#fff", "#000"}


NAMES = set(re.findall(r"[a-zA-Z][\w-]*", USERS))
STEMS = set(re.findall(r"([a-zA-Z][\w-]*-)(?=[{$'])", USERS))
"""Beginnings of names that something is put into: `width-{{ column.width }}`."""


def is_named(name: str) -> bool:
    """Whether something that makes pages writes a name, or puts it together."""
    return name in NAMES or name.rpartition("-")[0] + "-" in STEMS


@pytest.mark.parametrize("name", SHEETS)
def test_a_style_sheet_has_rules_only_for_what_pages_have(name: str) -> None:
    selectors = [text for text in re.findall(r"([^{};]+)\{", SHEETS[name]) if not text.lstrip().startswith("@")]
    names = {found for text in selectors for found in re.findall(r"[.#]([a-z][\w-]*)", text)}
    assert [name for name in sorted(names) if not is_named(name)] == []


@pytest.mark.parametrize("name", SHEETS)
def test_a_style_sheet_takes_its_colours_from_the_palette(name: str) -> None:
    values = re.findall(r"(?<=[:,( ])#[0-9a-fA-F]{3,8}\b(?=[^{}]*[;}])", SHEETS[name])
    assert set(values) <= PLAIN
    own = set(re.findall(r"--([\w-]+)\s*:", "".join(SHEETS.values())))
    assert set(re.findall(r"var\(--([\w-]+)\)", SHEETS[name])) <= {*PAGE, *own, "tincture"}


def test_every_colour_of_the_palette_is_used() -> None:
    everything = "".join(SHEETS.values()) + USERS
    assert [name for name in PAGE if f"var(--{name}" not in everything] == []


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_has_its_types_checked_and_no_colour_of_its_own(name: str) -> None:
    assert SCRIPTS[name].startswith("// @ts-check\n")
    assert re.findall(r"[\"'`]#[0-9a-fA-F]{3,8}[\"'`]", SCRIPTS[name]) == []


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_defines_nothing_that_nobody_uses(name: str) -> None:
    defined = re.findall(
        r"^(export )?(?:async )?(?:function\*?|const|let|class) (\w+)", SCRIPTS[name], flags=re.MULTILINE
    )
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests/script").glob("*.mjs"))
    for exported, word in defined:
        assert len(re.findall(rf"\b{word}\b", SCRIPTS[name])) > 1 or exported, f"{word} is used nowhere"
        others = "".join(text for other, text in SCRIPTS.items() if other != name) + tests
        assert not exported or re.search(rf"\b{word}\b", others), f"nobody imports {word}"
