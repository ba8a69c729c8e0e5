"""Skills: what each is worth to its player now, and how it is developed."""

from __future__ import annotations

from burgrave.games.hansa.board import ACTIONS, ENDS, SKILL_KIND, SKILL_OF_CITY, SKILL_STEPS, SKILL_VALUE, SKILLS
from burgrave.games.hansa.moves import Reason
from burgrave.games.hansa.state import rule

SKILL_COUNT = len(SKILLS)


@rule
def skill_value(s, seat, skill):
    """The value of a skill is the rightmost uncovered place of its track."""
    return SKILL_VALUE[skill, s.skill_steps[seat, skill]]


@rule
def may_develop(s, seat, skill):
    """A full track cannot be developed any more."""
    return Reason.SKILL_FULL if s.skill_steps[seat, skill] == SKILL_STEPS[skill] else Reason.ALLOWED


@rule
def any_to_develop(s, seat):
    """Whether a track is not full yet."""
    for skill in range(SKILL_COUNT):
        if may_develop(s, seat, skill) == Reason.ALLOWED:
            return True
    return False


@rule
def is_taught_here(s, skill):
    """A route develops the skill of a city at one of its ends."""
    if SKILL_OF_CITY[ENDS[s.route, 0]] == skill or SKILL_OF_CITY[ENDS[s.route, 1]] == skill:
        return Reason.ALLOWED
    return Reason.NO_SKILL_CITY


@rule
def develop(s, seat, skill):
    """The leftmost piece of the track goes to the personal supply; a higher Actions value gives an action at once."""
    before = skill_value(s, seat, skill)
    s.skill_steps[seat, skill] += 1
    s.personal[seat, SKILL_KIND[skill]] += 1
    if skill == ACTIONS and skill_value(s, seat, skill) > before:
        s.actions_left += 1
