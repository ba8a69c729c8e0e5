"""Ratings: what a rated game tells about how strong people and bots are, by openskill's Plackett-Luce."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from burgrave.bots.level_ratings import level_ratings
from burgrave.server.store.ratings import BOT, SURE, RatedGame, Skill, Step

FIRST = Skill(25.0, 25.0 / 3)
"""What is known of a person who has not played."""
LEAST_OFF = 2.0
"""The levels of bots were measured against each other; how they do against people is not surer than that."""
MIDDLE, SPREAD = 1500, 40.0
"""A rating is told as a number around this, so many for each point of openskill's."""


def places(scores: Sequence[int], winners: Collection[int], forfeited: Collection[int]) -> tuple[int, ...]:
    """Everybody's place, from 0: winners first, then by points, who has given up last; equals share one."""

    def key(seat: int) -> tuple[int, int]:
        if seat in winners:
            return 0, 0
        return (2, 0) if seat in forfeited else (1, -scores[seat])

    keys = [key(seat) for seat in range(len(scores))]
    return tuple(sum(other < own for other in keys) for own in keys)


def first(who: str, game: str) -> Skill:
    """What is known of somebody before the first rated game: of a bot's level what was measured."""
    measured = level_ratings(game).get(who.removeprefix(BOT)) if who.startswith(BOT) else None
    return Skill(measured.mean, max(measured.deviation, LEAST_OFF)) if measured else FIRST


def fold(games: Sequence[RatedGame], known: Mapping[str, Skill]) -> list[Step]:
    """What games one after the other make of ratings: a step for every seat.

    Several seats of one bot level each play with its rating, and it takes the mean of what they became.
    """
    from openskill.models import PlackettLuce

    model, skills, steps = PlackettLuce(), dict(known), list[Step]()
    for game in games:
        before = [skills.get(who) or first(who, game.game) for who in game.people]
        teams = [[model.rating(mu=skill.mean, sigma=skill.deviation)] for skill in before]
        rated = [team[0] for team in model.rate(teams, ranks=[float(place) for place in game.places])]
        for who in dict.fromkeys(game.people):
            seats = [seat for seat, other in enumerate(game.people) if other == who]
            mean = sum(float(rated[seat].mu) for seat in seats) / len(seats)
            skills[who] = Skill(mean, sum(float(rated[seat].sigma) for seat in seats) / len(seats))
        steps += [
            Step(game.table_id, seat, game.game, game.at, who, game.places[seat], skills[who])
            for seat, who in enumerate(game.people)
        ]
    return steps


def shown(skill: Skill) -> tuple[int, int]:
    """A rating as people read it, and how far off it can be."""
    return round(MIDDLE + SPREAD * (skill.mean - FIRST.mean)), round(SURE * SPREAD * skill.deviation)
