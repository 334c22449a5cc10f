"""Captions of what a video language model saw, batch by batch."""

from __future__ import annotations

from collections import defaultdict
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
    prompts: Sequence[str],
    longest: int,
    decoder: Decoder = greedy,
    limits: Limits | None = None,
) -> list[tuple[str, float]]:
    """Return the caption of each video and the mean log-probability of its tokens, in the order of the videos.

    Args:
        model: a `VideoLM` in evaluation mode.
        seen: what it saw of each video.
        prompts: what it is asked about each; videos of a batch have the same one.
        longest: tokens of a caption, at most, with start and end.
        decoder: chooses the words.
        limits: which tokens are allowed; by default all.

    Raises:
        ValueError: when there are more videos than prompts, or fewer.
    """
    tokens, device = model.tokens, next(model.parameters()).device
    captions: dict[int, tuple[str, float]] = {}
    for prompt, numbers in _batches(prompts, len(seen)):
        some = torch.stack([seen[n] for n in numbers]).float()
        batch = tokens.batch(some, [prompt] * len(some)).to(device)
        with torch.no_grad():
            found = decoder(model, batch, tokens=tokens, longest=longest, limits=limits or NoLimits())
        n_words = (found.log_probs != 0).sum(1).clamp(min=1)
        scores = (found.log_probs.sum(1) / n_words).tolist()
        texts = [tokens.decode(row) for row in found.words.tolist()]
        captions |= dict(zip(numbers, zip(texts, scores, strict=True), strict=True))
    return [captions[n] for n in range(len(seen))]


def _batches(prompts: Sequence[str], n_videos: int) -> Iterator[tuple[str, list[int]]]:
    """Yield each prompt with the numbers of its videos, batch by batch."""
    by_prompt: dict[str, list[int]] = defaultdict(list)
    for n, prompt in zip(range(n_videos), prompts, strict=True):
        by_prompt[prompt].append(n)
    for prompt, numbers in by_prompt.items():
        for at in range(0, len(numbers), BATCH_SIZE):
            yield prompt, numbers[at : at + BATCH_SIZE]


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
    seen = reader.all_seen([clip.id for clip in clips])
    written = caption_videos(
        trained.model,
        seen,
        prompts=[trained.card.prompt] * len(seen),
        longest=trained.card.n_tokens,
        decoder=DECODERS[decoder or "greedy"],
    )
    for clip, (text, score) in zip(clips, written, strict=True):
        yield Caption(clip.id, text, score=score, by=trained.card.model)
