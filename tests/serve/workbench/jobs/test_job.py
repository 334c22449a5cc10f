import os
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from cinescribe.errors import RecordError
from cinescribe.serve.workbench.jobs.job import Job, JobTask

PATIENCE = 30  # seconds for an idle process to end, on a busy machine
PYTHON = (sys.executable, "-S", "-c")


def job(tmp_path, code, finished=None):
    return Job(1, JobTask("export", "Export page", (code,)), PYTHON, tmp_path, finished)


def over(tmp_path, code, finished=None):
    found = job(tmp_path, code, finished)
    assert found.wait(PATIENCE)
    return found


def is_there(pid):
    with suppress(ProcessLookupError, FileNotFoundError):
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    return False


def test_finished_job_has_its_result_and_messages(tmp_path):
    done = over(tmp_path, "import sys; print('page.html'); print('warning: c1', file=sys.stderr)")
    assert (done.state, done.result.strip(), done.lines) == ("done", "page.html", ("warning: c1",))
    assert done.message == "Export page: done."


def test_job_progress_is_its_last_progress_line_in_words(tmp_path):
    lines = "watch: 40 %, 3 min 2 s left\\nwarning: no subtitles: 2 %\\n"
    done = over(tmp_path, f"import sys; sys.stderr.write('{lines}')")
    assert done.progress == "Watching the film, 40 %, 3 min 2 s left"


def test_a_stage_that_is_still_running_says_no_share(tmp_path):
    done = over(tmp_path, "import sys; sys.stderr.write('captions: 7 %\\ncaptions: still running after 9 s\\n')")
    assert done.progress == "Writing"


def test_a_failed_job_says_why(tmp_path):
    failed = over(tmp_path, "import sys; sys.exit('Error: the film is gone; name another')")
    assert failed.state == "failed"
    assert failed.message == "Export page: failed. The film is gone; name another."


def test_job_that_fails_silently_reports_its_exit_code(tmp_path):
    assert over(tmp_path, "raise SystemExit(3)").fault == "It ended with code 3."


def test_follow_up_runs_only_after_success(tmp_path):
    called: list[Job] = []
    over(tmp_path, "pass", called.append)
    over(tmp_path, "raise SystemExit(1)", called.append)
    assert [one.state for one in called] == ["done"]


def test_fault_of_a_follow_up_is_reported(tmp_path):
    def fail(_):
        raise RecordError("the folder holds no description")

    failed = over(tmp_path, "pass", fail)
    assert (failed.state, failed.fault) == ("failed", "The folder holds no description.")


def test_stopping_ends_all_its_processes(tmp_path):
    child = tmp_path / "child"
    code = (
        "import subprocess, sys, time, pathlib; "
        "one = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(600)']); "
        f"pathlib.Path({str(child)!r}).write_text(str(one.pid)); time.sleep(600)"
    )
    running = job(tmp_path, code)
    while not (child.is_file() and child.read_text()):
        assert not running.wait(0.02)
    running.stop()
    assert running.state == "stopped"
    while is_there(int(child.read_text())):  # a signal was sent; until it arrives, the child may run on
        time.sleep(0.02)


def test_a_job_that_will_not_end_is_killed(tmp_path, monkeypatch):
    monkeypatch.setattr("cinescribe.serve.workbench.jobs.job._GRACE", 0.2)
    begun = tmp_path / "begun"
    code = (
        "import signal, time, pathlib; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
        f"pathlib.Path({str(begun)!r}).touch(); time.sleep(600)"
    )
    running = job(tmp_path, code)
    while not begun.is_file():
        assert not running.wait(0.02)
    running.stop()
    assert running.wait(PATIENCE)
    assert running.state == "stopped"


def test_stopping_a_finished_job_changes_nothing(tmp_path):
    done = over(tmp_path, "pass")
    done.stop()
    assert done.state == "done"


@pytest.mark.parametrize("code", ["import time; time.sleep(600)"])
def test_running_job_reports_its_progress(tmp_path, code):
    running = job(tmp_path, code)
    try:
        assert running.is_running
        assert running.message == "Export page: Starting."
    finally:
        running.stop()
