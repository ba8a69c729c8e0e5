"""Further bots as somebody names them: programs, each with a name of its own and the command that starts it."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterable

from burgrave.bots import LEVELS
from burgrave.core.people import LONGEST_NAME, clean_name


def outside_bots(texts: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The names and commands of bots given as NAME=COMMAND; a ValueError says which one cannot be."""
    found: dict[str, str] = {}
    for text in filter(None, map(str.strip, texts)):
        name, _, command = (part.strip() for part in text.partition("="))
        words = shlex.split(command)
        if not name or not words:
            raise ValueError(f"a bot is given as NAME=COMMAND, not as {text!r}")
        if name != clean_name(name):
            raise ValueError(f"a bot's name has {LONGEST_NAME} letters at most and no , # or :, unlike {name!r}")
        if name in LEVELS or name in found:
            raise ValueError(f"there is a bot {name!r} already")
        if shutil.which(words[0]) is None:
            raise ValueError(f"the bot {name!r} cannot be started: there is no program {words[0]!r}")
        found[name] = command
    return tuple(found.items())
