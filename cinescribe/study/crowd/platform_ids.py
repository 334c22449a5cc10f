"""What platforms of crowd work say of a participant, in the address by which the participant comes."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass

from cinescribe.errors import StudyError

_MAX_LETTERS = 200  # of an id
# The names of the worker, of what the worker has taken on, and of the study there.
_NAMES = {
    "prolific": ("PROLIFIC_PID", "SESSION_ID", "STUDY_ID"),
    "mturk": ("workerId", "assignmentId", "hitId"),
}
_PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"  # MTurk shows a task before it is accepted


@dataclass(frozen=True)
class PlatformIds:
    """The ids of a participant, as the platform gives them; they are stored as digests only.

    Attributes:
        worker: the participant.
        submission: what the participant has taken on, which is paid.
        study: the study at the platform.
    """

    worker: str
    submission: str
    study: str

    def digests(self, salt: str) -> dict[str, str]:
        """Return the digests of the ids, by their names in the table `participant`."""
        return {
            "worker": id_digest(salt, self.worker),
            "submission": id_digest(salt, self.submission),
            "platform_study": id_digest(salt, self.study),
        }


def id_digest(salt: str, id: str) -> str:
    """Return the keyed SHA-256, in hex, of an id: without the salt of the study nobody can tell whose it is."""
    return hmac.digest(salt.encode(), id.encode(), "sha256").hex()


def platform_ids(platform: str, parameters: Mapping[str, str]) -> PlatformIds | None:
    """Return the ids that an address brings; None where the platform gives none.

    Args:
        platform: one of `PLATFORMS`.
        parameters: of the address.

    Raises:
        StudyError: when an id is missing, or the task was not accepted yet. The message is for the participant.
    """
    if platform not in _NAMES:
        return None
    given = [parameters.get(name, "").strip() for name in _NAMES[platform]]
    if given[1] == _PREVIEW:
        raise StudyError("accept this task at the platform first; then open it again")
    lacking = [name for name, id in zip(_NAMES[platform], given, strict=True) if not 1 <= len(id) <= _MAX_LETTERS]
    if lacking:
        raise StudyError(f"the address lacks {', '.join(lacking)}; open the study from its page at the platform")
    return PlatformIds(*given)


def passed_on(platform: str, parameters: Mapping[str, str]) -> dict[str, str]:
    """Return the parameters of an address that the form of the first page passes on."""
    return {name: parameters[name] for name in _NAMES.get(platform, ()) if name in parameters}
