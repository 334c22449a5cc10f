import html
import re

import pytest

from cinescribe.describe.editing.workspace import Workspace
from tests.describe.editing.scripts import cue, script
from tests.serve.workbench.desk import desk

PAGE = "/films/film/replace"


@pytest.fixture
def bench(tmp_path):
    cues = (cue(1.0, "The cap falls."), cue(11.0, "A cap <b>."), cue(21.0, "Rain."))
    Workspace(tmp_path / "film.ad").save_draft(script(*cues))
    with desk(tmp_path / "film.ad") as bench:
        yield bench


def texts(bench):
    return [one.text for one in bench.films.get("film").folder.current().script.cues]


def chosen(page):
    return [html.unescape(value) for value in re.findall('name="cue" value="([^"]*)"', page)]


def test_replacements_are_previewed_and_only_marked_cues_change(bench):
    page = bench.get(f"{PAGE}?old=cap&new=hat").text
    assert "2 cues have these words" in page
    assert "<ins>A hat &lt;b&gt;.</ins>" in page
    assert texts(bench)[0] == "The cap falls."
    answer = bench.post(PAGE, page=PAGE, old="cap", new="hat", cue=chosen(page)[0])
    assert answer.json()["message"] == "1 cue is changed. Undo reverts this."
    assert texts(bench) == ["The hat falls.", "A cap <b>.", "Rain."]


def test_a_cue_that_was_changed_since_is_not_overwritten(bench):
    seen = chosen(bench.get(f"{PAGE}?old=cap&new=hat").text)
    bench.post(PAGE, page=PAGE, old="falls", new="drops", cue=chosen(bench.get(f"{PAGE}?old=falls").text))
    assert bench.post(PAGE, page=PAGE, old="cap", new="hat", cue=seen).status_code == 409
    assert texts(bench)[0] == "The cap drops."


@pytest.mark.parametrize(
    ("query", "message"),
    [("old=moon", "No cue has the words &#39;moon&#39;"), ("old=+", "There is nothing to find"), ("", "Show what")],
)
def test_invalid_replacement_is_reported(bench, query, message):
    answer = bench.get(f"{PAGE}?{query}")
    assert message in answer.text
    assert answer.status_code == (422 if query else 200)


def test_replacement_needs_at_least_one_marked_cue(bench):
    answer = bench.post(PAGE, page=PAGE, old="cap", new="hat")
    assert answer.status_code == 422
    assert answer.json()["message"].startswith("No cue is chosen; mark those")
