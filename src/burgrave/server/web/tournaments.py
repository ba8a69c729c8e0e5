"""Tournaments in the API: make one, join, begin, withdraw, and see how everybody stands."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Path, Request
from pydantic import Field

from burgrave.core.people import LONGEST_NAME, clean_name
from burgrave.server.store.kinds import Status, TimeOut
from burgrave.server.store.rows import Timing
from burgrave.server.store.tournaments import Pairing, Tournament
from burgrave.server.tables.pairing import Line, is_bot
from burgrave.server.tables.refusal import Forbidden
from burgrave.server.tables.tournaments import MOST_ROUNDS
from burgrave.server.web.api import PROBLEMS, Strict
from burgrave.server.web.requests import Application, application

router = APIRouter(prefix="/api", tags=["tournaments"])

TournamentId = Annotated[
    str, Path(pattern=r"^[A-Za-z0-9_-]{22}$", description="The tournament's identifier, as in its address.")
]


class NewTournament(Strict):
    """A tournament to be made; it has a clock, so that rounds come to an end."""

    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    game: str = Field(max_length=64)
    players: int = Field(ge=2, le=8, description="How many sit at a table.")
    rounds: int = Field(ge=1, le=MOST_ROUNDS)
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=64)
    clock: int = Field(description="Seconds for each decision; 0 with a bank.")
    bank: int = Field(0, description="Seconds of each seat for the whole game.")
    increment: int = Field(0, description="Seconds that each decision adds to the bank.")
    time_out: TimeOut = Field(
        TimeOut.BOT, description="Whether a bot takes over a seat whose time is up, or it has lost."
    )
    bots: str | None = Field(
        None, max_length=32, description="The level of bots that fill tables; null where people sit in smaller groups."
    )
    rated: bool = False


class Joining(Strict):
    """Somebody who wants to take part."""

    name: str = Field(min_length=1, max_length=LONGEST_NAME)


def player_of(request: Request) -> str:
    """The browser that asks: people take part with their cookie, as they sit at tables."""
    browser = application(request).browser(request)
    if browser is None:
        raise Forbidden("no_browser")
    return browser.player


async def create(request: Request, wanted: Tournament) -> Tournament:
    """Make a tournament, at a pace that nobody can flood a server with."""
    app = application(request)
    app.limit_creation(request)
    return await app.hub.tournaments.create(wanted)


@router.post("/tournaments", status_code=201, responses=PROBLEMS, summary="Make a tournament")
async def make(request: Request, wanted: NewTournament) -> dict[str, str]:
    """Whoever has its address, `/tournament/{id}`, can join until you start it; needs the browser's cookie."""
    clock = Timing(wanted.clock, wanted.bank, wanted.increment, wanted.time_out)
    host, name = player_of(request), clean_name(wanted.name)
    size = wanted.players, wanted.rounds
    made = Tournament("", name, wanted.game, wanted.options, *size, clock, wanted.bots, wanted.rated, host, 0.0)
    try:
        return {"id": (await create(request, made)).id}
    except ValueError as error:
        raise HTTPException(422, str(error)) from None


@router.get("/tournaments", responses=PROBLEMS, summary="Your tournaments")
async def mine(request: Request) -> list[dict[str, Any]]:
    """Those that you are host of or take part in, the latest first; needs the browser's cookie."""
    player = player_of(request)
    return [
        {
            "id": one.id,
            "name": one.name,
            "game": one.game,
            "status": one.status,
            "round": one.round,
            "rounds": one.rounds,
            "you_are_host": one.host == player,
        }
        for one in await application(request).storage.tournaments.of(player)
    ]


@router.get("/tournaments/{tournament_id}", responses=PROBLEMS, summary="A tournament, its rounds and standings")
async def show(request: Request, tournament_id: TournamentId) -> dict[str, Any]:
    """Everybody's points are shares of beaten opponents, one at most for each table.

    Ties are broken by tables won, then by the points of everybody one has met.
    """
    app = application(request)
    found = await app.hub.tournaments.find(tournament_id)
    entrants = {one.player: one for one in await app.storage.tournaments.entrants(found.id)}
    names = {player: one.name for player, one in entrants.items()}
    browser = app.browser(request)
    return {
        "id": found.id,
        "name": found.name,
        "game": found.game,
        "options": dict(found.options),
        "players": found.players,
        "rounds": found.rounds,
        "round": found.round,
        "status": found.status,
        "bots": found.bots,
        "rated": found.rated,
        "you_are_host": browser is not None and browser.player == found.host,
        "you_take_part": browser is not None and browser.player in entrants and not entrants[browser.player].withdrawn,
        "standings": [
            {
                "name": names[line.who],
                "withdrawn": entrants[line.who].withdrawn,
                "points": line.points,
                "wins": line.wins,
                "opponents": line.opponents,
                "tables": line.tables,
            }
            for line in await app.hub.tournaments.standings(found.id)
        ],
        "tables": [table_json(pairing, names) for pairing in await app.storage.tournaments.pairings(found.id)],
    }


def table_json(pairing: Pairing, names: dict[str, str]) -> dict[str, Any]:
    """A table of a round."""
    return {
        "id": pairing.table_id,
        "round": pairing.round,
        "seats": [None if is_bot(who) else names.get(who, "") for who in pairing.seats],
        "status": pairing.status,
        "scores": list(pairing.scores),
        "winners": list(pairing.winners),
    }


Act = Literal["join", "withdraw", "start", "close"]


async def act(app: Application, what: Act, tournament_id: str, player: str, name: str = "") -> None:
    """Join, withdraw, or, for the host, start or close it."""
    directing = app.hub.tournaments
    if what == "join":
        await directing.join(tournament_id, player, name)
    elif what == "withdraw":
        await directing.withdraw(tournament_id, player)
    elif what == "start":
        await directing.start(tournament_id, player)
    else:
        await directing.close(tournament_id, player)


@router.post("/tournaments/{tournament_id}/join", responses=PROBLEMS, summary="Take part")
async def join(request: Request, tournament_id: TournamentId, joining: Joining) -> dict[str, Status]:
    """Until the first round begins; again with another name, to change it."""
    return await done(request, "join", tournament_id, joining.name)


@router.post("/tournaments/{tournament_id}/withdraw", responses=PROBLEMS, summary="Take no part any more")
async def withdraw(request: Request, tournament_id: TournamentId) -> dict[str, Status]:
    """You play no further round; a game that is being played goes on."""
    return await done(request, "withdraw", tournament_id)


@router.post("/tournaments/{tournament_id}/start", responses=PROBLEMS, summary="Begin the first round")
async def start(request: Request, tournament_id: TournamentId) -> dict[str, Status]:
    """The host begins; its tables open at once, and those of later rounds when all games of the last are over."""
    return await done(request, "start", tournament_id)


@router.post("/tournaments/{tournament_id}/close", responses=PROBLEMS, summary="End a tournament early")
async def close(request: Request, tournament_id: TournamentId) -> dict[str, Status]:
    """The host lets no further round begin; games that are being played go on."""
    return await done(request, "close", tournament_id)


async def done(request: Request, what: Act, tournament_id: str, name: str = "") -> dict[str, Status]:
    """Do something, and tell how far the tournament is then."""
    app = application(request)
    await act(app, what, tournament_id, player_of(request), name)
    return {"status": (await app.hub.tournaments.find(tournament_id)).status}


def ordered(lines: list[Line]) -> list[tuple[int, Line]]:
    """Lines with their places; who is equal in everything shares one."""
    keys = [(round(line.points, 9), round(line.wins, 9), round(line.opponents, 9)) for line in lines]
    return [(keys.index(key) + 1, line) for key, line in zip(keys, lines, strict=True)]
