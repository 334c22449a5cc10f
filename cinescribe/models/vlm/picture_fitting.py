"""Fewer and smaller pictures for models that cannot take all: which are left out, a contact sheet, a shorter side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ModelError
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.vlm.chat import ChatPicture

_COLUMNS = 3  # of a contact sheet
_MAX_FRAMES = 9  # of a contact sheet: in three rows, people are still distinguishable
_SHEET_SIDE = 1536  # pixels of a contact sheet's longest side: twice the usual picture's
_JPEG_QUALITY = 90  # of 100


def fewer(pictures: Sequence[ChatPicture], n: int) -> tuple[ChatPicture, ...]:
    """Return `n` of some pictures, in order: context is left out first, then some evenly; first and last stay.

    Args:
        pictures: more than `n`.
        n: at least 1.
    """
    own = [at for at, picture in enumerate(pictures) if not picture.is_context]
    context = [at for at, picture in enumerate(pictures) if picture.is_context]
    kept = _even(own, n) if len(own) >= n else [*own, *_even(context, n - len(own))]
    return tuple(pictures[at] for at in sorted(kept))


def sheet(pictures: Sequence[ChatPicture], *, longest_side: int | None = None) -> ChatPicture:
    """Return some pictures as one, a contact sheet with their labels in reading order.

    Args:
        pictures: at least one; of more than nine, some are left out.
        longest_side: pixels of the sheet's longest side; by default 1,536.

    Raises:
        ModelError: when a picture is no JPEG file.
    """
    shown = fewer(pictures, _MAX_FRAMES) if len(pictures) > _MAX_FRAMES else tuple(pictures)
    images = [_image(picture.data) for picture in shown]
    height, width = images[0].shape[:2]
    columns = min(_COLUMNS, len(images))
    n_rows = -(-len(images) // columns)
    side = _SHEET_SIDE if longest_side is None else longest_side
    scale = min(1.0, side / max(columns * width, n_rows * height))
    size = max(round(width * scale), 1), max(round(height * scale), 1)
    tiles = [cv2.resize(image, size, interpolation=cv2.INTER_AREA) for image in images]
    tiles += [np.zeros_like(tiles[0])] * (n_rows * columns - len(tiles))
    rows = [np.concatenate(tiles[n : n + columns], axis=1) for n in range(0, len(tiles), columns)]
    labels = tuple(picture.label or f"frame {n}" for n, picture in enumerate(shown, 1))
    return ChatPicture(_jpeg(np.concatenate(rows)), frames=labels)


def smaller(picture: ChatPicture, longest_side: int) -> ChatPicture:
    """Return a picture with a longest side of at most some pixels.

    Raises:
        ModelError: when it is no JPEG file.
    """
    return replace(picture, data=_scaled(picture.data, longest_side))


def longest_side_of(picture: ChatPicture) -> int:
    """Return the pixels of a picture's longest side.

    Raises:
        ModelError: when it is no JPEG file.
    """
    height, width = _image(picture.data).shape[:2]
    return max(int(height), int(width))


@lru_cache(maxsize=64)  # questions about one moment share their pictures
def _scaled(data: bytes, longest_side: int) -> bytes:
    image = _image(data)
    height, width = image.shape[:2]
    scale = longest_side / max(height, width)
    if scale >= 1:
        return data
    size = max(round(width * scale), 1), max(round(height * scale), 1)
    return _jpeg(cv2.resize(image, size, interpolation=cv2.INTER_AREA))


def _even(places: Sequence[int], n: int) -> list[int]:
    """Return `n` of some places, evenly, with the first and the last; of one, the middle."""
    if n >= len(places):
        return list(places)
    if n <= 1:
        return [places[len(places) // 2]] if n else []
    return [places[round(at * (len(places) - 1) / (n - 1))] for at in range(n)]


def _image(data: bytes) -> Image:
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if image is None:
        raise ModelError("a picture of a question is no JPEG file (it cannot be decoded); encode it again")
    return np.asarray(image, np.uint8)


def _jpeg(image: NDArray[Any]) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])[1].tobytes()
