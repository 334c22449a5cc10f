"""Captions a clip with the sentence of the training clip that is nearest in features (*Movie Description*, §5.4.3)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import numba
import numpy as np
from numpy.typing import NDArray

from cinescribe.arrays import read_arrays_like, write_arrays
from cinescribe.errors import ModelError, RecordError
from cinescribe.input_files import read_text
from cinescribe.parsing import parse_json
from cinescribe.store import write_text

_VECTORS, _CAPTIONS = "vectors.safetensors", "captions.json"
_PART = 16  # columns summed between two looks at whether a training clip can still be the nearest
_BLOCK, _STEP = 256, 64  # training clips in the processor's cache together, and between those of the first look
_FASTMATH = {"reassoc", "contract", "nsz"}  # sums in any order, but with infinities and NaN as they are
_FARTHEST = np.float32(3)  # above the L1 distance of any rows whose absolute values sum to 1


class NearestNeighbour:
    """Retrieval by the histogram intersection of L1-normalised features.

    Of rows a and b whose absolute values sum to 1, the intersection is 1 - |a - b| / 2, also where values are
    negative: a column counts as two, one for each sign. Of several nearest clips the first counts.

    Args:
        vectors: of the training clips, (n, D), one or more.
        captions: their captions, n.
        widths: columns of each stream, D together; each stream is normalised by itself and counts alike.

    Raises:
        ModelError: when numbers of vectors, captions and columns do not fit together.
    """

    def __init__(self, vectors: NDArray[np.float32], captions: Sequence[str], *, widths: Sequence[int]) -> None:
        self._widths, self._captions = tuple(widths), tuple(captions)
        if vectors.ndim != 2 or not len(vectors) or len(vectors) != len(captions) or vectors.shape[1] != sum(widths):
            raise ModelError(
                f"vectors of shape {vectors.shape}, {len(captions)} captions and streams of {list(widths)} numbers "
                "do not fit; expected one caption for each vector, and as many columns as the streams have together"
            )
        self._vectors = self._normalised(vectors)

    def captions(self, vectors: NDArray[np.float32]) -> list[str]:
        """Return the caption of the nearest training clip for each of some clips, (m, D).

        Raises:
            ModelError: when vectors have another width than those of training.
        """
        return [self._captions[n] for n in self.nearest(vectors)[0].tolist()]

    def nearest(self, vectors: NDArray[np.float32]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return the index of the nearest training clip, and the intersection with it, for each vector, (m,) each.

        Raises:
            ModelError: as `captions`.
        """
        if vectors.ndim != 2 or vectors.shape[1] != sum(self._widths):
            raise ModelError(
                f"the features have shape {vectors.shape}, but the model was fitted to {sum(self._widths)} numbers a "
                "clip; extract features by the extractors it was fitted with"
            )
        numbers, distances = _nearest(self._vectors, self._normalised(vectors))
        return numbers, 1 - distances / np.float32(2)

    def write(self, folder: Path) -> tuple[str, ...]:
        """Write the model's files to a folder and return their names.

        Raises:
            OutputError: when the folder cannot be written.
        """
        write_arrays(folder / _VECTORS, {"vectors": self._vectors, "widths": np.array(self._widths)})
        write_text(folder / _CAPTIONS, json.dumps(self._captions, ensure_ascii=False, indent=0) + "\n")
        return _VECTORS, _CAPTIONS

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read the model that `write` wrote.

        Raises:
            ModelError, RecordError: when a file is missing or damaged.
        """
        captions = parse_json(read_text(folder / _CAPTIONS), repr(str(folder / _CAPTIONS)))
        arrays = read_arrays_like(folder / _VECTORS, {"vectors": (np.float32, 2), "widths": (np.int64, 1)})
        if not isinstance(captions, list) or not all(isinstance(text, str) for text in captions):
            raise RecordError(f"{str(folder / _CAPTIONS)!r} is no list of captions; get the checkpoint again")
        return cls(arrays["vectors"], captions, widths=arrays["widths"].tolist())

    def _normalised(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return rows in which each stream's absolute values sum to the same, and all together to 1."""
        out, first = np.array(vectors, np.float32), 0
        for width in self._widths:
            part = out[:, first : first + width]
            part /= np.maximum(np.abs(part).sum(1, keepdims=True), np.finfo(np.float32).tiny) * len(self._widths)
            first += width
        return out


@numba.njit(cache=True, fastmath=_FASTMATH)
def _nearest(
    training: NDArray[np.float32], vectors: NDArray[np.float32]
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the index of the row of `training` with the smallest L1 distance to each vector, and the distance.

    Every `_STEP`th row comes first: a small distance that is known early ends most of the others' sums early. Then all
    rows come block by block, each block for all vectors while it is in the processor's cache.
    """
    n = len(training)
    numbers, distances = np.zeros(len(vectors), np.int64), np.full(len(vectors), _FARTHEST, np.float32)
    for m in range(len(vectors)):
        _search(training, range(0, n, _STEP), vectors[m], numbers[m : m + 1], distances[m : m + 1])
    for first in range(0, n, _BLOCK):
        for m in range(len(vectors)):
            rows = range(first, min(first + _BLOCK, n))
            _search(training, rows, vectors[m], numbers[m : m + 1], distances[m : m + 1])
    return numbers, distances


@numba.njit(cache=True, fastmath=_FASTMATH)
def _search(
    training: NDArray[np.float32],
    rows: range,
    vector: NDArray[np.float32],
    number: NDArray[np.int64],
    smallest: NDArray[np.float32],
) -> None:
    """Set `number` and `smallest`, of one entry each, to the nearest of some rows; of equals the first counts."""
    for row in rows:
        distance = _distance(training[row], vector, smallest[0])
        if distance < smallest[0] or (distance == smallest[0] and row < number[0]):
            smallest[0], number[0] = distance, row


@numba.njit(cache=True, fastmath=_FASTMATH)
def _distance(one: NDArray[np.float32], other: NDArray[np.float32], most: np.float32) -> np.float32:
    """Return the L1 distance of two rows, or some number above `most` as soon as the distance is above it."""
    distance, whole = np.float32(0), len(one) - len(one) % _PART
    for first in range(0, whole, _PART):
        part = np.float32(0)
        for column in range(_PART):  # of a fixed length, so that it becomes a few wide instructions
            part += abs(one[first + column] - other[first + column])
        distance += part
        if distance > most:
            return distance
    for column in range(whole, len(one)):
        distance += abs(one[column] - other[column])
    return distance
