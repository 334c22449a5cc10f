import threading

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, select, text

from cinescribe.errors import DatabaseError, StudyError
from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.assignment.leases import lease_page
from cinescribe.study.challenge.jobs import LEASE, take_job
from cinescribe.study.challenge.scorer import open_scorer, work
from cinescribe.study.challenge.standings import leaderboard
from cinescribe.study.challenge.submissions import own_submissions, submit
from cinescribe.study.crowd.joining import join_study
from cinescribe.study.crowd.leaving import leave_study
from cinescribe.study.crowd.payment import decided_payments
from cinescribe.study.entry.consent import decide_consent
from cinescribe.study.entry.participation import end_participation
from cinescribe.study.entry.training import store_training
from cinescribe.study.people.people import invite
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.migrate import migrate
from cinescribe.study.storage.studies import close_study
from tests.study.challenge.challenges import captions, running
from tests.study.crowd.crowds import CONSENT, crowd_study, ids
from tests.study.crowd.test_joining import check_rush
from tests.study.people.test_log_in import check_guesses
from tests.study.postgresql import running_server
from tests.study.storage.test_database import (
    add_old_rows,
    check_challenge_tables,
    check_killed_writer,
    check_writers,
    stored,
)
from tests.study.studies import invited, leased, ranked_items, stored_study

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server():
    with running_server() as url:
        yield url


@pytest.fixture
def url(server, request):
    """An empty database of the server."""
    name = f"study_{abs(hash(request.node.name))}"
    engine = create_engine(server.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return server.rsplit("/", 1)[0] + f"/{name}"


def test_no_answer_of_several_writers_is_lost_or_doubled(tmp_path, url):
    check_writers(*stored_study(tmp_path, ranked_items(12), n_judges=2, url=url, group=True))


def test_of_200_guesses_at_once_ten_are_looked_at(tmp_path, url, monkeypatch):
    database, study = stored_study(tmp_path, ranked_items(1), url=url)
    check_guesses(database, invite(database, study, n_people=1)[0].pseudonym, monkeypatch)
    database.close()


def test_a_killed_writer_loses_no_acknowledged_answer(tmp_path, url):
    database, study = stored_study(tmp_path, ranked_items(400), n_judges=1, url=url)
    check_killed_writer(database, study, url, 4)


def test_a_rush_to_an_open_link_gets_no_more_than_the_places(tmp_path, url):
    database, study, code = crowd_study(tmp_path, n_items=1, quota=3, url=url)
    check_rush(database, study, code)
    database.close()


def test_consent_and_withdrawal_are_stored(tmp_path, url):
    database, study, code = crowd_study(tmp_path, n_items=1, url=url)
    person = join_study(database, study, code, ids(1)).person
    decide_consent(database, study, person, digest=CONSENT.digest, is_given=True)
    store_training(database, study, person, step=1, answer=[5])
    page = leased(database, study, person)
    answers = {"fit": [3 for _ in page.texts]}
    database.clock.now += 30
    store_answers(database, study, person, assignment=page.assignment, answers=answers, token="t")
    with database.reading() as connection:
        assert connection.execute(select(tables.answer.c.consent)).scalars().all() == [CONSENT.digest]
    ending = end_participation(database, study, person, "finished")
    assert ending is not None
    assert ending.code == "DONE"
    assert leave_study(database, study, person) == 1
    assert [line.is_paid for line in decided_payments(database, study)[1]] == [True]
    database.close()


def test_first_tables_are_migrated_with_their_data(url):
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        migrate(connection, to="0001")
        connection.execute(text("INSERT INTO person (id, pseudonym, created) VALUES (7, 'rater-7', 5.0)"))
        add_old_rows(connection)
    engine.dispose()
    database = Database(url)
    with database.reading() as connection:
        person = connection.execute(select(tables.person)).one()
        assert (person.id, person.pseudonym, person.is_blind) == (7, "rater-7", None)
        item = connection.execute(select(tables.item)).one()
        assert (item.clip, item.gold, item.repeats) == ("c", None, None)
        assert compare_metadata(MigrationContext.configure(connection), tables.METADATA) == []
    database.close()


def test_tables_before_challenges_are_migrated_with_their_data(url):
    check_challenge_tables(url, create_engine(url.replace("postgresql:", "postgresql+psycopg:")))


def test_a_challenge_runs_and_several_scorers_take_different_jobs(tmp_path, url):
    with running(tmp_path, url=url) as (challenge, a, b):
        first, second = (
            submit(challenge, a, "public", captions("test")),
            submit(challenge, b, "public", captions("test")),
        )
        assert [own_submissions(challenge, one)[0].state for one in (a, b)] == ["received", "received"]
        leases = []
        threads = [threading.Thread(target=lambda: leases.append(take_job(challenge))) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(lease.submission for lease in leases if lease) == [first.id, second.id]
        challenge.database.clock.now += LEASE
        assert work(open_scorer(challenge), is_over=lambda: True) == 2
        assert [one.team for one in leaderboard(challenge, "public").standings] == ["A", "B"]


def test_a_connection_that_the_server_ended_is_replaced(url):
    database, other = Database(url), Database(url)
    with database.reading() as connection:
        before = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
    with other.reading() as connection:
        connection.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": before})  # waits for its end
    with database.reading() as connection:
        assert connection.execute(text("SELECT pg_backend_pid()")).scalar_one() != before
    held = database.engine.raw_connection()
    assert held.dbapi_connection is not None
    held.dbapi_connection.close()  # and one that is closed here
    held.close()
    with database.reading() as connection:
        assert connection.execute(text("SELECT 1")).scalar_one() == 1
    database.close()
    other.close()


def test_lost_connection_is_rolled_back_and_replaced(tmp_path, url):
    database, study = stored_study(tmp_path, url=url)
    (person,) = invited(database, study, 1)
    page = leased(database, study, person)

    def fail():
        with database.writing() as connection:
            row = {"assignment_id": page.assignment, "question": "grammar", "revision": 1, "value": [1, 2, 3]}
            connection.execute(tables.answer.insert().values(**row, token="t", created=1.0))
            killer = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
            me = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
            with killer.connect() as other:
                other.execute(text("SELECT pg_terminate_backend(:me)"), {"me": me})
            killer.dispose()
            connection.execute(text("SELECT 1"))

    with pytest.raises(DatabaseError, match="nothing was stored, try again"):
        fail()
    assert stored(database) == {}
    answers = {"grammar": [1, 2, 3]}
    sent = store_answers(database, study, person, assignment=page.assignment, answers=answers, token="t")
    assert sent.n_stored == 1
    close_study(database, study)
    with pytest.raises(StudyError, match="closed"):
        lease_page(database, study, person)
    database.close()
