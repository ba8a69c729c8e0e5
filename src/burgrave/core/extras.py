"""What a slim installation leaves out: an import that fails says which extra to install."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needs(what: str, extra: str) -> Iterator[None]:
    """Imports in here belong to an extra; without it an ImportError says what to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] == "burgrave":
            raise
        raise ImportError(f"{what} is not installed: pip install 'burgrave[{extra}]' ({error})") from None
