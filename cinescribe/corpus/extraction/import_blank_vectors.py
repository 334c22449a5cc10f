"""Brings the text vectors of blanks of MICap's release into a corpus of LSMDC."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.corpus.core.corpus import FEATURES, Corpus
from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.blank_embedding_cache import write_published_blanks
from cinescribe.features.clip_sets.blank_text import blanked_text
from cinescribe.features.imports.micap_info import MicapGroup, MicapInfo
from cinescribe.features.imports.pickled_arrays import read_pickled_arrays
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.schema import Clip, ClipSet


def import_blank_vectors(corpus: Corpus, info: MicapInfo, folder: Path, *, partial: bool) -> int:
    """Store the vectors of blanks of the release's sets, and return for how many sets there are some.

    Args:
        corpus: with the captions of the release.
        info: the sets of the release.
        folder: holds `train_embeddings.pkl`, `val_embeddings.pkl` and `test_embeddings.pkl`: for each set, in their
            order, vectors of its blanks, (K, D) or more.
        partial: whether splits may lack a file.

    Raises:
        RecordError: when a file is missing.
        FeatureError: when a file is malformed, or a set of it has other blanks than the captions of the corpus.
        OutputError: when they cannot be written.
    """
    clips = {clip.id: clip for clip in corpus.clips}
    by_split = sorted(info.groups, key=lambda group: group.split)  # stable: the order of the file within a split
    found: dict[ClipSet, NDArray[np.float32]] = {}
    for split, groups in groupby(by_split, key=lambda group: group.split):
        path = folder / f"{split}_embeddings.pkl"
        numbered = [(n, group) for n, group in enumerate(groups) if clips.keys() >= set(group.clips)]
        if not numbered or (partial and not path.is_file()):
            continue
        arrays = read_pickled_arrays(path)
        found |= dict(_vectors(numbered, clips, arrays, path.name))
    write_published_blanks(corpus.folder / FEATURES, found)
    return len(found)


def _vectors(
    numbered: list[tuple[int, MicapGroup]],
    clips: Mapping[str, Clip],
    arrays: Mapping[int, NDArray[np.float32]],
    name: str,
) -> Iterator[tuple[ClipSet, NDArray[np.float32]]]:
    for number, group in numbered:
        clip_set = ClipSet(tuple(clips[id] for id in group.clips))
        n_blanks = blanked_text(clip_set).count(BLANK)
        if n_blanks != group.n_blanks:
            raise FeatureError(
                f"group {group.number} has {group.n_blanks} blanks in the release and {n_blanks} in the corpus; import "
                "the corpus from LSMDC16_annos_*_blank.csv and LSMDC16_annos_*_onlyIDs_NEW.csv"
            )
        rows = arrays.get(number)
        if rows is None or rows.ndim != 2 or len(rows) < n_blanks:
            came = "nothing" if rows is None else f"an array of shape {rows.shape}"
            raise FeatureError(f"{name!r} has {came} for set {number}; expected a vector for each of {n_blanks} blanks")
        if n_blanks:
            yield clip_set, np.asarray(rows[:n_blanks], np.float32)
