"""Seats played by catanatron, inside the peer's own Python: it reads our move texts and answers with move texts.

Every line is a JSON object. `{"begin": ...}` lays our island out as the peer's map. `{"told": [[who, text], ...]}`
comes with each question and is carried out in the peer's game, with the outcomes that chance really gave.
`{"ask": seat}` lets the peer's player choose among those of its actions that our rules allow. After every telling the
two positions are compared; where the peer's rules led elsewhere its position is set right, and the difference counted.
"""
# mypy: ignore-errors

import importlib
import json
import random
import sys
import time
import types
from collections import Counter
from pathlib import Path

from catanatron import game as peer_game
from catanatron.models.actions import generate_playable_actions, maritime_trade_possibilities
from catanatron.models.enums import RESOURCES, Action, ActionType
from catanatron.models.map import BASE_MAP_TEMPLATE, CatanMap, LandTile, NodeRef, initialize_tiles
from catanatron.models.player import Color
from catanatron.state_functions import player_deck_to_array

OUR_RESOURCES = ("lumber", "wool", "grain", "brick", "ore")
THEIRS = dict(zip(OUR_RESOURCES, ("WOOD", "SHEEP", "WHEAT", "BRICK", "ORE"), strict=True))
OURS = {theirs: ours for ours, theirs in THEIRS.items()}
TERRAINS = dict(zip(("forest", "pasture", "fields", "hills", "mountains"), THEIRS.values(), strict=True))
CARDS = {
    "soldier": "KNIGHT",
    "roads": "ROAD_BUILDING",
    "plenty": "YEAR_OF_PLENTY",
    "monopoly": "MONOPOLY",
    "point": "VICTORY_POINT",
}
COLOURS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
CORNERS = (
    NodeRef.SOUTHEAST,
    NodeRef.SOUTH,
    NodeRef.SOUTHWEST,
    NodeRef.NORTHWEST,
    NodeRef.NORTH,
    NodeRef.NORTHEAST,
)
"""The peer's name of each of our corners of a hex, in our order: its hexes stand on a point, ours on a side."""
HONOUR_POINTS = 2
FREE_ROADS = 2


def peer_players(folder):
    """The peer's two strong players by name; they import each other and the features by names we provide here."""
    sys.path.insert(0, str(folder))
    packages = ("catanatron_gym", "catanatron_experimental", "catanatron_experimental.machine_learning")
    for name in (*packages, "catanatron_experimental.machine_learning.players"):
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].__path__ = [str(folder)]
    value = importlib.import_module("catanatron_experimental.machine_learning.players.value")
    minimax = importlib.import_module("catanatron_experimental.machine_learning.players.minimax")
    return {"ValueFunction": value.ValueFunctionPlayer, "AlphaBeta": minimax.AlphaBetaPlayer}


def place_of(q, r):
    """Our hex's place on the peer's board."""
    return -r, -q, q + r


class Table:
    """One game as the peer sees it."""

    def __init__(self, kinds, begin):
        self.differences = Counter()
        self.coordinates = [place_of(*at) for at in begin["places"]]
        self.hex_at = {coordinate: h for h, coordinate in enumerate(self.coordinates)}
        island = self._island(begin)
        self.node_of = {}
        for h, corners in enumerate(begin["corners"]):
            for name, v in zip(CORNERS, corners, strict=True):
                node = island.land_tiles[self.coordinates[h]].nodes[name]
                if self.node_of.setdefault(v, node) != node:
                    raise ValueError(f"intersection {v} lies at two of the peer's nodes")
        self.intersection_of = {node: v for v, node in self.node_of.items()}
        self.edges = [tuple(sorted(self.node_of[v] for v in ends)) for ends in begin["paths"]]
        self.path_of = {edge: e for e, edge in enumerate(self.edges)}
        island.port_nodes.clear()
        for kind, ends in begin["harbours"]:
            island.port_nodes[THEIRS.get(kind)].update(self.node_of[v] for v in ends)
        players = [kinds[begin["kind"]](colour) for colour in COLOURS[: begin["players"]]]
        self.game = self._seated(players, island, begin["seed"])
        self.pending = None
        self.free_roads = 0
        self.discards = {}

    def _island(self, begin):
        """Our terrains and numbers in the peer's order; it takes them from the end of each list."""
        land = [place for place, kind in BASE_MAP_TEMPLATE.topology.items() if kind is LandTile]
        hexes = [self.hex_at[place] for place in land]
        terrains = [TERRAINS.get(begin["terrains"][h]) for h in hexes]
        numbers = [begin["numbers"][h] for h in hexes if begin["numbers"][h]]
        ports = list(BASE_MAP_TEMPLATE.port_resources)
        return CatanMap.from_tiles(initialize_tiles(BASE_MAP_TEMPLATE, numbers[::-1], ports, terrains[::-1]))

    def _seated(self, players, island, seed):
        """A game of the peer's in which everybody sits where we seated them; the peer draws the seats."""
        for attempt in range(10_000):
            game = peer_game.Game(players, seed=seed * 10_000 + attempt + 1, catan_map=island)
            if game.state.colors == tuple(player.color for player in players):
                return game
        raise ValueError("the peer never seats its players in order")

    def play(self, seat, kind, value):
        """Carry out an action with its outcome."""
        self.game.execute(Action(COLOURS[seat], kind, value), validate_action=False)

    def tell(self, who, text):
        """Carry out one of our moves, or wait for the rest of the action that it begins."""
        verb, *words = text.split()
        if verb not in ("discard", "rob", "steal", "take", "name", "draw"):
            self.settle()
        if verb == "discard":
            self.discards.setdefault(who, []).append(THEIRS[words[0]])
        elif verb == "settle":
            self.play(who, ActionType.BUILD_SETTLEMENT, self.node_of[int(words[0])])
        elif verb == "city":
            self.play(who, ActionType.BUILD_CITY, self.node_of[int(words[0])])
        elif verb == "road":
            self.road(who, self.edges[int(words[0])])
        elif verb == "roll" and not words:
            self.pending = ("roll", who)
        elif verb == "roll":
            self.play(self.taken("roll"), ActionType.ROLL, tuple(map(int, words)))
        elif verb == "buy":
            self.pending = ("buy", who)
        elif verb == "draw":
            self.play(self.taken("buy"), ActionType.BUY_DEVELOPMENT_CARD, CARDS[words[0]])
        elif verb == "robber":
            self.settle()
            self.pending = ("robber", who, self.coordinates[int(words[0])], None)
        elif verb == "rob":
            self.pending = (*self.pending[:3], int(words[0][1:]))
        elif verb == "steal":
            _, thief, place, victim = self.pending
            self.pending = None
            self.play(thief, ActionType.MOVE_ROBBER, (place, COLOURS[victim], THEIRS[words[0]]))
        elif verb == "take":
            self.pending[2].append(THEIRS[words[0]])
        elif verb == "name":
            self.play(self.taken("monopoly"), ActionType.PLAY_MONOPOLY, THEIRS[words[0]])
        elif verb == "bank":
            self.play(who, ActionType.MARITIME_TRADE, self.trade(who, *(THEIRS[word] for word in words)))
        elif verb == "end":
            self.play(who, ActionType.END_TURN, None)
        elif verb == "play":
            self.play_card(who, words[0])
        else:
            raise ValueError(f"the peer has no action for {text!r}")

    def taken(self, kind):
        """The seat whose action waited for its outcome."""
        waiting, seat = self.pending[:2]
        if waiting != kind:
            raise ValueError(f"{waiting} waits, not {kind}")
        self.pending = None
        return seat

    def play_card(self, who, card):
        """A development card; what is chosen with it follows."""
        if card == "soldier":
            self.play(who, ActionType.PLAY_KNIGHT_CARD, None)
        elif card == "roads":
            self.play(who, ActionType.PLAY_ROAD_BUILDING, None)
            self.free_roads = FREE_ROADS
        elif card == "plenty":
            self.pending = ("plenty", who, [])
        else:
            self.pending = (card, who)

    def road(self, who, edge):
        """A road, paid or free; the peer stops free ones when the hand could not pay them, so it is told each time."""
        state = self.game.state
        if self.free_roads:
            state.is_road_building, state.free_roads_available = True, self.free_roads
        self.play(who, ActionType.BUILD_ROAD, edge)
        self.free_roads = max(0, self.free_roads - 1)

    def trade(self, who, given, wanted):
        """The peer's tuple for a trade with the bank."""
        for action in maritime_trade_possibilities(self.game.state, COLOURS[who]):
            if action.value[0] == given and action.value[-1] == wanted:
                return action.value
        raise ValueError(f"the peer knows no trade of {given} for {wanted}")

    def settle(self):
        """Carry out what waited only to know that nothing more belongs to it."""
        if self.discards:
            discards, self.discards = self.discards, {}
            for seat in sorted(discards):
                self.play(seat, ActionType.DISCARD, discards[seat])
        if self.pending and self.pending[0] == "robber" and self.pending[3] is None:
            _, thief, place, _ = self.pending
            self.pending = None
            self.play(thief, ActionType.MOVE_ROBBER, (place, None, None))
        elif self.pending and self.pending[0] == "plenty" and self.pending[2]:
            _, who, cards = self.pending
            self.pending = None
            self.play(who, ActionType.PLAY_YEAR_OF_PLENTY, tuple(cards))

    def agree(self, facts):
        """Compare hands, bank, points and Longest Road with ours, and set right what differs."""
        state = self.game.state
        for seat, hand in enumerate(facts["hands"]):
            for name, count in zip(OUR_RESOURCES, hand, strict=True):
                key = f"P{seat}_{THEIRS[name]}_IN_HAND"
                if state.player_state[key] != count:
                    self.differences["cards"] += 1
                    state.player_state[key] = count
        bank = [facts["bank"][OUR_RESOURCES.index(OURS[resource])] for resource in RESOURCES]
        if state.resource_freqdeck != bank:
            self.differences["bank"] += 1
            state.resource_freqdeck = bank
        self.agree_on_road(facts["longest_road"], facts["road_lengths"])
        for seat, points in enumerate(facts["points"]):
            key = f"P{seat}_ACTUAL_VICTORY_POINTS"
            if state.player_state[key] != points:
                raise ValueError(
                    f"seat {seat} has {state.player_state[key]} points at the peer's table, {points} at ours"
                )

    def agree_on_road(self, holder, lengths):
        """Give the Longest Road to its holder by our rules."""
        state = self.game.state
        board, theirs = state.board, [state.player_state[f"P{seat}_HAS_ROAD"] for seat in range(len(lengths))]
        if theirs == [seat == holder for seat in range(len(lengths))]:
            return
        self.differences["longest road"] += 1
        for seat, had in enumerate(theirs):
            change = HONOUR_POINTS * (int(seat == holder) - int(had))
            state.player_state[f"P{seat}_HAS_ROAD"] = seat == holder
            state.player_state[f"P{seat}_VICTORY_POINTS"] += change
            state.player_state[f"P{seat}_ACTUAL_VICTORY_POINTS"] += change
        board.road_color = None if holder < 0 else COLOURS[holder]
        board.road_length = 0 if holder < 0 else lengths[holder]

    def choose(self, seat, point, moves, cards_in_bank):
        """The peer's choice, as the chain of our moves that carries it out."""
        if point == "discard":
            hand = player_deck_to_array(self.game.state, COLOURS[seat])
            return [f"discard {OURS[card]}" for card in random.sample(hand, len(hand) // 2)]
        state = self.game.state
        state.is_road_building = point == "free_road"
        state.playable_actions = generate_playable_actions(state)
        legal = set(moves)
        offered = {action: self.texts(action) for action in state.playable_actions}
        allowed = [action for action, texts in offered.items() if self.fits(texts, legal, cards_in_bank)]
        first_words = {texts[0] for texts in offered.values()}
        for text in legal - first_words:
            self.differences[f"only ours: {point} {kind_of(text)}"] += 1
        for text in first_words - legal:
            self.differences[f"only the peer's: {point} {kind_of(text)}"] += 1
        if not allowed:
            allowed = [self.action(seat, text) for text in moves]
        state.playable_actions = allowed
        if self.game.winning_color() is not None:
            raise ValueError("the peer thinks that the game is over")
        action = state.players[seat].decide(self.game, allowed)
        return self.texts(action)

    def fits(self, texts, legal, cards_in_bank):
        """Whether our rules allow the chain: its first move is legal, and a Year of Plenty takes all it may."""
        whole = texts[0] != "play plenty" or len(texts) == 1 + min(2, cards_in_bank)
        return texts[0] in legal and whole

    def action(self, seat, text):
        """The peer's action for a road that it would not offer, because the hand could not pay it."""
        verb, *words = text.split()
        if verb != "road":
            raise ValueError(f"the peer offers nothing where we allow {text!r}")
        return Action(COLOURS[seat], ActionType.BUILD_ROAD, self.edges[int(words[0])])

    def texts(self, action):
        """An action of the peer's as our moves."""
        kind, value = action.action_type, action.value
        if kind == ActionType.BUILD_ROAD:
            return [f"road {self.path_of[tuple(sorted(value))]}"]
        if kind == ActionType.BUILD_SETTLEMENT:
            return [f"settle {self.intersection_of[value]}"]
        if kind == ActionType.BUILD_CITY:
            return [f"city {self.intersection_of[value]}"]
        if kind == ActionType.MOVE_ROBBER:
            move = f"robber {self.hex_at[value[0]]}"
            return [move] if value[1] is None else [move, f"rob p{COLOURS.index(value[1])}"]
        if kind == ActionType.PLAY_YEAR_OF_PLENTY:
            return ["play plenty", *(f"take {OURS[card]}" for card in value)]
        if kind == ActionType.PLAY_MONOPOLY:
            return ["play monopoly", f"name {OURS[value]}"]
        if kind == ActionType.MARITIME_TRADE:
            return [f"bank {OURS[value[0]]} {OURS[value[-1]]}"]
        return [PLAIN[kind]]


PLAIN = {
    ActionType.ROLL: "roll",
    ActionType.END_TURN: "end",
    ActionType.BUY_DEVELOPMENT_CARD: "buy",
    ActionType.PLAY_KNIGHT_CARD: "play soldier",
    ActionType.PLAY_ROAD_BUILDING: "play roads",
}


def kind_of(text):
    """A move without its numbers, for counting."""
    verb, *words = text.split()
    return f"{verb} {words[0]}" if verb == "play" else verb


def main():
    """Answer every line until there are no more."""
    kinds = peer_players(Path(sys.argv[1]))
    table = None
    for line in sys.stdin:
        message = json.loads(line)
        try:
            if "begin" in message:
                table = Table(kinds, message["begin"])
                answer = {"ready": True}
            else:
                for who, text in message["told"]:
                    table.tell(who, text)
                if message["point"] != "discard":
                    table.settle()
                    table.agree(message["facts"])
                began = time.process_time()
                moves = table.choose(message["ask"], message["point"], message["moves"], sum(message["facts"]["bank"]))
                answer = {"moves": moves, "seconds": time.process_time() - began, "differences": table.differences}
        except (ValueError, KeyError, AssertionError, IndexError, TypeError) as error:
            answer = {"fault": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
