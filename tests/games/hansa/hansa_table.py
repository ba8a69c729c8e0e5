"""Lays out a position of Hansa Teutonica as on a real table: every piece comes from its owner's supplies."""

from __future__ import annotations

from typing import Self

import playing

import burgrave
from burgrave.core.position import Position
from burgrave.games.hansa.board import (
    CITIES,
    KINDS,
    MARKERS,
    NEUTRAL,
    OWNERS,
    ROUTES,
    SKILL_KIND,
    SKILL_VALUE,
    SKILLS,
    SLOT_KIND,
    SLOTS,
    SPACES,
    TABLE_POINTS,
)

STARTING_MARKERS = ("draw extra_office", "draw swap_offices", "draw remove_3")


class Table(playing.Table):
    """The start of p0's first turn, to be changed before it becomes a position."""

    def __init__(self, players: int = 3, **options: object) -> None:
        game = burgrave.game("hansa", players=players, **{"first": "p0", **options})
        super().__init__(playing.play(game.start(), *STARTING_MARKERS))
        self.side = self.fields["side"]

    def take(self, seat: int, kind: int) -> None:
        """A piece leaves the general supply, or the personal one if the general has none."""
        supply = "general" if self.fields["general"][seat][kind] else "personal"
        assert self.fields[supply][seat][kind], f"p{seat} has no {KINDS[kind]} left"
        self.fields[supply][seat][kind] -= 1

    def stand(self, route: str, *pieces: str) -> Self:
        """Pieces on a route: "p0", "p1 merchant", "neutral"."""
        for piece in pieces:
            owner, kind = self.owner_and_kind(piece)
            if owner == NEUTRAL:
                self.fields["neutral_stock"] -= 1
            else:
                self.take(owner, kind)
            self.fields["pieces"][owner][kind][ROUTES.index(route)] += 1
        return self

    def owner_and_kind(self, piece: str, kind: int = 0) -> tuple[int, int]:
        """The numbers of an owner and a kind of piece."""
        words = piece.split()
        return OWNERS.index(words[0]), KINDS.index(words[1]) if len(words) > 1 else kind

    def fill_others(self, *but: str) -> Self:
        """Fill every space of all routes except these, always with a trader of whoever has most left."""
        for number, route in enumerate(ROUTES):
            taken = sum(kinds[k][number] for kinds in self.fields["pieces"] for k in range(2))
            for _ in range(0 if route in but else int(SPACES[self.side, number]) - taken):
                self.stand(route, OWNERS[max(range(self.game.players), key=self.traders_left)])
        return self

    def traders_left(self, seat: int) -> int:
        """Traders in both supplies."""
        return self.fields["general"][seat][0] + self.fields["personal"][seat][0]

    def office(self, city: str, *owners: str) -> Self:
        """Offices on the next printed slots; each owner needs the privilege."""
        number = CITIES.index(city)
        for name in owners:
            row = self.fields["office"][number]
            slot = row.index(0)
            owner, kind = self.owner_and_kind(name, int(SLOT_KIND[self.side, number, slot]))
            if owner == NEUTRAL:
                self.fields["neutral_stock"] -= 1
                kind = 0
            else:
                self.take(owner, kind)
            row[slot] = 1 + 2 * owner + kind
        return self

    def extra(self, city: str, owner: int, kind: int = 0) -> Self:
        """An extra office, with its used marker out of the stack."""
        row = self.fields["extra"][CITIES.index(city)]
        self.take(owner, kind)
        row[row.index(0)] = 1 + 2 * owner + kind
        self.fields["stack"][0] -= 1
        self.fields["markers_used"][owner][0] += 1
        return self

    def at_coellen(self, points: int, owner: int) -> Self:
        """A merchant at the Coellen table."""
        self.take(owner, 1)
        self.fields["table"][list(TABLE_POINTS).index(points)] = owner
        return self

    def skill(self, seat: int, **steps: int) -> Self:
        """Skills developed so many steps; the freed pieces are in the personal supply."""
        for name, count in steps.items():
            number = SKILLS.index(name)
            self.fields["skill_steps"][seat][number] += count
            self.fields["personal"][seat][SKILL_KIND[number]] += count
            if name == "actions" and seat == self.fields["active"]:
                self.fields["actions_left"] = int(SKILL_VALUE[number][self.fields["skill_steps"][seat][number]])
        return self

    def give(self, seat: int, *markers: str) -> Self:
        """Unused markers out of the stack."""
        for marker in markers:
            self.fields["markers_unused"][seat][MARKERS.index(marker)] += 1
            self.fields["stack"][MARKERS.index(marker)] -= 1
        return self

    def used(self, seat: int, *markers: str) -> Self:
        """Used markers out of the stack."""
        for marker in markers:
            self.fields["markers_used"][seat][MARKERS.index(marker)] += 1
            self.fields["stack"][MARKERS.index(marker)] -= 1
        return self

    def box(self, *markers: str) -> Self:
        """Markers out of the stack that neutral has lost: they lie in the box."""
        for marker in markers:
            self.fields["box"][MARKERS.index(marker)] += 1
            self.fields["stack"][MARKERS.index(marker)] -= 1
        return self

    def lay(self, marker: str, route: str) -> Self:
        """A marker that lies on the board moves to another route."""
        row = self.fields["route_marker"]
        row[row.index(MARKERS.index(marker))] = -1
        row[ROUTES.index(route)] = MARKERS.index(marker)
        return self

    def on_board(self, marker: str, instead_of: str) -> Self:
        """A marker of the stack changes places with one on the board."""
        new, old = MARKERS.index(marker), MARKERS.index(instead_of)
        row = self.fields["route_marker"]
        row[row.index(old)] = new
        self.fields["stack"][new] -= 1
        self.fields["stack"][old] += 1
        return self

    def supply(self, seat: int, traders: int, merchants: int = 0) -> Self:
        """The personal supply; the general supply has the rest."""
        for kind, count in enumerate((traders, merchants)):
            total = self.fields["personal"][seat][kind] + self.fields["general"][seat][kind]
            assert count <= total, f"p{seat} has only {total} {KINDS[kind]}s"
            self.fields["personal"][seat][kind] = count
            self.fields["general"][seat][kind] = total - count
        return self

    def points(self, *points: int) -> Self:
        """Points on the track, seat by seat."""
        self.fields["track_vp"][: len(points)] = points
        return self

    def position(self) -> Position:
        """The position, with everything that follows from the pieces worked out."""
        fields = self.fields
        empty = [int(spaces) for spaces in SPACES[self.side]]
        for kinds in fields["pieces"]:
            for row in kinds:
                empty = [left - count for left, count in zip(empty, row, strict=True)]
        fields["empty"] = empty
        fields["open_routes"] = sum(1 << route for route, left in enumerate(empty) if left)
        fields["where"] = [
            [sum(1 << route for route, count in enumerate(row) if count) for row in kinds] for kinds in fields["pieces"]
        ]
        taken = [sum(code > 0 for code in row) for row in fields["office"]]
        fields["completed_cities"] = sum(n == int(SLOTS[self.side, city]) for city, n in enumerate(taken))
        return super().position()


def on_route(position: Position, route: str) -> dict[str, int]:
    """The pieces on a route by owner and kind."""
    number = ROUTES.index(route)
    return {
        f"{owner} {kind}": int(position.fields["pieces"][o][k][number])
        for o, owner in enumerate(OWNERS)
        for k, kind in enumerate(KINDS)
        if position.fields["pieces"][o][k][number]
    }


def offices_of(position: Position, city: str) -> list[str]:
    """The offices on a city's printed slots."""
    codes = [int(code) - 1 for code in position.fields["office"][CITIES.index(city)] if code]
    return [f"{OWNERS[code // 2]} {KINDS[code % 2]}" for code in codes]


def personal(position: Position, seat: int) -> tuple[int, int]:
    """Traders and merchants of the personal supply."""
    traders, merchants = position.fields["personal"][seat]
    return int(traders), int(merchants)


def general(position: Position, seat: int) -> tuple[int, int]:
    """Traders and merchants of the general supply."""
    traders, merchants = position.fields["general"][seat]
    return int(traders), int(merchants)


def track(position: Position) -> list[int]:
    """Points on the track, seat by seat."""
    return [int(n) for n in position.fields["track_vp"][: position.game.players]]
