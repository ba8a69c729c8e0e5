"""Tiles in hands, in the stack and in the open row: drawing, taking and swapping them."""

from burgrave.core.draws import total
from burgrave.core.spec import CHANCE
from burgrave.games.amber.board import SPECIAL_SHOVEL
from burgrave.games.amber.moves import Reason
from burgrave.games.amber.state import ADVANCED, Point, rule


@rule
def stack_size(s):
    """How many tiles lie in the stack."""
    return s.stack_size


@rule
def in_stack(s, kind):
    """How many tiles of a kind lie in the stack."""
    return s.stack[kind]


@rule
def row_size(s):
    """How many tiles lie in the open row."""
    return total(s.row)


@rule
def something_to_draw(s):
    """The stack or the open row is not empty."""
    return s.stack_size > 0 or (s.variant == ADVANCED and row_size(s) > 0)


@rule
def is_in_game(s, kind):
    """Special shovels belong to the advanced variant."""
    return Reason.ONLY_ADVANCED if kind == SPECIAL_SHOVEL and s.variant != ADVANCED else Reason.ALLOWED


@rule
def has_tile(s, seat, kind):
    """Only a tile one has in hand; or the special shovel, once."""
    if kind == SPECIAL_SHOVEL:
        return Reason.ALLOWED if s.special_shovel[seat] else Reason.SPECIAL_SHOVEL_USED
    return Reason.ALLOWED if s.hand[seat, kind] else Reason.NOT_IN_HAND


@rule
def is_in_row(s, kind):
    """Only a tile that lies in the open row."""
    return Reason.ALLOWED if s.row[kind] else Reason.NOT_IN_ROW


@rule
def has_stack(s):
    """The stack can run out."""
    return Reason.ALLOWED if s.stack_size > 0 else Reason.STACK_EMPTY


@rule
def not_drawn_now(s):
    """In the advanced variant one chooses what to draw, after laying; in the basic one never."""
    return Reason.DRAWN_AFTER_LAYING if s.variant == ADVANCED else Reason.ONLY_ADVANCED


@rule
def not_drawn_when_stuck(s):
    """A seat that has to swap draws only afterwards, and from the stack."""
    return Reason.SWAP_NOW if s.variant == ADVANCED else Reason.ONLY_ADVANCED


@rule
def part_with(s, seat, kind):
    """A tile leaves a hand; if everybody knew of one of that kind, that is the one."""
    s.hand[seat, kind] -= 1
    s.hand_size[seat] -= 1
    if s.known[seat, kind] > 0:
        s.known[seat, kind] -= 1


@rule
def to_stack(s):
    """The next tile comes from the top of the stack."""
    s.point = Point.DRAW
    s.to_act = CHANCE


@rule
def draw_tile(s, kind):
    """The drawn tile goes to the hand of the seat on turn."""
    s.stack[kind] -= 1
    s.stack_size -= 1
    s.hand[s.turn, kind] += 1
    s.hand_size[s.turn] += 1


@rule
def reveal_tile(s, kind):
    """The top tile of the stack is laid open in the row."""
    s.stack[kind] -= 1
    s.stack_size -= 1
    s.row[kind] += 1


@rule
def take_tile(s, seat, kind):
    """A tile of the open row goes to the hand, for all to see; true if there is none to put in its place."""
    s.row[kind] -= 1
    s.hand[seat, kind] += 1
    s.hand_size[seat] += 1
    s.known[seat, kind] += 1
    if s.stack_size == 0:
        return True
    s.point = Point.ROW
    s.to_act = CHANCE
    return False


@rule
def swap_tile(s, seat, kind):
    """Without a possible move a tile goes open to the box."""
    part_with(s, seat, kind)
    s.box[kind] += 1
