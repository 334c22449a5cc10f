"""The sinks of clip features: evenly spread pictures, regions of the middle picture, the caption."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.encoders.hub_encoders import HUB_WIDTH
from cinescribe.features.faces.moments import MomentPictures, spread
from cinescribe.features.regions.picture_regions import PictureRegions
from cinescribe.features.regions.regions import RegionExtractor
from cinescribe.features.store.clip_level_features import ClipLevelFeatures, join_clip_features, join_clip_regions
from cinescribe.features.timed.batched_encoder import BatchedEncoder
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.schema import Clip
from cinescribe.timing import Seconds

N_SPREAD = 40  # pictures per clip, as in Video2Commonsense (Fang et al. 2020, §4)
_BATCH = 8  # pictures


class UniformPictures:
    """Encodes 40 pictures spread evenly over each clip; in a short clip some repeat.

    Args:
        clips: of the film.
        encode: returns feature vectors (n, D) of pictures (n, H, W, 3).
        wants: the format of the pictures.
        width: D.
    """

    def __init__(
        self,
        clips: Sequence[Clip],
        encode: Callable[[NDArray[np.uint8]], NDArray[np.float32]],
        *,
        wants: PictureFormat,
        width: int,
    ) -> None:
        self.wants = wants
        self._clips = clips
        self._encoded = BatchedEncoder(encode, width=width, batch_size=_BATCH)
        self._pictures = MomentPictures(spread([clip.span for clip in clips], N_SPREAD), self._encoded.take)

    def take(self, time: Seconds, image: Image) -> None:
        """Take the next picture, (H, W, 3) RGB."""
        self._pictures.take(time, image)

    def features(self) -> ClipLevelFeatures:
        """Return the features of the clips; call it once the film has ended."""
        indices = self._pictures.indices()  # first, because it may pass on the last picture
        vectors = self._encoded.features().rows[indices]
        return join_clip_features([clip.id for clip in self._clips], vectors, counts=[N_SPREAD] * len(self._clips))


class MiddleFrameRegions:
    """The regions of the picture in the middle of each clip.

    Args:
        clips: of the film.
        extractor: finds the regions.
    """

    def __init__(self, clips: Sequence[Clip], extractor: RegionExtractor) -> None:
        self.wants = PictureFormat("rgb24", width=HUB_WIDTH)
        self._clips, self._extractor = clips, extractor
        self._regions: list[PictureRegions] = []
        self._pictures = MomentPictures(spread([clip.span for clip in clips], 1), self._extract)

    def take(self, time: Seconds, image: Image) -> None:
        """Take the next picture, (H, W, 3) RGB."""
        self._pictures.take(time, image)

    def features(self) -> ClipLevelFeatures:
        """Return the regions of the clips; call it once the film has ended."""
        indices = self._pictures.indices()  # first, because it may pass on the last picture
        return join_clip_regions([clip.id for clip in self._clips], [self._regions[index] for index in indices])

    def _extract(self, _: Seconds, image: Image) -> None:
        self._regions.append(self._extractor.regions(image, ()))


class CaptionVectors:
    """The vector of each clip's caption, none for a clip without one. Reads no picture of the film.

    Args:
        clips: of the film.
        encode: returns vectors (n, D) of n texts; n may be 0.
    """

    def __init__(self, clips: Sequence[Clip], encode: Callable[[Sequence[str]], NDArray[np.float64]]) -> None:
        self._clips, self._encode = clips, encode

    def features(self) -> ClipLevelFeatures:
        """Return one vector per clip with a caption."""
        vectors = np.asarray(self._encode([clip.text for clip in self._clips if clip.text]), np.float32)
        return join_clip_features(
            [clip.id for clip in self._clips], vectors, counts=[bool(clip.text) for clip in self._clips]
        )
