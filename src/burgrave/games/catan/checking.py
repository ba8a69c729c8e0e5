"""Is this a possible position? Pieces, cards and tokens are conserved and every field says what the others imply."""

from __future__ import annotations

from collections import Counter
from typing import Any

from burgrave.core.errors import Mistake
from burgrave.core.spec import CHANCE, OVER
from burgrave.games.catan import GAME, board
from burgrave.games.catan.board import (
    BANK,
    CITY,
    DECK,
    DESERT,
    GENERIC,
    HAND_LIMIT,
    HARBOUR_COUNT,
    HARBOUR_PLACES,
    HEXES,
    INTERSECTION_NEXT,
    INTERSECTION_PATH,
    INTERSECTIONS,
    LEAST_ARMY,
    LEAST_ROAD,
    MONOPOLY,
    PATH_ENDS,
    PATHS,
    PIECES,
    RATIO_BANK,
    RATIO_GENERIC,
    RATIO_SPECIAL,
    RESOURCES,
    ROAD,
    ROADS,
    SETTLEMENT,
    SOLDIER,
    TERRAIN_COUNT,
    TOKENS,
    VICTORY_POINT,
)
from burgrave.games.catan.state import (
    A_CITY,
    A_SETTLEMENT,
    ACCEPTED,
    BEGINNERS,
    BY_SEVEN,
    COUNTERED,
    NO_BUILDING,
    NO_CAUSE,
    NOBODY,
    NOT_ASKED,
    REFUSED,
    SEATS,
    WAITING,
    Point,
)

LAYING = (Point.HEX, Point.HARBOUR, Point.CORNER, Point.TOKEN)
"""The points at which the island is not complete yet."""
SET_UP = (*LAYING, Point.FIRST, Point.PLACE_SETTLEMENT, Point.PLACE_ROAD)
BY_CHANCE = (*LAYING, Point.FIRST, Point.DICE, Point.STEAL, Point.DRAW)
ROBBING = (Point.DISCARD, Point.ROBBER, Point.VICTIM, Point.STEAL)
BARGAINING = (Point.COMPOSE, Point.ANSWER, Point.COUNTER, Point.CHOOSE)
RESOURCE_FIELDS = ("hand", "hand_size", "aside", "aside_size", "owed", "counter_given", "counter_wanted", "steals")
CARD_FIELDS = ("old", "old_size", "new", "new_size", "soldiers", "shown")
PER_SEAT = (*RESOURCE_FIELDS, *CARD_FIELDS, "stock", "ratio", "road_length", "answer")
"""Fields with a row for each seat."""
AFTER_ROLL = (Point.MAIN, Point.DISCARD, Point.DRAW, *BARGAINING)


def require(holds: Any, complaint: str, key: str = "", **values: Any) -> None:
    """One sentence when something does not hold; what a person can set by hand has it in the catalogues."""
    if not holds:
        raise Mistake(complaint, f"impossible.{key}", GAME.package, **values) if key else ValueError(complaint)


def argument(word: str) -> Mistake:
    """A word that a sentence says in its own language."""
    return Mistake(word, f"arg.{word}", GAME.package)


class Check:
    """One look at a record; each method checks one theme."""

    def __init__(self, s: Any) -> None:
        self.s = s
        self.players = int(s.players)
        require(0 <= s.point < len(Point), f"there is no point {int(s.point)}")
        self.point = Point(s.point)
        self.seats = range(self.players)

    def run(self) -> None:
        """Everything, from the ground up."""
        self.whole()
        self.island()
        self.pieces()
        self.networks()
        self.resources()
        self.development_cards()
        self.honours()
        self.turn()
        self.robbery()
        self.offer()
        self.actor()
        self.result()

    def whole(self) -> None:
        """A position hides nothing, and seats that are not in the game have nothing."""
        s = self.s
        require(s.viewer == 0, "this is a view, not a position")
        require(
            not s.seen.any() and not s.unseen_steals.any() and not s.unseen_cards.any(),
            "only a view remembers; seen, unseen_steals and unseen_cards must be 0 in a position",
        )
        for seat in self.seats:
            lacks = f"p{seat} has more pieces on the board than there are"
            require((s.stock[seat] >= 0).all(), lacks, "pieces", who=f"p{seat}")
        for resource, word in enumerate(RESOURCES):
            require(s.bank[resource] >= 0, f"there are not so many {word} cards", "resources", card=argument(word))
        for card, word in enumerate(board.CARDS):
            require(s.deck[card] >= 0, f"there are not so many {word} cards", "cards", card=argument(word))
        for name in PER_SEAT:
            require((s[name] >= 0).all(), f"{name} cannot be negative")
            require(not s[name][self.players :].any(), f"{name} is not 0 for a seat that is not in the game")
        require(not s.steals[:, self.players :].any(), "a seat that is not in the game was robbed")
        require(not any(s.steals[seat, seat].any() for seat in self.seats), "nobody robs himself")
        for name in ("bank", "deck", "used", "given", "wanted", "offers", "free_roads", "picks", "step"):
            require((s[name] >= 0).all(), f"{name} cannot be negative")
        for name in ("rolled", "trading", "card_played"):
            require(s[name] in (0, 1), f"{name} is 0 or 1")

    def island(self) -> None:
        """Hexes, harbours and tokens are those of the box, laid as far as set-up has come."""
        s, step = self.s, int(self.s.step)
        laid = {Point.HEX: step, Point.HARBOUR: HEXES}.get(self.point, HEXES)
        terrain = s.terrain.tolist()
        rest = [-1] * (HEXES - laid)
        require(laid <= HEXES and terrain[laid:] == rest, "the hexes laid do not fit the step of set-up")
        self.are_from_box(terrain[:laid], TERRAIN_COUNT, "land hexes", laid == HEXES)
        laid = {Point.HEX: 0, Point.HARBOUR: step}.get(self.point, HARBOUR_PLACES)
        harbour = s.harbour.tolist()
        rest = [-1] * (HARBOUR_PLACES - laid)
        require(laid <= HARBOUR_PLACES and harbour[laid:] == rest, "the harbours laid do not fit the step of set-up")
        self.are_from_box(harbour[:laid], HARBOUR_COUNT, "harbours", laid == HARBOUR_PLACES)
        tokens = [number for number in s.number.tolist() if number != 0]
        laid = {Point.HEX: 0, Point.HARBOUR: 0, Point.CORNER: 0, Point.TOKEN: step}.get(self.point, len(TOKENS))
        require(len(tokens) == laid, "the number tokens laid do not fit the step of set-up")
        box = Counter(TOKENS.tolist())
        require(not Counter(tokens) - box, "the number tokens are not those of the box")
        bare = all(s.number[h] == 0 for h in range(HEXES) if terrain[h] == DESERT)
        require(bare, "the desert has no number token")
        if self.point in LAYING:
            require(s.robber == NOBODY, "the robber comes when the island is laid")
        else:
            require(0 <= s.robber < HEXES, "the robber stands on a land hex")
        if self.point in SET_UP and self.point not in LAYING:
            require(terrain[s.robber] == DESERT, "the robber starts on the desert")

    @staticmethod
    def are_from_box(kinds: list[int], counts: Any, what: str, complete: bool) -> None:
        """The laid things are no more than those of the box, and all of them when laying is over."""
        for kind, count in enumerate(counts.tolist()):
            found = kinds.count(kind)
            require(found == count if complete else found <= count, f"the {what} are not those of the box")
        require(all(0 <= kind < len(counts) for kind in kinds), f"the {what} are not those of the box")

    def pieces(self) -> None:
        """Every piece is on the board or in supply, and buildings keep the distance rule."""
        s = self.s
        owner, building, road = s.owner.tolist(), s.building.tolist(), s.road.tolist()
        for v in range(INTERSECTIONS):
            require(building[v] in (NO_BUILDING, A_SETTLEMENT, A_CITY), f"there is no building {building[v]}")
            empty = building[v] == NO_BUILDING
            require((owner[v] == NOBODY) == empty, f"owner and building of intersection {v} disagree")
            require(empty or owner[v] in self.seats, f"the owner of intersection {v} is not in the game")
            near = [owner[u] for u in INTERSECTION_NEXT[v].tolist() if u >= 0]
            apart = empty or near == [NOBODY] * len(near)
            require(apart, f"the building on intersection {v} breaks the distance rule", "distance", place=v)
        require(all(seat == NOBODY or seat in self.seats for seat in road), "the owner of a road is not in the game")
        for seat in self.seats:
            on_board = Counter(building[v] for v in range(INTERSECTIONS) if owner[v] == seat)
            counts = (road.count(seat), on_board[A_SETTLEMENT], on_board[A_CITY])
            for piece, count in zip((ROAD, SETTLEMENT, CITY), counts, strict=True):
                require(s.stock[seat, piece] + count == PIECES[piece], f"pieces of p{seat} are missing or too many")
            ratio = [RATIO_BANK] * len(RESOURCES)
            for place, ends in enumerate(board.HARBOUR_INTERSECTION.tolist()):
                if seat in (owner[ends[0]], owner[ends[1]]):
                    kind = int(s.harbour[place])
                    if kind == GENERIC:
                        ratio = [min(value, RATIO_GENERIC) for value in ratio]
                    else:
                        ratio[kind] = RATIO_SPECIAL
            require(s.ratio[seat].tolist() == ratio, f"the bank ratios of p{seat} do not fit its harbours")

    def networks(self) -> None:
        """Every road hangs together with an own building and every building with an own road."""
        s = self.s
        for seat in self.seats:
            homes = [v for v in range(INTERSECTIONS) if s.owner[v] == seat]
            for v in homes:
                roads = any(s.road[e] == seat for e in INTERSECTION_PATH[v].tolist() if e >= 0)
                joined = roads or v == s.placed
                require(joined, f"the building on intersection {v} has no road of p{seat}", "no_road", place=v)
            reached, border = set(homes), list(homes)
            while border:
                v = border.pop()
                for e in INTERSECTION_PATH[v].tolist():
                    if e >= 0 and s.road[e] == seat:
                        other = sum(PATH_ENDS[e]) - v
                        if other not in reached:
                            reached.add(other)
                            border.append(other)
            loose = [e for e in range(PATHS) if s.road[e] == seat and PATH_ENDS[e][0] not in reached]
            complaint = f"a road of p{seat} joins none of its buildings"
            require(not loose, complaint, "loose", who=f"p{seat}", place=loose[0] if loose else "")
            length = longest_trail(s.road.tolist(), s.owner.tolist(), seat)
            require(s.road_length[seat] == length, f"the longest road of p{seat} has {length} roads")

    def resources(self) -> None:
        """19 cards of each resource are in the bank, in hands, or laid aside."""
        s = self.s
        for resource, word in enumerate(RESOURCES):
            total = int(s.bank[resource]) + int(s.hand[:, resource].sum()) + int(s.aside[:, resource].sum())
            require(total == BANK, f"there are {total} {word} cards instead of {BANK}")
        for seat in self.seats:
            require(s.hand[seat].sum() == s.hand_size[seat], f"hand and hand_size of p{seat} disagree")
            require(s.aside[seat].sum() == s.aside_size[seat], f"aside and aside_size of p{seat} disagree")

    def development_cards(self) -> None:
        """25 development cards are in the deck, in hands, face up, or out of the game."""
        s = self.s
        for card, word in enumerate(board.CARDS):
            total = int(s.deck[card]) + int(s.old[:, card].sum()) + int(s.new[:, card].sum()) + int(s.used[card])
            total += int(s.soldiers.sum()) if card == SOLDIER else 0
            total += int(s.shown.sum()) if card == VICTORY_POINT else 0
            require(total == DECK[card], f"there are {total} {word} cards instead of {DECK[card]}")
            require(ROADS <= card <= MONOPOLY or s.used[card] == 0, f"a {word} card does not leave the game")
        require(s.deck.sum() == s.deck_size, "deck and deck_size disagree")
        for seat in self.seats:
            require(s.old[seat].sum() == s.old_size[seat], f"old and old_size of p{seat} disagree")
            require(s.new[seat].sum() == s.new_size[seat], f"new and new_size of p{seat} disagree")
            require(seat == s.active or s.new_size[seat] == 0, f"p{seat} has a card bought in another seat's turn")

    def honours(self) -> None:
        """Longest Road and Largest Army lie where their rules put them."""
        s = self.s
        lengths = s.road_length[: self.players].tolist()
        longest = max(lengths)
        if s.longest_road == NOBODY:
            require(longest < LEAST_ROAD or lengths.count(longest) > 1, "Longest Road has an owner who lacks it")
        else:
            require(s.longest_road in self.seats, "the holder of Longest Road is not in the game")
            entitled = lengths[s.longest_road] == longest >= LEAST_ROAD
            require(entitled, "the holder of Longest Road has not the longest")
        armies = s.soldiers[: self.players].tolist()
        largest = max(armies)
        if s.largest_army == NOBODY:
            require(largest < LEAST_ARMY, "Largest Army has an owner who lacks it")
        else:
            require(s.largest_army in self.seats, "the holder of Largest Army is not in the game")
            entitled = armies[s.largest_army] == largest >= LEAST_ARMY
            require(entitled, "the holder of Largest Army has not the largest")

    def turn(self) -> None:
        """Turn number, seats and what happened this turn fit the point."""
        s = self.s
        setting_up = self.point in SET_UP
        require((s.turn == 0) == setting_up, "the turn number does not fit the point")
        require(0 <= s.turn <= s.turn_limit, "the turn number is beyond the turn limit")
        known = self.point not in (*LAYING, Point.FIRST)
        for name in ("first", "active"):
            require(s[name] in self.seats if known else s[name] == NOBODY, f"{name} does not fit the point")
        dice = s.roll.tolist()
        require(dice == [0, 0] or all(1 <= face <= 6 for face in dice), "a die shows 1 to 6")
        if setting_up:
            require(dice == [0, 0] and not s.card_played and not s.trading, "nothing is rolled or played in set-up")
        if self.point in AFTER_ROLL:
            require(s.rolled, "the dice are not thrown yet")
        if self.point in (*SET_UP, Point.BEFORE_ROLL, Point.DICE):
            require(not s.rolled, "the dice are thrown already")
        require(not s.rolled or dice != [0, 0], "the thrown dice show nothing")
        require(not s.trading or s.rolled, "trading opens with the roll")
        require(s.rolled or s.offers == 0, "offers are begun after the roll")
        require(s.offers <= s.offers_per_turn, "more offers are begun than a turn allows")
        require((s.free_roads > 0) == (self.point == Point.FREE_ROAD), "free_roads does not fit the point")
        require(s.free_roads <= board.FREE_ROADS, "a card gives two free roads")
        require((s.picks > 0) == (self.point == Point.PLENTY), "picks does not fit the point")
        require(s.picks <= board.PLENTY_CARDS, "a card gives two cards of choice")
        if self.point in (Point.FREE_ROAD, Point.PLENTY, Point.MONOPOLY):
            require(s.card_played, "no card is played")
        self.placement()

    def placement(self) -> None:
        """In the placement rounds the step says who has placed what."""
        s = self.s
        steps = {Point.HEX: HEXES, Point.HARBOUR: HARBOUR_PLACES, Point.TOKEN: len(TOKENS)}
        if self.point not in (Point.PLACE_SETTLEMENT, Point.PLACE_ROAD):
            require(s.placed == NOBODY, "placed does not fit the point")
            require(s.step < steps.get(self.point, 1), "step does not fit the point")
            if self.point == Point.FIRST and s.set_up == BEGINNERS:
                self.beginners()
            elif self.point in SET_UP:
                require(not (s.building.any() or s.hand.any()), "pieces come after the island")
            return
        require(s.step < 2 * self.players, "step does not fit the point")
        done = Counter(self.placer(step) for step in range(int(s.step)))
        for seat in self.seats:
            settlements = done[seat] + (self.point == Point.PLACE_ROAD and seat == s.to_act)
            require(s.stock[seat, ROAD] == PIECES[ROAD] - done[seat], "the roads placed do not fit the step of set-up")
            placed = (
                s.stock[seat, SETTLEMENT] == PIECES[SETTLEMENT] - settlements and s.stock[seat, CITY] == PIECES[CITY]
            )
            require(placed, "the buildings placed do not fit the step of set-up")
        if self.point == Point.PLACE_ROAD:
            require(0 <= s.placed < INTERSECTIONS and s.owner[s.placed] == s.to_act, "placed is not an own settlement")
        else:
            require(s.placed == NOBODY, "placed does not fit the point")

    def beginners(self) -> None:
        """Before the first turn everybody has two settlements with their roads, and the cards of the starred one."""
        s = self.s
        owner, road = [NOBODY] * INTERSECTIONS, [NOBODY] * PATHS
        hand = [[0] * len(RESOURCES) for _ in range(SEATS)]
        for seat in self.seats:
            places = board.BEGINNER[s.beginner_layout, board.SEAT_COLOUR[self.players, seat]].tolist()
            for v, e in places:
                owner[v] = road[e] = seat
            star = places[-1][0]
            for h in board.INTERSECTION_HEX[star].tolist():
                if h >= 0 and s.terrain[h] != DESERT:
                    hand[seat][s.terrain[h]] += 1
        printed = s.owner.tolist() == owner and s.road.tolist() == road and s.building.max() == A_SETTLEMENT
        require(printed and s.hand.tolist() == hand, "beginners start with the pieces and cards of their layout")

    def placer(self, step: int) -> int:
        """The seat that places at a step: clockwise, then back."""
        ahead = step if step < self.players else 2 * self.players - 1 - step
        return (int(self.s.first) + ahead) % self.players

    def robbery(self) -> None:
        """The robber's cause, victim and discards fit the point."""
        s = self.s
        require((s.cause != NO_CAUSE) == (self.point in ROBBING), "the robber's cause does not fit the point")
        require(0 <= s.cause <= 2, "the robber moves because of a seven or a soldier")
        if self.point == Point.STEAL:
            robbed = s.victim in self.seats and s.victim != s.active and s.hand_size[s.victim] > 0
            require(robbed, "the victim has no card to steal")
        else:
            require(s.victim == NOBODY, "victim does not fit the point")
        if self.point != Point.DISCARD:
            require(not s.owed.any() and not s.aside.any(), "discards do not fit the point")
            return
        require(s.cause == BY_SEVEN, "only a seven makes players discard")
        for seat in self.seats:
            total = int(s.hand_size[seat]) + int(s.aside_size[seat])
            due = total // 2 if total > HAND_LIMIT else 0
            require(s.owed[seat] + s.aside_size[seat] == due, f"the discards of p{seat} are not half its cards")

    def offer(self) -> None:
        """The offer under way is one that could have been spoken."""
        s = self.s
        if self.point not in BARGAINING:
            idle = not s.given.any() and not s.wanted.any() and not s.answer.any()
            idle = idle and not s.counter_given.any() and not s.counter_wanted.any()
            require(idle, "there is an offer at a point without one")
            return
        require(s.trading and s.offers > 0, "trading is closed")
        require(s.given.any() and not (s.given * s.wanted).any(), "an offer gives something and not what it wants")
        require((s.given <= s.hand[s.active]).all(), "the active seat does not hold what it gives")
        composing = self.point == Point.COMPOSE
        require(composing or s.wanted.any(), "an offer wants something")
        for seat in self.seats:
            kind = int(s.answer[seat])
            asked = not composing and seat != s.active and s.hand_size[seat] > 0
            kinds = (WAITING, REFUSED, ACCEPTED, COUNTERED) if asked else (NOT_ASKED,)
            require(kind in kinds, "answer does not fit the offer")
            if kind == ACCEPTED:
                require((s.wanted <= s.hand[seat]).all(), f"p{seat} accepted without the cards")
            speaking = self.point == Point.COUNTER and seat == s.to_act
            given, wanted = s.counter_given[seat], s.counter_wanted[seat]
            if kind != COUNTERED and not speaking:
                require(not given.any() and not wanted.any(), f"p{seat} has made no counter-offer")
                continue
            require(given.any() and not (given * wanted).any(), "a counter-offer gives something and not what it wants")
            require((given <= s.hand[seat]).all(), f"p{seat} does not hold what it gives")
            require(speaking or wanted.any(), "a counter-offer wants something")
            require(wanted.sum() <= s.hand_size[s.active], "a counter-offer wants more than the active seat has")
        most = max(int(s.hand_size[seat]) for seat in self.seats if seat != s.active)
        require(s.wanted.sum() <= most, "an offer wants more cards than anybody has")
        answers = [int(s.answer[(int(s.active) + k) % self.players]) for k in range(1, self.players)]
        waiting = [kind == WAITING for kind in answers if kind]
        require(waiting == sorted(waiting), "answers are given in turn")
        require(any(waiting) == (self.point in (Point.ANSWER, Point.COUNTER)), "answers do not fit the point")

    def actor(self) -> None:
        """Who is to act fits the point."""
        s = self.s
        if self.point in BY_CHANCE:
            expected = CHANCE
        elif self.point == Point.OVER:
            expected = OVER
        elif self.point in (Point.PLACE_SETTLEMENT, Point.PLACE_ROAD):
            expected = self.placer(int(s.step))
            require(s.active == expected, "active does not fit the point")
        elif self.point == Point.DISCARD:
            order = [(int(s.active) + 1 + k) % self.players for k in range(self.players)]
            owing = [seat for seat in order if s.owed[seat] > 0]
            require(owing, "nobody has to discard")
            expected = owing[0]
        elif self.point in (Point.ANSWER, Point.COUNTER):
            order = [(int(s.active) + k) % self.players for k in range(1, self.players)]
            expected = next(seat for seat in order if s.answer[seat] == WAITING)
        else:
            expected = int(s.active)
        require(s.to_act == expected, f"to_act does not fit the point {self.point.text}")
        require(self.point != Point.DRAW or s.deck_size > 0, "there is no card to draw")

    def result(self) -> None:
        """The game is over exactly when the active seat has the points or the last turn is over."""
        s = self.s
        if s.turn == 0:
            require(s.winners == 0, "nobody wins in set-up")
            return
        score = self.score(int(s.active))
        if self.point != Point.OVER:
            require(s.winners == 0, "nobody wins before the end")
            won = f"p{int(s.active)} has won already"
            require(score < s.target_points, won, "won", who=f"p{int(s.active)}")
            return
        if s.winners:
            require(s.winners == 1 << int(s.active), "only the active seat can win")
            require(score >= s.target_points, "the winner lacks points")
        else:
            require(s.turn == s.turn_limit, "the turn limit is not reached")
        shown = not s.old[:, VICTORY_POINT].any() and not s.new[:, VICTORY_POINT].any()
        require(shown, "at the end all victory-point cards are face up")

    def score(self, seat: int) -> int:
        """A seat's points, hidden ones included."""
        s = self.s
        settlements = int(PIECES[SETTLEMENT]) - int(s.stock[seat, SETTLEMENT])
        cities = int(PIECES[CITY]) - int(s.stock[seat, CITY])
        honours = int(s.longest_road == seat) + int(s.largest_army == seat)
        cards = int(s.shown[seat]) + int(s.old[seat, VICTORY_POINT]) + int(s.new[seat, VICTORY_POINT])
        points = board.BUILDING_POINTS.tolist()
        return settlements * points[A_SETTLEMENT] + cities * points[A_CITY] + honours * board.HONOUR_POINTS + cards


def longest_trail(road: list[int], owner: list[int], seat: int) -> int:
    """The roads of a seat's longest trail, found by walking all of them."""

    def walk(v: int, used: frozenset[int]) -> int:
        best = 0
        for e in INTERSECTION_PATH[v].tolist():
            if e >= 0 and road[e] == seat and e not in used:
                other = sum(PATH_ENDS[e]) - v
                further = walk(other, used | {e}) if owner[other] in (NOBODY, seat) else 0
                best = max(best, 1 + further)
        return best

    return max(walk(v, frozenset()) for v in range(INTERSECTIONS))


def check(s: Any) -> None:
    """Raise a ValueError with one sentence if the record cannot be a position of the game."""
    require(2 <= s.players <= SEATS, "the game is for 2 to 4")
    Check(s).run()
