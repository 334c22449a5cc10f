"""Connections that keep a server waiting are closed; all others are served."""

import socket
import threading
import time

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from cinescribe.serve.shell import bounded_http
from cinescribe.serve.shell.bounded_http import MAX_HEAD, BoundedHttp


async def length(request: Request) -> PlainTextResponse:
    return PlainTextResponse(str(len(await request.body())))


@pytest.fixture(scope="module")
def port():
    app = Starlette(routes=[Route("/", length, methods=["GET", "POST"])])
    server = uvicorn.Server(uvicorn.Config(app, http=BoundedHttp, log_level="error"))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        yield listening.getsockname()[1]
        server.should_exit = True
        thread.join()


@pytest.fixture
def connection(port, monkeypatch):
    monkeypatch.setattr(bounded_http, "GRACE", 0.3)
    monkeypatch.setattr(bounded_http, "MAX_HEAD_SECONDS", 0.6)
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connected:
        yield connected


def answer(connected):
    """Everything that the server sends until it closes; nothing where it closes at once."""
    pieces = []
    try:
        while piece := connected.recv(1 << 16):
            pieces.append(piece)
    except ConnectionResetError:
        pass
    return b"".join(pieces)


def test_a_request_is_answered_and_the_next_one_too(connection):
    for n in (3, 100_000):
        connection.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % n + b"a" * n)
        assert connection.recv(1 << 16).endswith(b"\r\n\r\n%d" % n)


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc"],
    ids=["nothing", "half a line", "half of the headers", "half of the body"],
)
def test_a_request_that_does_not_arrive_is_given_up(connection, sent):
    connection.sendall(sent)
    assert answer(connection) == b""


def test_headers_that_drip_are_given_up(connection):
    connection.sendall(b"GET / HTTP/1.1\r\n")
    try:
        for _ in range(2000):  # ten seconds; above the rate that lengthens the time of a body
            connection.sendall(b"a: b\r\n")
            time.sleep(0.005)
    except (ConnectionError, BrokenPipeError):
        return
    pytest.fail("the connection is still open")


def test_endless_headers_are_given_up(connection):
    connection.sendall(b"GET / HTTP/1.1\r\na: ")
    try:
        for _ in range(100):
            connection.sendall(b"b" * MAX_HEAD)
    except (ConnectionError, BrokenPipeError):
        return
    pytest.fail("the server reads headers of several megabytes")


def test_a_body_may_take_longer_while_it_arrives(connection, monkeypatch):
    monkeypatch.setattr(bounded_http, "GRACE", 1.0)
    connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")  # the time of the next request begins now
    assert connection.recv(1 << 16)
    connection.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 14000\r\n\r\n")
    for _ in range(14):
        connection.sendall(b"a" * 1000)
        time.sleep(0.1)  # in all, more than a request may take of which nothing arrives
    assert connection.recv(1 << 16).endswith(b"\r\n\r\n14000")
