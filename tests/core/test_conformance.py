"""The suite every game must pass finds what it is meant to find."""

import random
from itertools import combinations, product

import pytest

import burgrave
from burgrave.core import registry
from burgrave.core.conformance import Nonconformance
from burgrave.core.conformance.secrets import check_reveals
from burgrave.core.conformance.sets import notable_values, option_sets


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
