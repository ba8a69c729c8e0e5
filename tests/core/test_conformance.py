"""The suite every game must pass finds what it is meant to find.

Faults are planted in Hoard, the tests' own small game; all of them are played in one process without compilation.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from dataclasses import dataclass, replace
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hoard import GAME
from outside import Edit, build_hoard
from waiting import PATIENCE, wait_until

import burgrave
from burgrave.core import registry
from burgrave.core.conformance import Nonconformance, check_game, playing, telling
from burgrave.core.conformance.findings import require
from burgrave.core.conformance.secrets import check_reveals
from burgrave.core.conformance.sets import notable_values, option_sets
from burgrave.core.conformance.twice import check_uncompiled
from burgrave.core.match import Match
from burgrave.core.position import Position
from burgrave.core.words import LANGUAGES, own_part, words

EXAMINE = """
import dataclasses, json, sys
from pathlib import Path
import burgrave
from burgrave.core.conformance import examine_face, examine_game, fuzz

folder = Path(sys.argv[1])

def examine(name, how, games):
    if how == "face":
        return examine_face(name)
    if how == "fuzz":
        return list(fuzz(name, games=games))[-1]
    return examine_game(name, games=games, face=how == "all", folder=folder / "found")

said = {}
for name, how, games in json.loads(sys.stdin.read()):
    tally = examine(name, how, games)
    told = [
        {**dataclasses.asdict(finding), "path": str(finding.path), "told": str(finding)} for finding in tally.findings
    ]
    for finding in told:
        if finding["path"] != "None":
            finding["loaded"] = burgrave.load(finding["path"]).text()
    said[name] = {"games": tally.games, "findings": told, "notices": tally.notices}
(folder / "said.part").write_text(json.dumps(said))
(folder / "said.part").rename(folder / "said")
"""


@dataclass
class Planted:
    """What is changed in Hoard, how it is examined, and what the suite must say (nothing, if that is "")."""

    says: str
    edits: tuple[Edit, ...] = ()
    without: tuple[str, ...] = ()
    how: str = "rules"
    games: int | None = 2


def entry(key: str, text: str) -> str:
    """An entry of a catalogue."""
    return f'msgid "{key}"\nmsgstr "{text}"\n'


def untold(key: str, english: str, polish: str) -> tuple[Edit, ...]:
    """Neither language has this sentence."""
    return ("words/en.po", entry(key, english), ""), ("words/pl.po", entry(key, polish), "")


RULES = {
    "mask_hides_nothing": Planted(
        r"view tells .* a secret: 'deal 1' and 'deal 2' both read 'deal \?', but show another 'card'",
        (("hidden.py", "if other != seat:", "if other == seat and other != seat:"),),
    ),
    "mask_shows_marks": Planted(
        r"view tells .* a secret: 'mark \d' and 'mark \d' both read 'mark \?', but show another 'mark'",
        (("hidden.py", "if s.mark[other] != NONE:", "if s.mark[other] != NONE and other > s.players:"),),
    ),
    "mask_shows_marks_while_the_die_rolls": Planted(
        r"view tells .* a secret: after another course of the game that reads the same it shows another 'mark'",
        (("hidden.py", "if s.mark[other] != NONE:", "if s.mark[other] != NONE and s.point != Point.THROW:"),),
        games=6,
    ),
    "log_shows_cards": Planted("the log tells .* a secret", (("moves.py", ', read_by="read_by_its_owner"', ""),)),
    "nobody_wins": Planted(
        "the game is over and nobody has won", (("turn.py", "s.winners |= 1 << seat", "s.winners |= 0"),)
    ),
    "nobody_may_win": Planted(
        "",
        (
            ("turn.py", "s.winners |= 1 << seat", "s.winners |= 0"),
            ("__init__.py", "minutes=(2, 5),", "minutes=(2, 5),\n    may_end_without_winner=True,"),
        ),
    ),
    "effects_tell_a_coin_too_many": Planted(
        r"the effects tell \+2 coins for p\d, which changed by \+1",
        (("effects.py", 'gain("coins", seat, coins, target', 'gain("coins", seat, coins + 1, target'),),
    ),
    "effects_forget_points": Planted(
        r"the effects tell \+0 points for p\d, which changed by",
        (("effects.py", "    yield from points_by_source(before, after)\n", ""),),
    ),
    "effects_count_what_is_not_declared": Planted(
        "an effect counts 'coins', which is not among the game's STOCKS",
        (("effects.py", 'STOCKS = {"coins": lambda s: s.taken}', "STOCKS = {}"),),
    ),
    "effects_belong_to_nobody": Planted(
        "the effect 'gain.coins' changes a stock of nobody",
        (("effects.py", 'gain("coins", seat, coins', 'gain("coins", None, coins'),),
    ),
    "effects_count_in_numpy": Planted(
        "the effect 'gain.coins' has a number that is no plain int",
        (
            (
                "effects.py",
                "int(after.s.taken[seat]) - int(before.s.taken[seat])",
                "after.s.taken[seat] - before.s.taken[seat]",
            ),
        ),
    ),
    "effects_remember_more_than_two_views": Planted(
        "the effects tell .* a secret",
        (
            ("effects.py", "import ending, gain", "import Effect, ending, gain"),
            ("effects.py", 'ICONS = {"coins": "hoard-coin"}', 'ICONS = {"coins": "hoard-coin"}\nASKED: list[int] = []'),
            (
                "effects.py",
                "    yield from ending(before, after)\n",
                "    ASKED.append(1)\n    yield Effect('asked', amount=len(ASKED))\n",
            ),
        ),
    ),
    "strangers_win": Planted(
        r"the winners \(32\) are not seats", (("turn.py", "s.winners |= 1 << seat", "s.winners = 1 << 5"),)
    ),
    "value_is_no_number": Planted("`value` is not a finite number", (("evaluation.py", "0.5 *", 'float("inf") *'),)),
    "fill_forgets_how_many_cards_there_are": Planted(
        r"samples for .* are biased: 'card\[\d\]' is \d in \d+ of \d+, and should be in about \d+",
        (("hidden.py", "s.card[other] = drawn(dice, w.counts)", "s.card[other] = 1 + below(dice, CARDS)"),),
    ),
    "fill_favours_a_card_once_people_play": Planted(
        r"samples for .* are biased: 'card\[\d\]' is 1",
        (
            (
                "hidden.py",
                "w.counts[card] = copies_left(s, card)",
                "w.counts[card] = copies_left(s, card) * (5 if card == 1 and s.point != Point.DEAL else 1)",
            ),
        ),
        games=None,
    ),
    "fill_deals_too_many": Planted(
        "check refuses a sample for .*: there are more cards of a kind",
        (("hidden.py", "s.card[other] = drawn(dice, w.counts)", "s.card[other] = 3"),),
    ),
    "reason_beyond_the_list_for_one_pair_of_options": Planted(
        r"'take 1 2' is refused for reason 9, but the last of the list is 4",
        (
            (
                "turn.py",
                "return Reason.TOO_FEW_COINS if count > s.chest[chest]",
                "return (9 if s.deck == 1 and s.coins == 1 else 3) if count > s.chest[chest]",
            ),
        ),
        games=None,
    ),
    "a_rule_fails": Planted(
        r"IndexError: .* \(turn\.py:\d+\)",
        (("turn.py", "s.emptied_by[chest] = 1 + seat", "s.emptied_by[chest + 9] = 1 + seat"),),
    ),
    "start_fails": Planted(
        r"IndexError: .* \(setup\.py:\d+\)", (("setup.py", "s.chest[chest] = s.coins", "s.chest[chest + 9] = s.coins"),)
    ),
    "a_coin_too_many": Planted(
        "check refuses a reachable position: the coins of chests and seats do not add up",
        (("turn.py", "s.taken[seat] += count", "s.taken[seat] += count + 1"),),
    ),
    "the_end_tells_nothing": Planted(
        "tells its player something new, and `reveals` denies it",
        (("hidden.py", "return after.point == Point.OVER", "return False"),),
    ),
    "fuzzing_finds_it_too": Planted(
        "the game is over and nobody has won",
        (("turn.py", "s.winners |= 1 << seat", "s.winners |= 0"),),
        how="fuzz",
    ),
}

WORDS = {
    "label_missing_in_polish": Planted(
        r"words/pl\.po: no 'label\.mark'", (("words/pl.po", entry("label.mark", "Oznacz skrzynię {0}"), ""),)
    ),
    "label_missing": Planted(r"words/en\.po: no 'label\.throw'", untold("label.throw", "Throw the die", "Rzuć kostką")),
    "log_missing": Planted(
        r"words/pl\.po: no 'log\.throw'", untold("log.throw", "{who} throws the die.", "{who} rzuca kostką.")
    ),
    "prompt_missing": Planted(
        r"words/en\.po: no 'prompt\.throw'", untold("prompt.throw", "The die is thrown", "Kostka się toczy")
    ),
    "explains_some_decisions_only": Planted(
        r"words/en\.po: no 'explain\.take'",
        tuple(
            (f"words/{language}.po", 'msgid "tagline"', f'{entry("explain.mark", "Mark. It counts.")}\nmsgid "tagline"')
            for language in LANGUAGES
        ),
    ),
    "reason_missing": Planted(
        r"words/en\.po: no 'reason\.mark_first'",
        untold("reason.mark_first", "First everybody marks a chest.", "Najpierw każdy oznacza skrzynię."),
    ),
    "score_part_missing": Planted("no words for 'score.mark'", untold("score.mark", "Mark", "Znak")),
    "option_missing": Planted(
        r"words/en\.po: no 'option\.deck\.even'", untold("option.deck.even", "as many of each", "po tyle samo")
    ),
    "hidden_word_missing": Planted(r"words/en\.po: no 'arg\.hidden'", untold("arg.hidden", "face down", "w ukryciu")),
    "other_placeholders": Planted(
        r"words/pl\.po:\d+: label\.take: other placeholders than in en",
        (("words/pl.po", "Weź {1} ze skrzyni {0}", "Weź {1} ze skrzyni"),),
    ),
    "placeholder_for_no_argument": Planted(
        r"words/en\.po:\d+: label\.mark: KeyError: .* nothing given for",
        (
            ("words/en.po", "Mark chest {0}", "Mark chest {1}"),
            ("words/pl.po", "Oznacz skrzynię {0}", "Oznacz skrzynię {1}"),
        ),
    ),
    "plural_form_missing": Planted(
        r"words/pl\.po:\d+: has: the sentence, or one of its forms, is empty",
        (("words/pl.po", 'msgstr[2] "{who} ma {n} monet."\n', ""),),
    ),
    "string_not_closed": Planted(
        r"words/en\.po:8: a string is not closed", (("words/en.po", 'msgstr "Hoard"', 'msgstr "Hoard'),)
    ),
    "quotation_mark_inside": Planted(
        r"words/en\.po:8: a quotation mark inside a string needs a \\ before it",
        (("words/en.po", 'msgstr "Hoard"', 'msgstr "The "Hoard""'),),
    ),
    "sentence_without_an_end": Planted(
        r"words/pl\.po:\d+: label\.take: .* cannot be filled in", (("words/pl.po", "Weź {1} ze", "Weź {1 ze"),)
    ),
    "key_without_a_sentence": Planted(
        r"words/en\.po:7: 'title' has no msgstr", (("words/en.po", 'msgstr "Hoard"\n', ""),)
    ),
    "key_twice": Planted(
        r"words/en\.po:\d+: 'title' stands in line 7 already",
        (("words/en.po", 'msgid "tagline"', entry("title", "Trove") + '\nmsgid "tagline"'),),
    ),
    "log_without_a_capital": Planted(
        r"words/en\.po:\d+: log\.deal: .* does not begin with a capital letter",
        (("words/en.po", "A card is dealt", "a card is dealt"),),
    ),
}

PICTURES = {
    "site_not_drawn": Planted(
        r"'\w+ 1[ \d]*' needs a click on 'chest-1', which is not drawn",
        (("drawing.py", "            for chest in chests\n", "            for chest in chests[1:]\n"),),
    ),
    "malformed": Planted("the picture is malformed: mismatched tag", (("drawing.py", "{pile}</g>", "{pile}"),)),
    "name_not_escaped": Planted(
        "the picture is malformed", (("drawing.py", "body = kit.named(", "body = f'<g id=\"{name}\"/>' + kit.named("),)
    ),
    "style": Planted("the picture has 'style='", (("drawing.py", '<g id="pile-', '<g style="fill:red" id="pile-'),)),
    "script": Planted("the picture has 'onclick='", (("drawing.py", '<g id="pile-', '<g onclick="f()" id="pile-'),)),
    "thing_from_elsewhere": Planted(
        "the picture has 'href=\"'",
        (("drawing.py", "{pile}</g>", '{pile}<image href="https://example.org/coin.png"/></g>'),),
    ),
    "changing_ground": Planted(
        "in the picture the ground changed while people played",
        (("drawing.py", "80, 90, kit.PAPER)", "80, 90, kit.PAPER if view.s.chest[chest] else kit.EDGE)"),),
    ),
    "changing_symbols": Planted(
        "in the picture the symbols changed while people played",
        (("drawing.py", "symbols=SYMBOLS,", "symbols=SYMBOLS + '<!-- -->' * int(view.s.chest[1]),"),),
    ),
    "unknown_symbol": Planted(
        "the picture uses 'pictures_unknown_symbol-gem', which is not defined",
        (("drawing.py", 'kit.use("hoard-coin", 12', 'kit.use("hoard-gem", 12'),),
    ),
    "icon_that_nobody_draws": Planted(
        "the icon 'pictures_icon_that_nobody_draws-purse' of an effect is not among the symbols",
        (("effects.py", "hoard-coin", "hoard-purse"),),
    ),
    "id_twice": Planted("4 things in the picture have the id 'pile'", (("drawing.py", "pile-{chest}", "pile"),)),
    "symbol_of_nobody": Planted(
        "the id of the symbol 'coin' does not begin with 'pictures_symbol_of_nobody-'",
        (("drawing.py", '"hoard-coin"', '"coin"'),),
    ),
    "site_without_a_name": Planted(
        "the site 'chest-1' has no name", (("drawing.py", 'say("chest", number=chest), (', '"", ('),)
    ),
    "figures_missing": Planted(
        "the figures are not one panel for each seat",
        (("drawing.py", "for seat in range(view.game.players)),", "for seat in range(1)),"),),
    ),
    "figures_too_large": Planted(
        r"the figures 'figures-0' are larger than 170 x 44", (("drawing.py", "name, 170, 26,", "name, 170, 60,"),)
    ),
    "draw_fails": Planted(
        r"KeyError: .* no words for 'purse' .* \(drawing\.py:\d+\)", (("drawing.py", 'say("hand")', 'say("purse")'),)
    ),
    "describe_fails": Planted(
        r"IndexError: .* \(__init__\.py:\d+\)",
        (("words/__init__.py", "range(1, CHESTS + 1)", "range(1, CHESTS + 2)"),),
    ),
    "describe_says_little": Planted(
        "the position in words has fewer than two lines", (("words/__init__.py", '"\\n".join', '" ".join'),)
    ),
    "points_do_not_add_up": Planted(
        "the points by source do not add up", (("words/__init__.py", '"card": 0 if card == HIDDEN else card,', ""),)
    ),
    "no_such_panel": Planted(
        r"guide/en\.md: the picture 'panel/purse\?seat=0&seed=3': ValueError",
        (("guide/en.md", "panel/hand", "panel/purse"), ("guide/pl.md", "panel/hand", "panel/purse")),
    ),
    "no_such_symbol": Planted(
        "guide/pl.md: the picture 'symbol/pictures_no_such_symbol-gem': it uses 'pictures_no_such_symbol-gem'",
        (("guide/en.md", "symbol/hoard-coin", "symbol/hoard-gem"), ("guide/pl.md", "hoard-coin", "hoard-gem")),
    ),
    "other_guide_pictures": Planted(
        r"guide/pl\.md has other pictures than guide/en\.md", (("guide/pl.md", "board?players=3", "board?players=2"),)
    ),
}

PARTIAL = {
    "sound": Planted("", how="all", games=None),
    "without_polish": Planted("", without=("words/pl.po", "guide/pl.md"), how="all"),
    "without_describing": Planted("", without=("words/__init__.py",), how="all"),
    "without_a_face": Planted("", without=("words", "guide", "drawing.py", "evaluation.py", "checking.py"), how="all"),
    "without_drawing": Planted("", without=("drawing.py", "guide"), how="all"),
}

for planted in (*WORDS.values(), *PICTURES.values()):
    planted.how = "face"

GROUPS = {"rules": RULES, "words": WORDS, "pictures": PICTURES, "partial": PARTIAL}
ALL = {f"{group}_{name}": planted for group, some in GROUPS.items() for name, planted in some.items()}


@pytest.fixture(scope="module")
def examined(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What the suite says of every planted fault: found once, whichever worker of several comes first."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "planted"
    try:
        folder.mkdir()
    except FileExistsError:
        wait_until((folder / "said").exists, patience=10 * PATIENCE)
        return dict(json.loads((folder / "said").read_text()))
    for name, planted in ALL.items():
        build_hoard(folder, name, planted.edits, planted.without)
    paths = os.pathsep.join((str(folder), *(path for path in sys.path if path)))
    done = subprocess.run(
        [sys.executable, "-c", EXAMINE, str(folder)],
        input=json.dumps([(name, planted.how, planted.games) for name, planted in ALL.items()]),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said: dict[str, dict[str, Any]] = json.loads((folder / "said").read_text())
    return said


def complaints(said: dict[str, Any]) -> str:
    return "\n".join(finding["complaint"] for finding in said["findings"])


@pytest.mark.parametrize("name", [name for name in ALL if ALL[name].says])
def test_a_planted_fault_is_found(examined, name):
    assert re.search(ALL[name].says, complaints(examined[name])), complaints(examined[name])


@pytest.mark.parametrize("name", [name for name in ALL if not ALL[name].says])
def test_nothing_is_found_where_nothing_is_wrong(examined, name):
    assert complaints(examined[name]) == ""


def test_a_game_with_everything_gets_no_notice(examined):
    assert examined["partial_sound"]["notices"] == []


def test_what_a_game_may_lack_is_only_noticed(examined):
    assert examined["partial_without_polish"]["notices"] == ["there is no words/pl.po", "there is no guide/pl.md"]
    lacks = "\n".join(examined["partial_without_a_face"]["notices"])
    assert all(f"there is no {part!r}" in lacks for part in ("draw", "describe", "score_parts"))
    assert "there is no guide/en.md" in lacks


CATAN = registry.spec("catan")


@pytest.fixture
def a_trade(monkeypatch) -> tuple[Match, int]:
    """A recorded trade of Catan, of which nothing has been put into words yet."""
    monkeypatch.setattr(telling, "SAID", set())
    match = burgrave.load(Path(__file__).parents[1] / "records" / "catan-with-trade.txt")
    return match, 1 + next(number for number, text in enumerate(match.log) if text.startswith("deal"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_effect_of_our_games_without_words_in_one_language_is_found(a_trade, monkeypatch, language):
    telling.check_effects(*a_trade, None)  # type: ignore[call-arg]
    telling.SAID.clear()
    monkeypatch.delitem(words(CATAN.package, language).sentences, "effect.gives")
    with pytest.raises(Nonconformance, match=f"no words for 'effect.gives' in {language}"):
        telling.check_effects(*a_trade, None)  # type: ignore[call-arg]


def test_an_effect_of_our_games_without_an_icon_is_found(a_trade, monkeypatch):
    monkeypatch.delitem(own_part(CATAN.package, "effects", "ICONS"), "cards")
    with pytest.raises(Nonconformance, match="no icon for the effect 'gives' of"):
        telling.check_effects(*a_trade, None)  # type: ignore[call-arg]


def test_all_pairs_of_option_values_are_played_unless_told_otherwise(examined):
    assert examined["partial_sound"]["games"] == len(option_sets(replace(GAME, name="partial_sound")))
    (found,) = examined["rules_reason_beyond_the_list_for_one_pair_of_options"]["findings"]
    assert re.search(r"^  options: players \d, coins 1,.* deck even$", found["told"], re.MULTILINE)


def test_a_finding_tells_all_that_is_needed_to_see_it_again(examined):
    (found,) = examined["rules_a_coin_too_many"]["findings"]
    told, record = found["told"].splitlines(), found["loaded"]
    moves = [line.replace(": ", " ") for line in record.partition("\n\n")[2].splitlines()]
    assert told[0] == f"rules_a_coin_too_many: {found['complaint']}"
    assert "  options: players 2" in told
    assert f"  seed: {found['seed']}" in told
    assert f"  point: {found['point']}" in told
    assert f"  last moves: {', '.join(moves[-5:])}" in told
    assert f"  record: {found['path']}" in told
    assert Path(found["path"]).read_text() == record + "".join(f"# {line}\n" for line in told[:-1])


def test_what_fails_in_a_game_s_own_code_comes_with_its_traceback(examined):
    (found,) = examined["rules_a_rule_fails"]["findings"]
    assert "Traceback" in found["trace"]
    assert "s.emptied_by[chest + 9] = 1 + seat" in found["trace"]
    assert found["loaded"]


def test_a_fault_in_a_file_needs_no_record(examined):
    (found,) = examined["words_string_not_closed"]["findings"]
    assert (found["record"], found["told"]) == ("", f"words_string_not_closed: {found['complaint']}")


def test_an_outside_game_with_an_action_table_conforms_compiled(tmp_path_factory, monkeypatch):
    folder = tmp_path_factory.mktemp("hoard")
    build_hoard(folder)
    monkeypatch.syspath_prepend(folder)
    registry._found.cache_clear()
    try:
        tally = check_game("hoard", games=6)
        assert (tally.games, tally.notices) == (6, [])
    finally:
        registry._found.cache_clear()


def test_compiled_rules_that_differ_from_uncompiled_ones_are_found(pebbles):
    match = pebbles.match(seed=1)
    match.play("take 2")
    check_uncompiled([match], random.Random(1), count=5)
    after = match.position._records.copy()
    after["left"] += 1
    monkeyed = match.first(len(match.moves))
    monkeyed._positions = monkeyed._positions.first(len(match.moves)).plus(Position(pebbles, after))
    with pytest.raises(Nonconformance, match="uncompiled rules differ: AssertionError: other left at take, 'take 2'"):
        check_uncompiled([monkeyed], random.Random(1), count=5)


def test_a_check_in_a_game_s_own_tests_raises_what_was_found(monkeypatch, pebbles, tmp_path):
    monkeypatch.setattr(playing, "check_winners", lambda match: require(False, "nobody is happy", match))
    with pytest.raises(Nonconformance, match="pebbles: nobody is happy\n  options: players 2") as raised:
        check_game("pebbles", games=2, face=False, folder=tmp_path)
    (found,) = raised.value.findings
    assert burgrave.load(found.path).is_over


@pytest.mark.parametrize("name", burgrave.games())
def test_every_pair_of_values_is_played_unless_the_two_contradict_each_other(name):
    spec, dice = registry.spec(name), random.Random(name)
    choices = {"players": spec.players, **{option.name: notable_values(option) for option in spec.options}}
    sets = [{**{option.name: option.default for option in spec.options}, **chosen} for chosen in option_sets(spec)]
    assert all(spec.conflict(chosen) is None for chosen in sets)
    played = {pair for chosen in sets for pair in combinations([(name, chosen[name]) for name in choices], 2)}
    for one, two in combinations(choices, 2):
        for a, b in product(choices[one], choices[two]):
            if ((one, a), (two, b)) not in played:
                for _ in range(300):
                    any_values = {name: dice.choice(values) for name, values in choices.items()}
                    assert spec.conflict({**any_values, one: a, two: b}) is not None


def test_a_game_that_denies_what_a_move_tells_is_found(monkeypatch):
    """In Burgundy the last secret choice shows its player all the others."""
    game = burgrave.game("burgundy", players=2, choice="secret", estates="sheets")
    match = game.match(seed=1)
    while match.position.play(match.position.moves()[0]).point in ("side", "start"):
        match.play(match.position.moves()[0])
    check_reveals(match, len(match.moves), random.Random(1))
    monkeypatch.setattr(game.rules.parts, "reveals", lambda move, before, after: False)
    with pytest.raises(Nonconformance, match="tells its player something new"):
        check_reveals(match, len(match.moves), random.Random(1))


def test_a_game_whose_undo_hangs_on_a_secret_is_found(monkeypatch):
    """In Amber the others' tiles are hidden."""
    game = burgrave.game("amber", players=2)
    match = game.match(seed=1)
    while match.position.point != "tile":
        match.play(match.position.moves()[0])
    check_reveals(match, len(match.moves), random.Random(1))
    other = 1 - match.position.to_act
    monkeypatch.setattr(game.rules.parts, "reveals", lambda move, before, after: before.hand[other, 0] > 0)
    with pytest.raises(Nonconformance, match="tells its player a secret"):
        check_reveals(match, len(match.moves), random.Random(1))
