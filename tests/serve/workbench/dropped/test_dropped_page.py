import re

import pytest

from cinescribe.describe.editing.workspace import Workspace
from cinescribe.schema import Film, Gap
from cinescribe.timing import Span
from tests.describe.editing.scripts import cue, script
from tests.serve.workbench.desk import desk

PAGE = "/films/film/dropped"


@pytest.fixture
def folder(tmp_path):
    cues = [cue(10.0, "Anna opens the door.", id="c1")]
    cues += [
        cue(
            20.0 + n, f"Dropped text {n}.", id=f"d{n}", status="dropped", reason="the gap is 0.5 s", shorter=("Short.",)
        )
        for n in range(25)
    ]
    made = script(*cues).replace(film=Film("film.mp4", 60.0), gaps=(Gap(Span(9.0, 60.0)),))
    Workspace(tmp_path / "film.ad").save_draft(made)
    return tmp_path / "film.ad"


def revision(page, key):
    return re.findall(rf'id="dropped-{key}".*?name="revision" value="([^"]*)"', page, re.DOTALL)[0]


def cue_of(bench, key):
    return next(one for one in bench.films.get("film").folder.current().script.cues if one.id == key)


def test_dropped_cues_are_listed_with_their_reasons(folder):
    with desk(folder) as bench:
        page = bench.get(PAGE).text
        assert "25 cues are not heard, page 1 of 2" in page
        assert "the gap is 0.5 s" in page
        assert "40.0 are free there" in page
        assert "Say \u201cShort.\u201d" in page
        assert page.count("<article") == 20
        assert bench.get(f"{PAGE}?page=2").text.count("<article") == 5


@pytest.mark.parametrize(
    ("action", "fields", "wanted"),
    [
        ("restore", {}, ("spoken", "Dropped text 0.")),
        ("restore", {"text": "Short."}, ("spoken", "Short.")),
        ("extend", {}, ("extended", "Dropped text 0.")),
    ],
)
def test_a_dropped_cue_is_heard_again(folder, action, fields, wanted):
    with desk(folder) as bench:
        sent = {"revision": revision(bench.get(PAGE).text, "d0"), "next": "dropped-d1", **fields}
        answer = bench.post(f"{PAGE}/d0/{action}", page=PAGE, **sent).json()
        after = cue_of(bench, "d0")
        assert (after.status, after.text) == wanted
        assert after.hand_made
        assert (answer["reload"], answer["focus"]) == (PAGE, "dropped-d1")
        assert "24 cues are not heard" in bench.get(PAGE).text


def test_without_a_script_the_page_is_shown_again(folder):
    with desk(folder) as bench:
        sent = {"revision": revision(bench.get(PAGE).text, "d0"), "next": "<b>"}
        answer = bench.post(f"{PAGE}/d0/restore", page=PAGE, scripts=False, **sent)
        assert answer.headers["location"].endswith("#list")
        assert "is spoken again" in bench.get(answer.headers["location"]).text


def test_a_cue_that_was_changed_meanwhile_stays(folder):
    with desk(folder) as bench:
        assert bench.post(f"{PAGE}/d0/restore", page=PAGE, revision="old").status_code == 409
        assert cue_of(bench, "d0").status == "dropped"
