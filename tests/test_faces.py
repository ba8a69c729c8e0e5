"""What people see of every game: pictures, words and guides, in every language and at every stage."""

import pytest

import burgrave
from burgrave.core.conformance import examine_face


@pytest.mark.parametrize("name", burgrave.games())
def test_everything_that_people_see_is_sound_and_there_in_every_language(name):
    assert "\n".join(map(str, examine_face(name).findings)) == ""
