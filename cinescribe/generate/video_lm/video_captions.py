"""Captions of what a video language model saw, batch by batch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from cinescribe.corpus.core.corpus import Corpus
from cinescribe.generate.caption_clip_sets import DECODERS, Decoder
from cinescribe.generate.greedy import greedy
from cinescribe.generate.logit_constraints import Limits
from cinescribe.generate.video_lm.video_reader import VideoReader
from cinescribe.models.video_lm.prompts import METAPHOR_PROMPT
from cinescribe.models.video_lm.video_checkpoint import read_video_checkpoint
from cinescribe.schema import Caption

BATCH_SIZE = 16  # videos


class NoLimits:
    """Constraints that allow every token."""

    def limited(self, logits: Tensor, words: Tensor) -> Tensor:
        """Return the logits."""
        return logits


def caption_videos(
    model: Any,
    seen: Sequence[Tensor],
    *,
    longest: int,
    decoder: Decoder = greedy,
    prompt: str = METAPHOR_PROMPT,
    limits: Limits | None = None,
) -> list[tuple[str, float]]:
    """Return the caption of each video and the mean log-probability of its tokens.

    Args:
        model: a `VideoLM` in evaluation mode.
        seen: what it saw of each video.
        longest: tokens of a caption, at most, with start and end.
        decoder: chooses the words.
        prompt: what it is asked.
        limits: which tokens are allowed; by default all.
    """
    tokens, device = model.tokens, next(model.parameters()).device
    captions = []
    for at in range(0, len(seen), BATCH_SIZE):
        some = torch.stack(list(seen[at : at + BATCH_SIZE]))
        batch = tokens.batch(some, [prompt] * len(some)).to(device)
        with torch.no_grad():
            found = decoder(model, batch, tokens=tokens, longest=longest, limits=limits or NoLimits())
        n_words = (found.log_probs != 0).sum(1).clamp(min=1)
        scores = (found.log_probs.sum(1) / n_words).tolist()
        captions += [(tokens.decode(row), score) for row, score in zip(found.words.tolist(), scores, strict=True)]
    return captions


def caption_video_corpus(
    checkpoint: Path, corpus: Corpus, *, split: str, decoder: str | None, device: str
) -> Iterator[Caption]:
    """Yield the caption of each clip of a split by a trained video language model.

    Args:
        checkpoint: the folder of the model.
        corpus: with films.
        split: the split of the corpus.
        decoder: a name of `DECODERS`; None is greedy.
        device: where torch computes.

    Raises:
        ModelError, CorpusError, FilmError, OutputError: as reading the checkpoint and looking at the clips do.
    """
    trained = read_video_checkpoint(checkpoint, device=device)
    clips = [clip for film in corpus.clips_by_film(split).values() for clip in film]
    reader = VideoReader(trained.model, corpus)
    reader.look_at_clips(clips)
    seen = [reader.seen(clip.id) for clip in clips]
    written = caption_videos(trained.model, seen, longest=trained.card.n_tokens, decoder=DECODERS[decoder or "greedy"])
    for clip, (text, score) in zip(clips, written, strict=True):
        yield Caption(clip.id, text, score=score, by=trained.card.model)
