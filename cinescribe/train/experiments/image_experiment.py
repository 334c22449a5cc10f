"""Training experiments on images."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random

import torch
from torch import nn

from cinescribe.corpus.core.corpus import STILLS
from cinescribe.corpus.core.stills import StillCorpus
from cinescribe.errors import TrainError
from cinescribe.features.regions.region_reader import RegionReader
from cinescribe.features.regions.region_store import MANIFEST, RegionStore
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.checkpoint import CheckpointCard, read_checkpoint, write_checkpoint
from cinescribe.models.model_table import MODELS, picture_sizes
from cinescribe.still_schema import Still
from cinescribe.train.data.data_digests import data_digests
from cinescribe.train.experiments.evaluate import evaluate_stills
from cinescribe.train.experiments.warm_start import load_initial_weights
from cinescribe.train.objectives.image_batch import ImageBatch
from cinescribe.train.objectives.image_objectives import IMAGE_OBJECTIVES, ObjectiveData
from cinescribe.train.objectives.losses import JointObjective
from cinescribe.train.recipes.image_recipe import ImageRecipe

_TASK = "captions"  # the only one of images


@dataclass(frozen=True)
class ImageExperiment:
    """A `fit.Experiment` on images.

    Args:
        recipe: the settings of the run.
        corpus: the images.
        training: the training images, all with captions.
        validation: the validation images, all with captions.
        reader: reads images as batches.
        store: the features of their regions.
        tokens: the vocabulary.
    """

    recipe: ImageRecipe
    corpus: StillCorpus
    training: tuple[Still, ...]
    validation: tuple[Still, ...]
    reader: RegionReader
    store: RegionStore
    tokens: Vocabulary

    @cached_property
    def objectives(self) -> tuple[JointObjective, ...]:
        """The objectives of the recipe, one tuple per optimizer step on a batch."""
        data = ObjectiveData(self.tokens, self.training, self.recipe.pictures.n_tokens)
        return IMAGE_OBJECTIVES[self.recipe.loss.objective](self.recipe.loss, data)

    @property
    def best_score(self) -> dict[str, str]:
        """By task, the score that selects its best checkpoint."""
        return {_TASK: f"{_TASK}/{self.recipe.validation.best}"}

    def model(self) -> nn.Module:
        """Return the model with random weights, or with those of the recipe's `init_checkpoint`."""
        kind, batch = MODELS[self.recipe.model], self.reader.batch([self.training[0].replace(captions=())])
        data = picture_sizes(batch, self.tokens, n_tokens=self.recipe.pictures.n_tokens)
        sizes = kind.sizes_for(self.recipe.sizes, data)
        model: nn.Module = load_initial_weights(kind.build(sizes), self.recipe.init_checkpoint, tokens=self.tokens)
        return model

    def epoch(self, number: int) -> list[Still]:
        """Return all training images, shuffled, each with one of its captions.

        Captions are sampled without replacement: each is used once in as many epochs as an image has captions. Captions
        of too many tokens are skipped; an image that has no others is left out.
        """
        stills = [still for each in self.training if (still := self._with_one_caption(each, number)) is not None]
        Random(f"{self.recipe.seed} {number}").shuffle(stills)
        return stills

    def _with_one_caption(self, still: Still, epoch: int) -> Still | None:
        cycle, at = divmod(epoch, len(still.captions))
        captions = list(still.captions)
        Random(f"{self.recipe.seed} {cycle} {still.id}").shuffle(captions)
        candidates = (still.replace(captions=(caption,)) for caption in captions[at:] + captions[:at])
        return next((candidate for candidate in candidates if self.reader.fits(candidate)), None)

    def batch(self, stills: Sequence[Still], seed: int) -> ImageBatch:
        """Return images as a training batch; nothing in it is random."""
        indices = torch.tensor([self._index[still.id] for still in stills])
        return ImageBatch(self.reader.batch(stills), indices)

    @cached_property
    def _index(self) -> dict[str, int]:
        return {still.id: n for n, still in enumerate(self.training)}

    def validate(self, model: nn.Module) -> dict[str, float]:
        """Return the score that selects checkpoints."""
        return self.scores(model, metrics=(self.recipe.validation.best,))

    def scores(self, model: nn.Module, *, metrics: Sequence[str]) -> dict[str, float]:
        """Return the scores of a model's captions on the validation split."""
        scores = evaluate_stills(model, self.reader, self.validation, metrics=metrics)
        return {f"{_TASK}/{name}": score.value for name, score in scores.items()}

    def save_best(self, folder: Path, task: str, model: nn.Module, scores: Mapping[str, float]) -> None:
        """Write the checkpoint of a task into the folder of a run."""
        card = CheckpointCard(
            model=self.recipe.model,
            pictures=self.recipe.pictures,
            features=self.recipe.inputs.features,
            extractors={"regions": _extractors(self.store)},
            recipe=self.recipe.to_dict(),
            scores=dict(scores),
            data=data_digests(
                self.corpus.folder,
                (STILLS, self.corpus.features(self.recipe.inputs.features) / MANIFEST),
                init_checkpoint=self.recipe.init_checkpoint,
            ),
            seed=self.recipe.seed,
        )
        write_checkpoint(folder / task, model, tokens=self.tokens, card=card, fp16=self.recipe.fp16)

    def final_scores(self, folder: Path) -> dict[str, float]:
        """Return all scores of the best checkpoint, and add them to its card."""
        model = read_checkpoint(folder / _TASK).model
        scores = self.scores(model, metrics=self.recipe.validation.metrics)
        self.save_best(folder, _TASK, model, scores)
        return scores


def build_image_experiment(recipe: ImageRecipe, corpus: StillCorpus) -> ImageExperiment:
    """Return the experiment of a recipe on a corpus of images.

    Raises:
        CorpusError: when the corpus lacks a split.
        TrainError: when a split has no caption, or self-critical training has no `init_checkpoint`.
        LanguageError: when no word is frequent enough for the vocabulary.
    """
    if recipe.loss.objective == "scst" and not recipe.init_checkpoint:
        raise TrainError(
            f"{recipe.name!r} has the objective scst, which starts from a trained captioner; train one with the "
            "objective xe first, and name its checkpoint in the recipe: init_checkpoint=RUN/captions"
        )
    training, validation = _captioned(corpus, recipe.sampling.split), _captioned(corpus, recipe.validation.split)
    tokens = Vocabulary.from_texts(
        (caption for still in training for caption in still.captions), min_count=recipe.inputs.min_count, n_people=1
    )
    store = RegionStore(corpus.features(recipe.inputs.features))
    sizes = recipe.pictures
    reader = RegionReader(store.picture, tokens, n_regions=sizes.n_regions, n_tokens=sizes.n_tokens)
    return ImageExperiment(recipe, corpus, training, validation, reader, store, tokens)


def _captioned(corpus: StillCorpus, split: str) -> tuple[Still, ...]:
    stills = tuple(still for still in corpus.stills_of(split) if still.captions)
    if not stills:
        raise TrainError(f"no still of {split!r} has a caption; name a split with captions")
    return stills


def _extractors(store: RegionStore) -> str:
    """The names and versions of the extractors of the regions."""
    return ", ".join(sorted({f"{shard.made.extractor} {shard.made.version}" for shard in store.shards}))
