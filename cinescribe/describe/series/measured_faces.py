"""The faces that were measured in an episode, with the people whom they show after all edits by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.arrays import Form, read_arrays_like
from cinescribe.describe.editing.people_edits import described_faces
from cinescribe.describe.editing.revisions import Revision, effective
from cinescribe.describe.looking.measurements import watched_key
from cinescribe.errors import RecordError
from cinescribe.export.folder import FACES, FEATURES
from cinescribe.features.faces.faces import DlibFaces
from cinescribe.features.faces.insightface_faces import InsightFaces
from cinescribe.features.faces.wide_shots import FoundFaces
from cinescribe.schema import Face, Script
from cinescribe.store import read_records

_WATCHED, _WIDE = "watch", "wide"  # stages that measure faces
_RECORDS, _ARRAYS = "faces.jsonl", "faces.safetensors"
_FORMS: dict[str, Form] = {
    "embeddings": (np.float32, 2),
    "torsos": (np.uint8, 4),
    "torso_shares": (np.float32, 1),
    "bodies": (np.float32, 2),
}
_SAME_DISTANCES = {one.name: one.same_distance for one in (DlibFaces, InsightFaces)}


@dataclass(frozen=True)
class MeasuredFaces:
    """The faces of an episode.

    Args:
        faces: by time, with their people.
        embeddings: by `Face.row`, in units of the extractor's `same_distance`, (n, D).
        torsos: RGB means of a grid below each face, by row, (n, 8, 8, 3).
        torso_shares: share of each grid inside the picture, (n,).
        extractor: the name of what found and embedded them.
    """

    faces: tuple[Face, ...]
    embeddings: NDArray[np.float32]
    torsos: NDArray[np.uint8]
    torso_shares: NDArray[np.float32]
    extractor: str


def measured_faces(folder: Path, draft: Script, revisions: Sequence[Revision]) -> MeasuredFaces:
    """Return the faces of an episode.

    Args:
        folder: of its description.
        draft: as `describe` wrote it.
        revisions: the journal of the description.

    Raises:
        RecordError: when the measurements are missing or damaged, or are by an unknown extractor.
    """
    extractor, _, wide = str(watched_key(folder).get("faces", "")).partition(", ")
    if extractor not in _SAME_DISTANCES:
        raise RecordError(
            f"{str(folder)!r} keeps no measured faces of {' or '.join(_SAME_DISTANCES)}; describe the film again"
        )
    found = _found(folder / FEATURES / _WATCHED)
    if wide:
        found = found.with_more(_found(folder / FEATURES / _WIDE))
    changes = [change for number in effective(revisions) for change in revisions[number - 1].people]
    faces = described_faces(draft.people, read_records(folder / FACES, Face), changes)
    row = max((face.row for face in faces), default=-1)
    if row >= len(found.embeddings):
        raise RecordError(
            f"{str(folder / FACES)!r} has a face of row {row}, but {len(found.embeddings)} were measured; describe the "
            "film again"
        )
    units = found.embeddings / np.float32(_SAME_DISTANCES[extractor])
    return MeasuredFaces(tuple(faces), units, found.torsos, found.torso_shares, extractor)


def _found(stage: Path) -> FoundFaces:
    return FoundFaces(tuple(read_records(stage / _RECORDS, Face)), **read_arrays_like(stage / _ARRAYS, _FORMS))
