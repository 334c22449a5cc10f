"""When each person of a description is seen, after all changes of people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from cinescribe.describe.editing.people_edits import described_faces
from cinescribe.describe.editing.revisions import Revision, effective
from cinescribe.export.folder import DRAFT, FACES, SCRIPT
from cinescribe.schema import Face, Script
from cinescribe.store import read_record, read_records
from cinescribe.timing import Seconds, Span, joined

_PAUSE: Seconds = 2.0  # without a face, after which a person is seen again; faces are found a few times a second


def people_face_times(folder: Path, revisions: Sequence[Revision]) -> Mapping[str, tuple[Seconds, ...]]:
    """Return the times of each person's faces, by id and in order; nothing where the folder keeps no faces.

    Args:
        folder: of the description.
        revisions: its journal.

    Raises:
        RecordError: when a file of the folder is damaged.
    """
    if not (folder / FACES).is_file():
        return {}
    draft = read_record(folder / (DRAFT if (folder / DRAFT).is_file() else SCRIPT), Script)
    changes = [change for number in effective(revisions) for change in revisions[number - 1].people]
    times: defaultdict[str, list[Seconds]] = defaultdict(list)
    for face in described_faces(draft.people, read_records(folder / FACES, Face), changes):
        if face.person is not None:
            times[face.person].append(face.time)
    return {person: tuple(sorted(own)) for person, own in times.items()}


def times_seen(times: Sequence[Seconds]) -> list[Span]:
    """Return when a person is seen: from the first face of a run to its last."""
    return joined((Span(time, time) for time in times), pause=_PAUSE)
