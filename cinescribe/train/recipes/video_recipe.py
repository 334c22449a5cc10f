"""Recipes of video language models: on clips of films, or on pictures as videos (stage 1 of GIT-LLaVA)."""

from __future__ import annotations

from dataclasses import dataclass, field

from cinescribe.train.recipes.base_recipe import BaseRecipe

LOG_PROBABILITY = "log_probability"  # of a validation caption's token, the mean
# What may select the best checkpoint: higher is better, and captions and references are enough to compute it.
SELECTING = (
    LOG_PROBABILITY,
    *("BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4", "METEOR", "ROUGE-L", "CIDEr", "CIDEr-D", "CIDEr-plain", "SPICE"),
    *("BERTScore", "ACD"),
)


@dataclass(frozen=True)
class VideoSamplingConfig:
    """The `[sampling]` section: what a model is trained on.

    Args:
        split: of the corpus.
        n_captions: captions of a video in a step, at most; all of them share the video's place in the batch.
        is_balanced: whether an epoch has as many stills without a metaphor as with one (section 5.1); of the larger
            kind some are drawn anew in each epoch.
        prompt: what clips, and pictures with a metaphor, are asked; empty for the paper's prompt.
        plain_prompt: what pictures without a metaphor are asked; empty for the paper's prompt.
    """

    split: str = "train"
    n_captions: int = 3
    is_balanced: bool = False
    prompt: str = ""
    plain_prompt: str = ""


@dataclass(frozen=True)
class VideoValidationConfig:
    """The `[validation]` section: when and by what a model is evaluated during training.

    Args:
        split: the split of the corpus.
        every_n_epochs: epochs between two validations.
        patience: validations without a better score after which training stops; 0 disables early stopping.
        best: the score that selects the best checkpoint: one of `SELECTING`, `log_probability` or a metric of
            generated captions.
        metrics: caption metrics of the final scores.
    """

    split: str = "val"
    every_n_epochs: int = 1
    patience: int = 1
    best: str = LOG_PROBABILITY
    metrics: tuple[str, ...] = ("BLEU-4", "ROUGE-L", "CIDEr")


@dataclass(frozen=True)
class VideoRecipe(BaseRecipe):
    """A training run of a video language model; see `BaseRecipe` for what all recipes have.

    Args:
        model: a name of `VIDEO_LMS`.
        n_tokens: tokens of a caption, at most, with start and end; longer ones are not trained on.
        sampling, validation: the sections of these names.
    """

    n_tokens: int = 40
    sampling: VideoSamplingConfig = field(default_factory=VideoSamplingConfig)
    validation: VideoValidationConfig = field(default_factory=VideoValidationConfig)

    def choices(self) -> list[tuple[str, str, list[str]]]:
        """Return the names that only these recipes have: key, value and allowed values."""
        return [("validation: best", self.validation.best, list(SELECTING))]

    def minimums(self) -> list[tuple[str, int, int]]:
        """Return the numbers that only these recipes have: key, value and smallest allowed value."""
        return [("sampling: n_captions", self.sampling.n_captions, 1), ("n_tokens", self.n_tokens, 3)]
