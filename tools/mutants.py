"""Changes the rules that allow moves, one place at a time, and says which changes no test of the game notices.

Rules run uncompiled, so that a change is a new code object in a process of its own. Run with `NUMBA_DISABLE_JIT=1`.
"""

from __future__ import annotations

import ast
import inspect
import json
import os
import signal
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

import burgrave
from burgrave.core import contract, registry
from burgrave.core.actions import Actions, Do, listed
from burgrave.core.rule import PLAIN
from tools.equivalents import EQUIVALENT

AIM = 0.95
QUICK = 3.0
"""Seconds of processor time: tests that take longer do not look for changes."""
LONGEST = 30.0
"""Seconds of processor time that tests may take together for one change; who has not noticed it by then does not."""
FOR_EVER = 120.0
"""Seconds of processor time after which a process will never end, as some changes make rules do."""
REACHED = "_reached_by_a_test"
Change = tuple[str, int, Callable[[], None], Callable[[], None]]
"""What it is, in which line, how to make it, how to take it back."""
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
    line: int


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


def changes(tree: ast.AST) -> Iterator[Change]:
    """Every change of one place."""
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


def _swapped(node: Any, field: str, new: Any) -> Iterator[Change]:
    old, before = getattr(node, field), ast.unparse(node)
    setattr(node, field, new)
    after = ast.unparse(ast.fix_missing_locations(node))
    setattr(node, field, old)
    if before != after:
        said = f"{before.splitlines()[0]} becomes {after.splitlines()[0]}"
        yield said, node.lineno, lambda: setattr(node, field, new), lambda: setattr(node, field, old)


def read(rule: FunctionType) -> tuple[ast.Module, ast.FunctionDef]:
    """The source of a rule, without its decorators."""
    lines, first = inspect.getsourcelines(rule)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    ast.increment_lineno(tree, first - 1)
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    return tree, definition


def compiled(tree: ast.Module, rule: FunctionType) -> CodeType:
    """What a rule's changed source does."""
    names: dict[str, Any] = {}
    exec(compile(ast.fix_missing_locations(tree), rule.__code__.co_filename, "exec"), dict(rule.__globals__), names)
    code: CodeType = names[rule.__name__].__code__
    return code


def mutants(rule: FunctionType) -> Iterator[Mutant]:
    """Every changed form of a rule."""
    tree, definition = read(rule)
    for change, line, make, undo in changes(definition):
        make()
        code = compiled(tree, rule)
        undo()
        yield Mutant(rule, code, change, line)


class Suite:
    """The tests of a game, collected once; each change is tried in a process of its own, which begins with that.

    A first run tells which quick tests reach which rule, their fixtures included, since each test has its own here. A
    change is tried on those, the quickest first, and not for ever: so the figure is at most too low.
    """

    def __init__(self, name: str, only: str) -> None:
        self.name = name
        self.only = only
        self.enough = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all changes instead of running the tests once."""
        own = f"tests/games/{self.name}/"
        self.items = [item for item in session.items if item.nodeid.startswith(own) or f"[{self.name}-" in item.nodeid]
        self.enough = self.report()
        return True

    def report(self) -> bool:
        """Print what nobody notices, and how many changes were noticed."""
        rules = [rule for rule in allowing(self.name) if self.only in ("", rule.__name__)]
        changed = [mutant for rule in rules for mutant in mutants(rule)]
        tests = self.reaching(rules)
        survivors = known = 0
        for mutant in changed:
            if self.noticed(mutant, tests[mutant.rule.__name__]):
                continue
            reason = EQUIVALENT.get((self.name, mutant.rule.__name__, mutant.change))
            known += reason is not None
            survivors += reason is None
            if reason is None:
                told = f"nobody notices {mutant.rule.__name__}, line {mutant.line}: {mutant.change}"
                print(f"{self.name}: {told}", file=sys.__stdout__, flush=True)
        killed, count = len(changed) - survivors - known, len(changed) - known
        told = f"{killed} of {count} changes noticed ({killed / max(1, count):.1%})"
        print(f"{self.name}: {told}, {known} more change nothing", file=sys.__stdout__, flush=True)
        return killed >= AIM * count

    def reaching(self, rules: list[FunctionType]) -> dict[str, list[int]]:
        """The numbers of the tests that call each rule, the quickest first; all must pass."""

        def run_all() -> dict[str, list[int]]:
            reached: set[str] = set()
            for rule in rules:
                rule.__globals__[REACHED] = reached
                rule.__code__ = noting(rule)
            found: dict[str, list[tuple[float, int]]] = {rule.__name__: [] for rule in rules}
            for number in range(len(self.items)):
                reached.clear()
                began = time.process_time()
                if self.fails([number]):
                    raise RuntimeError(f"{self.items[number].nodeid} fails already")
                taken = time.process_time() - began
                for rule_name in reached if taken < QUICK else ():
                    found[rule_name].append((taken, number))
            return {name: [number for _, number in sorted(taken)] for name, taken in found.items()}

        told: dict[str, list[int]] = in_a_child(run_all)
        return told

    def noticed(self, mutant: Mutant, reaching: list[int]) -> bool:
        """Whether a test notices the change; one that makes a test run for ever is noticed too."""

        def try_it() -> bool:
            mutant.rule.__code__ = mutant.code
            return self.fails(reaching)

        return in_a_child(try_it, FOR_EVER) is not False

    def fails(self, numbers: list[int]) -> bool:
        """Whether one of these tests fails, as far as they come."""
        began = time.process_time()
        for number in numbers:
            if time.process_time() - began > LONGEST:
                break
            reports = runtestprotocol(self.items[number], nextitem=None, log=False)
            if any(report.failed for report in reports):
                return True
        return False


def noting(rule: FunctionType) -> CodeType:
    """A rule that writes down that it was called."""
    tree, definition = read(rule)
    definition.body[:0] = ast.parse(f"{REACHED}.add({rule.__name__!r})").body
    return compiled(tree, rule)


def in_a_child(work: Callable[[], Any], limit: float = 0) -> Any:
    """What work gives in a process of its own, which has everything imported already; None if it takes too long."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, limit)
        with open(writing, "w", encoding="utf-8") as told:
            try:
                json.dump({"given": work()}, told)
            except BaseException as error:
                json.dump({"failed": str(error)}, told)
        os._exit(0)
    os.close(writing)
    with open(reading, encoding="utf-8") as answer:
        text = answer.read()
    os.waitpid(child, 0)
    told = json.loads(text or '{"given": null}')
    if "failed" in told:
        raise SystemExit(told["failed"])
    return told["given"]


def main() -> int:
    """Try all changes of the games named (`catan`; `catan:may_rob` is one rule), or of all; 0: enough were noticed."""
    if not PLAIN:
        print("Rules must run uncompiled: NUMBA_DISABLE_JIT=1.", file=sys.stderr)
        return 2
    enough = True
    for named in sys.argv[1:] or burgrave.games():
        name, _, only = named.partition(":")
        suite = Suite(name, only)
        plugins = ["cacheprovider", "xdist"]
        off = [word for plugin in plugins for word in ("-p", f"no:{plugin}")]
        tests = [f"tests/games/{name}", "tests/games/test_refusals.py", "tests/games/test_why_not.py"]
        told = pytest.main(["-q", "--no-header", *off, "--timeout=0", "-m", "not slow", *tests], plugins=[suite])
        enough = enough and suite.enough and told in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
