"""Compiles beside what somebody does: in other processes, one thing after the other, and ended with this one.

A game that is played from Python or in the terminal runs uncompiled at first; meanwhile this makes it fast.
"""

from __future__ import annotations

import atexit
import logging
import queue
import threading
from contextlib import closing
from typing import TYPE_CHECKING

from burgrave.core import loader
from burgrave.core.loader import DRIVERS

if TYPE_CHECKING:
    from burgrave.core.loader import Rules

log = logging.getLogger("burgrave")

_wanted: queue.Queue[tuple[Rules, str]] = queue.Queue()
_known: set[tuple[str, str]] = set()
_closing = threading.Event()
_lock = threading.Lock()
_worker: threading.Thread | None = None


def compile_beside(rules: Rules, module: str = DRIVERS) -> None:
    """See to it that this module of bound code, and the rules before it, run compiled some time soon."""
    global _worker
    if module != DRIVERS:
        compile_beside(rules)
    key = rules.spec.name, module
    with _lock:
        if key in _known or loader.is_ready(*key):
            return
        _known.add(key)
        _wanted.put((rules, module))
        if _worker is None:
            _worker = threading.Thread(target=_work, name="compiling", daemon=True)
            _worker.start()
            atexit.register(_end, _worker)


def _work() -> None:
    while not _closing.is_set():
        rules, module = _wanted.get()
        try:
            with closing(loader.compiling(rules.spec.name, module, gently=True)) as compiling:
                for _ in compiling:
                    if _closing.is_set():
                        return
                    if module in rules.awaited:  # whoever waits compiles it now, and faster; what is done is kept
                        break
            rules.compiled(module)
        except Exception as error:  # it goes on uncompiled, as slow and as right as before
            log.warning("%s of %s cannot be compiled: %s", module, rules.spec.name, error)


def _end(worker: threading.Thread) -> None:
    """No process that compiles outlives this one."""
    _closing.set()
    worker.join(timeout=2)
