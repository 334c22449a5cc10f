import sys

import pytest

from cinescribe.describe.guidelines.finding import Finding
from cinescribe.export.description import export_description
from cinescribe.serve.workbench.jobs.jobs import CLI_COMMAND
from cinescribe.serve.workbench.remarks.film_check import CheckResult
from tests.serve.workbench.desk import desk
from tests.serve.workbench.random_edits import write_folder

PATIENCE = 60
PAGE = "/films/film/export"
NOTHING = (sys.executable, "-S", "-c", "pass")


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """On a busy machine a job takes longer than a page waits."""
    monkeypatch.setattr("cinescribe.serve.workbench.exporting.export_page._SHORT", 60.0)


@pytest.fixture
def folder(tmp_path):
    return write_folder(tmp_path / "film.ad", n_cues=1)


@pytest.mark.slow
def test_a_file_made_on_the_page_is_that_of_the_command(folder, tmp_path):
    with desk(folder, program=CLI_COMMAND) as bench:
        answer = bench.post(f"{PAGE}/dapt", page=PAGE).json()
        assert bench.jobs.get(1).wait(PATIENCE)
        assert answer["focus"] == "job-1"
        made = bench.get(f"{PAGE}/dapt/file")
        assert made.headers["content-disposition"].startswith("attachment")
        assert made.content == export_description(folder, to="dapt", path=tmp_path / "other.ttml").read_bytes()


def test_export_page_lists_open_work(folder):
    with desk(folder) as bench:
        page = bench.get(PAGE).text
        assert "1 of 1 cues" in page
        assert "Make every form" in page


def test_remarks_are_counted_by_rule(folder, monkeypatch):
    found = [Finding(rule=rule, severity="error", text="x", source="y") for rule in ("tense", "room", "tense")]
    with desk(folder) as bench:
        film = bench.films.get("film")
        for checked, said in (
            (CheckResult(0, tuple(found)), 'remarks?rule=tense">2 tense</a>, '),
            (CheckResult(0), "The guidelines have no remarks."),
            (CheckResult(0, fault="c1 is too long"), "was not checked against the guidelines: C1 is too long."),
            (None, "are still being looked for"),
        ):
            monkeypatch.setattr(film.check(), "found", lambda patience, checked=checked: checked)
            assert said in bench.get(PAGE).text


@pytest.mark.parametrize("to", ["vtt", "all"])
def test_result_is_shown_without_scripts(folder, to):
    with desk(folder, program=NOTHING) as bench:
        answer = bench.post(f"{PAGE}/{to}", page=PAGE, scripts=False)
        assert bench.jobs.get(1).task.arguments[-1] == str(folder)
        assert ": done." in bench.get(answer.headers["location"]).text


def test_unknown_forms_and_files_that_are_not_there_are_refused(folder):
    with desk(folder) as bench:
        assert bench.post(f"{PAGE}/exe", page=PAGE).json()["message"].startswith("There is no form 'exe'")
        assert bench.get(f"{PAGE}/vtt/file").status_code == 404
        assert bench.get(f"{PAGE}/..%2Fscript.json/file").status_code == 404


def test_settings_are_saved_and_confirmed(folder):
    with desk(folder) as bench:
        answer = bench.post("/films/film/settings", page=PAGE, reviewed_by="Clara Diaz").json()
        assert answer["message"].startswith("Saved.")
        assert "Clara Diaz" in bench.get(PAGE).text
        assert (
            bench.post("/films/film/settings", page=PAGE, reviewed_by="Clara Diaz").json()["message"].startswith("No")
        )


@pytest.mark.parametrize("scripts", [True, False])
def test_a_wrong_setting_names_its_field_and_is_kept(folder, scripts):
    with desk(folder) as bench:
        answer = bench.post("/films/film/settings", page=PAGE, scripts=scripts, ducking="99")
        assert answer.status_code == 422
        if scripts:
            assert answer.json()["field"] == "ducking"
        else:
            assert 'href="#setting-ducking"' in answer.text
            assert 'value="99"' in answer.text
