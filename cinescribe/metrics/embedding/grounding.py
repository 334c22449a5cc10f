"""GroundingScore: does a captioner attend to the object it names, at that word or a few words earlier?

Cornia et al., "Explaining transformer-based image captioning models: An empirical analysis" (2021), Eq. 13.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.masked_mean import masked_mean_score
from cinescribe.metrics.core.score import Score, metric_signature
from cinescribe.metrics.core.similarity import Similarity, similarities
from cinescribe.record import Record
from cinescribe.store import read_records

MARGINS = (0.0, 1.0, 3.0, 5.0, math.inf)  # words before the noun, as in the paper's tables


@dataclass(frozen=True)
class GroundedWord(Record):
    """One word of a generated caption.

    Args:
        word: the word.
        noun: whether it is a noun, which should be in the image.
        region: class of the region with the highest attribution at this word.
    """

    word: str
    noun: bool
    region: str


@dataclass(frozen=True)
class GroundedCaption(Record):
    """A generated caption with the region attended to at each word.

    Args:
        id: the item's id.
        words: the words in order.
    """

    id: str
    words: tuple[GroundedWord, ...]

    @classmethod
    def of(
        cls, id: str, words: Sequence[str], *, nouns: Sequence[bool] | NDArray[np.bool_], regions: Sequence[str]
    ) -> GroundedCaption:
        """Return a caption from its words, noun marks (True for a noun) and regions.

        Raises:
            ScoreError: naming the item, when the three lengths differ.
        """
        if not len(words) == len(nouns) == len(regions):
            raise ScoreError(
                f"item {id!r} has {len(words)} words, {len(nouns)} noun marks and {len(regions)} regions; "
                "give one mark and one region per word"
            )
        parts = zip(words, nouns, regions, strict=True)
        return cls(id, tuple(GroundedWord(word, bool(noun), region) for word, noun, region in parts))


def read_grounded(path: Path) -> list[GroundedCaption]:
    """Read captions from JSONL lines `{"id": "7", "words": [{"word": "man", "noun": true, "region": "man"}]}`.

    Raises:
        RecordError: naming the file and the malformed line.
    """
    return read_records(path, GroundedCaption)


def grounding(
    captions: Sequence[GroundedCaption], similarity: Similarity, *, margins: Sequence[float] = MARGINS
) -> list[Score]:
    """Return GroundingScore for each margin, in [-1, 1]; it cannot fall as the margin grows.

    A noun's value is its highest similarity to a region attended to at the noun or at one of the `margin` words before
    it. A caption's value is the mean over its nouns, and the corpus value the unweighted mean over captions. Captions
    without nouns are left out.

    Args:
        captions: captions with the region attended to at each word.
        similarity: similarity of nouns and region classes; the paper uses GloVe.
        margins: numbers of words before the noun; `math.inf` for all.

    Raises:
        ScoreError: when ids repeat, a margin is not a whole number from 0, no caption has a noun, or naming a noun and
            a region without a finite similarity.
    """
    _check(captions, margins)
    nouns = list(dict.fromkeys(word.word for caption in captions for word in caption.words if word.noun))
    regions = list(dict.fromkeys(word.region for caption in captions for word in caption.words))
    table = similarities(nouns, regions, similarity=similarity)
    rows, columns = ({text: n for n, text in enumerate(texts)} for texts in (nouns, regions))
    nouns_of = [_nouns(caption, table, rows, columns) for caption in captions]
    return [_score(margin, captions, nouns_of, similarity.name) for margin in margins]


@dataclass(frozen=True)
class _Nouns:
    """The nouns of a caption.

    Attributes:
        steps: the position of each noun, (nouns,).
        similarity: its similarity to the region attended to at each word, (nouns, S).
    """

    steps: NDArray[np.int64]
    similarity: NDArray[np.float64]

    def mean(self, margin: float) -> float:
        """Return the caption's value, Eq. 13; 0 without nouns."""
        firsts = np.maximum(self.steps - min(margin, self.similarity.shape[1]), 0).astype(int)
        spans = zip(self.similarity, firsts, self.steps, strict=True)
        best = [float(row[first : step + 1].max()) for row, first, step in spans]
        return sum(best) / max(len(best), 1)


def _nouns(
    caption: GroundedCaption, table: NDArray[np.float64], rows: Mapping[str, int], columns: Mapping[str, int]
) -> _Nouns:
    steps = [step for step, word in enumerate(caption.words) if word.noun]
    named = np.array([rows[caption.words[step].word] for step in steps], np.int64)
    attended = np.array([columns[word.region] for word in caption.words], np.int64)
    return _Nouns(np.array(steps, np.int64), table[np.ix_(named, attended)])


def _score(margin: float, captions: Sequence[GroundedCaption], nouns: Sequence[_Nouns], similarity: str) -> Score:
    values = np.array([each.mean(margin) for each in nouns])
    mask = np.array([len(each.steps) > 0 for each in nouns])
    ids = [caption.id for caption in captions]
    signature = metric_signature("GroundingScore", margin=f"{margin:g}", sim=similarity, mean="captions")
    name = f"GroundingScore({margin:g})"
    return masked_mean_score(name, ids, values, mask=mask, wanted="a noun", signature=signature)


def _check(captions: Sequence[GroundedCaption], margins: Sequence[float]) -> None:
    if not captions:
        raise ScoreError("there is no caption to score; give at least one with regions")
    for margin in margins:
        if not (margin >= 0 and (margin == math.inf or margin == int(margin))):
            raise ScoreError(f"the margin {margin!r} is not a number of words; give 0, 1, 2, ... or inf")
    seen: set[str] = set()
    for caption in captions:
        if caption.id in seen:
            raise ScoreError(f"item {caption.id!r} is there twice; keep one caption per item")
        seen.add(caption.id)
