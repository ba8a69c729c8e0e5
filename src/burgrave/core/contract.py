"""What a game gives: the modules of its package and the names in them. See docs/adding-a-game.md."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from types import ModuleType, SimpleNamespace
from typing import Any

from burgrave.core.errors import ContractError
from burgrave.core.spec import Spec

DRIVEN = {
    "start": ("s", "w"),
    "legal": ("s", "w", "moves"),
    "apply": ("s", "w", "move"),
    "weigh": ("s", "w", "moves", "weights"),
    "luck": ("s", "w", "dice"),
    "reason": ("s", "w", "move"),
    "scores": ("s", "w", "out"),
    "mask": ("s", "w", "seat"),
    "fill": ("s", "w", "seat", "dice"),
    "value": ("s", "w", "seat"),
    "features": ("s", "w", "seat", "inputs"),
    "consider": ("s", "w", "moves"),
}
"""Compiled rules over the record: everything that bound code calls, with what it passes."""

COMPILED = ("state", "moves", "actions", "setup", "scoring", "hidden")
"""The modules that those rules come from, but the evaluation: changing them, or what they import, compiles anew."""
EVALUATION = ("evaluation", "features")
"""Only bots look through these: changing them keeps the compiled rules."""


def module(spec: Spec, name: str) -> ModuleType:
    """A module of a game's package, or an error that says which is missing."""
    full = f"{spec.package}.{name}"
    try:
        return import_module(full)
    except ModuleNotFoundError as error:
        if error.name == full:
            raise ContractError(f"the game {spec.name!r} lacks the module {full}") from None
        raise


def has_module(spec: Spec, name: str) -> bool:
    """Whether a game's package has a module."""
    return find_spec(f"{spec.package}.{name}") is not None


def part(spec: Spec, module_name: str, name: str) -> Any:
    """A part of a game, or an error that says which is missing and where."""
    found = module(spec, module_name)
    if not hasattr(found, name):
        raise ContractError(f"the game {spec.name!r} lacks {name!r} in {found.__name__}")
    return getattr(found, name)


def parts(spec: Spec) -> SimpleNamespace:
    """Everything a game gives but its face; what it may leave out is filled in."""
    from burgrave.core.names import texts
    from burgrave.core.rule import NO_SCRATCH, rules

    given = SimpleNamespace()
    given.state = part(spec, "state", "STATE")
    given.scratch = getattr(module(spec, "state"), "SCRATCH", NO_SCRATCH)
    given.points = texts(part(spec, "state", "Point"))
    given.verbs = part(spec, "moves", "VERBS")
    given.reasons = texts(part(spec, "moves", "Reason"))
    given.sites = given.verbs.sites if has_module(spec, "drawing") else lambda move: ()
    rule = rules(given.state, given.scratch)
    given.actions = part(spec, "actions", "ACTIONS")
    vars(given).update(vars(given.actions.compile(rule)))
    given.start = part(spec, "setup", "start")
    given.scores = part(spec, "scoring", "scores")
    hidden = module(spec, "hidden") if has_module(spec, "hidden") else SimpleNamespace()
    given.mask = getattr(hidden, "mask", None) or rule(mask_nothing)
    given.fill = getattr(hidden, "fill", None) or rule(fill_nothing)
    given.seen_as = reader(spec, given.verbs, hidden)
    given.reveals = teller(spec, given.verbs, hidden)
    given.check = part(spec, "checking", "check") if has_module(spec, "checking") else lambda s: None
    given.value = part(spec, "evaluation", "value") if has_module(spec, "evaluation") else value_by(given.scores, rule)
    judgement = module(spec, "evaluation") if has_module(spec, "evaluation") else SimpleNamespace()
    given.consider = getattr(judgement, "consider", None) or rule(consider_everything)
    if has_module(spec, "features"):
        given.feature_names, given.features = part(spec, "features", "FEATURES"), part(spec, "features", "features")
    else:
        given.feature_names, given.features = features_of_record(given, max(spec.players), rule)
    return given


# What a game may leave out


def mask_nothing(s, w, seat):  # type: ignore[no-untyped-def]
    """Everything is open to everybody."""


def fill_nothing(s, w, seat, dice):  # type: ignore[no-untyped-def]
    """Nothing is hidden, so nothing is put back."""


def consider_everything(s, w, moves):  # type: ignore[no-untyped-def]
    """Bots look at every legal move."""


def value_by(scores: Any, rule: Callable[[Any], Any]) -> Any:
    """An evaluation for a game that gives none: a tenth of the own points, in log-odds."""
    import numpy as np

    most_seats = 8

    def value(s, w, seat):  # type: ignore[no-untyped-def]
        """A tenth of the points now."""
        out = np.zeros(most_seats, np.int64)
        scores(s, w, out)
        return out[seat] / 10.0

    return rule(value)


def features_of_record(given: Any, most_players: int, rule: Callable[[Any], Any]) -> tuple[tuple[str, ...], Any]:
    """Features for a game that gives none: its points, its evaluation, and each number of its record.

    A field with one row for each seat is read from the seat at hand onwards, so that all seats are judged alike.
    """
    import numpy as np

    names = ["points", "value"]
    lines = [
        "def features(s, w, seat, inputs):",
        "    players = int(s.players)",
        "    points = zeros(8, int64)",
        "    scores(s, w, points)",
        "    inputs[0] = points[seat]",
        "    inputs[1] = value(s, w, seat)",
    ]
    for field in given.state.names:
        shape = given.state[field].shape
        for place in product(*map(range, shape)):
            if shape and shape[0] == most_players:
                others = "".join(f", {k}" for k in place[1:])
                lines.append(f"    if {place[0]} < players:")
                lines.append(f"        inputs[{len(names)}] = s.{field}[(seat + {place[0]}) % players{others}]")
            else:
                item = f"s.{field}[{', '.join(map(str, place))}]" if shape else f"s.{field}"
                lines.append(f"    inputs[{len(names)}] = {item}")
            names.append(" ".join((field, *map(str, place))))
    space: dict[str, Any] = {"value": given.value, "scores": given.scores, "zeros": np.zeros, "int64": np.int64}
    exec(compile("\n".join(lines), "features of a record", "exec"), space)
    return tuple(names), rule(space["features"])


# What the verbs' declarations say about secrets


def asked(spec: Spec, hidden: Any, name: str, what: str) -> Callable[..., bool]:
    """A function of the game's `hidden.py` that a verb names."""
    found: Callable[..., bool] | None = getattr(hidden, name, None)
    if found is None:
        raise ContractError(f"the game {spec.name!r} lacks {name!r} in {spec.package}.hidden, which {what} names")
    return found


def reader(spec: Spec, verbs: Any, hidden: Any) -> Callable[..., str]:
    """How each seat reads a move: in full, or only its verb (`draw ?`)."""
    readers = {
        verb.key: asked(spec, hidden, verb.read_by, f"`read_by` of {verb.key}") for verb in verbs.verbs if verb.read_by
    }

    def seen_as(move: Any, seat: int | None, before: Any, now: Any) -> str:
        """The move's text as a seat (None: a spectator) reads it, from the record before it and the present one."""
        read_by = readers.get(move.verb)
        if read_by is None or read_by(seat, before, now):
            return str(move.text)
        return " ".join((verbs.verb(move).word, *("?" for _ in move.args)))

    return seen_as


def teller(spec: Spec, verbs: Any, hidden: Any) -> Callable[..., bool]:
    """Whether a move told its player something new."""
    always = {verb.key for verb in verbs.verbs if verb.reveals is True}
    sometimes = {
        verb.key: asked(spec, hidden, verb.reveals, f"`reveals` of {verb.key}")
        for verb in verbs.verbs
        if isinstance(verb.reveals, str)
    }
    by_any = asked(spec, hidden, verbs.reveals, "`reveals` of the table of verbs") if verbs.reveals else None

    def reveals(move: Any, before: Any, after: Any) -> bool:
        """Whether a player's move told its player something new, from the records before and after it."""
        if move.verb in always or (by_any is not None and by_any(before, after)):
            return True
        own = sometimes.get(move.verb)
        return own is not None and bool(own(before, after))

    return reveals
