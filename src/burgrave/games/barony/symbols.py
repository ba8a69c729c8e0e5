"""Barony's artwork: terrains, resource tokens and pieces, used by board, hand, score board and guide alike."""

from __future__ import annotations

from burgrave.core.drawing import INK, PAPER, symbol

TERRAIN_FILL = {
    "mountain": "#b7afa8",
    "forest": "#86a878",
    "field": "#c3d894",
    "plain": "#efd588",
    "lake": "#93bfcd",
}

_LINE = f'stroke="{INK}" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"'
_THIN = f'stroke="{INK}" stroke-width="1" stroke-linejoin="round" stroke-linecap="round"'
_SOFT = 'stroke-linejoin="round" stroke-linecap="round" fill="none"'


def _at(x: float, y: float, size: float, body: str) -> str:
    return f'<g transform="translate({x} {y}) scale({size})">{body}</g>'


_PEAK = (
    f'<path d="M-15 11L0 -14L15 11Z" fill="#8f8780" {_THIN}/>'
    '<path d="M0 -14L15 11H4L1 2L4 -3Z" fill="#756d67"/>'
    f'<path d="M0 -14L6 -4L2.5 -5.5L0 -2L-3 -5.5L-6 -4Z" fill="#fbf8f0" {_THIN}/>'
)
_TREE = (
    '<path d="M0 7V12" stroke="#6d4b2c" stroke-width="2.6" stroke-linecap="round"/>'
    f'<path d="M0 -13L6.5 -3H3.5L9 8H-9L-3.5 -3H-6.5Z" fill="#3f7043" {_THIN}/>'
    '<path d="M0 -13L6.5 -3H3.5L9 8H1.5Z" fill="#2f5835"/>'
)
_GRASS = f'<path d="M-4 4Q-4 -3 -8 -7M0 4V-10M4 4Q4 -3 8 -7" stroke="#a3741c" stroke-width="2" {_SOFT}/>'
_FLOWER = '<circle r="2.6" fill="#fdfaf0"/><circle r="1.1" fill="#c8622f"/>'
_SPROUT = (
    '<path d="M0 7V-1" stroke="#4c6f2a" stroke-width="1.6" stroke-linecap="round"/>'
    '<path d="M0 1Q-8 1 -8 -7Q-1 -7 0 1ZM0 1Q8 1 8 -7Q1 -7 0 1Z" fill="#7aa53f" stroke="#4c6f2a" stroke-width=".9" '
    'stroke-linejoin="round"/>'
)
_FURROW = f'<path d="M-21 0Q0 -6 21 0" stroke="#86703c" stroke-width="2.2" {_SOFT}/>'
_WAVE = f'<path d="M-11 0Q-8 -5 -4.5 0T2 0T8.5 0T14 -1" stroke="#4f8ba0" stroke-width="2" {_SOFT}/>'

_LAND = {
    "mountain": _at(-8, 1, 0.95, _PEAK) + _at(9, 5, 0.8, _PEAK),
    "forest": _at(-14, -3, 0.85, _TREE) + _at(13, -5, 0.8, _TREE) + _at(0, -12, 0.75, _TREE) + _at(-3, 9, 1, _TREE),
    "field": "".join(_at(0, y, size, _FURROW) for y, size in ((-8, 0.8), (6, 1), (20, 0.8)))
    + "".join(_at(x, -15, 0.7, _SPROUT) for x in (-8, 6)) + "".join(_at(x, -2, 0.75, _SPROUT) for x in (-14, 0, 14))
    + "".join(_at(x, 12, 0.7, _SPROUT) for x in (-8, 7)),
    "plain": _at(-14, -6, 0.9, _GRASS) + _at(13, -9, 0.9, _GRASS) + _at(0, 5, 1.1, _GRASS) + _at(-15, 14, 0.9, _GRASS)
    + _at(16, 12, 1, _GRASS) + _at(1, -15, 1, _FLOWER) + _at(-5, 18, 1, _FLOWER) + _at(17, 0, 1, _FLOWER),
    "lake": _at(-3, -13, 0.9, _WAVE) + _at(-7, 1, 1, _WAVE) + _at(5, 13, 0.9, _WAVE),
}  # fmt: skip
_EMBLEM = {
    "mountain": _at(0, 2, 1, _PEAK),
    "forest": _at(0, 1, 1.15, _TREE),
    "field": _at(0, 10, 0.6, _FURROW) + _at(0, 1, 1.2, _SPROUT),
    "plain": _at(-3, 4, 1.3, _GRASS) + _at(8, 4, 1.2, _FLOWER),
}

_PIECES = {
    "knight": (
        f'<path d="M-10 14V-1C-10 -9 -5.5 -13 0 -13C5.5 -13 10 -9 10 -1V14L5 11L0 14L-5 11Z" {_LINE}/>'
        f'<path d="M0 -13C-1 -18 4 -20 9 -17C6 -16 5 -14 4 -12" fill="{PAPER}" {_THIN}/>'
        f'<path d="M-10 -1H10V4.5L0 7L-10 4.5Z" fill="{PAPER}" {_THIN}/>'
        f'<path d="M-6.5 2H-1.5M1.5 2H6.5" stroke="{INK}" stroke-width="2.4" stroke-linecap="round"/>'
    ),
    "village": (
        f'<path d="M-14 13V1L-7 -6L0 1V-3L7 -11L14 -3V13Z" {_LINE}/>'
        f'<path d="M0 1V13M-10 13V6H-5V13" fill="{PAPER}" {_THIN}/>'
        f'<path d="M4 5V1H10V5Z" fill="{PAPER}" {_THIN}/>'
    ),
    "stronghold": (
        f'<path d="M-9 14L-8 -4H-12V-14H-7V-10H-3V-14H3V-10H7V-14H12V-4H8L9 14Z" {_LINE}/>'
        f'<path d="M-4 14V7Q0 2 4 7V14Z" fill="{PAPER}" {_THIN}/>'
        f'<path d="M0 -5V-1" stroke="{INK}" stroke-width="2.2" stroke-linecap="round"/>'
    ),
    "city": (
        f'<path d="M-16 14V-7H-13V-4H-10V-7H-7V-1H-5V-15H-2V-12H2V-15H5V-1H7V-7H10V-4H13V-7H16V14Z" {_LINE}/>'
        f'<path d="M0 -15V-21L8 -18.5L0 -16" fill="{PAPER}" {_THIN}/>'
        f'<path d="M-4 14V8Q0 3 4 8V14Z" fill="{PAPER}" {_THIN}/>'
        f'<path d="M-11.5 3V6M11.5 3V6M0 -8V-5" stroke="{INK}" stroke-width="2" stroke-linecap="round"/>'
    ),
}

SYMBOLS = "".join(
    [
        *(symbol(f"barony-{name}", body, (-32, -32, 64, 64)) for name, body in _LAND.items()),
        *(
            symbol(
                f"barony-token-{name}",
                f'<circle r="15" fill="{TERRAIN_FILL[name]}" {_LINE}/>' + _at(0, 0, 0.86, body),
            )
            for name, body in _EMBLEM.items()
        ),
        *(symbol(f"barony-{name}", body, (-18, -21, 36, 36)) for name, body in _PIECES.items()),
        symbol(
            "barony-way",
            f'<path d="M-8 -5L0 3L8 -5" fill="none" stroke="{PAPER}" stroke-width="5.5" stroke-linecap="round" '
            'stroke-linejoin="round"/><path d="M-8 -5L0 3L8 -5" fill="none" stroke="#7a5a36" stroke-width="2.6" '
            'stroke-linecap="round" stroke-linejoin="round"/>',
        ),
    ]
)
