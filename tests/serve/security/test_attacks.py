"""What attackers try."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from cinescribe.serve.shell.program import MAX_FORM
from tests.serve.sites import Browser, hidden
from tests.serve.studies.test_answering import n_answers, opened, page_of

ANSWER = {"q0": "0", "q1": "0"}


@pytest.fixture
def page(served, browser):
    """A rater's browser, the page that it shows, and how many answers it has stored."""
    own, study = browser("pair"), served.studies["pair"]
    shown = opened(own, study)
    leased = page_of(served, own, study, shown)
    return own, shown, lambda: n_answers(served.database, leased)


def test_a_form_without_the_token_of_the_session_stores_nothing(page, browser, served):
    own, shown, n_stored = page
    other = hidden(opened(browser("pair"), served.studies["pair"]))["csrf"]
    for csrf in ("", "x", "é", other):
        refused = own.post(shown.url.path, data={**hidden(shown), **ANSWER, "csrf": csrf})
        assert refused.status_code == 403
        assert "nothing was stored" in refused.text
    assert n_stored() == 0


def test_a_form_from_another_site_stores_nothing_even_with_the_token(page):
    own, shown, n_stored = page
    evil = (
        "http://evil.example",
        "null",
        "",
        "http://testserver.evil.example",
        "http://testserver:81",
        "file://testserver",
    )
    for origin in evil:
        refused = own.post(shown.url.path, data={**hidden(shown), **ANSWER}, headers={"origin": origin})
        assert refused.status_code == 403
        assert "did not come from a page of this site" in refused.text
        assert 'name="q0"' not in refused.text  # nothing of the other site is shown
    del own.headers["origin"]
    assert own.post(shown.url.path, data={**hidden(shown), **ANSWER}).status_code == 403
    assert n_stored() == 0


def test_pages_and_media_of_others_are_as_those_that_do_not_exist(page, browser, served):
    _, shown, n_stored = page
    thief = browser("pair")
    token = hidden(opened(thief, served.studies["pair"]))
    nowhere = thief.get("/studies/1/pages/999999/1")
    assert nowhere.status_code == 404
    path = shown.url.path
    for address in (path, path[:-2] + "/clip", path[:-2] + "/spoken/0"):
        refused = thief.get(address)
        assert (refused.status_code, refused.text.replace(address, "")) == (404, nowhere.text.replace(address, ""))
    assert thief.post(path, data={**token, **ANSWER}).status_code == 404
    assert n_stored() == 0
    assert browser("rank").get(path).status_code == 404  # of another study
    assert thief.get(path.replace("/studies/", "/studies/9")).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/style.css%00.txt",
        "/studies/2/pages/1/spoken/..%2f..%2fetc%2fpasswd",
        "/studies/2/pages/1/clip/../../../study.db",
        "/studies/2/pages/-1/clip",
        "/studies/2/pages/99999999999999999999/1",
        "/studies/99999999999999999999",
    ],
)
def test_manipulated_paths_are_not_found(browser, path):
    assert browser("pair").get(path).status_code == 404


def test_a_body_that_is_too_long_is_refused_while_it_arrives(page):
    own, shown, n_stored = page
    sent = 0

    def endless():
        nonlocal sent
        for _ in range(1000):
            sent += 1 << 16
            yield b"a" * (1 << 16)

    form = {"content-type": "application/x-www-form-urlencoded"}
    refused = own.post(shown.url.path, content=endless(), headers=form)
    assert refused.status_code == 413
    assert "too long" in refused.text
    refused = own.post(shown.url.path, content=b"q0=" + b"a" * MAX_FORM, headers=form)
    assert refused.status_code == 413
    many = "&".join(f"f{n}=1" for n in range(600)).encode()
    assert own.post(shown.url.path, content=many, headers=form).status_code == 400
    assert own.get("/studies").status_code == 200
    assert n_stored() == 0


def test_a_replayed_form_is_stored_once_even_at_once(page):
    own, shown, n_stored = page
    data = {**hidden(shown), **ANSWER}
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: own.post(shown.url.path, data=data, follow_redirects=False), range(4)))
    assert {answer.status_code for answer in answers} == {303}
    assert n_stored() == 2


def test_other_hosts_are_refused(served):
    own = Browser(served.app)
    for host in ("evil.example", "testserver.evil.example", ""):
        assert own.get("/log-in", headers={"host": host}).status_code == 400
    assert own.get("/log-in", headers={"host": "testserver:8000"}).status_code == 200


def test_every_response_has_the_headers(served, browser):
    own = browser("pair")
    responses = [own.get("/studies"), own.get("/nothing"), own.get("/static/style.css"), own.post("/log-in")]
    responses.append(own.get("/log-in", headers={"host": "evil.example"}))
    for response in responses:
        policy = response.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "script-src" not in policy
        assert response.headers["x-content-type-options"] == "nosniff"
        assert "<script" not in response.text
        assert " style=" not in response.text
    assert responses[0].headers["cache-control"] == "no-store"


def test_internal_error_reveals_nothing_and_keeps_the_text(page, monkeypatch):
    own, shown, n_stored = page

    def fails(*_, **__):
        raise RuntimeError("the secret")

    monkeypatch.setattr("cinescribe.serve.studies.answering.store_form", fails)
    failed = own.fill(shown.url.path, shown, **ANSWER)
    assert failed.status_code == 500
    assert "secret" not in failed.text
    assert 'name="q0" value="0"' in failed.text
    monkeypatch.undo()
    assert own.fill(shown.url.path, failed, form=hidden(failed)["form"], **ANSWER).status_code == 200
    assert n_stored() == 2
    monkeypatch.setattr("cinescribe.serve.studies.served.rater_progress", fails)
    assert own.get("/studies").status_code == 500
