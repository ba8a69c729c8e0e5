"""Prompts name what can be done now, and nothing else."""

from __future__ import annotations

import re
from importlib import import_module

import pytest
from playing import recorded, records_of

from burgrave.core.words import LANGUAGES, capital, words

POINTS = {"barony": ("turn",), "burgundy": ("action", "castle"), "catan": ("main",), "hansa": ("turn",)}
BETWEEN = re.compile(r", | or | albo |: ")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", POINTS)
def test_a_prompt_names_the_kinds_of_moves_that_are_legal_and_no_others(game, language):
    actions = import_module(f"burgrave.games.{game}.words").ACTIONS
    say, named = words(f"burgrave.games.{game}", language), set()
    for name in records_of(game):
        for position in recorded(name).positions[::5]:
            if position.to_act is None or position.to_act < 0 or position.point not in POINTS[game]:
                continue
            verbs = {move.verb for move in position.moves()}
            said = BETWEEN.split(position.view(position.to_act).prompt(language))
            for kind, of in actions.items():
                phrase = say(f"do.{kind}")
                told = phrase in said or capital(phrase) in said
                only = len([k for k in actions if verbs & set(actions[k])]) == 1
                if not (only and kind in ("pass", "end")) and not (game == "hansa" and not position.s.actions_left):
                    assert told == bool(verbs & set(of)), (position, said)
                named |= {kind} if told else set()
    assert len(named) >= len(actions) - 2
