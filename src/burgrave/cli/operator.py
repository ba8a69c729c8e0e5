"""Commands for the operator of a server: tables, reports, deletions, blocks, all on the database itself."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from burgrave.cli.application import app
from burgrave.cli.arguments import AsJson
from burgrave.cli.output import CommandError, out, plain_table

if TYPE_CHECKING:
    from burgrave.server.upkeep import Desk

Told = TypeVar("Told")

operator = typer.Typer(no_args_is_help=True, help="Keep a server in order: tables, reports, names, lines, blocks.")
app.add_typer(operator, name="operator")

DatabaseUrl = Annotated[str | None, typer.Option(help="Where the server keeps its tables.")]
DataDir = Annotated[Path | None, typer.Option(help="The server's data folder.")]
TableId = Annotated[
    str,
    typer.Argument(
        help="A table's identifier, as in its address; an older one that begins with - goes last, after --.",
        show_default=False,
    ),
]
Sure = Annotated[bool, typer.Option("--yes", help="Do not ask whether you are sure.")]


def at_desk(work: Callable[[Desk], Awaitable[Told]], database_url: str | None, data_dir: Path | None) -> Told:
    """Do something to what a server has stored, whether the server runs or not."""
    from burgrave.server import upkeep

    return upkeep.at_desk(work, database_url, data_dir)


def moment(seconds: float) -> str:
    """A time."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"


def show(rows: list[dict[str, Any]], as_json: bool) -> None:
    """Print what was found, as a table or as JSON."""
    if as_json:
        print(json.dumps(rows, indent=2))
        return
    if not rows:
        out.print("nothing", highlight=False)
        return
    table = plain_table(*rows[0])
    for row in rows:
        table.add_row(*(str(value) for value in row.values()))
    out.print(table)


@operator.command()
def tables(
    limit: Annotated[int, typer.Option(min=1, help="How many.")] = 50,
    database_url: DatabaseUrl = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """List the tables that changed last."""
    found = at_desk(lambda desk: desk.tables(limit), database_url, data_dir)
    rows = [
        {
            "table": table.made.id,
            "game": table.made.game,
            "status": str(table.head.status),
            "changed": moment(table.head.changed_at),
            "host": table.made.host,
            "names": ", ".join(seat.name for seat in table.seats if seat.name),
        }
        for table in found
    ]
    show(rows, as_json)


@operator.command()
def chat(table: TableId, database_url: DatabaseUrl = None, data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """Print what was said at a table, each line with its number."""
    found = at_desk(lambda desk: desk.lines(table), database_url, data_dir)
    rows = [
        {"line": row.seq, "at": moment(row.at), "name": row.data["name"], "text": row.data["text"]} for row in found
    ]
    show(rows, as_json)


@operator.command()
def reports(
    everything: Annotated[bool, typer.Option("--all", help="Those that were dealt with too.")] = False,
    database_url: DatabaseUrl = None,
    data_dir: DataDir = None,
    as_json: AsJson = False,
) -> None:
    """List what people have reported, with the keys of whom it is about."""
    found = at_desk(lambda desk: desk.reports(everything), database_url, data_dir)
    rows = [
        {
            "report": report.number,
            "at": moment(report.at),
            "table": report.table_id,
            "line": report.line,
            "reason": report.reason,
            "about": " ".join(report.about),
        }
        for report in found
    ]
    show(rows, as_json)


@operator.command()
def settle(
    report: Annotated[int, typer.Argument(help="A report's number.", show_default=False)],
    database_url: DatabaseUrl = None,
    data_dir: DataDir = None,
) -> None:
    """Call a report dealt with."""
    if not at_desk(lambda desk: desk.settle(report), database_url, data_dir):
        raise CommandError(f"there is no report {report}")
    out.print(f"report {report} is dealt with", highlight=False)


@operator.command()
def delete_table(table: TableId, yes: Sure = False, database_url: DatabaseUrl = None, data_dir: DataDir = None) -> None:
    """Delete a table with everything that was ever played and said there."""
    if not yes:
        typer.confirm(f"Delete the table {table} for ever?", abort=True)
    if not at_desk(lambda desk: desk.delete_table(table), database_url, data_dir):
        raise CommandError(f"there is no table {table}")
    out.print(f"the table {table} is deleted", highlight=False)


@operator.command()
def delete_line(
    table: TableId,
    line: Annotated[int, typer.Argument(help="The line's number, as `burgrave operator chat` shows it.")],
    database_url: DatabaseUrl = None,
    data_dir: DataDir = None,
) -> None:
    """Delete what a line of chat says; that it was said, and by whom, stays."""
    if not at_desk(lambda desk: desk.delete_line(table, line), database_url, data_dir):
        raise CommandError(f"there is no line {line} at the table {table} that says anything")
    out.print(f"line {line} is deleted", highlight=False)


@operator.command()
def delete_name(
    name: Annotated[str, typer.Argument(help="The name, exactly as it is shown.", show_default=False)],
    former: Annotated[str, typer.Option("--as", help="What is shown in its place.")] = "former player",
    yes: Sure = False,
    database_url: DatabaseUrl = None,
    data_dir: DataDir = None,
) -> None:
    """Put another name in place of this one, at every table where somebody was called so."""
    from burgrave.core.people import clean_name, told_apart

    shown = clean_name(former)
    if not shown:
        raise CommandError(f"{former!r} is no name")
    if not yes:
        typer.confirm(f"Replace the name {name!r} everywhere for ever?", abort=True)
    renamed = at_desk(
        lambda desk: desk.forget_name(name, lambda others: told_apart(shown, others)), database_url, data_dir
    )
    out.print(f"replaced at {renamed} tables", highlight=False)


@operator.command()
def block(
    key: Annotated[str, typer.Argument(help="A key that a report or table shows, or an address.", show_default=False)],
    days: Annotated[float, typer.Option(min=0.01, max=3650, help="For how long.")] = 7.0,
    reason: Annotated[str, typer.Option(help="For your own memory.")] = "",
    database_url: DatabaseUrl = None,
    data_dir: DataDir = None,
) -> None:
    """Refuse everything that a browser or an address asks, for some days."""
    from burgrave.server.upkeep import block

    blocked = at_desk(lambda desk: block(desk, key, days, reason, data_dir), database_url, data_dir)
    out.print(f"{blocked} is blocked for {days:g} days", highlight=False)


@operator.command()
def unblock(
    key: Annotated[str, typer.Argument(help="A key that `burgrave operator blocks` shows.", show_default=False)],
    database_url: DatabaseUrl = None,
    data_dir: DataDir = None,
) -> None:
    """Let a browser or an address in again."""

    async def work(desk: Desk) -> bool:
        known = any(block.key == key for block in await desk.blocks())
        if known:
            await desk.block(key, 0)
        return known

    if not at_desk(work, database_url, data_dir):
        raise CommandError(f"{key} is not blocked")
    out.print(f"{key} is not blocked any more", highlight=False)


@operator.command()
def blocks(database_url: DatabaseUrl = None, data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """List who is blocked now."""
    found = at_desk(lambda desk: desk.blocks(), database_url, data_dir)
    show([{"key": block.key, "until": moment(block.until), "reason": block.reason} for block in found], as_json)


@operator.command()
def forget_key(yes: Sure = False, database_url: DatabaseUrl = None, data_dir: DataDir = None) -> None:
    """Let all servers begin with another signing key: browsers are strangers then, links still open their seats.

    Stop the servers first, and afterwards remove their signing.key or set another BURGRAVE_SIGNING_KEY.
    """
    if not yes:
        typer.confirm("Every browser will be a stranger at its tables. Forget the key?", abort=True)
    at_desk(lambda desk: desk.forget_key(), database_url, data_dir)
    out.print("the next server that starts decides on the key", highlight=False)


@operator.command()
def deeds(database_url: DatabaseUrl = None, data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """List what was done here and on the page, the latest first."""
    found = at_desk(lambda desk: desk.deeds(), database_url, data_dir)
    rows = [
        {"at": moment(deed.at), "what": deed.act, "table": deed.table_id or "", "detail": deed.detail} for deed in found
    ]
    show(rows, as_json)


@operator.command()
def ratings(database_url: DatabaseUrl = None, data_dir: DataDir = None) -> None:
    """Make all ratings anew from the stored rated games, as after a change of how they are counted."""
    from burgrave.server import upkeep

    counted = upkeep.recompute_ratings(database_url, data_dir)
    out.print(f"Rated games counted: {counted}.", highlight=False)
