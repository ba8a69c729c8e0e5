"""Trade that a game declares: offers put together out of goods, answers of all others, deals, and trade with the bank.

A game declares it as `trade` of its `Table`; pages then have a trade window. Its moves stay the game's own: `give R`
and `want R` for each good, `offer`, `accept`, `deal pN`, `bank R S`, and a word that refuses. Light: nothing here needs
numpy or numba.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

Amounts = tuple[int, ...]
"""How many of each good, in the order of the trade's goods."""


class Said(StrEnum):
    """What a seat has said to an offer."""

    WAITING = "waiting"
    ACCEPTS = "accepts"
    REFUSES = "refuses"
    COUNTERS = "counters"


@dataclass(frozen=True)
class Terms:
    """What somebody gives and what they want for it."""

    given: Amounts = ()
    wanted: Amounts = ()

    @property
    def is_whole(self) -> bool:
        """Whether there is something on each side."""
        return any(self.given) and any(self.wanted)


@dataclass(frozen=True)
class Means:
    """What a seat can put into an offer, or into its answer to one."""

    hand: Amounts
    given: Amounts
    """The most it may give."""
    wanted: Amounts
    """The most it may want."""
    cards: int
    """The most it may want of all goods together."""
    rates: Amounts
    """How many of each good the bank takes for one of another."""
    begun: Terms
    """What it has put into it already."""


@dataclass(frozen=True)
class Dealings:
    """What a view tells of trade."""

    by: int
    """Whose offer it is, or would be."""
    offer: Terms
    answers: Mapping[int, Said] = field(default_factory=dict)
    """What each seat says that is asked."""
    counters: Mapping[int, Terms] = field(default_factory=dict)
    """The terms of those who say something else: what they give and want."""
    bank: Amounts = ()
    means: Means | None = None
    """Those of whoever looks; none for a spectator."""


@dataclass(frozen=True)
class Trade:
    """How a game's trade goes: its goods, its words, its points of decision, and how a view is read."""

    goods: tuple[tuple[str, str], ...]
    """The word of each good in moves, and the symbol of the game's drawing; `arg.<word>` names it."""
    read: Callable[[Any], Dealings]
    """What a view tells of trade."""
    give_site: str = "hand-{}"
    """The site of a good that whoever looks holds."""
    want_site: str = "bank-{}"
    """The site of a good of the bank's."""
    panel: str = ""
    """The panel that shows an offer to spectators and in replays; whoever has the trade window open needs it not."""
    begin: str = "main"
    """The point at which an offer begins, and at which the bank trades."""
    compose: str = "compose"
    answer: str = "answer"
    counter: str = "counter"
    choose: str = "choose"
    give: str = "give"
    want: str = "want"
    offer: str = "offer"
    accept: str = "accept"
    refuse: str = "pass"
    deal: str = "deal"
    bank: str = "bank"

    @property
    def words(self) -> tuple[str, ...]:
        """The first words of its moves."""
        return (self.give, self.want, self.offer, self.accept, self.refuse, self.deal, self.bank)

    @property
    def asking(self) -> tuple[str, ...]:
        """The points at which others answer, one after the other by the rules."""
        return (self.answer, self.counter)

    @property
    def composing(self) -> tuple[str, ...]:
        """The points at which something is put together that is spoken as a whole."""
        return (self.compose, self.counter)

    @property
    def under_way(self) -> tuple[str, ...]:
        """The points at which an offer is being made, answered or decided."""
        return (self.compose, self.answer, self.counter, self.choose)
