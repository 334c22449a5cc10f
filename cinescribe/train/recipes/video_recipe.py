"""Recipes of video language models: on clips of films, or on pictures as videos (stage 1 of GIT-LLaVA)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cinescribe.models.fields import plain
from cinescribe.train.recipes.optim import OptimizerConfig
from cinescribe.train.recipes.training_config import TrainingConfig

LOG_PROBABILITY = "log_probability"  # of a validation caption's token, the mean


@dataclass(frozen=True)
class VideoSamplingConfig:
    """The `[sampling]` section: what a model is trained on.

    Args:
        split: of the corpus.
        n_captions: captions of a video in a step, at most; all of them share the video's place in the batch.
        is_balanced: whether an epoch has as many stills without a metaphor as with one (section 5.1), drawn anew in each
            epoch from the larger kind.
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
        best: the score that selects the best checkpoint: `log_probability`, or a metric of generated captions.
        metrics: caption metrics of the final scores.
    """

    split: str = "val"
    every_n_epochs: int = 1
    patience: int = 1
    best: str = LOG_PROBABILITY
    metrics: tuple[str, ...] = ("BLEU-4", "ROUGE-L", "CIDEr")


@dataclass(frozen=True)
class VideoRecipe:
    """A training run of a video language model.

    Args:
        name: the published row it reproduces.
        model: a name of `VIDEO_LMS`.
        seed: of initial weights, order of videos and dropout.
        init_checkpoint: the folder of a checkpoint whose learned weights the model begins with, such as one of stage 1;
            empty for random weights.
        fp16: whether checkpoints store weights in 16 bits.
        n_tokens: tokens of a caption, at most, with start and end; longer ones are not trained on.
        sizes: the model's settings, by name.
        sampling, optimizer, training, validation: the sections of these names.
    """

    name: str
    model: str
    seed: int = 1
    init_checkpoint: str = ""
    fp16: bool = False
    n_tokens: int = 40
    sizes: dict[str, Any] = field(default_factory=dict)
    sampling: VideoSamplingConfig = field(default_factory=VideoSamplingConfig)
    optimizer: OptimizerConfig = field(default_factory=OptimizerConfig)
    training: TrainingConfig = field(default_factory=TrainingConfig)
    validation: VideoValidationConfig = field(default_factory=VideoValidationConfig)

    def to_dict(self) -> dict[str, Any]:
        """Return the recipe as JSON or TOML values; `recipe.recipe_of` reads them back."""
        values: dict[str, Any] = plain(self)
        return values

    def choices(self) -> list[tuple[str, str, list[str]]]:
        """Return the names that only recipes of video language models have: none."""
        return []

    def minimums(self) -> list[tuple[str, int, int]]:
        """Return the numbers that only these recipes have: key, value and smallest allowed value."""
        return [("sampling: n_captions", self.sampling.n_captions, 1), ("n_tokens", self.n_tokens, 3)]
