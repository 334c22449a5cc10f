import gzip
import socket
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import chain, repeat
from threading import Event, Thread

import httpx
import pytest

from cinescribe.models.vlm.connection.timed_client import PackedError, TimedClient, TooLongError

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


@contextmanager
def raw_server(parts: Iterable[bytes], *, every: float = 0.001) -> Iterator[str]:
    """Send parts to one connection, whatever it asks, until it hangs up or the block ends."""
    listening, is_over = socket.create_server(("127.0.0.1", 0)), Event()

    def answer():
        connection, _ = listening.accept()
        with connection, suppress(OSError):
            connection.recv(1 << 16)
            for part in parts:
                connection.sendall(part)
                if is_over.wait(every):
                    return

    thread = Thread(target=answer, daemon=True)
    thread.start()
    with listening:
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            is_over.set()
            thread.join()


def sent(url, *, patience=20.0, max_bytes=1000):
    with closing(TimedClient(n_parallel=1, uses_proxies=False)) as client:
        return client.send("GET", url, patience=patience, max_bytes=max_bytes)


def answered(body, *headers):
    return [b"\r\n".join([HEAD.rstrip(), b"Content-Length: %d" % len(body), *headers, b"", body])]


@pytest.mark.parametrize(
    "parts",
    [
        repeat(b""),
        chain([HEAD], repeat(b"X-More: 1\r\n")),
        chain([HEAD + b"X-More: "], repeat(b"x")),
        chain([HEAD + b"Content-Length: 900\r\n\r\n"], repeat(b" ")),
        chain([HEAD + b"Transfer-Encoding: chunked\r\n\r\n"], repeat(b"1\r\n \r\n")),
    ],
)
def test_no_server_holds_a_request_beyond_its_deadline(parts):
    with raw_server(parts, every=0.01) as url, pytest.raises(httpx.TimeoutException):
        sent(url, patience=0.3)


def test_who_cannot_be_reached_is_told_from_who_does_not_answer():
    with ExitStack() as opened:
        listening = opened.enter_context(socket.create_server(("127.0.0.1", 0), backlog=0))
        for _ in range(3):  # the queue is full: nobody else gets in
            waiting = opened.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(listening.getsockname())
        with pytest.raises(httpx.ConnectTimeout):
            sent(f"http://127.0.0.1:{listening.getsockname()[1]}", patience=0.5)


def test_a_whole_answer_is_returned():
    with raw_server(answered(b"{}")) as url:
        answer = sent(url)
    assert (answer.response.status_code, answer.data) == (200, b"{}")
    assert answer.response.request.headers["accept-encoding"] == "identity"


def test_packed_answers_are_read_though_nobody_asked_for_them():
    for packed, name in ((gzip.compress(b"{}"), b"gzip"), (zlib.compress(b"{}"), b"deflate"), (b"{}", b"identity")):
        with raw_server(answered(packed, b"Content-Encoding: " + name)) as url:
            assert sent(url).data == b"{}"


@pytest.mark.parametrize(
    ("body", "name", "words"),
    [(b"{}", b"gzip", "cannot be unpacked"), (b"{}", b"br", "is packed as 'br'"), (b"{}", b"zstd", "packed as 'zstd'")],
)
def test_what_is_packed_otherwise_or_damaged_is_refused(body, name, words):
    with raw_server(answered(body, b"Content-Encoding: " + name)) as url, pytest.raises(PackedError, match=words):
        sent(url)


def test_a_long_answer_is_refused_packed_or_not():
    for body, name in ((b" " * 1001, b"identity"), (gzip.compress(b" " * 1001), b"gzip")):
        with raw_server(answered(body, b"Content-Encoding: " + name)) as url, pytest.raises(TooLongError):
            sent(url)
    with raw_server(answered(gzip.compress(b" " * 1000), b"Content-Encoding: gzip")) as url:
        assert len(sent(url).data) == 1000


def test_a_client_that_is_closed_twice_or_dropped_leaves_no_thread():
    client = TimedClient(n_parallel=1, uses_proxies=False)
    client.close()
    client.close()
    assert not client.close.alive


def test_a_request_of_a_client_that_is_closed_ends_at_once():
    found: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        client = TimedClient(n_parallel=1, uses_proxies=False)

        def send():
            try:
                client.send("GET", url, patience=60.0, max_bytes=10)
            except httpx.ReadError as error:
                found.append(str(error))

        thread = Thread(target=send, daemon=True)
        thread.start()
        with listening.accept()[0] as connection:
            connection.recv(1 << 16)  # and nothing is answered
            client.close()
            thread.join(10)
        send()
    assert found == ["the client was closed"] * 2
