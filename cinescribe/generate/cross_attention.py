"""Where the words of clip sets look: the cross-attention of a decoder's last layer, by stream.

Legend: `B` sets, `N` clips in a set, `T` frames in a clip, `F` faces in a set, `L` tokens, `M` columns of a memory.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.models.micap.memory import Memory
from cinescribe.models.micap.micap import Micap
from cinescribe.models.micap.sizes import FACE, FRAME


@dataclass(frozen=True)
class Gaze:
    """The share of each word's attention that falls on each frame and each face, while the word is being chosen.

    Args:
        frames: (B, L, N, T).
        faces: (B, L, F).
    """

    frames: Tensor
    faces: Tensor


@torch.no_grad()
def gaze(model: Micap, batch: SetBatch, words: Tensor) -> Gaze:
    """Where the words of captionsets look.

    Args:
        model: in evaluation mode.
        batch: the sets.
        words: their captionsets from start to end, right-padded, (B, L).
    """
    memory = model.memory(batch, blanks=False)
    attention = chosen_by(model.cross_attention(words, memory))
    n_clips, n_frames = batch.frames.shape[1:3]
    frames = by_place(attention, memory, kind=FRAME, n_places=n_clips * n_frames)
    return Gaze(
        frames=frames.view(*words.shape, n_clips, n_frames),
        faces=by_place(attention, memory, kind=FACE, n_places=batch.faces.shape[1]),
    )


def chosen_by(attention: Tensor) -> Tensor:
    """Attention (B, L, M) of words being read as that of words being chosen: each is by the one before it.

    The start is chosen by nobody, and its row is 0.
    """
    chosen = attention.roll(1, dims=1)
    chosen[:, 0] = 0
    return chosen


def by_place(attention: Tensor, memory: Memory, *, kind: int, n_places: int) -> Tensor:
    """The attention (B, L, M) on one stream, in the order in which the batch holds it, (B, L, n_places)."""
    columns = memory.kinds == kind
    places = memory.places[:, None, columns].expand(-1, attention.shape[1], -1)
    held = attention * memory.mask[:, None]
    return attention.new_zeros(*attention.shape[:2], n_places).scatter_add(2, places, held[:, :, columns])
