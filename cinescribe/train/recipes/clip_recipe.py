"""Recipes of training runs on clip sets."""

from __future__ import annotations

from dataclasses import dataclass, field

from cinescribe.errors import RecipeError
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.language.tokens.vocabulary import N_PEOPLE
from cinescribe.metrics.identity.fitb import ACCURACIES
from cinescribe.models.model_table import FACE_TOKENS, MODELS
from cinescribe.models.pretrained_lm import PRETRAINED, following_sizes
from cinescribe.train.data.sampling import SamplingConfig
from cinescribe.train.objectives.clip_objectives import OBJECTIVES, LossConfig
from cinescribe.train.recipes.base_recipe import BaseRecipe
from cinescribe.train.recipes.label_config import LabelConfig
from cinescribe.train.recipes.recipe_checks import (
    check_best_metric,
    check_choice,
    check_label_smoothing,
    check_minimum,
)
from cinescribe.train.recipes.sections import InputSection, ValidationSection

_OF_CAPTIONERS = [name for name in OBJECTIVES if name != "point"]


@dataclass(frozen=True)
class InputConfig(InputSection):
    """The `[inputs]` section: what the model reads.

    Args:
        features: see `InputSection`.
        text_encoder: the encoder of blanks: `all-MiniLM-L6-v2`, a hub id, or a folder; empty for none.
        face_tokens: a name of `FACE_TOKENS`.
        word_pieces: a hub id or folder of the model whose word pieces are the vocabulary, such as `bert-base-uncased`,
            or a folder with its `vocab.txt`; empty for whole words of the training captions.
        language_model: a hub id or folder of a pretrained T5 or GPT-2, such as `google-t5/t5-base`, as whose weights
            the models `t5` and `gpt2` begin, and whose subwords are the vocabulary; empty for random weights.
        min_count: occurrences in the training captions that a whole word needs to enter the vocabulary.
        n_people: person tokens, |P|.
        someone: whether each person in captions and references is `someone`, as in *Movie Description*; the model then
            writes no person ids.
    """

    text_encoder: str = ""
    face_tokens: str = "detections"
    word_pieces: str = ""
    min_count: int = 1
    n_people: int = N_PEOPLE
    someone: bool = False
    language_model: str = field(default="", metadata={"later": True})


@dataclass(frozen=True)
class ValidationConfig(ValidationSection):
    """The `[validation]` section: when, and by what, a model is evaluated during training.

    Args:
        split, every_n_epochs, patience: see `ValidationSection`.
        best_fill: the fill-in accuracy that selects the best `fill` checkpoint: instance, same, different or class.
        best_captions: the caption metric that selects the best `captions` checkpoint.
        metrics: caption metrics of the final scores.
    """

    best_fill: str = "class"
    best_captions: str = "CIDEr"
    metrics: tuple[str, ...] = ("CIDEr", "METEOR", "SPICE", "iSPICE")


@dataclass(frozen=True)
class ClipRecipe(BaseRecipe):
    """A training run on clip sets; see `BaseRecipe` for what all recipes have.

    Args:
        model: a name of `MODELS`.
        sets: how much of a clip set the model reads.
        labels: the labels that a model of visual labels reads; other models have no such section.
        inputs, sampling, loss, validation: the sections of these names.
    """

    model: str = "micap"
    sets: SetSizes = field(default_factory=SetSizes)
    labels: LabelConfig = field(default_factory=LabelConfig)
    inputs: InputConfig = field(default_factory=InputConfig)
    sampling: SamplingConfig = field(default_factory=SamplingConfig)
    loss: LossConfig = field(default_factory=LossConfig)
    validation: ValidationConfig = field(default_factory=ValidationConfig)

    def check(self, where: str) -> None:
        """Check the values, as `BaseRecipe.check`."""
        super().check(where)
        self.validation.check(where)
        check_choice("loss: objective", self.loss.objective, self._objectives, where)
        check_choice("inputs: face_tokens", self.inputs.face_tokens, FACE_TOKENS, where)
        check_choice("validation: best_fill", self.validation.best_fill, ACCURACIES, where)
        check_minimum("sampling: stride", self.sampling.stride, 1, where)
        check_label_smoothing(self.loss.label_smoothing, where)
        MODELS[self.model].check(self.sizes, where=f"{where}: sizes")
        self._check_labels(where)
        self._check_language_model(where)
        check_best_metric("best_captions", self.validation.best_captions, self.validation.metrics, where)

    @property
    def _objectives(self) -> list[str]:
        return ["point"] if self.model == "pointer" else _OF_CAPTIONERS

    def _check_language_model(self, where: str) -> None:
        if not self.inputs.language_model:
            return
        if self.model not in PRETRAINED:
            raise RecipeError(
                f"{where}: {self.model} begins as no language model; leave out inputs.language_model, or train "
                f"{' or '.join(PRETRAINED)}"
            )
        if self.inputs.word_pieces:
            raise RecipeError(
                f"{where}: inputs.word_pieces and inputs.language_model both give the vocabulary; name one"
            )
        if given := [name for name in self.sizes if name in following_sizes(self.model)]:
            raise RecipeError(
                f"{where}: sizes has {given[0]!r}, which follows from inputs.language_model; leave it out"
            )

    def _check_labels(self, where: str) -> None:
        if MODELS[self.model].reads_labels:
            self.labels.check(where)
        elif self.labels != LabelConfig():
            readers = ", ".join(name for name, kind in MODELS.items() if kind.reads_labels)
            raise RecipeError(
                f"{where}: {self.model} reads no labels; leave out the section [labels], or train {readers}"
            )
