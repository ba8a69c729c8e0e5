"""A table tells whether it is an uploaded record, and from where: those are counted, marked, and deleted in time."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

tables = sa.table(
    "tables",
    sa.column("host", sa.String),
    sa.column("secret_seed", sa.String),
    sa.column("uploaded_by", sa.String),
)


def upgrade() -> None:
    """Add the column; what was uploaded so far has no secret seed, and its host uploaded it."""
    op.add_column("tables", sa.Column("uploaded_by", sa.String(32)))
    op.create_index("ix_tables_uploaded_by", "tables", ["uploaded_by"])
    op.get_bind().execute(tables.update().where(tables.c.secret_seed == "").values(uploaded_by=tables.c.host))
