"""Outside bots: programs that play by lines of JSON, and lose by a clear rule when they fail."""

from __future__ import annotations

import queue
import shutil
import signal
import sys
from pathlib import Path

import pytest
from waiting import PATIENCE, wait_until

from burgrave.bots.outside import FAULTS, OutsideBot, Program
from burgrave.core.game import Game
from burgrave.core.position import after_forfeits

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
READY = "import json,sys,time; sys.stdin.readline(); print(json.dumps({'ready': True}), flush=True); "


def whole_game(game: Game, bot: OutsideBot) -> list[str]:
    """The moves of the bot's seat in a game against the first legal move."""
    match, chosen = game.match(seed=4), []
    while (seat := match.position.to_act) is not None:
        move = bot.choose(match.view(seat)) if seat == 0 else match.position.moves()[0]
        chosen += [move.text] if seat == 0 else []
        match.play(move)
    bot.close()
    return chosen


def test_the_python_example_plays_the_first_legal_move(pebbles: Game) -> None:
    bot = OutsideBot(pebbles, command=f"{sys.executable} {EXAMPLES / 'first.py'}")
    assert set(whole_game(pebbles, bot)) == {"take 1"}
    assert bot.fault is None


@pytest.mark.skipif(shutil.which("perl") is None, reason="there is no perl here")
def test_the_perl_example_plays_the_last_legal_move(pebbles: Game) -> None:
    bot = OutsideBot(pebbles, command=f"perl {EXAMPLES / 'last.pl'}")
    assert set(whole_game(pebbles, bot)) == {"roll"}
    assert bot.fault is None


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("import sys; sys.exit(3)", "ended"),
        ("print('hello', flush=True); input()", "which is no JSON"),
        ("print('[1]', flush=True); input()", "no JSON object"),
        ("print('{}', flush=True); input()", "did not answer the first line"),
        (READY + "sys.stdin.readline(); print(json.dumps({'move': 'take 9'}), flush=True)", "not one of the 3 legal"),
        (READY + "sys.stdin.readline(); print(json.dumps({}), flush=True)", "it answered null"),
        (READY + "sys.stdin.readline(); raise SystemExit", "ended without an answer"),
        (READY + "time.sleep(60)", "did not answer within 0.3 s"),
        (READY + "[print('{}', flush=True) for _ in iter(int, 1)]", "it answered null"),
        ("import sys; sys.stdout.buffer.write(bytes(range(256))); sys.stdout.flush(); input()", "ended"),
    ],
)
def test_a_bot_that_fails_forfeits_and_the_game_goes_on(pebbles: Game, tmp_path: Path, code: str, fault: str) -> None:
    program = tmp_path / "bot.py"
    program.write_text(code)
    seconds = 0.3 if "within" in fault else PATIENCE
    bot = OutsideBot(pebbles, command=f"{sys.executable} {program}", seconds=seconds, seed=1)
    assert whole_game(pebbles, bot)
    assert bot.fault is not None
    assert fault in bot.fault
    assert bot.fault_kind in FAULTS


def test_a_program_that_does_not_read_holds_nobody_up() -> None:
    program = Program([sys.executable, "-c", "import time; time.sleep(60)"])
    with pytest.raises(queue.Empty):
        program.ask({"much": "more than a pipe holds" * 100_000}, 0.3)
    program.stop()
    assert program.process.returncode == -signal.SIGKILL


def test_a_program_is_stopped_with_all_that_it_has_started(tmp_path: Path) -> None:
    child = f"{sys.executable} -c 'import time; time.sleep(60)'"
    program = Program(["/bin/sh", "-c", f"{child} & echo $!; wait"])
    number = int(program.ask({}, PATIENCE) or 0)
    program.stop()

    def ended() -> bool:
        try:
            return Path(f"/proc/{number}/stat").read_text().split()[2] == "Z"  # its new parent has not looked yet
        except FileNotFoundError:
            return True

    wait_until(ended)


def test_a_command_that_does_not_exist_forfeits(pebbles: Game) -> None:
    bot = OutsideBot(pebbles, command="no-such-program-anywhere")
    assert whole_game(pebbles, bot)
    assert bot.fault is not None
    assert "could not be started" in bot.fault


def test_a_forfeited_seat_never_wins() -> None:
    assert after_forfeits((0,), (9, 7, 8), {0}) == (2,)
    assert after_forfeits((0, 1), (9, 9, 8), {0}) == (1,)
    assert after_forfeits((1,), (3, 9, 8), {0}) == (1,)
    assert after_forfeits((), (3, 9, 8), {0}) == ()
    assert after_forfeits((0,), (3, 1), {0, 1}) == ()
