"""The `[training]` section of a recipe."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TrainingConfig:
    """The length of a training run and the size of its steps.

    Args:
        epochs: passes over the training items (clip sets or images).
        batch_size: items of an optimizer step, over all processes.
        gradient_accumulation: parts into which a process splits its items of a step, computed one after the other.
        mixed_precision: whether to compute in bfloat16, on GPUs and processors that have instructions for it.
        save_steps: steps between two saved states; 0 saves after each epoch only.
    """

    epochs: int = 30
    batch_size: int = 16
    gradient_accumulation: int = 1
    mixed_precision: bool = True
    save_steps: int = 0
