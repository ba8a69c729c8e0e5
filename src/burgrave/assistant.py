"""An MCP server with which an assistant lists games, reads rules, plays a seat and analyses finished games.

It knows what a seat knows: whatever is hidden from the seat is in no answer while the game lasts.
"""

from __future__ import annotations

import itertools
from functools import partial
from typing import TYPE_CHECKING, Any

import burgrave
from burgrave.core import guide, registry
from burgrave.core.words import LANGUAGES, option_help, tagline, title
from burgrave.envs.observing import missing
from burgrave.envs.text import TextEnv

try:
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
except ImportError as error:
    raise missing("The MCP SDK", "mcp")(error) from None

if TYPE_CHECKING:
    from burgrave.core.match import Match

MOST_GAMES = 16
"""Games kept at once; a new one takes the place of the oldest."""
MOST_ITERATIONS, MOST_SAMPLES = 500, 64
LONGEST_RECORD = 1_000_000
INSTRUCTIONS = (
    "Five euro games. list_games, then read_rules, then new_game; look shows your position and the legal moves, play "
    "makes one by its text. When a game is over, read_record gives its record and analyse judges it."
)


class Assistant:
    """The games an assistant plays, by their numbers."""

    def __init__(self) -> None:
        self._games: dict[int, TextEnv] = {}
        self._numbers = itertools.count(1)

    def _game(self, game_id: int) -> TextEnv:
        if game_id not in self._games:
            known = ", ".join(map(str, self._games)) or "none yet: call new_game"
            raise ValueError(f"there is no game {game_id}; valid: {known}")
        return self._games[game_id]

    def list_games(self, language: str = "en") -> list[dict[str, Any]]:
        """Which games there are: name, title, what it is about, numbers of players, options with their values."""
        check_language(language)
        specs = [registry.spec(name) for name in registry.games()]
        return [
            {
                "name": spec.name,
                "title": title(spec, language),
                "about": tagline(spec, language),
                "players": list(spec.players),
                "options": [
                    {
                        "name": option.name,
                        "default": option.default,
                        "valid": option.valid(),
                        "about": option_help(spec, option.name, language),
                    }
                    for option in spec.options
                ],
            }
            for spec in specs
        ]

    def read_rules(self, game: str, section: str = "", language: str = "en") -> str:
        """A game's guide, or one section of it; without a section the guide begins with the names of all."""
        check_language(language)
        registry.spec(game)
        if section:
            return guide.one_section(game, section, language)
        names = ", ".join(guide.sections(game, language))
        return f"Sections: {names}\n\n{guide.text(game, language)}"

    def new_game(
        self,
        game: str,
        players: int | None = None,
        seat: int = 0,
        opponents: str = "greedy",
        options: dict[str, Any] | None = None,
        seed: int | None = None,
        language: str = "en",
    ) -> str:
        """Begin a game in which you play a seat and bots (random, greedy, search:iterations=200, …) the others."""
        from burgrave.bots import described

        check_language(language)
        if described(opponents)[0] == "outside":
            raise ValueError("an assistant may not start programs: name one of our own bots")
        settings = dict(options or {})
        if players is not None:
            settings["players"] = players
        env = TextEnv(game, seat=seat, opponents=opponents, language=language, **settings)
        shown, _ = env.reset(seed)
        number = next(self._numbers)
        self._games[number] = env
        while len(self._games) > MOST_GAMES:
            self._games.pop(min(self._games)).close()
        return f"game_id: {number}\nYou are p{env.seat}.\n\n{shown}"

    def look(self, game_id: int) -> str:
        """What you see now: the position in words, what you are asked, your legal moves with what they mean."""
        return self._game(game_id)._observation()

    def play(self, game_id: int, move: str) -> str:
        """Make a move by its text, or by its number in the list (#3); what happened since, and your next decision."""
        env = self._game(game_id)
        if env.match.is_over:
            raise ValueError(f"game {game_id} is over: read_record and analyse tell about it, new_game begins another")
        shown, _, _, _, info = env.step(move)
        return f"Not allowed: {shown}" if "illegal" in info else shown

    def why_not(self, game_id: int, move: str) -> str:
        """Why you may not make a move now, in one sentence; or that you may."""
        env = self._game(game_id)
        sentence = env.match.view(env.seat).why_not(move, env.language)
        return sentence or "This move is allowed."

    def read_record(self, game_id: int) -> str:
        """The game so far: the whole record when it is over, before that the moves as you have read them."""
        env = self._game(game_id)
        if env.match.is_over:
            return env.match.text()
        return "\n".join(env.match.log_for(env.seat))

    def analyse(
        self,
        game_id: int | None = None,
        record: str = "",
        iterations: int = 100,
        samples: int = 16,
        language: str = "en",
    ) -> str:
        """Judge a finished game, one of yours or a record: chances, luck, and which moves gave most away."""
        from burgrave.arena import telling
        from burgrave.arena.analysis import Settings, analyse

        check_language(language)
        if not 1 <= iterations <= MOST_ITERATIONS or not 1 <= samples <= MOST_SAMPLES:
            raise ValueError(f"iterations are 1 to {MOST_ITERATIONS}, samples 1 to {MOST_SAMPLES}")
        match = self._finished(game_id, record)
        made = analyse(match, Settings(iterations, samples, 1))
        told = telling.verdict(made, language=language)
        return "\n".join((*told, *(one.text for one in telling.moments(made, language=language))))

    def _finished(self, game_id: int | None, record: str) -> Match:
        from burgrave.core.records import read

        if len(record) > LONGEST_RECORD:
            raise ValueError(f"a record has at most {LONGEST_RECORD} characters")
        if game_id is None and not record:
            raise ValueError("say which game: game_id, or record with a record's text")
        match = self._game(game_id).match if game_id is not None else read(record)
        if not match.is_over:
            raise ValueError("only a finished game can be analysed: before that it would tell what is hidden")
        return match


def check_language(language: str) -> None:
    """A ValueError unless there are words in this language."""
    if language not in LANGUAGES:
        raise ValueError(f"language cannot be {language!r}; valid: {', '.join(LANGUAGES)}")


TOOLS = ("list_games", "read_rules", "new_game", "look", "play", "why_not", "read_record", "analyse")


def server() -> MCPServer:
    """The server with its tools; each works in a thread, so that long thinking blocks nobody."""
    assistant, made = Assistant(), MCPServer("burgrave", instructions=INSTRUCTIONS, version=burgrave.__version__)
    for name in TOOLS:
        add(made, name, getattr(assistant, name))
    return made


def add(made: MCPServer, name: str, work: Any) -> None:
    """Add a tool that works in a thread; what is wrong with a request is told in a sentence."""
    from functools import wraps

    import anyio.to_thread

    @wraps(work)
    async def tool(*arguments: Any, **named: Any) -> Any:
        try:
            return await anyio.to_thread.run_sync(partial(work, *arguments, **named))
        except (ValueError, RuntimeError) as error:
            raise ToolError(str(error)) from error

    made.add_tool(tool, name=name, description=work.__doc__)
