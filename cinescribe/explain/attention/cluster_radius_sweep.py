"""How far faces may lie apart and still be of one cluster, and what that does to filling in (MICap, figure 6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cinescribe.corpus.core.blanks import answers
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.generate.caption_clip_sets import filled_people
from cinescribe.metrics.identity.fitb import fitb
from cinescribe.metrics.identity.fitb_files import Blanks
from cinescribe.models.micap.micap import Micap
from cinescribe.schema import ClipSet

DISTANCES = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


@dataclass(frozen=True)
class Reach:
    """What a distance gives.

    Args:
        distance: eps of DBSCAN.
        class_accuracy: of filling in, 0 to 1.
        n_clusters: of faces, in each set.
    """

    distance: float
    class_accuracy: float
    n_clusters: tuple[int, ...]


def reaches(
    model: Micap,
    sets: Sequence[ClipSet],
    *,
    reader: Callable[[float], SetReader],
    distances: Sequence[float] = DISTANCES,
) -> list[Reach]:
    """What each distance gives, the model being the same.

    Args:
        model: in evaluation mode; trained with clusters of one of the distances.
        sets: with captions, people numbered within each.
        reader: reads sets with clusters of a distance.
        distances: to try.

    Raises:
        ScoreError: when no set has two blanks that are one person, or none that are two.
    """
    return [_reach(model, sets, reader(distance)) for distance in distances]


def _reach(model: Micap, sets: Sequence[ClipSet], reader: SetReader) -> Reach:
    people = filled_people(model, reader, sets)
    told = {clip: Blanks(found, f"the filling of clip {clip!r}") for clip, found in people.items()}
    true = {
        clip.id: Blanks(found, f"clip {clip.id!r}")
        for clip_set in sets
        for clip, found in zip(clip_set.clips, answers(clip_set), strict=True)
    }
    scores = fitb(told, true, [tuple(clip.id for clip in clip_set.clips) for clip_set in sets])
    return Reach(
        reader.sizes.cluster_distance,
        class_accuracy=scores.class_.value,
        n_clusters=tuple(_n_clusters(reader, clip_set) for clip_set in sets),
    )


def _n_clusters(reader: SetReader, clip_set: ClipSet) -> int:
    found = reader.batch([clip_set]).face_cluster
    return int(found.max()) if found.numel() else 0
