"""Recipes of training runs on clip sets."""

from __future__ import annotations

from dataclasses import dataclass, field

from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.language.tokens.vocabulary import N_PEOPLE
from cinescribe.metrics.identity.fitb import ACCURACIES
from cinescribe.models.model_table import FACE_TOKENS
from cinescribe.train.data.sampling import SamplingConfig
from cinescribe.train.objectives.clip_objectives import OBJECTIVES, LossConfig
from cinescribe.train.recipes.base_recipe import BaseRecipe
from cinescribe.train.recipes.label_config import LabelConfig

_OF_CAPTIONERS = [name for name in OBJECTIVES if name != "point"]


@dataclass(frozen=True)
class InputConfig:
    """The `[inputs]` section: what the model reads.

    Args:
        features: the corpus's folder of features.
        text_encoder: the encoder of blanks: `all-MiniLM-L6-v2`, a hub id, or a folder; empty for none.
        face_tokens: a name of `FACE_TOKENS`.
        word_pieces: a hub id or folder of the model whose word pieces are the vocabulary, such as `bert-base-uncased`;
            empty for whole words of the training captions.
        min_count: occurrences in the training captions that a whole word needs to enter the vocabulary.
        n_people: person tokens, |P|.
        someone: whether each person in captions and references is `someone`, as in *Movie Description*; the model then
            writes no person ids.
    """

    features: str = "features"
    text_encoder: str = ""
    face_tokens: str = "detections"
    word_pieces: str = ""
    min_count: int = 1
    n_people: int = N_PEOPLE
    someone: bool = False


@dataclass(frozen=True)
class ValidationConfig:
    """The `[validation]` section: when and by what a model is evaluated during training.

    Args:
        split: the split of the corpus.
        every_n_epochs: epochs between two validations.
        patience: validations without a better score after which training stops; 0 disables early stopping.
        best_fill: the fill-in accuracy that selects the best `fill` checkpoint: instance, same, different or class.
        best_captions: the caption metric that selects the best `captions` checkpoint.
        metrics: caption metrics of the final scores.
    """

    split: str = "val"
    every_n_epochs: int = 1
    patience: int = 0
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

    def choices(self) -> list[tuple[str, str, list[str]]]:
        """Return the names that only these recipes have: key, value and allowed values."""
        return [
            ("loss: objective", self.loss.objective, ["point"] if self.model == "pointer" else _OF_CAPTIONERS),
            ("inputs: face_tokens", self.inputs.face_tokens, list(FACE_TOKENS)),
            ("validation: best_fill", self.validation.best_fill, list(ACCURACIES)),
        ]

    def minimums(self) -> list[tuple[str, int, int]]:
        """Return the numbers that only these recipes have: key, value and smallest allowed value."""
        return [("sampling: stride", self.sampling.stride, 1)]

    def best_metric(self) -> tuple[str, str]:
        """Return the key and the value of the caption metric that selects the best checkpoint."""
        return "best_captions", self.validation.best_captions
