"""An arena as one HTML page with its plots inside: nothing to install, nothing to fetch."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from html import escape

from burgrave.arena.standings import Standing, spread_without_luck, standings
from burgrave.arena.tournament import Outcome, Plan
from burgrave.core.drawing import FONT, TINCTURES

COLOURS = [TINCTURES[name] for name in ("red", "blue", "orange", "green", "purple", "yellow")]
INK = "#2b2118"
WIDTH = 640
LABELS = 190

STYLE = f"""
body {{ margin: 0 auto; max-width: {WIDTH + 40}px; padding: 20px; background: #f3e7cf; color: {INK};
  font-family: {FONT}; line-height: 1.45; }}
h1, h2 {{ margin: 1.4em 0 .4em; }}
table {{ border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }}
th, td {{ padding: .3em .6em; text-align: right; border-bottom: 1px solid #cdb88c; }}
th:first-child, td:first-child {{ text-align: left; }}
svg {{ width: 100%; height: auto; background: #fbf4e4; border: 1px solid #cdb88c; border-radius: 6px; }}
.wide {{ overflow-x: auto; }}
"""


def words(x: float, y: float, text: str, *, size: int = 14, anchor: str = "start") -> str:
    """A text in a plot."""
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {place} font-size="{size}" fill="{INK}">{escape(text)}</text>'


def bars(rows: Sequence[tuple[str, float, str, str]], most: float | None = None) -> str:
    """Horizontal bars: label, length, text at the end, colour."""
    most = most or max((length for _, length, _, _ in rows), default=1) or 1
    room, parts = WIDTH - LABELS - 90, []
    for k, (label, length, text, colour) in enumerate(rows):
        y, size = 12 + 26 * k, max(1.0, room * length / most)
        parts.append(
            words(LABELS - 8, y + 14, label, anchor="end")
            + f'<rect x="{LABELS}" y="{y}" width="{size:.1f}" height="19" rx="2" fill="{colour}" stroke="{INK}"/>'
            + words(LABELS + size + 6, y + 14, text)
        )
    return f'<svg viewBox="0 0 {WIDTH} {24 + 26 * len(rows)}" role="img">{"".join(parts)}</svg>'


def rates(table: Sequence[Standing]) -> str:
    """Each bot's share of wins as a point with its 95 % interval, and the fair share as a line."""
    room, parts = WIDTH - LABELS - 60, []
    for k, standing in enumerate(table):
        y, colour = 24 + 34 * k, COLOURS[k % len(COLOURS)]
        x, low, high, fair = (
            LABELS + room * share for share in (standing.rate, standing.low, standing.high, standing.fair)
        )
        parts.append(
            words(LABELS - 8, y + 5, standing.bot, anchor="end")
            + f'<path d="M{fair:.1f} {y - 13}v26" stroke="{INK}" stroke-dasharray="2 3"/>'
            f'<line x1="{low:.1f}" y1="{y}" x2="{high:.1f}" y2="{y}" stroke="{colour}" stroke-width="5"/>'
            f'<circle cx="{x:.1f}" cy="{y}" r="7" fill="{colour}" stroke="{INK}"/>'
            + words(high + 9, y + 5, f"{standing.rate:.1%}")
        )
    return f'<svg viewBox="0 0 {WIDTH} {20 + 34 * len(table)}" role="img">{"".join(parts)}</svg>'


def histogram(figures: Sequence[float], colour: str, unit: str) -> str:
    """How often figures fall where."""
    low, high = min(figures), max(figures)
    bins = min(24, max(1, int(high - low) + 1))
    width = (high - low) / bins or 1
    counts = Counter(min(bins - 1, int((figure - low) / width)) for figure in figures)
    most, room = max(counts.values()), WIDTH - 40
    parts = [
        f'<rect x="{20 + room * k / bins:.1f}" y="{110 - 90 * counts[k] / most:.1f}" width="{room / bins - 1:.1f}" '
        f'height="{90 * counts[k] / most:.1f}" fill="{colour}" stroke="{INK}" stroke-width=".6"/>'
        for k in range(bins)
    ]
    mean = sum(figures) / len(figures)
    return (
        f'<svg viewBox="0 0 {WIDTH} 134" role="img">{"".join(parts)}'
        + words(20, 128, f"{low:g}", size=13)
        + words(WIDTH / 2, 128, f"mean {mean:.1f} {unit}", size=13, anchor="middle")
        + words(WIDTH - 20, 128, f"{high:g}", size=13, anchor="end")
        + "</svg>"
    )


def by_source(outcomes: Sequence[Outcome], bots: Sequence[str], field: str) -> str:
    """A table of means by bot: points by source, or moves by verb."""
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    seats: Counter[str] = Counter()
    for outcome in outcomes:
        for seat, bot in enumerate(outcome.lineup):
            seats[bot] += 1
            sums[bot].update(getattr(outcome, field)[seat])
    names = list(dict.fromkeys(name for bot in bots for name, total in sums[bot].most_common() if total))
    body = [[bot, *(f"{sums[bot][name] / seats[bot]:.2f}" for name in names)] for bot in bots]
    return html_table(["", *(name.replace("_", " ") for name in names)], body)


def html_table(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    """A table that scrolls by itself when the page is narrow."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = ["".join(f"<td>{escape(cell)}</td>" for cell in line) for line in body]
    return f'<div class="wide"><table><tr>{top}</tr><tr>{"</tr><tr>".join(lines)}</tr></table></div>'


def page(plan: Plan, outcomes: Sequence[Outcome]) -> str:
    """The whole report."""
    table = standings(outcomes)
    bots = [standing.bot for standing in table]
    options = ", ".join(f"{name} = {value}" for name, value in plan.options.items())
    head = ("bot", "seats played", "wins", "95 % interval", "without luck", "fair", "points", "rating", "faults")
    lines = [
        [
            row.bot,
            str(row.games),
            f"{row.rate:.1%}",
            f"{row.low:.1%} – {row.high:.1%}",
            f"{row.adjusted:.1%} ({row.adjusted_low:.1%} – {row.adjusted_high:.1%})",
            f"{row.fair:.1%}",
            f"{row.points:.1f}",
            f"{row.rating:.1f} ± {row.spread:.1f}",
            str(row.faults),
        ]
        for row in table
    ]
    seats = len(outcomes[0].lineup)
    by_seat = [sum(outcome.share(seat) for outcome in outcomes) for seat in range(seats)]
    seat_rows = [
        (f"seat {seat}", wins, f"{wins / len(outcomes):.1%}", COLOURS[seat]) for seat, wins in enumerate(by_seat)
    ]
    points = "".join(
        f"<h3>{escape(bot)}</h3>"
        + histogram(
            [outcome.scores[seat] for outcome in outcomes for seat, name in enumerate(outcome.lineup) if name == bot],
            COLOURS[k % len(COLOURS)],
            "points",
        )
        for k, bot in enumerate(bots)
    )
    left = spread_without_luck(outcomes)
    without = "" if left is None else f" Without luck {left:.0%} of the variance of wins is left."
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Arena: {escape(plan.game)}</title><style>{STYLE}</style>"
        f"<h1>Arena: {escape(plan.game)}</h1><p>{len(outcomes)} games, {seats} seats rotated, seeds from {plan.seed}"
        f"{'; ' + escape(options) if options else ''}.</p>"
        f"<h2>Standings</h2><p>Share of wins with its 95 % interval; the dotted line is the fair share.{without}</p>"
        f"{rates(table)}{html_table(head, lines)}"
        f"<h2>Wins by seat</h2>{bars(seat_rows)}"
        f"<h2>Final points</h2>{points}"
        f"<h2>Length</h2>{histogram([outcome.moves for outcome in outcomes], '#a3a6ad', 'moves')}"
        f"<h2>Points by source</h2>{by_source(outcomes, bots, 'parts')}"
        f"<h2>What the bots did</h2><p>Moves of each kind in a game.</p>{by_source(outcomes, bots, 'verbs')}</html>"
    )
