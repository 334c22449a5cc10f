"""Training experiments on clip sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import torch
from torch import nn

from cinescribe.corpus.core.blanks import clip_with_someone
from cinescribe.corpus.core.corpus import CLIPS, FILMS, Corpus, captioned_clips
from cinescribe.errors import CorpusError
from cinescribe.features.clip_sets.blank_embedding_cache import CachedBlanks, blank_cache
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.store.film_store import MANIFEST, FeatureStore
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.tokens.subwords import Subwords, read_subwords
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.language.tokens.word_pieces import WordPieces, read_word_pieces
from cinescribe.language.vectors.encoders import encoder_folder
from cinescribe.language.vectors.hub_files import model_folder, to_stderr, weights_digest
from cinescribe.models.checkpoint import CheckpointCard, read_checkpoint, write_checkpoint
from cinescribe.models.model_table import FACE_TOKENS, MODELS, data_sizes
from cinescribe.models.pretrained_lm import load_language_model, pretrained_sizes
from cinescribe.models.sequence.visual_labels import VisualLabels
from cinescribe.schema import ClipSet
from cinescribe.train.data.data_digests import data_digests
from cinescribe.train.data.face_truth import FaceTruths
from cinescribe.train.data.feature_dropout import drop_features
from cinescribe.train.data.sampling import evaluation_sets, training_sets
from cinescribe.train.experiments.evaluate import evaluate_captions, evaluate_filling
from cinescribe.train.experiments.warm_start import load_initial_weights
from cinescribe.train.fitted.visual_labels import VisualLabelClassifiers, fit_visual_labels
from cinescribe.train.objectives.clip_objectives import build_clip_objectives
from cinescribe.train.objectives.losses import JointObjective
from cinescribe.train.recipes.clip_recipe import ClipRecipe

MIN_VALIDATION_SETS = 2  # for CIDEr
_TASKS = {"caption": "captions", "fill": "fill"}  # by objective


@dataclass(frozen=True)
class ClipExperiment:
    """A `fit.Experiment` on clip sets.

    Args:
        recipe: the settings of the run.
        corpus: the films and clips.
        tokens: the vocabulary.
        reader: reads clip sets as batches.
        store: the features.
        blanks: the text encoder of blanks; None where the model has none.
        language_folder: the language model as which the model begins; None for random weights.
        labels: the classifiers of labels, for a model that reads their scores.
        truths: who the faces are, for a model that points, where the films of the corpus come with truth.
    """

    recipe: ClipRecipe
    corpus: Corpus
    tokens: Vocabulary | WordPieces | Subwords
    reader: SetReader
    store: FeatureStore
    blanks: CachedBlanks | None
    language_folder: Path | None = None
    labels: VisualLabelClassifiers | None = None
    truths: FaceTruths | None = None

    @cached_property
    def objectives(self) -> tuple[JointObjective, ...]:
        """The objectives of the recipe, one tuple per optimizer step on a batch."""
        return build_clip_objectives(self.tokens, self.recipe.loss)

    @property
    def best_score(self) -> dict[str, str]:
        """By task, the score that selects its best checkpoint; captions first."""
        validation = self.recipe.validation
        names = {"captions": f"captions/{validation.best_captions}", "fill": f"fill/{validation.best_fill}"}
        tasks = {_TASKS[objective.name] for step in self.objectives for objective in step}
        return {task: name for task, name in names.items() if task in tasks}

    @cached_property
    def _language_digest(self) -> dict[str, str]:
        return {} if self.language_folder is None else {"language_model": weights_digest(self.language_folder)}

    def model(self) -> nn.Module:
        """Return the model with random weights, those of its language model, or those of the `init_checkpoint`."""
        kind, batch = MODELS[self.recipe.model], self.reader.batch(self.validation_sets()[:1])
        n_labels = self.labels.n_labels if self.labels else 0
        data = data_sizes(batch, self.tokens, self.recipe.sets, n_labels=n_labels)
        name, folder, given = self.recipe.inputs.language_model, self.language_folder, self.recipe.sizes
        if folder is not None:
            given = {**given, **pretrained_sizes(self.recipe.model, folder, name=name)}
        built: Any = kind.build(kind.sizes_for(given, data))
        if folder is not None and isinstance(self.tokens, Subwords):
            load_language_model(built, folder, name=name, tokens=self.tokens)
        model: nn.Module = load_initial_weights(built, self.recipe.init_checkpoint, tokens=self.tokens)
        if self.labels is not None and isinstance(model, VisualLabels):
            found = self.labels.classifiers
            model.set_classifiers(torch.from_numpy(found.weights), torch.from_numpy(found.bias))
        return model

    def epoch(self, number: int) -> Sequence[ClipSet]:
        """Return the training sets of an epoch, without those of more tokens than the model reads."""
        sampling, recipe = self.recipe.sampling, self.recipe
        films = self.corpus.clips_by_film(sampling.split)
        sets = training_sets(films, sampling, n_clips=recipe.sets.n_clips, seed=recipe.seed, epoch=number)
        return [clip_set for clip_set in sets if self.reader.fits(clip_set)]

    def batch(self, sets: Sequence[ClipSet], seed: int) -> SetBatch:
        """Return sets as a training batch with feature dropout."""
        sampling, batch = self.recipe.sampling, self.reader.batch(sets)
        if self.truths is not None:
            batch = self.truths.with_truth(batch, sets)
        return drop_features(batch, frames=sampling.frame_dropout, faces=sampling.face_dropout, seed=seed)

    def validation_sets(self) -> list[ClipSet]:
        """Return the sets of the validation split."""
        films = self.corpus.clips_by_film(self.recipe.validation.split)
        return evaluation_sets(films, n_clips=self.recipe.sets.n_clips)

    def validate(self, model: nn.Module) -> dict[str, float]:
        """Return the scores that select checkpoints; also write the cache of blank vectors."""
        if self.blanks is not None:
            self.blanks.save()
        return self.scores(model, tasks=tuple(self.best_score), metrics=(self.recipe.validation.best_captions,))

    def scores(self, model: nn.Module, *, tasks: Sequence[str], metrics: Sequence[str]) -> dict[str, float]:
        """Return the scores of some tasks on the validation split."""
        sets, scores = self.validation_sets(), dict[str, float]()
        if "fill" in tasks:
            filling = evaluate_filling(model, self.reader, sets)
            scores |= {f"fill/{name}": value for name, value in filling.to_dict().items()}
        if "captions" in tasks:
            someone = self.recipe.inputs.someone
            captions = evaluate_captions(model, self.reader, sets, metrics=metrics, someone=someone)
            scores |= {f"captions/{name}": score.value for name, score in captions.items()}
        return scores

    def save_best(self, folder: Path, task: str, model: nn.Module, scores: Mapping[str, float]) -> None:
        """Write the checkpoint of a task into the folder of a run."""
        card = CheckpointCard(
            model=self.recipe.model,
            sets=self.recipe.sets,
            features=self.recipe.inputs.features,
            text=self.recipe.inputs.text_encoder,
            face_tokens=self.recipe.inputs.face_tokens,
            someone=self.recipe.inputs.someone,
            extractors=self.store.extractors(),
            recipe=self.recipe.to_dict(),
            scores=dict(scores),
            data=data_digests(
                self.corpus.folder,
                (FILMS, CLIPS, f"{self.recipe.inputs.features}/{MANIFEST}"),
                init_checkpoint=self.recipe.init_checkpoint,
            )
            | self._language_digest,
            seed=self.recipe.seed,
            drawn_films_only=self.corpus.card.is_drawn,
        )
        if self.labels is not None:
            self.labels.write(folder / task)
        write_checkpoint(folder / task, model, tokens=self.tokens, card=card, fp16=self.recipe.fp16)

    def final_scores(self, folder: Path) -> dict[str, float]:
        """Return all scores of the best checkpoint of each task, and add them to its card."""
        final: dict[str, float] = {}
        for task in self.best_score:
            model = read_checkpoint(folder / task).model
            final |= (scores := self.scores(model, tasks=(task,), metrics=self.recipe.validation.metrics))
            self.save_best(folder, task, model, scores)
        return final


def build_clip_experiment(recipe: ClipRecipe, corpus: Corpus, *, fetch: bool) -> ClipExperiment:
    """Return the experiment of a recipe on a corpus of films.

    Args:
        recipe: the settings of the run.
        corpus: the films and clips.
        fetch: whether the text encoder or language model that the recipe names may be downloaded from the hub.

    Raises:
        CorpusError, RecordError, FeatureError: when corpus or features do not fit the recipe.
        ModelError: when the text encoder or the language model is missing.
        LanguageError: when the language model has no tokenizer.
        TrainError: when the labels that the recipe asks for cannot be classified.
    """
    if recipe.inputs.someone:
        corpus = replace(corpus, clips=tuple(map(clip_with_someone, corpus.clips)))
    name = recipe.inputs.language_model
    language = model_folder(name, fetch=fetch, announce=to_stderr) if name else None
    tokens = _vocabulary(recipe, corpus, language, fetch=fetch)
    features = corpus.folder / recipe.inputs.features
    blanks = blank_cache(recipe.inputs.text_encoder, features, fetch=fetch) if recipe.inputs.text_encoder else None
    store = FeatureStore(features)
    faces = FACE_TOKENS[recipe.inputs.face_tokens]
    films = store.features if recipe.sets.n_faces else store.features_without_faces
    reader = SetReader(films, tokens, sizes=recipe.sets, blank_text=blanks, face_tokens=faces)
    truths = _truths(recipe, corpus, store) if recipe.loss.objective == "point" else None
    experiment = ClipExperiment(recipe, corpus, tokens, reader, store, blanks, language, truths=truths)
    _check_validation_sets(experiment)
    return (
        replace(experiment, labels=_labels(recipe, corpus, reader)) if MODELS[recipe.model].reads_labels else experiment
    )


def _truths(recipe: ClipRecipe, corpus: Corpus, store: FeatureStore) -> FaceTruths | None:
    """Return the truth about the faces of the training films, or say that there is none."""
    truths = FaceTruths(corpus, store.features)
    if truths.known([film.id for film in corpus.films_of(recipe.sampling.split)]):
        return truths
    to_stderr(
        f"films of the split {recipe.sampling.split!r} come without truth about their faces: training goes without the "
        "loss of parts in the action, and sums over all people that a face group may be"
    )
    return None


def _labels(recipe: ClipRecipe, corpus: Corpus, reader: SetReader) -> VisualLabelClassifiers:
    training, validation = (captioned_clips(corpus, config.split) for config in (recipe.sampling, recipe.validation))
    return fit_visual_labels(recipe.labels, training, validation, reader=reader, parser=shipped_parser())


def _check_validation_sets(experiment: ClipExperiment) -> None:
    """Raise if CIDEr cannot be computed: on a single set, its document frequencies have no meaning."""
    split, n_sets = experiment.recipe.validation.split, len(experiment.validation_sets())
    if "captions" in experiment.best_score and n_sets < MIN_VALIDATION_SETS:
        raise CorpusError(
            f"the split {split!r} has {n_sets} set of {experiment.recipe.sets.n_clips} clips, but CIDEr of captions "
            f"needs {MIN_VALIDATION_SETS} or more; assign more films to this split"
        )


def _vocabulary(
    recipe: ClipRecipe, corpus: Corpus, language: Path | None, *, fetch: bool
) -> Vocabulary | WordPieces | Subwords:
    inputs = recipe.inputs
    if language is not None:
        return read_subwords(language, n_people=inputs.n_people)
    if inputs.word_pieces:
        folder = Path(inputs.word_pieces)
        if not (folder / "vocab.txt").is_file():  # a released tokenizer has no model beside it
            folder = encoder_folder(inputs.word_pieces, fetch=fetch, announce=to_stderr)
        return read_word_pieces(folder / "vocab.txt", n_people=inputs.n_people)
    clips = [clip for film in corpus.clips_by_film(recipe.sampling.split).values() for clip in film]
    texts = [text for clip in clips for text in (clip.text, *clip.paraphrases) if text is not None]
    return Vocabulary.from_texts(texts, min_count=inputs.min_count, n_people=inputs.n_people)
