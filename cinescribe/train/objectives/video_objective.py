"""The objective of video language models: eq. 4 of *Unveiling the Invisible*, with its minus."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor
from torch.nn import functional

from cinescribe.models.video_lm.video_batch import VideoBatch


@dataclass(frozen=True)
class VideoObjective:
    """The cross-entropy of the answers' tokens; those of prompt and video have none."""

    weight: float = 1.0
    name = "captions"

    def count(self, batch: VideoBatch) -> Tensor:
        """Return the number of the answers' tokens, ()."""
        return batch.answer_mask.sum()

    def loss(self, model: Callable[[VideoBatch], Tensor], batch: VideoBatch) -> Tensor:
        """Return the loss summed over these tokens, ()."""
        return functional.cross_entropy(model(batch).float(), batch.targets, reduction="sum")
