"""The icons that stand for what a move brought."""

import pytest

from burgrave.core.effects import Effect, gain, icon_of, loss, points
from burgrave.core.registry import spec

CATAN = spec("catan")

ICONS = {
    "the card itself": (gain("cards", 0, 2, "wool"), "catan-wool"),
    "a kind's own icon before its stock's": (loss("cards", 0, 1, "wool", kind="steals"), "hand"),
    "the stock's icon where the kind has none": (loss("roads", 0), "catan-road"),
    "the beginning of a kind with dots": (Effect("longest_road.taken", 1, other=0), "catan-longest_road"),
    "the core's icon for points": (points(0, 2, "cities"), "icon-points"),
    "the core's icon for the end": (Effect("end.turn_limit"), "icon-end"),
    "no icon for what nobody knows": (Effect("rains"), ""),
    "no icon for a hidden card's kind": (gain("development", 0, kind="gain.development.known"), "card-back"),
}


@pytest.mark.parametrize(("effect", "icon"), ICONS.values(), ids=ICONS)
def test_an_effect_is_shown_by(effect, icon):
    assert icon_of(CATAN, effect) == icon
