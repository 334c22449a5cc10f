"""Sends requests to a server that speaks OpenAI's interface, each once, with limits of time and size."""

from __future__ import annotations

import os
import time
import weakref
from collections.abc import Mapping
from dataclasses import dataclass

import httpx

from cinescribe.errors import ModelError
from cinescribe.models.vlm.connection.server_address import ServerAddress
from cinescribe.models.vlm.connection.server_failures import failure_of_status, failure_of_transport
from cinescribe.timing import Seconds

API_KEY = "CINESCRIBE_API_KEY"  # the environment variable with the key of a server that wants one
SHORT_PATIENCE: Seconds = 5.0  # to learn whether a server listens
_MAX_BYTES = 1 << 20  # of an answer: a thousand times a long one


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


class ServerConnection:
    """A connection to a server.

    The key of a server that wants one comes from the environment variable `CINESCRIBE_API_KEY`. It is sent to the
    server, and shown nowhere.

    Args:
        address: of the server and the model.
        n_parallel: requests at a time.
        patience: seconds to wait for one whole answer.
    """

    def __init__(self, address: ServerAddress, *, n_parallel: int, patience: Seconds) -> None:
        self.address = address
        self._key = os.environ.get(API_KEY)
        self._patience = patience
        self._client = httpx.Client(
            base_url=address.url,
            headers={"Authorization": f"Bearer {self._key}"} if self._key else {},
            timeout=httpx.Timeout(patience, connect=min(patience, 10.0)),
            limits=httpx.Limits(max_connections=n_parallel),
            trust_env=not address.is_local,  # a proxy must not see what is meant for this machine
        )
        self.close = weakref.finalize(self, self._client.close)

    def listens(self) -> bool:
        """Return whether anything listens at the address."""
        try:
            self._client.get("/models", timeout=SHORT_PATIENCE)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            return False
        except httpx.TransportError:
            return True  # it is busy
        return True

    def send(
        self,
        method: str,
        path: str,
        *,
        body: object = None,
        upload: FileUpload | None = None,
        patience: Seconds | None = None,
    ) -> str:
        """Send a request once; return the body of the answer.

        Args:
            method: of HTTP.
            path: below the address of the interface.
            body: sent as JSON.
            upload: sent as a form, in place of a body.
            patience: seconds to wait for the whole answer; by default those of the connection.

        Raises:
            FailedError: when no answer comes, or one that says that the request failed.
            ModelError: when the answer is too long.
        """
        patience = self._patience if patience is None else min(patience, self._patience)
        end = time.monotonic() + patience
        files = None if upload is None else {"file": (upload.name, upload.data, upload.kind)}
        fields = None if upload is None else dict(upload.fields)
        try:
            with self._client.stream(method, path, json=body, files=files, data=fields, timeout=patience) as response:
                text = self._read(response, end)
        except httpx.TransportError as error:
            raise failure_of_transport(error) from error
        failure = failure_of_status(response, text, key=API_KEY)
        if failure is not None:
            raise failure
        return text

    def fault(self, why: str) -> str:
        """Return a message that names the server and the model."""
        return f"the server {self.address.url} with the model {self.address.model!r}: {why}"

    def _read(self, response: httpx.Response, end: float) -> str:
        data = bytearray()
        for part in response.iter_bytes():
            data += part
            if len(data) > _MAX_BYTES:
                raise ModelError(self.fault(f"its answer has more than {_MAX_BYTES:,} bytes"))
            if time.monotonic() > end:  # each part comes in time, but there is no end to them
                raise httpx.ReadTimeout("the answer takes too long", request=response.request)
        text = data.decode(errors="replace")
        return text.replace(self._key, "...") if self._key else text  # some servers repeat a wrong key
