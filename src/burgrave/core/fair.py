"""Fair dice: nobody, the server included, can choose the dice.

When a table is created the server draws a secret and shows its SHA-256, the commitment. Each seat's browser adds
random bytes when it sits down. The game's seed is the secret and all those bytes; it is told when the game is over, so
everybody can compute the commitment and every chance move again (`burgrave check RECORD`).
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence

REMARK = re.compile(r"^#\s*commitment:\s*([0-9a-f]{64})\s*$", re.MULTILINE)
SEED = re.compile(r"^seed:\s*([0-9a-f]{64})((?:-[0-9a-f]*)*)\s*$", re.MULTILINE)
ENTROPY_BYTES = 16


def new_secret_seed() -> str:
    """The server's part of a table's seed."""
    return secrets.token_hex(32)


def commitment_of(secret_seed: str) -> str:
    """What is shown of it before the game."""
    return hashlib.sha256(secret_seed.encode()).hexdigest()


def clean_entropy(text: str) -> str:
    """A seat's random bytes as hexadecimal digits; whatever else was sent counts by its hash."""
    if re.fullmatch(r"[0-9a-f]{0,32}", text):
        return text
    return hashlib.sha256(text.encode()).hexdigest()[: 2 * ENTROPY_BYTES]


def joint_seed(secret_seed: str, entropy: Sequence[str]) -> str:
    """The seed of the game: the server's part and every seat's, in seat order."""
    return "-".join((secret_seed, *entropy))


def remark(commitment: str) -> str:
    """The line of a record that repeats the commitment."""
    return f"# commitment: {commitment}"


def check_record(text: str) -> str | None:
    """None when a record's seed opens its commitment (or it has none); else what is wrong with it.

    That the chance moves are those of the seed is checked by reading the record.
    """
    promised = REMARK.search(text)
    if promised is None:
        return None
    told = SEED.search(text)
    if told is None:
        return "the record has a commitment but no seed that could open it"
    if commitment_of(told[1]) != promised[1]:
        return "the seed is not the one the server promised when the table was made"
    return None
