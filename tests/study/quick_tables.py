"""Databases of studies that take little time: migrated once in a process, and left to the system to write."""

import importlib
import sqlite3

import pytest

database = importlib.import_module("cinescribe.study.storage.database")
migrate, prepare = database.migrate, database._prepare_sqlite


@pytest.fixture(scope="session")
def made_tables(tmp_path_factory):
    """The statements that make the tables of an empty database as the migrations do, and their version."""
    path = tmp_path_factory.mktemp("tables") / "made.db"
    database.Database(database.sqlite_url(path)).close()
    made = sqlite3.connect(path)
    found = [line for line in made.iterdump() if line not in ("BEGIN TRANSACTION;", "COMMIT;")]
    (version,) = made.execute("SELECT version_num FROM alembic_version").fetchone()
    made.close()
    return found, version


@pytest.fixture(autouse=True, scope="module")
def quick_tables(request, made_tables):
    """New databases in files, and those of this version, need no migration, and no write waits for the disk.

    In tests of the storage they are migrated, and wait.
    """
    if "storage" in request.path.parts:
        yield
        return
    made, version = made_tables

    def quick(connection, *, to="heads"):
        if connection.dialect.name != "sqlite" or to != "heads":
            migrate(connection, to=to)
        elif not connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar():
            for statement in made:
                connection.exec_driver_sql(statement)
        elif connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() != version:
            migrate(connection, to=to)

    def unsafe(connection, *rest):
        prepare(connection, *rest)
        connection.execute("PRAGMA synchronous = OFF").close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "migrate", quick)
        patch.setattr(database, "_prepare_sqlite", unsafe)
        yield
