"""A seat of a game in words, for players who read and write: the position, moves with labels, what happened."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from burgrave.core.errors import IllegalMove, UnknownMove
from burgrave.core.given import whole
from burgrave.core.story import Reader, told
from burgrave.core.words import label_in, outcome
from burgrave.envs.observing import check_rewards, final_rewards, make, shared_scores

if TYPE_CHECKING:
    from burgrave.bots import Bot
    from burgrave.core.game import Game
    from burgrave.core.match import Match

LONGEST_LIST = 400
"""More moves than these are not listed one by one; any legal one can still be played."""


class TextEnv:
    """One seat of a game; an observation and an action are texts, and bots play the other seats.

    A move that is not allowed changes nothing: the observation says which rule forbids it, and the seat decides again.
    What the seat may not know is in no text.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        seat: int | str = 0,
        opponents: str | Sequence[str] = "random",
        rewards: str = "win",
        language: str = "en",
        names: Sequence[str] | None = None,
        **options: Any,
    ) -> None:
        from burgrave.bots import described
        from burgrave.core.words import LANGUAGES

        self.game = make(game, options)
        if language not in LANGUAGES:
            raise ValueError(f"language cannot be {language!r}; valid: {', '.join(LANGUAGES)}")
        if seat != "random" and (isinstance(seat, str) or self.game.check_seat(seat) is None):
            raise ValueError(f"the own seat is a number from 0 to {self.game.players - 1} or 'random', not {seat!r}")
        several = [opponents] * (self.game.players - 1) if isinstance(opponents, str) else list(opponents)
        if len(several) != self.game.players - 1:
            raise ValueError(f"{self.game.players} seats take {self.game.players - 1} opponents, not {len(several)}")
        for one in several:
            described(one)
        self._wanted, self._opponents, self.language, self.names = seat, several, language, names
        self._kind = check_rewards(rewards)
        self._match: Match | None = None
        self._bots: dict[int, Bot] = {}
        self._closed = False

    @property
    def match(self) -> Match:
        """The match being played, with everything in it."""
        if self._match is None:
            raise ValueError("it has not begun: call reset() first")
        return self._match

    def close(self) -> None:
        """Let opponents go that are programs of their own; a closed environment plays no more."""
        self._let_bots_go()
        self._closed = True

    def _let_bots_go(self) -> None:
        from burgrave.bots import dismissed

        dismissed(list(self._bots.values()))
        self._bots = {}

    def _check_open(self) -> None:
        if self._closed:
            raise ValueError("this environment is closed")

    def reset(self, seed: int | None = None) -> tuple[str, dict[str, Any]]:
        """Begin a new game; the same seed gives the same game and the same opponents."""
        from burgrave.bots import make_bot

        self._check_open()
        episode = (
            random.SystemRandom().getrandbits(62) if seed is None else whole(seed, "the seed of a text environment")
        )
        players = self.game.players
        self.seat = random.Random(episode).randrange(players) if self._wanted == "random" else int(self._wanted)
        self._let_bots_go()
        for place, text in enumerate(self._opponents):
            other = (self.seat + 1 + place) % players
            self._bots[other] = make_bot(text, self.game, f"{episode} {other}")
        self._match = self.game.match(seed=episode, names=self.names)
        self._told = 0
        self._let_others_play()
        return self._observation(), self._info()

    def _let_others_play(self) -> None:
        while (seat := self.match.position.to_act) is not None and seat != self.seat:
            self.match.play(self._bots[seat].choose(self.match.view(seat)))

    def step(self, move: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Play a move by its text (or its number in the list), then the others', up to the next own decision."""
        self._check_open()
        match = self.match
        if match.is_over:
            raise ValueError("the episode is over: call reset()")
        points = shared_scores(match.position)[self.seat]
        try:
            match.play(self._meant(move))
        except (IllegalMove, UnknownMove) as error:
            sentence = error.sentences.get(self.language, str(error)) if isinstance(error, IllegalMove) else str(error)
            return sentence, 0.0, False, False, self._info() | {"illegal": sentence}
        self._let_others_play()
        position, reward = match.position, 0.0
        if self._kind == "score_gain":
            reward = float(shared_scores(position)[self.seat] - points)
        elif match.is_over:
            reward = final_rewards(self.game.players, position.winners, position.scores, self._kind)[self.seat]
        return self._observation(), reward, match.is_over, False, self._info()

    def _meant(self, move: str) -> str:
        """The text of a move that may be given by its number in the list, as `#3`."""
        if not isinstance(move, str):
            raise ValueError(f"a move is a text, or its number in the list as '#3', not {move!r}")
        moves = self.match.view(self.seat).moves()
        number = move.strip().removeprefix("#")
        if move.strip().startswith("#") and number.isdecimal() and 1 <= int(number) <= len(moves):
            return moves[int(number) - 1].text
        return move

    def happened(self) -> list[str]:
        """What has happened since it was last told, sentence by sentence, as the seat may read it."""
        match, reader = self.match, Reader(self.seat)
        lines = [
            line
            for number in range(self._told + 1, match.length + 1)
            for line in told(match, number, reader, self.language).lines
        ]
        self._told = match.length
        return lines

    def moves(self) -> list[tuple[str, str]]:
        """The legal moves: each one's text and what it means."""
        view = self.match.view(self.seat)
        return [(move.text, label_in(view, move, self.language)) for move in view.moves()]

    def _observation(self) -> str:
        view = self.match.view(self.seat)
        parts = ["\n".join(self.happened()), view.describe(self.language)]
        if self.match.is_over:
            parts.append(outcome(view, self.language))
        else:
            moves = self.moves()
            listed = [f"#{k}  {text}  ({label})" for k, (text, label) in enumerate(moves[:LONGEST_LIST], 1)]
            if len(moves) > LONGEST_LIST:
                listed.append(f"… {len(moves) - LONGEST_LIST}")
            parts += [view.prompt(self.language), "\n".join(listed)]
        return "\n\n".join(part for part in parts if part)

    def _info(self) -> dict[str, Any]:
        view = self.match.view(self.seat)
        return {
            "seat": self.seat,
            "moves": [move.text for move in view.moves()],
            "scores": view.scores,
            "winners": view.winners,
            "length": self.match.length,
        }
