"""A chat model behind a server: requests in parallel, tried again where that helps, each answer kept on disk."""

from __future__ import annotations

import math
import os
import time
import weakref
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Self

import httpx

from cinescribe.errors import ModelError, RecordError, brief
from cinescribe.models.vlm.answer_store import AnswerStore
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest, read_answer
from cinescribe.models.vlm.server_address import ServerAddress
from cinescribe.parsing import parse_json
from cinescribe.timing import Seconds

KEY = "CINESCRIBE_API_KEY"  # the environment variable with the key of a server that wants one
PARALLEL = 8  # requests at a time; servers put more of them into batches or queues of their own
TRIES = 6  # of one request; with the pauses below, a server may be away for half a minute
PATIENCE: Seconds = 300.0  # for one answer: large models on a laptop's processor take minutes
_SHORT_PATIENCE: Seconds = 5.0  # to learn whether a server listens
_FIRST_PAUSE: Seconds = 1.0  # before the second try; doubled before each further one
_LONGEST_PAUSE: Seconds = 60.0  # that a server may ask for
_MAX_BYTES = 1 << 20  # of an answer: a thousand times a long one
_NO_KEY = (401, 403)
_FAILED = 500
_PASSING = {408, 409, 425, 429, 500, 502, 503, 504}  # HTTP states that may be gone at the next try


class _PassingError(Exception):
    """A request failed in a way that may be gone at the next try.

    Args:
        why: in words.
        status: of HTTP; None if no answer came.
        pause: that the server asks for, in seconds; None if it does not say.
    """

    def __init__(self, why: str, *, status: int | None = None, pause: Seconds | None = None) -> None:
        super().__init__(why)
        self.status, self.pause = status, pause


class RefusedError(ModelError):
    """A server refuses a request, and would again."""


class ChatServer:
    """A model on a server that speaks OpenAI's chat interface: vLLM, SGLang, Ollama, llama.cpp, LM Studio and others.

    The key of a server that wants one comes from the environment variable `CINESCRIBE_API_KEY`. It is sent to the
    server, and shown nowhere.

    Args:
        address: of the server and the model.
        answers: keeps every answer; an answer that is there is not asked for again.
        n_parallel: requests at a time.
        patience: seconds to wait for one answer.
        sleep: waits for some seconds.
    """

    def __init__(
        self,
        address: ServerAddress,
        answers: AnswerStore,
        *,
        n_parallel: int = PARALLEL,
        patience: Seconds = PATIENCE,
        sleep: Callable[[Seconds], None] = time.sleep,
    ) -> None:
        self._key = os.environ.get(KEY)
        self.address = address
        self._answers = answers
        self._sleep = sleep
        self._pool = ThreadPoolExecutor(n_parallel, thread_name_prefix="chat")
        self._client = httpx.Client(
            base_url=address.url,
            headers={"Authorization": f"Bearer {self._key}"} if self._key else {},
            timeout=httpx.Timeout(patience, connect=10.0),
            limits=httpx.Limits(max_connections=n_parallel),
            trust_env=not address.is_local,  # a proxy must not see what is meant for this machine
        )
        self._closing = weakref.finalize(self, _close, self._pool, self._client)  # captioners are not closed by hand

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Drop requests that wait, and close the connections."""
        self._closing()

    def models(self) -> tuple[str, ...]:
        """Return the models that the server offers, or nothing if it does not say."""
        try:
            body = parse_json(self._sent("GET", "/models"), "the list of models")
            return tuple(str(entry["id"]) for entry in body["data"])
        except (_PassingError, RecordError, ModelError, KeyError, TypeError):
            return ()

    def ask(self, requests: Sequence[ChatRequest]) -> list[ChatAnswer]:
        """Return the answer to each request, in order.

        Raises:
            ModelError: when a request fails `TRIES` times, or in a way that trying again does not mend. Answers that
                came before are kept.
            OutputError: when answers cannot be kept.
        """
        futures = [self._pool.submit(self._answer, request) for request in requests]
        try:
            return [future.result() for future in futures]
        finally:
            for future in futures:
                future.cancel()

    def is_up(self) -> bool:
        """Return whether anything listens at the address."""
        try:
            self._client.get("/models", timeout=_SHORT_PATIENCE)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            return False
        except httpx.TransportError:
            return True  # it is busy
        return True

    def probe(self, request: ChatRequest) -> ChatAnswer:
        """Return the answer to a request that the server may not support; it is not kept.

        Raises:
            RefusedError: when the server refuses the request, or fails at it twice.
            ModelError: when the server does not answer, or no chat completion.
        """
        return read_answer(self._tried(request, is_probe=True))

    def try_once(self, request: ChatRequest) -> ChatAnswer | None:
        """Return the answer to a request, or None where the server refuses such requests; it is not kept.

        Raises:
            ModelError: when the server does not answer.
        """
        try:
            return self.probe(request)
        except RefusedError:
            return None

    def _answer(self, request: ChatRequest) -> ChatAnswer:
        digest = request.digest(str(self.address))
        answer = self._answers.get(digest)
        if answer is None:
            answer = read_answer(self._tried(request))
            self._answers.put(digest, answer)
        return answer

    def _tried(self, request: ChatRequest, *, is_probe: bool = False) -> str:
        for n in range(TRIES):
            try:
                return self._sent("POST", "/chat/completions", request)
            except _PassingError as error:
                if is_probe and error.status is None:
                    raise ModelError(self._fault(str(error))) from error
                if is_probe and error.status == _FAILED and n:  # some servers fail at what they do not know
                    raise RefusedError(self._fault(str(error))) from error
                if n == TRIES - 1:
                    raise ModelError(self._fault(f"{error}, {TRIES} times")) from error
                self._sleep(_FIRST_PAUSE * 2**n if error.pause is None else error.pause)
        raise AssertionError("the last try returns or raises")

    def _sent(self, method: str, path: str, request: ChatRequest | None = None) -> str:
        """Send a request once; return the body of the answer."""
        body = None if request is None else request.body(self.address.model)
        try:
            with self._client.stream(method, path, json=body) as response:
                text = self._read(response)
        except httpx.ConnectError as error:
            raise _PassingError("nothing answers there; start the server, or correct its address") from error
        except httpx.TimeoutException as error:
            raise _PassingError("it does not answer in time") from error
        except httpx.TransportError as error:
            raise _PassingError(f"it broke off ({type(error).__name__})") from error
        if response.status_code in _PASSING:
            why = f"it answers HTTP {response.status_code}, {brief(text)}"
            raise _PassingError(why, status=response.status_code, pause=_asked_pause(response))
        if response.status_code in _NO_KEY:
            raise ModelError(
                self._fault(f"it refuses the key (HTTP {response.status_code}); put the right one into {KEY}")
            )
        if not response.is_success:
            raise RefusedError(self._fault(f"it answers HTTP {response.status_code}, {brief(text)}"))
        return text

    def _read(self, response: httpx.Response) -> str:
        data = bytearray()
        for part in response.iter_bytes():
            data += part
            if len(data) > _MAX_BYTES:
                raise ModelError(self._fault(f"its answer has more than {_MAX_BYTES:,} bytes"))
        text = data.decode(errors="replace")
        return text.replace(self._key, "...") if self._key else text  # some servers repeat a wrong key

    def _fault(self, why: str) -> str:
        return f"the server {self.address.url} with the model {self.address.model!r}: {why}"


def _close(pool: ThreadPoolExecutor, client: httpx.Client) -> None:
    pool.shutdown(cancel_futures=True)
    client.close()


def _asked_pause(response: httpx.Response) -> Seconds | None:
    """Return the pause that a server asks for, at most a minute; None if it asks for none, or for a date."""
    try:
        seconds = float(response.headers["retry-after"])
    except (KeyError, ValueError):
        return None
    return min(max(seconds, 0.0), _LONGEST_PAUSE) if math.isfinite(seconds) else None
