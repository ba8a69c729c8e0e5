"""Hours in which somebody wants to hear nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

HOUR = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


def check(zone: str, begin: str, end: str) -> None:
    """A ValueError when these are no hours of any place."""
    if not (HOUR.fullmatch(begin) and HOUR.fullmatch(end)):
        raise ValueError("hours are written 22:30")
    if not re.fullmatch(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*", zone):
        raise ValueError("there is no such time zone")
    try:
        ZoneInfo(zone)
    except (KeyError, OSError):
        raise ValueError("there is no such time zone") from None


def quiet_until(hours: Mapping[str, Any] | None, now: float) -> float | None:
    """When the quiet hours end that it is now; None when it is none of them."""
    if not hours:
        return None
    here = datetime.fromtimestamp(now, ZoneInfo(str(hours["zone"])))
    begin, end = time.fromisoformat(str(hours["begin"])), time.fromisoformat(str(hours["end"]))
    clock = here.time()
    is_quiet = begin <= clock < end if begin <= end else clock >= begin or clock < end
    if not is_quiet:
        return None
    ends = datetime.combine(here.date(), end, here.tzinfo)
    if ends <= here:
        ends = datetime.combine(here.date() + timedelta(days=1), end, here.tzinfo)
    return ends.timestamp()
