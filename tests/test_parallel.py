"""Shards shared out to real processes, of this machine and of a real Ray cluster, some of which are killed."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from cinescribe.errors import FeatureError, OutputError, WorkError
from cinescribe.parallel import TRIES, run_shards

ROOT = Path(__file__).resolve().parents[1]


def squared(number):
    return number * number


def noted(folder, number):
    """The square, with a file for each time it was asked for; shard 3's worker dies the first time."""
    marks = len(list(folder.glob(f"{number}.*")))
    (folder / f"{number}.{os.getpid()}").touch()
    if number == 3 and not marks:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def refused(number):
    if number == 2:
        raise FeatureError("film 2 has no pictures")
    return number


def deadly(folder, number):
    """Shard 1 kills its worker, once all others are kept."""
    while number == 1 and len(list(folder.iterdir())) < 2:
        time.sleep(0.01)
    if number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def mistaken(number):
    return [][number]


def process(_):
    time.sleep(0.2)  # so that one worker cannot do all
    return os.getpid()


def threads(_):
    return os.environ["OMP_NUM_THREADS"]


def test_single_worker_runs_in_this_process():
    assert run_shards(lambda number: number + 1, [1, 2]) == [2, 3]
    assert run_shards(process, [1]) == [os.getpid()]


@pytest.mark.slow
def test_results_come_in_the_order_of_shards_from_several_processes():
    found = run_shards(process, range(4), n_workers=2)
    assert len(set(found)) == 2
    assert os.getpid() not in found
    assert run_shards(squared, range(7), n_workers=2) == [n * n for n in range(7)]


@pytest.mark.slow
def test_a_worker_keeps_its_libraries_to_one_thread():
    assert run_shards(threads, [0], n_workers=2) == ["1"]


def test_no_shards_need_no_worker():
    assert run_shards(squared, [], n_workers=4) == []


@pytest.mark.slow
@pytest.mark.parametrize("n_workers", [1, 2])
def test_done_shards_are_skipped_and_results_kept_at_once(n_workers):
    marks = {1, 3}

    def keep(shard, result):
        marks.add(shard)
        assert result == shard * shard

    assert run_shards(squared, range(4), done=marks.__contains__, keep=keep, n_workers=n_workers) == [0, None, 4, None]
    assert marks == {0, 1, 2, 3}


@pytest.mark.slow
def test_shard_of_a_killed_worker_is_repeated_and_nothing_twice(tmp_path):
    assert run_shards(partial(noted, tmp_path), range(6), n_workers=2) == [n * n for n in range(6)]
    times = [len(list(tmp_path.glob(f"{n}.*"))) for n in range(6)]
    assert times == [1, 1, 1, 2, 1, 1]


@pytest.mark.slow
def test_a_shard_that_kills_every_worker_is_named_and_others_are_kept(tmp_path):
    with pytest.raises(
        WorkError, match=rf"1 was started {TRIES} times, .* the last time killed by SIGKILL; use fewer workers"
    ):
        run_shards(
            partial(deadly, tmp_path), [0, 1, 2], keep=lambda shard, _: (tmp_path / str(shard)).touch(), n_workers=2
        )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "2"]


@pytest.mark.parametrize("n_workers", [1, 2])
def test_a_shard_that_kills_every_worker_can_be_given_up(tmp_path, n_workers):
    def given_up(shard, how):
        return f"{shard} was {how}"

    def keep(shard, _):
        (tmp_path / str(shard)).touch()

    # The deadly shard comes last: it waits for the others, and one worker takes shards in order.
    found = run_shards(partial(deadly, tmp_path), [0, 2, 1], keep=keep, given_up=given_up, n_workers=n_workers)
    assert found == [0, 2, "1 was killed by SIGKILL"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "1", "2"]  # kept like the others


def test_a_mistake_of_the_work_is_reported_by_its_worker(capfd):
    with pytest.raises(WorkError, match=r"0 was started 3 times, .* the last time with exit code 1"):
        run_shards(mistaken, [0], n_workers=2)
    assert "IndexError: list index out of range" in capfd.readouterr().err


@pytest.mark.slow
class Unloadable:
    """A function that only the process which made it can load."""

    def __init__(self, folder):
        self.folder = folder

    def __call__(self, number):
        return number

    def __setstate__(self, state):
        (state["folder"] / str(os.getpid())).touch()
        raise ModuleNotFoundError("No module named 'ours'")


def handles(number):
    return threading.Lock() if number == 1 else number


def test_function_that_workers_cannot_load_is_reported_at_once(tmp_path):
    with pytest.raises(
        WorkError, match=r"cannot be loaded in a worker \(ModuleNotFoundError: No module named 'ours'\); install its"
    ):
        run_shards(Unloadable(tmp_path), [1], n_workers=2)
    assert len(list(tmp_path.iterdir())) == 1


def test_unpicklable_function_or_result_is_reported_at_once():
    with pytest.raises(WorkError, match=r"the function cannot be sent to another process .*; use functions and data"):
        run_shards(lambda number: number, [1], n_workers=2)
    with pytest.raises(WorkError, match=r"shard <unlocked.*> cannot be sent to another process"):
        run_shards(squared, [threading.Lock()], n_workers=2)
    with pytest.raises(WorkError, match="a result cannot be sent to another process"):
        run_shards(handles, [1], n_workers=2)


def test_workers_end_if_results_cannot_be_kept(tmp_path):
    def refuse(shard, result):
        raise OutputError("no room")

    with pytest.raises(OutputError, match="no room") as held:  # and its traceback, with all that hangs on it
        run_shards(partial(waits, tmp_path), [0, 1], keep=refuse, n_workers=2)
    assert held.value
    assert all(ended(int(path.read_text())) for path in tmp_path.glob("*.pid"))


def waits(folder, number):
    """Shard 1 is busy for long, once 0 is through."""
    if number == 1:
        slow(folder, number)
    while not (folder / "1.pid").exists():
        time.sleep(0.01)
    return number


@pytest.mark.slow
def test_cinescribe_errors_are_raised_unchanged():
    for n_workers in (1, 2):
        with pytest.raises(FeatureError, match="film 2 has no pictures"):
            run_shards(refused, range(4), n_workers=n_workers)


def test_backends_and_workers_that_there_are_not_are_refused():
    with pytest.raises(
        WorkError, match="1 workers on 'threads' were asked for; 1 or more on 'local' or 'ray' are possible"
    ):
        run_shards(squared, [1], backend="threads")  # type: ignore[arg-type]
    with pytest.raises(WorkError, match="0 workers on 'local' were asked for"):
        run_shards(squared, [1], n_workers=0)


def test_missing_ray_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(WorkError, match=r"Ray is not installed .*; pip install 'cinescribe\[ray\]'"):
        run_shards(squared, [1], backend="ray")


def started(code, folder):
    """A process of its own group that runs some code; the folder is its first argument."""
    env = dict(os.environ, PYTHONPATH=str(ROOT))
    arguments = [sys.executable, "-c", textwrap.dedent(code), str(folder)]
    return subprocess.Popen(arguments, env=env, start_new_session=True, stderr=subprocess.PIPE, text=True)


def ended(pid):
    """Whether a process ends within a few seconds."""
    for _ in range(100):
        try:
            if Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.05)
    return False


SLOW = """
import signal
import sys
from functools import partial
from pathlib import Path
from cinescribe.parallel import run_shards
from tests.test_parallel import slow
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored, where tests run in the background
run_shards(partial(slow, Path(sys.argv[1])), range(2), n_workers=2)
"""


def slow(folder, number):
    (folder / f"{number}.part").write_text(str(os.getpid()))
    (folder / f"{number}.part").rename(folder / f"{number}.pid")
    time.sleep(60)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at processes in /proc")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_workers_end_with_their_parent_process(tmp_path, how):
    asker = started(SLOW, tmp_path)
    while len(list(tmp_path.glob("*.pid"))) < 2:
        assert asker.poll() is None, asker.stderr.read()
        time.sleep(0.05)
    pids = [int(path.read_text()) for path in tmp_path.glob("*.pid")]
    asker.send_signal(how)
    _, printed = asker.communicate(timeout=30)
    assert all(ended(pid) for pid in pids)
    assert printed.count("Traceback") == (1 if how == signal.SIGINT else 0), printed


@pytest.mark.slow
def test_a_real_ray_cluster_does_the_same(tmp_path):
    ray = pytest.importorskip("ray")
    kept = []
    with ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR"):
        found = run_shards(
            partial(noted, tmp_path), range(5), keep=lambda shard, _: kept.append(shard), n_workers=2, backend="ray"
        )
        assert found == [0, 1, 4, 9, 16]
        assert sorted(kept) == [0, 1, 2, 3, 4]
        assert [len(list(tmp_path.glob(f"{n}.*"))) for n in range(5)] == [1, 1, 1, 2, 1]
        pids = {path.suffix for path in tmp_path.iterdir()}
        assert f".{os.getpid()}" not in pids
        with pytest.raises(FeatureError, match="film 2 has no pictures"):
            run_shards(refused, range(4), n_workers=2, backend="ray")
        with pytest.raises(WorkError, match=r"1 was started 3 times, .* the last time as Ray says: .*died"):
            run_shards(partial(deadly, tmp_path), [1], backend="ray")
        with pytest.raises(WorkError, match="cannot be loaded in a worker"):
            run_shards(Unloadable(tmp_path), [1], backend="ray")
        assert ray.is_initialized()  # whose cluster it is stops it


@pytest.mark.slow
def test_cluster_started_for_the_work_is_stopped():
    ray = pytest.importorskip("ray")
    assert run_shards(squared, [3], backend="ray") == [9]
    assert not ray.is_initialized()
