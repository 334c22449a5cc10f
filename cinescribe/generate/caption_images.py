"""Models over many stills: a caption for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cinescribe.corpus.core.stills import StillCorpus
from cinescribe.features.regions.region_reader import RegionReader
from cinescribe.features.regions.region_store import RegionStore
from cinescribe.generate.caption_clip_sets import Decoder, widest_beam
from cinescribe.generate.logit_constraints import still_limits
from cinescribe.layers.packed import packed
from cinescribe.models.checkpoint import Checkpoint
from cinescribe.schema import Caption, Still

AT_ONCE = 50  # stills of a batch


def written_stills(
    model: Any, reader: RegionReader, stills: Sequence[Still], *, decoder: Decoder = widest_beam, by: str | None = None
) -> list[Caption]:
    """What a model writes about each still, which it is shown without captions.

    Args:
        model: a `generate.step.Step` in evaluation mode.
        reader: of the stills, in the model's vocabulary.
        stills: those to write about.
        decoder: chooses the words.
        by: the writer's name.

    Raises:
        FeatureError: as `RegionReader.batch`.
    """
    tokens, device = reader.tokens, next(model.parameters()).device
    limits, told, writer = still_limits(tokens), list[Caption](), packed(model)
    for some in (stills[at : at + AT_ONCE] for at in range(0, len(stills), AT_ONCE)):
        batch = reader.batch([still.replace(captions=()) for still in some]).to(device)
        written = decoder(writer, batch, tokens=tokens, longest=reader.n_tokens, limits=limits)
        for still, words, score in zip(some, written.words.tolist(), written.scores.tolist(), strict=True):
            told.append(Caption(still.id, tokens.decode(words), score=score, by=by))
    return told


def still_reader(trained: Checkpoint, corpus: StillCorpus) -> RegionReader:
    """A reader of a corpus's stills as a trained model wants them."""
    sizes = trained.card.pictures
    store = RegionStore(corpus.features(trained.card.features))
    return RegionReader(store.picture, trained.tokens, n_regions=sizes.n_regions, n_tokens=sizes.n_tokens)
