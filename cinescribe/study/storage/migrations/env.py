"""Run by Alembic for each migration, on the connection that `migrate` gives."""

from alembic import context

from cinescribe.study.storage import challenge_tables, tables

assert challenge_tables.team.metadata is tables.METADATA  # all tables are known once both modules are loaded
context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=tables.METADATA,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
