"""The nodes of a search tree: a move, whose it is, how it has done, and where its siblings and children are."""

import numpy as np

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("total", np.float64),  # the shares of the win that visits brought the seat
                ("look", np.float64),  # the share that the move promised at first sight
                ("visits", np.int32),
                ("first", np.int32),  # child
                ("next", np.int32),  # sibling
                ("made", np.int32),  # at the root: how many nodes there are
                ("move", np.int32),
                ("seat", np.int32),
            ]
        ),
    )
)

FIRST_SIGHT = 5.0
"""How many visits the first judgement of a move counts for."""
