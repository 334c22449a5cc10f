"""Summaries of the cross-attention of MICap's last decoder layer, averaged over heads (MICap, appendix A).

Legend: `B` sets, `K` blanks of a set, `F` faces of a set, `G` clusters of them, `L` tokens of a captionset.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.generate.cross_attention import attention_when_chosen, by_place
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.models.micap.micap import Micap
from cinescribe.models.micap.sizes import ACTION, FACE, FRAME

Shares: TypeAlias = NDArray[np.float32]

TOKEN_GROUPS = ("person tokens", "caption tokens")  # rows of `stream_shares`
STREAM_KINDS = {"actions": ACTION, "faces": FACE, "frames": FRAME}  # its columns, in the order of figure 4


@torch.no_grad()
def stream_shares(model: Micap, batch: SetBatch, words: Tensor, *, tokens: Tokens) -> Shares:
    """Return the shares of attention that person tokens and other tokens pay to each stream (A.1, figure 4).

    Each row of a set's matrix is the mean over its tokens and sums to 1; nan for a set without such tokens.

    Args:
        model: in evaluation mode.
        batch: the sets.
        words: captionsets that the model wrote for them, from start to end, right-padded, (B, L).
        tokens: the vocabulary.

    Returns:
        (B, 2, 3): `TOKEN_GROUPS` by `STREAM_KINDS`.
    """
    memory = model.memory(batch, blanks=False)
    attention = attention_when_chosen(model.cross_attention(words, memory))
    streams = torch.stack(
        [attention[:, :, memory.kinds == kind].sum(2) for kind in STREAM_KINDS.values()], 2
    )  # (B, L, 3)
    person = _is_person(words, tokens)
    other = ~person & (words != tokens.pad) & (words != tokens.start)
    groups = torch.stack([person, other], 1).float()  # (B, 2, L)
    sums = groups @ streams
    return np.asarray((sums / groups.sum(2, keepdim=True)).numpy())


@dataclass(frozen=True)
class BlankAttention:
    """The attention of each blank of one set to its faces (A.2, figure 5).

    Args:
        truth: the true person of each blank, from `P1`, K.
        filled: the person that the model predicted, K.
        clips: the clip of each blank, from 0, K.
        shares: the share of a blank's attention to faces that each face gets, (K, F); rows sum to 1, and are empty for
            a set without faces.
        face_clips: the clip of each face, F.
        face_clusters: its cluster, from 1, or 0 for none, F.
    """

    truth: tuple[str, ...]
    filled: tuple[str, ...]
    clips: tuple[int, ...]
    shares: Shares
    face_clips: tuple[int, ...]
    face_clusters: tuple[int, ...]

    def by_cluster_and_clip(self) -> tuple[tuple[str, ...], Shares]:
        """Return names such as `C1/V2` and the shares of each cluster in each clip, ordered by cluster, (K, n)."""
        return self._grouped(list(zip(self.face_clusters, self.face_clips, strict=True)), "C{}/V{}")

    def by_cluster(self) -> tuple[tuple[str, ...], Shares]:
        """Return names such as `C1` and the shares of each cluster, (K, G)."""
        return self._grouped([(cluster, 0) for cluster in self.face_clusters], "C{}")

    def _grouped(self, groups: Sequence[tuple[int, int]], form: str) -> tuple[tuple[str, ...], Shares]:
        """Sum over the faces of each group; faces without a cluster come last, as `-`."""
        names = sorted(set(groups), key=lambda group: (group[0] == 0, group))
        columns = [self.shares[:, [group == name for group in groups]].sum(1) for name in names]
        titles = tuple(form.format(cluster or "-", clip + 1) for cluster, clip in names)
        return titles, np.stack(columns, 1) if columns else np.zeros((len(self.shares), 0), np.float32)


@torch.no_grad()
def blank_attention(model: Micap, batch: SetBatch, filled: Tensor, *, tokens: Tokens) -> list[BlankAttention]:
    """Return the attention of each set's blanks to its faces.

    Args:
        model: in evaluation mode.
        batch: sets whose captions have their true people in `words`; `is_blank` marks the blanks.
        filled: the captionsets with the people that the model predicted, (B, L).
        tokens: the vocabulary.
    """
    memory = model.memory(batch, blanks=True)
    attention = attention_when_chosen(model.cross_attention(filled, memory))
    faces = by_place(attention, memory, kind=FACE, n_places=batch.faces.shape[1])
    sets = (batch.select(torch.tensor([b])) for b in range(len(batch)))
    return [_blank_attention_of(one, filled[b], faces[b], tokens=tokens) for b, one in enumerate(sets)]


def _blank_attention_of(one: SetBatch, filled: Tensor, faces: Tensor, *, tokens: Tokens) -> BlankAttention:
    """Return the blank attention of one set from its filled words (L,) and their attention to faces (L, F)."""
    blanks, has_face = one.is_blank[0], one.face_mask[0]
    shares = faces[blanks][:, has_face]
    sums = shares.sum(1, keepdim=True).clamp(min=torch.finfo(shares.dtype).tiny)
    clips = (one.words[0] == tokens.separator).cumsum(0)
    return BlankAttention(
        truth=_people(one.words[0][blanks], tokens),
        filled=_people(filled[blanks], tokens),
        clips=tuple(clips[blanks].tolist()),
        shares=(shares / sums).numpy(),
        face_clips=tuple(one.face_clip[0][has_face].tolist()),
        face_clusters=tuple(one.face_cluster[0][has_face].tolist()),
    )


def _people(words: Tensor, tokens: Tokens) -> tuple[str, ...]:
    return tuple(f"P{word - tokens.first_person + 1}" for word in words.tolist())


def _is_person(words: Tensor, tokens: Tokens) -> Any:
    return (words >= tokens.first_person) & (words < tokens.first_person + tokens.n_people)
