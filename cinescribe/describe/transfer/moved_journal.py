"""The journal and the cast of a description, on the clock of another cut of its film."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import tomlkit

from cinescribe.describe.cast import read_cast_text
from cinescribe.describe.editing.revisions import CueChange, PersonChange, Revision
from cinescribe.describe.transfer.moved_times import MovedTimes, moved_cue
from cinescribe.timing import Span


def moved_revisions(revisions: Iterable[Revision], times: MovedTimes) -> tuple[Revision, ...]:
    """Return edits with all their cues and people on the new clock; their order, authors and dates stay."""
    return tuple(_moved(revision, times) for revision in revisions)


def moved_cast(text: str, path: Path, times: MovedTimes) -> str:
    """Return a cast file whose splits are on the new clock, or are left out with their scenes; its comments stay.

    Args:
        text: of the file.
        path: of the file, for errors.
        times: of the new cut.

    Raises:
        CastError: when the file is malformed.
    """
    cast = read_cast_text(text, path)
    document = tomlkit.parse(text)
    for label, entry in cast.entries.items():
        if entry.split:
            table = document["people"][label]
            spans = [span for old in entry.split if (span := _longest(old, times)) is not None]
            if spans:
                table["split"] = [[span.start, span.end] for span in spans]
            else:
                del table["split"]
    return tomlkit.dumps(document)


def _moved(revision: Revision, times: MovedTimes) -> Revision:
    changes = tuple(
        CueChange(
            change.cue,
            None if change.before is None else moved_cue(change.before, times),
            None if change.after is None else moved_cue(change.after, times),
        )
        for change in revision.changes
    )
    return replace(revision, changes=changes, people=tuple(_moved_person(one, times) for one in revision.people))


def _moved_person(change: PersonChange, times: MovedTimes) -> PersonChange:
    if change.split is None:
        return change
    span = _longest(change.split, times)
    at = times.seam(change.split.start)
    return replace(change, split=Span(at, at) if span is None else span)


def _longest(old: Span, times: MovedTimes) -> Span | None:
    """Where the longest part of a span is. A change of people has one span: parts that lie apart are not joined."""
    longest = times.longest(old)
    return None if longest is None else Span(round(longest[1].start, 3), round(longest[1].end, 3))
