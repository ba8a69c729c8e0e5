"""What a move of Burgundy brings: workers, silver, goods and tiles, points with their causes, phases and rounds.

The score of a view counts what unsold goods, silver and workers would give at the end, so those points change with
nearly every move: they are told quietly, under the kind `left_over`, and by name when the game ends.

Fields are read as `s["goods"]`: the same as `s.goods`, in a quarter of the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from burgrave.core.effects import Effect, SeenMove, ending, gain, loss, points
from burgrave.games.burgundy.board import (
    ACTION_WORKERS,
    AN_ANIMAL,
    ANIMALS,
    ANY_NUMBER,
    BANK,
    BANK_SILVER,
    BONUS_POINTS,
    BUILDINGS,
    COLOURS,
    FIRST_ANIMAL,
    FIRST_KNOWLEDGE,
    GOODS,
    GOODS_POINTS,
    HEX_COLOUR,
    HEX_NUMBER,
    INN,
    INN_WORKERS,
    KIND_COLOUR,
    KIND_HEADS,
    KIND_SPECIES,
    KINDS,
    KNOWLEDGE,
    MINE,
    MINE_SILVER,
    NOTHING,
    PHASE_POINTS,
    PHASES,
    PRICE,
    REGION,
    REGION_HEX,
    REGION_POINTS,
    REGION_SIZE,
    SALE_SILVER,
    TRACK_SPACES,
    WATCHTOWER,
    WATCHTOWER_POINTS,
    WORKERS_FOR_A_POINT,
    workers_to_change,
)
from burgrave.games.burgundy.knowledge_tiles import HELPER, SCORE, SHIFT, STEP, Counted, Knowledge, Occasion
from burgrave.games.burgundy.reading import in_set_up

STOCKS = {
    "workers": lambda s: s.workers,
    "silver": lambda s: s.silver,
    "goods": lambda s: s.goods.sum(axis=1),
    "sold": lambda s: s.sold.sum(axis=1),
    "stored": lambda s: (s.storage != NOTHING).sum(axis=1),
    "placed": lambda s: (s.tiles != NOTHING).sum(axis=1),
}
FIRST_SCORING = FIRST_KNOWLEDGE + min(tile for tile in Knowledge if tile.effect == SCORE) - 1
END_SCORING = FIRST_KNOWLEDGE + len(Knowledge)
NUMBERS = tuple(int(number) for number in HEX_NUMBER)
SIZES = ("large", "small")

SILENT = ("sell", "workers", "keep", "end", "deal", "fill", "lay", "roll", "white")
"""Moves that the log leaves out: mechanical ones, and those that their effects tell better."""
GOES_ON = ("roll", "white", "action", "discard", "keep")
"""Points at which a move goes on with the line of the log before it: a round's dice, what a die is used for."""
TILE_ICONS = {
    **{kind: f"burgundy-{kind}" for kind in KINDS},
    **{animal: f"burgundy-{animal[:-1]}" for animal in ANIMALS},
    **dict.fromkeys(KNOWLEDGE, "burgundy-knowledge"),
}
GOODS_ICONS = {goods: f"burgundy-goods-{goods}" for goods in GOODS}
ICONS = {
    "workers": "burgundy-worker",
    "silver": "burgundy-silver",
    "goods": GOODS_ICONS,
    "sold": GOODS_ICONS,
    "stored": TILE_ICONS,
    "placed": TILE_ICONS,
    **dict.fromkeys(("fill", "waits", "saves", "knowledge"), TILE_ICONS),
    "lay": GOODS_ICONS,
    **dict.fromkeys(("phase", "round"), "icon-time"),
    **dict.fromkeys(("rolls", "changes"), "icon-dice"),
    **{f"region.{colour}": f"burgundy-{colour}" for colour in COLOURS},
    **dict.fromkeys(("region_points", "bonus"), "burgundy-star"),
    "animals": "burgundy-animal",
    "track": "burgundy-pawn",
    "final": {
        "unsold_goods": "burgundy-goods",
        "silver": "burgundy-silver",
        "workers": "burgundy-worker",
        "knowledge": "burgundy-knowledge",
    },
}

DICE = {"roll": (1, 2), "white": (0,)}


def turn_of(s: Any) -> tuple[Any, ...]:
    """Whose turn it is, in which phase and round; dice are rolled in the first player's turn; nobody's in set-up."""
    return (None,) if in_set_up(s) else (int(s.order[s.turn]), int(s.phase), int(s.round_number))


def effects(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """Everything the move brought."""
    tell = TELLERS.get(move.verb)
    if tell is not None:
        yield from tell(before, move, after)
    if move.verb in MAY_PAY:
        if before.s["phase"] != after.s["phase"] or after.to_act is None:
            yield from mine_income(after)
        yield from left_over(before, after)
    if after.to_act is None:
        yield from final_scoring(after)
        yield from ending(before, after, "phases")


@cache
def region_at(board: int, hexagon: int) -> tuple[int, ...]:
    """The hexes of the region to which a hex belongs."""
    region = REGION[board, hexagon]
    return tuple(REGION_HEX[board, region, : REGION_SIZE[board, region]].tolist())


def at(view: Any, seat: int, own: str) -> str:
    """A place among the viewer's own things, or beside another seat's name."""
    return own if seat == view.seat else f"p{seat}"


def kind_of(tile: Knowledge | int) -> int:
    """The kind of a knowledge tile."""
    return FIRST_KNOWLEDGE + int(tile) - 1


# ---- set-up, phases and rounds


def goods_dealt(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """A goods tile with which a seat begins."""
    seat = int(move.args[0][1:])
    yield gain("goods", seat, 1, move.args[1], kind="deal", target=at(after, seat, f"good-{move.args[1]}"))


def first_workers(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """Later seats begin with more workers."""
    for seat in range(before.game.players):
        more = int(after.s["workers"][seat]) - int(before.s["workers"][seat])
        yield gain("workers", seat, more, kind="first_workers", target=at(after, seat, "workers"))


def castles_laid(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """The starting castle; the last secret choice shows those of the others too."""
    for seat in range(before.game.players):
        for hexagon, (old, new) in enumerate(zip(before.s["tiles"][seat], after.s["tiles"][seat], strict=True)):
            if old != new:
                yield gain("placed", seat, 1, KINDS[new], kind="start", target=at(after, seat, f"x{hexagon}"))


def tile_laid(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """A tile comes to the main board; the first one begins the phase."""
    if before.s["filled"] == 0:
        phase = int(before.s["phase"])
        yield Effect("phase", amount=int(PHASE_POINTS[phase]), what=PHASES[phase])
    yield Effect("fill", what=move.args[1], target=f"d{move.args[0]}-{move.args[1]}")


def rolled(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """A seat's dice; the first throw begins the round."""
    s, seat = before.s, int(move.args[0][1:])
    if seat == 0:
        yield Effect("round", int(s["order"][0]), int(s["round_number"]), what=PHASES[s["phase"]])
    yield Effect("rolls", seat, move.number(2), what=move.args[1], target=f"p{seat}")


def goods_laid(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """The white die sends the goods of the round to a depot."""
    yield Effect("lay", what=GOODS[before.s["round_goods"][0]], target=f"depot-{move.args[0]}")


def mine_income(after: Any) -> Iterator[Effect]:
    """At the end of a phase every mine pays its owner."""
    for seat in range(after.game.players):
        tiles = after.s["tiles"][seat].tolist()
        mines = tiles.count(MINE)
        if mines:
            yield gain("silver", seat, mines * MINE_SILVER, kind="mines", target=f"p{seat}", closing=True)
            if kind_of(Knowledge.MINES_BRING_WORKERS) in tiles:
                more = mines * Knowledge.MINES_BRING_WORKERS.amount
                site = at(after, seat, "workers")
                yield gain("workers", seat, more, kind="mines.workers", target=site, closing=True)


# ---- dice and workers


def changers(tiles: list[int], occasion: int) -> tuple[int, int]:
    """The knowledge tiles of an estate that change a die for nothing and by more at once; 0 where there is none."""
    shift, step = (int(HELPER[effect, occasion]) for effect in (SHIFT, STEP))
    return shift if shift and kind_of(shift) in tiles else 0, step if step and kind_of(step) in tiles else 0


def die_changed(before: Any, move: SeenMove, occasion: int, number: int) -> Iterator[Effect]:
    """The workers that turn the die into the number that is needed, and those that knowledge saves."""
    die, seat = int(before.s["die"]), move.by
    if die in (ANY_NUMBER, number):
        return
    shift, step = changers(before.s["tiles"][seat].tolist(), occasion)
    free, reach = int(shift > 0), 1 + int(step > 0)
    change = f"{die}→{number}"
    cost = workers_to_change(reach, free, die, number)
    if cost:
        yield loss("workers", seat, cost, change, kind="spends", source=at(before, seat, "workers"))
    else:
        yield Effect("changes", seat, what=change)
    if shift:
        yield Effect("saves", seat, 1, what=KINDS[kind_of(shift)])
    saved = workers_to_change(1, free, die, number) - cost
    if saved:
        yield Effect("saves", seat, saved, what=KINDS[kind_of(step)])


def workers_taken(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """Two workers, and what knowledge adds."""
    seat, tiles = move.by, before.s["tiles"][move.by].tolist()
    more = Knowledge.WORKERS_BRING_WORKERS
    count = ACTION_WORKERS + more.amount * (kind_of(more) in tiles)
    yield gain("workers", seat, count, target=at(after, seat, "workers"))
    if kind_of(Knowledge.WORKERS_BRING_SILVER) in tiles:
        yield gain("silver", seat, Knowledge.WORKERS_BRING_SILVER.amount, target=f"p{seat}")


# ---- tiles


def tile_taken(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """A tile comes from a numbered depot."""
    yield from die_changed(before, move, Occasion.TAKE_TILE, move.number(0))
    yield acquired(before, move, after)


def tile_bought(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """A tile is paid for with silver."""
    yield loss("silver", move.by, PRICE, kind="pays", source=f"p{move.by}")
    yield acquired(before, move, after)


def acquired(before: Any, move: SeenMove, after: Any) -> Effect:
    """The tile goes to storage, or waits until a space is free there."""
    seat, (depot, kind) = move.by, move.args
    source = f"d{depot}-{kind}"
    if before.s["storage"][seat, -1] != NOTHING:
        return Effect("waits", seat, what=kind, source=source, target=f"p{seat}")
    return gain("stored", seat, 1, kind, source=source, target=at(after, seat, f"store-{kind}"))


def tile_discarded(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """An old tile leaves the game, and the new one has its space."""
    seat, kind, new = move.by, move.args[0], KINDS[before.s["taking"]]
    yield loss("stored", seat, 1, kind, kind="discards", source=at(before, seat, f"store-{kind}"))
    yield gain("stored", seat, 1, new, target=at(after, seat, f"store-{new}"))


def tile_placed(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """A tile goes from storage to the estate, fills its region perhaps, and does what it does."""
    seat, kind, hexagon = move.by, KINDS.index(move.args[0]), move.number(1)
    colour = int(KIND_COLOUR[kind])
    yield from die_changed(before, move, colour, NUMBERS[hexagon])
    source, target = at(before, seat, f"store-{KINDS[kind]}"), at(after, seat, f"x{hexagon}")
    yield loss("stored", seat, 1, KINDS[kind], source=source, target=target)
    yield gain("placed", seat, 1, KINDS[kind])
    tiles = after.s["tiles"][seat].tolist()
    yield from region_filled(before, after, seat, hexagon, tiles)
    if kind == INN:
        yield gain("workers", seat, INN_WORKERS, source=target, target=at(after, seat, "workers"))
    elif kind == BANK:
        yield gain("silver", seat, BANK_SILVER, source=target, target=f"p{seat}")
    elif kind == WATCHTOWER:
        yield points(seat, WATCHTOWER_POINTS, "watchtowers", source=target)
    elif colour == AN_ANIMAL:
        yield from animals_scored(int(before.s["board"][seat]), seat, kind, hexagon, tiles, target)
    yield from pawn_moved(before, after, seat)
    yield from knowledge_scored(before, after, seat, tiles)


def region_filled(before: Any, after: Any, seat: int, hexagon: int, tiles: list[int]) -> Iterator[Effect]:
    """A full region scores its size and the phase; all hexes of a colour bring a bonus tile."""
    board, phase = int(before.s["board"][seat]), int(before.s["phase"])
    region = region_at(board, hexagon)
    if any(tiles[place] == NOTHING for place in region):
        return
    colour, site = COLOURS[HEX_COLOUR[board, hexagon]], at(after, seat, f"x{hexagon}")
    yield Effect(f"region.{colour}", seat, len(region), what=PHASES[phase], target=site)
    yield points(seat, int(REGION_POINTS[len(region)]), "region_size", kind="region_points", source=site)
    yield points(seat, int(PHASE_POINTS[phase]), "phase", kind="region_points", source=site)
    for old, new in zip(before.s["bonus"][seat], after.s["bonus"][seat], strict=True):
        if old != new:
            worth = int(BONUS_POINTS[before.game.players, new % 2])
            yield points(seat, worth, f"all.{COLOURS[new // 2]}", kind=f"bonus.{SIZES[new % 2]}", source=site)


def animals_scored(board: int, seat: int, kind: int, hexagon: int, tiles: list[int], site: str) -> Iterator[Effect]:
    """New animals score, and with them all of their species that were in the pasture."""
    same = [
        int(KIND_HEADS[tiles[place]])
        for place in region_at(board, hexagon)
        if place != hexagon and tiles[place] != NOTHING and KIND_SPECIES[tiles[place]] == KIND_SPECIES[kind]
    ]
    yield points(seat, int(KIND_HEADS[kind]), "new_animals", kind="animals", source=site)
    if same:
        yield points(seat, sum(same), "old_animals", kind="animals", source=site)
    more = Knowledge.ANIMALS_BRING_POINTS
    if kind_of(more) in tiles:
        yield points(seat, more.amount * (1 + len(same)), KINDS[kind_of(more)], kind="animals", source=site)


# ---- goods


def goods_sold(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """All goods of a type become points; the sale brings silver."""
    seat, goods = move.by, GOODS.index(move.args[0])
    tiles, count = before.s["tiles"][seat].tolist(), int(before.s["goods"][seat, goods])
    source = at(before, seat, f"good-{GOODS[goods]}")
    yield loss("goods", seat, count, GOODS[goods], kind="sells", source=source, target=f"p{seat}")
    yield gain("sold", seat, count, GOODS[goods])
    yield from die_changed(before, move, Occasion.SELL_GOODS, goods + 1)
    yield points(seat, count * int(GOODS_POINTS[before.game.players]), "sales", source=source)
    more = Knowledge.SALES_BRING_SILVER
    yield gain("silver", seat, SALE_SILVER + more.amount * (kind_of(more) in tiles), target=f"p{seat}")
    if kind_of(Knowledge.SALES_BRING_WORKERS) in tiles:
        more = Knowledge.SALES_BRING_WORKERS
        yield gain("workers", seat, more.amount, target=at(after, seat, "workers"))
    yield from knowledge_scored(before, after, seat, tiles)


def ship_loaded(before: Any, move: SeenMove, after: Any) -> Iterator[Effect]:
    """Goods come from the depots that the ship has named, and the ship sails."""
    seat = move.by
    taken = before.s["depot_goods"] - after.s["depot_goods"]
    for depot, goods in zip(*taken.nonzero(), strict=True):
        count, what = int(taken[depot, goods]), GOODS[goods]
        yield gain("goods", seat, count, what, source=f"depot-{depot + 1}", target=at(after, seat, f"good-{what}"))
    yield from pawn_moved(before, after, seat)


def pawn_moved(before: Any, after: Any, seat: int) -> Iterator[Effect]:
    """A ship moves its owner's pawn on the turn-order track."""
    old, new = before.s["track"], after.s["track"]
    if old.tobytes() != new.tobytes():
        space = next(space for space in range(TRACK_SPACES) if seat in new[space])
        yield Effect("track", seat, space)


# ---- points that count at the end


def left_over(before: Any, after: Any) -> Iterator[Effect]:
    """What goods, silver and workers would now score at the end."""
    for seat, (old, new) in enumerate(zip(left(before), left(after), strict=True)):
        if old != new:
            yield points(seat, new - old, "left_over", kind="left_over")


def left(view: Any) -> list[int]:
    """Everybody's points for what would be left over."""
    s, players = view.s, view.game.players
    held = zip(s["goods"].tolist(), s["silver"].tolist(), s["workers"].tolist(), strict=True)
    return [sum(goods) + silver + workers // WORKERS_FOR_A_POINT for goods, silver, workers in held][:players]


def knowledge_scored(before: Any, after: Any, seat: int, tiles: list[int]) -> Iterator[Effect]:
    """What the knowledge tiles of a seat, which count at the end, count more than before."""
    scoring = [kind for kind in tiles if FIRST_SCORING <= kind < END_SCORING]
    if scoring:
        known = before.s["tiles"][seat].tolist()
        for kind in scoring:
            old = knowledge_points(before, seat, kind, known) if kind in known else 0
            more = knowledge_points(after, seat, kind, tiles) - old
            if more:
                yield points(seat, more, KINDS[kind], kind="knowledge")


def knowledge_points(view: Any, seat: int, kind: int, tiles: list[int]) -> int:
    """What a knowledge tile of an estate scores at the end, as things are."""
    tile, s = tuple(Knowledge)[kind - FIRST_KNOWLEDGE], view.s
    what = tile.of[0]
    if what < len(BUILDINGS):
        count = tiles.count(what)
    elif what == Counted.SPECIES:
        count = len({int(KIND_SPECIES[kind]) for kind in tiles if FIRST_ANIMAL <= kind < FIRST_KNOWLEDGE})
    elif what == Counted.TYPES_SOLD:
        count = int((s["sold"][seat] > 0).sum())
    elif what == Counted.TILES_SOLD:
        count = int(s["sold"][seat].sum())
    else:
        count = int((s["bonus"][seat] != NOTHING).sum())
    return tile.amount * count


def final_scoring(after: Any) -> Iterator[Effect]:
    """What is counted when the game is over, which everybody's score has held all the time."""
    for seat, parts in enumerate(after.score_parts()):
        for source in ("unsold_goods", "silver", "workers", "knowledge"):
            if parts[source]:
                yield Effect("final", seat, parts[source], what=source, closing=True)


TELLERS = {
    "deal": goods_dealt,
    "first": first_workers,
    "start": castles_laid,
    "fill": tile_laid,
    "roll": rolled,
    "white": goods_laid,
    "buy": tile_bought,
    "take": tile_taken,
    "place": tile_placed,
    "sell": goods_sold,
    "workers": workers_taken,
    "discard": tile_discarded,
    "goods": ship_loaded,
    "keep": ship_loaded,
    "pass": ship_loaded,
}
MAY_PAY = {"deal", "first", "buy", "take", "place", "sell", "workers", "discard", "goods", "keep", "pass", "end"}
"""The moves after which somebody may have other goods, silver or workers."""
