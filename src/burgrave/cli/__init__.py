"""The command `burgrave`. What a command needs is imported when it runs, so that every start is quick."""

from __future__ import annotations

import os
import sys

from burgrave.cli import author, learn, operator, play, puzzles, show, study, upkeep
from burgrave.cli.application import app
from burgrave.cli.output import FAILURES, STOPPED, WRONG, err, sentence

__all__ = ["app", "author", "learn", "main", "operator", "play", "puzzles", "show", "study", "upkeep"]


def main() -> None:
    """Run the command; whatever goes wrong is one sentence and a non-zero exit code."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(STOPPED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(WRONG)
    except FAILURES as error:
        if os.environ.get("BURGRAVE_TRACEBACK"):
            raise
        err.print(f"burgrave: {sentence(error)}", markup=False, highlight=False, soft_wrap=True)
        sys.exit(WRONG)
