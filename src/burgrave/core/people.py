"""Names of people and bots, as they may be typed and as a record's seat line can hold them."""

from __future__ import annotations

import re
import unicodedata

from burgrave.core.lines import BETWEEN_NAMES, REMARK

LONGEST_NAME = 24


def clean_name(text: str) -> str:
    """A name as people may type it: no control characters, nothing that a record's seat line could not hold."""
    plain = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in text[:200])
    plain = re.sub(f"[{BETWEEN_NAMES}{REMARK}:]", " ", plain)
    return " ".join(plain.split())[:LONGEST_NAME].strip()
