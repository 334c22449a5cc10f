"""Writes what the clips of a corpus imply, with a trained model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cinescribe.corpus.core.clip_faults import captions_of
from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.errors import CorpusError, ModelError
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.generate.commonsense.commonsense_reader import CommonsenseItem, CommonsenseReader, window_of
from cinescribe.generate.commonsense.write_commonsense import WrittenCommonsense, write_commonsense
from cinescribe.models.checkpoint import Checkpoint, read_checkpoint
from cinescribe.models.model_table import MODELS


def read_commonsense_checkpoint(folder: Path, *, device: str = "cpu") -> Checkpoint:
    """Return the commonsense model of a folder.

    Raises:
        ModelError: when there is none, it is damaged, or it is a model of another kind.
    """
    trained = read_checkpoint(folder, device=device)
    if not MODELS[trained.card.model].writes_commonsense:
        raise ModelError(
            f"{str(folder)!r} is a {trained.card.model}, which writes no commonsense; train a recipe of recipes/v2c, "
            "and name its folder commonsense"
        )
    return trained


def corpus_commonsense(
    checkpoint: str | Path,
    corpus: str | Path,
    *,
    split: str = "test",
    own_captions: bool = False,
    n_samples: int = 1,
    seed: int = 0,
    device: str = "cpu",
) -> Iterator[WrittenCommonsense]:
    """Yield what a model writes about each caption of a split, or about each clip with its own caption.

    Args:
        checkpoint: the folder of a trained commonsense model.
        corpus: a folder with clips and features.
        split: the split of the corpus.
        own_captions: generation: the model writes the caption; else completion of each true one.
        n_samples: phrases of each aspect, as in `write_commonsense`.
        seed: of the samples.
        device: where torch computes.

    Raises:
        ModelError: as `read_commonsense_checkpoint`; with `own_captions`, for a model that writes none.
        CorpusError, RecordError, FeatureError: when the corpus lacks the split, its captions or its features.
    """
    checkpoint, corpus = Path(checkpoint), Path(corpus)
    trained = read_commonsense_checkpoint(checkpoint, device=device)
    clips = [clip for film in read_corpus(corpus).clips_by_film(split).values() for clip in film]
    if own_captions:
        items = [CommonsenseItem(clip, None) for clip in clips]
    else:
        items = [CommonsenseItem(clip, text) for clip in clips for text in captions_of(clip)]
    if not items:
        raise CorpusError(f"no clip of {split!r} has a caption; name another split, or let the model write captions")
    store = FeatureStore(Path(corpus) / trained.card.features)
    reader = CommonsenseReader(
        store.features_without_faces, trained.tokens, sizes=trained.card.sets, window=window_of(trained.card.window)
    )
    return write_commonsense(trained.model, reader, items, n_samples=n_samples, seed=seed)
