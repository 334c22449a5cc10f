"""Fitted models: nearest neighbours, translation with its phrase table and language model, and their checkpoints."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from cinescribe.models.checkpoint import CHECKPOINT
from cinescribe.models.fitted.fitted_checkpoint import FittedCard, read_fitted, write_fitted
from cinescribe.models.fitted.nearest import NearestNeighbour
from cinescribe.models.translation.arpa import read_arpa
from cinescribe.models.translation.bitext import Bitext
from cinescribe.models.translation.crf import LabelCrf
from cinescribe.models.translation.decoder import PhraseOptions, StackDecoder
from cinescribe.models.translation.kneser_ney import fit_language_model
from cinescribe.models.translation.phrase_table import fit_phrase_table, read_phrases
from cinescribe.models.translation.translation_model import LANGUAGE, PHRASES, TranslationModel
from fuzz.reader import Reader, Seed, file_reader
from fuzz.samples.written import written_files

_LABELS = (("", "someone"), ("", "walk", "open"), ("", "door"), ("", "street"))
_WIDTH = 4
_PAIRS = [
    (["someone", "walk", "street"], ["someone", "walks", "down", "the", "street", "."]),
    (["someone", "open", "door"], ["someone", "opens", "the", "door", "."]),
    (["someone", "walk"], ["someone", "walks", "."]),
]


@cache
def _files() -> dict[str, bytes]:
    options = PhraseOptions(fit_phrase_table(Bitext.of(_PAIRS)), fit_language_model([words for _, words in _PAIRS]))
    sizes = tuple(map(len, _LABELS))
    weights, bias = np.ones((sum(sizes), _WIDTH), np.float32), np.zeros(sum(sizes), np.float32)
    model = TranslationModel(_LABELS, weights, bias, LabelCrf.zeros(sizes), StackDecoder(options), "Someone waits.")
    return written_files(model.write)


def _captions(folder: Path) -> None:
    model = TranslationModel.read(folder)
    width = model.weights.shape[1]
    if width <= _WIDTH:
        model.captions(np.eye(3, width, dtype=np.float32))
    model.decoder.translate(("someone", "walk"))  # whatever labels the weights give; it also compiles the search


def _neighbour() -> NearestNeighbour:
    return NearestNeighbour(np.eye(3, _WIDTH, dtype=np.float32), ["Someone waits.", "", "a"], widths=(3, 1))


def _nearest_captions(folder: Path) -> None:
    NearestNeighbour.read(folder).captions(np.eye(3, _WIDTH, dtype=np.float32))


def _checkpoint_files() -> dict[str, bytes]:
    return written_files(lambda folder: write_fitted(folder, _neighbour(), FittedCard("nearest", ("clip",))))


READERS = (
    Reader(
        "models.read_fitted",
        read_fitted,
        lambda: [Seed(_checkpoint_files(), (CHECKPOINT.card,))],
        (read_fitted,),
        share=0.5,
    ),
    Reader(
        "models.NearestNeighbour.read",
        _nearest_captions,
        lambda: [Seed(written_files(_neighbour().write))],
        (NearestNeighbour.read,),
        share=0.5,
    ),
    file_reader(read_phrases, PHRASES, lambda: [_files()[PHRASES]]),
    file_reader(read_arpa, LANGUAGE, lambda: [_files()[LANGUAGE]]),
    Reader("models.TranslationModel.read", _captions, lambda: [Seed(_files())], (TranslationModel.read,), share=0.5),
)
