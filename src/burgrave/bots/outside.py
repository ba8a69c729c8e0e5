"""Bots in any language: a program that reads questions and writes answers, one JSON object a line."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
from typing import TYPE_CHECKING, Any

from burgrave.bots.simple import RandomBot, own_moves
from burgrave.core.given import real
from burgrave.core.verbs import Move

if TYPE_CHECKING:
    from burgrave.core.game import Game
    from burgrave.core.position import View

PROTOCOL = 1
DEFAULT_SECONDS = 10.0
START_SECONDS = 20.0
STOP_SECONDS = 0.2
LONGEST_LINE = 65_536
LINES_AHEAD = 100
"""A program that has written so many lines more than were read talks without being asked."""
FAULTS = ("start", "ended", "late", "unreadable", "illegal")
"""What can be wrong: it cannot be started, it ends, it is too slow, it answers something else than a move, or a move
that is not legal."""


class Fault(Exception):
    """What an outside bot did wrong: one of FAULTS, and one sentence."""

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


class Program:
    """A running program. Neither one that does not read nor one that never stops writing holds anybody up."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            start_new_session=True,  # Ctrl+C is for us: the program stops when we close its input
        )
        self._questions: queue.Queue[str | None] = queue.Queue()
        self._answers: queue.Queue[str | None] = queue.Queue(LINES_AHEAD)
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True, name="outside bot").start()

    def _write(self) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(OSError), self.process.stdin as stdin:
            while (line := self._questions.get()) is not None:
                stdin.write(line)
                stdin.flush()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(queue.Full, ValueError), self.process.stdout as stdout:  # ValueError: it is no text
            while line := stdout.readline(LONGEST_LINE):
                self._answers.put_nowait(line)
        with contextlib.suppress(queue.Full):
            self._answers.put_nowait(None)

    def ask(self, question: dict[str, Any], seconds: float) -> str | None:
        """Its answer to a question, None when it has ended; `queue.Empty` when the time is up."""
        self._questions.put(json.dumps(question) + "\n")
        return self._answers.get(timeout=seconds)

    def stop(self) -> None:
        """Close its input, and end it and whatever it has started if it does not go by itself."""
        self._questions.put(None)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            if hasattr(os, "killpg"):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.process.pid, signal.SIGKILL)
            self.process.kill()
            self.process.wait()


class OutsideBot:
    """A program of its own that plays a seat by the line protocol of docs/outside-bots.md.

    A program that crashes, answers too late or answers anything but a legal move has forfeited: it is stopped, `fault`
    says why, and its seat plays random moves to the end so that the others' game goes on.
    """

    def __init__(
        self, game: Game, *, command: str, seconds: float = DEFAULT_SECONDS, seed: int | str | None = None
    ) -> None:
        if not isinstance(command, str):
            raise ValueError(f"an outside bot's command is a text, not {command!r}")
        self.game = game
        self.name = command
        self.command = shlex.split(command)
        if not self.command:
            raise ValueError("an outside bot needs a command")
        self.seconds = real(seconds, "seconds", 0)
        self.fault: str | None = None
        self.fault_kind: str | None = None
        self._seed = seed
        self._random = RandomBot(game, seed=seed)
        self._program: Program | None = None

    def choose(self, view: View) -> Move:
        """The program's answer; a random move once it has forfeited."""
        moves = own_moves(self.game, view)
        if self.fault is None:
            try:
                return self._asked(view, moves)
            except Fault as fault:
                self.fault, self.fault_kind = str(fault), fault.kind
                self.close()
        return self._random.choose(view)

    def _asked(self, view: View, moves: tuple[Move, ...]) -> Move:
        program = self._program or self._started(view)
        question = {"ask": "move", "view": json.loads(view.to_json()), "moves": [move.text for move in moves]}
        text = self._answer(program, question, self.seconds).get("move")
        for move in moves:
            if move.text == text:
                return move
        sentence = f"it answered {json.dumps(text)[:80]}, which is not one of the {len(moves)} legal moves"
        raise Fault("illegal", sentence)

    def _started(self, view: View) -> Program:
        try:
            program = self._program = Program(self.command)
        except OSError as error:
            raise Fault("start", f"it could not be started: {error.strerror or error}") from None
        hello = {"ask": "ready", "protocol": PROTOCOL, "game": self.game.name, "options": self.game.options}
        hello |= {"seat": view.seat, "seed": None if self._seed is None else str(self._seed)}
        if self._answer(program, hello, START_SECONDS).get("ready") is not True:
            raise Fault("unreadable", 'it did not answer the first line with {"ready": true}')
        return program

    def _answer(self, program: Program, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        try:
            line = program.ask(question, seconds)
        except queue.Empty:
            raise Fault("late", f"it did not answer within {seconds:g} s") from None
        if line is None:
            raise Fault("ended", "it ended without an answer")
        try:
            answer = json.loads(line)
        except ValueError:
            raise Fault("unreadable", f"it answered {line.strip()[:80]!r}, which is no JSON") from None
        if not isinstance(answer, dict):
            raise Fault("unreadable", "its answer is no JSON object")
        return answer

    def __repr__(self) -> str:
        return f"<outside bot for {self.game!r}: {self.name}>"

    def close(self) -> None:
        """Stop the program."""
        program, self._program = self._program, None
        if program is not None:
            program.stop()

    def __del__(self) -> None:
        if hasattr(self, "_program"):
            self.close()
