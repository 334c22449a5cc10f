"""Batches of clip sets as tensors, the input of set captioners.

Legend: `B` sets, `N` clips in a set, `T` frames in a clip, `S` segments in a clip, `F` faces in a set, `K` blanks in a
set, `L` tokens of a captionset. In every mask True keeps.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

import torch
from torch import Tensor


@dataclass(frozen=True)
class SetSizes:
    """The sizes of a set; defaults as in MICap (CVPR 2024, §5.1).

    Args:
        n_clips: clips in a set, N.
        n_frames: frames of a clip, T; later ones are cut off.
        frame_rate_hz: frames per second; stored features are thinned to it.
        n_segments: equal segments of a clip over which action features are averaged, S.
        n_faces: faces of a set, F; of more, those with the highest scores are kept.
        n_clusters: cluster numbers; later clusters share the last.
        cluster_distance: eps of DBSCAN over all faces of a set, Euclidean between embeddings of length 1; .75 in the
            paper for ArcFace.
        n_tokens: tokens of a captionset, start and end included.
        unit_faces: whether embeddings of faces have length 1; else they are as they were extracted, as in the released
            MICap. Clusters are always those of embeddings of length 1.
    """

    n_clips: int = 5
    n_frames: int = 50
    frame_rate_hz: float = 5.0
    n_segments: int = 5
    n_faces: int = 300
    n_clusters: int = 64
    cluster_distance: float = 0.75
    n_tokens: int = 120
    unit_faces: bool = field(default=True, metadata={"later": True})


@dataclass(frozen=True)
class SetBatch:
    """Several clip sets, padded to one shape; read-only.

    Args:
        frames: frame features, (B, N, T, Ds); `frame_mask` (B, N, T).
        frame_segment: the segment of its clip that each frame lies in, from 0, (B, N, T).
        actions: action features averaged over segments, (B, N, S, Da); `action_mask` (B, N, S).
        faces: face embeddings, of length 1 unless the sizes say otherwise; 0 for a figure without a face, (B, F, Df);
            `face_mask` (B, F).
        face_found: whether it is a face, and not only a figure, (B, F).
        face_clip, face_segment: the clip of the set and the segment of the clip that each face is in, (B, F).
        face_cluster: its cluster, numbered from 1 by first appearance in the set; 0 for none, (B, F).
        face_box: as fractions of the picture, (B, F, 4).
        face_body: what the body below it does, see `body_net.BodyNet`, (B, F, D').
        face_kind: probabilities of a woman, a man and a stranger, 0 where not known, (B, F, 3).
        face_index: index in its film's `FilmPeople`: of a face that in `FaceFeatures`, (B, F).
        blanks: text vectors of the blanks, [CLS; b_k] (eq. 1), (B, K, Dt); `blank_mask` (B, K). K is 0 without text.
        blank_clip: the clip each blank's caption belongs to, (B, K).
        words: tokens of the captionset from start to end, (B, L), right-padded; people as person tokens, or as blanks
            where they are to be filled in. L is 0 without captions. A separator ends each clip's caption but the last.
        is_blank: True where the word is a person, known or not, (B, L).
    """

    frames: Tensor
    frame_mask: Tensor
    frame_segment: Tensor
    actions: Tensor
    action_mask: Tensor
    faces: Tensor
    face_mask: Tensor
    face_found: Tensor
    face_clip: Tensor
    face_segment: Tensor
    face_cluster: Tensor
    face_box: Tensor
    face_body: Tensor
    face_kind: Tensor
    face_index: Tensor
    blanks: Tensor
    blank_mask: Tensor
    blank_clip: Tensor
    words: Tensor
    is_blank: Tensor

    def __len__(self) -> int:
        return len(self.frames)

    def to(self, device: torch.device | str) -> Self:
        """Return the batch on another device."""
        return self._mapped(lambda tensor: tensor.to(device))

    def select(self, indices: Tensor) -> Self:
        """Return some of the sets, by index."""
        return self._mapped(lambda tensor: tensor[indices])

    def _mapped(self, change: Callable[[Tensor], Tensor]) -> Self:
        values = {item.name: change(getattr(self, item.name)) for item in dataclasses.fields(self)}
        return type(self)(**values)
