"""Makes pictures, readings and lines of text for tests."""

import cv2
import numpy as np

from cinescribe.media.film.frame_scaling import Image
from cinescribe.media.text.text_lines import TextLine
from cinescribe.media.text.text_networks import Reading
from cinescribe.timing import Span

LINE = 0.05  # height of a line, as a share of the picture's


def picture(*texts: tuple[str, int, int], level: int = 40, scale: float = 1.5) -> Image:
    """A plain picture (360, 640, 3) with white texts, each at the left end of its base line."""
    out = np.full((360, 640, 3), level, np.uint8)
    for text, left, bottom in texts:
        cv2.putText(out, text, (left, bottom), cv2.FONT_HERSHEY_DUPLEX, scale, (255, 255, 255), 2, cv2.LINE_AA)
    return out


def yuv(image: Image) -> Image:
    """A picture in the layout that the finder takes."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2YUV_I420), np.uint8)


def grey(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), np.uint8)


def reading(text: str, score: float = 0.99) -> Reading:
    return Reading(text, (score,) * len(text))


def line(
    text: str,
    start: float,
    end: float,
    *,
    x: float = 0.5,
    y: float = 0.5,
    height: float = LINE,
    rise: float = 0.0,
    **facts,
) -> TextLine:
    """A line around the point (x, y) that rises by `rise` until it vanishes."""
    half = height * len(text) / 6
    first = (x - half, y - height / 2, x + half, y + height / 2)
    last = (first[0], first[1] - rise, first[2], first[3] - rise)
    return TextLine(Span(start, end), text, 0.99, first, last, **facts)
