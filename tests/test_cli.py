"""The command line, as somebody at a terminal meets it."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from waiting import wait_until

import burgrave
from burgrave import bench
from burgrave.arena import simulation
from burgrave.arena.simulation import simulate
from burgrave.arena.tournament import Outcome, Plan, play_game
from burgrave.bots import COMPILED, is_prepared
from burgrave.cli import main, output
from burgrave.cli.upkeep import ENVIRONMENTS, FURTHER
from burgrave.core import fair, records
from burgrave.core.conformance import fuzz, playing
from burgrave.core.conformance.findings import require
from burgrave.core.game import Game
from burgrave.core.loader import is_ready


class Run:
    """What a command printed and how it ended."""

    def __init__(self, code: int, text: str, complaint: str) -> None:
        self.code, self.text, self.complaint = code, text, complaint

    @property
    def data(self):
        assert self.code in (0, 130), self.complaint
        return json.loads(self.text)


@pytest.fixture
def command(pebbles: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Runs `burgrave` in an empty folder, the small outside game installed and compiled."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(logging.root, "handlers", [*logging.root.handlers])  # a server's log ends with its test
    monkeypatch.setenv("COLUMNS", "120")
    for console in (output.out, output.err):  # made in an earlier test, maybe
        monkeypatch.setattr(console, "width", 120)

    def run(*arguments: object) -> Run:
        monkeypatch.setattr(sys, "argv", ["burgrave", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        return Run(ended.value.code or 0, *capsys.readouterr())

    return run


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(folder)}


@pytest.fixture
def record(pebbles: Game, tmp_path: Path) -> Path:
    """A finished game, saved."""
    match = pebbles.match(seed=3, names=("Ada", "Bea"))
    while not match.is_over:
        match.play(match.position.moves()[0])
    match.save(tmp_path / "game.txt")
    return tmp_path / "game.txt"


def assert_one_sentence(run: Run, code: int = 1) -> None:
    assert run.code == code
    assert "Traceback" not in run.complaint
    assert run.complaint.startswith("burgrave: ")
    assert run.complaint.count("\n") == 1


def test_games_lists_every_game(command) -> None:
    run = command("games")
    assert run.code == 0
    for name in ("amber", "barony", "burgundy", "catan", "hansa", "pebbles"):
        assert name in run.text


def test_games_as_json_tell_seats_and_options(command) -> None:
    listed = {game["name"]: game for game in command("games", "--json").data}
    assert listed["pebbles"]["players"] == [2, 3]
    assert listed["pebbles"]["options"]["heap"] == {"default": 12, "valid": "6 to 30"}


def test_one_game_shows_what_its_options_change(command) -> None:
    run = command("games", "pebbles")
    assert "How many pebbles lie in the heap." in run.text
    assert "6 to 30" in run.text


def test_games_and_their_options_are_listed_in_the_language_that_was_asked_for(command) -> None:
    listed = command("games", "-l", "pl").text
    assert "Osadnicy z Catanu" in listed
    assert listed.splitlines()[0].split() == ["gra", "tytuł", "gracze", "minuty"]
    one = command("games", "catan", "-l", "pl").text
    assert one.startswith("Osadnicy z Catanu, liczba graczy: 2–4\n")
    assert "od 5 do 15" in one
    assert not {"players,", "option", "default", "values", "to"} & set(one.split())


def test_every_command_has_help(command) -> None:
    for name in ("games", "simulate", "replay", "check", "fuzz", "compile", "bench", "play", "guide", "serve"):
        run = command(name, "--help")
        assert run.code == 0
        assert "Usage: " in run.text


def test_simulate_sums_up_length_points_and_wins_by_seat(command) -> None:
    summary = command("simulate", "pebbles", "--games", 600, "--json").data
    assert summary["games"] == 600
    assert summary["moves"]["least"] <= summary["moves"]["median"] <= summary["moves"]["most"]
    assert len(summary["seats"]) == 2
    assert sum(seat["share"] for seat in summary["seats"]) == pytest.approx(1, abs=0.001)
    wins = sum(seat["wins"] for seat in summary["seats"])
    assert wins == 600 + summary["shared_wins"]


def test_simulate_gives_the_same_on_any_number_of_threads(command) -> None:
    for bots in ("random", "greedy,random", "search:iterations=5,threads=1,easy"):
        summaries = [
            command("simulate", "pebbles", "-n", 40, "--bots", bots, "--threads", threads, "--json").data
            for threads in (1, 2)
        ]
        for summary in summaries:
            del summary["seconds"]
        assert summaries[0] == summaries[1]


def test_simulate_takes_players_and_options(command) -> None:
    summary = command("simulate", "pebbles", "-p", 3, "-o", "heap=20", "-n", 5, "--json").data
    assert summary["options"] == {"players": 3, "heap": 20, "dice": "on"}
    assert len(summary["seats"]) == 3


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C interrupts, also where the tests were started in the background and it would be ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupted_simulation_sums_up_what_was_played(command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments, **settings):
        for number, part in enumerate(simulate(*arguments, **settings)):
            if number == 2:
                os.kill(os.getpid(), signal.SIGINT)
            yield part

    monkeypatch.setattr(simulation, "simulate", interrupted)
    run = command("simulate", "pebbles", "-n", 100_000, "--json")
    assert run.code == 130
    assert run.complaint == "stopped\n"
    assert run.data["interrupted"]
    assert run.data["games"] == 2 * simulation.GAMES_AT_ONCE


def test_replay_tells_every_move_and_the_result(command, record: Path) -> None:
    run = command("replay", record)
    assert run.code == 0
    moves = [line for line in record.read_text().split("\n\n")[1].splitlines() if line]
    for move in moves:
        assert move.split(": ")[1] in run.text
    assert "Ada" in run.text


def test_replay_names_the_options_in_the_language_that_was_asked_for(command, record: Path) -> None:
    assert "\nPlayers: 2; Heap: 12; " in command("replay", record).text
    assert "\nLiczba graczy: 2; " in command("replay", record, "-l", "pl").text


def test_replay_as_json_holds_moves_and_position(command, record: Path, pebbles: Game) -> None:
    data = command("replay", record, "--json").data
    assert data["seats"] == ["Ada", "Bea"]
    assert data["position"]["to_act"] is None
    assert data["moves"][0]["by"] == "chance"


def test_replay_stops_at_a_move(command, record: Path) -> None:
    data = command("replay", record, "--at", 2, "--json").data
    assert len(data["moves"]) == 2


def test_replay_for_a_seat_hides_what_it_may_not_know(command, record: Path) -> None:
    everything = command("replay", record, "--at", 2, "--json").data
    seen = command("replay", record, "--at", 2, "--seat", 0, "--json").data
    assert seen["moves"] != everything["moves"]
    assert any("?" in move["move"] for move in seen["moves"])


def test_replay_draws_the_position(command, record: Path, tmp_path: Path) -> None:
    run = command("replay", record, "--at", 4, "--svg", "board.svg", "--png", "board.png", "--width", 640)
    assert run.code == 0
    assert (tmp_path / "board.svg").read_text().startswith("<svg")
    png = (tmp_path / "board.png").read_bytes()
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") == 640


def test_check_accepts_records_that_fit(command, record: Path) -> None:
    run = command("check", record.parent)
    assert run.code == 0
    assert "1 of 1 records fit" in run.text


def test_check_names_file_line_and_reason_of_a_record_that_does_not_fit(command, record: Path, tmp_path: Path) -> None:
    lines = record.read_text().splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("p0: "))
    lines[first] = "p1: " + lines[first].removeprefix("p0: ")
    (tmp_path / "edited.txt").write_text("\n".join(lines))
    run = command("check", tmp_path)
    assert run.code == 1
    assert f"edited.txt: line {first + 1}: it is the move of p0, not of p1" in run.text
    assert "1 of 2 records fit" in run.text


SECRET = "5e" * 32
COMMITMENT = fair.commitment_of(SECRET)
BYTES = ("0a" * 16, "0b" * 16)


@pytest.fixture
def promised(pebbles: Game, tmp_path: Path) -> Path:
    """The record of a game whose dice a server had promised."""
    match = pebbles.match(seed=fair.joint_seed(SECRET, BYTES), names=("Ada", "Bea"))
    while not match.is_over:
        match.play(match.position.moves()[0])
    first, _, rest = match.text().partition("\n")
    path = tmp_path / "promised.txt"
    path.write_text(f"{first}\n{fair.remarks(COMMITMENT, (0, 1))}{rest}")
    return path


def other_draw(text: str) -> str:
    """The record with another draw of chance that the rest of the game allows too."""
    head, moves = text.split("\n\n")
    plain = without(head, "#", "seed:")
    for number, (move, before) in enumerate(records.read(text).steps()):
        others = [other for other in before.moves() if before.to_act == burgrave.CHANCE and other != move]
        for other in others:
            lines = moves.splitlines()
            lines[number] = f"chance: {other.text}"
            with contextlib.suppress(ValueError):
                if records.read("\n".join([plain, *lines])).is_over:
                    return "\n".join([head, "", *lines, ""])
    raise AssertionError("no other draw fits")


def without(text: str, *starts: str) -> str:
    return "".join(f"{line}\n" for line in text.splitlines() if not line.startswith(starts))


def test_check_verifies_promised_dice_and_what_was_kept_of_them(command, promised: Path) -> None:
    run = command("check", promised)
    assert run.code == 0
    assert "dice verified: The seed opens the commitment" in run.text
    kept = ("--commitment", COMMITMENT, "--bytes", f"p0={BYTES[0]}", "--bytes", f"1={BYTES[1]}")
    run = command("check", promised, *kept)
    assert run.code == 0
    assert "dice verified: The seed opens the commitment that was kept" in run.text
    assert command("check", promised, *kept, "--json").data[0]["dice"]["verdict"] == "verified"


def test_check_calls_an_ordinary_record_not_verifiable_and_sound(command, record: Path) -> None:
    run = command("check", record)
    assert run.code == 0
    assert "dice not verifiable: The dice cannot be verified: no server had promised them" in run.text
    assert "1 of 1 records fit" in run.text


def test_check_says_that_dice_chosen_after_the_bytes_are_not_verifiable(command, promised: Path) -> None:
    promised.write_text(promised.read_text().replace("verifiable by: p0, p1", "verifiable by: nobody"))
    run = command("check", promised)
    assert run.code == 0
    assert "dice not verifiable: " in run.text


@pytest.mark.parametrize(
    ("kept", "reason"),
    [
        (("--commitment", "0" * 64), f"The commitment {COMMITMENT} is not the one that was kept"),
        (("--bytes", f"p1={BYTES[0]}"), f"The bytes of p1 in the seed, {BYTES[1]}, are not those that were kept"),
        (("--bytes", f"p7={BYTES[0]}"), "The bytes of p7"),
    ],
)
def test_check_finds_what_contradicts_the_players_memory(command, promised: Path, kept, reason: str) -> None:
    run = command("check", promised, *kept)
    assert run.code == 1
    assert f"dice tampered: {reason}" in run.text


def test_check_finds_a_changed_commitment_seed_or_draw(command, promised: Path) -> None:
    text = promised.read_text()
    for forged, reason in (
        (text.replace(COMMITMENT, "0" * 64), "The seed does not open the commitment"),
        (without(text, "seed:"), "there is no seed that could open the commitment"),
        (text.replace(SECRET, "00" * 32), "the chance moves are not those of this seed"),
        (text.replace(BYTES[1], "0c" * 16), "the chance moves are not those of this seed"),
        (other_draw(text), "the chance moves are not those of this seed"),
    ):
        promised.write_text(forged)
        run = command("check", promised)
        assert run.code == 1
        assert "dice tampered: " in run.text
        assert reason in run.text


def test_dice_changed_together_with_seed_and_commitment_removed_are_not_verifiable_or_tampered_with_what_was_kept(
    command, promised: Path
) -> None:
    promised.write_text(without(other_draw(promised.read_text()), "seed:", "#"))
    run = command("check", promised)
    assert run.code == 0
    assert "dice not verifiable: " in run.text
    for kept in (("--commitment", COMMITMENT), ("--bytes", f"p0={BYTES[0]}")):
        run = command("check", promised, *kept)
        assert run.code == 1
        assert "dice tampered: " in run.text


def test_check_counts_the_dice_of_many_records(command, promised: Path, record: Path) -> None:
    run = command("check", promised, record)
    assert run.code == 0
    assert "dice: 1 verified, 1 not verifiable" in run.text
    assert_one_sentence(command("check", promised, record, "--commitment", COMMITMENT))


@pytest.mark.parametrize("kept", [("--commitment", "seal"), ("--bytes", "p0"), ("--bytes", "p0=xyz")])
def test_check_says_how_kept_values_are_given(command, promised: Path, kept: tuple[str, str]) -> None:
    assert_one_sentence(command("check", promised, *kept))


def test_fuzz_finds_nothing_in_sound_rules(command, tmp_path: Path) -> None:
    run = command("fuzz", "pebbles", "--games", 20, "--json")
    assert run.code == 0
    assert run.data["games"] == 20
    assert run.data["findings"] == []
    assert not (tmp_path / "findings").exists()


def test_fuzz_tells_a_finding_and_writes_its_record(command, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(playing, "check_winners", lambda match: require(False, "nobody is happy", match))
    run = command("fuzz", "pebbles", "--games", 1, "--seed", 7, "--json")
    assert run.code == 1
    assert run.complaint.startswith("pebbles: nobody is happy\n  options: players 2\n  seed: 7\n  point: over\n")
    assert json.loads(run.text)["findings"] == [{"file": "findings/pebbles-1.txt", "complaint": "nobody is happy"}]
    assert command("replay", tmp_path / "findings" / "pebbles-1.txt").code == 0


def test_fuzz_plays_the_same_games_in_any_number_of_processes(pebbles: Game) -> None:
    one, two = (list(fuzz("pebbles", games=12, seed=5, processes=count))[-1] for count in (1, 2))
    assert one == two
    assert one.games == 12


def test_compile_prepares_rules_and_bots_and_says_what_is_ready(command, pebbles: Game) -> None:
    assert command("compile", "pebbles").text == "pebbles: ready\n"
    assert command("compile", "pebbles", "--bots").code == 0
    assert all(is_prepared(pebbles.rules, bot) for bot in COMPILED)
    assert command("compile", "pebbles", "--bots").text == "pebbles: ready\n"
    assert command("compile", "pebbles", "--environments").code == 0
    assert all(is_ready("pebbles", module) for module in ENVIRONMENTS)
    assert command("compile", "pebbles", "--everything").code == 0
    assert all(is_ready("pebbles", module) for module in FURTHER)
    assert command("compile", "pebbles", "--everything").text == "pebbles: ready\n"


def test_bench_goes_on_after_a_figure_that_fails(command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails():
        raise RuntimeError("the peer is ill")
        yield

    monkeypatch.setitem(bench.FIGURES, "ill", bench.Figure("ill", fails, per_game=False))
    run = command("bench", "ill", "memory", "pebbles")
    assert run.code == 1
    assert run.complaint == "ill: the peer is ill\n"
    assert "a batch of 100,000" in run.text


def test_bench_measures_one_game(command) -> None:
    rows = command("bench", "pebbles", "memory", "--json").data
    assert [row["figure"] for row in rows] == ["a position", "a batch of 100,000"]
    assert all(row["value"] > 0 and row["reached"] for row in rows)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["simulate", "chess"], "there is no game 'chess'"),
        (["simulate", "peble"], "did you mean 'pebbles'?"),
        (["simulate", "pebbles", "-p", "7"], "valid: 2"),
        (["simulate", "pebbles", "-o", "hep=3"], "valid: players, heap, dice"),
        (["simulate", "pebbles", "-o", "heap=99"], "valid: 6 to 30"),
        (["simulate", "pebbles", "-o", "heap"], "NAME=VALUE"),
        (["simulate", "pebbles", "--bots", "genius"], "valid: random"),
        (["simulate", "pebbles", "--bots", "random,random,random"], "3 bots for 2 seats"),
        (["replay", "nowhere.txt"], "nowhere.txt"),
        (["check", "nowhere"], "nowhere"),
        (["fuzz", "chess"], "there is no game 'chess'"),
        (["compile", "chess"], "there is no game 'chess'"),
        (["bench", "chess"], "there is no figure or game 'chess'"),
        (["guide", "chess"], "there is no game 'chess'"),
        (["play", "chess", "--terminal"], "there is no game 'chess'"),
        (["play", "pebbles", "--terminal", "-o", "heap=99"], "valid: 6 to 30"),
        (["guide", "pebbles", "-l", "xx"], "valid: en, pl"),
        (["play", "pebbles", "--terminal", "--seats", "Ada,genius:iterations=5"], "there is no bot 'genius'"),
        (["simulate", "pebbles", "--bots", "search:=5,random"], "'=5' is not a setting like iterations=500"),
        (["check", "--live", "--database-url", "mysql://ann:secret@db"], "begins with postgresql:// or sqlite:///"),
        (["backup", "copy.db", "--database-url", "burgrave.db"], "begins with postgresql:// or sqlite:///"),
    ],
)
def test_bad_input_is_one_sentence_that_says_what_is_valid(command, arguments: list[str], told: str) -> None:
    run = command(*arguments)
    assert_one_sentence(run)
    assert told in run.complaint


def test_a_truncated_record_is_told_by_file_and_line(command, tmp_path: Path) -> None:
    (tmp_path / "cut.txt").write_text("burgrave 1\ngame: pebbles\nplay")
    run = command("replay", "cut.txt")
    assert_one_sentence(run)
    assert "cut.txt, line 3" in run.complaint


def test_a_record_of_another_version_is_refused(command, record: Path) -> None:
    record.write_text(record.read_text().replace("burgrave 1", "burgrave 2"))
    run = command("replay", record)
    assert_one_sentence(run)
    assert "this program reads version 1" in run.complaint


def test_a_position_beyond_the_end_is_refused(command, record: Path) -> None:
    run = command("replay", record, "--at", 5000)
    assert_one_sentence(run)
    assert "--at goes from 0 to" in run.complaint


def test_a_seat_that_does_not_exist_is_refused(command, record: Path) -> None:
    run = command("replay", record, "--seat", 5)
    assert_one_sentence(run)
    assert "seats are 0 to 1" in run.complaint


def test_a_port_that_is_taken_is_told(command, tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        run = command("serve", "--port", port, "--data-dir", tmp_path, "--no-browser")
    assert run.code == 1
    assert run.complaint == f"Port {port} on 127.0.0.1 is taken; choose another with --port.\n"


@pytest.mark.parametrize(
    "chosen", [("-p", 2), ("-o", "heap=6"), ("--seats", "Ada,easy"), ("--record", "game.txt"), ("--language", "pl")]
)
def test_what_only_the_terminal_asks_for_is_refused_without_it(command, chosen: tuple[str, object]) -> None:
    run = command("play", "pebbles", *chosen)
    assert run.code == 2
    assert f"{chosen[0]} needs --terminal" in run.complaint


def test_play_opens_the_form_for_the_game_that_was_named(pebbles_folder: Path, tmp_path: Path) -> None:
    """The browser is a script that writes down what it was asked to open."""
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f"#!/bin/sh\necho $1 > {opened}.part\nmv {opened}.part {opened}\n")
    browser.chmod(0o755)
    chosen = {"BROWSER": str(browser), "DISPLAY": ":0", "CI": "", "BURGRAVE_PORT": "0", "BURGRAVE_DATA_DIR": tmp_path}
    started = [sys.executable, "-m", "burgrave", "play", "pebbles"]
    everything = environment(pebbles_folder) | {name: str(value) for name, value in chosen.items()}
    with subprocess.Popen(started, env=everything, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[3]
            wait_until(opened.exists)
        finally:
            process.terminate()
    assert address.endswith("/new/pebbles")
    assert opened.read_text().strip() == address


def test_a_game_that_does_not_exist_is_not_played(command) -> None:
    assert_one_sentence(command("play", "chess"))


@pytest.mark.parametrize("words", [("serve", "--no-browser"), ("play",)])
def test_a_bot_without_a_command_is_told_before_anything_is_served(command, words: tuple[str, ...]) -> None:
    run = command(*words, "--bot", "First")
    assert run.code == 2
    assert run.complaint == "a bot is given as NAME=COMMAND, not as 'First'\n"


def test_a_program_of_ones_own_plays_at_the_terminal(command) -> None:
    first = f"First={sys.executable} {Path(__file__).parents[1] / 'examples/bots/first.py'}"
    run = command("play", "pebbles", "--terminal", "--bot", first, "--seats", "First,First")
    assert run.code == 0
    assert "First 1 takes 1" in run.text
    assert "The game is over" in run.text


def test_a_wrong_command_line_ends_with_code_2(command) -> None:
    assert command("simulate").code == 2
    assert command("simulate", "pebbles", "--games", "many").code == 2


def test_python_m_burgrave_is_the_command(pebbles_folder: Path) -> None:
    line = [sys.executable, "-m", "burgrave", "--version"]
    done = subprocess.run(line, check=True, capture_output=True, text=True, env=environment(pebbles_folder))
    assert done.stdout == f"burgrave {burgrave.__version__}\n"


def test_listing_games_loads_neither_numpy_nor_numba(pebbles_folder: Path) -> None:
    code = "import sys; from burgrave.cli import app; app(['games'], standalone_mode=False)\n"
    code += "assert not {'numpy', 'numba'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, env=environment(pebbles_folder))


def test_an_arena_rates_its_bots_and_writes_its_report(command, tmp_path: Path) -> None:
    run = command(
        "arena", "pebbles", "-b", "greedy", "-b", "random", "-n", 4, "--processes", 1, "--out", tmp_path / "out"
    )
    assert run.code == 0, run.complaint
    assert "4 games" in run.text
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"games.jsonl", "report.html", "results.csv"}
    rows = command(
        "arena", "pebbles", "-b", "greedy", "-b", "random", "-n", 4, "--out", tmp_path / "out", "--json"
    ).data
    assert {row["bot"] for row in rows} == {"greedy", "random"}


@pytest.mark.parametrize(
    ("words", "address"), [((), None), (("--ray",), "local"), (("--ray", "ray://head:1"), "ray://head:1")]
)
def test_an_arena_plays_on_the_cluster_it_is_told(command, monkeypatch, words: tuple[str, ...], address: str) -> None:
    asked = []

    def run(plan: Plan, journal: object, *, processes: int, cluster: str | None) -> list[Outcome]:
        asked.append(cluster)
        return [play_game(plan, 0)]

    monkeypatch.setattr("burgrave.arena.tournament.run", run)
    assert command("arena", "pebbles", "-b", "random", "-b", "random", *words, "-n", 1).code == 0
    assert asked == [address]


@pytest.mark.parametrize(
    ("words", "address"), [((), None), (("--ray",), "local"), (("--ray", "ray://head:1"), "ray://head:1")]
)
def test_a_dataset_is_written_on_the_cluster_it_is_told(
    command, monkeypatch, tmp_path: Path, words: tuple[str, ...], address: str
) -> None:
    asked = []

    def written(plan: object, folder: Path, names: list[str], threads: int, ray: str | None) -> list[int]:
        asked.append(ray)
        return [1]

    monkeypatch.setattr("burgrave.cli.study.written", written)
    assert command("dataset", "pebbles", tmp_path / "games", "--bots", "random", *words, "-n", 1).code == 0
    assert asked == [address]


def test_an_analysis_explains_a_game(command, record: Path, tmp_path: Path) -> None:
    quick = ("--iterations", 20, "--samples", 4)
    run = command("analyse", record, *quick, "--html", tmp_path / "report.html")
    assert run.code == 0, run.complaint
    assert "Ada" in run.text
    assert "own mistakes" in run.text
    assert "Chance to win" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "własne błędy" in command("analyse", record, *quick, "-l", "pl").text
    data = command("analyse", record, *quick, "--json").data
    assert data["complete"]
    assert sum(seat["decisions"] for seat in data["seats"]) == len(data["choices"])
    assert {choice["grade"] for choice in data["choices"]} <= {"best", "good", "inaccuracy", "mistake", "blunder"}


def test_a_position_is_set_up_judged_and_saved(command, tmp_path: Path) -> None:
    catan = ("set-up", "catan", "-p", 2, "-o", "set_up=beginner", "--iterations", 10, "--samples", 4)
    assert "turn p" in command(*catan).text
    data = command(*catan, "-s", "turn p1", "-s", "cards p1 soldier 1", "--save", tmp_path / "made.txt", "--json").data
    assert data["to_act"] == 1
    assert data["best"]
    assert sum(data["chances"]) == pytest.approx(1, abs=0.01)
    assert burgrave.load(tmp_path / "made.txt").position.fields == data["position"]
    assert "%" in command(*catan, "-s", "turn p1").text
    assert "nie ma tylu kart" in command(*catan, "-s", "hand p0 ore 15", "-s", "hand p1 ore 15", "-l", "pl").complaint
    assert "cannot be set up by hand" in command("set-up", "pebbles", "-s", "turn p1").complaint
    assert "no such file" in command("set-up", "nowhere.txt").complaint.lower()


def test_an_analysis_refuses_what_is_no_record_and_no_folder(command, record: Path, tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("burgrave 1\ngame: pebbles\n\np0: take 9\n")
    assert "line 4" in command("analyse", tmp_path / "other.txt").complaint
    assert "there is no folder" in command("analyse", record, "--html", tmp_path / "nowhere" / "report.html").complaint


def test_puzzles_are_found_and_shipped_ones_are_checked(command, tmp_path):
    few = ("puzzles", "barony", "--count", 1, "--games", 2, "--least", 0.04, "--iterations", 8, "--json")
    found = command(*few).data
    assert found["games"] <= 2
    written = (tmp_path / "build/puzzles/barony/puzzles.jsonl").read_text(encoding="utf-8")
    assert len(written.splitlines()) == found["chosen"]
    assert command(*few).data == found
    refused = command("puzzles", "barony", "--seed", 2, "--games", 1)
    assert refused.code == 1
    assert "begun with other settings" in refused.complaint
    assert "name a game" in command("puzzles").complaint
    checked = command("puzzles", "barony", "--check")
    assert checked.code == 0
    assert "0 of them do not fit the rules" in checked.text
    assert "only --verify" in command("puzzles", "barony", "--drop").complaint
    verified = command("puzzles", "barony", "--verify", "--iterations", 1, "--json")
    (told,) = json.loads(verified.text)
    assert told["game"] == "barony"
    assert 0 <= told["confirmed"] <= told["agreement"] <= 1
    assert verified.code == (0 if told["agreement"] >= 0.95 else 1)
