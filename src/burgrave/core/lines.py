"""What a line of a text record can hold, so that names and seeds read back as they were written."""

from __future__ import annotations

REMARK = "#"
BETWEEN_NAMES = ","


def fits_line(text: str, without: str = "") -> bool:
    """Whether a line of a record gives a text back as it was, and no character of `without` is in it."""
    kept = text == text.strip() and len(text.splitlines()) <= 1 and text.isprintable()
    return kept and not set(text) & {REMARK, *without}
