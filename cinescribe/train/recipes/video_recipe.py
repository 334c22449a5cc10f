"""Recipes of video language models: on clips of films, or on pictures as videos (stage 1 of GIT-LLaVA)."""

from __future__ import annotations

from dataclasses import dataclass, field

from cinescribe.models.fields import from_fields
from cinescribe.models.video_lm.video_table import VIDEO_LMS
from cinescribe.train.recipes.base_recipe import BaseRecipe
from cinescribe.train.recipes.recipe_checks import check_choice, check_metrics, check_minimum
from cinescribe.train.recipes.sections import SamplingSection, ValidationSection

LOG_PROBABILITY = "log_probability"  # of a validation caption's token, the mean
# What may select the best checkpoint: higher is better, and captions and references are enough to compute it.
SELECTING = (
    LOG_PROBABILITY,
    *("BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4", "METEOR", "ROUGE-L", "CIDEr", "CIDEr-D", "CIDEr-plain", "SPICE"),
    *("BERTScore", "ACD"),
)


@dataclass(frozen=True)
class VideoSamplingConfig(SamplingSection):
    """The `[sampling]` section: what a model is trained on.

    Args:
        split: see `SamplingSection`.
        n_captions: captions of a video in a step, at most; all of them share the video's place in the batch.
        is_balanced: whether an epoch has as many stills without a metaphor as with one (section 5.1); of the larger
            kind, another random part is used in each epoch.
        prompt: what clips, and pictures with a metaphor, are asked; empty for the paper's prompt.
        plain_prompt: what pictures without a metaphor are asked; empty for the paper's prompt.
    """

    n_captions: int = 3
    is_balanced: bool = False
    prompt: str = ""
    plain_prompt: str = ""


@dataclass(frozen=True)
class VideoValidationConfig(ValidationSection):
    """The `[validation]` section: when, and by what, a model is evaluated during training.

    Args:
        split, every_n_epochs, patience: see `ValidationSection`.
        best: the score that selects the best checkpoint: one of `SELECTING`, `log_probability` or a metric of
            generated captions.
        metrics: caption metrics of the final scores.
    """

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

    def check(self, where: str) -> None:
        """Check the values, as `BaseRecipe.check`."""
        super().check(where)
        self.validation.check(where)
        check_choice("validation: best", self.validation.best, SELECTING, where)
        check_minimum("sampling: n_captions", self.sampling.n_captions, 1, where)
        check_minimum("n_tokens", self.n_tokens, 3, where)
        from_fields(VIDEO_LMS[self.model].settings, self.sizes, where=f"{where}: sizes")
        if self.validation.metrics:
            check_metrics(self.validation.metrics, where)
