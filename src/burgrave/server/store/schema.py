"""The database: tables where games are played and the append-only list of everything that happened there.

What a table is follows from what it was made with and its events. Its row's columns from `changed_at` on, its seats and
the `seed` say the same once more, for lists that must not replay it.
"""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("host", sa.String(32), nullable=False, index=True),
    sa.Column("clock", sa.Integer),
    sa.Column("bank", sa.Integer, nullable=False, server_default="0"),
    sa.Column("increment", sa.Integer, nullable=False, server_default="0"),
    sa.Column("time_out", sa.String(8), nullable=False, server_default="bot"),
    sa.Column("secret_seed", sa.String(64), nullable=False),
    sa.Column("commitment", sa.String(64), nullable=False),
    sa.Column("first_seats", sa.JSON, nullable=False, server_default="[]"),
    sa.Column("verifiable_by", sa.JSON),
    sa.Column("approval", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("chat_cleared", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("seed", sa.Text),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("changed_at", sa.Float, nullable=False),
    sa.Column("status", sa.String(8), nullable=False, index=True),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("position_seq", sa.Integer, nullable=False),
    sa.Column("to_act", sa.Integer),
    sa.Column("result", sa.JSON),
    sa.Column("rematch", sa.String(32)),
    sa.Column("turn_seq", sa.Integer, nullable=False, server_default="0"),
    sa.Column("turn_at", sa.Float, index=True),
    sa.Column("due_at", sa.Float, index=True),
    sa.Column("moves", sa.Integer, nullable=False, server_default="0"),
    sa.Column("begun_at", sa.Float),
    sa.Column("bots_run_by", sa.String(32)),
    sa.Column("bots_run_until", sa.Float, nullable=False),
    sa.Column("uploaded_by", sa.String(32), index=True),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
)

sa.Index("ix_tables_public_changed_at", tables.c.public, tables.c.status, tables.c.changed_at)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("level", sa.String(32)),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("entropy", sa.String(64), nullable=False),
)

sitters = sa.Table(
    "sitters",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("player", sa.String(32), primary_key=True, index=True),
)

secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("seat", sa.Integer),
    sa.Column("created_at", sa.Float, nullable=False),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("data", sa.JSON, nullable=False),
)

TOLD_OF = ("over", "ask_undo", "rematch", "ask_seat")
"""The events that people are told of when their page is not open."""
sa.Index(
    "ix_events_told_of",
    events.c.at,
    sqlite_where=events.c.kind.in_(TOLD_OF),
    postgresql_where=events.c.kind.in_(TOLD_OF),
)

promises = sa.Table(
    "promises",
    metadata,
    sa.Column("commitment", sa.String(64), primary_key=True),
    sa.Column("secret_seed", sa.String(64), nullable=False),
    sa.Column("created_at", sa.Float, nullable=False, index=True),
)

server = sa.Table(
    "server",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

presence = sa.Table(
    "presence",
    metadata,
    sa.Column("process", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("until", sa.Float, nullable=False),
)

holdings = sa.Table(
    "holdings",
    metadata,
    sa.Column("client", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("seat", sa.Integer, primary_key=True),
)

requests = sa.Table(
    "requests",
    metadata,
    sa.Column("mark", sa.String(64), primary_key=True),
    sa.Column("asked", sa.String(64), nullable=False),
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("seats", sa.JSON, nullable=False),
    sa.Column("at", sa.Float, nullable=False, index=True),
)

analyses = sa.Table(
    "analyses",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("settings", sa.String(32), primary_key=True),
    sa.Column("status", sa.String(12), nullable=False, index=True),
    sa.Column("asked_at", sa.Float, nullable=False),
    sa.Column("run_by", sa.String(32)),
    sa.Column("run_until", sa.Float, nullable=False),
)

findings = sa.Table(
    "findings",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("settings", sa.String(32), primary_key=True),
    sa.Column("kind", sa.String(8), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("data", sa.JSON, nullable=False),
)

rating_steps = sa.Table(
    "rating_steps",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("who", sa.String(64), nullable=False, index=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Index("ix_rating_steps_game_at", "game", "at"),
)

puzzle_tries = sa.Table(
    "puzzle_tries",
    metadata,
    sa.Column("player", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("puzzle", sa.String(32), primary_key=True),
    sa.Column("rating", sa.Integer, nullable=False),
    sa.Column("at_once", sa.Boolean, nullable=False),
    sa.Column("solved", sa.Boolean, nullable=False),
    sa.Column("at", sa.Float, nullable=False, index=True),
)

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("clock", sa.Integer, nullable=False),
    sa.Column("bank", sa.Integer, nullable=False),
    sa.Column("increment", sa.Integer, nullable=False),
    sa.Column("time_out", sa.String(8), nullable=False),
    sa.Column("bots", sa.String(32)),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("host", sa.String(32), nullable=False, index=True),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("status", sa.String(8), nullable=False, index=True),
    sa.Column("round", sa.Integer, nullable=False),
)

entrants = sa.Table(
    "entrants",
    metadata,
    sa.Column("tournament_id", sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("player", sa.String(32), primary_key=True, index=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("joined_at", sa.Float, nullable=False),
    sa.Column("withdrawn", sa.Boolean, nullable=False),
)

pairings = sa.Table(
    "pairings",
    metadata,
    sa.Column("tournament_id", sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String(32), nullable=False, index=True),
    sa.Column("seats", sa.JSON, nullable=False),
    sa.Column("made", sa.Boolean, nullable=False),
)

reports = sa.Table(
    "reports",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("line", sa.Integer),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("reporter", sa.String(32), nullable=False),
    sa.Column("about", sa.JSON, nullable=False),
    sa.Column("done", sa.Boolean, nullable=False),
)

blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("key", sa.String(32), primary_key=True),
    sa.Column("until", sa.Float, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
)

ignored = sa.Table(
    "ignored",
    metadata,
    sa.Column("player", sa.String(32), primary_key=True),
    sa.Column("key", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(64), primary_key=True),
)

deeds = sa.Table(
    "deeds",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("act", sa.String(16), nullable=False),
    sa.Column("table_id", sa.String(32)),
    sa.Column("detail", sa.Text, nullable=False),
)

people = sa.Table(
    "people",
    metadata,
    sa.Column("player", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("held", sa.String(64), unique=True),
    sa.Column("settings", sa.JSON, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("seen_at", sa.Float, nullable=False, index=True),
)

passkeys = sa.Table(
    "passkeys",
    metadata,
    sa.Column("mark", sa.String(64), primary_key=True),
    sa.Column("player", sa.String(32), nullable=False, index=True),
    sa.Column("credential", sa.Text, nullable=False),
    sa.Column("public_key", sa.Text, nullable=False),
    sa.Column("sign_count", sa.BigInteger, nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("used_at", sa.Float),
)

tickets = sa.Table(
    "tickets",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("purpose", sa.String(12), nullable=False),
    sa.Column("player", sa.String(32), nullable=False, index=True),
    sa.Column("until", sa.Float, nullable=False, index=True),
)

channels = sa.Table(
    "channels",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("player", sa.String(32), nullable=False, index=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("created_at", sa.Float, nullable=False),
    sa.Column("problem", sa.String(64), nullable=False),
)

notices = sa.Table(
    "notices",
    metadata,
    sa.Column("channel_id", sa.ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("kind", sa.String(8), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("due_at", sa.Float, index=True),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("first_at", sa.Float, nullable=False),
    sa.Column("run_by", sa.String(32)),
    sa.Column("run_until", sa.Float, nullable=False),
)

quiet_tables = sa.Table(
    "quiet_tables",
    metadata,
    sa.Column("player", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, index=True),
)
