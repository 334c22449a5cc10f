"""Body features of the people whose faces are found in a film, while it is read."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.features.encoders.body_net import BodyNet, body_crop, body_features
from cinescribe.features.faces.following import difference, shrunk
from cinescribe.features.faces.searching import CUT, GRID
from cinescribe.features.timed.batched_encoder import BatchedEncoder
from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box

_BATCH = 16  # faces


class BodyWatcher:
    """Encodes the bodies below faces. A picture across a cut is replaced by the one with the face.

    Holds two pictures and one batch of crops.

    Args:
        net: from `load_body_net`.
    """

    def __init__(self, net: BodyNet) -> None:
        self._net = net
        self._encoded = BatchedEncoder(self._encode, width=net.sizes.width, batch_size=_BATCH)
        self._before: Image | None = None
        self._now: Image | None = None
        self._view: NDArray[np.float32] | None = None  # a small picture of what is shown now
        self._boxes: Sequence[Box] = ()

    @property
    def tools(self) -> tuple[object, ...]:
        """What is no state of the encoding: the network, and what calls it."""
        return (self._net, self._encoded.encode)

    def take(self, image: Image, boxes: Sequence[Box]) -> None:
        """Take the next picture, RGB, (H, W, 3), and the boxes of its faces, as fractions of the picture."""
        after, view = np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), np.uint8), shrunk(image, GRID)
        joined = self._view is not None and difference(self._view, view) <= CUT
        self._pass(after if joined else None)
        self._before = self._now if joined else None
        self._now, self._view, self._boxes = after, view, boxes

    def rows(self) -> NDArray[np.float32]:
        """Return the features of all faces in the order in which they came, (n, D); call it once the film has ended."""
        self._pass(None)
        self._boxes = ()
        return self._encoded.features().rows

    def _pass(self, after: Image | None) -> None:
        """Cut out the people of the picture before last, now that the picture after it is known."""
        if self._now is None:
            return
        pictures = [self._now if image is None else image for image in (self._before, self._now, after)]
        for box in self._boxes:
            self._encoded.take(0.0, np.stack([body_crop(image, box) for image in pictures]))

    def _encode(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        return body_features(self._net, crops)
