"""A player over the network: sits down at a table of a Burgrave server and plays with any bot you like.

    python examples/play_over_api.py http://localhost:8000 catan
    python examples/play_over_api.py http://localhost:8000 --table TABLE --seat 1

Nothing here needs the burgrave package: only JSON over HTTP.
"""

from __future__ import annotations

import argparse
import json
import random
import secrets
import time
import urllib.error
import urllib.request
from typing import Any


class Client:
    """A seat at a table, held by its secret."""

    def __init__(self, server: str, table: str = "", token: str = "") -> None:
        self.server, self.table, self.token = server.rstrip("/"), table, token
        self.kept = ""
        """What `burgrave check` compares the dice with: the commitment from before, and our own bytes."""

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Send a request; POST when there is a body."""
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.server}/api{path}", data, headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    @classmethod
    def new_table(cls, server: str, game: str, opponents: int) -> Client:
        """Make a table against bots and take its first seat."""
        seats = [{"kind": "me"}, *({"kind": "bot", "level": "easy"} for _ in range(opponents))]
        commitment = cls(server).ask("/dice", {})["commitment"]  # first the server's part of the dice,
        entropy = secrets.token_hex(16)  # then ours
        wanted = {"game": game, "seats": seats, "name": "Example", "commitment": commitment, "entropy": entropy}
        made = cls(server).ask("/tables", wanted)
        client = cls(server, made["id"], made["tokens"]["0"])
        client.kept = f"--commitment {commitment} --bytes p0={entropy}"
        return client

    @classmethod
    def sit_down(cls, server: str, table: str, seat: int) -> Client:
        """Take a free seat at somebody's table."""
        commitment = cls(server).ask(f"/tables/{table}")["commitment"]
        entropy = secrets.token_hex(16)
        sat = cls(server).ask(f"/tables/{table}/seats/{seat}", {"name": "Example", "entropy": entropy})
        client = cls(server, table, sat["token"])
        client.kept = f"--commitment {commitment} --bytes p{seat}={entropy}"
        return client

    def state(self) -> dict[str, Any]:
        """The table as this seat may see it."""
        state: dict[str, Any] = self.ask(f"/tables/{self.table}")
        return state

    def play(self, choose: Any = random.choice, pause: float = 0.05) -> dict[str, Any]:
        """Play to the end; `choose` gets the legal moves and returns one of them. The final state."""
        while True:
            state = self.state()
            if state["status"] == "over":
                return state
            if state["status"] == "playing" and state["to_act"] == state["seat"]:
                move = choose(state["moves"])
                try:
                    self.ask(f"/tables/{self.table}/moves", {"seq": state["seq"], "move": move["text"]})
                except urllib.error.HTTPError as error:
                    if error.code != 409:  # 409: somebody changed the position meanwhile; look again
                        raise
            else:
                time.sleep(pause)


def main() -> None:
    """Play one game with random moves and print the scores."""
    parser = argparse.ArgumentParser(description="Play a game on a Burgrave server with random moves.")
    parser.add_argument("server")
    parser.add_argument("game", nargs="?", default="catan")
    parser.add_argument("--opponents", type=int, default=1)
    parser.add_argument("--table", default="")
    parser.add_argument("--seat", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.table:
        client = Client.sit_down(chosen.server, chosen.table, chosen.seat)
    else:
        client = Client.new_table(chosen.server, chosen.game, chosen.opponents)
    print(f"Watch at {client.server}/table/{client.table}")
    state = client.play()
    for seat, score in zip(state["seats"], state["scores"], strict=True):
        print(f"{seat['name']}: {score}{' (winner)' if seat['seat'] in state['winners'] else ''}")
    print(f"The record: {client.server}/api/tables/{client.table}/record")
    print(f"The dice: burgrave check RECORD {client.kept}")


if __name__ == "__main__":
    main()
