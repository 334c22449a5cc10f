"""The features of MICap's release, as its data loader reads them: frames, actions and faces of single clips.

Frames are five a second, of which the first fifty count; segments of frames divide these, segments of faces the whole
clip. Actions are means over five parts of a clip, the last of which takes what is left over; a clip with fewer actions
than parts is filled up with zeros, which count. Boxes are by a frame of 854 x 480 pixels; one that reaches further is
narrowed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError, brief
from cinescribe.features.imports.clip_arrays import ClipArrays
from cinescribe.features.store.clipwise_faces import ClipFaces
from cinescribe.input_files import read_text
from cinescribe.parsing import parse_float, parse_json
from cinescribe.schema import Clip

FRAME_WIDTH, ACTION_WIDTH, EMBEDDING_WIDTH = 512, 1024, 512
N_PARTS = 5  # of a clip, in which its actions are averaged
_N_FRAMES = 50  # of a clip
_PER_FRAME = 5  # frames of the film for one that has features: faces are numbered by the film's
_WIDTH, _HEIGHT = 854.0, 480.0  # of a frame, in pixels
_LATER = 1e-3  # of a frame: a time on the border of two segments belongs to the later one
_NUMBER = re.compile(r"[-+.\deE]+")
_MAX_PIXELS = 1e6  # a box that reaches further is none


@dataclass(frozen=True)
class ClipFrames:
    """The frames of one clip.

    Args:
        times: seconds in the film, (T,).
        rows: features, (T, D).
        n_frames: frames that the release has, T or more.
    """

    times: NDArray[np.float64]
    rows: NDArray[np.float32]
    n_frames: int


def clip_frames(clip: Clip, arrays: ClipArrays) -> ClipFrames:
    """Return the frames of a clip that count, at times that give each its published segment.

    Raises:
        FeatureError: when the clip has none, or they have another width.
    """
    rows = arrays.vectors(clip.id, width=FRAME_WIDTH)
    kept = rows[:_N_FRAMES]
    return ClipFrames(_times(clip, np.arange(len(kept)), len(kept)), kept, len(rows))


def clip_actions(clip: Clip, arrays: ClipArrays) -> NDArray[np.float32]:
    """Return the mean actions of the parts of a clip, (N_PARTS, D).

    Raises:
        FeatureError: when the clip has none, or they have another width.
    """
    rows = arrays.vectors(clip.id, width=ACTION_WIDTH)
    if len(rows) < N_PARTS:
        return np.concatenate([rows, np.zeros((N_PARTS - len(rows), ACTION_WIDTH), np.float32)])
    step = len(rows) // N_PARTS
    ends = [*range(step, step * N_PARTS, step), len(rows)]
    return np.stack([rows[step * n : end].mean(0) for n, end in enumerate(ends)])


def clip_faces(clip: Clip, arrays: ClipArrays, info: Path, *, n_frames: int) -> ClipFaces:
    """Return the faces of a clip, in the order of their file; none for a clip without a file of faces.

    Args:
        clip: the clip.
        arrays: the released embeddings.
        info: the `.info` file of the clip, a list of faces with `frame_num` and `bbox`.
        n_frames: frames of the clip that the release has.

    Raises:
        RecordError: when the `.info` file is missing or no JSON.
        FeatureError: when it is malformed, or embeddings have another width or number.
    """
    name = faces_name(clip.id)
    if name not in arrays:
        return ClipFaces(np.zeros(0), np.zeros((0, 4), np.float32), np.zeros((0, EMBEDDING_WIDTH), np.float32))
    embeddings = arrays.vectors(name, width=EMBEDDING_WIDTH)
    faces = parse_json(read_text(info), repr(info.name))
    if not isinstance(faces, list) or len(faces) != len(embeddings):
        found = f"{len(faces)} faces" if isinstance(faces, list) else brief(faces)
        raise FeatureError(f"{info.name!r} has {found}; expected a list of {len(embeddings)}, one for each embedding")
    wheres = [f"{info.name!r}: face {n}" for n in range(len(faces))]
    frames = np.array([_frame(face, where) for face, where in zip(faces, wheres, strict=True)], np.float64)
    boxes = [_box(face, where) for face, where in zip(faces, wheres, strict=True)]
    times = _times(clip, np.minimum(frames, n_frames * _PER_FRAME - 1), n_frames * _PER_FRAME)
    return ClipFaces(times, np.array(boxes, np.float32), embeddings)


def faces_name(clip: str) -> str:
    """Return the name of the file of a clip's embeddings, without its ending."""
    return f"{clip}_concatenated"


def _times(clip: Clip, numbers: NDArray[Any], n: int) -> NDArray[np.float64]:
    """Return the times in the film of frames by number, of n that fill the clip."""
    return np.asarray(clip.span.start + (numbers + _LATER) / n * clip.span.duration, np.float64)


def _frame(face: Any, where: str) -> int:
    number = face.get("frame_num") if isinstance(face, dict) else None
    if type(number) is not int or number < 0:
        raise FeatureError(f"{where} has the frame_num {brief(number)}; expected a whole number of 0 or more")
    return number


def _box(face: dict[str, Any], where: str) -> tuple[float, float, float, float]:
    """Return a box as fractions of the frame; negative pixels count as positive ones, as published."""
    text = face.get("bbox")
    numbers = (
        [abs(parse_float(one, f"{where}: bbox")) for one in _NUMBER.findall(text)] if isinstance(text, str) else []
    )
    if len(numbers) != 4 or max(numbers) > _MAX_PIXELS:
        raise FeatureError(f"{where} has the bbox {brief(text)}; expected four pixels as text, [x0, y0, x1, y1]")
    left, top, right, bottom = numbers
    across, down = _WIDTH / max(right, _WIDTH), _HEIGHT / max(bottom, _HEIGHT)
    return left * across / _WIDTH, top * down / _HEIGHT, right * across / _WIDTH, bottom * down / _HEIGHT
