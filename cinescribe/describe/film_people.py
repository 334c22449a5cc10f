"""The people of a film, or of a description's folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.describe.analyse import seeable_film
from cinescribe.describe.people import people
from cinescribe.export.folder import FACES, read_script
from cinescribe.features.faces.extractor import FaceExtractor
from cinescribe.features.faces.faces import DlibFaces, FaceFinder
from cinescribe.features.faces.tracks import track_faces
from cinescribe.media.film.read import read_through
from cinescribe.media.shots.shots import ShotFinder
from cinescribe.progress import Progress, no_progress
from cinescribe.schema import Face, Person, Shot
from cinescribe.store import read_records


def film_people(
    path: str | Path, *, faces: FaceExtractor | None = None, progress: Progress = no_progress
) -> tuple[tuple[Person, ...], tuple[Face, ...]]:
    """The people of a film, or of a folder that `describe_film` wrote, and their faces by time.

    Args:
        path: a film, of which only faces and shots are analysed; or a folder, with its cast file applied.
        faces: detects and embeds the faces of a film.
        progress: called with the stage and the share of it that is done.

    Raises:
        FilmError: the film cannot be read to its end, or has no pictures.
        RecordError: the folder holds no description.
    """
    path = Path(path)
    if path.is_dir():
        return read_script(path).people, tuple(read_records(path / FACES, Face))
    film = seeable_film(path)
    extractor = faces or DlibFaces()
    finder, shots = FaceFinder(extractor, dense=False), ShotFinder()
    read_through(film, pictures=(shots, finder), progress=lambda time: progress("people", time / film.duration))
    return group_people(
        finder.faces, finder.embeddings, shots.shots(film.duration), same_distance=extractor.same_distance
    )


def group_people(
    faces: Sequence[Face], embeddings: NDArray[np.float32], shots: Sequence[Shot], *, same_distance: float
) -> tuple[tuple[Person, ...], tuple[Face, ...]]:
    """Group detected faces into people; return the people, and the faces with their tracks and persons.

    Args:
        faces: a film's faces, by time.
        embeddings: their embeddings by `Face.row`, (n_faces, D).
        shots: the film's shots.
        same_distance: the extractor's.
    """
    following = track_faces(faces, embeddings, shots, same_distance=same_distance)
    return people(following, embeddings, same_distance=same_distance)
