"""A bot for any game in a few lines: it plays the first legal move. Protocol: docs/outside-bots.md."""

import json
import sys


def answer(question: dict) -> dict:
    """What to say to one question."""
    if question["ask"] == "ready":
        return {"ready": True}
    return {"move": question["moves"][0]}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
