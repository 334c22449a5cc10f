"""Tables of studies that are made by the migrations once in a process, and then copied: a twentieth of the time."""

import importlib
import sqlite3
from functools import cache

import pytest

database = importlib.import_module("cinescribe.study.storage.database")
migrate = database.migrate


@cache
def statements(folder):
    """What makes the tables of an empty database as the migrations do, and the version of these."""
    database.Database(database.sqlite_url(folder / "made.db")).close()
    with sqlite3.connect(folder / "made.db") as made:
        found = [line for line in made.iterdump() if line not in ("BEGIN TRANSACTION;", "COMMIT;")]
        (version,) = made.execute("SELECT version_num FROM alembic_version").fetchone()
    made.close()
    return tuple(found), version


@pytest.fixture(autouse=True, scope="module")
def quick_tables(request, tmp_path_factory):
    """New databases in files, and those of this version, need no migration; in tests of migrations they have it."""
    if "storage" in request.path.parts:
        yield
        return
    made, version = statements(folder_of_tables(tmp_path_factory))

    def quick(connection, *, to="heads"):
        if connection.dialect.name != "sqlite" or to != "heads":
            return migrate(connection, to=to)
        if not connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar():
            for statement in made:
                connection.exec_driver_sql(statement)
        elif connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() != version:
            migrate(connection, to=to)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "migrate", quick)
        yield


@cache
def folder_of_tables(factory):
    return factory.mktemp("tables")
