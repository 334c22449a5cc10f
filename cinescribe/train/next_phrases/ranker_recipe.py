"""The settings of training a ranker."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.errors import TrainError
from cinescribe.record import Record


@dataclass(frozen=True)
class RankerRecipe(Record):
    """The settings of training a ranker.

    Args:
        epochs: passes over all phrases.
        batch: phrases of a step.
        of_event: phrases of one event in a step, so that an event is encoded once for several.
        rate: highest learning rate, of the encoder's last layer, after a linear warm-up; it then falls to 0.
        layer_decay: each layer below learns at this share of the rate above it; word embeddings stay as they are.
        temperature: by which cosines are divided.
        warm: share of the steps that warm up.
        weight_decay: of AdamW.
        largest_gradient: norm to which gradients are clipped.
        seed: of the order and of dropout.
    """

    epochs: int = 3  # 5 with batches of 128 gave .2 points less on validation events of ATOMIC-2020
    batch: int = 64
    of_event: int = 4
    rate: float = 1e-4  # usual for such encoders, as what has no remark below; others were not compared
    layer_decay: float = 0.8
    temperature: float = 0.05  # as sentence-transformers trains such encoders: its scale of cosines is 20
    warm: float = 0.1
    weight_decay: float = 0.01  # PyTorch's default
    largest_gradient: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        if self.epochs < 1:
            raise TrainError(f"`epochs` is {self.epochs}; expected 1 or more")

    def share_of_rate(self, step: int, n_steps: int) -> float:
        """Return the share of the learning rate at a step, from 1."""
        warm = self.warm * n_steps
        return step / warm if step < warm else (n_steps - step + 1) / (n_steps - warm + 1)
