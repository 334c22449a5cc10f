"""Captions by translation: classifiers score labels, a CRF chooses a tuple, the decoder writes a sentence of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from cinescribe.arrays import Form, open_arrays, read_arrays_like, write_arrays
from cinescribe.errors import ModelError, RecordError, brief
from cinescribe.input_files import read_text
from cinescribe.language.tokens.vocabulary import join_tokens
from cinescribe.models.fields import from_fields, plain_fields
from cinescribe.models.translation.arpa import read_arpa, write_arpa
from cinescribe.models.translation.crf import N_BEST, LabelCrf, pair_starts
from cinescribe.models.translation.crf_kernels import N_NODES
from cinescribe.models.translation.decoder import PhraseOptions, SearchSettings, StackDecoder, TranslationWeights
from cinescribe.models.translation.labels import LABEL_ROLES, NONE, Labels, LabelSets, source_words
from cinescribe.models.translation.phrase_table import read_phrases, write_phrases
from cinescribe.parsing import parse_json
from cinescribe.store import write_text

PHRASES, LANGUAGE, ARRAYS, CARD = "phrases.txt", "language.arpa", "classifiers.safetensors", "translation.json"
_FORMS: dict[str, Form] = {
    "weights": (np.float32, 2),
    "bias": (np.float32, 1),
    "crf_unary": (np.float64, 1),
    "crf_bias": (np.float64, 1),
    "crf_pairs": (np.float64, 1),
}
_AT_ONCE = 4096  # clips that are scored together
_MAX_LABELS = 1 << 16  # of one role: as many as a language has words in use


@dataclass(frozen=True)
class TranslationCard:
    """What `translation.json` holds.

    Args:
        labels: the labels of each role, `NONE` first.
        weights: of the log-linear model.
        search: how far the decoder searches.
        fallback: the caption where no label can be translated.
        n_best: labels of each role that the CRF looks at.
        facts: what the fit measured: the CRF's L2 and likelihoods, METEOR of the tuning.
    """

    labels: tuple[tuple[str, ...], ...]
    weights: TranslationWeights
    search: SearchSettings
    fallback: str
    n_best: int
    facts: dict[str, Any]


@dataclass(frozen=True)
class TranslationModel:
    """A fitted model.

    Args:
        labels: the labels of each role.
        weights: of the classifiers, the labels of all roles concatenated, (L, D).
        bias: of the classifiers, (L,).
        crf: chooses the tuple.
        decoder: translates it.
        fallback: the caption where no label can be translated, such as the most frequent of the training captions.
        n_best: labels of each role that the CRF looks at.
        facts: what the fit measured.

    Raises:
        ModelError: when the sizes of labels, classifiers and CRF differ.
    """

    labels: LabelSets
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]
    crf: LabelCrf
    decoder: StackDecoder
    fallback: str
    n_best: int = N_BEST
    facts: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        sizes = tuple(map(len, self.labels))
        n_labels = sum(sizes)
        if self.crf.sizes != sizes or self.weights.shape[:1] != (n_labels,) or self.bias.shape != (n_labels,):
            raise ModelError(
                f"{sizes} labels have classifiers of shape {self.weights.shape} and a CRF of {self.crf.sizes}; "
                "expected one classifier for each label"
            )

    def captions(self, vectors: NDArray[np.float32]) -> list[str]:
        """Return a caption for each clip.

        Args:
            vectors: features of the clips, (n, D).

        Raises:
            ModelError: when the vectors have another width than those of training, or are not finite.
        """
        return self.sentences(self.tuples(vectors))

    def tuples(self, vectors: NDArray[np.float32]) -> list[Labels]:
        """Return the most probable label tuple of each clip.

        Raises:
            ModelError: as `captions`.
        """
        found: list[Labels] = []
        for start in range(0, len(vectors), _AT_ONCE):
            best = self.crf.best(self.label_scores(vectors[start : start + _AT_ONCE]), n_best=self.n_best)
            found += [self._labels(row) for row in best.tolist()]
        return found

    def label_scores(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the classifier scores of each clip, (n, L).

        Raises:
            ModelError: as `captions`.
        """
        if vectors.ndim != 2 or vectors.shape[1] != self.weights.shape[1]:
            raise ModelError(
                f"the features have shape {vectors.shape}, but the model was fitted to {self.weights.shape[1]} numbers "
                "a clip; extract features by the extractors it was fitted with"
            )
        return np.asarray(vectors @ self.weights.T + self.bias, np.float32)

    def sentences(self, tuples: Sequence[Labels]) -> list[str]:
        """Return the translation of each label tuple as a caption; equal tuples are translated once."""
        found = {labels: self._sentence(labels) for labels in dict.fromkeys(tuples)}
        return [found[labels] for labels in tuples]

    def write(self, folder: Path) -> tuple[str, ...]:
        """Write the model's files to a folder and return their names.

        Raises:
            OutputError: when the folder cannot be written.
        """
        crf = {"crf_unary": self.crf.unary, "crf_bias": self.crf.bias, "crf_pairs": self.crf.pairs}
        arrays: dict[str, NDArray[Any]] = {"weights": self.weights, "bias": self.bias, **crf}
        write_arrays(folder / ARRAYS, arrays)
        write_phrases(folder / PHRASES, self.decoder.options.phrases)
        write_arpa(folder / LANGUAGE, self.decoder.options.language)
        decoder = self.decoder
        card = TranslationCard(self.labels, decoder.weights, decoder.settings, self.fallback, self.n_best, self.facts)
        write_text(folder / CARD, json.dumps(plain_fields(card), ensure_ascii=False, indent=1) + "\n")
        return ARRAYS, PHRASES, LANGUAGE, CARD

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read the model that `write` wrote.

        Raises:
            ModelError, RecordError: when a file is missing or damaged, or the files do not fit together; of a text file
                with the line.
        """
        folder = Path(folder)
        card, labels = _card(folder / CARD)
        arrays = _arrays(folder / ARRAYS, tuple(map(len, labels)))
        crf = LabelCrf(tuple(map(len, labels)), arrays["crf_unary"], arrays["crf_bias"], arrays["crf_pairs"])
        options = PhraseOptions(read_phrases(folder / PHRASES), read_arpa(folder / LANGUAGE))
        decoder = StackDecoder(options, card.weights, card.search)
        return cls(labels, arrays["weights"], arrays["bias"], crf, decoder, card.fallback, card.n_best, card.facts)

    def _labels(self, numbers: Sequence[int]) -> Labels:
        subject, verb, thing, location = (each[n] for each, n in zip(self.labels, numbers, strict=True))
        return subject, verb, thing, location

    def _sentence(self, labels: Labels) -> str:
        words = self.decoder.translate(source_words(labels)).words
        return join_tokens(words) if words else self.fallback


def _card(path: Path) -> tuple[TranslationCard, LabelSets]:
    """Return the card of a model and its labels, which are checked."""
    where = repr(str(path))
    fields = parse_json(read_text(path), where)
    labels = fields.pop("labels", None) if isinstance(fields, dict) else None
    if not isinstance(labels, list) or len(labels) != len(LABEL_ROLES):
        raise RecordError(f"{where}: labels are {brief(labels)}; expected a list of labels for each of {LABEL_ROLES}")
    for role, names in zip(LABEL_ROLES, labels, strict=True):
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise RecordError(f"{where}: the labels of {role!r} are {brief(names)}; expected a list of texts")
        if names[:1] != [NONE] or len(set(names)) != len(names) or len(names) > _MAX_LABELS:
            raise RecordError(
                f"{where}: the labels of {role!r} are {brief(names)}; expected an empty one first, each once, at "
                f"most {_MAX_LABELS:,}"
            )
    card = from_fields(TranslationCard, {**fields, "labels": []}, where=where)
    if not 1 <= card.n_best <= _MAX_LABELS or not all(np.isfinite([*vars(card.weights).values(), card.search.beam])):
        raise RecordError(f"{where}: n_best, a weight or the beam is out of range; get the checkpoint again")
    sets = (tuple(labels[0]), tuple(labels[1]), tuple(labels[2]), tuple(labels[3]))
    return card, sets


def _arrays(path: Path, sizes: tuple[int, ...]) -> dict[str, NDArray[Any]]:
    """Return the arrays of a model whose roles have so many labels; shapes are checked before memory is allocated."""
    shapes = {name: (array.dtype.type, array.shape) for name, array in open_arrays(path)[0].items()}
    n_labels = sum(sizes)
    wanted = {"weights": (n_labels, -1), "bias": (n_labels,), "crf_unary": (N_NODES,), "crf_bias": (n_labels,)}
    wanted["crf_pairs"] = (pair_starts(sizes)[-1],)
    for name, (kind, _) in _FORMS.items():
        found_kind, shape = shapes.get(name, (None, ()))
        if found_kind is not kind or len(shape) != len(wanted[name]) or shape[0] != wanted[name][0]:
            raise RecordError(
                f"{str(path)!r} has {name} of shape {shape}, but the labels of {CARD} need {wanted[name]}; do not edit "
                "either"
            )
    arrays = read_arrays_like(path, _FORMS)
    for name, array in arrays.items():
        if not np.isfinite(array).all():
            raise RecordError(f"{str(path)!r} has numbers in {name} that are not finite; get the checkpoint again")
    return arrays
