"""Frames and faces left out of a batch by lot, so that a model does not lean on any one of them."""

from __future__ import annotations

import dataclasses

import torch
from torch import Tensor

from cinescribe.features.clip_sets.set_batch import SetBatch


def with_drops(batch: SetBatch, *, frames: float, faces: float, seed: int) -> SetBatch:
    """The batch without a share of its frames and of its faces, drawn by lot from a seed."""
    lots = torch.Generator().manual_seed(seed)
    return dataclasses.replace(
        batch,
        frame_mask=_thinned(batch.frame_mask, frames, lots),
        face_mask=_thinned(batch.face_mask, faces, lots),
    )


def _thinned(mask: Tensor, share: float, lots: torch.Generator) -> Tensor:
    return mask & (torch.rand(mask.shape, generator=lots) >= share) if share > 0 else mask
