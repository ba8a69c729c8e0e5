"""Writes the parts of the docs that the code knows: the files of a new game, each game's moves, flow, options, maps."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from graphlib import TopologicalSorter
from pathlib import Path

from burgrave.core import contract, registry
from burgrave.core.actions import Do, asked_by_chance, flow, listed, name_of
from burgrave.core.loader import load_rules
from burgrave.core.rule import plain
from burgrave.core.verbs import Verbs
from burgrave.core.words import option_help, option_name, option_value
from burgrave.envs.egocentric import egocentric, legend
from burgrave.new_game import game_files
from tools.maps import maps

DOCS = Path(__file__).parent.parent / "docs"
ADDING = DOCS / "adding-a-game.md"
ARCHITECTURE = DOCS / "architecture.md"
PACKAGE = DOCS.parent / "src/burgrave"
BLOCK = re.compile(r"^(```\w+\n# ([\w./-]+)\n).*?^```$", re.MULTILINE | re.DOTALL)
MOST_WORDS = 8
"""A longer list of words is cut short."""
PART = re.compile(r"(<!-- (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def adding_a_game(page: str) -> str:
    """The page with the files that `burgrave new-game` writes."""
    written = game_files("pebbles", (2, 3))
    return BLOCK.sub(lambda found: f"{found[1]}{written[found[2]]}```", page)


def table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |\n" for line in lines)


def options(name: str) -> str:
    """A game's options as a table."""
    spec = registry.spec(name)
    rows = [("`players`", str(spec.default_players), ", ".join(map(str, spec.players)), "Seats.")]
    for option in spec.options:
        values = (
            option.valid()
            if isinstance(option.values, range)
            else ", ".join(
                f"`{str(value).lower()}` ({option_value(spec, option, value, 'en')})" for value in option.values
            )
        )
        default = str(option.default).lower()
        rows.append(
            (
                f"`{option.name}`",
                default,
                values,
                f"{option_name(spec, option.name, 'en')}. {option_help(spec, option.name, 'en')}",
            )
        )
    return table(("option", "default", "values", "what it is"), rows)


def flow_of(name: str) -> str:
    """A game's flow as a table."""
    rows = [
        (point, f"`{move}`", asked, steps)
        for point, move, asked, steps in flow(contract.part(registry.spec(name), "actions", "ACTIONS"))
    ]
    return table(("point", "move", "allowed or weighed by", "does"), rows)


def rules_of(name: str) -> str:
    """What the rules of a game's flow say, by their names, in the order of the flow."""
    rules = [
        rule
        for at in contract.part(registry.spec(name), "actions", "ACTIONS").points
        for row in at.all_rows
        for rule in (
            *(listed(row.may) if isinstance(row, Do) else asked_by_chance(row)),
            *listed(row.do),
            *listed(row.then),
        )
    ]
    said = {name_of(rule): " ".join(str(plain(rule).__doc__).split()) for rule in rules}
    return table(("rule", "what it says"), [(f"`{name}`", sentence) for name, sentence in said.items()])


def values(name: str, words: Sequence[str]) -> str:
    """What an argument of a verb may be."""
    first, last = words[0], words[-1]
    if all(word.isdecimal() for word in words) and len(words) == int(last) - int(first) + 1:
        listed = f"`{first}` to `{last}`"
    elif len(words) <= MOST_WORDS:
        listed = ", ".join(f"`{word}`" for word in words)
    else:
        listed = f"`{first}`, `{words[1]}`, … `{last}` ({len(words)} of them)"
    return f"{name.upper()}: {listed}"


def moves_of(name: str) -> str:
    """A game's moves as a table."""
    verbs: Verbs = contract.part(registry.spec(name), "moves", "VERBS")
    rows = []
    for verb in verbs.verbs:
        by_chance = verbs.moves[verb.base].by_chance
        rows.append(
            (
                f"`{' '.join((verb.word, *map(str.upper, verb.arguments)))}`",
                "chance" if by_chance else "player",
                "; ".join(values(*argument) for argument in zip(verb.arguments, verb.ranges, strict=True)),
                str(len(verb.combinations)),
                "not by everybody" if verb.read_by else "by all",
            )
        )
    total = table(("move", "made by", "values", "how many", "read in full"), rows)
    return f"{total}\n{len(verbs)} moves in all, {verbs.player_ids} of them players'.\n"


def room_of(module: str) -> str:
    """The part of the package that a module belongs to: its folder, within the server the folder or file there."""
    parts = module.split(".")[1:]
    return ".".join(parts[: 2 if parts[:1] == ["server"] else 1])


def imported(path: Path) -> set[str]:
    """The parts of the package that a file imports from."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "burgrave":
            found |= {room_of(f"{node.module}.{alias.name}") for alias in node.names}
    return found


def rooms() -> str:
    """The parts of the package, each with those that it imports."""
    stands_on: dict[str, set[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE)
        if "template" not in inside.parts and len(inside.parts) > 1:
            named = (part for part in inside.with_suffix("").parts if part != "__init__")
            room = room_of(".".join(("burgrave", *named)))
            stands_on.setdefault(room, set()).update(imported(path) - {room})
    shown = {room: sorted(others & set(stands_on)) for room, others in sorted(stands_on.items())}
    order = TopologicalSorter(shown).static_order()
    rows = [(f"`{room}`", ", ".join(f"`{other}`" for other in shown[room]) or "nothing") for room in order]
    return table(("part", "stands on"), rows)


def legend_page() -> str:
    """What every field of every game's record is to a learner."""
    parts = [LEGEND_HEAD]
    for name in registry.games():
        rules = load_rules(name)
        form = egocentric(rules)
        rows = []
        for field_name, field in legend(rules).items():
            part = next((part for part in form.parts if part.name == field_name), None)
            shape = " × ".join(map(str, part.shape)) if part and part.shape else "1" if part else "none"
            span = "" if field.kind not in ("number", "flag", "one of") else f"{field.least} to {field.most}"
            rows.append((f"`{field_name}`", field.kind, span, shape, field.meaning))
        parts.append(f"\n## {rules.spec.title}\n\n{form.size} columns.\n\n")
        parts.append(table(("field", "kind", "range", "columns", "what it is"), rows))
    return "".join(parts)


LEGEND_HEAD = """# Legend of observations

What the fields of a position are in [egocentric observations](environments.md#egocentric-observations). A `number` is
divided by the end of its range and looks like that end beyond it; `one of` several things, a `seat` (counted from the
own seat) and what is `described` by several properties have a column for each; codes outside the range are none of
them. Axes of seats come first and begin with the own seat.
"""


MAKERS = {"options": options, "flow": flow_of, "rules": rules_of, "moves": moves_of}


def game_page(name: str, page: str) -> str:
    """A game's page with its generated parts made anew."""
    return PART.sub(lambda found: f"{found[1]}\n{MAKERS[found[2]](name)}\n{found[3]}", page)


def pages() -> dict[Path, str]:
    """Every page with a generated part, as it should be."""
    found = {ADDING: adding_a_game(ADDING.read_text(encoding="utf-8"))}
    found[ARCHITECTURE] = PART.sub(
        lambda part: f"{part[1]}\n{rooms()}\n{part[3]}", ARCHITECTURE.read_text(encoding="utf-8")
    )
    found[DOCS / "legend.md"] = legend_page()
    for path in sorted((DOCS / "games").glob("*.md")):
        found[path] = game_page(path.stem, path.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Write them."""
    for path, text in (pages() | maps()).items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(DOCS.parent))


if __name__ == "__main__":
    main()
