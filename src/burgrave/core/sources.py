"""Which files compiled code is made from: those that hold rules, what they import, and the data beside them.

Everything that may have gone into a compiled rule counts. What holds no rules and is imported by nothing that does
(drawing, words, checks in Python) does not. Imports are found by a pattern, since every start asks and parsing takes
ten times as long; a line of text that looks like an import does no harm.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from burgrave.core import contract

BOUND = "burgrave.core.bound"
"""What bound code imports its game's rules from."""
MAKERS = ("burgrave.core.contract", "burgrave.core.names", "burgrave.core.rule")
"""The modules of the core that all compiled rules are made with; games import the others."""
FOR_PEOPLE = {".md", ".mo", ".po", ".pot", ".svg", ".svgz", ".png", ".jpg", ".webp", ".css", ".typed", ".pyi", ".jsonl"}
"""Kinds of data that no rule is made from."""
TOLD = {"guide", "lessons", "scenes", "words"}
"""Folders of a game that no rule is made from."""
WEIGHTS = ".weights"
"""What `core/weights` reads: a compiled bot is given the numbers, so new ones compile nothing anew."""

IMPORT = re.compile(
    r"^([ \t]*)(?:from[ \t]+([\w.]+)[ \t]+import[ \t]*(\((?:[^)#]|#.*)*\)|(?:\\\n|.)*)|import[ \t]+((?:\\\n|.)*))", re.M
)
COMMENT = re.compile(r"#.*")
DECORATOR = re.compile(r"^@(\w+)", re.M)
UNFORESEEABLE = ("importlib", "__import__")
"""A file of a game that names one of these may import anything of its package."""


class Imported(NamedTuple):
    """An import: the module, the names taken from it with what they are called here, and whether it stands indented."""

    module: str
    names: tuple[tuple[str, str], ...]
    indented: bool


def imports(text: str) -> Iterator[Imported]:
    """The imports of a source text."""
    for indent, module, names, modules in IMPORT.findall(text):
        if module:
            yield Imported(module, tuple(listed(names)), bool(indent))
        for name, _ in listed(modules):
            yield Imported(name, (), bool(indent))


def listed(names: str) -> Iterator[tuple[str, str]]:
    """The names of a list as imports have it, each with what it is called from then on."""
    for part in COMMENT.sub("", names).strip("() \t").replace("\\", " ").split(","):
        words = part.split()
        if words:
            yield words[0], words[-1]


def package_folder(package: str) -> Path:
    """The folder of a package's sources."""
    found = find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise ModuleNotFoundError(f"no package {package!r}")
    return Path(found.submodule_search_locations[0])


def is_bound(module: str) -> bool:
    """Whether a module is bound code: executed for each game, never imported."""
    found = find_spec(module)
    if found is None or found.origin is None or not found.origin.endswith(".py"):
        return False
    return any(one.module == BOUND for one in imports(Path(found.origin).read_text(encoding="utf-8")))


class Sources:
    """The source files of a game and of what it may be made with, each read once: as it was when it was loaded."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.folders = {name: package_folder(name) for name in {package, package.partition(".")[0], "burgrave"}}
        self._paths: dict[str, Path | None] = {}
        self._files: dict[str, bytes | None] = {}
        self._imports: dict[str, tuple[Imported, ...]] = {}

    def know(self, module: str) -> None:
        """Look in the package of somebody's bound code too."""
        top = module.partition(".")[0]
        if top not in self.folders:
            self.folders[top] = package_folder(top)

    def path(self, module: str) -> Path | None:
        """The file of a module of these packages."""
        if module not in self._paths:
            self._paths[module] = self._found(module)
        return self._paths[module]

    def _found(self, module: str) -> Path | None:
        inside = max((name for name in self.folders if f"{module}.".startswith(f"{name}.")), key=len, default=None)
        if inside is None:
            return None
        path = self.folders[inside].joinpath(*module[len(inside) :].split("."))
        for file in (path.with_name(f"{path.name}.py"), path / "__init__.py"):
            if file.is_file():
                return file
        return None

    def is_package(self, module: str) -> bool:
        """Whether a module has others inside."""
        path = self.path(module)
        return path is not None and path.name == "__init__.py"

    def content(self, module: str) -> bytes | None:
        """What a module's file holds; None where there is none."""
        if module not in self._files:
            path = self.path(module)
            self._files[module] = path.read_bytes() if path else None
        return self._files[module]

    def imports(self, module: str) -> tuple[Imported, ...]:
        """The imports of a module, with full names."""
        if module not in self._imports:
            text = (self.content(module) or b"").decode()
            found = [one._replace(module=self.absolute(module, one.module)) for one in imports(text)]
            if self.is_own(module) and any(word in text for word in UNFORESEEABLE):
                found += [Imported(name, (), False) for name in self.own_modules]
            self._imports[module] = tuple(found)
        return self._imports[module]

    def absolute(self, module: str, name: str) -> str:
        """The full name of what a module imports."""
        dots = len(name) - len(name.lstrip("."))
        if dots == 0:
            return name
        parts = module.split(".")
        kept = len(parts) - dots + self.is_package(module)
        return ".".join(filter(None, (*parts[:kept], name[dots:])))

    def is_own(self, module: str) -> bool:
        """Whether a module is the game's own."""
        return f"{module}.".startswith(f"{self.package}.")

    @cached_property
    def own_modules(self) -> tuple[str, ...]:
        """All modules of the game's package, sub-packages included."""
        folder = self.folders[self.package]
        files = sorted(folder.rglob("*.py"))
        parts = [(self.package, *file.relative_to(folder).with_suffix("").parts) for file in files]
        return tuple(".".join(names[:-1] if names[-1] == "__init__" else names) for names in parts)

    def reached(self, roots: Iterable[str]) -> set[str]:
        """These modules and all that they import, directly or not.

        In the game's package imports inside functions count too: such a function may have made a constant.
        """
        found: set[str] = set()
        waiting = list(roots)
        while waiting:
            module = waiting.pop()
            if module in found or module == BOUND or self.content(module) is None:
                continue
            found.add(module)
            own = self.is_own(module)
            if own and module != self.package:
                waiting.append(module.rpartition(".")[0])
            for one in self.imports(module):
                if own or not one.indented:
                    waiting.append(one.module)
                    if self.is_package(one.module):
                        waiting += (f"{one.module}.{name}" for name, _ in one.names)
        return found

    def may_hold_rules(self, module: str) -> bool:
        """Whether a module decorates functions with anything of the game's or ours."""
        others = {
            called
            for one in self.imports(module)
            if one.module.partition(".")[0] not in {name.partition(".")[0] for name in self.folders}
            for _, called in one.names
        }
        return any(name not in others for name in DECORATOR.findall((self.content(module) or b"").decode()))

    @cached_property
    def evaluation(self) -> set[str]:
        """The modules behind the game's evaluation."""
        return self.reached(f"{self.package}.{name}" for name in contract.EVALUATION)

    @cached_property
    def rule_holders(self) -> tuple[str, ...]:
        """The modules that hold rules for the game's Python only, beside those that every game has."""
        known = self.reached(f"{self.package}.{name}" for name in contract.COMPILED) | self.evaluation
        return tuple(name for name in self.own_modules if name not in known and self.may_hold_rules(name))

    @cached_property
    def rules(self) -> set[str]:
        """The modules behind the game's rules, evaluation aside."""
        return self.reached([*(f"{self.package}.{name}" for name in contract.COMPILED), *self.rule_holders])

    @cached_property
    def data(self) -> dict[str, bytes]:
        """The other files of the game's package that a constant may have been read from."""
        folder = self.folders[self.package]
        return {
            str(file.relative_to(folder)): file.read_bytes()
            for file in sorted(folder.rglob("*"))
            if file.is_file()
            and file.suffix not in FOR_PEOPLE | {".py", ".pyc", WEIGHTS}
            and not any(part.startswith(".") or part in TOLD for part in file.relative_to(folder).parts)
        }

    def read(self) -> None:
        """Read all that the game is made from now: what is compiled later is made from what was loaded."""
        self.rules, self.evaluation, self.data  # noqa: B018

    def bound(self, module: str) -> set[str]:
        """The bound code that this bound code imports, itself included."""
        self.know(module)
        return {name for name in self.reached([module]) if any(one.module == BOUND for one in self.imports(name))}

    def of(self, module: str) -> Iterator[tuple[str, bytes]]:
        """Everything that bound code for this game is made from, each with its name."""
        self.know(module)
        used = self.reached((module, *MAKERS))
        taken = {(one.module, name) for file in used for one in self.imports(file) for name, _ in one.names}
        if taken & {(BOUND, "value"), (BOUND, "features"), (BOUND, "consider")}:
            used |= self.evaluation
        for name in sorted(used | self.rules):
            yield name, self.content(name) or b""
        yield from self.data.items()
