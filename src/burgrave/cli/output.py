"""What commands print with: the two streams, plain tables, progress, and failures in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from rich.progress import Progress

WRONG = 1
"""The exit code when something was found wrong; 2 is a wrong command line, 130 an interruption."""
STOPPED = 130

out = Console()
err = Console(stderr=True)


class CommandError(Exception):
    """A command that cannot go on: one sentence for the person at the terminal."""


FAILURES = (CommandError, ValueError, TypeError, OSError, RuntimeError, ImportError)
"""What is told in one sentence instead of a traceback."""


def plain_table(
    *headings: str, figures: tuple[str, ...] = (), padding: tuple[int, int, int, int] = (0, 3, 0, 0)
) -> Table:
    """A table without lines: columns of text, then columns of figures."""
    table = Table(box=None, pad_edge=False, padding=padding, header_style="bold")
    for heading in headings:
        table.add_column(heading)
    for heading in figures:
        table.add_column(heading, justify="right")
    return table


def option_text(value: object) -> str:
    """An option's value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def actor(mover: int | None) -> str:
    """Who moved, as in records."""
    from burgrave.core.position import actor_name

    return actor_name(mover)


def progress_bar() -> Progress:
    """A progress bar on the terminal's error stream, gone when the work is done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)


@contextmanager
def stopping() -> Iterator[list[str]]:
    """Let Ctrl-C end the work inside; the list tells afterwards whether it did."""
    stopped: list[str] = []
    try:
        yield stopped
    except KeyboardInterrupt:
        stopped.append("interrupted")
        err.print("stopped", style="dim")


def sentence(error: Exception) -> str:
    """What went wrong, in one sentence."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error) or type(error).__name__
