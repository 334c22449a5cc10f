"""200 films, two workers and a server: five workers and the run itself are killed."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from cinescribe.describe.films.film_list import PLAN
from cinescribe.describe.films.outcome import FilmOutcome
from cinescribe.describe.films.report import TABLE
from cinescribe.export.folder import SCRIPT
from cinescribe.store import read_records
from tests.describe.films.stub import ask
from tests.models.vlm.scripted_server import Reply, scripted_server

N_FILMS, N_WORKERS, REQUESTS, N_KILLS = 200, 2, 4, 5
RUN = f"""
import sys
from cinescribe.describe.films.describe_films import describe_films
from tests.describe.films.stub import ask

if __name__ == "__main__":
    describe_films([sys.argv[1]], sys.argv[2], workers={N_WORKERS}, requests={REQUESTS}, describe=ask)
"""


class Talker:
    """Answers with the question, and counts the questions under way, by their texts and in all."""

    def __init__(self):
        self.lock = threading.Lock()
        self.under_way: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()
        self.most = 0

    def __call__(self, body, _):
        text = body["messages"][-1]["content"]
        with self.lock:
            self.under_way[text] += 1
            self.most = max(self.most, self.under_way.total())
        time.sleep(0.02)
        with self.lock:
            self.under_way[text] -= 1
            self.answered[text] += 1
        return Reply(f"Asked: {text}")


def workers(parent):
    """The processes of a run that describe films."""
    try:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        return [int(one) for one in children if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]
    except OSError:
        return []


@pytest.mark.skipif("LONG_TESTS" not in os.environ, reason="takes minutes: set LONG_TESTS=1 to run it")
@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="finds the workers in /proc")
def test_each_film_is_described_once_and_nothing_is_asked_twice_after_its_answer(tmp_path, monkeypatch):
    choose, films, out = random.Random(7), tmp_path / "films", tmp_path / "out"
    films.mkdir()
    for n in range(N_FILMS):
        (films / f"{n}.mp4").write_text("a film")
    kills = sorted(choose.sample(range(5, N_FILMS - 10), N_KILLS + 1))
    n_again = n_runs = 0
    with scripted_server(talker := Talker()) as server:
        monkeypatch.setenv("STUB_SERVER", f"{server.url}#tiny")
        while not (out / TABLE).exists():
            n_runs += 1
            with subprocess.Popen([sys.executable, "-c", RUN, films, out]) as process:
                while process.poll() is None:
                    time.sleep(0.01)
                    now = workers(process.pid)
                    if not kills or not now or len(list(out.glob("*.ad"))) < kills[0]:
                        continue
                    is_whole = len(kills) == (N_KILLS + 1) // 2
                    kills.pop(0)
                    os.kill(process.pid if is_whole else choose.choice(now), signal.SIGKILL)
                    n_again += REQUESTS  # at most these were under way
                assert process.returncode in {0, -signal.SIGKILL}
        n_questions = 2 * N_FILMS + 20
        assert len(talker.answered) == n_questions
        assert n_questions <= len(server.requests) <= n_questions + n_again
        assert talker.most <= 2 * REQUESTS  # those of killed workers are still under way at the server
        assert (n_runs, kills) == (2, [])
        outcomes = read_records(out / TABLE, FilmOutcome)
        assert [one.fault for one in outcomes] == [None] * N_FILMS
        assert len({one.folder for one in outcomes}) == len(list(out.glob("*.ad"))) == N_FILMS
        assert (out / PLAN).read_text().count("\n") == N_FILMS
        n_asked = len(server.requests)
        for n in (0, 57, N_FILMS - 1):  # one by one, with the answers that are kept
            ask(films / f"{n}.mp4", tmp_path / "one", announce=print)
            assert (tmp_path / "one" / SCRIPT).read_bytes() == (out / f"{n}.ad" / SCRIPT).read_bytes()
        assert len(server.requests) == n_asked
