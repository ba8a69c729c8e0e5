"""The rule compiler: one decorator that gives every rule function one explicit signature by its parameters' names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np
from numba import types

from burgrave.core.errors import ContractError
from burgrave.core.linking import LinkedCompiler, compile_once, compile_when_needed
from burgrave.core.spec import HEADER, Spec

Function = TypeVar("Function", bound=Callable[..., Any])

_settings: Any = numba.config
PLAIN = bool(_settings.DISABLE_JIT)
"""True under NUMBA_DISABLE_JIT=1: rules run as ordinary Python, for debugging and coverage."""

jit: Any = numba.njit
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}

ANNOTATED = {"bool": types.boolean, "int": types.int64, "float": types.float64}
"""What parameters may be annotated with."""

LISTS = {
    "moves": types.Array(types.int16, 1, "C"),
    "weights": types.Array(types.int64, 1, "C"),
    "out": types.Array(types.int64, 1, "C"),
    "dice": types.Array(types.uint64, 1, "C"),
    "rng": types.Array(types.uint64, 1, "C"),
    "net": types.Array(types.float32, 1, "C"),
    "inputs": types.Array(types.float32, 1, "C"),
}


class Made(NamedTuple):
    """A rule: the types of its parameters (None: any), and what Python calls if it is an entry."""

    signature: tuple[Any, ...] | None
    entry: Any = None


made: dict[Callable[..., Any], Made] = {}
"""All rules, by their Python functions."""


class Record(np.record):  # type: ignore[misc]
    """A record whose fields are attributes, read five times as fast as numpy's: rules run uncompiled at first."""

    def __getattribute__(self, name: str) -> Any:
        try:
            return _field(self, name)
        except ValueError:  # it is no field
            return object.__getattribute__(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            _set_field(self, name, value)
        except ValueError:  # no field, or read-only
            super().__setattr__(name, value)


_field, _set_field = np.void.__getitem__, np.void.__setitem__


def record(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record type whose fields can be read as attributes, compiled or not.

    Packed: without padding, equal positions are equal bytes.
    """
    return np.dtype((Record, np.dtype(list(fields))))


def state(spec: Spec, fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """A game's position: the fields every game has, one per option, then the game's own."""
    return record(
        [*((name, np.int8) for name in HEADER), *((option.name, np.int16) for option in spec.options), *fields]
    )


NO_SCRATCH = record([("nothing", np.int8)])
"""The workspace of a game that needs none."""


def compiler(
    kinds: dict[str, Any],
    *,
    entry: bool = False,
    python: Callable[..., Any] | None = None,
    allocates: bool = True,
    inlined: bool = False,
) -> Callable[[Function], Function]:
    """A `rule` decorator. Parameters are typed by annotation, else by name, as `kinds` says; others are whole numbers.

    Rules are compiled, with that one signature, when something compiled first needs them; `entry` functions, through
    which Python enters compiled code, by the loader and into the cache. An entry's compiled form holds everything it
    calls, so a warm start reads a handful of files and no rule is compiled or read by itself. Called from Python a rule
    runs as it is written, or as `python` says where numbers of 64 bits behave in another way there. What makes no
    arrays (`allocates=False`) does not count who uses those that it is given, which takes longer than many a rule.
    What is `inlined` becomes part of its callers wherever it is called: a call hands over each array in seven words,
    which takes longer than a few lines that are done for every value.
    """
    options = OPTIONS if allocates else OPTIONS | {"_nrt": False}
    if inlined:
        options = options | {"forceinline": True}

    def rule(function: Function) -> Function:
        signature = tuple(kind(function, name, kinds) for name in parameters(function))
        form: Any = Entry if entry else Rule
        usable: Any = (python or function) if PLAIN else form(function, signature, python or function, options)
        made[function] = Made(signature, usable if entry else None)
        if python is not None:
            made[python] = Made(signature)
        result: Function = usable
        return result

    return rule


def plain(rule: Callable[..., Any]) -> Any:
    """The Python function behind a rule."""
    return getattr(rule, "py_func", rule)


def parameters(rule: Callable[..., Any]) -> tuple[str, ...]:
    """The names of a rule's parameters."""
    code = plain(rule).__code__
    names: tuple[str, ...] = code.co_varnames[: code.co_argcount]
    return names


def kind(function: Callable[..., Any], name: str, kinds: dict[str, Any]) -> Any:
    """The numba type of a parameter."""
    note = function.__annotations__.get(name)
    word = getattr(note, "__name__", str(note))
    if word in ANNOTATED:
        return ANNOTATED[word]
    if note is None or name in kinds:
        return kinds.get(name, types.int64)
    raise ContractError(
        f"{place(function)}: {function.__name__} annotates {name!r} with {word}; valid: {', '.join(ANNOTATED)}"
    )


def place(rule: Callable[..., Any]) -> str:
    """File and line of a rule."""
    code = plain(rule).__code__
    return f"{Path(code.co_filename).name}:{code.co_firstlineno}"


def compile_entries(entries: Iterable[Made], claim: Callable[[Made], bool] = lambda one: True) -> None:
    """Compile entries, or read them from the cache, as far as they can be claimed."""
    from burgrave.core.machine_code import keep  # where it is kept changes nothing in it

    waiting = [one for one in entries if not one.entry.is_compiled]
    for one in waiting:
        keep(one.entry.inside)
    for one in filter(claim, waiting):
        one.entry.compile()


def entries_in(module: str) -> list[Made]:
    """The entries of a module or package, in the order in which they stand there."""
    found = [] if PLAIN else [(function, one) for function, one in made.items() if one.entry is not None]
    return [one for function, one in found if f"{function.__module__}.".startswith(f"{module}.")]


def generic(function: Function) -> Function:
    """A decorator for the core's helpers that take lists of any kind of whole number: compiled as each caller needs."""
    made[function] = Made(None)
    if PLAIN:
        return function
    result: Any = Generic(function)
    return cast(Function, result)


class Rule:
    """A rule inside compiled code. Called from Python it runs as plain Python."""

    def __init__(
        self,
        function: Callable[..., Any],
        signature: tuple[Any, ...],
        run: Callable[..., Any],
        options: dict[str, Any],
    ) -> None:
        self.py_func = function
        self.options = options
        self.signature = signature
        self.run = run
        self.__doc__, self.__name__, self.__module__ = function.__doc__, function.__name__, function.__module__
        self.inside = compile_when_needed(self._dispatcher(function), signature)
        self._numba_type_ = types.Dispatcher(self.inside)

    def _dispatcher(self, function: Callable[..., Any]) -> Any:
        return jit(pipeline_class=LinkedCompiler, no_cpython_wrapper=True, **self.options)(function)

    def __call__(self, *arguments: Any) -> Any:
        """Run it."""
        return self.run(*arguments)


class Generic(Rule):
    """A helper that is compiled anew for each kind of list it is given. Called from Python it runs as plain Python."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.py_func = self.run = function
        self.options = OPTIONS
        self.__doc__, self.__name__, self.__module__ = function.__doc__, function.__name__, function.__module__
        self.inside = self._dispatcher(function)
        self._numba_type_ = types.Dispatcher(self.inside)


class Entry(Rule):
    """A rule through which Python enters compiled code; until that is there, it runs as plain Python."""

    def _dispatcher(self, function: Callable[..., Any]) -> Any:
        return jit(**self.options)(function)

    @property
    def is_compiled(self) -> bool:
        """Whether Python's calls run compiled code."""
        return self.run is self.inside

    def compile(self) -> None:
        """Compile it, or read it from the cache; from now on Python's calls run that."""
        if self.inside._can_compile:
            compile_once(self.inside, self.signature)
        self.run = self.inside


def rules(
    state: np.dtype[Any], scratch: np.dtype[Any] = NO_SCRATCH, *, entry: bool = False
) -> Callable[[Function], Function]:
    """A game's `rule` decorator.

    Parameters: `s` (and `t`) the position's record, `w` the scratch record, `moves` an int16 list whose first item
    counts, `weights` and `out` int64 lists, `dice` the source of chance; anything else is a whole number. With `entry`,
    for the few rules that a game's own Python asks (its words, its drawing, its `check`).
    """
    position = numba.from_dtype(state)
    kinds = {"s": position, "t": position, "w": numba.from_dtype(scratch), **LISTS}
    return compiler(kinds, entry=entry)


def driver_kinds(state: np.dtype[Any], scratch: np.dtype[Any]) -> dict[str, Any]:
    """The parameters of drivers, which work on whole arrays of records; see `core/drivers.py` for the names."""
    position, workspace = numba.from_dtype(state), numba.from_dtype(scratch)
    return {
        "s": position,
        "t": position,
        "w": workspace,
        "states": types.Array(position, 1, "C"),
        "work": types.Array(position, 1, "C"),
        "scratch": types.Array(workspace, 1, "C"),
        "many_moves": types.Array(types.int16, 2, "C"),
        "many_dice": types.Array(types.uint64, 2, "C"),
        "many_out": types.Array(types.int64, 2, "C"),
        "ids": types.Array(types.int64, 1, "C"),
        "actors": types.Array(types.int8, 1, "C"),
        "allowed": types.Array(types.boolean, 2, "C"),
        "totals": types.Array(types.float64, 1, "C"),
        "shares": types.Array(types.float64, 1, "C"),
        "liking": types.Array(types.float64, 1, "C"),
        "raw": types.Array(types.uint8, 2, "C"),
        "others": types.Array(types.int16, 1, "C"),
        **LISTS,
    }
