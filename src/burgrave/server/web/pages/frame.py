"""What every page has: its frame in the asker's language and theme, the cookie, the fields of its forms."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from fastapi import Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from burgrave.core import registry
from burgrave.core.drawing import kit_symbols
from burgrave.core.table import table_of
from burgrave.core.words import LANGUAGES, words
from burgrave.server.web import assets
from burgrave.server.web.cookies import THEME_COOKIE, THEMES
from burgrave.server.web.elsewhere import elsewhere
from burgrave.server.web.html import environment, say
from burgrave.server.web.requests import application, keep_cookie, language_of

LONG_FORM = 10_000
KIT = Markup(f'<svg class="symbols" width="0" height="0" aria-hidden="true">{kit_symbols()}</svg>')


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A whole page in the asker's language and theme."""
    app, language = application(request), language_of(request)
    browser = app.browser_or_new(request)
    theme = request.cookies.get(THEME_COOKIE, "auto")
    html = environment.get_template(template).render(
        t=say(language),
        language=language,
        languages=LANGUAGES,
        theme=theme if theme in THEMES else "auto",
        themes=THEMES,
        browser=browser,
        path=request.url.path + (f"?{request.url.query}" if request.url.query else ""),
        assets=assets.version(),
        kit=KIT,
        **values,
    )
    response = HTMLResponse(html, status)
    keep_cookie(response, request, browser)
    return response


def script_texts(language: str) -> dict[str, str]:
    """The sentences the script itself says."""
    tell = say(language)
    return {key.removeprefix("script."): tell.template(key) for key in tell.sentences if key.startswith("script.")}


def layout(game: str, players: int, language: str) -> dict[str, Any]:
    """Where a game's areas lie for so many players, and what each is called: by the game, where it has its own name."""
    spec = registry.spec(game)
    lies, own = table_of(spec), words(spec.package, language)
    titles = {
        area: own(f"area.{area}") if f"area.{area}" in own else say(language)(f"area.{area}") for area in lies.areas
    }
    return {
        "columns": lies.columns_for(players),
        "below": lies.below,
        "titles": titles,
        "has_kinds": bool(lies.kinds),
    }


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a plain form."""
    body = (await request.body()).decode("utf-8", "replace")
    return _fields(body) if len(body) < LONG_FORM else await elsewhere(_fields, body)


def _fields(body: str) -> dict[str, str]:
    return {name: values[-1] for name, values in parse_qs(body, keep_blank_values=True, max_num_fields=200).items()}


def own_path(text: str) -> str:
    """Where to go back to: a path of this server and nothing else."""
    try:
        host = urlsplit(text).netloc
    except ValueError:  # not even an address
        return "/"
    return text if text.startswith("/") and not text.startswith(("//", "/\\")) and not host else "/"
