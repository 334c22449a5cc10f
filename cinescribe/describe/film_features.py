"""The features of an analysed film, as trained captioners read them; some read streams that not every film gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinescribe.arrays import Form, read_arrays_like, write_arrays
from cinescribe.describe.analyse import Analysis
from cinescribe.describe.stages import Stages
from cinescribe.features.encoders.body_net import BODY_PARTS
from cinescribe.features.extraction.extractors import FACES_HZ, extractor
from cinescribe.features.store.film_store import StreamName
from cinescribe.features.timed.timed_features import FaceFeatures, FilmFeatures, TimedFeatures, no_appearance
from cinescribe.media.film.read import read_through
from cinescribe.schema import Face, Film
from cinescribe.timing import Seconds

_FURTHER = "features.safetensors"  # of a stage
_FORMS: dict[str, Form] = {"times": (np.float64, 1), "rows": (np.float32, 2)}


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
        *no_appearance(len(kept)),
    )
    return FilmFeatures(analysis.clip, analysis.actions, found, analysis.further), tuple(face.person for face in kept)


def with_further(
    analysis: Analysis,
    film: Film,
    streams: Sequence[StreamName],
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


def action_parts(faces: FaceFeatures) -> tuple[tuple[float, float], ...]:
    """How likely each face is that of the person who acts, and of their partner, 0 to 1.

    Empty for features without bodies.
    """
    if not faces.bodies.shape[1]:
        return ()
    logits = faces.bodies[:, : len(BODY_PARTS)]
    odds = np.exp(logits - logits.max(1, keepdims=True))
    shares = odds / odds.sum(1, keepdims=True)
    return tuple((float(actor), float(partner)) for actor, partner, *_ in shares)


def _thinned(times: NDArray[np.float64]) -> NDArray[np.intp]:
    """Indices of the faces in the first picture of each period."""
    pictures, of_picture = np.unique(times, return_inverse=True)
    periods = np.floor(pictures * FACES_HZ + 1e-6)
    first = np.diff(periods, prepend=-1) > 0
    return np.flatnonzero(first[of_picture])
