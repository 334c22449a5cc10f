"""Run by Alembic for each migration, on the connection that `migrate` gives."""

from alembic import context

from cinescribe.study.storage.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
