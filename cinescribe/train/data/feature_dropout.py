"""Feature dropout: random frames and faces are masked, so that a model does not depend on any one of them."""

from __future__ import annotations

import dataclasses

import torch
from torch import Tensor

from cinescribe.features.clip_sets.set_batch import SetBatch


def drop_features(batch: SetBatch, *, frames: float, faces: float, seed: int) -> SetBatch:
    """Return the batch with a random share of its frames and of its faces masked."""
    rng = torch.Generator().manual_seed(seed)
    return dataclasses.replace(
        batch,
        frame_mask=_with_dropout(batch.frame_mask, frames, rng),
        face_mask=_with_dropout(batch.face_mask, faces, rng),
    )


def _with_dropout(mask: Tensor, share: float, rng: torch.Generator) -> Tensor:
    return mask & (torch.rand(mask.shape, generator=rng) >= share) if share > 0 else mask
