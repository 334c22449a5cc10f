"""InsightFace's RetinaFace detector and ArcFace embedding: better than dlib's, but not for commercial use."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ModelError
from cinescribe.features.faces.extractor import FoundFace, facing
from cinescribe.media.film.frame_scaling import Image

_MODELS = "buffalo_l"  # InsightFace's name of the models
NOTICE = "InsightFace buffalo_l, 289 MB from github.com/deepinsight: weights for non-commercial research only"

_FILES = ("det_10g.onnx", "w600k_r50.onnx")  # RetinaFace and ArcFace
_MODULES = ["detection", "recognition"]
_WIDTH = 512
_SIDE = 640  # pixels of the detector's square input
_MIN_SCORE = 0.5  # of a detection, InsightFace's default
_SAME_COSINE = 0.4  # ArcFace: two pictures of one person are seldom less similar
_INSTALL = "pip install insightface onnxruntime"


class InsightFaces:
    """InsightFace as a `FaceExtractor`, from `load_insightface`.

    Args:
        analysis: a prepared `insightface.app.FaceAnalysis` with a detector and a recogniser.
        crop: `insightface.utils.face_align.norm_crop`.
    """

    name = "insightface"
    licence = "code MIT, weights for non-commercial research only"
    width = _WIDTH
    same_distance = float(np.sqrt(2 - 2 * _SAME_COSINE))  # embeddings have length 1

    def __init__(self, analysis: Any, crop: Callable[..., Image]) -> None:
        self._detector = analysis.models["detection"]
        self._recogniser = analysis.models["recognition"]
        self._crop = crop

    def find(self, image: Image) -> list[FoundFace]:
        """Return the faces of an RGB picture, best score first."""
        boxes, points = self._detector.detect(_bgr(image), max_num=0, metric="default")
        height, width = image.shape[:2]
        faces = [_face(box, five, width, height) for box, five in zip(boxes, points, strict=True)]
        return sorted(faces, key=lambda face: -face.score)

    def embed(self, image: Image, faces: Sequence[FoundFace]) -> NDArray[np.float32]:
        """Return embeddings of length 1 of faces found in `image`, (n, 512)."""
        if not faces:
            return np.zeros((0, _WIDTH), np.float32)
        size = np.array([image.shape[1], image.shape[0]], np.float32)
        side = self._recogniser.input_size[0]
        chips = [
            self._crop(_bgr(image), np.array(face.landmarks, np.float32) * size, image_size=side) for face in faces
        ]
        vectors = np.asarray(self._recogniser.get_feat(chips), np.float32)
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


def load_insightface(folder: Path, *, fetch: bool = False, announce: Callable[[str], None]) -> InsightFaces:
    """Load InsightFace with the weights in `folder/models/buffalo_l`.

    Args:
        folder: of InsightFace's models; `~/.insightface` is its own default.
        fetch: allow a download of the weights, under their licence, when they are not there.
        announce: called with one line, size and licence, before a download.

    Raises:
        ModelError: when the package is missing, or the weights are missing and not fetched.
    """
    try:
        app = importlib.import_module("insightface.app")
        align = importlib.import_module("insightface.utils.face_align")
    except ImportError as error:
        raise ModelError(f"InsightFace cannot be used ({error}); {_INSTALL}") from error
    folder = folder.expanduser()
    models = folder / "models" / _MODELS
    if not models.exists():
        if not fetch:
            raise ModelError(
                f"{str(models)!r} is missing; allow the download (`fetch`), or put it there by hand ({NOTICE})"
            )
        announce(NOTICE)
    elif missing := [name for name in _FILES if not (models / name).is_file()]:
        raise ModelError(f"{str(models)!r} lacks {' and '.join(missing)}; remove the folder and fetch it again")
    try:
        analysis = app.FaceAnalysis(
            name=_MODELS, root=str(folder), allowed_modules=_MODULES, providers=["CPUExecutionProvider"]
        )
    except OSError as error:  # no network, no disk space
        raise ModelError(f"{_MODELS!r} could not be fetched to {str(models)!r} ({error}); check the network") from error
    analysis.prepare(ctx_id=-1, det_thresh=_MIN_SCORE, det_size=(_SIDE, _SIDE))
    return InsightFaces(analysis, align.norm_crop)


def _face(box: NDArray[np.float32], points: NDArray[np.float32], width: int, height: int) -> FoundFace:
    """Convert a detection, (x0, y0, x1, y1, score) and five points in pixels, to fractions of the picture."""
    x0, y0, x1, y1, score = (float(value) for value in box)
    left, right = (min(max(x / width, 0.0), 1.0) for x in (x0, x1))
    top, bottom = (min(max(y / height, 0.0), 1.0) for y in (y0, y1))
    eye, other_eye, nose = points[:3].astype(float)
    landmarks = tuple((float(x) / width, float(y) / height) for x, y in points)
    return FoundFace((left, top, right, bottom), score, landmarks, facing(eye, other_eye, nose))


def _bgr(image: Image) -> Image:
    return np.ascontiguousarray(image[:, :, ::-1])
