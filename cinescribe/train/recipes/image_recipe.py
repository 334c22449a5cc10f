"""What a training run on stills follows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cinescribe.features.regions.region_batch import RegionSizes
from cinescribe.models.fields import plain
from cinescribe.train.objectives.image_objectives import StillWeights
from cinescribe.train.recipes.optim import Moves
from cinescribe.train.recipes.schedule_config import Course


@dataclass(frozen=True)
class StillInputs:
    """The recipe's lines on what a model is given.

    Args:
        features: the kind of features of the corpus: `regions`, `grid` or another folder of them.
        fewest: occurrences in the training captions that make a word one of the vocabulary.
    """

    features: str = "regions"
    fewest: int = 1


@dataclass(frozen=True)
class StillDrawing:
    """The recipe's lines on what is learnt from: `split`, of the corpus."""

    split: str = "train"


@dataclass(frozen=True)
class StillJudging:
    """The recipe's lines on how a model is judged while it learns, by the captions of a beam of five.

    Args:
        split: of the corpus.
        n_epochs: epochs from one judgement to the next.
        patience: judgements without a better score after which the run stops; 0 never stops it.
        best: the metric by which the checkpoint is kept.
        metrics: at the end.
    """

    split: str = "val"
    n_epochs: int = 1
    patience: int = 0
    best: str = "CIDEr-D"
    metrics: tuple[str, ...] = ("BLEU-1", "BLEU-4", "METEOR", "ROUGE-L", "CIDEr-D", "SPICE", "NW", "Coverage")


@dataclass(frozen=True)
class StillRecipe:
    """A training run on stills.

    Args:
        name: of the published row it is for.
        model: a name of `MODELS` that reads pictures.
        seed: of first weights, order of stills, which caption is told, and dropout.
        start: the folder of a checkpoint whose weights it begins with; empty for weights drawn by lot.
        half: whether weights are kept in half the bytes, as for shipping.
        sizes: of the model, by name; what follows from the data is put in when that is known.
        pictures: how much of a picture and of its caption is kept.
        inputs, drawing, weights, moves, course, judging: see there.
    """

    name: str
    model: str
    seed: int = 1
    start: str = ""
    half: bool = False
    sizes: dict[str, Any] = field(default_factory=dict)
    pictures: RegionSizes = field(default_factory=RegionSizes)
    inputs: StillInputs = field(default_factory=StillInputs)
    drawing: StillDrawing = field(default_factory=StillDrawing)
    weights: StillWeights = field(default_factory=StillWeights)
    moves: Moves = field(default_factory=Moves)
    course: Course = field(default_factory=Course)
    judging: StillJudging = field(default_factory=StillJudging)

    def to_dict(self) -> dict[str, Any]:
        """The recipe as JSON or TOML values; `recipe.recipe_of` gives it back."""
        values: dict[str, Any] = plain(self)
        return values
