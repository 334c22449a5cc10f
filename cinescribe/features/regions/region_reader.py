"""Reads stills into batches: the regions of each picture, a caption as tokens, all padded to one shape."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from cinescribe.errors import FeatureError
from cinescribe.features.regions.picture_regions import PictureRegions, RegionSource
from cinescribe.features.regions.region_batch import RegionBatch
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.still_schema import Still


class RegionReader:
    """Reads stills with extracted regions.

    Args:
        pictures: returns a picture's regions by its still's id.
        tokens: the vocabulary of captions.
        n_regions: of a picture, at most; extractors put the most important first, and later ones are cut off.
        n_tokens: of a caption, at most, start and end included.
    """

    def __init__(self, pictures: RegionSource, tokens: Tokens, *, n_regions: int = 50, n_tokens: int = 50) -> None:
        self.tokens, self.n_regions, self.n_tokens = tokens, n_regions, n_tokens
        self._pictures = pictures

    def batch(self, stills: Sequence[Still]) -> RegionBatch:
        """Return the stills as one batch with the first caption of each; only padding for a still without captions.

        Raises:
            FeatureError: when no still is given; when a picture's regions are missing, or it has none; when those of
                two pictures differ in width; when a caption has too many tokens.
            LanguageError: when the vocabulary cannot encode a caption.
        """
        if not stills:
            raise FeatureError("`stills` is empty; a batch needs at least one")
        pictures = [self.regions(still) for still in stills]
        _check_widths(stills, pictures)
        words = [self._words(still) for still in stills]
        n_regions = max(map(len, pictures))
        rows = np.zeros((len(pictures), n_regions, pictures[0].rows.shape[1]), np.float32)
        boxes = np.zeros((len(pictures), n_regions, 4), np.float32)
        mask = np.zeros((len(pictures), n_regions), np.bool_)
        for b, regions in enumerate(pictures):
            n = len(regions)
            rows[b, :n], boxes[b, :n], mask[b, :n] = regions.rows, regions.boxes, True
        padded = _padded(words, self.tokens.pad)
        return RegionBatch(*(torch.from_numpy(array) for array in (rows, mask, boxes, padded)))

    def regions(self, still: Still) -> PictureRegions:
        """Return the regions of a still's picture, at most `n_regions`.

        Raises:
            FeatureError: when they are missing, or the picture has none.
        """
        regions, n = self._pictures(still.id), self.n_regions
        if not len(regions):
            raise FeatureError(
                f"picture {still.id!r} has no regions; extract them with an extractor that always includes the whole "
                "picture, or extract a grid"
            )
        return regions if len(regions) <= n else PictureRegions(regions.rows[:n], regions.boxes[:n], regions.labels[:n])

    def fits(self, still: Still) -> bool:
        """Return whether a still's first caption has at most `n_tokens` tokens.

        Raises:
            LanguageError: when the vocabulary cannot encode the caption.
        """
        return len(self._encoded(still)) <= self.n_tokens

    def _words(self, still: Still) -> list[int]:
        words = self._encoded(still)
        if len(words) > self.n_tokens:
            raise FeatureError(
                f"the caption of {still.id!r} has {len(words)} tokens, more than {self.n_tokens}; "
                "raise `n_tokens`, or leave the still out"
            )
        return words

    def _encoded(self, still: Still) -> list[int]:
        if not still.captions:
            return []
        return [self.tokens.start, *self.tokens.encode(still.captions[0]), self.tokens.end]


def _check_widths(stills: Sequence[Still], pictures: Sequence[PictureRegions]) -> None:
    first = pictures[0].rows.shape[1]
    for still, regions in zip(stills, pictures, strict=True):
        if regions.rows.shape[1] != first:
            raise FeatureError(
                f"regions of {still.id!r} have {regions.rows.shape[1]} numbers, those of {stills[0].id!r} "
                f"{first}; extract both pictures by the same extractor"
            )


def _padded(words: Sequence[Sequence[int]], pad: int) -> NDArray[np.int64]:
    out = np.full((len(words), max(map(len, words))), pad, np.int64)
    for b, row in enumerate(words):
        out[b, : len(row)] = row
    return out
