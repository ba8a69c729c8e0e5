"""What people see of every game: pictures, words and guides, in every language and at every stage."""

import re

import pytest

import burgrave
from burgrave.core.conformance import examine_face


@pytest.mark.parametrize("name", burgrave.games())
def test_everything_that_people_see_is_sound_and_there_in_every_language(name):
    assert "\n".join(map(str, examine_face(name).findings)) == ""


@pytest.mark.parametrize("name", burgrave.games())
def test_a_picture_puts_everything_near_its_board_and_leaves_no_strip_of_it_empty(name):
    match = burgrave.game(name).match(seed=7)
    head = match.view(match.position.to_act if match.position.to_act >= 0 else 0).svg().partition(">")[0]
    width, height = map(float, re.search(r'viewBox="0 0 (\S+) (\S+)"', head).groups())
    assert width < 1.7 * height
