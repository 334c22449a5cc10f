"""What MICap's decoder looks at: the cross-attention of its last layer, heads averaged (MICap, appendix A).

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
from cinescribe.generate.cross_attention import by_place, chosen_by
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.models.micap.micap import Micap
from cinescribe.models.micap.sizes import ACTION, FACE, FRAME

Shares: TypeAlias = NDArray[np.float32]

WORDS = ("person tokens", "caption tokens")  # rows of `stream_shares`
SHOWN = {"actions": ACTION, "faces": FACE, "frames": FRAME}  # its columns, as figure 4 has them


@torch.no_grad()
def stream_shares(model: Micap, batch: SetBatch, words: Tensor, *, tokens: Tokens) -> Shares:
    """How people's words, and all others, share their attention among actions, faces and frames (A.1, figure 4).

    Each row of a set's matrix is the mean over its words and sums to 1; nan for a set without such words.

    Args:
        model: in evaluation mode.
        batch: the sets.
        words: captionsets that the model wrote of them, from start to end, right-padded, (B, L).
        tokens: the vocabulary.

    Returns:
        (B, 2, 3): `WORDS` by `SHOWN`.
    """
    memory = model.memory(batch, blanks=False)
    attention = chosen_by(model.cross_attention(words, memory))
    streams = torch.stack([attention[:, :, memory.kinds == kind].sum(2) for kind in SHOWN.values()], 2)  # (B, L, 3)
    person = _is_person(words, tokens)
    other = ~person & (words != tokens.pad) & (words != tokens.start)
    groups = torch.stack([person, other], 1).float()  # (B, 2, L)
    sums = groups @ streams
    return np.asarray((sums / groups.sum(2, keepdim=True)).numpy())


@dataclass(frozen=True)
class BlankLooks:
    """Where a model looks as it fills the blanks of one set (A.2, figure 5).

    Args:
        truth: who belongs into each blank, `P1` on, K.
        filled: whom the model said, K.
        clips: the clip of each blank, from 0, K.
        shares: of a blank's attention to faces on each of them, rows sum to 1, (K, F); rows of a set without faces are
            empty.
        face_clips: the clip of each face, F.
        face_clusters: its cluster, from 1, 0 without, F.
    """

    truth: tuple[str, ...]
    filled: tuple[str, ...]
    clips: tuple[int, ...]
    shares: Shares
    face_clips: tuple[int, ...]
    face_clusters: tuple[int, ...]

    def by_cluster_and_clip(self) -> tuple[tuple[str, ...], Shares]:
        """Shares of each cluster in each clip, `C1/V2`, by cluster, (K, n)."""
        return self._grouped(list(zip(self.face_clusters, self.face_clips, strict=True)), "C{}/V{}")

    def by_cluster(self) -> tuple[tuple[str, ...], Shares]:
        """Shares of each cluster, `C1`, (K, G)."""
        return self._grouped([(cluster, 0) for cluster in self.face_clusters], "C{}")

    def _grouped(self, groups: Sequence[tuple[int, int]], form: str) -> tuple[tuple[str, ...], Shares]:
        """Sums over faces of one group; those without a cluster come last, as `-`."""
        names = sorted(set(groups), key=lambda group: (group[0] == 0, group))
        columns = [self.shares[:, [one == name for one in groups]].sum(1) for name in names]
        titles = tuple(form.format(cluster or "-", clip + 1) for cluster, clip in names)
        return titles, np.stack(columns, 1) if columns else np.zeros((len(self.shares), 0), np.float32)


@torch.no_grad()
def blank_looks(model: Micap, batch: SetBatch, filled: Tensor, *, tokens: Tokens) -> list[BlankLooks]:
    """Where the model looks as it fills blanks; a record a set.

    Args:
        model: in evaluation mode.
        batch: sets with captions whose people are known: `words` have them, `is_blank` says where they were asked for.
        filled: the captionsets with the model's own people, (B, L).
        tokens: the vocabulary.
    """
    memory = model.memory(batch, blanks=True)
    attention = chosen_by(model.cross_attention(filled, memory))
    faces = by_place(attention, memory, kind=FACE, n_places=batch.faces.shape[1])
    sets = (batch.select(torch.tensor([b])) for b in range(len(batch)))
    return [_looks_of(one, filled[b], faces[b], tokens=tokens) for b, one in enumerate(sets)]


def _looks_of(one: SetBatch, filled: Tensor, faces: Tensor, *, tokens: Tokens) -> BlankLooks:
    """The looks of one set, from its words with the model's people (L,) and their attention to faces (L, F)."""
    blanks, there = one.is_blank[0], one.face_mask[0]
    shares = faces[blanks][:, there]
    sums = shares.sum(1, keepdim=True).clamp(min=torch.finfo(shares.dtype).tiny)
    clips = (one.words[0] == tokens.separator).cumsum(0)
    return BlankLooks(
        truth=_people(one.words[0][blanks], tokens),
        filled=_people(filled[blanks], tokens),
        clips=tuple(clips[blanks].tolist()),
        shares=(shares / sums).numpy(),
        face_clips=tuple(one.face_clip[0][there].tolist()),
        face_clusters=tuple(one.face_cluster[0][there].tolist()),
    )


def _people(words: Tensor, tokens: Tokens) -> tuple[str, ...]:
    return tuple(f"P{word - tokens.first_person + 1}" for word in words.tolist())


def _is_person(words: Tensor, tokens: Tokens) -> Any:
    return (words >= tokens.first_person) & (words < tokens.first_person + tokens.n_people)
