"""Seats for the bots of another checkout: `bench/learned.py --former` starts this with that checkout's packages.

Questions are lines of JSON: a match to begin, a move that was made, a seat whose bot shall choose. Only the last one is
answered: with the move and the processor time it took.
"""

from __future__ import annotations

import json
import sys
import time

import burgrave
from burgrave.bots import make_bot


def main() -> None:
    """Answer until there are no more questions."""
    name, options, bot = json.loads(sys.argv[1])
    game = burgrave.game(name, **options)
    for line in sys.stdin:
        asked, *given = json.loads(line)
        if asked == "begin":
            seed, luck = given
            match = game.match(seed=seed)
            bots = [make_bot(bot, game, f"{luck} {seat}") for seat in range(game.players)]
        elif asked == "play":
            match.play(given[0])
        else:
            view, began = match.view(given[0]), time.process_time()
            move = bots[given[0]].choose(view)
            print(json.dumps([move.text, time.process_time() - began]), flush=True)


if __name__ == "__main__":
    main()
