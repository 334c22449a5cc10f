"""Log-in, invitations, log-out, and what happens to a form when the session or the database is gone."""

import re

import pytest
from sqlalchemy.exc import OperationalError

from cinescribe.errors import DatabaseError, StudyError
from cinescribe.study.people.log_in import LoggedIn, log_in, log_out, logged_in
from cinescribe.study.people.people import invite
from cinescribe.study.people.profile import read_profile
from tests.serve.sites import Browser, hidden, rater, site
from tests.serve.studies.test_answering import n_answers, opened, page_of

PASSWORD = "a long password"


@pytest.fixture
def newcomer(served):
    """A browser without a session, and an invitation."""
    return Browser(served.app), invite(served.database, served.studies["pair"], n_people=1)[0]


def accept(own, code, **fields):
    return own.fill("/invitation", **{"code": code, "password": PASSWORD, "again": PASSWORD, "blind": "", **fields})


@pytest.mark.slow
def test_an_invitation_lets_people_in_and_the_password_does_so_later(served, newcomer):
    own, invitation = newcomer
    assert own.get("/").url.path == "/log-in"
    before = own.cookies["cinescribe"]
    welcome = accept(own, f" {invitation.code} ", blind="yes")
    assert f"<b>{invitation.pseudonym}</b>" in welcome.text
    session = own.cookies["cinescribe"]
    assert session != before
    who = logged_in(served.database, session)
    assert who is not None
    assert read_profile(served.database, who.person).is_blind
    assert 'value="yes" checked' in own.get("/about-you").text
    cookie = welcome.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie
    out = own.fill("/log-out", own.get("/studies"))
    assert out.url.path == "/log-in"
    assert logged_in(served.database, session) is None
    path = f"/studies/{served.studies['pair'].id}"
    assert own.get(path).url.path == "/log-in"
    wrong = own.fill("/log-in", name=invitation.pseudonym, password="a wrong password")
    assert wrong.status_code == 403
    assert "Name and password do not belong together" in wrong.text
    assert f'value="{invitation.pseudonym}"' in wrong.text
    assert "a wrong password" not in wrong.text
    for _ in range(10):  # somebody else on this network guesses
        with pytest.raises(StudyError):
            log_in(served.database, invitation.pseudonym, "a guess", address="testclient")
    inside = own.fill("/log-in", own.get(path), name=invitation.pseudonym, password=PASSWORD)
    assert inside.url.path == "/studies"  # as this browser was let in before
    assert accept(own, invitation.code).status_code == 422


def test_invalid_invitation_form_is_reported_and_keeps_the_code(newcomer):
    own, _ = newcomer
    short = accept(own, "code-x", password="short", again="short", blind="no")
    assert (short.status_code, 'href="#password"' in short.text) == (422, True)
    assert "The password has 5 letters" in short.text
    assert 'value="code-x"' in short.text
    assert 'value="no" checked' in short.text
    differing = accept(own, "code-x", again="another password")
    assert "The two passwords differ" in differing.text
    assert PASSWORD not in differing.text


@pytest.mark.slow
def test_session_id_cannot_be_chosen_by_an_attacker(served, newcomer):
    own, invitation = newcomer
    own.cookies.set("cinescribe", "chosen-by-an-attacker-0123456789", domain="testserver.local", path="/")
    accept(own, invitation.code)
    assert own.cookies["cinescribe"] != "chosen-by-an-attacker-0123456789"
    assert logged_in(served.database, "chosen-by-an-attacker-0123456789") is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("then", "to"),
    [
        ("/about-you", "/about-you"),
        ("//evil.example", "/studies"),
        ("/\\evil.example", "/studies"),
        ("https://evil.example/", "/studies"),
        ("/\t/evil.example", "/studies"),
        ("", "/studies"),
    ],
)
def test_the_way_after_the_log_in_stays_here(served, newcomer, then, to, monkeypatch):
    own, _ = newcomer
    person = rater(served.database, served.studies["pair"], served.app)
    token = person.cookies["cinescribe"]
    who = logged_in(served.database, token)
    monkeypatch.setattr("cinescribe.serve.people.pages.log_in", lambda *_, **__: who)
    inside = own.fill("/log-in", name="x", password="y", then=then)
    assert str(inside.url) == f"http://testserver{to}"


def test_text_typed_after_log_out_is_restored(served, browser, monkeypatch):
    own, study = browser("metaphor"), served.studies["metaphor"]
    shown = opened(own, study)
    page = page_of(served, own, study, shown)
    session = own.cookies["cinescribe"]
    who = logged_in(served.database, session)
    assert who is not None
    log_out(served.database, session)
    fields = {"q0": "yes", "q7": 'A man & a "dog" run.'}
    asked = own.fill(shown.url.path, shown, **fields)
    assert (asked.status_code, "You were logged out" in asked.text) == (401, True)
    assert n_answers(served.database, page) == 0
    again = rater(served.database, study, served.app)
    new = LoggedIn(who.person, who.pseudonym, again.cookies["cinescribe"], who.profile)
    monkeypatch.setattr("cinescribe.serve.people.pages.log_in", lambda *_, **__: new)
    kept = dict(re.findall(r'<input type="hidden" name="((?:kept:|then).*?)" value="(.*?)">', asked.text))
    kept = {name: value.replace("&amp;", "&").replace("&#34;", '"') for name, value in kept.items()}
    back = own.fill("/log-in", asked, name=who.pseudonym, password=PASSWORD, **kept)
    assert "You are logged in again" in back.text
    assert "A man &amp; a &#34;dog&#34; run." in back.text
    assert f'action="{shown.url.path}"' in back.text
    assert 'name="form" value="' + hidden(shown)["form"] in back.text


def test_locked_database_or_full_disk_acknowledges_nothing_and_keeps_the_text(served, browser, monkeypatch):
    own, study = browser("metaphor"), served.studies["metaphor"]
    shown = opened(own, study)
    page = page_of(served, own, study, shown)
    fields = {"q0": "no", "q7": "A man runs home."}
    for reason in ("database is locked", "database or disk is full"):

        def refuses(*_, reason=reason, **__):
            raise OperationalError("INSERT", {}, Exception(reason))

        with monkeypatch.context() as patch:
            patch.setattr("cinescribe.study.assignment.answering._append", refuses)
            busy = own.fill(shown.url.path, shown, **fields)
        assert busy.status_code == 503
        assert reason not in busy.text
        assert "could not store anything just now" in busy.text
        assert "A man runs home." in busy.text
        assert n_answers(served.database, page) == 0
    sent = own.post(shown.url.path, data={**hidden(busy), **fields})
    assert sent.status_code == 200
    assert n_answers(served.database, page) == 2
    with monkeypatch.context() as patch:
        patch.setattr("cinescribe.serve.people.admission.logged_in", refuses_all)
        assert own.get("/studies").status_code == 503
        lost = own.fill(shown.url.path, shown, **fields)
        assert (lost.status_code, "A man runs home." in lost.text) == (503, True)


def refuses_all(*_):
    raise DatabaseError("gone")


def test_https_cookie_is_secure(served):
    with site(served.database, [], is_https=True) as app:
        response = Browser(app, base_url="https://testserver").get("/log-in")
    cookie = response.headers["set-cookie"]
    assert cookie.startswith("__Host-cinescribe=")
    assert "Secure" in cookie
    assert "Path=/" in cookie
    assert "max-age" in response.headers["strict-transport-security"]
