"""Caption many still images with a model, batch by batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cinescribe.corpus.core.stills import StillCorpus
from cinescribe.features.regions.region_reader import RegionReader
from cinescribe.features.regions.region_store import RegionStore
from cinescribe.generate.caption_clip_sets import Decoder, best_beam
from cinescribe.generate.logit_constraints import still_limits
from cinescribe.layers.packed import packed
from cinescribe.models.checkpoint import Checkpoint
from cinescribe.schema import Caption
from cinescribe.still_schema import Still

_BATCH_SIZE = 50  # stills of a batch


def caption_stills(
    model: Any, reader: RegionReader, stills: Sequence[Still], *, decoder: Decoder = best_beam, by: str | None = None
) -> list[Caption]:
    """Return the caption that a model writes for each still; it does not see the stills' own captions.

    Args:
        model: a `generate.step.Step` in evaluation mode.
        reader: reads the stills, in the model's vocabulary.
        stills: the stills to caption.
        decoder: chooses the words.
        by: the name of the captioner.

    Raises:
        FeatureError: as `RegionReader.batch`.
    """
    tokens, device = reader.tokens, next(model.parameters()).device
    limits, captions, writer = still_limits(tokens), list[Caption](), packed(model)
    for some in (stills[at : at + _BATCH_SIZE] for at in range(0, len(stills), _BATCH_SIZE)):
        batch = reader.batch([still.replace(captions=()) for still in some]).to(device)
        written = decoder(writer, batch, tokens=tokens, longest=reader.n_tokens, limits=limits)
        for still, words, score in zip(some, written.words.tolist(), written.scores.tolist(), strict=True):
            captions.append(Caption(still.id, tokens.decode(words), score=score, by=by))
    return captions


def still_reader(trained: Checkpoint, corpus: StillCorpus) -> RegionReader:
    """Return a reader of a corpus's stills for a trained model."""
    sizes = trained.card.pictures
    store = RegionStore(corpus.features(trained.card.features))
    return RegionReader(store.picture, trained.tokens, n_regions=sizes.n_regions, n_tokens=sizes.n_tokens)
