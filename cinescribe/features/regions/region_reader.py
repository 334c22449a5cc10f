"""Stills read into batches: each picture's regions, a caption as tokens, all padded to one shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray

from cinescribe.errors import FeatureError
from cinescribe.features.regions.region_batch import PictureRegions, RegionBatch
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.schema import Still

RegionSource: TypeAlias = Callable[[str], PictureRegions]
"""Gives a picture's regions by the still's id; `RegionStore.picture` is one."""


class RegionReader:
    """Reads stills whose regions are known.

    Args:
        pictures: gives a picture's regions by its still's id.
        tokens: the vocabulary that captions are written in.
        n_regions: of a picture, at most; extractors put the most telling first, and later ones are cut off.
        n_tokens: of a caption, at most, start and end included.
    """

    def __init__(self, pictures: RegionSource, tokens: Tokens, *, n_regions: int = 50, n_tokens: int = 50) -> None:
        self.tokens, self.n_regions, self.n_tokens = tokens, n_regions, n_tokens
        self._pictures = pictures

    def batch(self, stills: Sequence[Still]) -> RegionBatch:
        """The stills as one batch, the words those of each one's first caption; pads alone where a still has none.

        Raises:
            FeatureError: when no still is given; when a picture's regions are missing, or it has none; when those of
                two pictures differ in width; when a caption has too many tokens.
            LanguageError: when a caption cannot be written in the tokens known.
        """
        if not stills:
            raise FeatureError("no still came; a batch is of one or more")
        seen = [self._seen(still) for still in stills]
        _check_widths(stills, seen)
        words = [self._words(still) for still in stills]
        n_regions = max(map(len, seen))
        rows = np.zeros((len(seen), n_regions, seen[0].rows.shape[1]), np.float32)
        boxes = np.zeros((len(seen), n_regions, 4), np.float32)
        mask = np.zeros((len(seen), n_regions), np.bool_)
        for b, regions in enumerate(seen):
            n = len(regions)
            rows[b, :n], boxes[b, :n], mask[b, :n] = regions.rows, regions.boxes, True
        told = _padded(words, self.tokens.pad)
        return RegionBatch(*(torch.from_numpy(array) for array in (rows, mask, boxes, told)))

    def regions(self, still: Still) -> PictureRegions:
        """The regions of a still's picture as a batch holds them: no more than `n_regions`.

        Raises:
            FeatureError: when they are missing, or the picture has none.
        """
        return self._seen(still)

    def fits(self, still: Still) -> bool:
        """Whether a still's first caption has no more tokens than are kept.

        Raises:
            LanguageError: when the caption cannot be written in the tokens known.
        """
        return len(self._spelt(still)) <= self.n_tokens

    def _seen(self, still: Still) -> PictureRegions:
        found = self._pictures(still.id)
        if not len(found):
            raise FeatureError(
                f"picture {still.id!r} has no regions; extract them with an extractor that always gives the whole "
                "picture, or use a grid: --with grid"
            )
        n = self.n_regions
        return found if len(found) <= n else PictureRegions(found.rows[:n], found.boxes[:n], found.labels[:n])

    def _words(self, still: Still) -> list[int]:
        words = self._spelt(still)
        if len(words) > self.n_tokens:
            raise FeatureError(
                f"the caption of {still.id!r} has {len(words)} tokens, {self.n_tokens} are kept; "
                "raise n_tokens, or leave the still out"
            )
        return words

    def _spelt(self, still: Still) -> list[int]:
        if not still.captions:
            return []
        return [self.tokens.start, *self.tokens.encode(still.captions[0]), self.tokens.end]


def _check_widths(stills: Sequence[Still], seen: Sequence[PictureRegions]) -> None:
    first = seen[0].rows.shape[1]
    for still, regions in zip(stills, seen, strict=True):
        if regions.rows.shape[1] != first:
            raise FeatureError(
                f"regions of {still.id!r} have {regions.rows.shape[1]} numbers a row, those of {stills[0].id!r} "
                f"{first}; extract both pictures by the same extractor"
            )


def _padded(words: Sequence[Sequence[int]], pad: int) -> NDArray[np.int64]:
    out = np.full((len(words), max(map(len, words))), pad, np.int64)
    for b, row in enumerate(words):
        out[b, : len(row)] = row
    return out
