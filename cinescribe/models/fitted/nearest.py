"""Captions a clip with the sentence of the training clip that is nearest in features (*Movie Description*, §5.4.3)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import numba
import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ModelError, RecordError
from cinescribe.input_files import read_text
from cinescribe.parsing import parse_json
from cinescribe.store import read_arrays_like, write_arrays, write_text

_VECTORS, _CAPTIONS = "vectors.safetensors", "captions.json"
_PART = 64  # columns summed between two looks at whether a training clip can still be the nearest


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
                "came; one caption is wanted for each vector, and as many columns as the streams have together"
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
                f"features of shape {vectors.shape} came, but the model was fitted to {sum(self._widths)} numbers a "
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


@numba.njit(cache=True, fastmath=True)
def _nearest(
    training: NDArray[np.float32], vectors: NDArray[np.float32]
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the index of the row of `training` with the smallest L1 distance to each vector, and the distance.

    A row is given up as soon as its first columns are farther away than the nearest one so far.
    """
    n, width = training.shape
    numbers, distances = np.zeros(len(vectors), np.int64), np.zeros(len(vectors), np.float32)
    for m in range(len(vectors)):
        smallest = np.float32(np.inf)
        for row in range(n):
            distance = np.float32(0)
            for first in range(0, width, _PART):
                for column in range(first, min(first + _PART, width)):
                    distance += abs(training[row, column] - vectors[m, column])
                if distance >= smallest:
                    break
            if distance < smallest:
                smallest, numbers[m] = distance, row
        distances[m] = smallest
    return numbers, distances
