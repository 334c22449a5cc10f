"""The effect of the radius of face clusters (DBSCAN's eps) on filling in people (MICap, figure 6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cinescribe.corpus.core.blanks import answers
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.generate.caption_clip_sets import fill_people
from cinescribe.metrics.identity.fitb import fitb
from cinescribe.metrics.identity.fitb_files import Blanks
from cinescribe.models.micap.micap import Micap
from cinescribe.schema import ClipSet

DISTANCES = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


@dataclass(frozen=True)
class RadiusResult:
    """The result of one radius.

    Args:
        distance: eps of DBSCAN.
        class_accuracy: of filling in, 0 to 1.
        n_clusters: number of face clusters in each set.
    """

    distance: float
    class_accuracy: float
    n_clusters: tuple[int, ...]


def cluster_radius_sweep(
    model: Micap,
    sets: Sequence[ClipSet],
    *,
    reader: Callable[[float], SetReader],
    distances: Sequence[float] = DISTANCES,
) -> list[RadiusResult]:
    """Return the result of each radius with the same model.

    Args:
        model: in evaluation mode; trained with clusters of one of the distances.
        sets: with captions, people numbered within each.
        reader: makes a reader of sets for a distance.
        distances: values of eps to try.

    Raises:
        ScoreError: when no set has two blanks that are one person, or none that are two.
    """
    return [_result_of(model, sets, reader(distance)) for distance in distances]


def _result_of(model: Micap, sets: Sequence[ClipSet], reader: SetReader) -> RadiusResult:
    people = fill_people(model, reader, sets)
    predicted = {clip: Blanks(names, f"the filling of clip {clip!r}") for clip, names in people.items()}
    true = {
        clip.id: Blanks(names, f"clip {clip.id!r}")
        for clip_set in sets
        for clip, names in zip(clip_set.clips, answers(clip_set), strict=True)
    }
    scores = fitb(predicted, true, [tuple(clip.id for clip in clip_set.clips) for clip_set in sets])
    return RadiusResult(
        reader.sizes.cluster_distance,
        class_accuracy=scores.class_.value,
        n_clusters=tuple(_n_clusters(reader, clip_set) for clip_set in sets),
    )


def _n_clusters(reader: SetReader, clip_set: ClipSet) -> int:
    clusters = reader.batch([clip_set]).face_cluster
    return int(clusters.max()) if clusters.numel() else 0
