"""Detects and reads lines of text in a picture, by the networks of PP-OCRv6 in the wheel of rapidocr.

Only the model files of the wheel are used, in onnxruntime, so nothing is ever downloaded. Detection is differentiable
binarisation (Liao et al. 2020, Real-time Scene Text Detection with Differentiable Binarization, arXiv:1911.08947),
reading is connectionist temporal classification over crops of 48 pixels height.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from cinescribe.errors import ModelError
from cinescribe.media.film.frame_scaling import Image

_PACKAGE = "rapidocr"
_DETECTOR, _RECOGNISER = "PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"
# Published with the models, in the `config.yaml` of rapidocr 3.10.
_PIXEL, _BOX_SCORE, _UNCLIP = 0.3, 0.5, 1.6
_MULTIPLE = 32  # the detector's sides must be multiples of this
_MIN_SIDE = 3  # of a text's region in the detector's picture, in pixels
_CHARACTERS = "character"  # the entry of a recognition network's metadata that lists its characters, one a line
_HEIGHT = 48  # of the recogniser's crops, in pixels
_TALL = 1.5  # crops taller than this times their width hold a line that runs down; they are turned
_WIDEST = 48 * 40  # of a crop at 48 pixels height; longer lines are squeezed

Quad = NDArray[np.float32]  # corners of a line in pixels, (4, 2): top left, top right, bottom right, bottom left


@dataclass(frozen=True)
class Reading:
    """A line that was read.

    Args:
        text: its characters.
        scores: the probability of each.
    """

    text: str
    scores: tuple[float, ...]

    @property
    def score(self) -> float:
        """Mean probability of the characters, 0 for no text."""
        return float(np.mean(self.scores)) if self.scores else 0.0


class TextDetector:
    """Finds lines of text in a picture."""

    def __init__(self) -> None:
        self._session = _session(_DETECTOR)

    def lines(self, picture: Image, *, max_pixels: int) -> list[Quad]:
        """Return the corners of each line in the pixels of a picture (H, W, 3, BGR).

        Args:
            picture: to search.
            max_pixels: pixels that are searched; a larger picture is shrunk to about so many.
        """
        scale = min(1.0, (max_pixels / (picture.shape[0] * picture.shape[1])) ** 0.5)
        size = tuple(max(1, round(side * scale / _MULTIPLE)) * _MULTIPLE for side in picture.shape[1::-1])
        small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
        (found,) = self._session.run(None, {"x": _normalised(small)[None]})
        enlarge = np.array([picture.shape[1] / size[0], picture.shape[0] / size[1]], np.float32)
        return [quad * enlarge for quad in _regions(found[0, 0])]


class TextRecogniser:
    """Reads lines of text.

    Args:
        model: a recognition network of PP-OCR with its characters, as rapidocr's list has them; by default the one in
            its wheel, which reads Latin and Chinese characters, a few Greek ones, and no Cyrillic or Arabic ones.

    Raises:
        ModelError: when the file is no such network.
    """

    def __init__(self, model: Path | None = None) -> None:
        self._session = _session(_RECOGNISER) if model is None else _session_of(model)
        known = self._session.get_modelmeta().custom_metadata_map.get(_CHARACTERS, "").splitlines()
        if not known:
            raise ModelError(
                f"{str(model)!r} names no characters, as recognition networks of PP-OCR do in their {_CHARACTERS!r}; "
                "remove it, and allow fetching another with `fetch`"
            )
        self._characters = ["", *known, " "]  # the first is CTC's blank
        self._input = self._session.get_inputs()[0].name

    def read(self, picture: Image, quad: Quad, *, stretch: float = 1.0) -> Reading:
        """Read the line in the corners `quad` of a picture (H, W, 3, BGR), with its width multiplied by `stretch`."""
        crop = straightened(picture, quad)
        width = int(np.clip(np.ceil(stretch * crop.shape[1] * _HEIGHT / crop.shape[0]), _HEIGHT, _WIDEST))
        crop = np.asarray(cv2.resize(crop, (width, _HEIGHT)), np.uint8)
        (steps,) = self._session.run(None, {self._input: _normalised(crop)[None]})  # (1, S, V)
        best = steps[0].argmax(-1)
        is_new = np.append(True, best[1:] != best[:-1]) & (best != 0)
        scores = steps[0].max(-1)[is_new]
        pairs = [(self._characters[n], float(score)) for n, score in zip(best[is_new], scores, strict=True)]
        return Reading("".join(text for text, _ in pairs), tuple(s for text, s in pairs for _ in text))


def _session(name: str) -> Any:
    return _session_of(model_file(name))


def _session_of(path: Path) -> Any:
    """Load a network.

    Raises:
        ModelError: when the file is none that onnxruntime loads.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False  # pictures differ in size: an arena would keep memory for each
    options.log_severity_level = 4
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's own errors have no common kind
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise ModelError(
            f"{str(path)!r} is no network that can be loaded ({reason}); remove it, and fetch it"
        ) from error


def model_file(name: str) -> Path:
    """Return a model file in the installed wheel of rapidocr, which is not imported: it could download others.

    Raises:
        ModelError: when rapidocr is not installed, or its wheel lacks the file.
    """
    spec = importlib.util.find_spec(_PACKAGE)
    path = Path(spec.origin).parent / "models" / name if spec is not None and spec.origin else None
    if path is None or not path.is_file():
        raise ModelError(
            f"{name!r} was not found in the installed package {_PACKAGE!r}; on-screen text cannot be read without it: "
            f"pip install '{_PACKAGE}>=3.10'"
        )
    return path


def _normalised(picture: Image) -> NDArray[np.float32]:
    """Values from -1 to 1, (3, H, W)."""
    return np.ascontiguousarray((picture.astype(np.float32) / 127.5 - 1).transpose(2, 0, 1))


def _regions(share: NDArray[np.float32]) -> list[Quad]:
    """The corners of the lines in the detector's map of text probability, (H, W)."""
    is_text = cv2.dilate((share > _PIXEL).astype(np.uint8), np.ones((2, 2), np.uint8))
    contours, _ = cv2.findContours(is_text, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    quads = []
    for contour in contours:
        centre, sides, angle = cv2.minAreaRect(contour)
        if min(sides) < _MIN_SIDE or _inner_score(share, _corners(centre, sides, angle)) < _BOX_SCORE:
            continue
        # The network marks a shrunken core; the offset that undoes it (section 3.5 of the paper) of a rectangle.
        out = sides[0] * sides[1] * _UNCLIP / (sides[0] + sides[1])  # area * ratio / length, on both sides
        quads.append(_ordered(_corners(centre, (sides[0] + out, sides[1] + out), angle)))
    return quads


def _corners(centre: Sequence[float], sides: Sequence[float], angle: float) -> NDArray[np.float32]:
    return np.asarray(cv2.boxPoints((centre, sides, angle)), np.float32)


def _inner_score(share: NDArray[np.float32], corners: NDArray[np.float32]) -> float:
    left, top = np.clip(np.floor(corners.min(0)).astype(int), 0, None)
    right, bottom = np.ceil(corners.max(0)).astype(int) + 1
    part = share[top:bottom, left:right]
    inside = np.zeros(part.shape, np.uint8)
    cv2.fillPoly(inside, [np.round(corners - [left, top]).astype(np.int32)], (1,))
    return float(cv2.mean(part, inside)[0])


def _ordered(corners: NDArray[np.float32]) -> Quad:
    """The corners clockwise from the top left."""
    by_x = corners[corners[:, 0].argsort()]
    left, right = by_x[:2][by_x[:2, 1].argsort()], by_x[2:][by_x[2:, 1].argsort()]
    return np.array([left[0], right[0], right[1], left[1]], np.float32)


def straightened(picture: Image, quad: Quad) -> Image:
    """Return a line of a picture (H, W) or (H, W, 3), level and straight."""
    width = max(1, round(float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2))
    height = max(1, round(float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2))
    to = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad, to)
    crop = cv2.warpPerspective(picture, matrix, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.rot90(crop) if height > _TALL * width else crop, np.uint8)
