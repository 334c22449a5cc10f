"""Sends requests to a server that speaks OpenAI's interface, each once, with limits of time and size."""

from __future__ import annotations

import os

import httpx

from cinescribe.errors import ModelError, RecordError
from cinescribe.models.vlm.connection.hidden_key import HiddenKey
from cinescribe.models.vlm.connection.server_address import ServerAddress
from cinescribe.models.vlm.connection.server_failures import failure_of_status, failure_of_transport
from cinescribe.models.vlm.connection.timed_client import FileUpload, PackedError, TimedClient, TooLongError
from cinescribe.parsing import parse_float
from cinescribe.timing import Seconds

API_KEY = "CINESCRIBE_API_KEY"  # the environment variable with the key of a server that wants one
ANSWER_SECONDS = "CINESCRIBE_ANSWER_SECONDS"  # the environment variable with the seconds that a whole answer may take
SHORT_PATIENCE: Seconds = 5.0  # to learn whether a server listens
_MAX_BYTES = 1 << 20  # of an answer: a thousand times a long one


class ServerConnection:
    """A connection to a server.

    The key of a server that wants one comes from the environment variable `CINESCRIBE_API_KEY`. It is sent to the
    server, and shown nowhere.

    Args:
        address: of the server and the model.
        n_parallel: requests at a time.
        patience: seconds to wait for one whole answer, if `CINESCRIBE_ANSWER_SECONDS` does not say.

    Raises:
        ModelError: when one of the two variables cannot be used.
    """

    def __init__(self, address: ServerAddress, *, n_parallel: int, patience: Seconds) -> None:
        self.address = address
        key = _server_key()
        self.key = HiddenKey(key)
        self._patience = _asked_patience() or patience
        self._client = TimedClient(
            address.url,
            headers={"Authorization": f"Bearer {key}"} if key else {},
            n_parallel=n_parallel,
            uses_proxies=not address.is_local,  # a proxy must not see what is meant for this machine
        )
        self.close = self._client.close

    def listens(self) -> bool:
        """Return whether anything listens at the address."""
        try:
            self._client.send("GET", "/models", patience=SHORT_PATIENCE, max_bytes=_MAX_BYTES)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            return False
        except (httpx.TransportError, TooLongError, PackedError):
            return True  # it is busy, or says something else
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
        """Send a request once; return the body of the answer, without the key.

        Args:
            method: of HTTP.
            path: below the address of the interface.
            body: sent as JSON.
            upload: sent as a form, in place of a body.
            patience: seconds to wait for the whole answer; by default those of the connection.

        Raises:
            FailedError: when no answer comes, or one that says that the request failed.
            ModelError: when the answer is too long, or packed.
        """
        patience = self._patience if patience is None else min(patience, self._patience)
        try:
            answer = self._client.send(method, path, patience=patience, max_bytes=_MAX_BYTES, body=body, upload=upload)
        except httpx.TransportError as error:
            raise failure_of_transport(error) from (None if self.key.is_in(str(error)) else error)
        except TooLongError as error:
            raise ModelError(self.fault(f"its answer has more than {_MAX_BYTES:,} bytes")) from error
        except PackedError as error:
            raise ModelError(self.fault(f"its answer {error}; make it send answers as they are")) from error
        text = self.key.hidden(answer.data.decode(errors="replace"))  # some servers repeat a wrong key
        failure = failure_of_status(answer.response, text, key=API_KEY)
        if failure is not None:
            raise failure
        return text

    def fault(self, why: str) -> str:
        """Return a message that names the server and the model, and never the key."""
        return self.key.hidden(f"the server {self.address.url} with the model {self.address.model!r}: {why}")


def _server_key() -> str:
    """The key of the environment; "" for none.

    Raises:
        ModelError: when it holds what no key has; the message does not show it.
    """
    key = os.environ.get(API_KEY, "").strip()
    if not all("!" <= letter <= "~" for letter in key):
        raise ModelError(f"{API_KEY} holds a space, a line break or a letter beyond ASCII, as no key does; correct it")
    return key


def _asked_patience() -> Seconds | None:
    """The seconds of the environment; None where it does not say.

    Raises:
        ModelError: when it holds no time above zero.
    """
    text = os.environ.get(ANSWER_SECONDS, "").strip()
    try:
        seconds = parse_float(text, ANSWER_SECONDS) if text else None
    except RecordError as error:
        raise ModelError(f"{error} of seconds above 0, such as 600") from error
    if seconds is not None and seconds <= 0:
        raise ModelError(f"{ANSWER_SECONDS} is {text!r}; expected a number of seconds above 0, such as 600")
    return seconds
