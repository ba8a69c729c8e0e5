"""What the log tells of Barony's moves."""

from barony_table import Baron, next_to, table
from playing import brings, effects_of


def test_a_combat_tells_what_is_destroyed_and_for_whom():
    here, there = 20, next_to(2, 20)[0]
    position = table(Baron(knights=[here, there]), Baron(villages=[there], tokens={"plain": 1}))
    told = brings(position, f"move {here} {there}")
    assert told == ["Ada destroys a village of Bea."]
    assert brings(position, f"move {here} {there}", language="pl") == ["Ada niszczy wioskę gracza Bea."]
    flying = [effect for effect in effects_of(position, f"move {here} {there}") if effect.kind == "knight"]
    assert [(effect.source, effect.target) for effect in flying] == [(f"h{here}", f"h{there}")]


def test_a_token_that_is_taken_says_from_whom():
    here, there = 20, next_to(2, 20)[0]
    position = table(Baron(knights=[here, there]), Baron(villages=[there], tokens={"plain": 1}))
    assert brings(position.play(f"move {here} {there}"), "take plain") == ["Ada takes a token from Bea: plain."]


def test_a_village_earns_the_token_of_its_land():
    position = table(Baron(knights=[20]))
    (text,) = [move.text for move in position.moves() if move.text == "village 20"]
    assert any(line.startswith("Ada earns 1 ") for line in brings(position, text))


def test_the_last_token_brings_the_title_and_its_points():
    position = table(Baron(tokens={"plain": 3}))
    paid = position.play("pay plain").play("pay plain")
    assert brings(paid, "pay plain") == [
        "Ada pays 1 plain token.",
        "Ada becomes a viscount.",
        "Ada scores 15 points: noble titles.",
    ]
