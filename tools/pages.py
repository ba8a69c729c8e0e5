"""Writes the parts of the docs that the code knows: the files of a new game, and each game's options and flow."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from burgrave.core import contract, registry
from burgrave.core.actions import flow
from burgrave.core.words import option_help, option_name, option_value
from burgrave.new_game import game_files

DOCS = Path(__file__).parent.parent / "docs"
ADDING = DOCS / "adding-a-game.md"
BLOCK = re.compile(r"^(```\w+\n# ([\w./]+)\n).*?^```$", re.MULTILINE | re.DOTALL)
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


MAKERS = {"options": options, "flow": flow_of}


def game_page(name: str, page: str) -> str:
    """A game's page with its generated parts made anew."""
    return PART.sub(lambda found: f"{found[1]}\n{MAKERS[found[2]](name)}\n{found[3]}", page)


def pages() -> dict[Path, str]:
    """Every page with a generated part, as it should be."""
    found = {ADDING: adding_a_game(ADDING.read_text(encoding="utf-8"))}
    for path in sorted((DOCS / "games").glob("*.md")):
        found[path] = game_page(path.stem, path.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Write them."""
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(DOCS.parent))


if __name__ == "__main__":
    main()
