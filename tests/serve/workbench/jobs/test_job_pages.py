import sys

import pytest

from cinescribe.serve.workbench.jobs.job import JobTask
from tests.serve.workbench.desk import desk

PATIENCE = 30
SLEEP = "import time; time.sleep(600)"


@pytest.fixture
def bench():
    with desk(program=(sys.executable, "-S", "-c")) as made:
        yield made


def test_job_is_shown_stopped_and_restarted(bench):
    job = bench.jobs.start(JobTask("describe", "Describe <b>a</b>.mp4", (SLEEP,)))
    assert "Describe &lt;b&gt;a&lt;/b&gt;.mp4: Starting." in bench.get("/jobs/1").text
    answer = bench.post("/jobs/1/stop", page="/jobs/1").json()
    assert job.state == "stopped"
    assert answer["message"].endswith("so it can resume from there.")
    assert "Resume it" in answer["parts"]["job-1"]
    assert bench.post("/jobs/1/again", page="/jobs/1", scripts=False).headers["location"] == "/jobs/2"


def test_job_state_is_served_as_json(bench):
    bench.jobs.start(JobTask("export", "Export page", ("pass",))).wait(PATIENCE)
    found = bench.json("/jobs/1")
    assert (found["message"], found["running"]) == ("Export page: done.", False)
    assert "data-running" not in found["html"]


@pytest.mark.parametrize("scripts", [True, False])
def test_a_second_of_a_kind_is_refused(bench, scripts):
    bench.jobs.start(JobTask("describe", "Describe a.mp4", (SLEEP,))).stop()
    bench.jobs.start(JobTask("describe", "Describe b.mp4", (SLEEP,)))
    answer = bench.post("/jobs/1/again", page="/jobs/1", scripts=scripts)
    assert answer.status_code == 422
    assert "Another job is at work: Describe b.mp4" in answer.text


def test_a_job_that_is_forgotten_is_not_found(bench):
    assert bench.get("/jobs/9").status_code == 404
