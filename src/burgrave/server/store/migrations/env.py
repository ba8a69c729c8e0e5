"""Runs the migrations on the connection that `burgrave.server.store.database.migrate` hands over."""

from alembic import context

from burgrave.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
