"""Changes the rules that allow moves, one place at a time, and says which changes no test of the game notices.

Rules run uncompiled, so that a change is a new code object in a process of its own. Run with `NUMBA_DISABLE_JIT=1`.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import os
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

import pytest

import burgrave
from burgrave.core import contract, registry
from burgrave.core.actions import Actions, Do, listed
from burgrave.core.rule import PLAIN

AIM = 0.95
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


@dataclass(frozen=True)
class Mutant:
    """A rule with one place changed."""

    rule: FunctionType
    code: CodeType
    change: str


def allowing(name: str) -> list[FunctionType]:
    """The rules that a game's table of actions asks whether a move is allowed, each once."""
    actions: Actions = contract.part(registry.spec(name), "actions", "ACTIONS")
    rows = [row for at in actions.points for row in at.all_rows if isinstance(row, Do)]
    found = [plain(rule) for row in rows for rule in listed(row.may)]
    return [rule for rule in dict.fromkeys(found) if rule is not None]


def plain(rule: Any) -> FunctionType | None:
    """The Python function of a rule."""
    function = getattr(rule, "py_func", rule)
    return function if isinstance(function, FunctionType) else None


def changes(tree: ast.AST) -> Iterator[tuple[str, Callable[[], None], Callable[[], None]]]:
    """Every change of one place: what it is, how to make it, how to take it back."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in OPPOSITE:
            yield from _swapped(node, "ops", [OPPOSITE[type(node.ops[0])](), *node.ops[1:]])
        elif isinstance(node, ast.BoolOp):
            yield from _swapped(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        elif isinstance(node, (ast.If, ast.IfExp)):
            yield from _swapped(node, "test", ast.UnaryOp(ast.Not(), node.test))
        elif isinstance(node, ast.Return) and node.value is not None and not is_allowed(node.value):
            yield from _swapped(node, "value", ast.Constant(0))
        elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            yield from _swapped(node, "op", ast.Sub() if isinstance(node.op, ast.Add) else ast.Add())
        elif isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool):
            yield from _swapped(node, "value", node.value + 1)


def is_allowed(value: ast.expr) -> bool:
    """Whether this says that a move is allowed, which 0 says too."""
    return ast.unparse(value).rpartition(".")[2] in ("ALLOWED", "0")


def _swapped(node: Any, field: str, new: Any) -> Iterator[tuple[str, Callable[[], None], Callable[[], None]]]:
    old, before = getattr(node, field), ast.unparse(node)
    setattr(node, field, new)
    after = ast.unparse(ast.fix_missing_locations(node))
    setattr(node, field, old)
    if before != after:
        said = f"line {node.lineno}: {before.splitlines()[0]} becomes {after.splitlines()[0]}"
        yield said, lambda: setattr(node, field, new), lambda: setattr(node, field, old)


def mutants(rule: FunctionType) -> Iterator[Mutant]:
    """Every changed form of a rule."""
    lines, first = inspect.getsourcelines(rule)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    ast.increment_lineno(tree, first - 1)
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    for change, make, undo in changes(definition):
        make()
        names: dict[str, Any] = {}
        whole = compile(ast.fix_missing_locations(tree), rule.__code__.co_filename, "exec")
        exec(whole, dict(rule.__globals__), names)
        undo()
        yield Mutant(rule, names[rule.__name__].__code__, change)


def tests_fail(name: str) -> bool:
    """Whether some test of a game fails, in this process."""
    quiet = ["-x", "-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not slow"]
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
        return pytest.main([*quiet, f"tests/games/{name}"]) != pytest.ExitCode.OK


def noticed(name: str, mutant: Mutant) -> bool:
    """Whether a test notices the change: in a process of its own, which has everything imported already."""
    child = os.fork()
    if child == 0:
        mutant.rule.__code__ = mutant.code
        os._exit(0 if tests_fail(name) else 1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def main() -> int:
    """Try every change of the games named, or of all: 0 when enough were noticed."""
    if not PLAIN:
        print("Rules must run uncompiled: NUMBA_DISABLE_JIT=1.", file=sys.stderr)
        return 2
    enough = True
    for name in sys.argv[1:] or burgrave.games():
        burgrave.game(name)
        if tests_fail(name):
            print(f"{name}: its tests fail already", file=sys.stderr)
            return 2
        killed, all_of_them = 0, 0
        for rule in allowing(name):
            for mutant in mutants(rule):
                all_of_them += 1
                seen = noticed(name, mutant)
                killed += seen
                if not seen:
                    print(f"{name}: nobody notices {rule.__name__}, {mutant.change}", flush=True)
        print(f"{name}: {killed} of {all_of_them} changes noticed ({killed / max(1, all_of_them):.0%})", flush=True)
        enough = enough and killed >= AIM * all_of_them
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
