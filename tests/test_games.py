"""Every registered game: conformance, playthroughs and recorded games."""

from __future__ import annotations

from pathlib import Path

import pytest

import burgrave
from burgrave.core.conformance import check_game

GAMES = burgrave.games()
RECORDS = Path(__file__).parent / "records"


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_game_conforms(name: str) -> None:
    assert check_game(name).games >= 10


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.txt")), ids=lambda path: path.stem)
def test_the_recorded_game_still_fits_the_rules(path: Path) -> None:
    match = burgrave.load(path)
    assert match.log
    assert burgrave.load(path).text() == match.text()


@pytest.mark.parametrize("name", GAMES)
def test_the_game_has_recorded_games_that_end(name: str) -> None:
    matches = [burgrave.load(path) for path in RECORDS.glob(f"{name}-*.txt")]
    assert any(match.is_over for match in matches)
