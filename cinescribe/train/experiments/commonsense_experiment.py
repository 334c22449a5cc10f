"""Training experiments on what clips imply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from torch import nn

from cinescribe.corpus.core.corpus import CLIPS, FILMS
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, Commonsense
from cinescribe.errors import CorpusError
from cinescribe.features.clip_sets.commonsense_batch import CommonsenseBatch
from cinescribe.features.store.film_store import MANIFEST, FeatureStore
from cinescribe.generate.commonsense.commonsense_reader import CommonsenseItem, CommonsenseReader, window_of
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.checkpoint import CheckpointCard, read_checkpoint, write_checkpoint
from cinescribe.models.model_table import MODELS, data_sizes
from cinescribe.schema import Clip
from cinescribe.train.data.data_digests import data_digests
from cinescribe.train.experiments.evaluate_commonsense import complete, fit_confidence, score_commonsense
from cinescribe.train.experiments.warm_start import load_initial_weights
from cinescribe.train.objectives.commonsense_objective import CommonsenseObjective
from cinescribe.train.objectives.losses import JointObjective
from cinescribe.train.recipes.commonsense_recipe import CommonsenseRecipe

TASK = "commonsense"


@dataclass(frozen=True)
class CommonsenseExperiment:
    """A `fit.Experiment` on what clips imply.

    Args:
        recipe: the settings of the run.
        corpus: the films and clips.
        training, validation: captions with their phrases, and the clip of each.
        tokens: the vocabulary of captions and phrases.
        reader: reads items as batches.
        store: the features.
    """

    recipe: CommonsenseRecipe
    corpus: AnnotatedCorpus
    training: tuple[tuple[Clip, Commonsense], ...]
    validation: tuple[tuple[Clip, Commonsense], ...]
    tokens: Vocabulary
    reader: CommonsenseReader
    store: FeatureStore

    @cached_property
    def objectives(self) -> tuple[JointObjective, ...]:
        """One objective: captions and phrases together."""
        objective = CommonsenseObjective(
            self.tokens,
            writes_captions=MODELS[self.recipe.model].writes_captions,
            label_smoothing=self.recipe.loss.label_smoothing,
        )
        return ((objective,),)

    @property
    def best_score(self) -> dict[str, str]:
        """By task, the score that selects its best checkpoint."""
        return {TASK: f"{TASK}/{self.recipe.validation.best}"}

    def model(self) -> nn.Module:
        """Return the model with random weights, or with those of the recipe's `init_checkpoint`."""
        kind = MODELS[self.recipe.model]
        clip, record = self.validation[0]
        batch = self.reader.batch([CommonsenseItem(clip, record.caption)])
        built = kind.build(kind.sizes_for(self.recipe.sizes, data_sizes(batch.video, self.tokens, self.recipe.sets)))
        model: nn.Module = load_initial_weights(built, self.recipe.init_checkpoint, tokens=self.tokens)
        return model

    def epoch(self, number: int) -> list[CommonsenseItem]:
        """Return all training captions, shuffled, each with one of its phrases of each aspect.

        Texts of too many tokens are left out.
        """
        random = Random(f"{self.recipe.seed} {number}")
        items = [CommonsenseItem(clip, record.caption, _one_of_each(record, random)) for clip, record in self.training]
        items = [item for item in items if item.phrases and self.reader.fits(item)]
        random.shuffle(items)
        return items

    def batch(self, items: Sequence[CommonsenseItem], seed: int) -> CommonsenseBatch:
        """Return items as a training batch; nothing in it is random."""
        return self.reader.batch(items)

    def validate(self, model: nn.Module) -> dict[str, float]:
        """Return the score that selects checkpoints."""
        return self.scores(model, metrics=(self.recipe.validation.best,))

    def scores(self, model: nn.Module, *, metrics: Sequence[str]) -> dict[str, float]:
        """Return the scores of completions on the validation split."""
        written = complete(model, self.reader, self.validation)
        scores = score_commonsense(written, [record for _, record in self.validation], metrics=metrics)
        return {f"{TASK}/{name}": value for name, value in scores.items()}

    def save_best(self, folder: Path, task: str, model: nn.Module, scores: Mapping[str, float]) -> None:
        """Write the checkpoint of a task into the folder of a run."""
        self._write(folder / task, model, scores, confidence={})

    def _write(
        self, folder: Path, model: nn.Module, scores: Mapping[str, float], *, confidence: dict[str, Any]
    ) -> None:
        card = CheckpointCard(
            model=self.recipe.model,
            sets=self.recipe.sets,
            features=self.recipe.inputs.features,
            extractors=self.store.extractors(),
            recipe=self.recipe.to_dict(),
            scores=dict(scores),
            data=data_digests(
                self.corpus.corpus.folder,
                (FILMS, CLIPS, self.recipe.sampling.annotations, f"{self.recipe.inputs.features}/{MANIFEST}"),
                init_checkpoint=self.recipe.init_checkpoint,
            ),
            seed=self.recipe.seed,
            drawn_films_only=self.corpus.corpus.card.is_drawn,
            confidence=confidence,
            window=self.recipe.sampling.window,
        )
        write_checkpoint(folder, model, tokens=self.tokens, card=card, fp16=self.recipe.fp16)

    def final_scores(self, folder: Path) -> dict[str, float]:
        """Return all scores of the best checkpoint; its card gets them, and how sure the model may be."""
        model = read_checkpoint(folder / TASK).model
        scores = self.scores(model, metrics=self.recipe.validation.metrics)
        self._write(folder / TASK, model, scores, confidence=fit_confidence(model, self.reader, self.validation))
        return scores


def build_commonsense_experiment(recipe: CommonsenseRecipe, annotated: AnnotatedCorpus) -> CommonsenseExperiment:
    """Return the experiment of a recipe on a corpus with commonsense.

    Raises:
        CorpusError: when the corpus lacks a split, or a split has no phrases.
        FeatureError: when the recipe reads sets of several clips.
        LanguageError: when no word is frequent enough for the vocabulary.
    """
    corpus, wanted = annotated.corpus, recipe.sampling
    records = annotated.commonsense_in(wanted.annotations)
    training, validation = (
        _annotated_clips(corpus.clips_by_film(split), records, split, wanted.annotations)
        for split in (wanted.split, recipe.validation.split)
    )
    texts = _texts(annotated, {clip.id for film in corpus.clips_by_film(wanted.split).values() for clip in film})
    tokens = Vocabulary.from_texts(texts, min_count=recipe.inputs.min_count, n_people=recipe.inputs.n_people)
    store = FeatureStore(corpus.folder / recipe.inputs.features)
    window = window_of(wanted.window)
    reader = CommonsenseReader(store.features_without_faces, tokens, sizes=recipe.sets, window=window)
    return CommonsenseExperiment(recipe, annotated, training, validation, tokens, reader, store)


def _annotated_clips(
    films: Mapping[str, Sequence[Clip]], records: Iterable[Commonsense], split: str, annotations: str
) -> tuple[tuple[Clip, Commonsense], ...]:
    clips = {clip.id: clip for film in films.values() for clip in film}
    found = tuple((clips[record.clip], record) for record in records if record.clip in clips)
    if not found:
        raise CorpusError(
            f"no clip of {split!r} has a line in {annotations}; build the corpus with commonsense, or name another "
            "split"
        )
    return found


def _texts(annotated: AnnotatedCorpus, clips: set[str]) -> list[str]:
    """Return the captions and phrases of the training clips, of both files: fine-tuning needs no new words."""
    records = [record for record in (*annotated.commonsense, *annotated.clean) if record.clip in clips]
    return [text for record in records for text in (record.caption, *sum(record.phrases.values(), ()))]


def _one_of_each(record: Commonsense, random: Random) -> dict[str, str]:
    return {aspect: random.choice(phrases) for aspect, phrases in record.phrases.items() if phrases}
