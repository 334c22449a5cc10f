"""Fits captioning by translation (*Movie Description*, section 4.1.2) to clips with captions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import TrainError
from cinescribe.language.semantics.labels import label_texts
from cinescribe.language.semantics.understanding import Lexicons
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.language.tokens.vocabulary import word_tokens
from cinescribe.models.translation.bitext import Bitext
from cinescribe.models.translation.crf import N_BEST
from cinescribe.models.translation.crf_fit import ChosenCrf, CrfData, choose_crf
from cinescribe.models.translation.decoder import PhraseOptions, StackDecoder
from cinescribe.models.translation.kneser_ney import fit_language_model
from cinescribe.models.translation.labels import (
    LABEL_ROLES,
    NONE,
    Labels,
    LabelSets,
    label_numbers,
    label_sets,
    source_words,
)
from cinescribe.models.translation.phrase_table import fit_phrase_table
from cinescribe.models.translation.settings import TranslationSettings
from cinescribe.models.translation.translation_model import TranslationModel
from cinescribe.models.translation.tuning import Tuned, tune_weights
from cinescribe.train.fitted.clip_data import ClipData
from cinescribe.train.fitted.linear_svm import fit_linear_svms

LabelTexts: TypeAlias = Callable[[Sequence[str]], Sequence[Labels | None]]
"""Returns the labels of each text, None for a text that has none."""


def main_labels(texts: Sequence[str], parser: Parser, *, kind: str = "text") -> list[Labels | None]:
    """Return the labels of the first main clause of each text; None for a text without a verb.

    Args:
        texts: captions.
        parser: such as `shipped_parser()`.
        kind: `text` for words, `sense` for names of their senses, which synonyms share.
    """
    lexicons = Lexicons(kind="sense") if kind == "sense" else None
    found = label_texts(texts, parser, lexicons=lexicons)
    return [next((clause.roles for clause in clauses if clause.is_main), None) for clauses in found]


def fit_translation(
    training: ClipData, validation: ClipData, *, label: LabelTexts, settings: TranslationSettings
) -> TranslationModel:
    """Return the model that is fitted to clips.

    A clip has one label of each role: the most frequent of its captions' main clauses, and of several the one that is
    most frequent in training; a role is open where all captions leave it open. All captions of a clip are translations
    of these labels.

    Args:
        training: clips to fit to.
        validation: clips by which the CRF's L2 and the weights of the translation are chosen.
        label: returns the labels of texts, such as `main_labels` with a parser.
        settings: of the model.

    Raises:
        TrainError: when no training or no validation caption has labels, or a classifier cannot be fitted.
        ModelError: when no label is frequent enough.
        FeatureError: when a feature is not finite.
    """
    of_captions = _caption_labels(training, label)
    uses = _uses(of_captions)
    known = _Labelled.of(training, of_captions, uses)
    held_out = _Labelled.of(validation, _caption_labels(validation, label), uses)
    sets = label_sets(known.labels, min_count=settings.min_count)
    classifiers = _fit_classifiers(known.vectors, label_numbers(known.labels, sets), sets, settings.cost)
    chosen = _fit_crf(known, held_out, classifiers, sets, settings)
    decoder = _fit_decoder(known, training, settings)
    first = Counter(texts[0] for texts in training.captions).most_common(1)[0][0]
    weights, bias = classifiers.weights.astype(np.float32), classifiers.bias.astype(np.float32)
    model = TranslationModel(sets, weights, bias, chosen.crf, decoder, first)
    tuned = _tuned(model, validation, settings)
    facts = _facts(known, sets, chosen, tuned)
    return TranslationModel(sets, weights, bias, chosen.crf, tuned.decoder, first, N_BEST, facts)


def _caption_labels(clips: ClipData, label: LabelTexts) -> list[list[Labels | None]]:
    """Return the labels of each caption of each clip; equal captions are parsed once."""
    texts = list(dict.fromkeys(text for captions in clips.captions for text in captions))
    found = dict(zip(texts, label(texts), strict=True))
    return [[found[text] for text in captions] for captions in clips.captions]


def _uses(of_captions: Sequence[Sequence[Labels | None]]) -> list[Counter[str]]:
    """Return how often each label is used in all captions, by role."""
    found = [labels for captions in of_captions for labels in captions if labels]
    return [Counter(labels[role] for labels in found) for role in range(len(LABEL_ROLES))]


def _agreed(found: Sequence[Labels], uses: Sequence[Counter[str]]) -> Labels:
    """Return the labels of a clip from those of its captions."""
    agreed = []
    for role in range(len(LABEL_ROLES)):
        counts = Counter(labels[role] for labels in found if labels[role] != NONE)
        agreed.append(max(counts, key=lambda one: (counts[one], uses[role][one], one), default=NONE))
    subject, verb, thing, location = agreed
    return subject, verb, thing, location


@dataclass(frozen=True)
class _Labelled:
    """The clips that have labels.

    Args:
        vectors: (n, D).
        labels: of each.
        captions: of each.
        n_without: clips that have none.
    """

    vectors: NDArray[np.float32]
    labels: list[Labels]
    captions: list[tuple[str, ...]]
    n_without: int

    @classmethod
    def of(
        cls, clips: ClipData, of_captions: Sequence[Sequence[Labels | None]], uses: Sequence[Counter[str]]
    ) -> _Labelled:
        found = [[labels for labels in captions if labels] for captions in of_captions]
        kept = [n for n, labels in enumerate(found) if labels]
        if not kept:
            raise TrainError(f"none of {len(found):,} clips has a caption with labels; give captions with verbs")
        agreed = [_agreed(found[n], uses) for n in kept]
        return cls(clips.vectors[kept], agreed, [clips.captions[n] for n in kept], len(found) - len(kept))


@dataclass(frozen=True)
class _Classifiers:
    """Linear classifiers, (L, D) and (L,)."""

    weights: NDArray[np.float64]
    bias: NDArray[np.float64]

    def scores(self, x: NDArray[np.float32]) -> NDArray[np.float64]:
        return np.asarray(x @ self.weights.T + self.bias, np.float64)


def _fit_classifiers(
    vectors: NDArray[np.float32], numbers: NDArray[np.int32], sets: LabelSets, cost: float
) -> _Classifiers:
    """Return a linear SVM for each label of each role; a label that all clips or none have gets a constant score.

    Features are centred, scaled to unit variance and divided by the root of their number, so that `cost` means the same
    for all; the classifiers take them as they are.
    """
    mean, deviation = vectors.mean(axis=0, dtype=np.float64), vectors.std(axis=0, dtype=np.float64)
    scale = 1 / (np.where(deviation > 0, deviation, 1) * np.sqrt(vectors.shape[1]))
    targets = np.hstack([numbers[:, [role]] == np.arange(len(labels)) for role, labels in enumerate(sets)])
    counts = targets.sum(axis=0)
    varies = (counts > 0) & (counts < len(targets))
    names = [label for labels in sets for label in labels]
    found = fit_linear_svms(
        (vectors - mean) * scale,
        targets[:, varies],
        cost,
        names=[name for name, one in zip(names, varies, strict=True) if one],
    )
    weights, bias = np.zeros((len(names), vectors.shape[1])), np.where(counts > 0, 1.0, -1.0)
    weights[varies] = found.weights * scale
    bias[varies] = found.bias - weights[varies] @ mean
    return _Classifiers(weights, bias)


def _fit_crf(
    known: _Labelled, held_out: _Labelled, classifiers: _Classifiers, sets: LabelSets, settings: TranslationSettings
) -> ChosenCrf:
    """Train the CRF on scores of classifiers that have not seen the clip."""
    numbers = label_numbers(known.labels, sets)
    parts = np.array_split(np.arange(len(numbers)), min(settings.n_folds, len(numbers)))
    scores = np.empty((len(numbers), sum(map(len, sets))))
    for part in parts:  # neighbours come from one film, and are kept together
        rest = np.setdiff1d(np.arange(len(numbers)), part)
        fold = classifiers
        if len(rest):
            fold = _fit_classifiers(known.vectors[rest], numbers[rest], sets, settings.cost)
        scores[part] = fold.scores(known.vectors[part])
    val = CrfData(classifiers.scores(held_out.vectors), label_numbers(held_out.labels, sets))
    sizes = tuple(map(len, sets))
    return choose_crf(CrfData(scores, numbers), val, sizes=sizes, l2=settings.l2)


def _fit_decoder(known: _Labelled, training: ClipData, settings: TranslationSettings) -> StackDecoder:
    """Learn phrases from the clips with labels, and the language from all captions."""
    pairs = [
        (source_words(labels), word_tokens(text))
        for labels, captions in zip(known.labels, known.captions, strict=True)
        for text in captions
    ]
    texts = [word_tokens(text) for captions in training.captions for text in captions]
    language = fit_language_model(texts, order=settings.order)
    return StackDecoder(PhraseOptions(fit_phrase_table(Bitext.of(pairs)), language))


def _tuned(model: TranslationModel, validation: ClipData, settings: TranslationSettings) -> Tuned:
    """Choose the weights of the translation by the labels that the model itself finds in validation clips."""
    n = len(validation.captions)
    chosen = sorted(random.Random(settings.seed).sample(range(n), min(n, settings.n_tuning)))
    sources = [source_words(labels) for labels in model.tuples(validation.vectors[chosen])]
    references = [validation.captions[clip] for clip in chosen]
    return tune_weights(model.decoder, sources, references, n_rounds=settings.n_rounds, seed=settings.seed)


def _facts(known: _Labelled, sets: LabelSets, chosen: ChosenCrf, tuned: Tuned) -> dict[str, Any]:
    return {
        "clips": len(known.labels),
        "clips_without_labels": known.n_without,
        "labels": list(map(len, sets)),
        "l2": chosen.l2,
        "log_likelihood_by_l2": {str(weight): value for weight, value in chosen.likelihoods.items()},
        "meteor_before_tuning": tuned.before,
        "meteor_after_tuning": tuned.after,
        "weights_tried": tuned.n_tried,
    }
