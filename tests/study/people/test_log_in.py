import importlib
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from sqlalchemy import select

from cinescribe.errors import StudyError
from cinescribe.study.people.log_in import SESSION, accept_invitation, log_in, log_out, logged_in
from cinescribe.study.people.people import forget, invite, reset
from cinescribe.study.storage import tables
from tests.study.studies import Clock, stored_study

PASSWORD = "a long password"
HERE = "127.0.0.1"


@pytest.fixture
def place(tmp_path, cheap_passwords):
    """A database, its clock and an invitation."""
    clock = Clock()
    database, study = stored_study(tmp_path, clock=clock)
    yield database, clock, invite(database, study, n_people=1)[0]
    database.close()


def sessions(database):
    with database.reading() as connection:
        return connection.execute(select(tables.login_session)).all()


def check_guesses(database, name, monkeypatch):
    """Of 200 guesses, 50 at a time, at most ten are looked at."""
    looked_at = []
    monkeypatch.setattr(
        importlib.import_module("cinescribe.study.people.log_in"), "_verified", lambda *_: looked_at.append(1)
    )
    start = threading.Barrier(50)

    def guess(number):
        if number < 50:
            start.wait()
        with suppress(StudyError):
            log_in(database, name, "a guess", address=HERE)

    with ThreadPoolExecutor(50) as pool:
        list(pool.map(guess, range(200)))
    assert 0 < len(looked_at) <= 10


def fail(database, name, n, address=HERE):
    for _ in range(n):
        with pytest.raises(StudyError, match="name and password do not belong together"):
            log_in(database, name, "a wrong password", address=address)


def test_an_invitation_sets_the_password_and_works_once(place):
    database, _, invitation = place
    first = accept_invitation(database, invitation.code, password=PASSWORD, address=HERE, is_blind=True)
    assert logged_in(database, first.token) == first
    with database.reading() as connection:
        person = connection.execute(select(tables.person)).one()
    assert person.is_blind
    assert PASSWORD not in person.password_hash
    assert person.password_hash.startswith("$argon2id$")
    with pytest.raises(StudyError, match="the invitation is unknown, or was used before"):
        accept_invitation(database, invitation.code, password=PASSWORD, address=HERE)
    assert log_in(database, invitation.pseudonym, PASSWORD, address=HERE).person == first.person


def test_a_password_that_is_short_or_very_long_is_refused(place):
    database, _, invitation = place
    with pytest.raises(StudyError, match="the password has 11 letters; choose one of 12 to 200"):
        accept_invitation(database, invitation.code, password="x" * 11, address=HERE)
    with pytest.raises(StudyError, match="the password has 201 letters; choose one of 12 to 200"):
        accept_invitation(database, invitation.code, password="x" * 201, address=HERE)
    accept_invitation(database, invitation.code, password="x" * 12, address=HERE)


def test_log_in_with_a_wrong_password_or_unused_invitation_is_refused(place):
    database, _, invitation = place
    fail(database, invitation.pseudonym, 1)
    fail(database, "nobody", 1)
    with pytest.raises(StudyError, match="do not belong together"):
        log_in(database, invitation.pseudonym, "", address=HERE)
    assert sessions(database) == []


def test_log_in_replaces_the_session_and_sessions_expire(place):
    database, clock, invitation = place
    first = accept_invitation(database, invitation.code, password=PASSWORD, address=HERE)
    second = log_in(database, invitation.pseudonym, PASSWORD, address=HERE, old_token=first.token)
    assert second.token != first.token
    assert logged_in(database, first.token) is None
    assert logged_in(database, second.token) == second
    assert second.token not in {row.token_hash for row in sessions(database)}
    clock.now += SESSION - 1
    assert logged_in(database, second.token) is not None
    clock.now += 1
    assert logged_in(database, second.token) is None
    third = log_in(database, invitation.pseudonym, PASSWORD, address=HERE)
    assert len(sessions(database)) == 1  # one that has ended is removed
    log_out(database, third.token)
    assert logged_in(database, third.token) is None


def test_ten_failures_stop_guesses_at_a_name_from_one_network_and_nobody_else(place):
    database, clock, invitation = place
    accept_invitation(database, invitation.code, password=PASSWORD, address=HERE)
    fail(database, invitation.pseudonym, 10)
    with pytest.raises(StudyError, match=r"too many failed attempts; wait 15 minutes .* reset your password"):
        log_in(database, invitation.pseudonym, PASSWORD, address=HERE)
    log_in(database, invitation.pseudonym, PASSWORD, address="10.0.0.1")
    fail(database, "nobody", 1)
    clock.now += 15 * 60
    log_in(database, invitation.pseudonym, PASSWORD, address=HERE)


def test_browser_on_which_the_person_logged_in_is_let_in_whatever_others_guess(place):
    database, _, invitation = place
    first = accept_invitation(database, invitation.code, password=PASSWORD, address=HERE)
    fail(database, invitation.pseudonym, 10)
    again = log_in(database, invitation.pseudonym, PASSWORD, address=HERE, device=first.device)
    assert again.device != first.device
    with pytest.raises(StudyError, match="too many failed attempts"):
        log_in(database, invitation.pseudonym, PASSWORD, address=HERE, device="made.up")
    for _ in range(10):
        with pytest.raises(StudyError, match="do not belong together"):
            log_in(database, invitation.pseudonym, "a wrong password", address="10.0.0.2", device=first.device)
    with pytest.raises(StudyError, match="too many failed attempts"):
        log_in(database, invitation.pseudonym, PASSWORD, address="10.0.0.2", device=first.device)


def test_name_that_nobody_has_is_refused_in_the_same_words(place):
    database, _, invitation = place
    accept_invitation(database, invitation.code, password=PASSWORD, address=HERE)
    told: dict[str, list[str]] = {}
    for name in (invitation.pseudonym, "nobody"):
        told[name] = []
        for _ in range(12):
            with pytest.raises(StudyError) as refused:
                log_in(database, name, "a wrong password", address=f"10.0.0.{len(told)}")
            told[name].append(str(refused.value))
    assert told[invitation.pseudonym] == told["nobody"]


def test_addresses_of_one_ipv6_network_are_counted_together(place):
    database, _, invitation = place
    accept_invitation(database, invitation.code, password=PASSWORD, address=HERE)
    for number in range(10):
        fail(database, invitation.pseudonym, 1, address=f"2001:db8::{number:x}")
    with pytest.raises(StudyError, match="too many failed attempts"):
        log_in(database, invitation.pseudonym, PASSWORD, address="2001:db8::ffff")
    fail(database, invitation.pseudonym, 1, address="2001:db8:0:1::1")


@pytest.mark.parametrize("is_known", [True, False])
def test_of_200_guesses_at_once_ten_are_looked_at(place, monkeypatch, is_known):
    database, _, invitation = place
    accept_invitation(database, invitation.code, password=PASSWORD, address=HERE)
    check_guesses(database, invitation.pseudonym if is_known else "nobody", monkeypatch)


def test_fifty_failures_stop_a_network_but_no_invitation(place, monkeypatch):
    database, clock, invitation = place
    module = importlib.import_module("cinescribe.study.people.log_in")
    monkeypatch.setattr(module, "_verified", lambda *_: False)
    for number in range(50):
        fail(database, f"nobody {number}", 1)
    with pytest.raises(StudyError, match="too many failed attempts"):
        log_in(database, "somebody", PASSWORD, address=HERE)
    fail(database, "nobody", 1, address="10.0.0.1")
    monkeypatch.undo()
    with pytest.raises(StudyError, match="too many failed attempts"):
        accept_invitation(database, "made up", password=PASSWORD, address=HERE)
    accept_invitation(database, invitation.code, password=PASSWORD, address=HERE)
    clock.now += 15 * 60
    fail(database, "nobody", 1)


def test_reset_gives_a_new_code_and_ends_password_sessions_and_failures(place):
    database, _, invitation = place
    first = accept_invitation(database, invitation.code, password=PASSWORD, address=HERE)
    fail(database, invitation.pseudonym, 10)
    new = reset(database, invitation.pseudonym)
    assert new.pseudonym == invitation.pseudonym
    assert logged_in(database, first.token) is None
    fail(database, invitation.pseudonym, 1)
    with pytest.raises(StudyError, match="the invitation is unknown"):
        accept_invitation(database, invitation.code, password=PASSWORD, address=HERE)
    accept_invitation(database, new.code, password="another password", address=HERE)
    log_in(database, invitation.pseudonym, "another password", address=HERE, device=first.device)
    with pytest.raises(StudyError, match="unknown pseudonym"):
        reset(database, "nobody")


def test_forgotten_person_is_logged_out_and_cannot_return(place):
    database, _, invitation = place
    session = accept_invitation(database, invitation.code, password=PASSWORD, address=HERE)
    forget(database, invitation.pseudonym)
    assert logged_in(database, session.token) is None
    fail(database, invitation.pseudonym, 1)


@pytest.mark.slow
def test_passwords_cost_what_rfc_9106_recommends(tmp_path):
    database, study = stored_study(tmp_path)
    (invitation,) = invite(database, study, n_people=1)
    accept_invitation(database, invitation.code, password=PASSWORD, address=HERE)
    with database.reading() as connection:
        found = connection.execute(select(tables.person.c.password_hash)).scalar_one()
    assert found.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    database.close()
