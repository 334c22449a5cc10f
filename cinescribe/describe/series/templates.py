"""What the people of an episode look like: a few views of each face, and their clothes, as the series keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.arrays import Form, open_arrays, read_arrays_like, write_arrays
from cinescribe.describe.scenes.clothes_evidence import clothes
from cinescribe.describe.series.measured_faces import MeasuredFaces
from cinescribe.describe.track_views import track_spread, track_views
from cinescribe.errors import RecordError
from cinescribe.features.clothing.clothes import MIN_SHARE

_MAX_VIEWS = 24  # of a person in an episode; of more, those of the tracks with most faces
_FORMS: dict[str, Form] = {
    "views": (np.float32, 2),
    "owners": (np.int32, 1),
    "spreads": (np.float32, 1),
    "clothes": (np.float32, 2),
}
_PEOPLE, _EXTRACTOR = "people", "extractor"  # notes of the file


@dataclass(frozen=True)
class Template:
    """What a person looks like in an episode.

    Args:
        person: id in the episode.
        views: embeddings of the face, in units of the extractor's `same_distance`, (k, D).
        spread: how far views of one track lie from their mean, in the median of its tracks; NaN where no track says it.
        clothes: colours, (6,); NaN where they are not seen.
    """

    person: str
    views: NDArray[np.float32]
    spread: float
    clothes: NDArray[np.float32]


@dataclass(frozen=True)
class EpisodeTemplates:
    """What the people of an episode look like.

    Args:
        people: those with a face.
        extractor: the name of what embedded the faces; others cannot be compared.
    """

    people: tuple[Template, ...]
    extractor: str


def episode_templates(measured: MeasuredFaces, people: Sequence[str]) -> EpisodeTemplates:
    """Return what people of an episode look like; those without a face are left out.

    Args:
        measured: the faces of the episode.
        people: ids.
    """
    found = []
    for person in people:
        rows: dict[int, list[int]] = {}
        for face in measured.faces:
            if face.person == person and face.track is not None:
                rows.setdefault(face.track, []).append(face.row)
        if rows:
            found.append(_template(person, sorted(rows.values(), key=len, reverse=True), measured))
    return EpisodeTemplates(tuple(found), measured.extractor)


def write_templates(path: Path, templates: EpisodeTemplates) -> None:
    """Write templates to a file.

    Raises:
        OutputError: when it cannot be written.
    """
    people = templates.people
    width = people[0].views.shape[1] if people else 0
    arrays = {
        "views": np.concatenate([np.zeros((0, width), np.float32), *(one.views for one in people)]),
        "owners": np.repeat(np.arange(len(people), dtype=np.int32), [len(one.views) for one in people]),
        "spreads": np.array([one.spread for one in people], np.float32),
        "clothes": np.array([one.clothes for one in people], np.float32).reshape(-1, 6),
    }
    notes = {_PEOPLE: " ".join(one.person for one in people), _EXTRACTOR: templates.extractor}
    write_arrays(path, arrays, notes=notes)


def read_templates(path: Path) -> EpisodeTemplates:
    """Read what `write_templates` wrote.

    Raises:
        RecordError: when the file is missing, or holds something else.
    """
    arrays = read_arrays_like(path, _FORMS)
    notes = open_arrays(path)[1]
    people, owners = notes.get(_PEOPLE, "").split(), arrays["owners"]
    fits = len(arrays["spreads"]) == len(arrays["clothes"]) == len(people) and len(owners) == len(arrays["views"])
    if _EXTRACTOR not in notes or not fits or set(owners.tolist()) != set(range(len(people))):
        raise RecordError(f"{str(path)!r} does not fit its people; remove it, and add the episode again")
    found = (
        Template(person, arrays["views"][owners == n], float(arrays["spreads"][n]), arrays["clothes"][n])
        for n, person in enumerate(people)
    )
    return EpisodeTemplates(tuple(found), notes[_EXTRACTOR])


def _template(person: str, tracks: Sequence[Sequence[int]], measured: MeasuredFaces) -> Template:
    views: list[NDArray[np.float32]] = []
    for rows in tracks:
        views.append(track_views(measured.embeddings[list(rows)]))
        if sum(map(len, views)) >= _MAX_VIEWS:
            break
    spreads = [track_spread(own) for own in views if len(own) > 2]
    shown = [row for rows in tracks for row in rows if measured.torso_shares[row] >= MIN_SHARE]
    worn = clothes(measured.torsos[shown]) if shown else np.full(6, np.nan)
    spread = float(np.median(spreads)) if spreads else float("nan")
    return Template(person, np.concatenate(views)[:_MAX_VIEWS], spread, worn.astype(np.float32))
