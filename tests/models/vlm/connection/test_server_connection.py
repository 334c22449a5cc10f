"""The key of a server, and the limits of what it sends, as those who ask see them."""

import json
import logging
import re
from urllib.parse import quote

import pytest

from cinescribe.errors import ModelError
from cinescribe.models.vlm.answer_store import AnswerStore
from cinescribe.models.vlm.chat import ChatRequest
from cinescribe.models.vlm.connection.server_address import ServerAddress, server_address
from cinescribe.models.vlm.server import ChatServer
from tests.models.vlm.scripted_server import Reply, scripted_server


def asked(reply, folder):
    """The answer of a server to one question."""
    with scripted_server(lambda *_: reply) as running:
        address = ServerAddress(f"{running.url}/v1", "tiny")
        with ChatServer(address, AnswerStore(folder), sleep=lambda _: None) as server:
            return server.ask([ChatRequest("What?")])[0]


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


KEY = "sk-secret/of+mine"


@pytest.mark.parametrize(
    "body",
    [
        json.dumps({"choices": [{"message": {"content": f"A sign reads {KEY}."}}]}),
        json.dumps({"choices": [{"message": {"content": f"A sign reads {quote(KEY, safe='')}."}}]}),
        json.dumps({"choices": [{"message": {"content": "A sign reads KEY."}}]}).replace(
            "KEY", "".join(f"\\u{ord(letter):04x}" for letter in KEY)
        ),
        "\n".join(
            f"data: {json.dumps({'choices': [{'delta': {'content': part}}]})}" for part in ("A sign reads ", *KEY, ".")
        ),
    ],
)
def test_no_answer_with_the_key_is_kept(tmp_path, monkeypatch, body):
    monkeypatch.setenv("CINESCRIBE_API_KEY", f"{KEY}\n")  # as a file holds it
    tokens = {"content": [{"token": part, "logprob": -0.1} for part in ("A sign reads ", *KEY, ".")]}
    if body.startswith("{"):
        body = body.replace('"message"', f'"logprobs": {json.dumps(tokens)}, "message"', 1)
    with (
        scripted_server(lambda *_: Reply(body=body.encode())) as running,
        ChatServer(ServerAddress(f"{running.url}/v1", "tiny"), AnswerStore(tmp_path)) as server,
    ):
        (answer,) = server.ask([ChatRequest("What?")])
    assert (answer.text, answer.tokens) == ("A sign reads ....", ())
    assert running.headers["Authorization"] == f"Bearer {KEY}"
    assert not any(KEY.encode() in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_a_key_that_a_server_repeats_in_headers_is_in_no_error_and_no_log(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("CINESCRIBE_API_KEY", KEY)
    caplog.set_level(logging.DEBUG)
    headers = {"X-Echo": KEY, "Location": f"http://127.0.0.1:9/?key={quote(KEY, safe='')}"}
    with (
        scripted_server(lambda *_: Reply(status=302, headers=headers)) as running,
        ChatServer(ServerAddress(f"{running.url}/v1", "tiny"), AnswerStore(tmp_path)) as server,
        pytest.raises(ModelError, match=r"leads to 'http://127.0.0.1:9/\?key=...'; name that address"),
    ):
        server.ask([ChatRequest("What?")])
    assert "X-Echo" in caplog.text
    assert KEY not in caplog.text


@pytest.mark.parametrize("key", ["sk-one two", "sk-one\ntwo", "sk-schlüssel"])
def test_a_key_that_cannot_be_one_is_refused_and_not_shown(tmp_path, monkeypatch, key):
    monkeypatch.setenv("CINESCRIBE_API_KEY", key)
    with pytest.raises(ModelError, match="CINESCRIBE_API_KEY holds a space, a line break or a letter") as caught:
        ChatServer(server_address("http://127.0.0.1:9#tiny"), AnswerStore(tmp_path))
    assert "sk-" not in str(caught.value)


def test_the_deadline_of_answers_is_an_option_of_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("CINESCRIBE_ANSWER_SECONDS", "0.3")
    with pytest.raises(ModelError, match=r"it does not answer in time \(2 attempts\)"):
        asked(Reply(drip=0.05), tmp_path)
    for text in ("0", "-1", "soon", "nan"):
        monkeypatch.setenv("CINESCRIBE_ANSWER_SECONDS", text)
        with pytest.raises(ModelError, match=f"CINESCRIBE_ANSWER_SECONDS is '{text}'; expected a number of seconds"):
            asked(Reply(), tmp_path)


def test_an_answer_that_is_packed_otherwise_is_refused(tmp_path):
    with pytest.raises(ModelError, match="its answer is packed as 'br'; make it send answers as they are"):
        asked(Reply(headers={"Content-Encoding": "br"}), tmp_path)
