"""The grounding of a caption: the top region of each word, and which words are nouns.

Cornia et al., "Explaining transformer-based image captioning models: An empirical analysis" (2022), §4.2. Choices
that the paper leaves open: the attributions of cells or pixels are summed per region, weighted by overlap; a noun is
compared by its lemma, so that `dogs` matches the class `dog`.

Legend: `R` parts of a picture with an attribution, `K` regions that it is summed over, `L` words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.attribution import Attribution
from cinescribe.language.tokens.parsed_sentence import Parser, Word
from cinescribe.language.wordnet.nouns import is_noun
from cinescribe.metrics.embedding.grounding import GroundedCaption

_WHOLE = 0.999  # a box with this share of the picture counts as the whole, which has no location

Boxes = NDArray[np.float32]  # fractions of the picture, (n, 4)
Nouns = tuple[str | None, ...]  # for each word of a caption: its lemma if it is a noun


def sum_over_regions(attribution: Attribution, cells: Boxes, regions: Boxes) -> Attribution:
    """Return the attribution of regions: the sum over the parts in each region, weighted by overlap, (L, K).

    Args:
        attribution: of the parts, (L, R).
        cells: boxes of the parts, (R, 4).
        regions: boxes of the regions, (K, 4).
    """
    shares = shares_inside(cells, regions)
    return Attribution(attribution.words, (attribution.scores @ shares.T).astype(np.float32), attribution.method)


def select_parts(attribution: Attribution, kept: NDArray[np.bool_]) -> Attribution:
    """Return the attribution of the parts where `kept` (R,) is True.

    Raises:
        ModelError: when `kept` is False everywhere.
    """
    return Attribution(attribution.words, attribution.scores[:, kept], attribution.method)


def shares_inside(cells: Boxes, regions: Boxes) -> NDArray[np.float64]:
    """Return the share of each cell's area inside each region, (K, R); 0 for a cell without area."""
    inside, areas = intersections(regions, cells), box_areas(cells)
    shares: NDArray[np.float64] = np.divide(inside, areas, out=np.zeros_like(inside), where=areas > 0)
    return shares


def intersections(left: Boxes, right: Boxes) -> NDArray[np.float64]:
    """Return the area of the intersection of each `left` box with each `right` box, (left, right)."""
    low = np.maximum(left[:, None, :2], right[None, :, :2]).astype(np.float64)
    high = np.minimum(left[:, None, 2:], right[None, :, 2:]).astype(np.float64)
    areas: NDArray[np.float64] = (high - low).clip(min=0).prod(2)
    return areas


def is_localised(boxes: Boxes) -> NDArray[np.bool_]:
    """Return which boxes have a location, (n,): those with an area that do not fill the whole picture."""
    areas = box_areas(boxes)
    localised: NDArray[np.bool_] = (areas > 0) & (areas < _WHOLE)
    return localised


def box_areas(boxes: Boxes) -> NDArray[np.float64]:
    """Return the area of each box as a share of the picture, (n,)."""
    areas: NDArray[np.float64] = (boxes[:, 2:].astype(np.float64) - boxes[:, :2]).clip(min=0).prod(1)
    return areas


def noun_lemmas(captions: Sequence[Sequence[str]], parser: Parser) -> list[Nouns]:
    """Return for each caption the lemma of each noun, and None for other words.

    A word that the parser splits (`tennis-racket`) takes the lemma of its last noun, if it has one.
    """
    parsed = parser.parse([" ".join(words) for words in captions])
    lemmas = []
    for words, sentences in zip(captions, parsed, strict=True):
        pieces = iter([piece for sentence in sentences for piece in sentence])
        lemmas.append(tuple(_lemma(word, pieces) for word in words))
    return lemmas


def _lemma(word: str, pieces: Iterator[Word]) -> str | None:
    """Return the lemma of a word's last noun; consumes the parser's pieces of the word."""
    lemma, left = None, len(word)
    while left > 0 and (piece := next(pieces, None)) is not None:
        left -= len(piece.text)
        if is_noun(piece):
            lemma = piece.lemma or piece.text.lower()
    return lemma


def grounded_caption(id: str, attribution: Attribution, *, labels: Sequence[str], nouns: Nouns) -> GroundedCaption:
    """Return a caption with the class of the top region of each word, for GroundingScore.

    Args:
        id: of the picture.
        attribution: of its regions.
        labels: their classes.
        nouns: from `noun_lemmas`.

    Raises:
        ModelError: when a top region has no class, or labels and regions differ in number.
        ScoreError: when nouns and words differ in number.
    """
    n_regions = attribution.scores.shape[1]
    if len(labels) != n_regions:
        raise ModelError(f"picture {id!r} has {n_regions} regions and {len(labels)} labels; give one per region")
    top_labels = [labels[region] for region in attribution.top]
    if "" in top_labels:
        raise ModelError(
            f"the top region of a word of picture {id!r} has no class; give labelled regions, such as known boxes or "
            "those of a detector"
        )
    words = [lemma or word for lemma, word in zip(nouns, attribution.words, strict=False)]
    marks = [lemma is not None for lemma in nouns]
    return GroundedCaption.of(id, words, nouns=marks, regions=top_labels)
