"""Threads in which pages are made, so that the event loop is free for everybody's moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")

THREADS = 2
"""More of them would only take turns: Python runs one at a time."""

_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="page")


async def elsewhere(make: Callable[Given, Made], *given: Given.args, **more: Given.kwargs) -> Made:
    """Make something outside the event loop, from what does not change meanwhile."""
    return await asyncio.get_running_loop().run_in_executor(_threads, lambda: make(*given, **more))
