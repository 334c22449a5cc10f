"""Readers that do what no reader may, each noticed by the runner."""

import ctypes
import gc
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from cinescribe.errors import RecordError
from fuzz.reader import file_reader
from fuzz.runs import worker
from fuzz.runs.run import fuzz

pytestmark = pytest.mark.filterwarnings("default:.*fork.*:DeprecationWarning")  # the child of a fork runs our code only


def refusing(path):
    raise RecordError(f"found {str(path)!r}; expected another file")


def falling(path):
    return 1 // 0


def reading_outside(path):
    return Path(__file__).read_text()


def writing_outside(path):
    (path.parent.parent / "evil.txt").write_text("x")


def renaming_out(path):
    path.rename(path.parent.parent / "evil.txt")


def listing_outside(path):
    return list(Path(__file__).parent.iterdir())


def starting(path):
    return subprocess.run(["true"], check=True)


def reading_outside_in_c(path):
    libc = ctypes.CDLL(None)
    os.close(libc.open(os.fsencode(path.parent.parent / "outside" / "secret.txt"), os.O_RDONLY))


def hiding_what_it_read(path):
    try:
        Path(__file__).read_text()
    except BaseException:
        raise RecordError("never mind") from None


def filling_memory(path):
    return bytes(2 << 30)


def dying(path):
    os.kill(os.getpid(), signal.SIGSEGV)


def computing_forever(path):
    while True:
        pass


def waiting_forever(path):
    time.sleep(600)


def reports_of(read, n=1):
    reader = file_reader(read, "a.txt", [b"abc"], label=read.__name__)
    return fuzz([reader], range(n), seconds=float("inf"), n_processes=1, done=lambda report: None)


@pytest.mark.parametrize(
    ("read", "what"),
    [
        (falling, "ZeroDivisionError: integer division"),
        (reading_outside, "Outside: open of"),
        (writing_outside, "Outside: open of"),
        (renaming_out, "Outside: os.rename of"),
        (listing_outside, "Outside: os."),
        (starting, "Outside: subprocess.Popen"),
        (reading_outside_in_c, "Outside: opened secret.txt"),
        (hiding_what_it_read, "Outside: open of"),
        (filling_memory, "MemoryError"),
        (dying, "died of SIGSEGV"),
    ],
)
def test_forbidden_behaviour_of_readers_is_reported(read, what):
    (report,) = reports_of(read)
    (finding,) = report.findings.values()
    assert finding.what.startswith(what)
    assert (finding.reader, finding.number) == (read.__name__, 0)


@pytest.mark.parametrize(
    ("read", "limit", "what"), [(computing_forever, "CPU", "too slow"), (waiting_forever, "WALL", "hangs")]
)
@pytest.mark.slow
def test_kernel_ends_readers_that_exceed_a_limit(monkeypatch, read, limit, what):
    monkeypatch.setattr(worker, f"{limit}_LIMIT", 0.05)
    (report,) = reports_of(read, n=3)
    assert [finding.what for finding in report.findings.values()] == [what]
    assert report.n_deaths == 3  # it goes on behind each input that ended it


@pytest.mark.slow
def test_success_and_refusal_are_not_findings():
    (report,) = reports_of(refusing, n=20)
    assert (report.n, report.accepted, report.refused, report.findings) == (20, 0, 20, {})
    (report,) = reports_of(os.fspath, n=20)
    assert (report.n, report.accepted, report.refused, report.findings) == (20, 20, 0, {})


def test_frozen_objects_of_other_code_stay_frozen():
    gc.freeze()
    reports_of(os.fspath)
    assert gc.get_freeze_count() > 0


@pytest.mark.slow
def test_a_reader_with_a_smaller_share_gets_fewer_inputs():
    readers = [file_reader(os.fspath, "a.txt", [b"abc"], label=str(share), share=share) for share in (1.0, 0.5)]
    reports = fuzz(readers, range(10), seconds=float("inf"), n_processes=2, done=lambda report: None)
    assert [report.n for report in reports] == [10, 5]
