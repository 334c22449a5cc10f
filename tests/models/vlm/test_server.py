from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from cinescribe.errors import ModelError, RecordError
from cinescribe.models.vlm.answer_store import AnswerStore, default_answers
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest
from cinescribe.models.vlm.connection.server_address import ServerAddress, server_address
from cinescribe.models.vlm.connection.server_failures import REQUEST_TRIES
from cinescribe.models.vlm.limits import ServerLimits
from cinescribe.models.vlm.server import ChatServer, RefusedError
from tests.models.vlm.scripted_server import Reply, scripted_server
from tests.models.vlm.test_picture_fitting import picture

FAR = "Wed, 21 Oct 2099 07:28:00 GMT"


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
        (Reply(status=503, headers={"Retry-After": FAR}), [60.0, 60.0]),
        (Reply(cut=True), [1.0, 2.0]),
        (Reply(body=b'{"choices": []}'), [1.0, 2.0]),
        (Reply(body=b'{"error": {"code": 502, "message": "Provider returned error"}}'), [1.0, 2.0]),
    ],
)
def test_trouble_that_passes_is_waited_out(ask, trouble, pauses):
    answers, requests, waited = ask(lambda _, n: trouble if n < 2 else Reply("Done."))
    assert (answers, len(requests), waited) == ([ChatAnswer("Done.")], 3, pauses)


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (Reply(status=503, body=b"busy"), "it answers HTTP 503, 'busy'"),
        (
            Reply(body=b'{"error": {"code": 502, "message": "Provider returned error"}}'),
            "it answers HTTP 200 with the error 502, 'Provider returned error'",
        ),
        (Reply(cut=True), r"it broke off \(RemoteProtocolError\)"),
    ],
)
def test_trouble_that_stays_is_an_error(ask, trouble, words):
    with pytest.raises(
        ModelError, match=rf"the server http.* with the model 'tiny': {words} \({REQUEST_TRIES} attempts\)"
    ):
        ask(lambda *_: trouble)


def test_a_slow_server_is_not_waited_for_without_end(ask):
    with pytest.raises(ModelError, match=r"it does not answer in time \(2 attempts\)"):
        ask(lambda *_: Reply(pause=0.4), patience=0.1)


def test_an_answer_that_comes_in_drops_has_a_deadline(ask):
    with pytest.raises(ModelError, match=r"it does not answer in time \(2 attempts\)"):
        ask(lambda *_: Reply(drip=0.05), patience=0.4)


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(status=404, body=b'{"error": "no such model"}'), "it answers HTTP 404, 'no such model'; name a model"),
        (
            Reply(status=401, body=b"No."),
            r"it refuses the key \(HTTP 401, 'No.'\); put the right one into CINESCRIBE_API",
        ),
        (
            Reply(status=302, headers={"Location": "http://127.0.0.1:9/"}),
            "it answers HTTP 302 and leads to 'http://127.0.0.1:9/'; name that address",
        ),
        (Reply(body=b"<html>Welcome</html>"), "it sent '<html>Welcome</html>', which is no chat completion"),
        (Reply(body=b'{"error": {"message": "No."}}'), "it answers HTTP 200 with the error 'No.'"),
        (
            Reply(status=429, body=b'{"error": {"code": "insufficient_quota"}}'),
            "it answers HTTP 429, .*insufficient_quota",
        ),
        (Reply(status=400, body=b"because " * 100), "it answers HTTP 400, 'because .* because'"),
        (
            Reply(status=400, body=b"CUDA out of memory"),
            "'CUDA out of memory'; use a smaller model, or one with fewer bits a weight",
        ),
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
        with pytest.raises(ModelError, match=rf"'tiny': {gone} \({REQUEST_TRIES} attempts\)"):
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
    assert probed(lambda _, n: Reply("Done.", cut=n == 0)) == ChatAnswer("Done.")  # of a connection that was kept open
    with pytest.raises(ModelError, match=f"it answers HTTP 503.*{REQUEST_TRIES} attempts"):
        probed(replies(503))
    with scripted_server(replies(500)) as running:
        server = ChatServer(ServerAddress(f"{running.url}/v1", "tiny"), AnswerStore(tmp_path), sleep=pauses.append)
        with server, pytest.raises(RefusedError, match="it answers HTTP 500"):
            server.probe(ChatRequest("What?"))


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


def test_an_answer_without_choices_is_tried_a_few_times(ask):
    with pytest.raises(ModelError, match=r"it sent no choices \(3 attempts\)"):
        ask(lambda *_: Reply(body=b'{"choices": []}'))


def n_pictures(body):
    content = body["messages"][-1]["content"]
    return 0 if isinstance(content, str) else sum(part["type"] == "image_url" for part in content)


PICTURES = tuple(picture(20 * n, label=f"shot {n}", is_context=n == 0) for n in range(8))


@pytest.fixture
def served(tmp_path):
    """Give a function that runs a server, and gives a client for it with the list of its requests."""
    with ExitStack() as stack:

        def run(reply, **settings):
            running = stack.enter_context(scripted_server(reply))
            address = ServerAddress(f"{running.url}/v1", "tiny")
            server = ChatServer(address, AnswerStore(tmp_path / "answers"), sleep=lambda _: None, **settings)
            return stack.enter_context(server), running.requests

        yield run


def test_a_limit_of_pictures_is_learnt_and_kept_to(served):
    def at_most_5(body, _):
        return Reply(status=400, body=b"At most 5 image(s) may be provided.") if n_pictures(body) > 5 else Reply()

    server, requests = served(at_most_5)
    remembered: list[ServerLimits] = []
    server.remember = remembered.append
    server.ask([ChatRequest("One?", PICTURES)])
    server.ask([ChatRequest("Two?", PICTURES)])
    assert [n_pictures(body) for body in requests] == [8, 5, 5]
    assert requests[1]["messages"][0]["content"][-1]["text"].startswith(
        "These are frames of a film, in order. Frames: 1: shot 1, 2: shot 3, 3: shot 4, 4: shot 5, 5: shot 7."
    )
    assert remembered == [ServerLimits(n_pictures=5)]


def test_an_error_500_about_pictures_is_tried_again_before_fewer_are_sent(served):
    def at_most_5(body, _):
        failed = b'{"error": {"code": 500, "message": "failed to process image"}}'
        return Reply(status=500, body=failed) if n_pictures(body) > 5 else Reply()

    server, requests = served(at_most_5)
    server.ask([ChatRequest("One?", PICTURES)])
    assert [n_pictures(body) for body in requests] == [8, 8, 4]


def test_what_is_learnt_does_not_change_by_what_an_answer_is_kept(served):
    def one(body, _):
        return Reply(status=400, body=b"only supports a single image") if n_pictures(body) > 1 else Reply()

    server, requests = served(one)
    first = server.ask([ChatRequest("One?", PICTURES, schema={})])
    assert server.limits == ServerLimits(n_pictures=1)
    assert server.ask([ChatRequest("One?", PICTURES, schema={})]) == first
    assert [n_pictures(body) for body in requests] == [8, 1]
    assert "The picture holds frames of a film, in rows" in requests[1]["messages"][0]["content"][-1]["text"]


def test_many_refused_parameters_are_learnt_one_after_the_other(served):
    order = ["seed", "temperature", "response_format", "max_tokens", "logprobs"]

    def picky(body, _):
        name = next((name for name in order if name in body), None)
        return Reply() if name is None else Reply(status=422, body=f"Unsupported parameter: '{name}'".encode())

    server, requests = served(picky)
    server.ask([ChatRequest("One?", schema={}, log_probability=True)])
    assert len(requests) == len(order) + 1
    assert set(server.limits.without) == set(order)


def test_adaptations_come_to_an_end(served):
    server, requests = served(lambda *_: Reply(status=400, body=b"context length exceeded"))
    with pytest.raises(ModelError, match=r"'context length exceeded'; give the model a longer context: in Ollama"):
        server.ask([ChatRequest("One?", PICTURES)])
    assert 3 < len(requests) <= 11


def test_threads_that_meet_a_limit_together_learn_it_once(served):
    def at_most_4(body, _):
        return Reply(status=400, body=b"too many images") if n_pictures(body) > 4 else Reply(pause=0.05)

    server, _ = served(at_most_4, n_parallel=8)
    server.ask([ChatRequest(f"{n}?", PICTURES) for n in range(16)])
    assert server.limits == ServerLimits(n_pictures=4)


@pytest.mark.slow
def test_32_threads_with_1000_equal_requests_ask_once(served):
    server, requests = served(lambda *_: Reply("Done.", pause=0.05), n_parallel=32)
    assert server.ask([ChatRequest("What?")] * 1000) == [ChatAnswer("Done.")] * 1000
    with ThreadPoolExecutor(32) as pool:
        found = list(pool.map(lambda _: server.ask([ChatRequest("Who?")] * 32), range(32)))
    assert found == [[ChatAnswer("Done.")] * 32] * 32
    assert len(requests) == 2


def test_answers_that_cannot_be_used_are_asked_for_again_by_the_next_run(served):
    server, requests = served(lambda *_: Reply("!" * 50))
    assert [answer.trouble for answer in server.ask([ChatRequest("What?")] * 2)] == ["noise"] * 2
    assert server.ask([ChatRequest("What?")])[0].trouble == "noise"
    assert len(requests) == 1
    again, requests = served(lambda *_: Reply("Done."))
    again.address = server.address
    assert again.ask([ChatRequest("What?")]) == [ChatAnswer("Done.")]


def test_the_cost_of_pictures_is_learnt_from_answers(served):
    body = b'{"choices": [{"message": {"content": "A."}}], "usage": {"prompt_tokens": 870}}'
    server, _ = served(lambda *_: Reply(body=body))
    server.ask([ChatRequest("What?", PICTURES)])
    assert server.limits.tokens_a_picture == pytest.approx(105, abs=5)
