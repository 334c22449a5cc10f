"""The attention of a model's words over the features it reads, by stream: for MICap, that of its last decoder block.

Legend: `B` sets, `N` clips in a set, `T` frames in a clip, `F` faces in a set, `L` tokens, `M` columns of a memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import torch
from torch import Tensor

from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.models.micap.sizes import FACE, FRAME


class AttendedMemory(Protocol):
    """What words attend to, in columns; `models.micap.Memory` is one."""

    @property
    def mask(self) -> Tensor:
        """Which columns are used, (B, M)."""

    @property
    def kinds(self) -> Tensor:
        """The stream of each column, by its number in `models.micap.STREAMS`, (M,)."""

    @property
    def places(self) -> Tensor:
        """The position of each column in the batch's stream, (B, M)."""


class AttentiveModel(Protocol):
    """A model whose words attend to features."""

    def memory(self, batch: SetBatch, *, blanks: bool) -> Any:
        """Encode a batch as an `AttendedMemory`."""

    def cross_attention(self, words: Tensor, memory: Any) -> Tensor:
        """Return the weights of words (B, L) over the memory, (B, L, M); row j is of the token chosen after word j."""


@dataclass(frozen=True)
class StreamAttention:
    """The attention weights of each word over frames and faces, at the step that chose the word.

    Args:
        frames: (B, L, N, T).
        faces: (B, L, F).
    """

    frames: Tensor
    faces: Tensor


@torch.no_grad()
def stream_attention(model: AttentiveModel, batch: SetBatch, words: Tensor) -> StreamAttention:
    """Return the attention weights of the words of captionsets.

    Args:
        model: in evaluation mode.
        batch: the sets.
        words: their captionsets from start to end, right-padded, (B, L).
    """
    memory: AttendedMemory = model.memory(batch, blanks=False)
    attention = attention_when_chosen(model.cross_attention(words, memory))
    n_clips, n_frames = batch.frames.shape[1:3]
    frames = by_place(attention, memory, kind=FRAME, n_places=n_clips * n_frames)
    return StreamAttention(
        frames=frames.view(*words.shape, n_clips, n_frames),
        faces=by_place(attention, memory, kind=FACE, n_places=batch.faces.shape[1]),
    )


def attention_when_chosen(attention: Tensor) -> Tensor:
    """Shift attention weights (B, L, M) from the word that was read to the word that was chosen, one column later.

    The start is not chosen; its weights are 0.
    """
    chosen = attention.roll(1, dims=1)
    chosen[:, 0] = 0
    return chosen


def by_place(attention: Tensor, memory: AttendedMemory, *, kind: int, n_places: int) -> Tensor:
    """Return the weights (B, L, M) over one stream, in the order of the batch, (B, L, n_places)."""
    columns = memory.kinds == kind
    places = memory.places[:, None, columns].expand(-1, attention.shape[1], -1)
    masked = attention * memory.mask[:, None]
    return attention.new_zeros(*attention.shape[:2], n_places).scatter_add(2, places, masked[:, :, columns])
