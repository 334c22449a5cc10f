"""Captions of what a video language model saw, batch by batch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from cinescribe.corpus.core.corpus import Corpus
from cinescribe.corpus.core.stills import StillCorpus
from cinescribe.generate.caption_clip_sets import DECODERS, Decoder
from cinescribe.generate.greedy import greedy
from cinescribe.generate.logit_constraints import Limits
from cinescribe.generate.video_lm.video_reader import VideoReader
from cinescribe.metrics.embedding.metaphor import metaphor
from cinescribe.models.video_lm.video_checkpoint import read_video_checkpoint
from cinescribe.schema import Caption
from cinescribe.still_schema import Still

VIDEO_BATCH_SIZE = 16  # videos


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
        for at in range(0, len(numbers), VIDEO_BATCH_SIZE):
            yield prompt, numbers[at : at + VIDEO_BATCH_SIZE]


def is_plain_still(still: Still) -> bool:
    """Return whether a still has no metaphor, so that it is asked another prompt than all else.

    Where it does not say so, it has captions and none of them follows the template of metaphors.
    """
    if still.is_metaphor is not None:
        return not still.is_metaphor
    return bool(still.captions) and not any(metaphor(text) for text in still.captions)


def caption_video_corpus(
    checkpoint: Path, corpus: Corpus | StillCorpus, *, split: str, decoder: str | None, device: str
) -> Iterator[Caption]:
    """Yield the caption of each clip or still of a split by a trained video language model.

    All clips are asked the same. Stills are asked as in stage 1, by whether they have a metaphor.

    Args:
        checkpoint: the folder of the model.
        corpus: with films, or of stills.
        split: the split of the corpus.
        decoder: a name of `DECODERS`; None is greedy.
        device: where torch computes.

    Raises:
        ModelError, CorpusError, FilmError, RecordError, OutputError: as reading the checkpoint and looking at the clips
            or stills do.
    """
    trained = read_video_checkpoint(checkpoint, device=device)
    model, card = trained.model, trained.card
    reader = VideoReader(model, corpus)
    if isinstance(corpus, StillCorpus):
        stills = corpus.stills_of(split)
        reader.look_at_stills(stills)
        ids, prompts = (
            [one.id for one in stills],
            [card.plain_prompt if is_plain_still(one) else card.prompt for one in stills],
        )
    else:
        clips = [clip for film in corpus.clips_by_film(split).values() for clip in film]
        reader.look_at_clips(clips)
        ids, prompts = [clip.id for clip in clips], [card.prompt] * len(clips)
    chosen = DECODERS[decoder or "greedy"]
    written = caption_videos(model, reader.all_seen(ids), prompts=prompts, longest=card.n_tokens, decoder=chosen)
    for id, (text, score) in zip(ids, written, strict=True):
        yield Caption(id, text, score=score, by=card.model)
