import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, insert, inspect, select, text

from cinescribe.errors import DatabaseError
from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.assignment.leases import lease_page
from cinescribe.study.storage import challenge_tables, tables
from cinescribe.study.storage.database import Database, inserted_id, sqlite_url
from cinescribe.study.storage.migrate import migrate
from tests.study.studies import invited, ranked_items, stored_study

ROOT = Path(__file__).resolve().parents[3]


def test_writes_are_on_the_disk_and_readers_do_not_wait(tmp_path):
    database = Database(sqlite_url(tmp_path / "a.db"))
    with database.reading() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}  # 2 is FULL
    with database.writing() as writer, database.reading() as reader:
        writer.execute(insert(tables.audit).values(time=1.0, action="x"))
        assert reader.execute(select(tables.audit)).all() == []
    database.close()


def test_failed_transaction_is_rolled_back(tmp_path):
    database = Database(sqlite_url(tmp_path / "a.db"))

    def fail():
        with database.writing() as connection:
            connection.execute(insert(tables.audit).values(time=1.0, action="x"))
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    with database.reading() as connection:
        assert connection.execute(select(tables.audit)).all() == []
    database.close()


def test_invalid_database_is_refused(tmp_path):
    (tmp_path / "text.db").write_text("this is text, and no database" * 100)
    with pytest.raises(DatabaseError, match="file is not a database"):
        Database(sqlite_url(tmp_path / "text.db"))
    with pytest.raises(DatabaseError, match="unable to open database file"):
        Database(sqlite_url(tmp_path / "no" / "a.db"))
    with pytest.raises(DatabaseError, match="expected a URL such as sqlite"):
        Database("studies")
    with pytest.raises(DatabaseError, match="there is no driver for 'cuneiform'"):
        Database("cuneiform://host/name")


def test_a_database_of_a_newer_version_is_refused(tmp_path):
    Database(sqlite_url(tmp_path / "a.db")).close()
    engine = create_engine(sqlite_url(tmp_path / "a.db"))
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM alembic_version"))
        connection.execute(text("INSERT INTO alembic_version VALUES ('9999')"))
    engine.dispose()
    with pytest.raises(DatabaseError, match="tables of another version"):
        Database(sqlite_url(tmp_path / "a.db"))


def test_first_tables_are_migrated_with_their_data(tmp_path):
    url = sqlite_url(tmp_path / "a.db")
    engine = create_engine(url)
    with engine.begin() as connection:
        migrate(connection, to="0001")
        assert "is_blind" not in {column["name"] for column in inspect(connection).get_columns("person")}
        connection.execute(text("INSERT INTO person (id, pseudonym, created) VALUES (7, 'rater-7', 5.0)"))
        add_old_rows(connection)
    engine.dispose()
    database = Database(url)
    with database.reading() as connection:
        person = connection.execute(select(tables.person)).one()
        study = connection.execute(select(tables.study)).one()
        assert (person.id, person.pseudonym, person.is_blind) == (7, "rater-7", None)
        item = connection.execute(select(tables.item)).one()
        assert (study.name, study.design, study.closed) == ("s", {"a": 1}, None)
        assert (item.clip, item.gold, item.repeats) == ("c", None, None)
        assert connection.execute(select(tables.decision)).all() == []
        assert compare_metadata(MigrationContext.configure(connection), tables.METADATA) == []
    database.close()


def test_tables_before_challenges_are_migrated_with_their_data(tmp_path):
    check_challenge_tables(sqlite_url(tmp_path / "a.db"), create_engine(sqlite_url(tmp_path / "a.db")))


def check_challenge_tables(url, engine):
    """A person and a study of the schema 0002 stay, and the person can join a team."""
    with engine.begin() as connection:
        migrate(connection, to="0002")
        assert "team" not in inspect(connection).get_table_names()
        connection.execute(text("INSERT INTO person (id, pseudonym, created) VALUES (7, 'rater-7', 5.0)"))
        connection.execute(text("INSERT INTO audit (time, action, person_id) VALUES (5.0, 'invited', 7)"))
    engine.dispose()
    database = Database(url)
    team = {"challenge": "c", "name": "A", "is_organiser": False, "created": 6.0}
    with database.writing() as connection:
        id = inserted_id(connection, insert(challenge_tables.team).values(team))
        connection.execute(insert(challenge_tables.membership).values(team_id=id, person_id=7, created=6.0))
    with database.reading() as connection:
        assert connection.execute(select(tables.person.c.pseudonym)).all() == [("rater-7",)]
        assert connection.execute(select(tables.audit.c.action)).all() == [("invited",)]
        assert connection.execute(select(challenge_tables.membership.c.person_id)).all() == [(7,)]
        assert compare_metadata(MigrationContext.configure(connection), tables.METADATA) == []
    database.close()


def add_old_rows(connection):
    """A study with an item, in the first tables."""
    row = "(1, 's', '{\"a\": 1}', 'd', 5.0)".replace(":", "\\:")
    connection.execute(text(f"INSERT INTO study (id, name, design, digest, created) VALUES {row}"))
    row = "(2, 1, 0, 'c', 'f', false)"
    connection.execute(text(f"INSERT INTO item (id, study_id, number, clip, film, is_shared) VALUES {row}"))


def answer_pages(database, study, person, acknowledged, n):
    for number in range(n):
        page = lease_page(database, study, person)
        if page is None:
            return
        for _ in range(2):  # each form is sent twice
            answers = {question.name: [1, 2, 3] for question in page.questions}
            store_answers(database, study, person, assignment=page.assignment, answers=answers, token=f"{number}")
        acknowledged.append(page.assignment)


def stored(database):
    found = select(tables.answer.c.assignment_id, tables.answer.c.question)
    with database.reading() as connection:
        return Counter(connection.execute(found).all())


@pytest.mark.slow
@pytest.mark.parametrize("group", [False, True])
def test_no_answer_of_several_writers_is_lost_or_doubled(tmp_path, group):
    database, study = stored_study(tmp_path, ranked_items(12), n_judges=2, group=group)
    check_writers(database, study)


def check_writers(database, study):
    """Four raters answer at the same time; every item gets its two judges."""
    acknowledged: list[int] = []
    people = invited(database, study, 4)
    threads = [
        threading.Thread(target=answer_pages, args=(database, study, person, acknowledged, 12)) for person in people
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(acknowledged) == 24
    assert stored(database) == {(one, name): 1 for one in acknowledged for name in ("correctness", "grammar")}
    with database.reading() as connection:
        judged = Counter(connection.execute(select(tables.assignment.c.item_id)).scalars())
    assert {*judged.values()} == {2}
    database.close()


WRITER = """
import sys, threading
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import read_study
from tests.study.storage.test_database import answer_pages

class Printed:
    def append(self, assignment):
        print(f"{assignment}\\n", end="", flush=True)

url, *people = sys.argv[1:]
database = Database(url, group_commit=len(people) > 1)
study = read_study(database, "s")
for person in people:
    threading.Thread(target=answer_pages, args=(database, study, int(person), Printed(), 1000)).start()
"""


@pytest.mark.slow
@pytest.mark.parametrize("n_raters", [1, 4])
def test_a_killed_writer_loses_no_acknowledged_answer(tmp_path, n_raters):
    database, study = stored_study(tmp_path, ranked_items(400), n_judges=1)
    check_killed_writer(database, study, sqlite_url(tmp_path / "study.db"), n_raters)


def check_killed_writer(database, study, url, n_raters):
    """A process that writes is killed in the middle: what it had acknowledged is there once, and others go on.

    With several raters it writes their answers in groups.
    """
    people = invited(database, study, n_raters)
    command = [sys.executable, "-c", WRITER, url, *map(str, people)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as writer:
        assert writer.stdout is not None
        acknowledged = [int(writer.stdout.readline()) for _ in range(5 * n_raters)]
        writer.send_signal(signal.SIGKILL)
        acknowledged += [int(line) for line in writer.stdout.read().splitlines()]
    found = stored(database)
    assert {*found.values()} == {1}
    assert all((one, name) in found for one in acknowledged for name in ("correctness", "grammar"))
    assert len({assignment for assignment, _ in found}) <= len(acknowledged) + n_raters
    answer_pages(database, study, people[0], acknowledged, 1)
    assert len({assignment for assignment, _ in stored(database)}) >= len({*acknowledged})
    database.close()
