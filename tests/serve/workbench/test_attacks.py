"""What a hostile page, link, name or program on this machine could try."""

import re

import pytest
from lxml import html
from starlette.testclient import TestClient

from cinescribe.describe.editing.workspace import Workspace
from cinescribe.export.folder import JOURNAL
from cinescribe.serve.workbench.owner import ENTRY
from tests.describe.editing.scripts import cue, script
from tests.serve.workbench.desk import desk

SAVE = "/films/film/cues/c10000/save"
EVIL = '</textarea><script>alert(1)</script>"><img src=x onerror=alert(1)>'


@pytest.fixture
def folder(tmp_path):
    Workspace(tmp_path / "film.ad").save_draft(script(cue(10.0, EVIL), cue(20.0, "Anna waits."), p1=EVIL))
    return tmp_path / "film.ad"


@pytest.fixture
def own(folder):
    with desk(folder) as made:
        yield made


def other_browser(own, base_url="http://desk"):
    return TestClient(own.client.app, base_url=base_url, follow_redirects=False, raise_server_exceptions=False)


def test_requests_without_the_key_are_refused(own, folder):
    other = other_browser(own)
    for path in ("/", "/films/film/", f"{ENTRY}/{'x' * 43}"):
        answer = other.get(path)
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
        assert "Anna" not in answer.text
    other.cookies.update({"workbench": "k" * 43})
    assert other.get("/films/film/").status_code == 403
    sent = other.post(SAVE, data={"text": "New."}, headers={"origin": "http://desk"})
    assert sent.status_code == 403
    assert not (folder / JOURNAL).exists()


def test_cookie_is_http_only_and_same_site(own):
    header = own.client.get(f"{ENTRY}/{'k' * 43}").headers["set-cookie"].lower()
    assert "httponly" in header
    assert "samesite=strict" in header


def test_another_name_for_this_machine_is_refused(own):
    rebound = other_browser(own, "http://evil.example")
    rebound.cookies.update(dict(own.client.cookies))
    assert rebound.get("/").status_code == 400


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://desk.evil.example", "http://desk:81"])
def test_forms_of_other_sites_are_refused(own, folder, origin):
    csrf = re.findall(r'name="csrf" value="([^"]*)"', own.get("/films/film/").text)[0]
    headers = {"origin": origin} if origin else {}
    answer = own.client.post(SAVE, data={"csrf": csrf, "text": "New."}, headers=headers)
    assert answer.status_code == 403
    assert not (folder / JOURNAL).exists()


def test_a_form_without_the_sign_of_the_session_is_refused(own, folder):
    for data in ({"text": "New."}, {"text": "New.", "csrf": "0" * 64}):
        assert own.client.post(SAVE, data=data, headers={"origin": "http://desk"}).status_code == 403
    assert not (folder / JOURNAL).exists()


def test_texts_and_names_are_never_html(own):
    for path in ("/films/film/", f"/films/film/?words={EVIL}", "/films/film/go?to=" + EVIL):
        answer = own.client.get(path, follow_redirects=True)
        assert answer.status_code == 200
        assert "<script>alert" not in answer.text
        assert "<img src=x" not in answer.text


def test_pages_run_scripts_of_files_of_the_site_only(own):
    answer = own.get("/films/film/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert "microphone=()" in answer.headers["permissions-policy"]
    assert re.findall(r"<script(?![^>]*\bsrc=)", answer.text) == []
    for element in html.fromstring(answer.text).iter():
        assert not [name for name in element.attrib if name.startswith("on") or name == "style"]


@pytest.mark.parametrize(
    "path",
    [
        "/static/workbench/../films.py",
        "/static/workbench/%2e%2e/films.py",
        "/static/workbench/..%2ffilms.py",
        "/static/../app.py",
        "/films/../film/",
        "/films/%2e%2e/",
        "/films/film/cues/..%2f..%2fscript.json",
        "/films/film/cues/../../../../etc/passwd",
    ],
)
def test_manipulated_paths_are_not_found(own, path):
    answer = own.get(path)
    assert answer.status_code in {307, 404}
    assert "import" not in answer.text
    assert "root:" not in answer.text


def test_too_long_a_text_is_refused_by_field_and_kept(own):
    answer = own.post(SAVE, page="/films/film/", text="a" * 2001)
    assert (answer.status_code, answer.json()["field"]) == (422, "text")
    page = own.post(SAVE, page="/films/film/", scripts=False, text="word " * 500)
    assert page.status_code == 422
    assert "word word" in page.text


def test_a_form_that_is_too_large_is_refused(own):
    assert own.post(SAVE, page="/films/film/", text="a" * (1 << 18)).status_code == 413
