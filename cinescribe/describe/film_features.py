"""The features of an analysed film, as trained captioners read them; some read streams that not every film gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinescribe.describe.analyse import Analysis
from cinescribe.describe.stages import Stages
from cinescribe.features.encoders.backlot_actions import actor_positions, load_action_net
from cinescribe.features.extraction.extractors import FACES_HZ, extractor
from cinescribe.features.store.film_store import Stream
from cinescribe.features.timed.timed_features import FaceFeatures, FilmFeatures, TimedFeatures
from cinescribe.media.film.read import read_through
from cinescribe.schema import Face, Film
from cinescribe.store import Form, read_arrays_like, write_arrays
from cinescribe.timing import Seconds

_FURTHER = "features.safetensors"  # of a stage
_FORMS: dict[str, Form] = {"times": (np.float64, 1), "rows": (np.float32, 2)}
_NEAR = 0.1  # picture widths from a face to an action at which the face is a third as likely to be the actor's


def film_features(analysis: Analysis, faces: Sequence[Face]) -> tuple[FilmFeatures, tuple[str | None, ...]]:
    """Return the film's features, and the person of each face among them.

    Faces are thinned to the rate of the training corpora, so that a model sees as many as in training.

    Args:
        analysis: the measurements of the film.
        faces: the film's faces with their persons, by time.
    """
    kept = [faces[n] for n in _thinned(np.array([face.time for face in faces]))]
    found = FaceFeatures(
        np.array([face.time for face in kept], np.float64),
        np.array([face.box for face in kept], np.float32).reshape(-1, 4),
        np.array([face.score for face in kept], np.float32),
        analysis.embeddings[[face.row for face in kept]],
        analysis.bodies[[face.row for face in kept]],
    )
    return FilmFeatures(analysis.clip, analysis.actions, found, analysis.further), tuple(face.person for face in kept)


def with_further(
    analysis: Analysis,
    film: Film,
    streams: Sequence[Stream],
    *,
    stages: Stages,
    key: Mapping[str, Any],
    progress: Callable[[Seconds], None],
) -> Analysis:
    """Return an analysis with further streams of features; each is extracted once, and then kept.

    Args:
        analysis: the measurements of the film.
        film: the film.
        streams: names of `FURTHER_STREAMS`.
        stages: of the folder of the description.
        key: what the film is.
        progress: called regularly with the second that was reached.

    Raises:
        ModelError: when the extractor of a stream is not installed.
        FilmError: when the film cannot be read.
        OutputError: when the folder cannot be written.
    """
    further: dict[str, TimedFeatures] = {}
    for stream in streams:
        made = extractor(stream)

        def work(folder: Path) -> None:
            sink = made.sink()  # noqa: B023  called at once
            read_through(film, pictures=(sink,), progress=progress)
            found = sink.features()
            assert isinstance(found, TimedFeatures)
            write_arrays(folder / _FURTHER, {"times": found.times, "rows": found.rows})

        folder = stages.run(stream, {**key, "extractor": made.name, "version": made.version}, work)
        further[stream] = TimedFeatures(**read_arrays_like(folder / _FURTHER, _FORMS))
    return replace(analysis, further=further)


def action_nearness(features: FilmFeatures) -> tuple[float, ...]:
    """How likely each face is the actor's, by its distance from the action, 0 to 1.

    Empty without faces, and for features of another action network, which do not locate actions.
    """
    net = load_action_net()
    rows = features.actions.rows
    if not len(features.faces.times) or not len(rows) or rows.shape[1] != net.sizes.width:
        return ()
    where, sure = actor_positions(features.actions, net)
    moments = np.abs(features.actions.times[None] - features.faces.times[:, None]).argmin(1)
    off = np.abs(features.faces.boxes[:, [0, 2]].mean(1) - where[moments])
    return tuple((sure[moments] * np.exp(-off / _NEAR)).tolist())


def _thinned(times: NDArray[np.float64]) -> NDArray[np.intp]:
    """Indices of the faces in the first picture of each period."""
    pictures, of_picture = np.unique(times, return_inverse=True)
    periods = np.floor(pictures * FACES_HZ + 1e-6)
    first = np.diff(periods, prepend=-1) > 0
    return np.flatnonzero(first[of_picture])
