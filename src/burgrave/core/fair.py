"""Fair dice: the server's part of the seed is fixed before any player's, and a player can see that both were used.

The server draws a secret and shows its SHA-256, the commitment. Only then do the players' browsers draw random bytes
and send them. The game's seed is the secret and all those bytes; it is told when the game is over. So

- the secret cannot be chosen after anybody's bytes are known, since it must open the commitment that was shown before;
- a player's bytes, the secret or a chance move cannot be replaced afterwards without contradicting what that player has
  kept: the commitment and the bytes. The browser compares both with the seed at the end. `burgrave check RECORD` does
  the same on the player's own computer, and there draws every chance move again.

What remains possible: whoever runs the server has the secret and all bytes, and thus knows the coming dice of a running
game; may sit down last, or invent a person who does, and choose that seat's bytes by the dice they give; may break
games off; and sends the script that draws, keeps and compares. A table where no player has kept bytes proves nothing.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from burgrave.core.match import Match

COMMITMENT = re.compile(r"[0-9a-f]{64}")
COMMITMENT_LINE = re.compile(r"^#\s*commitment:\s*([0-9a-f]{64})\s*$", re.MULTILINE)
NOBODY = "nobody"
VERIFIABLE_LINE = re.compile(rf"^#\s*dice verifiable by:\s*({NOBODY}|p\d(?:,\s*p\d)*)\s*$", re.MULTILINE)
SEED = re.compile(r"([0-9a-f]{64})((?:-[0-9a-f]*)+)")
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


def parts_of(seed: str) -> tuple[str, tuple[str, ...]] | None:
    """The server's part of a seed and the seats' parts; None when it is not made of such parts."""
    found = SEED.fullmatch(seed)
    return (found[1], tuple(found[2][1:].split("-"))) if found else None


def remarks(commitment: str, verifiable_by: Collection[int]) -> str:
    """The lines of a record that repeat the commitment, and say whose bytes followed it."""
    seats = ", ".join(f"p{seat}" for seat in sorted(verifiable_by)) or NOBODY
    return f"# commitment: {commitment}\n# dice verifiable by: {seats}\n"


class Verdict(StrEnum):
    """What can be said about a game's dice."""

    VERIFIED = "verified"
    TAMPERED = "tampered"
    NOT_VERIFIABLE = "not verifiable"


@dataclass(frozen=True)
class Finding:
    """A verdict and the sentence that gives its reason."""

    verdict: Verdict
    key: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def told(self, language: str = "en") -> str:
        """The reason in that language."""
        from burgrave.core.words import core_words

        return core_words(language)(f"dice.{self.key}", **self.values)


@dataclass(frozen=True)
class Claim:
    """What a game tells about its dice; its chance moves are those of its seed, if it has one."""

    over: bool
    players: int
    seed: str | None
    commitment: str = ""
    verifiable_by: tuple[int, ...] = ()
    """The seats whose bytes were given after the commitment was shown."""


@dataclass(frozen=True)
class Kept:
    """What a player has kept: the commitment from before the game, and the bytes given for seats."""

    commitment: str = ""
    entropy: Mapping[int, str] = field(default_factory=dict)


NOTHING_KEPT = Kept()


def judge(claim: Claim, kept: Kept = NOTHING_KEPT) -> Finding:
    """Whether a game's dice are verified, contradicted by something, or cannot be verified by anybody."""
    promised = kept.commitment or claim.commitment
    if claim.commitment and claim.commitment != promised:
        return Finding(Verdict.TAMPERED, "other_commitment", {"told": claim.commitment, "kept": promised})
    if not promised and not kept.entropy:
        return Finding(Verdict.NOT_VERIFIABLE, "no_commitment")
    if not claim.over:
        return Finding(Verdict.NOT_VERIFIABLE, "not_over")
    parts = parts_of(claim.seed or "")
    if parts is None:
        return Finding(Verdict.TAMPERED, "no_seed")
    contradiction = _contradiction(claim, kept, promised, *parts)
    if contradiction is not None:
        return contradiction
    if not promised:
        return Finding(Verdict.NOT_VERIFIABLE, "no_commitment")
    if kept.commitment and kept.entropy:
        return Finding(Verdict.VERIFIED, "kept")
    if not claim.verifiable_by:
        return Finding(Verdict.NOT_VERIFIABLE, "nobody")
    return Finding(Verdict.VERIFIED, "verified")


def _contradiction(
    claim: Claim, kept: Kept, promised: str, secret_seed: str, entropy: tuple[str, ...]
) -> Finding | None:
    if promised and commitment_of(secret_seed) != promised:
        return Finding(Verdict.TAMPERED, "other_secret")
    if len(entropy) != claim.players:
        return Finding(Verdict.TAMPERED, "seats", {"parts": len(entropy), "players": claim.players})
    for seat, given in sorted(kept.entropy.items()):
        told = entropy[seat] if seat < claim.players else ""
        if told != given:
            return Finding(Verdict.TAMPERED, "other_bytes", {"seat": f"p{seat}", "kept": given, "told": told or "–"})
    for seat in claim.verifiable_by:
        if seat >= claim.players or not entropy[seat]:
            return Finding(Verdict.TAMPERED, "missing_bytes", {"seat": f"p{seat}"})
    return None


def claim_of(text: str, match: Match) -> Claim:
    """What a record tells about its dice; reading it to a match has checked that chance follows its seed."""
    commitment, seats = COMMITMENT_LINE.search(text), VERIFIABLE_LINE.search(text)
    verifiable_by = tuple(int(seat) for seat in re.findall(r"p(\d)", seats[1])) if seats else ()
    seed = None if match.seed is None else str(match.seed)
    return Claim(match.is_over, match.game.players, seed, commitment[1] if commitment else "", verifiable_by)


def check_record(text: str, match: Match, kept: Kept = NOTHING_KEPT) -> Finding:
    """What can be said about the dice of a record that was read to a match."""
    return judge(claim_of(text, match), kept)
