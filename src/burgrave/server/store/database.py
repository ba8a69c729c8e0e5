"""The database itself: its URL, engines, schema and backup. SQLite writes ahead and flushes every commit."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import stat
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, IntegrityError, TimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from burgrave.server.store.rows import UnavailableError

log = logging.getLogger("burgrave.server")

MIGRATION_LOCK = 7_264_718_283
SQLITE = "sqlite+aiosqlite"
READ_ONLY = "mode=ro"
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
DATABASE_SECONDS = 3.0
CONNECTIONS = 16
"""The most that one process has to PostgreSQL, beside the one that listens."""
FILE = "burgrave.db"
"""What the default database is called in its data folder."""


def normal_url(url: str) -> str:
    """A database URL with the asynchronous driver filled in; a ValueError when it is none that a server can use."""
    for plain, driver in (
        ("postgresql://", "postgresql+asyncpg://"),
        ("postgres://", "postgresql+asyncpg://"),
        ("sqlite:///", "sqlite+aiosqlite:///"),
    ):
        if url.startswith((plain, driver)):
            return driver + url.removeprefix(driver).removeprefix(plain)
    kind = url.partition(":")[0]  # and no more of it: there may be a password
    raise ValueError(f"a database URL begins with postgresql:// or sqlite:///, not with {kind!r}")


def sqlite_url(folder: Path) -> str:
    """The URL of the default database file in a data folder."""
    return sa.URL.create(SQLITE, database=str(folder / FILE)).render_as_string()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def _is_current(connection: sa.Connection) -> bool:
    """Whether a database has the present schema; UnavailableError when a newer version has written it."""
    present = MigrationContext.configure(connection).get_current_revision()
    known = [step.revision for step in ScriptDirectory.from_config(_config()).walk_revisions()]
    if present is not None and present not in known:
        raise UnavailableError(
            f"the database was written by a newer version of Burgrave (schema {present}); "
            "install that version, or restore a backup from before the upgrade"
        )
    return present == known[0]


def _upgrade(connection: sa.Connection, revision: str) -> None:
    if not _is_current(connection):
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def keep_private(path: Path) -> None:
    """Let only its owner read a SQLite database, which is made if it is not there; it holds running games' seeds.

    What SQLite itself writes beside it gets the same rights.
    """
    path.touch(PRIVATE_FILE)
    for suffix in ("", "-wal", "-shm", "-journal"):
        with contextlib.suppress(FileNotFoundError):
            keep_to_owner(path.with_name(path.name + suffix))


def keep_to_owner(file: Path) -> None:
    """Let only its owner read a file that is there."""
    _restrict(file, PRIVATE_FILE)


def keep_folder_private(folder: Path) -> None:
    """Make a data folder that only its owner reads; one that holds a database already becomes so."""
    folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
    if (folder / FILE).exists():
        _restrict(folder, PRIVATE_FOLDER)


def _restrict(path: Path, rights: int) -> None:
    if stat.S_IMODE(path.stat().st_mode) == rights:
        return
    try:
        path.chmod(rights)
    except PermissionError:
        log.warning("%s belongs to somebody else: who may read it stays as it is", path)


async def migrate(engine: AsyncEngine, revision: str = "head") -> None:
    """Take the schema's missing steps; of several processes starting at once, one does and the others wait."""
    file = engine.url.database
    if engine.dialect.name == "sqlite" and file and not file.startswith((":memory:", "file:")):
        keep_private(Path(file))
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await take_time(connection)
            await connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
        await connection.run_sync(_upgrade, revision)


async def is_current(url: str) -> bool:
    """Whether a database has the present schema."""
    engine = make_engine(url)
    try:
        with clear_errors():
            async with engine.connect() as connection:
                return await connection.run_sync(_is_current)
    finally:
        await engine.dispose()


async def prepare(url: str) -> None:
    """Bring a database's schema up to date; UnavailableError says in one sentence why that cannot be."""
    engine = make_engine(url)
    try:
        with clear_errors():
            await migrate(engine)
    finally:
        await engine.dispose()


def _durable(dbapi_connection: Any, _record: Any) -> None:
    cursor = dbapi_connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def take_time(connection: AsyncConnection) -> None:
    """Let the statements of this PostgreSQL transaction take as long as they need."""
    for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"):
        await connection.execute(sa.text(f"SET LOCAL {name} = 0"))


def make_engine(url: str, seconds: float = DATABASE_SECONDS) -> AsyncEngine:
    """An engine for the URL; SQLite writes ahead and flushes every commit.

    PostgreSQL has so many seconds for a connection, a statement and a lock, and whoever waits for a connection has no
    more either.
    """
    url = normal_url(url)
    if url.startswith("sqlite"):
        engine = create_async_engine(url, hide_parameters=True)
        if READ_ONLY not in url:
            event.listen(engine.sync_engine, "connect", _durable)
        return engine
    milliseconds = str(round(seconds * 1000))
    limits = dict.fromkeys(("statement_timeout", "lock_timeout"), milliseconds)
    limits["idle_in_transaction_session_timeout"] = str(round(seconds * 2000))  # of a process that is frozen
    return create_async_engine(
        url,
        pool_size=CONNECTIONS // 2,
        max_overflow=CONNECTIONS // 2,
        pool_timeout=seconds,
        connect_args={"timeout": seconds, "server_settings": limits},
        hide_parameters=True,
    )


def make_writer(url: str) -> sa.Engine | None:
    """A second, synchronous engine for SQLite's one writing thread; PostgreSQL needs none."""
    url = normal_url(url)
    if not url.startswith("sqlite"):
        return None
    engine = sa.create_engine(
        url.replace("sqlite+aiosqlite", "sqlite"),
        poolclass=sa.StaticPool,
        connect_args={"check_same_thread": False},
        hide_parameters=True,
    )
    event.listen(engine, "connect", _durable)
    return engine


def _raised_by_asyncpg() -> tuple[type[Exception], ...]:
    """Its own errors, which it raises where a connection is made or lost; it is loaded only where it is used."""
    asyncpg = sys.modules.get("asyncpg")
    return (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError) if asyncpg else ()


@contextlib.contextmanager
def clear_errors() -> Any:
    """Turn a driver's trouble into one sentence; conflicts stay what they are."""
    try:
        yield
    except IntegrityError:
        raise
    except Exception as error:
        if not isinstance(error, (DBAPIError, TimeoutError, OSError, *_raised_by_asyncpg())):
            raise
        cause = getattr(error, "orig", None) or error
        raise UnavailableError(f"the database cannot be used now: {cause}") from error


def file_of(url: str) -> Path:
    """The file of a SQLite database, which must be there."""
    path = Path(sa.make_url(url).database or "")
    if not path.exists():
        raise FileNotFoundError(f"there is no database {path}")
    return path


def read_only(url: str) -> str:
    """The URL for somebody who changes nothing, not even by making a database where none is."""
    url = normal_url(url)
    if not url.startswith("sqlite"):
        return url
    file = f"file:{quote(str(file_of(url)))}"
    return sa.URL.create(SQLITE, database=file, query={"mode": "ro", "uri": "true"}).render_as_string()


def backup_sqlite(database: Path, target: Path) -> None:
    """Copy a SQLite database while a server uses it; the copy is one consistent moment, or is not there."""
    if target.exists():
        raise FileExistsError(f"{target} exists already")
    partial = target.with_name(target.name + ".part")
    try:
        keep_private(partial)
        with (
            contextlib.closing(sqlite3.connect(f"file:{quote(str(database))}?{READ_ONLY}", uri=True)) as source,
            contextlib.closing(sqlite3.connect(partial)) as copy,
        ):
            source.backup(copy)
    except (sqlite3.Error, OSError) as error:
        partial.unlink(missing_ok=True)
        raise RuntimeError(f"{database} cannot be copied to {target}: {error}") from error
    partial.replace(target)
