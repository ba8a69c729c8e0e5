"""What is wrong with a game's rules, said in a sentence with file and line before the compiler says it in a hundred.

Rules are read as source text, so this takes a tenth of a second; it is done when something has to be compiled, and when
rules run uncompiled. What can be told for certain is told; all else is the compiler's.
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from enum import EnumMeta
from functools import cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba import types

from burgrave.core import contract
from burgrave.core.actions import rules_of
from burgrave.core.errors import ContractError
from burgrave.core.rule import LISTS, made, parameters, plain

NUMBER, FRACTION, TRUTH = types.int64, types.float64, types.boolean
WHOLE = {"int", "len", "int8", "int16", "int32", "int64", "uint64"}
"""Calls that give a whole number whatever they get."""


def check_rules(given: Any, package: str, folder: Path) -> None:
    """A ContractError with all that is wrong with the rules of a game, one sentence a line."""
    position, workspace = numba.from_dtype(given.state), numba.from_dtype(given.scratch)
    own = [
        function
        for function in made
        if f"{function.__module__}.".startswith(f"{package}.") and folder in Path(function.__code__.co_filename).parents
    ]
    found: list[tuple[str, int, str]] = []
    trees: dict[str, dict[int, ast.FunctionDef]] = {}
    for function in own:
        file = function.__code__.co_filename
        if file not in trees:
            trees[file] = functions_in(file)
        node = trees[file].get(function.__code__.co_firstlineno)
        if node is not None:
            findings = Reader(function, node, (position, workspace), package).findings()
            found += [(file, line, sentence) for line, sentence in findings]
    found += unfit_parts(given, folder, {"s": position, "w": workspace, **LISTS})
    if found:
        shown = [f"{Path(file).relative_to(folder)}:{line}: {sentence}" for file, line, sentence in sorted(set(found))]
        raise ContractError("\n".join(shown))


def functions_in(file: str) -> dict[int, ast.FunctionDef]:
    """The functions of a file by the line in which they begin, decorators included."""
    tree = ast.parse(Path(file).read_bytes(), file)
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {min([node.lineno, *(one.lineno for one in node.decorator_list)]): node for node in found}


def unfit_parts(given: Any, folder: Path, kinds: dict[str, Any]) -> Iterator[tuple[str, int, str]]:
    """Parts of the game, and functions of its action table, that are no rules or take something else than they get."""
    parts = {getattr(given, name): name for name in contract.DRIVEN}
    for rule in (*parts, *rules_of(given.actions)):
        function = plain(rule)
        file, line = function.__code__.co_filename, function.__code__.co_firstlineno
        if folder not in Path(file).parents:
            continue
        if function not in made:
            yield file, line, f"{function.__name__} is plain Python, and a rule is wanted: put @rule above it"
        elif rule in parts:
            wanted = contract.DRIVEN[parts[rule]]
            if made[function].signature != tuple(kinds.get(name, NUMBER) for name in wanted):
                taken = ", ".join(parameters(function))
                yield file, line, f"{parts[rule]} takes ({taken}); it must take ({', '.join(wanted)})"


def nearest(name: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown name."""
    near = get_close_matches(name, [one for one in known if not one.startswith("__")], 1)
    return f"; nearest: {near[0]}" if near else ""


def is_scalar(kind: Any) -> bool:
    """Whether this is one number."""
    return isinstance(kind, (types.Integer, types.Float, types.Boolean))


def as_word(kind: Any) -> str:
    """What people call a kind of thing."""
    if isinstance(kind, types.Array):
        return "a list"
    if isinstance(kind, types.Record):
        return "a record"
    return "a fraction" if isinstance(kind, types.Float) else "a number"


class Reader:
    """Reads one rule."""

    def __init__(self, function: Callable[..., Any], node: ast.FunctionDef, records: tuple[Any, Any], package: str):
        self.function, self.node, self.package = function, node, package
        self.position, self.workspace = records
        self.globals = function.__globals__
        signature = made[function].signature or ()
        self.parameters = dict(zip(parameters(function), signature, strict=False))

    def findings(self) -> Iterator[tuple[int, str]]:
        """What is wrong, each with its line."""
        for part in ast.walk(ast.Module(self.node.body, [])):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
                sentence = self.unknown_name(part.id)
            elif isinstance(part, ast.Attribute):
                sentence = self.unknown_attribute(part)
            elif isinstance(part, ast.Subscript):
                sentence = self.no_list(part)
            elif isinstance(part, ast.For):
                sentence = self.no_sequence(part.iter)
            elif isinstance(part, ast.Assign):
                sentence = self.whole_list(part)
            elif isinstance(part, ast.Call):
                sentence = self.wrong_call(part)
            else:
                continue
            if sentence:
                yield part.lineno, sentence

    # Names

    @cached_property
    def given(self) -> Counter[str]:
        """How often each name is given to something, parameters once more."""
        inside = list(ast.walk(self.node))
        stored = [part.id for part in inside if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]
        return Counter([*stored, *(part.arg for part in inside if isinstance(part, ast.arg))])

    @cached_property
    def values(self) -> dict[str, ast.expr]:
        """The expressions behind names that are given once and for all; of a range its first number."""
        named: list[tuple[ast.expr, ast.expr]] = []
        for part in ast.walk(self.node):
            match part:
                case ast.Assign([target], value):
                    named.append((target, value))
                case ast.For(target, ast.Call(ast.Name("range"))):
                    named.append((target, ast.Constant(0)))
        return {
            target.id: value for target, value in named if isinstance(target, ast.Name) and self.given[target.id] == 1
        }

    def known(self) -> set[str]:
        """Everything that has a name here."""
        return {*self.given} | {*self.function.__code__.co_freevars} | {*self.globals} | {*vars(builtins)}

    def unknown_name(self, name: str) -> str:
        """A name that nothing has."""
        known = self.known()
        return "" if name in known else f"nothing is called {name!r} here{nearest(name, known)}"

    def thing(self, part: ast.expr) -> Any:
        """The global thing that an expression names, or None."""
        if isinstance(part, ast.Name) and part.id not in self.given:
            return self.globals.get(part.id, getattr(builtins, part.id, None))
        if isinstance(part, ast.Attribute):
            inside = self.thing(part.value)
            if isinstance(inside, (ModuleType, EnumMeta)):
                return getattr(inside, part.attr, None)
        return None

    def unknown_attribute(self, part: ast.Attribute) -> str:
        """A field that a record lacks, or a name that a module or an enum lacks."""
        kind = self.kind(part.value)
        if isinstance(kind, types.Record):
            if part.attr in kind.fields:
                return ""
            whose = "the workspace has " if kind == self.workspace != self.position else ""
            return f"{whose}no field {part.attr!r}{nearest(part.attr, kind.fields)}"
        inside = self.thing(part.value)
        if isinstance(inside, (ModuleType, EnumMeta)) and not hasattr(inside, part.attr):
            return f"{ast.unparse(part.value)} has no {part.attr!r}{nearest(part.attr, dir(inside))}"
        if is_scalar(kind) and self.is_own_number(part.value):
            return self.only_a_number(part.value)
        return ""

    # Kinds of things

    def kind(self, part: ast.expr) -> Any:
        """The numba type of an expression, as far as it can be told; else None."""
        match part:
            case ast.Name(name) if name in self.parameters:
                return self.parameters[name] if self.given[name] == 1 else None
            case ast.Name(name) if name in self.given:
                return self.kind(self.values[name]) if name in self.values else None
            case ast.Constant(value):
                return kind_of(value)
            case ast.Attribute() | ast.Name():
                return self.kind_of_field(part) or kind_of(self.thing(part))
            case ast.Subscript():
                return self.kind_of_item(part)
            case ast.UnaryOp(ast.USub(), value):
                return self.kind(value)
            case ast.BinOp(left, operation, right):
                return together(operation, self.kind(left), self.kind(right))
            case ast.Call(ast.Name(name) | ast.Attribute(attr=name)) if name in WHOLE:
                return NUMBER
            case ast.Call(ast.Name("float")):
                return FRACTION
        return None

    def kind_of_field(self, part: ast.expr) -> Any:
        """The type of a record's field."""
        if isinstance(part, ast.Attribute):
            inside = self.kind(part.value)
            if isinstance(inside, types.Record) and part.attr in inside.fields:
                return inside.typeof(part.attr)
        return None

    def kind_of_item(self, part: ast.Subscript) -> Any:
        """The type of a list's item, or of a row of a table."""
        inside, indices = self.kind(part.value), indices_of(part)
        if not isinstance(inside, types.Array) or any(
            isinstance(one, ast.Slice) or not (self.kind(one) is None or is_scalar(self.kind(one))) for one in indices
        ):
            return None
        left = inside.ndim - len(indices)
        return inside.dtype if left == 0 else types.Array(inside.dtype, left, "A") if left > 0 else None

    # Numbers and lists

    def is_own_number(self, part: ast.expr) -> bool:
        """Whether this is a parameter that is one number, or a number in a record."""
        return (isinstance(part, ast.Name) and part.id in self.parameters) or self.kind_of_field(part) is not None

    def only_a_number(self, part: ast.expr) -> str:
        """Why a number is no list."""
        if isinstance(part, ast.Name):
            lists = ", ".join(LISTS)
            return (
                f"the parameter {part.id!r} is a number, since only {lists} are lists: "
                f"read a list from the record, or make {self.function.__name__} a @generic"
            )
        return f"{ast.unparse(part)} is one number, not a list"

    def no_list(self, part: ast.Subscript) -> str:
        """An index into a number, or more indices than a table has."""
        kind, indices = self.kind(part.value), indices_of(part)
        if is_scalar(kind) and self.is_own_number(part.value):
            return self.only_a_number(part.value)
        if isinstance(kind, types.Array) and len(indices) > kind.ndim:
            return f"{ast.unparse(part.value)} takes {counted(kind.ndim, 'index', 'indices')}, not {len(indices)}"
        return ""

    def no_sequence(self, part: ast.expr) -> str:
        """A loop over a number."""
        return self.only_a_number(part) if is_scalar(self.kind(part)) and self.is_own_number(part) else ""

    def whole_list(self, part: ast.Assign) -> str:
        """A number put in the place of a whole list."""
        for target in part.targets:
            field = self.kind_of_field(target)
            if isinstance(field, types.Array) and is_scalar(self.kind(part.value)):
                return f"{ast.unparse(target)} is a list: give a number to its items, {ast.unparse(target)}[...]"
        return ""

    # Calls

    def wrong_call(self, part: ast.Call) -> str:
        """A call of plain Python, with the wrong number of arguments, or with something else than is taken."""
        called = self.thing(part.func)
        if called is len and len(part.args) == 1:
            return self.no_sequence(part.args[0])
        function = plain(called)
        if not isinstance(function, FunctionType):
            return ""
        if function not in made:
            return self.plain_python(function)
        taken, named = parameters(function), [one.arg for one in part.keywords]
        starred = None in named or any(isinstance(one, ast.Starred) for one in part.args)
        if starred or made[function].signature is None:
            return ""
        for name in named:
            if name not in taken[len(part.args) :]:
                return f"{function.__name__} takes no {name!r} here; it takes ({', '.join(taken)})"
        if len(part.args) + len(named) != len(taken):
            passed = len(part.args) + len(named)
            return f"{function.__name__} takes {counted(len(taken), 'argument')} ({', '.join(taken)}), not {passed}"
        kinds = dict(zip(taken, made[function].signature or (), strict=True))
        passed_as = [*zip(taken, part.args, strict=False), *((str(one.arg), one.value) for one in part.keywords)]
        return next(filter(None, (self.wrong_argument(function, *one, kinds[one[0]]) for one in passed_as)), "")

    def plain_python(self, function: FunctionType) -> str:
        """A function of the game or the core that is no rule."""
        tops = {self.package.partition(".")[0], "burgrave"}
        if function.__module__.partition(".")[0] not in tops:
            return ""
        return f"{function.__name__} is plain Python, and a rule calls only rules: put @rule above it"

    def wrong_argument(self, function: FunctionType, name: str, value: ast.expr, wanted: Any) -> str:
        """Something that a parameter cannot be."""
        kind, shown = self.kind(value), ast.unparse(value)
        if kind is None:
            return ""
        if isinstance(wanted, types.Integer) and isinstance(kind, types.Float):
            how = f"annotate it ({name}: float) or pass int(...)"
            return f"{function.__name__} takes {name!r} as a whole number, and {shown} is a fraction: {how}"
        if is_scalar(wanted) and not is_scalar(kind):
            return f"{function.__name__} takes {name!r} as a number, not {as_word(kind)} like {shown}"
        if isinstance(wanted, types.Array) and not isinstance(kind, types.Array):
            return f"{function.__name__} takes {name!r} as a list, not {as_word(kind)} like {shown}"
        if isinstance(wanted, types.Record) and kind != wanted:
            which = "the workspace" if wanted == self.workspace != self.position else "the position"
            return f"{function.__name__} takes {which} as {name!r}, not {shown}"
        return ""


def kind_of(value: Any) -> Any:
    """The numba type of a constant, or None."""
    if isinstance(value, (bool, np.bool_)):
        return TRUTH
    if isinstance(value, (int, np.integer)):
        return NUMBER
    if isinstance(value, (float, np.floating)):
        return FRACTION
    if isinstance(value, np.ndarray):
        return types.Array(numba.from_dtype(value.dtype), value.ndim, "C")
    return None


def indices_of(part: ast.Subscript) -> list[ast.expr]:
    """The indices between brackets."""
    return part.slice.elts if isinstance(part.slice, ast.Tuple) else [part.slice]


def together(operation: ast.operator, left: Any, right: Any) -> Any:
    """The type of what two numbers make."""
    if not (is_scalar(left) and is_scalar(right)):
        return None
    if isinstance(operation, ast.Div):
        return FRACTION
    return FRACTION if isinstance(left, types.Float) or isinstance(right, types.Float) else NUMBER


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else many or one + 's'}"
