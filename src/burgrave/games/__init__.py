"""The games that come with Burgrave, one package each.

Python binds a package's name in its parent when it is first imported, which would hide the function `burgrave.games()`;
so the package answers that call itself.
"""

from __future__ import annotations

import sys
from types import ModuleType


class _Games(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        from burgrave.core import registry

        return registry.games()


sys.modules[__name__].__class__ = _Games
