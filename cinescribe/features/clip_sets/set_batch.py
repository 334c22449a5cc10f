"""Clip sets as tensors: what set captioners read.

Legend: `B` sets, `N` clips in a set, `T` frames in a clip, `S` segments in a clip, `F` faces in a set, `K` blanks in a
set, `L` tokens of a captionset. In every mask True keeps.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import torch
from torch import Tensor


@dataclass(frozen=True)
class SetSizes:
    """How much of a set is kept; by default as in MICap (CVPR 2024, §5.1).

    Args:
        n_clips: clips in a set, N.
        n_frames: frames of a clip, T; later ones are cut off.
        frame_rate_hz: frames a second; stored rows are thinned to it.
        n_segments: equal parts of a clip over which action rows are averaged, S.
        n_faces: faces of a set, F; where more were found, the clearest are kept.
        n_clusters: numbers for clusters of faces; later clusters share the last.
        cluster_distance: eps of DBSCAN over all faces of a set, Euclidean between embeddings of length 1; .75 in the
            paper for ArcFace.
        n_tokens: tokens of a captionset, start and end included.
    """

    n_clips: int = 5
    n_frames: int = 50
    frame_rate_hz: float = 5.0
    n_segments: int = 5
    n_faces: int = 300
    n_clusters: int = 64
    cluster_distance: float = 0.75
    n_tokens: int = 120


@dataclass(frozen=True)
class SetBatch:
    """Several clip sets, padded to one shape; nobody writes into it.

    Args:
        frames: semantic vectors, (B, N, T, Ds); `frame_mask` (B, N, T).
        frame_segment: the segment of its clip that each frame lies in, 0 on, (B, N, T).
        actions: averages of action vectors over segments, (B, N, S, Da); `action_mask` (B, N, S).
        faces: face embeddings of length 1, (B, F, Df); `face_mask` (B, F).
        face_clip, face_segment: the clip of the set, and its segment, that each face is in, (B, F).
        face_cluster: number of its cluster by first appearance in the set, from 1; 0 for a face without, (B, F).
        face_box: as fractions of the picture, (B, F, 4).
        face_row: the face's row in its film's `FaceRows`, (B, F).
        blanks: text vectors of the blanks, [CLS; b_k] (eq. 1), (B, K, Dt); `blank_mask` (B, K). K is 0 without text.
        blank_clip: the clip each blank's caption belongs to, (B, K).
        words: tokens of the captionset from start to end, (B, L), right-padded; people as person tokens, or as blanks
            where they are to be filled in. L is 0 without captions. A separator ends each clip's caption but the last.
        is_blank: where the word stands for a person, known or not, (B, L).
    """

    frames: Tensor
    frame_mask: Tensor
    frame_segment: Tensor
    actions: Tensor
    action_mask: Tensor
    faces: Tensor
    face_mask: Tensor
    face_clip: Tensor
    face_segment: Tensor
    face_cluster: Tensor
    face_box: Tensor
    face_row: Tensor
    blanks: Tensor
    blank_mask: Tensor
    blank_clip: Tensor
    words: Tensor
    is_blank: Tensor

    def __len__(self) -> int:
        return len(self.frames)

    def to(self, device: torch.device | str) -> Self:
        """The same sets on another device."""
        return self._mapped(lambda tensor: tensor.to(device))

    def select(self, rows: Tensor) -> Self:
        """Some of the sets, by number."""
        return self._mapped(lambda tensor: tensor[rows])

    def _mapped(self, change: Callable[[Tensor], Tensor]) -> Self:
        values = {item.name: change(getattr(self, item.name)) for item in dataclasses.fields(self)}
        return type(self)(**values)
