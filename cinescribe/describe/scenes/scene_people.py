"""The people of a film by their faces, wide shots included, and within a scene also by their clothes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from cinescribe.arrays import Form, read_arrays_like, write_arrays
from cinescribe.describe.analyse import Analysis
from cinescribe.describe.film_people import group_people
from cinescribe.describe.people import people
from cinescribe.describe.scenes.clothes_evidence import clothes_evidence
from cinescribe.describe.scenes.scenes import shot_scene_numbers
from cinescribe.describe.stages import Stages
from cinescribe.features.clothing.clothes import with_clothes
from cinescribe.features.encoders.body_net import load_body_net
from cinescribe.features.faces.extractor import FaceExtractor, WideExtractor
from cinescribe.features.faces.tracks import track_faces
from cinescribe.features.faces.wide_shots import FoundFaces, wide_shot_faces
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.schema import Face, Film, Person, Shot
from cinescribe.store import read_records, write_records
from cinescribe.timing import Seconds

_STAGE = "wide"
_FORMS: dict[str, Form] = {
    "embeddings": (np.float32, 2),
    "torsos": (np.uint8, 4),
    "torso_shares": (np.float32, 1),
    "bodies": (np.float32, 2),
}


def people_of_scenes(
    found: FoundFaces, shots: Sequence[Shot], pictures: TimedFeatures, *, same_distance: float
) -> tuple[tuple[Person, ...], tuple[Face, ...]]:
    """Group detected faces into people, by faces and within a scene by clothes; return both.

    Args:
        found: a film's faces, those of its wide shots among them.
        shots: the film's shots.
        pictures: features by the bundled frame network, which distinguish scenes.
        same_distance: the extractor's.
    """
    following = track_faces(found.faces, found.embeddings, shots, same_distance=same_distance)
    scenes = shot_scene_numbers(shots, pictures)
    worn = clothes_evidence(following, found.torsos, found.torso_shares, shots=shots, scenes=scenes)
    return people(following, found.embeddings, same_distance=same_distance, clothes=worn)


def analysed_people(
    analysis: Analysis, extractor: FaceExtractor, *, in_scenes: bool
) -> tuple[tuple[Person, ...], tuple[Face, ...]]:
    """Return the people of an analysed film, and its faces with the colour of the clothes under them.

    Args:
        analysis: the measurements of the film.
        extractor: found the faces.
        in_scenes: group faces within a scene by clothes too, not only by faces.
    """
    same = extractor.same_distance
    if in_scenes:
        found, faces = people_of_scenes(faces_of(analysis), analysis.shots, analysis.clip, same_distance=same)
    else:
        found, faces = group_people(analysis.faces, analysis.embeddings, analysis.shots, same_distance=same)
    return found, with_clothes(faces, analysis.torsos, analysis.torso_shares, analysis.face_crops)


def with_wide_shots(
    analysis: Analysis,
    film: Film,
    extractor: WideExtractor | None,
    *,
    stages: Stages,
    key: Mapping[str, Any],
    progress: Callable[[Seconds], None],
) -> Analysis:
    """Return an analysis with the faces of the film's wide shots; they are searched once, and then kept.

    Without an extractor the analysis stays as it is.

    Raises:
        FilmError: when the film cannot be read.
        OutputError: when the folder cannot be written.
    """
    if extractor is None:
        return analysis

    def work(folder: Path) -> None:
        found = wide_shot_faces(
            film, analysis.shots, analysis.faces, extractor, bodies=load_body_net(), progress=progress
        )
        write_records(folder / "faces.jsonl", found.faces)
        write_arrays(folder / "faces.safetensors", {name: getattr(found, name) for name in _FORMS})

    folder = stages.run(_STAGE, key, work)
    faces = tuple(read_records(folder / "faces.jsonl", Face))
    wide = FoundFaces(faces, **read_arrays_like(folder / "faces.safetensors", _FORMS))
    return with_faces(analysis, faces_of(analysis).with_more(wide))


def faces_of(analysis: Analysis) -> FoundFaces:
    """Return the faces of an analysis."""
    return FoundFaces(analysis.faces, analysis.embeddings, analysis.torsos, analysis.torso_shares, analysis.bodies)


def with_faces(analysis: Analysis, found: FoundFaces) -> Analysis:
    """Return an analysis with other faces."""
    return replace(
        analysis,
        faces=found.faces,
        embeddings=found.embeddings,
        torsos=found.torsos,
        torso_shares=found.torso_shares,
        bodies=found.bodies,
    )
