import json
import sys

import pytest

from cinescribe.describe.quality.quality_card import quality_card
from cinescribe.export.folder import read_script
from tests.serve.workbench.desk import desk
from tests.serve.workbench.random_edits import write_folder

PAGE = "/films/film/report"


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """On a busy machine a job takes longer than a page waits."""
    monkeypatch.setattr("cinescribe.serve.workbench.report.report_page._SHORT", 60.0)


@pytest.fixture
def folder(tmp_path):
    return write_folder(tmp_path / "film.ad", n_cues=2)


def program(folder):
    """Stands in for the command: prints the card of the folder."""
    card = json.dumps(quality_card(read_script(folder), (), ()).to_dict())
    return sys.executable, "-S", "-c", f"print({card!r})"


@pytest.mark.parametrize("scripts", [True, False])
def test_a_report_is_made_and_shown(folder, scripts):
    with desk(folder, program=program(folder)) as bench:
        assert "Words a minute" not in bench.get(PAGE).text
        answer = bench.post(PAGE, page=PAGE, scripts=scripts, guidelines="netflix")
        if scripts:
            assert (answer.json()["reload"], answer.json()["message"]) == (PAGE, "Report on film: done.")
        assert "--guidelines=netflix" in bench.jobs.get(1).task.arguments
        page = bench.get(PAGE).text
        assert "Words a minute" in page
        assert "edited since" not in page


def test_outdated_report_is_marked_as_older(folder):
    with desk(folder, program=program(folder)) as bench:
        bench.post(PAGE, page=PAGE)
        cue = bench.films.get("film").folder.current().script.cues[0]
        bench.post(f"/films/film/cues/{cue.id}/accept", page=PAGE, text=cue.text)
        assert "edited since this report was made" in bench.get(PAGE).text


def test_unknown_guidelines_are_refused(folder):
    with desk(folder) as bench:
        answer = bench.post(PAGE, page=PAGE, guidelines="/etc/passwd")
        assert (answer.status_code, bench.jobs.all()) == (422, ())
        assert "there are no guidelines" in answer.json()["message"].lower()
