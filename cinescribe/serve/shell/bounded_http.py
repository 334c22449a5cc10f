"""HTTP whose requests have to arrive: who sends one byte at a time holds no connection for ever."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

# As Apache's mod_reqtimeout has them by default.
GRACE = 20.0  # seconds in which any part of a request may take its time
MIN_RATE = 500.0  # bytes a second that lengthen them
MAX_HEAD_SECONDS = 40.0
MAX_HEAD = 1 << 16  # bytes of a request's line and headers; the parser has no limit of its own


class BoundedHttp(HttpToolsProtocol):
    """uvicorn's protocol, which closes connections whose requests are too slow, and those with endless headers."""

    _timer: asyncio.TimerHandle | None = None
    _since, _received, _is_head = 0.0, 0, True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a first request."""
        super().connection_made(transport)
        self._begin()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count what arrives, and parse it."""
        if self._is_head and self._received > MAX_HEAD:
            self.transport.close()
            return
        self._received += len(data)
        super().data_received(data)

    def on_message_begin(self) -> None:
        """Give the next request its time."""
        super().on_message_begin()
        if self._timer is None:
            self._begin()

    def on_headers_complete(self) -> None:
        """Let the body take longer than the head may."""
        self._is_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Wait no longer: the request is here, and the response may take its time."""
        self._end()
        super().on_message_complete()

    def _begin(self) -> None:
        self._since, self._received, self._is_head = self.loop.time(), 0, True
        self._timer = self.loop.call_later(GRACE, self._look)

    def _end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        """Close the connection, or look again when its time would be over."""
        allowed = GRACE + self._received / MIN_RATE
        left = (min(allowed, MAX_HEAD_SECONDS) if self._is_head else allowed) - (self.loop.time() - self._since)
        if self.flow.read_paused:  # we are slow, not the other side
            left = GRACE
        if left <= 0:
            self._timer = None
            self.transport.close()
        else:
            self._timer = self.loop.call_later(left, self._look)
