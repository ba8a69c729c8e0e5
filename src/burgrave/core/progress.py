"""What somebody who waits sees: a bar in the terminal or the notebook, gone when the work is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def shown(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show that this is being done; the function that is given hears how much of how much is. Scripts stay quiet."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    looked_at = console.is_terminal or console.is_jupyter
    with Progress(*columns, console=console, transient=True, disable=not looked_at) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
