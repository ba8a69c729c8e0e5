"""The rule compiler: one decorator that gives every rule function one explicit signature by its parameters' names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

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
}


class Made(NamedTuple):
    """A rule: the types of its parameters (None: any), and what Python calls if it is an entry."""

    signature: tuple[Any, ...] | None
    entry: Any = None


made: dict[Callable[..., Any], Made] = {}
"""All rules, by their Python functions."""


def record(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record type whose fields can be read as attributes, compiled or not.

    Packed: without padding, equal positions are equal bytes.
    """
    return np.dtype((np.record, np.dtype(list(fields))))


def state(spec: Spec, fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """A game's position: the fields every game has, one per option, then the game's own."""
    return record(
        [*((name, np.int8) for name in HEADER), *((option.name, np.int16) for option in spec.options), *fields]
    )


NO_SCRATCH = record([("nothing", np.int8)])
"""The workspace of a game that needs none."""


def compiler(kinds: dict[str, Any], *, entry: bool = False) -> Callable[[Function], Function]:
    """A `rule` decorator. Parameters are typed by annotation, else by name, as `kinds` says; others are whole numbers.

    Rules are compiled, with that one signature, when something compiled first needs them; `entry` functions, through
    which Python enters compiled code, by the loader and into the cache. An entry's compiled form holds everything it
    calls, so a warm start reads a handful of files and no rule is compiled or read by itself.
    """

    def rule(function: Function) -> Function:
        signature = tuple(kind(function, name, kinds) for name in parameters(function))
        compiled: Any = function
        if not PLAIN:
            compiled = compile_when_needed(jit(**OPTIONS)(function), signature) if entry else Rule(function, signature)
        made[function] = Made(signature, compiled if entry else None)
        result: Function = compiled
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
    waiting = [one for one in entries if one.entry._can_compile]
    for one in waiting:
        one.entry.enable_caching()
    for one in filter(claim, waiting):
        compile_once(one.entry, one.signature)


def entries_in(module: str) -> list[Made]:
    """The entries of a module or package, in the order in which they stand there."""
    found = [] if PLAIN else [(function, one) for function, one in made.items() if one.entry is not None]
    return [one for function, one in found if f"{function.__module__}.".startswith(f"{module}.")]


def generic(function: Function) -> Function:
    """A decorator for the core's helpers that take lists of any kind of whole number: compiled as each caller needs."""
    made[function] = Made(None)
    if PLAIN:
        return function
    compiled: Any = jit(pipeline_class=LinkedCompiler, no_cpython_wrapper=True, **OPTIONS)
    result: Function = compiled(function)
    return result


class Rule:
    """A rule inside compiled code. Called from Python it works too, through a compiled copy of its own."""

    def __init__(self, function: Callable[..., Any], signature: tuple[Any, ...]) -> None:
        self.py_func = function
        self.signature = signature
        self.__doc__ = function.__doc__
        self.inside = jit(pipeline_class=LinkedCompiler, no_cpython_wrapper=True, **OPTIONS)(function)
        self._numba_type_ = types.Dispatcher(compile_when_needed(self.inside, signature))

    @cached_property
    def called(self) -> Any:
        """The copy for Python."""
        return jit([self.signature], **OPTIONS)(self.py_func)

    def __call__(self, *arguments: Any) -> Any:
        """Call that copy."""
        return self.called(*arguments)


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
