"""Every registered game: conformance, playthroughs and recorded games."""

from __future__ import annotations

from pathlib import Path

import pytest

import burgrave
from burgrave.core import registry
from burgrave.core.conformance import check_game
from burgrave.core.playthrough import file_name, playthrough

GAMES = burgrave.games()
RECORDS = Path(__file__).parent / "records"
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
SEATS = [(name, players) for name in GAMES for players in registry.spec(name).players]


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


@pytest.mark.parametrize(("name", "players"), SEATS)
def test_the_playthrough_is_as_written_down(name: str, players: int) -> None:
    """A difference is a change of rules: look at it, then `burgrave playthrough NAME --folder tests/playthroughs`."""
    written = (PLAYTHROUGHS / file_name(name, players)).read_text(encoding="utf-8")
    assert playthrough(name, players).splitlines() == written.splitlines()
