"""Frames as a model is shown them: the number of the shot in the corner, people in coloured circles.

Models follow such marks without training (Xie et al., AutoAD-Zero, ACCV 2024; Shot-by-Shot, ICCV 2025): the names of
people are in the prompt with their colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from cinescribe.generate.narration.moments import Role, SeenFrame
from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box

# Colours that stay apart in JPEG, with the words that models know for them; RGB.
COLOURS = {
    "red": (230, 25, 25),
    "blue": (30, 60, 235),
    "green": (20, 170, 40),
    "yellow": (250, 225, 20),
    "pink": (245, 60, 200),
    "cyan": (20, 215, 225),
    "orange": (250, 130, 10),
    "white": (255, 255, 255),
}
_LINE = 0.01  # width of a circle's line, of the picture's width (Shot-by-Shot)
_ALPHA = 0.8  # of a circle's line
_WIDER = 1.35  # a circle's axes beside the face box
# Width of a face, of its `SeenBody.box`, and of the hair above it, of the face's height: as `turned_people` makes them.
_HEAD, _OVER_HEAD = 0.5, 0.2
_NUMBER_HEIGHT = 0.09  # of the shot's number, of the picture's height
_JPEG_QUALITY = 90  # of 100
_COLUMNS = 3  # of a contact sheet


@dataclass(frozen=True)
class Legend:
    """Who has which colour in the frames of one request.

    Args:
        colours: `(person id, name, colour)`, by the number of frames that show them.
    """

    colours: tuple[tuple[str, str, str], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who are marked."""
        return tuple(name for _, name, _ in self.colours)

    def in_words(self) -> str:
        """Return `Anna (red), Ben (blue)`."""
        return ", ".join(f"{name} ({colour})" for _, name, colour in self.colours)


def legend_of(frames: Sequence[SeenFrame], roles: Sequence[Role]) -> Legend:
    """Return the legend of some frames; if they show more people than there are colours, the rarest go without."""
    seen = Counter(face.person for frame in frames for face in frame.faces)
    seen.update(body.person for frame in frames for body in frame.bodies)
    here = sorted((role for role in roles if seen[role.id]), key=lambda role: -seen[role.id])
    return Legend(tuple((role.id, role.name, colour) for role, colour in zip(here, COLOURS, strict=False)))


def marked_frames(frames: Sequence[SeenFrame], legend: Legend, *, as_sheet: bool = False) -> tuple[bytes, ...]:
    """Return frames with their marks as JPEG files.

    Args:
        frames: the frames.
        legend: whom to mark.
        as_sheet: whether all frames go into one picture, for models that take only one.
    """
    pictures = [_marked(frame, legend) for frame in frames]
    if as_sheet and pictures:
        pictures = [_sheet(pictures)]
    return tuple(_jpeg(picture) for picture in pictures)


def _marked(frame: SeenFrame, legend: Legend) -> Image:
    image = np.ascontiguousarray(frame.image)
    drawn = image.copy()
    colours = {person: COLOURS[colour] for person, _, colour in legend.colours}
    for face in frame.faces:
        if face.person in colours:
            _circle(drawn, face.box, colours[face.person])
    for body in frame.bodies:
        if body.person in colours:
            _circle(drawn, _head_of(body.box, image.shape[1] / image.shape[0]), colours[body.person])
    marked = np.asarray(cv2.addWeighted(drawn, _ALPHA, image, 1 - _ALPHA, 0), np.uint8)
    _number(marked, frame.shot)
    return marked


def _head_of(body: Box, aspect: float) -> Box:
    """Where the head of a body is, in a picture of an aspect ratio: at its top, in the middle."""
    x0, top, x1, bottom = body
    width = min(_HEAD * (x1 - x0), (bottom - top) / aspect)
    height = width * aspect
    middle, begin = (x0 + x1) / 2, top + _OVER_HEAD * height
    return middle - width / 2, begin, middle + width / 2, begin + height


def _circle(image: Image, box: Box, colour: tuple[int, int, int]) -> None:
    height, width = image.shape[:2]
    x0, y0, x1, y1 = box[0] * width, box[1] * height, box[2] * width, box[3] * height
    middle = round((x0 + x1) / 2), round((y0 + y1) / 2)
    axes = max(round((x1 - x0) / 2 * _WIDER), 2), max(round((y1 - y0) / 2 * _WIDER), 2)
    line = max(round(_LINE * width), 2)
    cv2.ellipse(image, middle, axes, 0, 0, 360, colour, line, cv2.LINE_AA)


def _number(image: Image, number: int) -> None:
    """Write the number of a shot into the upper left corner, white on black."""
    height = image.shape[0]
    size = max(round(height * _NUMBER_HEIGHT), 12)
    font, scale = cv2.FONT_HERSHEY_SIMPLEX, size / 30
    (wide, high), _ = cv2.getTextSize(str(number), font, scale, 2)
    cv2.rectangle(image, (0, 0), (wide + 8, high + 10), (0, 0, 0), cv2.FILLED)
    cv2.putText(image, str(number), (4, high + 4), font, scale, (255, 255, 255), 2, cv2.LINE_AA)


def _sheet(pictures: Sequence[Image]) -> Image:
    """Put pictures of one size into rows, from left to right."""
    columns = min(_COLUMNS, len(pictures))
    empty = [np.zeros_like(pictures[0])] * (-len(pictures) % columns)
    full = [*pictures, *empty]
    rows = [np.concatenate(full[n : n + columns], axis=1) for n in range(0, len(full), columns)]
    return np.concatenate(rows, axis=0)


def _jpeg(image: Image) -> bytes:
    coded = cv2.imencode(".jpg", cv2.cvtColor(image, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])[1]
    return coded.tobytes()
