"""A table's clock in words, as forms name it, and as programs read it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from babel.dates import format_date

from burgrave.server.store.kinds import TimeOut
from burgrave.server.store.rows import Timing
from burgrave.server.tables.hub import LONGEST_CLOCK, SHORTEST_CLOCK
from burgrave.server.tables.refusal import Refusal
from burgrave.server.tables.state import TableState
from burgrave.server.web.html import say

HOUR, DAY = 3600, 24 * 3600
UNITS = (("days", DAY), ("hours", HOUR), ("minutes", 60), ("seconds", 1))
OFFERED = {
    "each": [Timing(60), Timing(180), Timing(600), Timing(HOUR)],
    "game": [Timing(0, 300, 5), Timing(0, 900, 10), Timing(0, 1800, 15), Timing(0, HOUR, 30)],
    "days": [Timing(DAY), Timing(DAY, 3 * DAY), Timing(3 * DAY, 7 * DAY), Timing(7 * DAY)],
}
"""The clocks that the form offers, by how one plays with them."""
LONGEST_NUMBER = 7


def duration(seconds: float, language: str) -> str:
    """A length of time in words, by its two largest units."""
    rest, told = max(0, round(seconds)), list[str]()
    for unit, length in UNITS:
        count, rest = divmod(rest, length)
        if count and len(told) < 2:
            told.append(say(language)(f"duration.{unit}", count))
    return " ".join(told) or say(language)("duration.seconds", 0)


def as_clock(seconds: float) -> str:
    """A length of time as short as a clock shows it, and as the page's script writes it."""
    whole = max(0, int(seconds))
    hours, minutes = divmod(whole // 60, 60)
    if whole >= DAY:
        return f"{hours // 24} d {hours % 24} h" if hours % 24 else f"{hours // 24} d"
    return f"{hours}:{minutes:02} h" if hours else f"{minutes}:{whole % 60:02}"


def timing_told(timing: Timing, language: str) -> str:
    """A clock in a few words."""
    tell = say(language)
    if timing.seconds and timing.bank:
        return tell("clock.with_bank", each=duration(timing.seconds, language), bank=duration(timing.bank, language))
    if timing.seconds:
        return tell("clock.each", each=duration(timing.seconds, language))
    return tell("clock.increment", bank=duration(timing.bank, language), increment=duration(timing.increment, language))


def timing_code(timing: Timing) -> str:
    """A clock as a field of a form: the time of each decision, the bank, its increment."""
    return f"{timing.seconds}+{timing.bank}+{timing.increment}"


def timing_of(form: Mapping[str, str]) -> Timing | None:
    """The clock that a form describes; a plain number is the time of each decision."""
    chosen = form.get("clock", "")
    if not chosen:
        return None
    parts = chosen.split("+")
    if len(parts) > 3 or any(not part.isdecimal() or len(part) > LONGEST_NUMBER for part in parts):
        raise Refusal("clock", 422, least=SHORTEST_CLOCK, most=LONGEST_CLOCK)
    numbers = [int(part) for part in parts] + [0, 0]
    out = TimeOut.FORFEIT if form.get("time_out") == TimeOut.FORFEIT else TimeOut.BOT
    return Timing(numbers[0], numbers[1], numbers[2], out)


def offered(language: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """The clocks of the form: the group's heading, and each clock's code and words."""
    tell = say(language)
    return [
        (tell(f"clocks.{group}"), [(timing_code(timing), timing_told(timing, language)) for timing in timings])
        for group, timings in OFFERED.items()
    ]


def day(at: float, language: str) -> str:
    """The day of something, in words."""
    return str(format_date(datetime.fromtimestamp(at, UTC), "d MMM y", locale=language))


def written_day(text: str, language: str) -> str:
    """A day that is kept as a field holds it, in words."""
    return str(format_date(date.fromisoformat(text), "d MMM y", locale=language))


def field_day(at: float) -> str:
    """A day as a field for days holds it."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def timing_json(state: TableState) -> dict[str, Any]:
    """What a program reads of a table's clock."""
    clock, now = state.clock, time.time()
    timing = clock.timing
    return {
        "clock": None
        if timing is None
        else {
            "seconds": timing.seconds,
            "bank": timing.bank,
            "increment": timing.increment,
            "time_out": timing.out,
            "banks": [clock.bank(seat) for seat in range(state.players)],
        },
        "paused": state.halted_at is not None,
        "pause_request": state.halt_request.seat if state.halt_request else None,
        "away": [{"seat": seat, "until": absence.until} for seat, absence in clock.away.items() if absence.until > now],
    }
