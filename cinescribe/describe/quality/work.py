"""How long people worked on a description, as the journal of its edits lets us estimate."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise

from cinescribe.describe.editing.revisions import Revision
from cinescribe.errors import RecordError, brief
from cinescribe.record import Record
from cinescribe.timing import Seconds

# A longer pause between two edits ends a session. Edits, searches and page views of many sites come in bursts, which
# this pause tells apart best (Halfaker et al., WWW 2015, on seven data sets).
IDLE: Seconds = 3600.0
# Work before the first edit of a session, of which nothing is known (Geiger and Halfaker, CSCW 2013, on Wikipedia).
_BEFORE: Seconds = 430.0
_MINUTE: Seconds = 60.0


@dataclass(frozen=True)
class Work(Record):
    """The work in a journal.

    Args:
        minutes: of all sessions, as estimated.
        sessions: stretches of work by one person without a long pause.
        editors: people who edited.
        edits: revisions, undone ones and undos too: they were work.
    """

    minutes: float = 0.0
    sessions: int = 0
    editors: int = 0
    edits: int = 0


def work_by_hand(revisions: Sequence[Revision]) -> Work:
    """Return the work in a journal.

    Each session lasts from 430 s before its first edit to its last. Work in another program, of which one edit reads
    the outcome back, is not seen: the estimate is low for it.

    Args:
        revisions: the whole journal.

    Raises:
        RecordError: when a time is not one of ISO 8601.
    """
    times: dict[str, list[datetime]] = defaultdict(list)
    for number, revision in enumerate(revisions, 1):
        times[revision.who].append(_time(revision.at, number))
    sessions = [session for of_one in times.values() for session in _sessions(sorted(of_one))]
    seconds = sum(_BEFORE + (session[-1] - session[0]).total_seconds() for session in sessions)
    return Work(round(seconds / _MINUTE, 1), len(sessions), len(times), len(revisions))


def _sessions(times: Sequence[datetime]) -> Iterator[Sequence[datetime]]:
    """Yield the times of one person in stretches without a long pause."""
    pauses = enumerate(((after - before).total_seconds() for before, after in pairwise(times)), 1)
    bounds = [0, *(n for n, pause in pauses if pause > IDLE), len(times)]
    return (times[first:end] for first, end in pairwise(bounds))


def _time(text: str, number: int) -> datetime:
    try:
        time = datetime.fromisoformat(text)
    except ValueError as error:
        raise RecordError(
            f"edit {number} has the time {brief(text)}; expected one such as 2026-11-27T10:00:00+00:00; correct it in "
            "the journal"
        ) from error
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)
