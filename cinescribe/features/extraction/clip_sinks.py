"""What is extracted of a film's clips: pictures spread evenly over each, regions of its middle picture, its caption."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.encoders.hub_encoders import WIDTH
from cinescribe.features.faces.moments import MomentPictures, spread
from cinescribe.features.regions.region_batch import PictureRegions
from cinescribe.features.regions.regions import RegionExtractor
from cinescribe.features.rows.blockwise import RowBlocks
from cinescribe.features.store.clip_level_features import RowsByClip, regions_by_clip, rows_by_clip
from cinescribe.media.film.frame_scaling import Image, Picture
from cinescribe.schema import Clip
from cinescribe.timing import Seconds

N_SPREAD = 40  # pictures of a clip, as in Video2Commonsense (Fang et al. 2020, §4)
_BLOCK = 8  # pictures run at once


class SpreadPictures:
    """A row for each of 40 pictures spread evenly over each clip; in a short clip some come more than once.

    Args:
        clips: of the film.
        compute: rows (n, D) of pictures (n, H, W, 3).
        wants: the pictures that it computes rows of, at every frame.
        width: D.
    """

    def __init__(
        self,
        clips: Sequence[Clip],
        compute: Callable[[NDArray[np.uint8]], NDArray[np.float32]],
        *,
        wants: Picture,
        width: int,
    ) -> None:
        self.wants = wants
        self._clips = clips
        self._blocks = RowBlocks(compute, width=width, block=_BLOCK)
        self._pictures = MomentPictures(spread([clip.span for clip in clips], N_SPREAD), self._blocks.take)

    def take(self, time: Seconds, image: Image) -> None:
        """Take the next picture, (H, W, 3) RGB."""
        self._pictures.take(time, image)

    def rows(self) -> RowsByClip:
        """The rows of each clip, 40 each; call it once the film has ended."""
        numbers = self._pictures.numbers()
        rows = self._blocks.rows().rows[numbers]
        return rows_by_clip([clip.id for clip in self._clips], rows, counts=[N_SPREAD] * len(self._clips))


class MiddleRegions:
    """The regions of the picture in the middle of each clip.

    Args:
        clips: of the film.
        extractor: finds them.
    """

    def __init__(self, clips: Sequence[Clip], extractor: RegionExtractor) -> None:
        self.wants = Picture("rgb24", width=WIDTH)
        self._clips, self._extractor = clips, extractor
        self._found: list[PictureRegions] = []
        self._pictures = MomentPictures(spread([clip.span for clip in clips], 1), self._see)

    def take(self, time: Seconds, image: Image) -> None:
        """Take the next picture, (H, W, 3) RGB."""
        self._pictures.take(time, image)

    def rows(self) -> RowsByClip:
        """The regions of each clip; call it once the film has ended."""
        numbers = self._pictures.numbers()
        return regions_by_clip([clip.id for clip in self._clips], [self._found[number] for number in numbers])

    def _see(self, _: Seconds, image: Image) -> None:
        self._found.append(self._extractor.regions(image, ()))


class CaptionRows:
    """The vector of each clip's caption; no row for a clip without one. The film is not looked at.

    Args:
        clips: of the film.
        vectors: of texts, (n, D), also of none.
    """

    def __init__(self, clips: Sequence[Clip], vectors: Callable[[Sequence[str]], NDArray[np.float64]]) -> None:
        self._clips, self._vectors = clips, vectors

    def rows(self) -> RowsByClip:
        """A row a clip that has a caption."""
        found = np.asarray(self._vectors([clip.text for clip in self._clips if clip.text]), np.float32)
        return rows_by_clip([clip.id for clip in self._clips], found, counts=[bool(clip.text) for clip in self._clips])
