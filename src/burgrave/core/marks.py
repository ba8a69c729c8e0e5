"""What has changed in a line of memory: a mark for each of its bytes, all found at once."""
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from burgrave.core.prefetch import LINE

BYTE = ir.IntType(8)
BYTES = ir.VectorType(BYTE, LINE)
ALIGNED = 8
"""The bytes of a word; lines of words begin anywhere."""


@intrinsic
def changed_bytes(
    typing_context: Any, words: Any, row: Any, line: Any, draft: Any, turning: Any, neutral: Any, turned: Any
) -> Any:
    """The bytes of a row's line that differ from the draft's, as bits.

    With `turned`, of those that `turning` marks not these, but what is not `neutral` in both.
    """

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        def bytes_of(which: int, row: Any = None) -> Any:
            given = context.make_array(signature.args[which])(context, builder, values[which])
            place = builder.mul(values[2], ir.Constant(values[2].type, LINE))
            if row is not None:
                step = cgutils.unpack_tuple(builder, given.strides, signature.args[which].ndim)[0]
                place = builder.add(place, builder.mul(row, step))
            first = builder.gep(builder.bitcast(given.data, BYTE.as_pointer()), [place])
            return builder.load(builder.bitcast(first, BYTES.as_pointer()), align=ALIGNED)

        old, new, turning, neutral = bytes_of(0, values[1]), bytes_of(3), bytes_of(4), bytes_of(5)
        everywhere = builder.sext(builder.trunc(values[6], ir.IntType(1)), BYTE)
        everywhere = builder.insert_element(
            ir.Constant(BYTES, ir.Undefined), everywhere, ir.Constant(ir.IntType(32), 0)
        )
        spread = ir.Constant(ir.VectorType(ir.IntType(32), LINE), [0] * LINE)
        turning = builder.and_(turning, builder.shuffle_vector(everywhere, everywhere, spread))
        kept = builder.and_(builder.xor(old, new), builder.not_(turning))
        shown = builder.and_(builder.or_(builder.xor(old, neutral), builder.xor(new, neutral)), turning)
        some = builder.icmp_unsigned("!=", builder.or_(kept, shown), ir.Constant(BYTES, [0] * LINE))
        return builder.bitcast(some, ir.IntType(LINE))

    return types.uint64(words, types.int64, types.int64, draft, turning, neutral, types.boolean), code


@intrinsic
def lowest_bit(typing_context: Any, bits: Any) -> Any:
    """Which bit is the lowest one that is set."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), code
