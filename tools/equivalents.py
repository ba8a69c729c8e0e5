"""Changes of rules that no test can notice, because they change nothing: the game, the rule, the change, and why."""

from __future__ import annotations

NO_CARD = "an empty hand holds none of the cards, as holds_card says; this only spares looking for each of them"

EQUIVALENT: dict[tuple[str, str, str], str] = {
    (
        "catan",
        "holds_any_card",
        "return Reason.ALLOWED if s.old_size[seat] + s.new_size[seat] > 0 else Reason.CARD_NOT_HELD becomes return 0",
    ): NO_CARD,
    (
        "catan",
        "holds_any_card",
        "s.old_size[seat] + s.new_size[seat] > 0 becomes s.old_size[seat] + s.new_size[seat] >= 0",
    ): NO_CARD,
}
