"""The ways in which a request to a chat server fails, and whether another try may help."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx

from cinescribe.errors import brief
from cinescribe.models.vlm.answers.completion import NoAnswerError
from cinescribe.models.vlm.answers.server_reason import ServerReason, server_reason
from cinescribe.timing import Seconds

REQUEST_TRIES = 6  # of one request; with pauses that double from a second on, a server may be away for half a minute
_FEW_TRIES = 2  # where each try takes minutes, or brings what is no answer
_LONGEST_PAUSE: Seconds = 60.0  # that a server may ask for
_NO_KEY = (401, 403)
_PASSING = {408, 409, 425, 429, 500, 502, 503, 504, 529}  # HTTP states that may be gone at the next try
_SPENT = ("insufficient_quota", "exceeded your current quota", "billing", "credit")  # 429 that no pause mends


class FailedError(Exception):
    """A request failed.

    Args:
        why: in words.
        reason: the server's; None if it gave none.
        status: of HTTP, or as the body says; None without an answer.
        pause: that the server asks for, in seconds; None if it does not say.
        may_pass: whether the next try may succeed.
        n_tries: how often it is tried at most.
        is_silent: whether nothing answered.
    """

    def __init__(
        self,
        why: str,
        *,
        reason: ServerReason | None = None,
        status: int | None = None,
        pause: Seconds | None = None,
        may_pass: bool = True,
        n_tries: int = REQUEST_TRIES,
        is_silent: bool = False,
    ) -> None:
        super().__init__(why)
        self.reason, self.status, self.pause = reason, status, pause
        self.may_pass, self.n_tries, self.is_silent = may_pass, n_tries, is_silent


def failure_of_transport(error: httpx.TransportError) -> FailedError:
    """Return the reason for a missing answer."""
    if isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout)):
        return FailedError("nothing answers there; start the server, or correct its address", is_silent=True)
    if isinstance(error, httpx.TimeoutException):
        return FailedError("it does not answer in time", n_tries=_FEW_TRIES, is_silent=True)
    return FailedError(f"it broke off ({type(error).__name__})")  # as some servers do after an error of their own


def failure_of_status(response: httpx.Response, body: str, *, key: str) -> FailedError | None:
    """Return what a status of HTTP means; None if it is a success.

    Args:
        response: with its status and headers.
        body: of it.
        key: the environment variable with the key.
    """
    status = response.status_code
    if response.is_success:
        return None
    reason = server_reason(body)
    quoted = f", {reason.words!r}" if reason.words else ""
    if status in _NO_KEY:
        return FailedError(
            f"it refuses the key (HTTP {status}{quoted}); put the right one into {key}", status=status, may_pass=False
        )
    if response.is_redirect:
        return FailedError(
            f"it answers HTTP {status} and leads to {brief(response.headers.get('location', ''))}; name that address",
            status=status,
            may_pass=False,
        )
    return _failure(f"it answers HTTP {status}{quoted}", reason, status, _asked_pause(response))


def failure_without_answer(error: NoAnswerError, body: str) -> FailedError:
    """Return what it means that HTTP succeeded, but its body is an error or no completion.

    Args:
        error: of the body's reader.
        body: as received.
    """
    reason = error.reason
    if reason.status is not None:
        return _failure(f"it answers HTTP 200 with the error {reason.status}, {reason.words!r}", reason, reason.status)
    if error.may_pass:
        return FailedError(reason.words, reason=reason, n_tries=_FEW_TRIES + 1)
    why = f"it sent {brief(body)}, which is no chat completion"
    if '"error"' in body:
        why = f"it answers HTTP 200 with the error {reason.words!r}"
    return FailedError(why, reason=reason, may_pass=False)


def _failure(why: str, reason: ServerReason, status: int, pause: Seconds | None = None) -> FailedError:
    is_spent = any(word in reason.words.lower() for word in _SPENT)
    may_pass = status in _PASSING and not is_spent
    return FailedError(why, reason=reason, status=status, pause=pause, may_pass=may_pass)


def _asked_pause(response: httpx.Response) -> Seconds | None:
    """Return the pause that a server asks for, at most a minute; None if it asks for none, or for a time gone by."""
    asked = response.headers.get("retry-after", "")
    try:
        seconds = float(asked)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(asked) - datetime.now(UTC)).total_seconds()
        except (TypeError, ValueError):
            return None
        if seconds <= 0:
            return None
    return min(max(seconds, 0.0), _LONGEST_PAUSE) if math.isfinite(seconds) else None
