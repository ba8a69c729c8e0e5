"""How numba keeps compiled rules: in the folder that `core/cache` names, whatever the folder of the sources.

numba's own cache goes by the path of a source file, so that a copy of the same sources elsewhere, as in an installed
wheel, would be compiled again. The name of our folders says what they were made from.
"""
# mypy: ignore-errors

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from burgrave.core import cache


class InFolder(_CacheLocator):
    """Where one function's compiled form is: in a folder named by its module, in the folder of all that is kept now."""

    def __init__(self, function: Any, file: str) -> None:
        self._py_file = file
        self._line = function.__code__.co_firstlineno
        self._path = Path(numba.config.CACHE_DIR, function.__module__)

    @classmethod
    def from_function(cls, function: Any, file: str) -> InFolder:
        """The place for a function."""
        return cls(function, file)

    def get_cache_path(self) -> str:
        """Its folder."""
        return str(self._path)

    def get_source_stamp(self) -> str:
        """Nothing more: the folder of all is named by the sources."""
        return ""

    def get_disambiguator(self) -> str:
        """Tells functions of the same name apart."""
        return str(self._line)


class InFolderImpl(CompileResultCacheImpl):
    """Numba's way to write compiled functions, in our place."""

    _locator_classes = (InFolder,)


class Kept(FunctionCache):
    """The compiled form of an entry; one that cannot be written costs time, never a result."""

    _impl_class = InFolderImpl

    def save_overload(self, signature: Any, data: Any) -> None:
        """Keep it."""
        with contextlib.suppress(OSError):
            super().save_overload(signature, data)


class Shipped(FunctionCache):
    """The compiled form of an entry that came with the package: made for any processor of this kind, never written."""

    _impl_class = InFolderImpl

    def _load_overload(self, signature: Any, target_context: Any) -> Any:
        for name in self._cache_file._load_index().values():
            return self._impl.rebuild(target_context, self._cache_file._load_data(name))
        return None

    def save_overload(self, signature: Any, data: Any) -> None:
        """Leave it as it is."""


def keep(dispatcher: Any) -> None:
    """Read this function's compiled form from the folder of `cache.caching_in`, and keep it there."""
    kind = Shipped if cache.is_shipped(Path(numba.config.CACHE_DIR)) else Kept
    dispatcher._cache = kind(dispatcher.py_func)
