"""Nothing is hidden, and a position that no game can reach is refused."""

import random

import pytest
from barony_table import Baron, table
from playing import at, changed, play

import burgrave

SAMPLE = """
chance tile field field field | tile mountain mountain plain | tile mountain plain forest | tile forest forest lake
chance tile forest mountain mountain | tile field field field | tile mountain mountain mountain
chance tile field forest mountain | tile plain forest lake | tile plain plain field | tile forest forest forest
chance tile lake plain plain | tile plain lake field | tile mountain field field | tile mountain forest lake
chance tile field field lake | tile plain forest field | tile plain plain plain
p0 place 46
p1 place 38 | place 13 | place 15
p0 place 24 | place 43 | move 24 31 | move 46 47
p1 move 38 37 | move 15 8
p0 village 31 | village 47 | done
p1 village 8 | village 37 | done
p0 move 43 37 | done
p1 move 13 7 | done
p0 recruit 24 3
p1 village 7 | done
p0 move 24 16 | move 24 17
p1 recruit 38 3
p0 move 24 23 | done
p1 move 38 31 | move 38 31 | take plain
p0 recruit 24 3
p1 pay plain | pay plain | pay plain
p0 move 17 10 | move 24 17
p1 move 38 45 | done
p0 village 10 | village 16 | village 17 | village 23 | done
p1 village 31 | village 45 | done
p0 pay plain | pay plain | pay field | pay forest
p1 recruit 38 3
p0 city 10
"""


def sample_moves():
    for line in SAMPLE.strip().splitlines():
        who, rest = line.split(" ", 1)
        for text in rest.split(" | "):
            yield who, text


def test_the_sample_game_plays_as_written():
    match = burgrave.game("barony", players=2).match(chance="manual")
    for who, text in sample_moves():
        actor = "chance" if match.position.to_act == burgrave.CHANCE else f"p{match.position.to_act}"
        assert actor == who
        match.play(text)
    assert (match.position.point, match.position.to_act, match.position.s.round_number) == ("turn", 1, 11)
    assert match.position.scores == (25, 23)


def stages():
    """A random game of three players at every tenth move."""
    luck = random.Random(7)
    match = burgrave.game("barony", players=3, token_supply="limited_per_type", max_rounds=40).match(seed=7)
    while not match.is_over:
        if len(match.log) % 10 == 0:
            yield match
        match.play(luck.choice(match.position.moves()))
    yield match


def test_every_seat_and_a_spectator_see_the_whole_position():
    for match in stages():
        for seat in (None, 0, 1, 2):
            view = match.view(seat)
            assert view.fields == match.position.fields
            assert view.sample(1) == match.position


def test_everybody_reads_every_move_as_it_was_made():
    *_, match = stages()
    for seat in (None, 0, 1, 2):
        assert match.log_for(seat) == match.log


def test_a_move_can_be_taken_back_until_somebody_else_has_moved():
    match = burgrave.game("barony", players=2).match(seed=1)
    before = match.position
    match.play(before.moves()[0])
    assert match.undo() == before


def test_every_position_of_a_game_is_sound():
    for match in stages():
        game = match.game
        assert game.position(match.position.to_json()) == match.position


TAKING = (Baron(knights=[24, 31], villages=[53]), Baron(villages=[31], tokens={"plain": 1}))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"knights": at(24, 0, value=2)}, "p0 has 8 pieces of the kind knight, not 7"),
        ({"reserve": at(1, 1, value=12)}, "p1 has 13 pieces of the kind village, not 14"),
        ({"buildings": at(53, value=-1)}, "every building has an owner, and nothing else has one"),
        ({"buildings": at(53, value=3)}, "p0 has 13 pieces of the kind village, not 14"),
        ({"buildings": at(53, value=7)}, "buildings are villages, strongholds and cities"),
        ({"owners": at(53, value=2)}, "owners is out of range"),
        ({"terrain": at(5, value=4)}, "no tile fits the terrains of socket 3"),
        ({"tiles_left": at(0, value=1)}, "the tiles on the board and in the box are not the 36 tiles"),
        ({"terrain": at(60, value=1)}, "terrain has something beyond the board"),
        ({"knights": at(60, 0, value=1)}, "there are knights beyond the board"),
        ({"knights": at(24, 3, value=1)}, "there are knights of a seat that nobody holds"),
        ({"tokens": at(3, 0, value=1)}, "tokens has something for a seat that nobody holds"),
        ({"tokens": at(0, 0, value=-1)}, "tokens is out of range"),
        ({"title": at(0, value=5)}, "title is out of range"),
        ({"title": at(1, value=4)}, "last_round does not fit the titles and the round"),
        ({"title": at(1, value=4), "last_round": 1}, "a duke has no further turn"),
        ({"last_round": 1}, "last_round does not fit the titles and the round"),
        ({"new_cities": at(0, value=1)}, "new_cities of p0 does not fit its cities"),
        ({"round_number": 0}, "the round is out of range"),
        ({"round_number": 1, "title": at(0, value=1)}, "p0 has more titles, new cities and expeditions than turns"),
        ({"round_number": 501}, "the round is out of range"),
        ({"to_act": 1}, "the seat whose turn it is acts"),
        ({"turn_of": -1}, "the seat whose turn it is acts"),
        ({"next_socket": 3}, "socket 3 is not laid yet"),
        ({"placements_left": 1}, "the starting cities come before the first round"),
        ({"knights_moved": 1}, "knights_moved does not fit the decision point"),
        ({"first_knight_at": 31}, "first_knight_at does not fit knights_moved"),
        ({"robbed": 1}, "somebody is robbed exactly while a token is to be taken"),
        ({"paid": at(0, value=1)}, "tokens are paid for a title only"),
        ({"pool": at(0, value=3)}, "an unlimited pool is not counted"),
        ({"winners": 1}, "winners does not fit the scores"),
        ({"point": 7}, "nobody acts when the game is over"),
        ({"point": 3}, "knights_moved does not fit the decision point"),
        ({"point": 6}, "tokens are paid for a title only"),
    ],
)
def test_a_damaged_position_is_refused(change, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}"):
        changed(table(*TAKING), **change)


def test_pieces_cannot_share_what_the_rules_keep_apart():
    with pytest.raises(ValueError, match="more than one piece each"):
        table(Baron(knights=[31]), Baron(knights=[31, 31]))
    with pytest.raises(ValueError, match="share the mountain 23"):
        table(Baron(knights=[23]), Baron(knights=[23]))
    with pytest.raises(ValueError, match="share the city or stronghold 31"):
        table(Baron(knights=[31]), Baron(strongholds=[31]))
    with pytest.raises(ValueError, match="no land"):
        table(Baron(knights=[25]))
    with pytest.raises(ValueError, match="a city on the forest 52"):
        table(Baron(new_cities=[52]))
    with pytest.raises(ValueError, match="a city next to the city"):
        table(Baron(new_cities=[39]))


def test_the_action_under_way_must_be_possible():
    taking = play(table(*TAKING), "move 24 31")
    assert taking.point == "take"
    with pytest.raises(ValueError, match="who holds no token is not robbed"):
        changed(taking, tokens=at(1, 3, value=0))
    with pytest.raises(ValueError, match="nobody robs himself"):
        changed(taking, robbed=0, tokens=at(0, 3, value=1))
    with pytest.raises(ValueError, match="the first knight is not where it went"):
        changed(taking, first_knight_at=16)
    paying = table(Baron(tokens={"plain": 3})).play("pay plain")
    with pytest.raises(ValueError, match="the payment cannot be completed"):
        changed(paying, tokens=at(0, 3, value=1))
    with pytest.raises(ValueError, match="the title is paid already"):
        changed(paying, paid=at(3, value=3))


def test_a_limited_supply_is_conserved():
    position = table(Baron(tokens={"plain": 3}), token_supply="limited_per_type")
    with pytest.raises(ValueError, match="there are 21 plain tokens, not 20"):
        changed(position, pool=at(3, value=18))
