"""Sends a submission to the server of a challenge. Nothing else is sent, and nothing unasked."""

from __future__ import annotations

import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import ChallengeError, RecordError, brief
from cinescribe.input_files import read_bytes
from cinescribe.parsing import parse_json
from cinescribe.record import Record
from cinescribe.study.challenge.submission_file import MAX_BYTES

_TIMEOUT = 60.0  # seconds
_MAX_ANSWER = 1 << 20  # bytes
_LOCAL = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Acknowledged(Record):
    """What the server says of a submission.

    Args:
        submission: its number.
        state: of its job.
        digest: SHA-256 of the file.
    """

    submission: int
    state: str
    digest: str


def send_submission(path: str | Path, *, server: str, token: str, phase: str) -> Acknowledged:
    """Send a file to the server of a challenge, and return what it says.

    Args:
        path: the submission.
        server: address of the challenge, such as https://host/challenge; without TLS only on this machine.
        token: of a member, from the page of the team.
        phase: name of the phase.

    Raises:
        RecordError: when the file cannot be read, or is too large.
        ChallengeError: when the address is none, the server cannot be reached, or it refuses the submission.
    """
    path = Path(path)
    data = read_bytes(path, max_bytes=MAX_BYTES)
    address = urllib.parse.urlsplit(server)
    if address.scheme != "https" and not (address.scheme == "http" and address.hostname in _LOCAL):
        raise ChallengeError(f"`server` is {brief(server)}; expected an address that begins with https://")
    if not token.strip().isascii() or not token.strip().isprintable() or not token.strip():
        raise ChallengeError("`token` is none; make one on the page of your team")
    url = f"{server.rstrip('/')}/api/{urllib.parse.quote(phase, safe='')}/submissions"
    headers = {"Authorization": f"Bearer {token.strip()}", "Content-Type": "application/octet-stream"}
    request = urllib.request.Request(url, data=data, headers=headers, method="POST")
    opener = urllib.request.build_opener(_NoRedirect)
    try:
        with opener.open(request, timeout=_TIMEOUT) as answer:
            return _acknowledged(answer.read(_MAX_ANSWER), url)
    except urllib.error.HTTPError as error:
        raise ChallengeError(f"the server refused the submission ({error.code}): {_reason(error)}") from error
    except OSError as error:
        reason = getattr(error, "reason", None) or error
        raise ChallengeError(f"{url!r} cannot be reached ({reason}); check the address") from error


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirection: it could leak the token."""

    def redirect_request(self, *_: object) -> None:
        return None


def _acknowledged(data: bytes, url: str) -> Acknowledged:
    try:
        return Acknowledged.from_dict(parse_json(data.decode(errors="replace"), url))
    except RecordError as error:
        raise ChallengeError(f"{url!r} answered otherwise than the server of a challenge; check the address") from error


def _reason(error: urllib.error.HTTPError) -> str:
    text = error.read(_MAX_ANSWER).decode(errors="replace")
    try:
        value = parse_json(text, "the answer")
    except RecordError:
        value = None
    found = value.get("error") if isinstance(value, dict) else None
    return " ".join(str(found or error.reason).split())
