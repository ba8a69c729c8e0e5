"""The flow of a game as one table: at each decision point the verbs, the rules that must allow each, and what it does.

    ACTIONS = Actions(
        VERBS,
        At(Point.ROBBER, Do(MOVE_ROBBER, move_robber, may=may_move_robber), first=Reason.ROBBER_FIRST),
        At(Point.STEAL, Chance(STEAL, steal, weight=cards_of_victim)),
        ...
    )

From the table come `legal`, `apply`, `reason`, `weigh` and `luck`: they are written here as Python text and compiled as
any other rule is. `written(ACTIONS)` gives the text, `flow(ACTIONS)` the table for people.

A rule in the table is called by the names of its parameters: `s` the position, `w` the workspace, `seat` the seat to
act (-1: chance), and the verb's arguments by the names that the verb gives them; a lister also takes `moves`.
"""

from __future__ import annotations

import linecache
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, groupby
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np

from burgrave.core.dice import below
from burgrave.core.errors import ContractError
from burgrave.core.lists import offer
from burgrave.core.names import Named
from burgrave.core.rule import parameters, place, plain
from burgrave.core.verbs import Verb, Verbs

Rule: TypeAlias = Callable[..., Any]
Rules: TypeAlias = Rule | tuple[Rule, ...]

COMPILED = ("legal", "apply", "reason", "weigh", "luck")
"""What is made from the table."""
ALWAYS = ("s", "w", "seat")
"""What every rule of the table may ask for."""
OWN_WORDS = {"rule", "np", "point", "effect", "question", "end", "no", "given", "left", "below", "offer", *COMPILED}
"""Names in the written text that no rule or argument has there."""


def listed(rules: Rules | None) -> tuple[Rule, ...]:
    """One rule, several or none, as a tuple."""
    if rules is None:
        return ()
    return rules if isinstance(rules, tuple) else (rules,)


@dataclass(frozen=True)
class Do:
    """Here a seat may play `verb` unless a rule of `may` has a reason against it; then `do` happens, step by step.

    `then` follows if the last step of `do` answers True: what was begun is complete.

    All arguments are tried, each rule of `may` as soon as those it looks at are known. Where that is slow, `among`
    names a list of the workspace (its length first, then ascending numbers) with the first arguments worth trying; or
    `legal` is a lister: it offers, in id order, the moves against which no rule that looks at an argument has a reason.
    """

    verb: Verb
    do: Rules
    may: Rules = ()
    legal: Rule | None = None
    among: str = ""
    then: Rule | None = None


@dataclass(frozen=True)
class Chance:
    """Here chance plays `verb`: all its moves alike, or each with the `weight` that a rule gives (0: impossible).

    A pile that is kept as counts is its own weight: `weight` then names the field, which the last argument looks up.
    `given` tells arguments that are known: by name a rule for the value, or two for the first and the one behind the
    last. `total` gives the sum of all weights where that is known without adding them up.
    """

    verb: Verb
    do: Rules
    weight: Rule | str | None = None
    given: Mapping[str, Rule | tuple[Rule, Rule]] = field(default_factory=dict)
    total: Rule | None = None
    then: Rule | None = None


class At:
    """A decision point: its verbs, and why all others are refused.

    A verb without a row is refused for its reason in `refuse`, else for `first` (what has to be done first), else for
    the verb's own `elsewhere`; a reason in `refuse` may be a rule. `look` fills the workspace before moves are listed,
    and before a rule that takes `w` is asked.
    """

    def __init__(
        self,
        point: Named,
        *rows: Do | Chance,
        first: int | None = None,
        refuse: Mapping[Verb, Any] | None = None,
        look: Rules = (),
    ) -> None:
        self.point = point
        self.rows = [row for row in rows if isinstance(row, Do)]
        self.chance = [row for row in rows if isinstance(row, Chance)]
        self.first = first
        self.refuse: dict[Verb, int | Rule] = dict(refuse or {})
        self.look = listed(look)

    @property
    def all_rows(self) -> list[Do | Chance]:
        """The rows of seats, then chance's."""
        return [*self.rows, *self.chance]

    def refusal(self, verb: Verb) -> int | Rule:
        """Why a verb without a row is refused here."""
        reason = self.refuse.get(verb, verb.elsewhere if self.first is None else self.first)
        if reason == 0:
            raise ContractError(
                f"at {self.point.text} nothing says why {verb.key} is refused: give a reason as `first`, "
                f"in `refuse`, or as the verb's `elsewhere`"
            )
        return reason


class Actions:
    """The whole table; `after` follows every move."""

    def __init__(self, verbs: Verbs, *points: At, after: Rules = ()) -> None:
        self.verbs = verbs
        self.points = points
        self.after = listed(after)
        self._check_points()
        for at in points:
            self._check_rows(at)

    def _check_points(self) -> None:
        named = Counter(at.point for at in self.points)
        for point, times in named.items():
            if times > 1:
                raise ContractError(f"the point {point.text} stands in the action table {times} times")
        for point in type(self.points[0].point):
            if point not in named and point.name != "OVER":
                raise ContractError(f"the point {point.text} is missing in the action table")

    def _check_rows(self, at: At) -> None:
        for verb, times in Counter(row.verb for row in at.rows).items():
            if times > 1:
                raise ContractError(f"at {at.point.text} the verb {verb.key} has {times} rows")
        if len(at.chance) > 1:
            raise ContractError(f"at {at.point.text} chance has {len(at.chance)} verbs; it can have one")
        by_verb = {row.verb: row for row in at.rows}
        for drawn in at.chance:
            twin = by_verb.get(drawn.verb)
            if twin is not None and (listed(twin.do), twin.then) != (listed(drawn.do), drawn.then):
                raise ContractError(f"at {at.point.text} {drawn.verb.key} must do the same for a seat and for chance")
        for row in at.all_rows:
            if row.verb not in self.verbs.verbs:
                raise ContractError(f"at {at.point.text} the verb {row.verb.key} is not one of this game's")
            for asked in (*listed(row.do), *(listed(row.may) if isinstance(row, Do) else asked_by_chance(row))):
                check_parameters(asked, row.verb)

    def compile(self, rule: Callable[[Rule], Rule]) -> SimpleNamespace:
        """`legal`, `apply`, `reason`, `weigh` and `luck`, compiled with a game's `rule`."""
        writer = Writer(self)
        name = f"<actions {id(self)}>"
        linecache.cache[name] = (len(writer.text), None, writer.text.splitlines(keepends=True), name)
        space = {"rule": rule, **writer.space}
        exec(compile(writer.text, name, "exec"), space)
        return SimpleNamespace(**{made: space[made] for made in COMPILED})


def written(actions: Actions) -> str:
    """The rules made from a table, as Python text."""
    return Writer(actions).text


def rules_of(actions: Actions) -> tuple[Rule, ...]:
    """All rules that a table names."""
    return tuple(Writer(actions).names)


def name_of(rule: Rule) -> str:
    """What a rule is called."""
    return str(plain(rule).__name__)


def asked_by_chance(row: Chance) -> tuple[Rule, ...]:
    """The rule that weighs chance's outcomes, if one does."""
    return () if isinstance(row.weight, str) else listed(row.weight)


def check_parameters(rule: Rule, verb: Verb | None, *more: str) -> None:
    """A rule asks only for what is known: the position, the verb's arguments, and `more`."""
    own = verb.arguments if verb else ()
    for parameter in parameters(rule):
        if parameter not in (*ALWAYS, *own, *more):
            has = f"{verb.key} has {', '.join(own) or 'no arguments'}" if verb else "no move's arguments are known here"
            raise ContractError(f"{place(rule)}: {name_of(rule)} asks for {parameter!r}, but {has}")


class Writer:
    """Writes the rules of one table: `text`, and in `space` what the text names."""

    def __init__(self, actions: Actions) -> None:
        self.actions = actions
        self.verbs = actions.verbs
        self.space: dict[str, Any] = {"np": np, "offer": offer, "below": below}
        self.names: dict[Rule, str] = {}
        self.taken = OWN_WORDS | {*ALWAYS} | {name for verb in self.verbs.verbs for name in verb.arguments}
        self.lines: list[str] = []
        self.number_rows()
        self.write_legal()
        self.write_apply()
        self.write_reason()
        self.write_weigh()
        self.write_luck()
        self.text = "\n".join(self.lines) + "\n"

    # Small things

    def line(self, depth: int, text: str) -> None:
        """One more line."""
        self.lines.append("    " * depth + text)

    def begin(self, signature: str) -> None:
        """The head of a function."""
        self.lines += ["", "", "@rule", f"def {signature}:"]

    def name(self, rule: Rule) -> str:
        """A rule's name in the text: its own, with a mark where something else has it."""
        if rule not in self.names:
            name = name_of(rule)
            while name in self.taken:
                name += "_"
            self.taken.add(name)
            self.names[rule] = name
            self.space[name] = rule
        return self.names[rule]

    def call(self, rule: Rule, verb: Verb | None, *more: str) -> str:
        """The call of a rule by the names of its parameters; `more` are further names it may ask for."""
        check_parameters(rule, verb, *more)
        return f"{self.name(rule)}({', '.join(parameters(rule))})"

    def known_after(self, rule: Rule, verb: Verb) -> int:
        """How many of the verb's arguments must be known before a rule can be asked."""
        return max((1 + verb.arguments.index(name) for name in parameters(rule) if name in verb.arguments), default=0)

    def id(self, verb: Verb) -> str:
        """The id of a verb's move whose arguments are in their variables."""
        if verb.where is not None:
            table = f"{verb.key}_ids"
            self.taken.add(table)
            self.space[table] = verb.ids
            return f"{table}[{', '.join(verb.arguments)}]"
        step, base = 1, verb.base
        terms: list[str] = []
        for name, words, first in reversed(list(zip(verb.arguments, verb.ranges, verb.firsts, strict=True))):
            base -= step * first
            terms.append(f"{step} * {name}" if step > 1 else name)
            step *= len(words)
        return " + ".join([str(base), *reversed(terms)])

    def read_arguments(self, depth: int, verb: Verb, rules: Sequence[Rule]) -> None:
        """Read from a move's id the arguments that some of these rules ask for."""
        for k, name in enumerate(verb.arguments):
            if any(name in parameters(rule) for rule in rules):
                self.line(depth, f"{name} = np.int64(ARGUMENT[move, {k}])")

    # The table as arrays

    def number_rows(self) -> None:
        """Number everything that can happen or be asked, and tell by point and verb which it is."""
        shape = (len(type(self.actions.points[0].point)), len(self.verbs.verbs))
        self.effects: dict[tuple[Verb, tuple[Rule, ...], Rule | None], int] = {}
        self.questions: dict[tuple[Verb, tuple[Rule, ...], tuple[Rule, ...]], int] = {}
        effect, question = np.full(shape, -1, np.int16), np.zeros(shape, np.int16)
        players_verbs = [verb for verb in self.verbs.verbs if verb.base < self.verbs.player_ids]
        for at in self.actions.points:
            for row in at.all_rows:
                happens = (row.verb, listed(row.do), row.then)
                effect[at.point, row.verb.number] = self.effects.setdefault(happens, len(self.effects))
            asked = {row.verb: listed(row.may) for row in at.rows}
            for verb in players_verbs if at.rows else ():
                answer = asked[verb] if verb in asked else at.refusal(verb)
                if isinstance(answer, int):
                    question[at.point, verb.number] = -answer
                elif answer != ():
                    rules = listed(answer)
                    look = at.look if any("w" in parameters(rule) for rule in rules) else ()
                    number = self.questions.setdefault((verb, rules, look), 1 + len(self.questions))
                    question[at.point, verb.number] = number
        self.space |= {
            "EFFECT": effect,
            "QUESTION": question,
            "VERB_OF": self.verbs.verb_of.astype(np.int16),
            "ARGUMENT": self.verbs.arg.astype(np.int16),
        }

    # legal

    def write_legal(self) -> None:
        """One lister for each point, shared by points that list the same; verbs in id order."""
        listers: dict[Any, str] = {}
        called: list[tuple[At, str]] = []
        for at in self.actions.points:
            if at.rows:
                rows = sorted(at.rows, key=lambda row: row.verb.number)
                same = (at.look, *((row.verb, listed(row.may), row.legal, row.among) for row in rows))
                if same not in listers:
                    listers[same] = f"legal_at_{at.point.name.lower()}"
                    self.write_lister(listers[same], at, rows)
                called.append((at, listers[same]))
        self.begin("legal(s, w, moves)")
        self.line(1, "moves[0] = 0")
        self.line(1, "seat = np.int64(s.to_act)")
        self.line(1, "point = s.point")
        for branch, (at, lister) in zip(branches(), called, strict=False):
            self.line(1, f"{branch} point == {int(at.point)}:")
            self.line(2, f"{lister}(s, w, seat, moves)")

    def write_lister(self, name: str, at: At, rows: Sequence[Do]) -> None:
        """The lister of a point."""
        self.begin(f"{name}(s, w, seat, moves)")
        for look in at.look:
            self.line(1, self.call(look, None))
        for free, group in groupby(rows, key=self.free_rules):
            depth = self.guard(1, free, None)
            for row in group:
                self.list_row(depth, row)

    def free_rules(self, row: Do) -> tuple[Rule, ...]:
        """The rules that can be asked before any argument is known."""
        if row.legal is not None and not row.verb.arguments:
            return ()
        return tuple(rule for rule in listed(row.may) if self.known_after(rule, row.verb) == 0)

    def guard(self, depth: int, rules: Sequence[Rule], verb: Verb | None) -> int:
        """Go on only if these rules have no reason against it; the depth inside."""
        if not rules:
            return depth
        self.line(depth, f"if {' and '.join(f'{self.call(rule, verb)} == 0' for rule in rules)}:")
        return depth + 1

    def list_row(self, depth: int, row: Do) -> None:
        """One verb: a loop for each argument, each rule asked as soon as what it looks at is known."""
        verb = row.verb
        if row.legal is not None:
            self.line(depth, self.call(row.legal, None, "moves"))
            return
        for k, (name, words, first) in enumerate(zip(verb.arguments, verb.ranges, verb.firsts, strict=True)):
            if row.among and k == 0:
                self.line(depth, f"for k in range(1, w.{row.among}[0] + 1):")
                self.line(depth + 1, f"{name} = np.int64(w.{row.among}[k])")
            else:
                self.line(depth, f"for {name} in range({first}, {first + len(words)}):")
            depth += 1
            if k == len(verb.arguments) - 1 and verb.where is not None:
                self.line(depth, f"if {self.id(verb)} < 0:")
                self.line(depth + 1, "continue")
            depth = self.guard(depth, [rule for rule in listed(row.may) if self.known_after(rule, verb) == k + 1], verb)
        self.line(depth, f"offer(moves, {self.id(verb)})")

    # apply

    def write_apply(self) -> None:
        """Dispatch by what happens; what several kinds of move end with is written once, behind all of them."""
        ends = Counter(then or steps[-1] for _, steps, then in self.effects)
        shared = [rule for rule, times in ends.items() if times > 1 and set(parameters(rule)) <= set(ALWAYS)]
        shared += dict.fromkeys(then for *_, then in self.effects if then is not None and then not in shared)
        self.begin("apply(s, w, move)")
        self.line(1, "seat = np.int64(s.to_act)")
        self.line(1, "effect = EFFECT[s.point, VERB_OF[move]]")
        if shared:
            self.line(1, "end = -1")
        for branch, ((verb, steps, then), k) in zip(branches(), self.effects.items(), strict=False):
            self.line(1, f"{branch} effect == {k}:  # {verb.key}")
            self.read_arguments(2, verb, steps)
            for step in steps[:-1]:
                self.line(2, self.call(step, verb))
            if then is not None:
                self.line(2, f"if {self.call(steps[-1], verb)}:")
                self.line(3, f"end = {shared.index(then)}")
            elif steps[-1] in shared:
                self.line(2, f"end = {shared.index(steps[-1])}")
            else:
                self.line(2, self.call(steps[-1], verb))
        for branch, (k, rule) in zip(branches(), enumerate(shared), strict=False):
            self.line(1, f"{branch} end == {k}:")
            self.line(2, self.call(rule, None))
        for step in self.actions.after:
            self.line(1, self.call(step, None))

    # reason

    def write_reason(self) -> None:
        """A standing refusal, or the first reason of those that are asked."""
        self.begin("reason(s, w, move)")
        self.line(1, "seat = np.int64(s.to_act)")
        self.line(1, "question = np.int64(QUESTION[s.point, VERB_OF[move]])")
        self.line(1, "if question < 0:")
        self.line(2, "return -question")
        for (verb, may, look), k in self.questions.items():
            self.line(1, f"if question == {k}:  # {verb.key}")
            self.read_arguments(2, verb, may)
            for step in look:
                self.line(2, self.call(step, None))
            for rule in may[:-1]:
                self.line(2, f"no = np.int64({self.call(rule, verb)})")
                self.line(2, "if no != 0:")
                self.line(3, "return no")
            self.line(2, f"return np.int64({self.call(may[-1], verb)})")
        self.line(1, "return 0")

    # weigh and luck

    def chance_rows(self) -> Iterator[tuple[str, Chance]]:
        """What chance may play, each with the condition for its points; points that draw alike share it."""
        alike: dict[Any, list[tuple[At, Chance]]] = {}
        for at in self.actions.points:
            for row in at.chance:
                same = (row.verb, row.weight, tuple(row.given.items()), row.total)
                alike.setdefault(same, []).append((at, row))
        for group in alike.values():
            yield " or ".join(f"point == {int(at.point)}" for at, _ in group), group[0][1]

    def weight(self, row: Chance) -> str:
        """The weight of an outcome whose arguments are in their variables."""
        if row.weight is None:
            return "1"
        if isinstance(row.weight, str):
            return f"np.int64(s.{row.weight}[{row.verb.arguments[-1]}])"
        return f"np.int64({self.call(row.weight, row.verb)})"

    def outcomes(self, depth: int, row: Chance) -> int:
        """Loops over chance's outcomes, with `move` and `weight` set; the depth inside."""
        verb = row.verb
        if verb.where is not None and not row.given and not isinstance(row.weight, str):
            self.line(depth, f"for move in range({verb.base}, {verb.base + len(verb.combinations)}):")
            depth += 1
            self.read_arguments(depth, verb, asked_by_chance(row))
        else:
            for name, words, first in zip(verb.arguments, verb.ranges, verb.firsts, strict=True):
                given = row.given.get(name)
                if isinstance(given, tuple):
                    low, high = (f"np.int64({self.call(rule, verb)})" for rule in given)
                    self.line(depth, f"for {name} in range({low}, {high}):")
                    depth += 1
                elif given is not None:
                    self.line(depth, f"{name} = np.int64({self.call(given, verb)})")
                else:
                    self.line(depth, f"for {name} in range({first}, {first + len(words)}):")
                    depth += 1
            self.line(depth, f"move = {self.id(verb)}")
            if verb.where is not None and len(row.given) < len(verb.arguments):
                self.line(depth, "if move < 0:")
                self.line(depth + 1, "continue")
        self.line(depth, f"weight = {self.weight(row)}")
        return depth

    def write_weigh(self) -> None:
        """List chance's outcomes by point."""
        self.begin("weigh(s, w, moves, weights)")
        self.line(1, "moves[0] = 0")
        self.line(1, "seat = np.int64(s.to_act)")
        self.line(1, "point = s.point")
        for branch, (here, row) in zip(branches(), self.chance_rows(), strict=False):
            self.line(1, f"{branch} {here}:")
            depth = self.outcomes(2, row)
            self.line(depth, "if weight > 0:")
            self.line(depth + 1, "offer(moves, move)")
            self.line(depth + 1, "weights[moves[0]] = weight")

    def write_luck(self) -> None:
        """Draw one number below the sum of all weights and walk the outcomes in id order."""
        self.begin("luck(s, w, dice)")
        self.line(1, "seat = np.int64(s.to_act)")
        self.line(1, "point = s.point")
        for here, row in self.chance_rows():
            self.line(1, f"if {here}:")
            self.draw_row(row)
        self.line(1, "return -1")

    def draw_row(self, row: Chance) -> None:
        """The draw at one point."""
        verb = row.verb
        if row.weight is None and not row.given:
            self.line(2, f"return {verb.base} + below(dice, {len(verb.combinations)})")
            return
        if row.total is not None:
            self.line(2, f"left = below(dice, np.int64({self.call(row.total, None)}))")
        else:
            self.line(2, "left = 0")
            self.line(self.outcomes(2, row), "left += weight")
            self.line(2, "left = below(dice, left)")
        depth = self.outcomes(2, row)
        self.line(depth, "left -= weight")
        self.line(depth, "if left < 0:")
        self.line(depth + 1, "return move")
        self.line(2, "return -1")


def branches() -> Iterator[str]:
    """`if`, and `elif` from then on."""
    for k in count():
        yield "elif" if k else "if"


def flow(actions: Actions) -> list[tuple[str, str, str, str]]:
    """The table for people: point, verb with its arguments, the rules that must allow it or weigh it, what it does."""
    rows: list[tuple[str, str, str, str]] = []
    for at in actions.points:
        for row in at.all_rows:
            verb = " ".join((row.verb.word, *(name.upper() for name in row.verb.arguments)))
            asked = [name_of(rule) for rule in (listed(row.may) if isinstance(row, Do) else asked_by_chance(row))]
            if isinstance(row, Chance) and isinstance(row.weight, str):
                asked = [f"as many as in {row.weight}"]
            steps = [name_of(step) for step in listed(row.do)]
            if row.then is not None:
                steps.append(f"then {name_of(row.then)}")
            point = at.point.text if row is at.all_rows[0] else ""
            rows.append((point, verb, ", ".join(asked), ", ".join(steps)))
    return rows
