"""`burgrave serve --reload`: pages show a game's words, drawings and guides as their author saves them."""

from __future__ import annotations

import asyncio
import logging

from burgrave.core.reloading import Faces
from burgrave.server.web.requests import Application

LOOK_SECONDS = 0.5

log = logging.getLogger("burgrave.server")


async def show_new_faces(app: Application) -> None:
    """Look at the files of all loaded games now and then; open pages are loaded anew when one has changed."""
    faces = Faces()
    while True:
        for rules in app.games.loaded():
            if not faces.changed(rules):
                continue
            try:
                faces.reload(rules)
            except Exception:  # whatever an author may have written; the former face stays
                log.exception("the new words or drawing cannot be read", extra={"game": rules.spec.name})
            else:
                app.hub.open_anew(rules.spec.name)
                log.warning("words and drawings of %s are shown anew", rules.spec.name)
        await asyncio.sleep(LOOK_SECONDS)
