"""Names of people and bots, as they may be typed and as a record's seat line can hold them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from burgrave.core.lines import BETWEEN_NAMES, REMARK

LONGEST_NAME = 24
INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and marks that show nothing, though Unicode calls them neither spaces nor control characters."""


def clean_name(text: str) -> str:
    """A name as people may type it: nothing that cannot be seen, nothing that a record's seat line could not hold."""
    plain = "".join(" " if _is_unseen(letter) else letter for letter in text[:200])
    plain = re.sub(f"[{BETWEEN_NAMES}{REMARK}:]", " ", plain)
    return " ".join(plain.split())[:LONGEST_NAME].strip()


def told_apart(name: str, others: Iterable[str]) -> str:
    """The name, with a number after it where somebody at the table is called so already."""
    taken = {as_read(other) for other in others}
    found, number = name, 1
    while as_read(found) in taken:
        number += 1
        found = f"{name[: LONGEST_NAME - len(str(number)) - 1].rstrip()} {number}"
    return found


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "CZ" or letter in INVISIBLE


def as_read(name: str) -> str:
    """What people take two names for the same by: not by capitals, nor by how letters are encoded."""
    return unicodedata.normalize("NFKC", name).casefold()
