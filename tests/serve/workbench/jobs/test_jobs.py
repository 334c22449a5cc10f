import sys

import pytest

from cinescribe.errors import InputError
from cinescribe.serve.workbench.jobs.job import JobTask
from cinescribe.serve.workbench.jobs.jobs import Jobs

PATIENCE = 30
SLEEP, NOTHING = "import time; time.sleep(600)", "pass"


@pytest.fixture
def jobs():
    with Jobs((sys.executable, "-S", "-c")) as made:
        yield made


def test_only_one_job_of_a_kind_runs(jobs):
    jobs.start(JobTask("describe", "Describe a.mp4", (SLEEP,)))
    with pytest.raises(InputError, match=r"another job is at work: Describe a\.mp4: Starting"):
        jobs.start(JobTask("describe", "Describe b.mp4", (SLEEP,)))
    assert jobs.start(JobTask("export", "Export page", (NOTHING,))).number == 2


def test_stopped_job_is_restarted_as_a_new_one(jobs):
    first = jobs.start(JobTask("describe", "Describe a.mp4", (SLEEP,)))
    first.stop()
    second = jobs.again(first)
    assert (second.task, second.number) == (first.task, 2)


def test_jobs_are_found_by_their_subject(jobs):
    jobs.start(JobTask("export", "Export page", (NOTHING,), about=("film",)))
    cue = jobs.start(JobTask("describe", "Describe again", (NOTHING,), about=("film", "c1")))
    assert jobs.about("film", "c1") == (cue,)
    assert len(jobs.about("film")) == 2
    assert jobs.get(9) is None


def test_old_jobs_are_forgotten(jobs, monkeypatch):
    monkeypatch.setattr("cinescribe.serve.workbench.jobs.jobs._KEPT", 1)
    for _ in range(3):
        assert jobs.start(JobTask("export", "Export page", (NOTHING,))).wait(PATIENCE)
    assert [job.number for job in jobs.all()] == [3]


def test_jobs_end_with_the_workbench():
    with Jobs((sys.executable, "-S", "-c")) as jobs:
        job = jobs.start(JobTask("describe", "Describe a.mp4", (SLEEP,)))
    assert job.state == "stopped"
