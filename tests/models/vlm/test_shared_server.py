"""A server that several workers ask: one limit for all, and no question twice."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from cinescribe.models.vlm.answer_store import AnswerStore
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest
from cinescribe.models.vlm.connection.server_address import ServerAddress
from cinescribe.models.vlm.server import PARALLEL, ChatServer
from cinescribe.turns import take_turns_at, turn_table
from tests.models.vlm.scripted_server import Reply, scripted_server


class Crowd:
    """Counts the questions that a server works at."""

    def __init__(self):
        self.now = self.most = 0
        self.lock = threading.Lock()

    def __call__(self, body, _):
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        threading.Event().wait(0.05)
        with self.lock:
            self.now -= 1
        return Reply("Done.")


@pytest.fixture
def asked(tmp_path):
    """Ask a server by two workers at once, with a table of turns or without; return the crowd and the requests."""

    def run(*questions, limit=None):
        crowd = Crowd()
        with scripted_server(crowd) as running, turn_table(limit or 1) as table:
            take_turns_at(None if limit is None else table)
            workers = [ChatServer(ServerAddress(f"{running.url}/v1", "tiny"), AnswerStore(tmp_path)) for _ in range(2)]
            with workers[0], workers[1], ThreadPoolExecutor(2) as pool:
                found = list(pool.map(lambda n: workers[n].ask([ChatRequest(each) for each in questions[n]]), range(2)))
        take_turns_at(None)
        assert found == [[ChatAnswer("Done.")] * len(each) for each in questions]
        return crowd, running.requests

    return run


def test_workers_keep_to_one_limit_together(asked):
    questions = [f"one {n}" for n in range(12)], [f"two {n}" for n in range(12)]
    assert asked(*questions, limit=3)[0].most == 3


def test_without_a_table_each_process_has_a_limit_of_its_own(asked):
    questions = [f"one {n}" for n in range(20)], [f"two {n}" for n in range(20)]
    assert PARALLEL < asked(*questions)[0].most <= 2 * PARALLEL


def test_a_high_limit_is_one_worker_s_alone_if_no_other_asks(asked):
    assert asked([f"one {n}" for n in range(30)], [], limit=20)[0].most > PARALLEL


def test_a_question_of_two_workers_is_asked_once(asked):
    questions = [f"same {n}" for n in range(6)]
    assert len(asked(questions, questions, limit=8)[1]) == 6
