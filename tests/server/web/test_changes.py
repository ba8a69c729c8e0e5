"""Of a part that has changed, a page is sent what it does not show yet."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from burgrave.server.web.changes import BETWEEN, changes
from server.web.people import put_together

TAGS = st.lists(st.sampled_from(["p>", "/p>", 'use href="#catan-wool"/>', "li>Ada builds a road.", "b>2", ""]))


def sent(old: str, new: str) -> str:
    """What a page that shows the old text makes of what it is sent."""
    return put_together(old, json.loads(json.dumps(changes(old, new))))


@given(TAGS, TAGS)
def test_the_pieces_give_the_new_text(old: list[str], new: list[str]) -> None:
    assert sent(BETWEEN.join(old), BETWEEN.join(new)) == BETWEEN.join(new)


def test_what_has_not_changed_is_not_sent_again() -> None:
    lines = [f"<li>line {number} of a long log</li>" for number in range(100)]
    old, new = "".join(lines), "".join([*lines[:50], "<li>new</li>", *lines[50:]])
    assert sent(old, new) == new
    assert len(json.dumps(changes(old, new))) < 100
