import logging
import re

import pytest

from cinescribe.errors import ModelError, RecordError
from cinescribe.models.vlm.answer_store import AnswerStore, default_answers
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest
from cinescribe.models.vlm.server import TRIES, ChatServer, RefusedError
from cinescribe.models.vlm.server_address import ServerAddress, server_address
from tests.models.vlm.scripted_server import Reply, scripted_server


@pytest.fixture
def ask(tmp_path):
    """Ask a server that answers as a script says; return the answers, the requests that came, and the pauses."""

    def asked(reply, *requests, **settings):
        pauses: list[float] = []
        with scripted_server(reply) as running:
            address = ServerAddress(f"{running.url}/v1", "tiny")
            with ChatServer(address, AnswerStore(tmp_path / "answers"), sleep=pauses.append, **settings) as server:
                return server.ask(requests or [ChatRequest("What?")]), running.requests, pauses

    return asked


def echo(request, _):
    return Reply(request["messages"][-1]["content"].upper())


def test_answers_come_in_the_order_of_the_requests(ask):
    texts = [f"question {n}" for n in range(40)]
    answers, requests, _ = ask(echo, *map(ChatRequest, texts), n_parallel=8)
    assert [answer.text for answer in answers] == [text.upper() for text in texts]
    assert len(requests) == len(texts)
    assert {request["model"] for request in requests} == {"tiny"}


def test_nothing_is_asked_twice(tmp_path):
    requests = [ChatRequest("One?"), ChatRequest("Two?")]
    with scripted_server(echo) as running:
        address = ServerAddress(f"{running.url}/v1", "tiny")
        with ChatServer(address, AnswerStore(tmp_path)) as server:
            first = server.ask(requests[:1])
        with ChatServer(address, AnswerStore(tmp_path)) as server:
            assert server.ask(requests)[:1] == first
            assert server.ask([requests[0], requests[0]]) == [*first, *first]
    assert [request["messages"][0]["content"] for request in running.requests] == ["One?", "Two?"]


def test_answers_that_came_before_a_failure_are_kept(tmp_path):
    def reply(request, _):
        return Reply(status=400 if "bad" in request["messages"][0]["content"] else 200)

    with scripted_server(reply) as running:
        address = ServerAddress(f"{running.url}/v1", "tiny")
        with ChatServer(address, AnswerStore(tmp_path), n_parallel=1) as server, pytest.raises(ModelError):
            server.ask([ChatRequest("good"), ChatRequest("bad"), ChatRequest("later")])
        with ChatServer(address, AnswerStore(tmp_path)) as server:
            server.ask([ChatRequest("good")])
    assert [request["messages"][0]["content"] for request in running.requests].count("good") == 1


@pytest.mark.parametrize(
    ("trouble", "pauses"),
    [
        (Reply(status=500), [1.0, 2.0]),
        (Reply(status=429, headers={"Retry-After": "7"}), [7.0, 7.0]),
        (Reply(status=503, headers={"Retry-After": "86400"}), [60.0, 60.0]),
        (Reply(status=503, headers={"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}), [1.0, 2.0]),
        (Reply(status=429, headers={"Retry-After": "nan"}), [1.0, 2.0]),
        (Reply(cut=True), [1.0, 2.0]),
    ],
)
def test_trouble_that_passes_is_waited_out(ask, trouble, pauses):
    answers, requests, waited = ask(lambda _, n: trouble if n < 2 else Reply("Done."))
    assert (answers, len(requests), waited) == ([ChatAnswer("Done.")], 3, pauses)


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (Reply(status=503, body=b"busy"), "it answers HTTP 503, 'busy'"),
        (Reply(cut=True), r"it broke off \(RemoteProtocolError\)"),
    ],
)
def test_trouble_that_stays_is_an_error(ask, trouble, words):
    with pytest.raises(ModelError, match=rf"the server http.* with the model 'tiny': {words}, {TRIES} times"):
        ask(lambda *_: trouble)


def test_a_slow_server_is_not_waited_for_without_end(ask):
    with pytest.raises(ModelError, match=rf"it does not answer in time, {TRIES} times"):
        ask(lambda *_: Reply(pause=0.2), patience=0.05)


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(status=404, body=b'{"error": "no such model"}'), "it answers HTTP 404, .*no such model"),
        (Reply(status=401), r"it refuses the key \(HTTP 401\); put the right one into CINESCRIBE_API_KEY"),
        (Reply(status=302, headers={"Location": "http://127.0.0.1:9/"}), "it answers HTTP 302"),
        (Reply(body=b"<html>Welcome</html>"), "the server sent '<html>Welcome</html>', which is no chat completion"),
        (Reply(body=b" " * 10_000_000), "its answer has more than 1,048,576 bytes"),
    ],
)
def test_trouble_that_trying_again_does_not_mend_is_said_at_once(ask, reply, words):
    numbers = []

    def noted(_, number):
        numbers.append(number)
        return reply

    with pytest.raises(ModelError, match=words):
        ask(noted)
    assert numbers == [0]


def test_nobody_at_home(tmp_path):
    address = server_address("http://127.0.0.1:9#tiny")
    pauses: list[float] = []
    with ChatServer(address, AnswerStore(tmp_path), sleep=pauses.append) as server:
        gone = "nothing answers there; start the server, or correct its address"
        with pytest.raises(ModelError, match=f"'tiny': {gone}, {TRIES} times"):
            server.ask([ChatRequest("What?")])
        pauses.clear()
        with pytest.raises(ModelError, match=f"{gone}$"):
            server.probe(ChatRequest("What?"))
        assert pauses == []
        assert server.models() == ()
        assert not server.is_up()


def test_what_a_server_does_not_support_it_refuses_or_fails_at(tmp_path):
    pauses: list[float] = []

    def replies(*statuses):
        return lambda _, n: Reply("Done.", status=statuses[min(n, len(statuses) - 1)])

    def probed(reply):
        pauses.clear()
        with scripted_server(reply) as running:
            address = ServerAddress(f"{running.url}/v1", "tiny")
            with ChatServer(address, AnswerStore(tmp_path), sleep=pauses.append) as server:
                assert server.is_up()
                return server.try_once(ChatRequest("What?"))

    assert probed(replies(400)) is None
    assert probed(replies(500)) is None
    assert pauses == [1.0]
    assert probed(replies(500, 200)) == ChatAnswer("Done.")
    assert probed(replies(503, 429, 200)) == ChatAnswer("Done.")
    with pytest.raises(ModelError, match=f"it answers HTTP 503.*{TRIES} times"):
        probed(replies(503))
    with scripted_server(replies(500)) as running:
        server = ChatServer(ServerAddress(f"{running.url}/v1", "tiny"), AnswerStore(tmp_path), sleep=pauses.append)
        with server, pytest.raises(RefusedError, match="it answers HTTP 500"):
            server.probe(ChatRequest("What?"))


def test_the_key_is_sent_and_shown_nowhere(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("CINESCRIBE_API_KEY", "sk-secret")
    caplog.set_level(logging.DEBUG)
    with (
        scripted_server(lambda *_: Reply(status=400, body=b"wrong key sk-secret")) as running,
        ChatServer(ServerAddress(f"{running.url}/v1", "tiny"), AnswerStore(tmp_path)) as server,
        pytest.raises(ModelError, match=r"wrong key \.\.\.") as caught,
    ):
        server.ask([ChatRequest("What?")])
    assert running.headers["Authorization"] == "Bearer sk-secret"
    assert not re.search("sk-secret", f"{caught.value} {caplog.text}")
    assert not any(b"sk-secret" in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_a_damaged_answer_is_named(tmp_path):
    answers = AnswerStore(tmp_path)
    digest = ChatRequest("What?").digest("m")
    assert answers.get(digest) is None
    answers.put(digest, ChatAnswer("A man.", -0.5))
    assert answers.get(digest) == ChatAnswer("A man.", -0.5)
    (path,) = tmp_path.rglob("*.json")
    path.write_text("{")
    with pytest.raises(RecordError, match=digest):
        answers.get(digest)


def test_answers_are_kept_in_the_cache_of_the_user(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_answers() == tmp_path / "cinescribe" / "answers"
