"""The detections of COCO's pictures in one HDF5 file, as the authors of M² published them.

`coco_detections.hdf5` has for picture 790 the arrays `790_features`, (R, 2048) by the bottom-up attention detector
(Anderson et al., CVPR 2018), `790_boxes`, (R, 4) in pixels, and `790_cls_prob`.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError
from cinescribe.features.regions.picture_regions import PictureRegions
from cinescribe.input_files import open_input

_NUMBER = re.compile(r"(\d+)\D*$")  # of a picture, at the end of its id: COCO_val2014_000000000790
_LARGEST = 1e6  # pixels: a box that reaches further is none


class CocoDetections:
    """An open file of detections; it ends with `close` or a `with` block.

    Args:
        path: the HDF5 file.
        n_regions: of a picture at most; later ones are left out, as the published code does.

    Raises:
        RecordError: when the file is missing, not readable, or no regular file.
        FeatureError: when `h5py` is not installed, or the file is no HDF5.
    """

    def __init__(self, path: Path, *, n_regions: int) -> None:
        try:
            h5py = importlib.import_module("h5py")
        except ModuleNotFoundError as error:
            raise FeatureError("HDF5 files need h5py (BSD-3-Clause); pip install 'cinescribe[hdf5]'") from error
        with open_input(path):  # refuses what is no file, for which HDF5 would wait
            pass
        try:
            self._file: Any = h5py.File(path, "r")
        except OSError as error:
            raise FeatureError(f"{str(path)!r} cannot be read as HDF5; give coco_detections.hdf5, whole") from error
        self._path, self._n_regions = path, n_regions

    def has(self, picture: str) -> bool:
        """Whether there are features of a picture."""
        return self._has(self._key(picture, "features"))

    def regions(self, picture: str, size: tuple[int, int] | None) -> PictureRegions:
        """Return the detections of a picture.

        Args:
            picture: its id, which ends with COCO's number.
            size: width and height in pixels; None, where they are not known: then each box is the whole picture.

        Raises:
            FeatureError: when there are none, or they are no finite numbers of the expected shape.
        """
        rows = self._array(self._key(picture, "features"), width=None)
        boxes = np.tile(np.array([[0, 0, 1, 1]], np.float32), (len(rows), 1))
        key = self._key(picture, "boxes")
        if size is not None and self._has(key):
            pixels = self._array(key, width=4)
            if len(pixels) != len(rows):
                raise FeatureError(
                    f"{key} has {len(pixels)} boxes for {len(rows)} features; give the file as published"
                )
            width, height = size
            boxes = np.clip(pixels / np.array([width, height, width, height], np.float32), 0, 1)
        return PictureRegions(rows, boxes, ("",) * len(rows))

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> CocoDetections:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _key(self, picture: str, kind: str) -> str:
        found = _NUMBER.search(picture)
        return f"{int(found[1])}_{kind}" if found else f"{picture}_{kind}"

    def _has(self, key: str) -> bool:
        with self._whole():
            return key in self._file

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Raise what HDF5 raises at a damaged place as an error that names the file."""
        try:
            yield
        except (RuntimeError, OSError, LookupError, TypeError, ValueError, MemoryError) as error:
            raise FeatureError(f"{str(self._path)!r} is damaged ({error}); copy or download it again") from error

    def _array(self, key: str, *, width: int | None) -> NDArray[np.float32]:
        """The first rows of an array of two dimensions."""
        with self._whole():
            data = self._file.get(key)
            if data is None:
                raise FeatureError(f"{str(self._path)!r} has no {key}; give a file with detections of this picture")
            shape: tuple[int, ...] = getattr(data, "shape", ())
            if len(shape) != 2 or not shape[0] or width not in (None, shape[1]):
                raise FeatureError(f"{key} has the shape {shape}; expected rows of {width or 'features'}")
            rows = np.asarray(data[: self._n_regions])
        if rows.dtype.kind not in "fiu" or not np.isfinite(rows).all() or (width and np.abs(rows).max() > _LARGEST):
            raise FeatureError(f"{key} holds values that are no {'pixels' if width else 'finite numbers'}")
        return rows.astype(np.float32)
