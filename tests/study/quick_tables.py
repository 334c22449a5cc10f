"""Tables of studies that are made by the migrations once in a process, and then copied: a twentieth of the time."""

import importlib
import sqlite3

import pytest

database = importlib.import_module("cinescribe.study.storage.database")
migrate = database.migrate


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
    """New databases in files, and those of this version, need no migration; in tests of migrations they have it."""
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

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "migrate", quick)
        yield
