"""Brings the tables of a database to this version."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, text

from cinescribe.errors import DatabaseError

_LOCK = 0x63696E65  # of PostgreSQL's advisory locks, so that one process migrates at a time


def migrate(connection: Connection, *, to: str = "heads") -> None:
    """Make the tables, or change those of an older version; what they hold stays.

    Args:
        connection: in a transaction.
        to: the version wanted, the newest one by default.

    Raises:
        DatabaseError: when a newer version of Cinescribe made the tables.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, to)
    except CommandError as error:
        raise DatabaseError(
            f"the database has tables of another version ({error}); use the Cinescribe that made it"
        ) from error
