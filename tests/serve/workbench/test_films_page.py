import sys

import pytest

from tests.serve.workbench.desk import desk
from tests.serve.workbench.random_edits import write_folder

PATIENCE = 30
# Stands in for the command: it writes the folder of the film that it is given, as `describe` does.
PROGRAM = (
    sys.executable,
    "-c",
    "import sys, pathlib, shutil; "
    "folder = next(one for one in sys.argv if one.startswith('--output=')).removeprefix('--output='); "
    "shutil.copytree(pathlib.Path(folder).parent / 'ready', folder)",
)


@pytest.fixture
def films(tmp_path):
    write_folder(tmp_path / "films" / "ready", n_cues=1)
    (tmp_path / "films" / "<new>.mp4").touch()
    return tmp_path / "films"


def key(bench):
    return bench.get("/").text.split('<option value="')[1].split('"')[0]


def test_a_film_is_described_and_opened(films):
    with desk(program=PROGRAM, shelf=[films / "<new>.mp4"]) as bench:
        assert "&lt;new&gt;.mp4" in bench.get("/").text
        answer = bench.post("/describe", film=key(bench)).json()
        assert answer["message"].startswith("Describe <new>.mp4: ")
        assert bench.jobs.get(1).wait(PATIENCE)
        assert bench.jobs.get(1).message == "Describe <new>.mp4: done."
        assert 'href="/films/new/"' in bench.get("/").text
        assert '<a href="/films/new/">Open it</a>' in bench.json("/jobs/1")["html"]


def test_without_scripts_the_page_of_the_job_follows(films):
    with desk(program=PROGRAM, shelf=[films]) as bench:
        assert bench.post("/describe", scripts=False, film=key(bench)).headers["location"] == "/jobs/1"


def test_an_error_names_the_field_and_keeps_the_form(films):
    with desk(shelf=[films]) as bench:
        sent = {"film": key(bench), "captioner": "other", "voice": "espeak:de"}
        assert bench.post("/describe", **sent).json()["field"] == "other"
        answer = bench.post("/describe", scripts=False, **sent)
        assert answer.status_code == 422
        assert 'href="#describe-other"' in answer.text
        assert 'value="espeak:de"' in answer.text
        assert '<option value="other" selected>' in answer.text


def test_a_film_that_is_not_on_the_list_is_refused(films):
    with desk(shelf=[films]) as bench:
        answer = bench.post("/describe", film="../../etc/passwd")
        assert (answer.status_code, bench.jobs.all()) == (422, ())
        assert "not on the list" in answer.json()["message"]


def test_open_films_show_counts_of_unseen_cues_and_remarks(films, monkeypatch):
    with desk(films / "ready") as bench:
        page = bench.get("/").text
        assert "1 cue, 1 not seen yet</span>" in page
        monkeypatch.setattr(bench.films.get("ready").check(), "known", lambda script: {"c1": (1, 2)})
        assert 'remarks">2 remarks</a>' in bench.get("/").text
