"""A training run on stills: what a recipe and a corpus of stills make together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

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
from cinescribe.schema import Still
from cinescribe.store import digest
from cinescribe.train.experiments.evaluate import evaluate_stills
from cinescribe.train.experiments.warm_start import start_digest, started
from cinescribe.train.loop import Lessons
from cinescribe.train.objectives.image_batch import StillBatch
from cinescribe.train.objectives.image_objectives import STILL_OBJECTIVES, Taught
from cinescribe.train.recipes.image_recipe import StillRecipe

_TASK = "captions"  # stills have no other


@dataclass(frozen=True)
class StillRoom:
    """What a recipe and a corpus make together.

    Args:
        recipe: what is followed.
        corpus: its stills.
        learnt: the stills that are learnt from, all with captions.
        judged: those that models are judged by, likewise.
        reader: of both.
        store: of their regions.
        tokens: the vocabulary.
    """

    recipe: StillRecipe
    corpus: StillCorpus
    learnt: tuple[Still, ...]
    judged: tuple[Still, ...]
    reader: RegionReader
    store: RegionStore
    tokens: Vocabulary

    def model(self) -> nn.Module:
        """The recipe's model with its first weights, drawn by lot or those of the checkpoint it starts from."""
        kind, batch = MODELS[self.recipe.model], self.reader.batch([self.learnt[0].replace(captions=())])
        data = picture_sizes(batch, self.tokens, n_tokens=self.recipe.pictures.n_tokens)
        sizes = kind.sizes_for(self.recipe.sizes, data)
        model: nn.Module = started(kind.build(sizes), self.recipe.start, tokens=self.tokens)
        return model

    def lessons(self, folder: Path) -> Lessons[Still]:
        """What the run learns; its best weights go into a folder."""
        taught = Taught(self.tokens, self.learnt, self.recipe.pictures.n_tokens)
        number = {still.id: n for n, still in enumerate(self.learnt)}

        def batch(stills: Sequence[Still], seed: int) -> StillBatch:
            return StillBatch(self.reader.batch(stills), torch.tensor([number[still.id] for still in stills]))

        return Lessons(
            groups=STILL_OBJECTIVES[self.recipe.weights.objective](self.recipe.weights, taught),
            epoch=self.epoch,
            batch=batch,
            judge=partial(self.scores, metrics=(self.recipe.judging.best,)),
            keep=partial(self.keep, folder),
            best={_TASK: f"{_TASK}/{self.recipe.judging.best}"},
        )

    def epoch(self, number: int) -> list[Still]:
        """All stills that are learnt from, shuffled, each with one of its captions.

        Captions are drawn by lot and not put back: in as many epochs as a still has captions, each is told once. Those
        of more tokens than are kept are passed over, and stills that have no others left out.
        """
        told = [told for still in self.learnt if (told := self._told(still, number)) is not None]
        Random(f"{self.recipe.seed} {number}").shuffle(told)
        return told

    def _told(self, still: Still, epoch: int) -> Still | None:
        turn, at = divmod(epoch, len(still.captions))
        captions = list(still.captions)
        Random(f"{self.recipe.seed} {turn} {still.id}").shuffle(captions)
        tellings = (still.replace(captions=(caption,)) for caption in captions[at:] + captions[:at])
        return next((told for told in tellings if self.reader.fits(told)), None)

    def scores(self, model: nn.Module, *, metrics: Sequence[str]) -> dict[str, float]:
        """Scores of a model's captions of the whole split that it is judged by."""
        found = evaluate_stills(model, self.reader, self.judged, metrics=metrics)
        return {f"{_TASK}/{name}": score.value for name, score in found.items()}

    def keep(self, folder: Path, task: str, model: nn.Module, scores: Mapping[str, float]) -> None:
        """Write the best weights."""
        card = CheckpointCard(
            model=self.recipe.model,
            pictures=self.recipe.pictures,
            features=self.recipe.inputs.features,
            extractors={"regions": _makers(self.store)},
            recipe=self.recipe.to_dict(),
            scores=dict(scores),
            data=_digests(self.corpus, self.recipe),
            seed=self.recipe.seed,
        )
        write_checkpoint(folder / task, model, tokens=self.tokens, card=card, half=self.recipe.half)

    def final_scores(self, folder: Path) -> dict[str, float]:
        """All scores of the best weights, which their card is told too."""
        model = read_checkpoint(folder / _TASK).model
        found = self.scores(model, metrics=self.recipe.judging.metrics)
        self.keep(folder, _TASK, model, found)
        return found


def still_room(recipe: StillRecipe, corpus: StillCorpus) -> StillRoom:
    """The room of a run on stills.

    Raises:
        CorpusError: when the corpus lacks a split.
        TrainError: when a split has no caption, or the recipe rewards captions and starts from no model that writes.
        LanguageError: when no word is used often enough.
    """
    if recipe.weights.objective == "scst" and not recipe.start:
        raise TrainError(
            f"{recipe.name!r} learns by rewards of its own captions, and starts from no model that writes any; "
            "train one by cross-entropy first, and name its checkpoint: --set start=RUN/captions"
        )
    learnt, judged = _captioned(corpus, recipe.drawing.split), _captioned(corpus, recipe.judging.split)
    tokens = Vocabulary.of_texts(
        (caption for still in learnt for caption in still.captions), fewest=recipe.inputs.fewest, n_people=1
    )
    store = RegionStore(corpus.features(recipe.inputs.features))
    sizes = recipe.pictures
    reader = RegionReader(store.picture, tokens, n_regions=sizes.n_regions, n_tokens=sizes.n_tokens)
    return StillRoom(recipe, corpus, learnt, judged, reader, store, tokens)


def _captioned(corpus: StillCorpus, split: str) -> tuple[Still, ...]:
    found = tuple(still for still in corpus.stills_of(split) if still.captions)
    if not found:
        raise TrainError(f"no still of {split!r} has a caption; name a split with captions")
    return found


def _makers(store: RegionStore) -> str:
    """What the regions were made by."""
    return ", ".join(sorted({f"{shard.made.extractor} {shard.made.version}" for shard in store.shards}))


def _digests(corpus: StillCorpus, recipe: StillRecipe) -> dict[str, Any]:
    paths = (corpus.folder / STILLS, corpus.features(recipe.inputs.features) / MANIFEST)
    return {path.relative_to(corpus.folder).as_posix(): digest(path) for path in paths} | start_digest(recipe.start)
