"""Bots in any language: a program that reads questions and writes answers, one JSON object a line."""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
from typing import TYPE_CHECKING, Any

from burgrave.bots.simple import RandomBot, own_moves
from burgrave.core.verbs import Move

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.position import View

PROTOCOL = 1
DEFAULT_SECONDS = 10.0
START_SECONDS = 20.0
LONGEST_LINE = 65_536


class Fault(Exception):
    """What an outside bot did wrong, as one sentence."""


class OutsideBot:
    """A program of its own that plays a seat by the line protocol of docs/outside-bots.md.

    A program that crashes, answers too late or answers anything but a legal move has forfeited: it is stopped, `fault`
    says why, and its seat plays random moves to the end so that the others' game goes on.
    """

    def __init__(
        self, game: Game, *, command: str, seconds: float = DEFAULT_SECONDS, seed: int | str | None = None
    ) -> None:
        self.game = game
        self.name = command
        self.command = shlex.split(command)
        if not self.command:
            raise ValueError("an outside bot needs a command")
        self.seconds = seconds
        self.fault: str | None = None
        self._seed = seed
        self._random = RandomBot(game, seed=seed)
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()

    def choose(self, view: View) -> Move:
        """The program's answer; a random move once it has forfeited."""
        moves = own_moves(view)
        if self.fault is None:
            try:
                return self._asked(view, moves)
            except Fault as fault:
                self.fault = str(fault)
                self.close()
        return self._random.choose(view)

    def _asked(self, view: View, moves: tuple[Move, ...]) -> Move:
        if self._process is None:
            self._start(view)
        self._send({"ask": "move", "view": json.loads(view.to_json()), "moves": [move.text for move in moves]})
        answer = self._receive(self.seconds)
        text = answer.get("move")
        for move in moves:
            if move.text == text:
                return move
        raise Fault(f"it answered {json.dumps(text)[:80]}, which is not one of the {len(moves)} legal moves")

    def _start(self, view: View) -> None:
        try:
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            )
        except OSError as error:
            raise Fault(f"it could not be started: {error.strerror or error}") from None
        threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()
        hello = {"ask": "ready", "protocol": PROTOCOL, "game": self.game.name, "options": self.game.options}
        self._send(hello | {"seat": view.seat, "seed": None if self._seed is None else str(self._seed)})
        if self._receive(START_SECONDS).get("ready") is not True:
            raise Fault('it did not answer the first line with {"ready": true}')

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        try:
            while line := process.stdout.readline(LONGEST_LINE):
                self._lines.put(line)
        except ValueError:
            pass  # the stream was closed, or is no text: the same as the end of it
        self._lines.put(None)

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except (BrokenPipeError, OSError):
            raise Fault("it ended before it was asked") from None

    def _receive(self, seconds: float) -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise Fault(f"it did not answer within {seconds:g} s") from None
        if line is None:
            raise Fault("it ended without an answer")
        try:
            answer = json.loads(line)
        except ValueError:
            raise Fault(f"it answered {line.strip()[:80]!r}, which is no JSON") from None
        if not isinstance(answer, dict):
            raise Fault("its answer is no JSON object")
        return answer

    def close(self) -> None:
        """Stop the program."""
        if self._process is None:
            return
        process, self._process = self._process, None
        for stream in (process.stdin,):
            try:
                if stream:
                    stream.close()
            except OSError:
                pass
        try:
            process.wait(0.2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()

    def __del__(self) -> None:
        self.close()
