"""People found by their figures, as a stream of features: also those whose faces no detector finds.

In a wide shot a face has a dozen pixels, and a person may turn their back. The frame network still marks heads; around
them are hair and clothes, and a body that does something. Made for Backlot films, on which its networks were trained.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from cinescribe.features.clothing.appearance import LOOK_HEIGHT, LOOK_WIDTH, light, look
from cinescribe.features.encoders.backlot_frames import PICTURE_HEIGHT, PICTURE_WIDTH, FrameNet, as_input
from cinescribe.features.encoders.body_net import BodyNet
from cinescribe.features.faces.bodies import BodyWatcher
from cinescribe.features.timed.timed_features import FigureFeatures
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.schema import Box
from cinescribe.timing import Seconds

_MIN_SCORE = 0.3  # of a head; of people in wide shots of 8 Backlot films it left out 18 %, and marked 42 spots as heads
# Heights of a face's box in a close, a medium and a wide shot, and its width in heights: medians of 15,000 faces of 40
# training films, times .92, as dlib's boxes are smaller than drawn faces.
_HEIGHTS, _WIDTH = (0.374, 0.219, 0.062), 0.884


class FigureFinder:
    """A `PictureSink` that finds people by their heads, with their looks and what their bodies do.

    Args:
        frames: from `load_frame_net`.
        bodies: from `load_body_net`.
        rate_hz: pictures per second.
        side: maximum width of the pictures, in pixels.
        every: one picture in so many is searched; the others only show how bodies move.
    """

    def __init__(self, frames: FrameNet, bodies: BodyNet, *, rate_hz: float, side: int, every: int) -> None:
        self.wants = PictureFormat("rgb24", rate_hz=rate_hz, width=side)
        self._net, self._every = frames.eval(), every
        self._watcher = BodyWatcher(bodies)
        self._n_taken = 0
        self._times: list[Seconds] = []
        self._boxes: list[Box] = []
        self._scores: list[float] = []
        self._kinds: list[NDArray[np.float32]] = []
        self._looks, self._lights = (list[NDArray[np.uint8]]() for _ in range(2))

    @property
    def tools(self) -> tuple[object, ...]:
        """What is no state of the search: the networks."""
        return (self._net, *self._watcher.tools)

    def take(self, time: Seconds, image: Image) -> None:
        """Search one picture, RGB, (H, W, 3), for people."""
        is_due = self._n_taken % self._every == 0
        self._n_taken += 1
        boxes = list(self._found(time, image)) if is_due else []
        self._watcher.take(time, image, boxes)

    def features(self) -> FigureFeatures:
        """Return the people; call it once the film has ended."""
        return FigureFeatures(
            np.array(self._times, np.float64),
            np.array(self._boxes, np.float32).reshape(-1, 4),
            np.array(self._scores, np.float32),
            np.array(self._kinds, np.float32).reshape(-1, 3),
            self._watcher.rows(),
            np.array(self._looks, np.uint8).reshape(-1, LOOK_HEIGHT, LOOK_WIDTH, 3),
            np.array(self._lights, np.uint8).reshape(-1, 3),
        )

    def _found(self, time: Seconds, image: Image) -> Iterator[Box]:
        """Yield where the face of each person in a picture is or would be, and keep what is seen of them."""
        heads, scale = _heads(self._net, image)
        best = heads.amax(0)
        is_peak = (functional.max_pool2d(best[None], 3, 1, 1)[0] == best) & (best > _MIN_SCORE)
        height = _HEIGHTS[int(scale.argmax())]
        width = height * _WIDTH * image.shape[0] / image.shape[1]
        for row, column in is_peak.nonzero().tolist():
            x, y = _middle(best, row, column)
            box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            self._times.append(time)
            self._boxes.append(box)
            self._scores.append(float(best[row, column]))
            self._kinds.append(heads[:, row, column].numpy())
            self._looks.append(look(image, box))
            self._lights.append(light(image))
            yield box


def _heads(net: FrameNet, image: Image) -> tuple[Tensor, Tensor]:
    """Return the probabilities of heads of women, men and strangers, (3, h, w), and the logits of the shot scale, (3,).

    Args:
        net: the frame network.
        image: RGB, (H, W, 3).
    """
    small = cv2.resize(image, (PICTURE_WIDTH, PICTURE_HEIGHT), interpolation=cv2.INTER_AREA)
    with torch.inference_mode():
        outputs = net(as_input(np.asarray(small, np.uint8)[None]))
    return outputs.maps[0, net.sizes.n_things :].sigmoid(), outputs.scale[0]


def _middle(heat: Tensor, row: int, column: int) -> tuple[float, float]:
    """Return the middle of a peak of a heat map (h, w), by the cells around it, as fractions of the picture."""
    top, left = max(row - 1, 0), max(column - 1, 0)
    cells = heat[top : row + 2, left : column + 2]
    rows = torch.arange(cells.shape[0])[:, None] + top + 0.5
    columns = torch.arange(cells.shape[1]) + left + 0.5
    total = cells.sum()
    x, y = (cells * columns).sum() / total / heat.shape[1], (cells * rows).sum() / total / heat.shape[0]
    return float(x), float(y)
