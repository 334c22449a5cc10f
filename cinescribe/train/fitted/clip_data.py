"""The clips of a split as fitted models read them: one vector each, and captions with `someone` for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.corpus.core.blanks import captions_with_someone
from cinescribe.corpus.core.corpus import Corpus, captioned_clips
from cinescribe.features.clip_sets.clip_vectors import clip_vectors
from cinescribe.features.store.film_store import FeatureStore


@dataclass(frozen=True)
class ClipData:
    """Clips with captions, in the order of their ids.

    Args:
        ids: the clips' ids, n.
        vectors: one vector for each, (n, D).
        captions: the captions of each, the first one its text, n; people are `someone`.
    """

    ids: tuple[str, ...]
    vectors: NDArray[np.float32]
    captions: tuple[tuple[str, ...], ...]


def clip_data(corpus: Corpus, store: FeatureStore, *, split: str, streams: Sequence[str]) -> ClipData:
    """Return the clips of a split that have captions.

    Raises:
        CorpusError: when the corpus lacks the split, or none of its clips has a caption.
        FeatureError: as `clip_vectors`.
    """
    clips = captioned_clips(corpus, split)
    vectors = clip_vectors(store.features_without_faces, clips, streams=streams)
    return ClipData(tuple(clip.id for clip in clips), vectors, tuple(map(captions_with_someone, clips)))
