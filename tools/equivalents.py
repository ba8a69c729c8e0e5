"""Changes of rules that no test can notice, because they change nothing: the game, the rule, the change, and why."""

from __future__ import annotations

EQUIVALENT: dict[tuple[str, str, str], str] = {}
