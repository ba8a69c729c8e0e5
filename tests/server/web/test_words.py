"""The server's own words: the same keys and placeholders in every language, and none missing."""

from __future__ import annotations

import re
import string
import subprocess
import sys
from pathlib import Path

import burgrave.server
from burgrave.bots import LEVELS
from burgrave.bots.outside import FAULTS
from burgrave.core.words import LANGUAGES, catalogue
from burgrave.server.tables.events import GIVEN_UP, RECORD, Hinted
from burgrave.server.tables.state import DELETED
from burgrave.server.web.cookies import THEMES
from burgrave.server.web.pages.operator import ACTS
from burgrave.server.web.timing import OFFERED, UNITS

HERE = Path(burgrave.server.__file__).parent


def placeholders(text: str | tuple[str, ...]) -> set[str]:
    forms = (text,) if isinstance(text, str) else text
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


def test_every_sentence_exists_in_every_language() -> None:
    english = catalogue("burgrave.server", "en")
    for language in LANGUAGES:
        other = catalogue("burgrave.server", language)
        assert set(other) == set(english)
        for key, text in english.items():
            assert text
            assert other[key]
            assert placeholders(other[key]) == placeholders(text), key


def test_every_sentence_that_pages_and_refusals_use_exists() -> None:
    known = catalogue("burgrave.server", "en")
    used = set()
    for path in HERE.rglob("*.html"):
        used |= set(re.findall(r"\bt\('([a-z_.]+[a-z_])'[,)]", path.read_text(encoding="utf-8")))
    for path in HERE.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        used |= set(re.findall(r"\btell\(\"([a-z_.]+)\"", source))
        used |= {f"refusal.{key}" for key in re.findall(r"(?:Refusal|Forbidden)\(\"([a-z_]+)\"", source)}
    for path in (HERE.parents[2] / "web").glob("*.js"):
        used |= {f"script.{key}" for key in re.findall(r"\btexts\.([a-z_]+)", path.read_text(encoding="utf-8"))}
    used |= {f"level.{level}.help" for level in LEVELS}
    used |= {f"theme.{theme}" for theme in THEMES}
    used |= {f"clocks.{group}" for group in OFFERED} | {f"duration.{unit}" for unit, _ in UNITS}
    used |= {"refusal.late", "refusal.database", *(f"refusal.{reason}" for reason in GIVEN_UP)}
    used |= {"halted", "went_on", "away", "back", "bot_gone", "kicked", "kicked.bot", DELETED}
    used |= {f"forfeit.{reason}" for reason in (*FAULTS, *GIVEN_UP, RECORD)} | {
        "bot_gone",
        "kicked",
        "kicked.bot",
        DELETED,
    }
    used |= {f"operator.act.{act}" for act in ACTS}
    used |= {f"{name}.{who}" for name in ("hints", "new.hints") for who in Hinted}
    assert used <= set(known), used - set(known)


def test_a_cover_is_found_before_numba_is_imported() -> None:
    code = (
        "import sys; from burgrave import games; from burgrave.core.registry import spec; "
        "from burgrave.server.web.pages.games import facts; shown = [facts(spec(name), 'pl') for name in games()]; "
        "sys.exit('numba' in sys.modules or not all(game['cover'] for game in shown))"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_server_answers_before_numba_is_imported() -> None:
    code = "import sys, burgrave.server.web.app; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
