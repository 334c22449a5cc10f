"""HTTP requests that end in time, however slowly an answer comes, and whose answers have a limit, packed or not."""

from __future__ import annotations

import asyncio
import weakref
import zlib
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from dataclasses import dataclass
from threading import Thread

import httpx

from cinescribe.timing import Seconds

_TO_CONNECT: Seconds = 10.0  # at most
_SHARE_TO_CONNECT = 0.8  # of the patience: a server that cannot be reached is told from one that does not answer
_CLOSED = "the client was closed"
_ANY_ZLIB = zlib.MAX_WBITS | 32  # gzip or deflate, as the first bytes say


class TooLongError(Exception):
    """An answer has more bytes than are taken."""


class PackedError(Exception):
    """An answer is packed in a way that was not asked for and is not read, or is damaged; the message says which."""


@dataclass(frozen=True)
class FileUpload:
    """A file that a form sends, with its other fields.

    Args:
        name: of the file.
        data: its content.
        kind: its media type: `audio/wav`.
        fields: of the form; a field may have several values.
    """

    name: str
    data: bytes
    kind: str
    fields: Mapping[str, str | list[str]]


@dataclass(frozen=True)
class WholeAnswer:
    """An answer of a server.

    Args:
        response: with its status and headers.
        data: its body, unpacked.
    """

    response: httpx.Response
    data: bytes


class TimedClient:
    """An HTTP client that threads share.

    The limits of time of `httpx` are for each part of an answer, so a server that sends a byte a second would hold its
    caller for ever. Here, a deadline is for all of a request: connecting, sending, status, headers and body.

    Args:
        base_url: before the paths of requests; "" where they are whole.
        headers: of all requests.
        n_parallel: requests at a time.
        uses_proxies: whether proxies of the environment are used.
        verify: whether certificates are checked.
    """

    def __init__(
        self,
        base_url: str = "",
        *,
        headers: Mapping[str, str] | None = None,
        n_parallel: int,
        uses_proxies: bool,
        verify: bool = True,
    ) -> None:
        self._client = httpx.AsyncClient(
            base_url=base_url,
            # A few kilobytes that become gigabytes are of no use: nothing packed is asked for.
            headers={"Accept-Encoding": "identity", **(headers or {})},
            limits=httpx.Limits(max_connections=n_parallel),
            trust_env=uses_proxies,
            verify=verify,
        )
        self._loop = asyncio.new_event_loop()
        thread = Thread(target=self._loop.run_forever, name="requests", daemon=True)
        thread.start()
        self.close = weakref.finalize(self, _close, self._client, self._loop, thread)

    def send(
        self,
        method: str,
        url: str,
        *,
        patience: Seconds,
        max_bytes: int,
        body: object = None,
        upload: FileUpload | None = None,
    ) -> WholeAnswer:
        """Send a request and return the whole answer.

        Args:
            method: of HTTP.
            url: the address, or the path below the client's.
            patience: seconds for all of it.
            max_bytes: of the answer's body, unpacked.
            body: sent as JSON.
            upload: sent as a form, in place of a body.

        Raises:
            httpx.TransportError: when no whole answer comes, in time or at all, or the client is closed; a
                `ConnectError` or `ConnectTimeout` when nothing can be reached.
            TooLongError: when the body has more bytes.
            PackedError: when the body is packed in another way than gzip or deflate, or is damaged.
        """
        request = self._client.build_request(
            method,
            url,
            json=body,
            files=None if upload is None else {"file": (upload.name, upload.data, upload.kind)},
            data=None if upload is None else dict(upload.fields),
            timeout=httpx.Timeout(None, connect=min(_SHARE_TO_CONNECT * patience, _TO_CONNECT)),
        )
        if not self.close.alive:
            raise httpx.ReadError(_CLOSED, request=request)
        answer = _in_time(self._client, request, patience, max_bytes)
        try:
            return asyncio.run_coroutine_threadsafe(answer, self._loop).result()
        except CancelledError as error:
            raise httpx.ReadError(_CLOSED, request=request) from error


async def _in_time(client: httpx.AsyncClient, request: httpx.Request, patience: Seconds, max_bytes: int) -> WholeAnswer:
    try:
        async with asyncio.timeout(patience):
            response = await client.send(request, stream=True)
            try:
                return WholeAnswer(response, await _body(response, max_bytes))
            finally:
                await response.aclose()
    except TimeoutError as error:
        raise httpx.ReadTimeout("the whole answer takes too long", request=request) from error


async def _body(response: httpx.Response, max_bytes: int) -> bytes:
    unpacked = _unpacker(response.headers.get("content-encoding", "").strip().lower())
    data = bytearray()
    async for part in response.aiter_raw():
        data += unpacked(part, max_bytes + 1 - len(data))
        if len(data) > max_bytes:
            raise TooLongError
    return bytes(data)


def _unpacker(encoding: str) -> Callable[[bytes, int], bytes]:
    """What unpacks a part of a body into at most so many bytes; what is left of the part is lost then."""
    if encoding in ("", "identity"):
        return lambda part, at_most: part
    if encoding not in ("gzip", "x-gzip", "deflate"):
        raise PackedError(f"is packed as {encoding[:20]!r}")
    unpacking = zlib.decompressobj(_ANY_ZLIB)

    def unpacked(part: bytes, at_most: int) -> bytes:
        try:
            return unpacking.decompress(part, at_most)
        except zlib.error as error:
            raise PackedError(f"cannot be unpacked ({error})") from error

    return unpacked


def _close(client: httpx.AsyncClient, loop: asyncio.AbstractEventLoop, thread: Thread) -> None:
    if not thread.is_alive():  # in a process that was forked from ours
        return
    asyncio.run_coroutine_threadsafe(_break_off(client), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


async def _break_off(client: httpx.AsyncClient) -> None:
    """End the requests that other threads wait for: once the loop stops, they would wait for ever."""
    waiting = asyncio.all_tasks() - {asyncio.current_task()}
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    await client.aclose()
