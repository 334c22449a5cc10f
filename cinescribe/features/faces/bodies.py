"""Body features of the people whose faces are found in a film, while it is read."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.features.encoders.body_net import BodyNet, body_crop, body_features, moment_vectors
from cinescribe.features.faces.following import Follower, difference, shrunk
from cinescribe.features.faces.searching import FACE_THRESHOLD, SEARCH_GRID
from cinescribe.features.timed.batched_encoder import BatchedEncoder
from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box
from cinescribe.timing import Seconds

_BATCH = 16  # moments


class BodyWatcher:
    """Encodes the bodies below faces. A picture across a cut is replaced by the one with the face.

    Faces that follow each other at one place are one person until the next cut. Holds two pictures and one batch of
    crops.

    Args:
        net: from `load_body_net`.
    """

    def __init__(self, net: BodyNet) -> None:
        self._net = net
        self._encoded = BatchedEncoder(self._encode, width=net.sizes.d_moment, batch_size=_BATCH)
        self._follower, self._people = Follower(), list[int]()
        self._before: Image | None = None
        self._now: Image | None = None
        self._view: NDArray[np.float32] | None = None  # a small picture of what is shown now
        self._boxes: Sequence[Box] = ()

    @property
    def tools(self) -> tuple[object, ...]:
        """What is no state of the encoding: the network, and what calls it."""
        return (self._net, self._encoded.encode)

    def take(self, time: Seconds, image: Image, boxes: Sequence[Box]) -> None:
        """Take the next picture, RGB, (H, W, 3), and the boxes of its faces, as fractions of the picture."""
        after, view = np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), np.uint8), shrunk(image, SEARCH_GRID)
        joined = self._view is not None and difference(self._view, view) <= FACE_THRESHOLD
        self._pass(after if joined else None)
        if not joined:
            self._follower.known.clear()
        self._before = self._now if joined else None
        self._now, self._view, self._boxes = after, view, boxes
        self._people += [face.number for face in self._follower.follow(time, boxes)[0]]

    def rows(self) -> NDArray[np.float32]:
        """Return the features of all faces in order of arrival, (n, D); call it once the film has ended.

        Those of one person between two cuts are the same.
        """
        self._pass(None)
        self._boxes = ()
        people = np.array(self._people, np.int64)
        order = np.argsort(people, kind="stable")
        return body_features(self._net, self._encoded.features().rows[order], people[order])[people]

    def _pass(self, after: Image | None) -> None:
        """Cut out the people of the last picture, now that the one after it is known."""
        if self._now is None:
            return
        pictures = [self._now if image is None else image for image in (self._before, self._now, after)]
        for box in self._boxes:
            # Rows are matched to faces by their order, so that their time does not matter.
            self._encoded.take(0.0, np.stack([body_crop(image, box) for image in pictures]))

    def _encode(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        return moment_vectors(self._net, crops)
