"""Training experiments of video language models, on the clips of films or on stills."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import torch
from torch import nn

from cinescribe.corpus.core.corpus import CLIPS, FILMS, STILLS, Corpus, read_corpus
from cinescribe.corpus.core.stills import StillCorpus, has_stills, read_stills
from cinescribe.errors import CorpusError
from cinescribe.generate.video_lm.video_captions import caption_videos, is_plain_still
from cinescribe.generate.video_lm.video_reader import VideoReader
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.models.fields import from_fields
from cinescribe.models.video_lm.language_settings import LanguageSettings
from cinescribe.models.video_lm.prompts import METAPHOR_PROMPT, PLAIN_PROMPT
from cinescribe.models.video_lm.video_batch import VideoBatch
from cinescribe.models.video_lm.video_checkpoint import (
    VideoCard,
    load_initial,
    load_learned,
    write_video_checkpoint,
)
from cinescribe.models.video_lm.video_table import VIDEO_LMS
from cinescribe.progress import Progress, no_progress
from cinescribe.train.data.data_digests import data_digests
from cinescribe.train.objectives.losses import JointObjective
from cinescribe.train.objectives.video_objective import VideoObjective
from cinescribe.train.recipes.video_recipe import LOG_PROBABILITY, VideoRecipe

_TASK = "captions"
_PART = 8  # videos of a batch without gradients


@dataclass(frozen=True)
class CaptionedVideo:
    """A clip, or a still as a video, with its captions and its prompt; `is_plain` is a still without a metaphor."""

    id: str
    captions: tuple[str, ...]
    prompt: str
    is_plain: bool = False


@dataclass(frozen=True)
class VideoExperiment:
    """A `fit.Experiment` of a video language model.

    Args:
        recipe: the settings of the run.
        corpus: of films, or of stills.
        training, validation: the videos.
        built: the model with its initial weights; it is the one that is trained.
        reader: has what the model saw of each video.
    """

    recipe: VideoRecipe
    corpus: Corpus | StillCorpus
    training: tuple[CaptionedVideo, ...]
    validation: tuple[CaptionedVideo, ...]
    built: Any
    reader: VideoReader

    @cached_property
    def objectives(self) -> tuple[JointObjective, ...]:
        """One objective: the captions."""
        return ((VideoObjective(),),)

    @property
    def best_score(self) -> dict[str, str]:
        """By task, the score that selects its best checkpoint."""
        return {_TASK: f"{_TASK}/{self.recipe.validation.best}"}

    def model(self) -> nn.Module:
        """Return the model with its initial weights."""
        model: nn.Module = self.built
        return model

    def epoch(self, number: int) -> list[CaptionedVideo]:
        """Return the training videos of an epoch, shuffled, each with some of its captions."""
        random, n = Random(f"{self.recipe.seed} {number}"), self.recipe.sampling.n_captions
        videos = _balanced(self.training, random) if self.recipe.sampling.is_balanced else self.training
        items = [replace(one, captions=tuple(random.sample(one.captions, min(n, len(one.captions))))) for one in videos]
        random.shuffle(items)
        return items

    def batch(self, items: Sequence[CaptionedVideo], seed: int) -> VideoBatch:
        """Return videos as a training batch; nothing in it is random."""
        seen = torch.stack([self.reader.seen(item.id) for item in items]).float()
        batch: VideoBatch = self.built.tokens.batch(
            seen, [item.prompt for item in items], [item.captions for item in items]
        )
        return batch

    def validate(self, model: nn.Module) -> dict[str, float]:
        """Return the score that selects checkpoints."""
        best = self.recipe.validation.best
        return self.scores(model, metrics=() if best == LOG_PROBABILITY else (best,))

    def scores(self, model: nn.Module, *, metrics: Sequence[str]) -> dict[str, float]:
        """Return the mean log-probability of a token of the validation captions, and scores of generated captions."""
        scores = {f"{_TASK}/{LOG_PROBABILITY}": self._log_probability(model)}
        if metrics:
            seen = self.reader.all_seen([item.id for item in self.validation])
            prompts = [item.prompt for item in self.validation]
            written = caption_videos(model, seen, prompts=prompts, longest=self.recipe.n_tokens)
            captions = {item.id: text for item, (text, _) in zip(self.validation, written, strict=True)}
            references = {item.id: list(item.captions) for item in self.validation}
            scores |= {
                f"{_TASK}/{one.name}": one.value
                for one in score_captions(captions, references, metrics=metrics, allow_empty=True)
            }
        return scores

    def save_best(self, folder: Path, task: str, model: Any, scores: Mapping[str, float]) -> None:
        """Write the checkpoint of a task into the folder of a run."""
        prompt, plain_prompt = _prompts(self.recipe)
        files = (STILLS,) if isinstance(self.corpus, StillCorpus) else (FILMS, CLIPS)
        card = VideoCard(
            model=self.recipe.model,
            n_tokens=self.recipe.n_tokens,
            recipe=self.recipe.to_dict(),
            scores=dict(scores),
            data=data_digests(self.corpus.folder, files, init_checkpoint=self.recipe.init_checkpoint),
            seed=self.recipe.seed,
            prompt=prompt,
            plain_prompt=plain_prompt,
        )
        write_video_checkpoint(folder / task, model, card, fp16=self.recipe.fp16)

    def final_scores(self, folder: Path) -> dict[str, float]:
        """Return all scores of the best checkpoint, and add them to its card."""
        load_learned(self.built, folder / _TASK)
        scores = self.scores(self.built.eval(), metrics=self.recipe.validation.metrics)
        self.save_best(folder, _TASK, self.built, scores)
        return scores

    @torch.no_grad()
    def _log_probability(self, model: nn.Module) -> float:
        objective, device = VideoObjective(), next(model.parameters()).device
        total, count = 0.0, 0
        for at in range(0, len(self.validation), _PART):
            batch = self.batch(self.validation[at : at + _PART], 0).to(device)
            total -= float(objective.loss(model, batch))
            count += int(objective.count(batch))
        return total / max(1, count)


def build_video_experiment(
    recipe: VideoRecipe,
    folder: Path,
    *,
    device: str = "cpu",
    fetch: bool = False,
    announce: Callable[[str], None] = to_stderr,
    progress: Progress = no_progress,
) -> VideoExperiment:
    """Return the experiment of a recipe on a corpus of films or stills; its videos are looked at.

    Args:
        recipe: the settings of the run.
        folder: of the corpus.
        device: where torch computes what the model sees, and trains it.
        fetch: whether the model's parts may be downloaded from the hub.
        announce: receives a line where stage 2 begins without the map of stage 1, where videos have few frames, and
            where captions are left out as too long.
        progress: called while videos are looked at.

    Raises:
        CorpusError: when the corpus lacks a split, or a split has no captions.
        ModelError: when a part of the model is missing, or the initial checkpoint does not fit or is of other parts.
        FilmError, RecordError: when a video cannot be read.
    """
    corpus = read_stills(folder) if has_stills(folder) else read_corpus(folder)
    torch.manual_seed(recipe.seed)
    kind = VIDEO_LMS[recipe.model]
    settings = from_fields(kind.settings, recipe.sizes, where="sizes")
    model = kind.build(settings, fetch=fetch)
    if recipe.init_checkpoint:
        load_initial(model, Path(recipe.init_checkpoint))
    elif isinstance(settings, LanguageSettings) and settings.tuning != "none":
        announce(
            "the map begins with random weights; to begin with those of stage 1: --set init_checkpoint=STAGE1/captions"
        )
    reader = VideoReader(model.to(device), corpus, announce=announce, progress=progress)
    parts, n_long = [], 0
    for split in (recipe.sampling.split, recipe.validation.split):
        videos = _videos(corpus, split, recipe, reader)
        parts.append(_fitting(videos, recipe, model, split))
        n_long += _n_captions(videos) - _n_captions(parts[-1])
    if n_long:
        announce(
            f"captions of more than {recipe.n_tokens} tokens, which are left out of training and validation: {n_long} "
            f"of {n_long + sum(map(_n_captions, parts))}; raise `n_tokens` to have them"
        )
    if recipe.sampling.is_balanced and len({one.is_plain for one in parts[0]}) < 2:
        raise CorpusError(
            f"{str(folder)!r} has no stills {'with' if parts[0][0].is_plain else 'without'} a metaphor, of "
            "which `is_balanced` wants as many as of others; build some by: cinescribe corpus build backlot-stills "
            "--metaphors N, or join a corpus that has them by: cinescribe corpus join"
        )
    return VideoExperiment(recipe, corpus, parts[0], parts[1], model, reader)


def _videos(corpus: Corpus | StillCorpus, split: str, recipe: VideoRecipe, reader: VideoReader) -> list[CaptionedVideo]:
    """The captioned videos of a split, after a look at them; stills without a metaphor have a prompt of their own."""
    prompt, plain_prompt = _prompts(recipe)
    if isinstance(corpus, StillCorpus):
        stills = corpus.stills_of(split)
        reader.look_at_stills(stills)
        return [
            CaptionedVideo(one.id, one.captions, plain_prompt if is_plain_still(one) else prompt, is_plain_still(one))
            for one in stills
        ]
    clips = [clip for film in corpus.clips_by_film(split).values() for clip in film if clip.text]
    reader.look_at_clips(clips)
    return [CaptionedVideo(clip.id, (clip.text or "", *clip.paraphrases), prompt) for clip in clips]


def _prompts(recipe: VideoRecipe) -> tuple[str, str]:
    """What clips, and stills with a metaphor, are asked; what stills without one are."""
    return recipe.sampling.prompt or METAPHOR_PROMPT, recipe.sampling.plain_prompt or PLAIN_PROMPT


def _n_captions(videos: Sequence[CaptionedVideo]) -> int:
    return sum(len(one.captions) for one in videos)


def _balanced(videos: Sequence[CaptionedVideo], random: Random) -> list[CaptionedVideo]:
    """Return as many videos that are plain as others; those of the larger kind are drawn."""
    kinds = [[one for one in videos if one.is_plain is plain] for plain in (True, False)]
    return [one for kind in kinds for one in random.sample(kind, min(map(len, kinds)))]


def _fitting(
    videos: Sequence[CaptionedVideo], recipe: VideoRecipe, model: Any, split: str
) -> tuple[CaptionedVideo, ...]:
    """Videos with those of their captions that are not too long; at least one is left."""
    kept = []
    for one in videos:
        captions = tuple(text for text in one.captions if len(model.tokens.encode(text)) <= recipe.n_tokens - 2)
        if captions:
            kept.append(replace(one, captions=captions))
    if not kept:
        raise CorpusError(
            f"no video of {split!r} has a caption of up to {recipe.n_tokens} tokens; name another split, or raise "
            "`n_tokens`"
        )
    return tuple(kept)
