"""What a seat can foresee of each of its moves, in the few numbers that the games' own nets are told about a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from burgrave.core import contract
from burgrave.core.dice import dice_of

if TYPE_CHECKING:
    from burgrave.core.game import Game

FORESEE = "burgrave.envs.foresight_rows"


class Foresight:
    """Tries every move on what its seat may know: what is hidden is guessed, chance is drawn, alike for all moves."""

    def __init__(self, game: Game, seed: int | str = 0) -> None:
        self.game = game
        self.names: tuple[str, ...] = (*contract.part(game.spec, "features", "FEATURES"), "result")
        """What the numbers are; the result is 1 for a seat that has won, -1 for one that has lost, and else 0."""
        self._code: Any = game.rules.compiled(FORESEE)
        self._work, self._scratch = np.zeros(2, game.rules.state), np.zeros(1, game.rules.scratch)
        self._dice = dice_of(seed)

    def of(
        self, records: npt.NDArray[Any], ids: npt.NDArray[Any], counts: npt.NDArray[Any]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """What is to be said of the seats now (records x seats x numbers), and after each move (moves x ...).

        Records are masked ones, as `step.records` and views have them, of seats that are to act; `ids` are the moves
        to try, one record's after the other's, `counts` of each. Seats begin with the own one.
        """
        if int(np.sum(counts)) != len(ids) or len(counts) != len(records):
            raise ValueError(f"{len(records)} records take as many counts, and ids that these add up to")
        if getattr(records, "dtype", None) != self.game.rules.state:
            raise ValueError(f"records are positions of {self.game!r} as `step.records` and views have them")
        chosen, most = np.asarray(ids), self.game.rules.verbs.player_ids
        if (
            chosen.dtype.kind not in "iu"
            or (chosen < 0).any()
            or (chosen >= most).any()
            or np.min(counts, initial=0) < 0
        ):
            raise ValueError(f"ids are whole numbers from 0 to {most - 1}, and counts are at least 0")
        shape = self.game.players, len(self.names)
        before, after = np.zeros((len(records), *shape), np.float32), np.zeros((len(ids), *shape), np.float32)
        self._code.foresee_rows(
            np.ascontiguousarray(records), self._work, self._scratch, np.ascontiguousarray(ids, np.int64),
            np.ascontiguousarray(counts, np.int64), self._dice, before, after,
        )  # fmt: skip
        return before, after
