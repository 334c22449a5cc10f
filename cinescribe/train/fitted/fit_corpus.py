"""Fits a model to the clips of a corpus, scores it, and writes its checkpoint."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from cinescribe.corpus.core.corpus import CLIPS, FILMS, Corpus
from cinescribe.features.clip_sets.clip_vectors import stream_width
from cinescribe.features.store.film_store import MANIFEST, FeatureStore
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.models.fields import from_fields
from cinescribe.models.fitted.fitted_checkpoint import FittedCard, write_fitted
from cinescribe.models.fitted.fitted_table import FITTED, FittedModel, NoSettings
from cinescribe.models.fitted.nearest import NearestNeighbour
from cinescribe.models.translation.settings import TranslationSettings
from cinescribe.models.translation.translation_model import TranslationModel
from cinescribe.progress import Progress, no_progress
from cinescribe.train.data.data_digests import data_digests
from cinescribe.train.fitted.clip_data import ClipData, clip_data
from cinescribe.train.fitted.translation import fit_translation, main_labels
from cinescribe.train.recipes.fitted_recipe import FittedRecipe

Fit: TypeAlias = Callable[[ClipData, ClipData, Sequence[int], Any], FittedModel]
"""Makes a model from clips to fit to, clips to choose by, the number of columns of each stream, and settings."""


def fit_corpus(
    recipe: FittedRecipe, corpus: Corpus, folder: Path, *, progress: Progress = no_progress
) -> dict[str, float]:
    """Fit a recipe's model to a corpus and write its checkpoint; return its scores by metric.

    Args:
        recipe: the settings of the run.
        corpus: clips with captions and features.
        folder: of the checkpoint.
        progress: called with the current stage and its finished share.

    Raises:
        CorpusError, FeatureError: when corpus or features do not fit the recipe.
        TrainError: when the model cannot be fitted to these clips.
        OutputError: when the folder cannot be written.
    """
    inputs = recipe.inputs
    store = FeatureStore(corpus.folder / inputs.features)
    progress("reading", 0.0)
    training = clip_data(corpus, store, split=recipe.sampling.split, streams=inputs.streams)
    validation = clip_data(corpus, store, split=recipe.validation.split, streams=inputs.streams)
    film = store.features_without_faces(corpus.films_of(recipe.sampling.split)[0].id)
    widths = [stream_width(film, text) for text in inputs.streams]
    progress("fitting", 0.0)
    settings = from_fields(FITTED[recipe.model].settings, recipe.settings, where="settings")
    model = FITS[recipe.model](training, validation, widths, settings)
    progress("scoring", 0.0)
    scores = _scores(model, validation, recipe.validation.metrics)
    card = FittedCard(
        model=recipe.model,
        streams=inputs.streams,
        features=inputs.features,
        extractors=store.extractors(),
        recipe=recipe.to_dict(),
        scores=scores,
        data=data_digests(corpus.folder, (CLIPS, FILMS, f"{inputs.features}/{MANIFEST}")),
        drawn_films_only=corpus.card.is_drawn,
    )
    write_fitted(folder, model, card)
    return scores


def _scores(model: FittedModel, clips: ClipData, metrics: Sequence[str]) -> dict[str, float]:
    candidates = dict(zip(clips.ids, model.captions(clips.vectors), strict=True))
    references = {name: list(texts) for name, texts in zip(clips.ids, clips.captions, strict=True)}
    found = score_captions(candidates, references, metrics=metrics, allow_empty=True)
    return {score.name: score.value for score in found}


def _nearest(training: ClipData, _: ClipData, widths: Sequence[int], settings: NoSettings, /) -> NearestNeighbour:
    return NearestNeighbour(training.vectors, [texts[0] for texts in training.captions], widths=widths)


def _translation(
    training: ClipData, validation: ClipData, _: Sequence[int], settings: TranslationSettings, /
) -> TranslationModel:
    parser = shipped_parser()
    return fit_translation(
        training, validation, label=lambda texts: main_labels(texts, parser, kind=settings.labels), settings=settings
    )


FITS: dict[str, Fit] = {"nearest": _nearest, "translation": _translation}
