"""A chat model behind a server: requests in parallel, fitted to what it takes, tried again where that helps, kept."""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from threading import Lock
from typing import Self

from cinescribe.errors import ModelError
from cinescribe.models.vlm.answer_store import AnswerStore
from cinescribe.models.vlm.answers.completion import NoAnswerError, read_completion
from cinescribe.models.vlm.answers.server_reason import ServerReason
from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest
from cinescribe.models.vlm.chat_model import as_possible
from cinescribe.models.vlm.connection.hidden_key import HiddenKey
from cinescribe.models.vlm.connection.server_address import ServerAddress
from cinescribe.models.vlm.connection.server_connection import SHORT_PATIENCE, ServerConnection
from cinescribe.models.vlm.connection.server_failures import FailedError, failure_without_answer
from cinescribe.models.vlm.limit_reasons import learnt
from cinescribe.models.vlm.limits import ServerLimits, fitted, sent_body, with_cost
from cinescribe.models.vlm.server_advice import advice
from cinescribe.models.vlm.server_models import ListedModel, read_models
from cinescribe.timing import Seconds
from cinescribe.turns import turn, turns_at_a_time

PARALLEL = 8  # requests at a time; servers put more of them into batches or queues of their own
# A view by a model of 2 billion weights takes 12 minutes of one core (results/real_size.json).
_PATIENCE: Seconds = 1800.0  # for one whole answer
_FIRST_PAUSE: Seconds = 1.0  # before the second try; doubled before each further one
_MAX_ADAPTATIONS = 10  # of one request to limits that it meets: seven parameters, and three times fewer pictures
_FAILED = 500
_UNUSABLE = ("thoughts", "empty", "noise")  # troubles of answers that are not kept: a server may be mended


class RefusedError(ModelError):
    """A server refuses a request, and would again.

    Args:
        message: for the user.
        reason: the server's.
        status: of HTTP; None if it is not known.
    """

    def __init__(self, message: str, reason: ServerReason, status: int | None = None) -> None:
        super().__init__(message)
        self.reason, self.status = reason, status


class ChatServer:
    """A model on a server that speaks OpenAI's chat interface: vLLM, SGLang, Ollama, llama.cpp, LM Studio and others.

    What it refuses - too many pictures, too long a question, a parameter - is learnt from its errors: a request is
    then sent again with less, and so are all later ones.

    The key of a server that wants one comes from the environment variable `CINESCRIBE_API_KEY`. It is sent to the
    server, and shown nowhere.

    Args:
        address: of the server and the model.
        answers: keeps every answer that can be used; an answer that is there is not asked for again.
        n_parallel: requests at a time; by default the limit that several processes share, else 8.
        patience: seconds to wait for one whole answer, if `CINESCRIBE_ANSWER_SECONDS` does not say.
        sleep: waits for some seconds.
    """

    def __init__(
        self,
        address: ServerAddress,
        answers: AnswerStore,
        *,
        n_parallel: int | None = None,
        patience: Seconds = _PATIENCE,
        sleep: Callable[[Seconds], None] = time.sleep,
    ) -> None:
        n_parallel = n_parallel or turns_at_a_time() or PARALLEL
        self._connection = ServerConnection(address, n_parallel=n_parallel, patience=patience)
        self.address = address
        self.limits = ServerLimits()  # that are known so far
        self.remember: Callable[[ServerLimits], None] = lambda limits: None  # called with limits that were learnt
        self._answers = answers
        self._sleep = sleep
        self._lock = Lock()  # of limits, and of the two below
        self._asking: dict[str, tuple[Lock, int]] = {}  # requests under way, and how many threads want each
        self._unkept: dict[str, ChatAnswer] = {}
        self._pool = ThreadPoolExecutor(n_parallel, thread_name_prefix="chat")
        # Captioners are not closed by hand.
        self._closing = weakref.finalize(self, _close, self._pool, self._connection)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Drop requests that wait, and close the connections."""
        self._closing()

    def models(self) -> tuple[ListedModel, ...]:
        """Return the models that the server offers, or nothing if it does not say."""
        try:
            return read_models(self._connection.send("GET", "/models", patience=SHORT_PATIENCE))
        except (FailedError, ModelError):
            return ()

    def ask(self, requests: Sequence[ChatRequest], *, can: Capabilities | None = None) -> list[ChatAnswer]:
        """Return the answer to each request, in order; equal requests are sent once.

        Args:
            requests: as their caller means them; answers are kept by these.
            can: what the model can do; None to ask for everything.

        Raises:
            ModelError: when a request fails several times, or in a way that trying again does not mend. Answers that
                came earlier are kept.
            OutputError: when answers cannot be kept.
        """
        digests = [request.digest(str(self.address)) for request in requests]
        distinct = dict(zip(digests, requests, strict=True))
        futures = {
            digest: self._pool.submit(self._answer, digest, request, can) for digest, request in distinct.items()
        }
        try:
            return [futures[digest].result() for digest in digests]
        finally:
            for future in futures.values():
                future.cancel()

    def is_up(self) -> bool:
        """Return whether anything listens at the address."""
        return self._connection.listens()

    def probe(self, request: ChatRequest) -> ChatAnswer:
        """Return the answer to a request that the server may not support; it is not kept.

        Raises:
            RefusedError: when the server refuses the request, or fails at it twice.
            ModelError: when the server does not answer, or no chat completion.
        """
        return self._adapted(request, is_probe=True)

    def try_once(self, request: ChatRequest) -> ChatAnswer | None:
        """Return the answer to a request, or None where the server refuses such requests; it is not kept.

        Raises:
            ModelError: when the server does not answer.
        """
        try:
            return self.probe(request)
        except RefusedError:
            return None

    def _answer(self, digest: str, request: ChatRequest, can: Capabilities | None) -> ChatAnswer:
        with self._alone(digest):
            answer = self._unkept.get(digest) or self._answers.get(digest)
            if answer is None:
                with turn(f"question {digest}", limit=1):
                    answer = self._answers.get(digest) or self._new_answer(digest, request, can)
            return answer

    def _new_answer(self, digest: str, request: ChatRequest, can: Capabilities | None) -> ChatAnswer:
        answer = self._adapted(request if can is None else as_possible(request, can))
        if answer.trouble not in _UNUSABLE:
            return self._answers.put(digest, answer)
        self._unkept[digest] = answer
        return answer

    @contextmanager
    def _alone(self, digest: str) -> Iterator[None]:
        """Wait until no other thread asks the same."""
        with self._lock:
            lock, n = self._asking.get(digest, (Lock(), 0))
            self._asking[digest] = lock, n + 1
        try:
            with lock:
                yield
        finally:
            with self._lock:
                lock, n = self._asking.pop(digest)
                if n > 1:
                    self._asking[digest] = lock, n - 1

    def _adapted(self, request: ChatRequest, *, is_probe: bool = False) -> ChatAnswer:
        """Send a request until it is answered: with less where the server refuses it, again where that may help."""
        n_failed = n_adapted = 0
        while True:
            limits = self.limits
            sent = fitted(request, limits)
            try:
                return self._completed(sent, limits)
            except FailedError as error:
                if n_adapted < _MAX_ADAPTATIONS and self._learns(error, request, sent, limits, is_first=not n_failed):
                    n_adapted += 1
                    continue
                n_failed += 1
                self._raise_at_end(error, sent, n_failed, is_probe=is_probe)
                self._sleep(_FIRST_PAUSE * 2 ** (n_failed - 1) if error.pause is None else error.pause)

    def _learns(
        self, error: FailedError, request: ChatRequest, sent: ChatRequest, limits: ServerLimits, *, is_first: bool
    ) -> bool:
        """Learn from an error what the server does not take; return whether it will now get something else."""
        if error.reason is None or (error.may_pass and (is_first or error.status != _FAILED)):
            return False
        with self._lock:
            if self.limits == limits or fitted(request, self.limits) == sent:  # else another thread has learnt it
                new = learnt(self.limits, error.reason, status=error.status, sent=sent)
                if new is None:
                    return False
                self.limits = new
        self.remember(self.limits)
        return True

    def _raise_at_end(self, error: FailedError, sent: ChatRequest, n_failed: int, *, is_probe: bool) -> None:
        """Raise the error of a request that is not worth another try."""
        if error.reason is not None:
            why = f"{error}{advice(error.reason, status=error.status, has_pictures=bool(sent.pictures))}"
            if not error.may_pass or (is_probe and error.status == _FAILED and n_failed > 1):
                # Some servers fail at what they do not know.
                raise RefusedError(self._connection.fault(why), error.reason, error.status) from error
        if not error.may_pass or (is_probe and error.is_silent):
            raise ModelError(self._connection.fault(str(error))) from error
        if n_failed >= error.n_tries:
            raise ModelError(self._connection.fault(f"{error} ({n_failed} attempts)")) from error

    def _completed(self, sent: ChatRequest, limits: ServerLimits) -> ChatAnswer:
        asked = sent_body(sent, self.address.model, limits)
        with turn(f"requests to {self.address.url}"):
            body = self._connection.send("POST", "/chat/completions", body=asked)
        try:
            answer = _without_key(read_completion(body), self._connection.key)
        except NoAnswerError as error:
            raise failure_without_answer(error, body) from error
        with self._lock:
            known, self.limits = self.limits, with_cost(self.limits, sent, answer.n_prompt_tokens)
            is_new = self.limits != known
        if is_new:
            self.remember(self.limits)
        return answer


def _without_key(answer: ChatAnswer, key: HiddenKey) -> ChatAnswer:
    """An answer as it is kept: a stream or tokens may have held the key in parts."""
    text = key.hidden(answer.text)
    if text == answer.text and not key.is_in("".join(token.text for token in answer.tokens)):
        return answer
    return replace(answer, text=text, tokens=())


def _close(pool: ThreadPoolExecutor, connection: ServerConnection) -> None:
    pool.shutdown(cancel_futures=True)
    connection.close()
