"""From maps to grounding: which region did most for each word, and which of the words are nouns.

Cornia et al., "Explaining transformer-based image captioning models: An empirical analysis" (2022), §4.2. Where the
paper is silent: what cells of a grid or pixels did is added up over the share of each that lies in a region's box; a
noun stands as its lemma, so that `dogs` is held to the class `dog`.

Legend: `R` parts of a picture that an attribution is of, `K` regions it is carried over to, `L` words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.attribution import Attribution
from cinescribe.language.tokens.words import Parser, Word
from cinescribe.language.wordnet.nouns import is_noun
from cinescribe.metrics.embedding.grounding import GroundedCaption

_WHOLE = 0.999  # share of the picture from which a box is all of it, and tells nothing of where

Boxes = NDArray[np.float32]  # fractions of the picture, (n, 4)
Nouns = tuple[str | None, ...]  # of each word of a caption: its lemma if it is a noun


def on_regions(attribution: Attribution, cells: Boxes, regions: Boxes) -> Attribution:
    """What each of some regions did, added up over the parts of a picture that lie in it.

    Args:
        attribution: of the parts, (L, R).
        cells: where these lie, (R, 4).
        regions: boxes of the regions, (K, 4).
    """
    shares = shares_inside(cells, regions)
    return Attribution(attribution.words, (attribution.scores @ shares.T).astype(np.float32), attribution.method)


def only(attribution: Attribution, kept: NDArray[np.bool_]) -> Attribution:
    """The attribution of some parts alone, those that `kept` (R,) keeps.

    Raises:
        ModelError: when it keeps none.
    """
    return Attribution(attribution.words, attribution.scores[:, kept], attribution.method)


def shares_inside(cells: Boxes, regions: Boxes) -> NDArray[np.float64]:
    """The share of each cell's area that lies in each region, (K, R); 0 for a cell without area."""
    inside, areas = intersections(regions, cells), box_areas(cells)
    found: NDArray[np.float64] = np.divide(inside, areas, out=np.zeros_like(inside), where=areas > 0)
    return found


def intersections(left: Boxes, right: Boxes) -> NDArray[np.float64]:
    """The area that each of `left` shares with each of `right`, (left, right)."""
    low = np.maximum(left[:, None, :2], right[None, :, :2]).astype(np.float64)
    high = np.minimum(left[:, None, 2:], right[None, :, 2:]).astype(np.float64)
    found: NDArray[np.float64] = (high - low).clip(min=0).prod(2)
    return found


def placed(boxes: Boxes) -> NDArray[np.bool_]:
    """Which boxes are somewhere in the picture, (n,): those that have an area and are not all of it."""
    areas = box_areas(boxes)
    found: NDArray[np.bool_] = (areas > 0) & (areas < _WHOLE)
    return found


def box_areas(boxes: Boxes) -> NDArray[np.float64]:
    """The area of each box, (n,)."""
    found: NDArray[np.float64] = (boxes[:, 2:].astype(np.float64) - boxes[:, :2]).clip(min=0).prod(1)
    return found


def noun_marks(captions: Sequence[Sequence[str]], parser: Parser) -> list[Nouns]:
    """The lemma of each word that is a noun, and None for other words, a row a caption.

    A word that the parser parts (`tennis-racket`) is a noun if its last noun is one, and has that one's lemma.
    """
    parsed = parser.parse([" ".join(words) for words in captions])
    marks = []
    for words, sentences in zip(captions, parsed, strict=True):
        pieces = iter([piece for sentence in sentences for piece in sentence])
        marks.append(tuple(_lemma(word, pieces) for word in words))
    return marks


def _lemma(word: str, pieces: Iterator[Word]) -> str | None:
    """The lemma of a word's last noun; takes the parser's pieces of the word."""
    lemma, left = None, len(word)
    while left > 0 and (piece := next(pieces, None)) is not None:
        left -= len(piece.text)
        if is_noun(piece):
            lemma = piece.lemma or piece.text.lower()
    return lemma


def grounded_caption(id: str, attribution: Attribution, *, labels: Sequence[str], nouns: Nouns) -> GroundedCaption:
    """A caption with the class of the region that did most for each word, for GroundingScore.

    Args:
        id: the picture's.
        attribution: of its regions.
        labels: their classes.
        nouns: which of its words are nouns, as `noun_marks` gives them.

    Raises:
        ModelError: when a region looked at has no class, or there is not one label a region.
        ScoreError: when there is not one mark a word.
    """
    n_regions = attribution.scores.shape[1]
    if len(labels) != n_regions:
        raise ModelError(f"picture {id!r} came with {n_regions} regions and {len(labels)} labels; give one a region")
    looked = [labels[region] for region in attribution.top]
    if "" in looked:
        raise ModelError(
            f"a region of picture {id!r} that was looked at has no class; give labelled regions, such as known boxes "
            "or a detector's"
        )
    words = [lemma or word for lemma, word in zip(nouns, attribution.words, strict=False)]
    marks = [lemma is not None for lemma in nouns]
    return GroundedCaption.of(id, words, nouns=marks, regions=looked)
