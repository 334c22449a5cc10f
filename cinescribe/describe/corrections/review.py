"""What a person decided about a captioner's cue."""

from __future__ import annotations

from typing import Literal, TypeAlias

from cinescribe.describe.editing.changed_cue import DROPPED_BY_HAND
from cinescribe.schema import Cue

Review: TypeAlias = Literal["accepted", "rejected"]


def review_of(before: Cue, after: Cue | None) -> Review | None:
    """Return whether a person accepted a cue or rejected it; None if neither is known.

    A cue that no person has reviewed is not accepted. One that a person recorded, or restored after it was
    dropped, is.

    Args:
        before: as the captioner wrote it.
        after: as the person left it; None if it was removed.
    """
    if after is None:
        return "rejected"
    if after.status == "dropped":
        # One that was dropped for lack of room may well be true: only a person rejects it.
        return "rejected" if before.status != "dropped" or after.reason == DROPPED_BY_HAND else None
    is_wanted = before.status == "dropped" or (after.recording is not None and before.recording is None)
    return "accepted" if after.accepted or is_wanted else None
