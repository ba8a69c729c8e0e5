"""Asking memory for what will be needed soon, so that it is there when it is."""
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.numpy_support import as_dtype

LINE = 64
"""The bytes that come together."""
FOR_WRITING, KEEP, DATA = 1, 3, 1


@intrinsic
def prefetch(typing_context: Any, array: Any, row: Any, column: Any) -> Any:
    """Ask for a number of a row that will be written soon, or for a byte of a record; rows lie in one piece each."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kind = signature.args[0]
        given = context.make_array(kind)(context, builder, values[0])
        step = cgutils.unpack_tuple(builder, given.strides, kind.ndim)[0]
        number, byte = ir.IntType(32), ir.IntType(8).as_pointer()
        width = ir.Constant(values[2].type, as_dtype(kind.dtype).itemsize if kind.ndim > 1 else 1)
        offset = builder.add(builder.mul(values[1], step), builder.mul(values[2], width))
        place = builder.gep(builder.bitcast(given.data, byte), [offset])
        form = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        asked = cgutils.get_or_insert_function(builder.module, form, "llvm.prefetch.p0")
        builder.call(asked, [place, number(FOR_WRITING), number(KEEP), number(DATA)])
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), code
