"""Catan's artwork: one symbol per resource, terrain, card and piece, used by board, hand, log and buttons alike."""

from __future__ import annotations

from burgrave.core.drawing import INK, PAPER, symbol

TERRAIN_FILL = {
    "forest": "#6d9a5f",
    "pasture": "#b9d484",
    "fields": "#efce69",
    "hills": "#d7926c",
    "mountains": "#adb0b8",
    "desert": "#e8dab2",
}
RESOURCE_FILL = {
    "lumber": "#5f8a57",
    "wool": "#a9c873",
    "grain": "#e6bf4a",
    "brick": "#c8714a",
    "ore": "#8d919b",
}

_LINE = f'stroke="{INK}" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round"'
_THIN = f'stroke="{INK}" stroke-width="1" stroke-linejoin="round" stroke-linecap="round"'


def _at(x: float, y: float, size: float) -> str:
    return f'<g transform="translate({x} {y}) scale({size})">'


def _tree(x: float, y: float, size: float) -> str:
    return (
        f'{_at(x, y, size)}<path d="M-2 10V15H2V10" fill="#7a5433" {_THIN}/>'
        f'<path d="M0 -17L8 -4H4.5L11 10H-11L-4.5 -4H-8Z" fill="#376b3d" {_LINE}/>'
        '<path d="M0 -17L8 -4H4.5L11 10H2Z" fill="#2b5531" fill-opacity=".65"/></g>'
    )


def _sheep(x: float, y: float, size: float) -> str:
    return (
        f'{_at(x, y, size)}<path d="M-5 6V13M4 6V13" fill="none" stroke="{INK}" '
        f'stroke-width="2.2" stroke-linecap="round"/><path d="M-10 3a6 6 0 0 1 2-11a7.5 7.5 0 0 1 13 0a6 6 0 0 1 3 11'
        f'a5 5 0 0 1-5 4h-8a5 5 0 0 1-5-4Z" fill="#fdfaf0" {_LINE}/>'
        f'<ellipse cx="11" cy="-2" rx="4" ry="4.8" fill="#4d4239" {_THIN}/></g>'
    )


def _sheaf(x: float, y: float, size: float) -> str:
    grains = "".join(
        f"M0 {low}Q{9 * side} {low - 1} {8.5 * side} {low - 9}Q{side} {low - 7} 0 {low}Z"
        for low in (9, 2, -5)
        for side in (-1, 1)
    )
    return (
        f'{_at(x, y, size)}<path d="M0 16V-8" fill="none" stroke="#8a5e14" stroke-width="1.8" stroke-linecap="round"/>'
        f'<path d="{grains}M0 -7Q-4.5 -12 0 -17Q4.5 -12 0 -7Z" fill="#f7d765" stroke="#7a5210" stroke-width="1.3" '
        'stroke-linejoin="round"/></g>'
    )


def _bricks(x: float, y: float, size: float) -> str:
    return (
        f'{_at(x, y, size)}<path d="M-14 3H-1V12H-14ZM1 3H14V12H1ZM-7 -8H6V1H-7Z" '
        f'fill="#b4552f" {_LINE}/><path d="M-12 5.5H-4M3 5.5H11M-5 -5.5H3" fill="none" stroke="#dd8a62" '
        'stroke-width="1.6" stroke-linecap="round"/></g>'
    )


def _peaks(x: float, y: float, size: float) -> str:
    return (
        f'{_at(x, y, size)}<path d="M-16 12L-5 -13L2 1L6 -5L16 12Z" fill="#777b85" {_LINE}/>'
        '<path d="M-5 -13L2 1L6 12H-2Z" fill="#5d616b" fill-opacity=".6"/>'
        f'<path d="M-5 -13L-9 -4L-6 -5.5L-4 -3L-1 -5Z" fill="#fff" {_THIN}/></g>'
    )


def _ore(x: float, y: float, size: float) -> str:
    return (
        f'{_at(x, y, size)}<path d="M-13 9L-11 -3L-3 -11L7 -9L13 1L10 11L-4 13Z" '
        f'fill="#878c97" {_LINE}/><path d="M-3 -11L-1 0L-13 9M-1 0L13 1M-1 0L-4 13" fill="none" stroke="{INK}" '
        'stroke-width="1" stroke-opacity=".6"/><path d="M2 -6L7 -4L5 -1L1 -2Z" fill="#d8dbe2"/></g>'
    )


def _logs(x: float, y: float, size: float) -> str:
    return (
        f'{_at(x, y, size)}<path d="M-9 1H9A5.5 5.5 0 0 1 9 12H-9Z" fill="#8c6239" {_LINE}/>'
        f'<path d="M-5 -10H12A5.5 5.5 0 0 1 12 1H-5Z" fill="#a37547" {_LINE}/>'
        f'<ellipse cx="-9" cy="6.5" rx="4.2" ry="5.5" fill="#e3c08a" {_LINE}/>'
        f'<ellipse cx="-5" cy="-4.5" rx="4.2" ry="5.5" fill="#e3c08a" {_LINE}/>'
        f'<path d="M-9 4.4A2 2.3 0 1 1 -9.1 4.4M-5 -6.6A2 2.3 0 1 1 -5.1 -6.6" fill="none" {_THIN}/></g>'
    )


def _tuft(x: float, y: float) -> str:
    return (
        f'<path d="M{x} {y}q-1 -5 -4 -6M{x} {y}q0 -5 0 -8M{x} {y}q1 -5 4 -6" fill="none" stroke="#6f8f45" '
        'stroke-width="1.5" stroke-linecap="round"/>'
    )


_TERRAIN_ART = {
    "forest": _tree(-16, -27, 0.86) + _tree(14, -29, 0.78) + _tree(-1, -23, 1.02) + _tree(-34, 4, 0.7),
    "pasture": _sheep(-13, -25, 0.92) + _sheep(14, -29, 0.7) + _tuft(-33, 8) + _tuft(-26, 26) + _tuft(30, 26),
    "fields": _sheaf(-20, -22, 0.78)
    + _sheaf(20, -22, 0.78)
    + _sheaf(0, -26, 1)
    + '<path d="M-38 6Q-32 2 -26 6M-32 14Q-28 11 -24 14M-30 26Q-24 22 -18 26" fill="none" stroke="#b98a2a" '
    'stroke-width="1.6" stroke-linecap="round"/>',
    "hills": '<path d="M-40 -4Q-30 -20 -18 -6M18 -34Q28 -44 36 -26" fill="none" stroke="#a5603d" stroke-width="1.8" '
    'stroke-linecap="round"/>' + _bricks(-2, -25, 1.05),
    "mountains": _peaks(10, -25, 0.8)
    + _peaks(-9, -23, 1.05)
    + '<path d="M-38 10L-33 2L-29 9" fill="none" stroke="#666a74" stroke-width="1.6" stroke-linejoin="round"/>',
    "desert": '<path d="M-34 -10Q-22 -22 -10 -10Q2 -22 14 -10Q24 -20 34 -10M-26 12Q-14 0 -2 12Q10 0 22 12'
    'M-14 32Q-4 22 6 32" '
    'fill="none" stroke="#b99f66" stroke-width="2" stroke-linecap="round"/>'
    '<circle cx="-18" cy="-32" r="6" fill="#f2c24f" stroke="#b98a2a" stroke-width="1.2"/>',
}

_PIECES = {
    "settlement": (f'<path d="M-9 10V-2L0 -10L9 -2V10Z" {_LINE.replace("1.5", "2")}/>', (-12, -12, 24, 24)),
    "city": (
        f'<path d="M-14 12V-3H-3V-9L4.5 -16L12 -9V12Z" {_LINE.replace("1.5", "2")}/>'
        f'<path d="M-10 4H-7M2 4H5M2 -5H5" fill="none" stroke="{INK}" stroke-width="3"/>',
        (-16, -16, 32, 32),
    ),
    "road": (f'<rect x="-13" y="-3.5" width="26" height="7" rx="1.5" {_LINE}/>', (-16, -16, 32, 32)),
    "robber": (
        '<path d="M-11 20C-12 8 -7 4 -6 -2A9 9 0 1 1 6 -2C7 4 12 8 11 20Z" fill="#3a3430" stroke="#fbf8f0" '
        'stroke-width="2.4" stroke-linejoin="round"/><path d="M-4 -10H-1M2 -10H5" stroke="#fbf8f0" stroke-width="2"/>',
        (-14, -22, 28, 44),
    ),
}

_CARDS = {
    "soldier": f'<path d="M0 -14Q10 -14 10 -3V1H-10V-3Q-10 -14 0 -14Z" fill="#9a9ea8" {_LINE}/>'
    f'<path d="M-7 1H7V6Q7 12 0 12Q-7 12 -7 6Z" fill="#e9c7a2" {_LINE}/>'
    f'<path d="M0 -4V9" fill="none" stroke="#6d717a" stroke-width="3"/>'
    f'<path d="M0 -14Q4 -20 9 -17" fill="none" stroke="#b4362c" stroke-width="3" stroke-linecap="round"/>',
    "roads": f'<path d="M-7 14L-2 -13H2L7 14Z" fill="#d9c394" {_LINE}/>'
    f'<path d="M0 -9V-5M0 -1V3M0 7V12" fill="none" stroke="{INK}" stroke-width="1.8" stroke-dasharray="3 2"/>',
    "plenty": f'<path d="M-13 -6Q-3 -12 6 -5Q14 2 8 10Q0 15 -4 6Q-7 -1 -13 -6Z" fill="#d7a45c" {_LINE}/>'
    f'<circle cx="9" cy="-7" r="4.5" fill="#b4362c" {_THIN}/><circle cx="2" cy="-11" r="4" fill="#efce69" {_THIN}/>'
    f'<circle cx="12" cy="0" r="3.6" fill="#7fa65c" {_THIN}/>',
    "monopoly": f'<path d="M-12 10L-14 -8L-6 -1L0 -12L6 -1L14 -8L12 10Z" fill="#efc84a" {_LINE}/>'
    f'<path d="M-12 10H12V14H-12Z" fill="#c9932a" {_THIN}/><circle cx="0" cy="4" r="2.2" fill="#b4362c"/>',
    "point": f'<path d="M-12 13V-1H12V13Z" fill="{PAPER}" {_LINE}/>'
    f'<path d="M-15 -1L0 -13L15 -1Z" fill="#c9645a" {_LINE}/>'
    f'<path d="M-7 2V11M0 2V11M7 2V11" fill="none" {_LINE}/>',
}

_HONOURS = {
    "longest_road": f'<path d="M-14 10L-6 -2L4 4L14 -10" fill="none" stroke="{INK}" stroke-width="7" '
    'stroke-linejoin="round" stroke-linecap="round"/><path d="M-14 10L-6 -2L4 4L14 -10" fill="none" '
    'stroke="#efc84a" stroke-width="3.6" stroke-linejoin="round" stroke-linecap="round"/>',
    "largest_army": f'<path d="M-12 12L8 -12L12 -14L11 -9L-9 15Z'
    f'M12 12L-8 -12L-12 -14L-11 -9L9 15Z" fill="#c6cad2" {_LINE}/>'
    f'<path d="M-14 7L-6 15M14 7L6 15" fill="none" stroke="#a3742f" stroke-width="4" stroke-linecap="round"/>',
}

_RESOURCES = {
    "lumber": _logs(0, 0, 1),
    "wool": _sheep(-2, -1, 1.1),
    "grain": _sheaf(0, 1, 1),
    "brick": _bricks(0, -2, 1.05),
    "ore": _ore(0, -1, 1.05),
}

SYMBOLS = "".join(
    [
        *(symbol(f"catan-{name}", art) for name, art in _RESOURCES.items()),
        *(symbol(f"catan-{name}", art, (-54, -54, 108, 108)) for name, art in _TERRAIN_ART.items()),
        *(symbol(f"catan-{name}", art, box) for name, (art, box) in _PIECES.items()),
        *(symbol(f"catan-card-{name}", art) for name, art in _CARDS.items()),
        *(symbol(f"catan-{name}", art) for name, art in _HONOURS.items()),
    ]
)
