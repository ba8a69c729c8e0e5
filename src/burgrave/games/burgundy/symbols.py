"""Burgundy's artwork: one symbol per building, animal, good and token, used by board, panels and guide alike."""

from __future__ import annotations

from burgrave.core.drawing import INK, PAPER, PIPS, circle, polygon, symbol
from burgrave.core.grids import hex_corners
from burgrave.games.burgundy.board import GOODS

FILL = {
    "building": "#e2c391",
    "animal": "#bcd98a",
    "knowledge": "#f2d564",
    "castle": "#5f9160",
    "mine": "#b4b6bd",
    "ship": "#8fbfdf",
}
"""The colours of tiles."""
GROUND = {
    "building": "#f1e2c6",
    "animal": "#deecc4",
    "knowledge": "#f9ecb6",
    "castle": "#bcd3b7",
    "mine": "#dcdde0",
    "ship": "#cbe1ee",
}
"""The same, pale, for empty hexes."""
GOODS_FILL = {
    "turquoise": "#5cc4bd",
    "purple": "#a07cc5",
    "pink": "#f0a5bd",
    "red": "#d65a4a",
    "brown": "#a9794f",
    "orange": "#f2a24a",
}
BLACK_FILL = "#4a443d"
FACE = 15.2
"""The outer radius of a tile in its symbol, whose box is 32 wide."""

_LINE = f'stroke="{INK}" stroke-width="1.7" stroke-linejoin="round" stroke-linecap="round"'
_THIN = f'stroke="{INK}" stroke-width="1.1" stroke-linejoin="round" stroke-linecap="round"'
_OPEN = f'fill="none" {_LINE}'
WALL, ROOF, WOOD, STONE, GOLD = "#fbf3e0", "#b9573f", "#a5723f", "#cfd0d4", "#f3c64b"

ICONS = {
    "warehouse": (
        f'<path d="M-13 -1L0 -11L13 -1V12H-13Z" fill="{WALL}" {_LINE}/>'
        f'<path d="M-13 -1L0 -11L13 -1Z" fill="{ROOF}" {_LINE}/>'
        f'<path d="M-6 12V3H6V12M-6 7.5H6M0 3V12" fill="{WOOD}" {_THIN}/>'
    ),
    "carpenter": (
        f'<path d="M-13 7L7 -9L12 -3L-9 11Z" fill="{STONE}" {_LINE}/>'
        f'<path d="M-9 11L-7 6.6L-4.6 8L-3 3.6L-.4 5L1.2 .6L3.8 2L5.4 -2.4L8 -1L9 -4" fill="none" {_THIN}/>'
        f'<path d="M7 -9L12 -3L15 -6.5Q15 -13 9.5 -12.5Z" fill="{WOOD}" {_LINE}/>'
    ),
    "church": (
        f'<path d="M-3 12V-1L-8 -7L-13 -1V12Z" fill="{WALL}" {_LINE}/><path d="M-3 1H12V12H-3Z" fill="{WALL}" {_LINE}/>'
        f'<path d="M-3 1L0 -5H10L13 1Z" fill="{ROOF}" {_LINE}/><path d="M-13 -1L-8 -9L-3 -1Z" fill="{ROOF}" {_LINE}/>'
        f'<path d="M-8 -9V-15M-10.5 -12.5H-5.5" {_OPEN}/><path d="M3 12V7Q5.5 4 8 7V12" fill="{WOOD}" {_THIN}/>'
    ),
    "market": (
        f'<path d="M-11 0V12M11 0V12M-11 7H11" {_OPEN}/><path d="M-11 7H11V12H-11Z" fill="{WOOD}" {_LINE}/>'
        f'<path d="M-10 -10H10L14 -1H-14Z" fill="{WALL}" {_LINE}/>'
        f'<path d="M-5 -10L-7 -1H-14L-10 -10ZM5 -10L7 -1H0V-10Z" fill="{ROOF}" {_THIN}/>'
        f'<circle cx="-5" cy="4.5" r="2.6" fill="#d65a4a" {_THIN}/>'
        f'<circle cx="1" cy="4.5" r="2.6" fill="{GOLD}" {_THIN}/>'
        f'<circle cx="7" cy="4.5" r="2.6" fill="#7fae52" {_THIN}/>'
    ),
    "inn": (
        f'<path d="M-14 -8V11M14 -1V11M-14 7H14" {_OPEN}/>'
        f'<path d="M-14 1H-4V7H-14Z" fill="{WALL}" {_LINE}/>'
        f'<path d="M-4 -2H11Q14 -2 14 2V7H-4Z" fill="#7d9fc0" {_LINE}/>'
        f'<circle cx="-9" cy="-3" r="3.6" fill="{GOLD}" {_THIN}/>'
    ),
    "bank": (
        f'<path d="M-13 -4L0 -12L13 -4Z" fill="{STONE}" {_LINE}/><path d="M-13 9H13V13H-13Z" fill="{STONE}" {_LINE}/>'
        f'<path d="M-10.5 -3H-6.5V9H-10.5ZM6.5 -3H10.5V9H6.5Z" fill="{WALL}" {_LINE}/>'
        f'<circle cx="0" cy="3" r="5" fill="{GOLD}" {_LINE}/><path d="M0 .6V5.4" {_OPEN}/>'
    ),
    "cityhall": (
        f'<path d="M-14 1H14V12H-14Z" fill="{WALL}" {_LINE}/><path d="M-14 1L-11 -4H11L14 1Z" fill="{ROOF}" {_LINE}/>'
        f'<path d="M-5 12V-8H5V12Z" fill="{WALL}" {_LINE}/><path d="M-5 -8L0 -14L5 -8Z" fill="{ROOF}" {_LINE}/>'
        f'<circle cx="0" cy="-3.5" r="3" fill="{PAPER}" {_THIN}/><path d="M0 -5.2V-3.5L1.3 -2.8" fill="none" {_THIN}/>'
        f'<path d="M-2.2 12V6H2.2V12M-10 5V8M10 5V8" fill="{WOOD}" {_THIN}/>'
    ),
    "watchtower": (
        f'<path d="M-6 13L-5 -4H5L6 13Z" fill="{STONE}" {_LINE}/>'
        f'<path d="M-8 -4V-11H-4.4V-8.4H-1.8V-11H1.8V-8.4H4.4V-11H8V-4Z" fill="{STONE}" {_LINE}/>'
        f'<path d="M-1.6 13V8Q0 6 1.6 8V13M0 -1V3" fill="{WOOD}" {_THIN}/>'
    ),
    "cow": (
        f'<path d="M-9 -6Q-14 -8 -12 -14Q-8 -12 -6 -9M9 -6Q14 -8 12 -14Q8 -12 6 -9" fill="{WALL}" {_THIN}/>'
        f'<path d="M-15 -4L-7 -7L-8 -1ZM15 -4L7 -7L8 -1Z" fill="#8b6a4e" {_THIN}/>'
        f'<path d="M-8 -8Q0 -13 8 -8Q9 1 6 7H-6Q-9 1 -8 -8Z" fill="{WALL}" {_LINE}/>'
        f'<path d="M-8 -8Q-4 -11 -1 -10.5Q0 -3 -6 0Q-8 -3 -8 -8Z" fill="#8b6a4e"/>'
        f'<ellipse cx="0" cy="8" rx="7" ry="5" fill="#e7b4a4" {_LINE}/>'
        f'<circle cx="-4" cy="-3" r="1.5" fill="{INK}"/><circle cx="4" cy="-3" r="1.5" fill="{INK}"/>'
        f'<circle cx="-2.6" cy="8" r="1.1" fill="{INK}"/><circle cx="2.6" cy="8" r="1.1" fill="{INK}"/>'
    ),
    "sheep": (
        f'<path d="M-6 7V13M5 7V13" fill="none" stroke="{INK}" stroke-width="2.6" stroke-linecap="round"/>'
        f'<path d="M-11 4a6 6 0 0 1 1-11a8 8 0 0 1 14 -1a6.5 6.5 0 0 1 4 11a5.5 5.5 0 0 1-6 5h-8a5.5 5.5 0 0 1-5-4Z" '
        f'fill="#fffaf0" {_LINE}/><ellipse cx="10.5" cy="-4" rx="4.4" ry="5.4" fill="#4d4239" {_LINE}/>'
        '<circle cx="11.6" cy="-5.4" r="1" fill="#fff"/>'
    ),
    "pig": (
        f'<path d="M-11 -3Q-14 -12 -5 -10ZM11 -3Q14 -12 5 -10Z" fill="#e4938f" {_LINE}/>'
        f'<ellipse cx="0" cy="1" rx="12" ry="11" fill="#f3b6b0" {_LINE}/>'
        f'<ellipse cx="0" cy="5" rx="6" ry="4.4" fill="#e4938f" {_LINE}/>'
        f'<circle cx="-5" cy="-3" r="1.6" fill="{INK}"/><circle cx="5" cy="-3" r="1.6" fill="{INK}"/>'
        f'<circle cx="-2.2" cy="5" r="1.3" fill="{INK}"/><circle cx="2.2" cy="5" r="1.3" fill="{INK}"/>'
    ),
    "chicken": (
        f'<path d="M-2 9V14M3 9V14" fill="none" stroke="{INK}" stroke-width="1.8" stroke-linecap="round"/>'
        f'<path d="M5 -13Q6 -16 8 -13Q10 -15 10.5 -12L9 -9H5Z" fill="#d65a4a" {_THIN}/>'
        f'<path d="M4 -11Q11 -13 11 -6Q12 10 0 10Q-11 9 -14 -5Q-8 -2 -3 -3Q3 -4 4 -11Z" fill="#fff6e4" {_LINE}/>'
        f'<path d="M11 -8L15.5 -6.5L11 -5Z" fill="{GOLD}" {_THIN}/><circle cx="8" cy="-8" r="1.2" fill="{INK}"/>'
        f'<path d="M-6 1Q-2 6 3 2" fill="none" {_THIN}/>'
    ),
    "castle": (
        f'<path d="M-7 13V-2H7V13Z" fill="{WALL}" {_LINE}/>'
        f'<path d="M-14 13V-6H-6V13ZM6 13V-6H14V13Z" fill="{STONE}" {_LINE}/>'
        f'<path d="M-15 -6L-10 -14L-5 -6ZM5 -6L10 -14L15 -6Z" fill="{ROOF}" {_LINE}/>'
        f'<path d="M-7 -2V-5H-3.5V-2.6H-1.6V-5H1.6V-2.6H3.5V-5H7V-2" fill="{WALL}" {_THIN}/>'
        f'<path d="M-3.2 13V6Q0 2 3.2 6V13Z" fill="{WOOD}" {_THIN}/><path d="M-10 -1V3M10 -1V3" {_OPEN}/>'
    ),
    "mine": (
        f'<path d="M-15 13Q-13 -5 -4 -11Q6 -12 10 -4Q15 2 15 13Z" fill="#8b8d95" {_LINE}/>'
        f'<path d="M-7 13V4Q0 -3 7 4V13Z" fill="#3a352f" {_LINE}/>'
        f'<path d="M-8.5 13V2M8.5 13V2M-10 2.5H10" fill="none" stroke="{WOOD}" stroke-width="2.8"/>'
        f'<path d="M-2 8L1 5.5L4 8L2.5 11H-1Z" fill="#e9edf2" {_THIN}/>'
    ),
    "ship": (
        f'<path d="M-14 5H14L9 13H-9Z" fill="{WOOD}" {_LINE}/><path d="M0 5V-14" {_OPEN}/>'
        f'<path d="M1 -12Q13 -8 12 2H1Z" fill="{WALL}" {_LINE}/>'
        f'<path d="M-1 -9Q-9 -4 -10 2H-1Z" fill="{PAPER}" {_LINE}/>'
        f'<path d="M0 -15L6 -13.2L0 -11.6" fill="{ROOF}" {_THIN}/>'
    ),
    "building": (
        f'<path d="M-10 0L0 -9L10 0V11H-10Z" fill="{WALL}" {_LINE}/><path d="M-13 1.5L0 -10L13 1.5" {_OPEN}/>'
        f'<path d="M-3 11V4H3V11" fill="{WOOD}" {_THIN}/>'
    ),
    "animal": (
        f'<ellipse cx="0" cy="6" rx="7.5" ry="6" fill="{INK}"/><ellipse cx="-9" cy="-1" rx="3" ry="4" fill="{INK}"/>'
        f'<ellipse cx="-3.6" cy="-7" rx="3" ry="4.2" fill="{INK}"/>'
        f'<ellipse cx="3.6" cy="-7" rx="3" ry="4.2" fill="{INK}"/>'
        f'<ellipse cx="9" cy="-1" rx="3" ry="4" fill="{INK}"/>'
    ),
    "knowledge": (
        f'<path d="M0 -7Q-7 -11 -14 -8V9Q-7 6 0 10Q7 6 14 9V-8Q7 -11 0 -7Z" fill="{PAPER}" {_LINE}/>'
        f'<path d="M0 -7V10" {_OPEN}/><path d="M-10.5 -4Q-7 -5 -3.5 -3.4M-10.5 1Q-7 0 -3.5 1.6M3.5 -3.4Q7 -5 10.5 -4'
        f'M3.5 1.6Q7 0 10.5 1" fill="none" {_THIN}/>'
    ),
    "silver": (
        f'<path d="M-5 -12H5L12 -5V5L5 12H-5L-12 5V-5Z" fill="#d9dce2" {_LINE}/>'
        f'<path d="M-6 3L-3 -5L3 -6L7 0L4 6L-2 7Z" fill="#f7f8fa" {_THIN}/>'
    ),
    "worker": (
        f'<rect x="-13" y="-13" width="26" height="26" rx="4" fill="#e9d3a5" {_LINE}/>'
        f'<circle cx="0" cy="-4.5" r="4.6" fill="#f4cfa6" {_THIN}/><path d="M-6 -6Q0 -14 6 -6Z" fill="{WOOD}" {_THIN}/>'
        f'<path d="M-9 12Q-8 1.5 0 1.5Q8 1.5 9 12Z" fill="#6f8fae" {_THIN}/>'
    ),
    "star": (
        '<path d="M0 -13L3.7 -4.6L12.6 -4L5.8 1.9L8 10.8L0 6L-8 10.8L-5.8 1.9L-12.6 -4L-3.7 -4.6Z" '
        f'fill="{GOLD}" {_LINE}/>'
    ),
    "goods": (
        f'<path d="M-12 -6L0 -12L12 -6V7L0 13L-12 7Z" fill="#d9b27c" {_LINE}/>'
        f'<path d="M-12 -6L0 0L12 -6M0 0V13" {_OPEN}/>'
    ),
    "tile": f'<path d="M0 -14L12 -7V7L0 14L-12 7V-7Z" fill="{PAPER}" {_LINE}/>',
    "sold": (
        f'<rect x="-12" y="-9" width="19" height="19" rx="3" fill="#b9a98c" {_LINE}/>'
        f'<rect x="-7" y="-12" width="19" height="19" rx="3" fill="#cdbf9f" {_LINE}/>'
    ),
}


def _goods_tile(name: str) -> str:
    """A crate of goods in its colour, with the die face that sells it burnt into its front; no die looks like it."""
    fill = GOODS_FILL[name]
    pips = "".join(circle(5.1 * x, 5.1 * y, 1.9, INK, None) for x, y in PIPS[GOODS.index(name) + 1])
    return (
        f'<path d="M-14 -14H14V14H-14Z" fill="{fill}" {_LINE}/>'
        f'<path d="M-14 -9H14M-14 9H14M-9 -9V9M9 -9V9" {_OPEN} stroke-opacity=".55"/>'
        f'<path d="M-9 -9H9V9H-9Z" fill="#fff" fill-opacity=".55"/>'
        f'<path d="M-11.5 -11.5h.1M11.5 -11.5h.1M-11.5 11.5h.1M11.5 11.5h.1" {_OPEN}/>{pips}'
    )


def _face(colour: str) -> str:
    """A tile without its picture: a hex with a shadow below, a rim and a light upper edge."""
    corners = hex_corners((0, 0), FACE, flat=False)
    shadow = polygon([(x, y + 1.3) for x, y in corners], INK, INK, 0.8, opacity=0.35)
    light = polygon(hex_corners((0, 0), 13.3, flat=False), "none", "#fff", 1.1, stroke_opacity=0.45)
    return shadow + polygon(corners, FILL[colour], INK, 0.8) + light


PAWN = f'<path d="M-8 12Q-8 6 -4 3Q-7 0 -6 -4Q-4 -9 0 -9Q4 -9 6 -4Q7 0 4 3Q8 6 8 12Z" {_LINE}/>'

SYMBOLS = "".join(
    [
        *(symbol(f"burgundy-{name}", body) for name, body in ICONS.items()),
        *(symbol(f"burgundy-goods-{name}", _goods_tile(name)) for name in GOODS),
        *(symbol(f"burgundy-face-{colour}", _face(colour)) for colour in FILL),
        symbol("burgundy-pawn", PAWN),
    ]
)
