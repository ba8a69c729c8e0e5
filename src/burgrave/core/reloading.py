"""Words, drawings and guides read anew while a program runs, for authors who look at what they write.

Rules are compiled once in a process; what stands in `words/`, `guide/`, `scenes/`, `effects.py`, `reasons.py`,
`drawing.py` and `symbols.py` need not be.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

from burgrave.core import guide, lessons, words
from burgrave.core.loader import Rules
from burgrave.core.sources import package_folder

FACE = ("effects", "symbols", "words", "reasons", "drawing")
"""The modules that may change, each before those that use it."""
FOLDERS = ("words", "guide", "scenes", "lessons")


class Faces:
    """Notices when a game's face has changed on disk, and lets the program see the new one."""

    def __init__(self) -> None:
        self._seen: dict[str, dict[Path, int]] = {}

    def changed(self, rules: Rules) -> bool:
        """Whether the files have changed since this was last asked; False the first time."""
        now = {path: path.stat().st_mtime_ns for path in face_files(package_folder(rules.spec.package))}
        before = self._seen.get(rules.spec.name)
        self._seen[rules.spec.name] = now
        return before is not None and before != now

    def reload(self, rules: Rules) -> None:
        """Read words, drawing and guide anew; what is wrong with them is raised, and the former ones stay."""
        importlib.invalidate_caches()
        for name in FACE:
            module = sys.modules.get(f"{rules.spec.package}.{name}")
            if module is not None and module.__file__ is not None:
                # Python tells old bytecode by whole seconds and by size, which two savings may share
                Path(importlib.util.cache_from_source(module.__file__)).unlink(missing_ok=True)
                importlib.reload(module)
        from burgrave.core import story  # it stands on the compiler, which a server need not have to start

        words.forget()
        story.forget()
        guide.forget()
        lessons.forget()
        rules.__dict__.pop("draw", None)


def face_files(folder: Path) -> Iterator[Path]:
    """The files of a game's package that may change while a program runs."""
    yield from (path for path in (folder / f"{name}.py" for name in FACE) if path.is_file())
    for name in FOLDERS:
        yield from (path for path in sorted((folder / name).glob("*")) if path.suffix in (".po", ".py", ".md", ".txt"))
