"""Amber's artwork: one symbol per kind of tile and per piece, used by board, hand, log and buttons alike."""

from __future__ import annotations

from burgrave.core.drawing import INK, PAPER, symbol

HALF = 30
"""Half a field; a tile is a hair smaller, so that the grid shows between tiles."""
BOX = (-HALF, -HALF, 2 * HALF, 2 * HALF)

MEADOW, MEADOW_LINE = "#c3d29a", "#8fa267"
CASING, ROAD, ONE_WAY = "#6a573b", "#f6ead0", "#f3b64a"
WATER = "#86aeb0"
COIN, COIN_EDGE = "#f2c230", "#8a5a10"

_LINE = f'stroke="{INK}" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round"'
_THIN = f'stroke="{INK}" stroke-width="1" stroke-linejoin="round" stroke-linecap="round"'

EDGE = 29.2
_MEADOW = (
    f'<rect x="-{EDGE}" y="-{EDGE}" width="{2 * EDGE}" height="{2 * EDGE}" rx="3" fill="{MEADOW}" '
    f'stroke="{MEADOW_LINE}" stroke-width="1"/>'
)
_NORTH_SOUTH = f"M0 -{EDGE}V{EDGE}"
_WEST_EAST = f"M-{EDGE} 0H{EDGE}"
_SOUTH_EAST = f"M0 {EDGE}A{EDGE} {EDGE} 0 0 1 {EDGE} 0"
_SOUTH_WEST = f"M0 {EDGE}A{EDGE} {EDGE} 0 0 0 -{EDGE} 0"
_STEM = f"M0 0V{EDGE}"


def _shrub(x: float, y: float) -> str:
    """A shrub from above, which looks the same whichever way the tile is turned."""
    return f'<circle cx="{x}" cy="{y}" r="2.6" fill="#9fb673" stroke="{MEADOW_LINE}" stroke-width="1"/>'


def _road(path: str, fill: str = ROAD) -> str:
    """A road along a path: its dark edges first, then its surface."""
    return (
        f'<path d="{path}" fill="none" stroke="{CASING}" stroke-width="18"/>'
        f'<path d="{path}" fill="none" stroke="{fill}" stroke-width="14"/>'
    )


def _surface(path: str, fill: str = ROAD) -> str:
    """The surface alone, to open the edges where roads meet."""
    return f'<path d="{path}" fill="none" stroke="{fill}" stroke-width="14"/>'


def _arrow(x: float, y: float, turn: float, size: float = 1) -> str:
    """An arrowhead that points north at turn 0."""
    return (
        f'<path d="M0 -9.5L9.5 6.5L0 2.5L-9.5 6.5Z" transform="translate({x} {y}) rotate({turn}) scale({size})" '
        f'fill="{INK}" stroke="{PAPER}" stroke-width="1.4" stroke-linejoin="round"/>'
    )


_TEE_STEM = "M0 9V29.2"
_TREE = (
    f'<circle cx="0" cy="0" r="5.2" fill="#6d9a5f" {_THIN}/><path d="M0 -2.4V2.4M-2.4 0H2.4" stroke="#3f6b3d" '
    'stroke-width="1.2" stroke-linecap="round"/>'
)

TILES = {
    "straight": _MEADOW + _shrub(-19, -10) + _shrub(20, 19) + _road(_NORTH_SOUTH),
    "straight_oneway": _MEADOW
    + _shrub(-19, -10)
    + _shrub(20, 19)
    + _road(_NORTH_SOUTH, ONE_WAY)
    + _arrow(0, -15, 0)
    + _arrow(0, 14, 0),
    "curve": _MEADOW + _shrub(-14, -8) + _shrub(20, 24) + _road(_SOUTH_EAST),
    "curve_oneway_right": _MEADOW
    + _shrub(-14, -8)
    + _road(_SOUTH_EAST, ONE_WAY)
    + _arrow(2.3, 17.5, 24)
    + _arrow(17.5, 2.3, 66),
    "curve_oneway_left": _MEADOW
    + _shrub(14, -8)
    + _road(_SOUTH_WEST, ONE_WAY)
    + _arrow(-2.3, 17.5, -24)
    + _arrow(-17.5, 2.3, -66),
    "tee": _MEADOW + _shrub(-16, -14) + _shrub(12, -16) + _road(_STEM) + _road(_WEST_EAST) + _surface(_STEM),
    "tee_stem_out": _MEADOW
    + _shrub(-16, -14)
    + _road(_STEM, ONE_WAY)
    + _road(_WEST_EAST)
    + _surface(_TEE_STEM, ONE_WAY)
    + _arrow(0, 19, 180),
    "tee_stem_in": _MEADOW
    + _shrub(-16, -14)
    + _road(_STEM, ONE_WAY)
    + _road(_WEST_EAST)
    + _surface(_TEE_STEM, ONE_WAY)
    + _arrow(0, 17, 0),
    "crossroads": _MEADOW + _road(_NORTH_SOUTH) + _road(_WEST_EAST) + _surface(_NORTH_SOUTH),
    "bridge": _MEADOW
    + _road(_NORTH_SOUTH)
    + f'<path d="M-17 -12H17V12H-17Z" fill="{CASING}" fill-opacity=".35"/>'
    + _road(_WEST_EAST)
    + f'<path d="M-19 -13L-15 -9H15L19 -13M-19 13L-15 9H15L19 13" fill="none" stroke="{INK}" stroke-width="3.4" '
    'stroke-linejoin="round" stroke-linecap="round"/>',
    "roundabout": _MEADOW
    + _road(_NORTH_SOUTH)
    + _road(_WEST_EAST)
    + f'<circle r="19.5" fill="{CASING}"/><circle r="17.5" fill="{ROAD}"/>'
    + _surface(_NORTH_SOUTH)
    + _surface(_WEST_EAST)
    + f'<circle r="7.6" fill="{MEADOW}" stroke="{CASING}" stroke-width="2"/>{_TREE}',
    "swamp": _MEADOW
    + f'<path d="M-24 3C-27 -12 -12 -23 1 -21C16 -25 27 -13 24 1C28 14 14 24 1 22C-13 26 -25 16 -24 3Z" fill="{WATER}" '
    f'stroke="#47717a" stroke-width="1.6"/>'
    '<path d="M-15 8q4 -4 8 0q4 4 8 0M-2 -6q4 -4 8 0q4 4 8 0" fill="none" stroke="#47717a" stroke-width="1.7" '
    'stroke-linecap="round"/>'
    f'<path d="M-11 3V-13M-15 4Q-15 -3 -18 -7M-7 4Q-7 -3 -4 -8M11 18V4M7 18Q7 12 4 8M15 18Q15 12 18 8" fill="none" '
    'stroke="#4d6b35" stroke-width="1.9" stroke-linecap="round"/>'
    f'<path d="M-11 -16V-9M11 1V8" stroke="#6b4a2b" stroke-width="4.4" stroke-linecap="round"/>',
}

_SHOVEL = (
    f'<path d="M-13 -20L7 7" fill="none" stroke="{INK}" stroke-width="6.4" stroke-linecap="round"/>'
    '<path d="M-13 -20L7 7" fill="none" stroke="#a9793f" stroke-width="3.6" stroke-linecap="round"/>'
    f'<path d="M-19 -17L-8 -25" fill="none" stroke="{INK}" stroke-width="6.4" stroke-linecap="round"/>'
    '<path d="M-19 -17L-8 -25" fill="none" stroke="#a9793f" stroke-width="3.6" stroke-linecap="round"/>'
)
_WALLS = "M-19 17V-17H-14V-13.5H-11V-17H-6V-7H6V-17H11V-13.5H14V-17H19V17Z"
_BLADE = "M-3 10L10 0L19 10C24 17 24 23 20 26C15 26 8 24 3 20Z"

PIECES = {
    "shovel": (_SHOVEL + f'<path d="{_BLADE}" fill="#aab0b8" {_LINE}/>', BOX),
    "special_shovel": (_SHOVEL + f'<path d="{_BLADE}" {_LINE}/>', BOX),
    "village": (
        f'<path d="M-11 11V-1L-3 -9L5 -1V11Z" fill="#b5764a" {_LINE}/><path d="M-14 0L-3 -12L8 0" fill="none" '
        f'stroke="{INK}" stroke-width="3.2" stroke-linejoin="round" stroke-linecap="round"/>'
        f'<path d="M1 11V3L7.5 -3.5L14 3V11Z" fill="#d79a63" {_LINE}/>'
        f'<path d="M-1.5 4.5L7.5 -5.5L16.5 4.5" fill="none" stroke="{INK}" stroke-width="2.8" stroke-linejoin="round" '
        'stroke-linecap="round"/>'
        f'<path d="M-5.5 11V5H-1.5V11" fill="{PAPER}" {_THIN}/>',
        (-18, -16, 36, 30),
    ),
    "castle": (
        f'<path d="{_WALLS}" stroke="{INK}" stroke-width="2" stroke-linejoin="round"/>'
        f'<path d="M-5 17V8A5 5 0 0 1 5 8V17Z" fill="{INK}" stroke="{INK}" stroke-width="1"/>'
        f'<path d="M-12.5 -7V-1M12.5 -7V-1" stroke="{INK}" stroke-width="3" stroke-linecap="round"/>',
        (-22, -20, 44, 40),
    ),
    "coin": (
        f'<circle r="9.4" fill="{COIN}" stroke="{COIN_EDGE}" stroke-width="1.8"/><circle r="6.4" fill="none" '
        f'stroke="{COIN_EDGE}" stroke-width="1.1"/><path d="M0 -4.4C3.4 -.6 3.4 3.6 0 4.4C-3.4 3.6 -3.4 -.6 0 -4.4Z" '
        f'fill="#d9822b" stroke="{COIN_EDGE}" stroke-width=".9"/>',
        (-11, -11, 22, 22),
    ),
    "castle_roads": (
        f'<rect x="-{EDGE}" y="-{EDGE}" width="{2 * EDGE}" height="{2 * EDGE}" rx="3" fill="#d9d3c3" stroke="#a49a82" '
        'stroke-width="1"/>'
        + "".join(_road(path) for path in ("M0 -29.2V-15", "M29.2 0H15", "M0 29.2V15", "M-29.2 0H-15")),
        BOX,
    ),
    "tower": (
        f'<path d="{_WALLS}" fill="{PAPER}" stroke="{INK}" stroke-width="2.4" stroke-linejoin="round"/>'
        f'<path d="M-5 17V8A5 5 0 0 1 5 8V17Z" fill="{INK}"/>',
        (-22, -20, 44, 40),
    ),
    "back": (
        f'<rect x="-{EDGE}" y="-{EDGE}" width="{2 * EDGE}" height="{2 * EDGE}" rx="4" fill="#8c6a3f" {_LINE}/>'
        '<path d="M0 -18C14 -2 13 15 0 18C-13 15 -14 -2 0 -18Z" fill="#e8a33a" stroke="#5c3d12" stroke-width="1.6"/>'
        '<path d="M-4 6C-5 0 -2 -5 0 -8" fill="none" stroke="#fbe3b0" stroke-width="2.4" stroke-linecap="round"/>',
        BOX,
    ),
}

SYMBOLS = "".join(
    [
        *(symbol(f"amber-{name}", body, BOX) for name, body in TILES.items()),
        *(symbol(f"amber-{name}", body, box) for name, (body, box) in PIECES.items()),
    ]
)
