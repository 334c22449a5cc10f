"""GroundingScore: whether a captioner looked at what it names, when it names it or up to a few words before.

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
from cinescribe.metrics.core.masked_mean import counted_score
from cinescribe.metrics.core.score import Score, passport
from cinescribe.metrics.core.similarity import Similarity, similarities
from cinescribe.record import Record
from cinescribe.store import read_records

MARGINS = (0.0, 1.0, 3.0, 5.0, math.inf)  # words looked back, as the paper's tables have them


@dataclass(frozen=True)
class GroundedWord(Record):
    """One word of a generated caption.

    Args:
        word: the word.
        noun: whether it is a noun, and so to be found in the picture.
        region: class of the region that the captioner looked at most when it wrote the word.
    """

    word: str
    noun: bool
    region: str


@dataclass(frozen=True)
class GroundedCaption(Record):
    """A generated caption with what was looked at for each of its words.

    Args:
        id: the item's id.
        words: the words, in the order they were written.
    """

    id: str
    words: tuple[GroundedWord, ...]

    @classmethod
    def of(cls, id: str, words: Sequence[str], *, nouns: Sequence[bool], regions: Sequence[str]) -> GroundedCaption:
        """A caption from its words, which of them are nouns (True keeps), and the region looked at for each.

        Raises:
            ScoreError: naming the item, when the three are not of one length.
        """
        if not len(words) == len(nouns) == len(regions):
            raise ScoreError(
                f"item {id!r} has {len(words)} words, {len(nouns)} noun marks and {len(regions)} regions; "
                "give one mark and one region a word"
            )
        parts = zip(words, nouns, regions, strict=True)
        return cls(id, tuple(GroundedWord(word, bool(noun), region) for word, noun, region in parts))


def read_grounded(path: Path) -> list[GroundedCaption]:
    """Captions from JSONL, a caption a line: `{"id": "7", "words": [{"word": "man", "noun": true, "region": "man"}]}`.

    Raises:
        RecordError: naming the file and line at fault.
    """
    return read_records(path, GroundedCaption)


def grounding(
    captions: Sequence[GroundedCaption], similarity: Similarity, *, margins: Sequence[float] = MARGINS
) -> list[Score]:
    """GroundingScore for each margin, in [-1, 1]: it cannot fall as the margin grows.

    A noun scores the highest similarity between it and a region looked at for it or for one of the `margin` words
    before it. A caption's value is the mean over its nouns, the corpus value the mean over captions, each counted once
    however many nouns it has. A caption without nouns is left out.

    Args:
        captions: captions with what was looked at.
        similarity: of nouns and region classes; the paper's is GloVe's.
        margins: how many words before a noun are looked back at; `math.inf` for all.

    Raises:
        ScoreError: when ids repeat, a margin is no whole number from 0, no caption has a noun, or naming a noun and a
            region that have no finite similarity.
    """
    _check(captions, margins)
    nouns = list(dict.fromkeys(word.word for caption in captions for word in caption.words if word.noun))
    regions = list(dict.fromkeys(word.region for caption in captions for word in caption.words))
    rewards = similarities(nouns, regions, similarity=similarity)
    rows, columns = ({text: n for n, text in enumerate(texts)} for texts in (nouns, regions))
    looks = [_looks(caption, rewards, rows, columns) for caption in captions]
    return [_score(margin, captions, looks, similarity.name) for margin in margins]


@dataclass(frozen=True)
class _Looks:
    """The nouns of a caption.

    Attributes:
        steps: where each stands among the words, (nouns,).
        similar: its similarity to the region looked at for each word, (nouns, S).
    """

    steps: NDArray[np.int64]
    similar: NDArray[np.float64]

    def within(self, margin: float) -> float:
        """The caption's value, Eq. 13; 0 where there is no noun."""
        firsts = np.maximum(self.steps - min(margin, self.similar.shape[1]), 0).astype(int)
        spans = zip(self.similar, firsts, self.steps, strict=True)
        best = [float(row[first : step + 1].max()) for row, first, step in spans]
        return sum(best) / max(len(best), 1)


def _looks(
    caption: GroundedCaption, rewards: NDArray[np.float64], rows: Mapping[str, int], columns: Mapping[str, int]
) -> _Looks:
    steps = [step for step, word in enumerate(caption.words) if word.noun]
    named = np.array([rows[caption.words[step].word] for step in steps], np.int64)
    looked = np.array([columns[word.region] for word in caption.words], np.int64)
    return _Looks(np.array(steps, np.int64), rewards[np.ix_(named, looked)])


def _score(margin: float, captions: Sequence[GroundedCaption], looks: Sequence[_Looks], similarity: str) -> Score:
    values = np.array([each.within(margin) for each in looks])
    counts = np.array([len(each.steps) > 0 for each in looks])
    ids = [caption.id for caption in captions]
    signature = passport("GroundingScore", margin=f"{margin:g}", sim=similarity, mean="captions")
    name = f"GroundingScore({margin:g})"
    return counted_score(name, ids, values, counts=counts, wanted="a noun", signature=signature)


def _check(captions: Sequence[GroundedCaption], margins: Sequence[float]) -> None:
    if not captions:
        raise ScoreError("there is no caption to score; give at least one with what was looked at")
    for margin in margins:
        if not (margin >= 0 and (margin == math.inf or margin == int(margin))):
            raise ScoreError(f"the margin {margin!r} is no number of words; give 0, 1, 2, … or inf")
    seen: set[str] = set()
    for caption in captions:
        if caption.id in seen:
            raise ScoreError(f"item {caption.id!r} is there twice; keep one caption an item")
        seen.add(caption.id)
