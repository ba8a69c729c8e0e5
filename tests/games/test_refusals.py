"""What the rules say to every move, at points of recorded games: `python -m tools.refusals` writes what is compared."""

from __future__ import annotations

import pytest
from playing import RECORDS

import burgrave
from tools.refusals import FOLDER, lines


def paragraphs() -> list[tuple[str, str]]:
    """Each recorded game that is looked at, and what is written of it."""
    found = []
    for game in burgrave.games():
        for paragraph in (FOLDER / f"{game}.txt").read_text(encoding="utf-8").strip().split("\n\n"):
            name, _, told = paragraph.partition("\n")
            found.append((name, told))
    return found


@pytest.mark.parametrize(("name", "told"), [pytest.param(name, told, id=name) for name, told in paragraphs()])
def test_every_move_is_allowed_or_refused_for_its_reason(name, told):
    match = burgrave.load(RECORDS / f"{name}.txt")
    numbers = [int(line.split()[0]) for line in told.splitlines() if line[0] != " "]
    now = [line for number in numbers for line in lines(number, match.positions[number])]
    assert now == told.splitlines()
