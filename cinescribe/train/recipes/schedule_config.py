"""How long a training run is, and in what steps."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Course:
    """The recipe's lines on how long a run is.

    Args:
        n_epochs: times that the training items, clip sets or stills, are gone through.
        batch_size: items of an optimiser step, over all processes.
        n_accumulated: parts that a process computes them in, one after the other.
        mixed_precision: bfloat16 where a GPU makes it faster; on a CPU it is slower and stays off.
        n_state_steps: steps from one saved state to the next; 0 saves it after each epoch alone.
    """

    n_epochs: int = 30
    batch_size: int = 16
    n_accumulated: int = 1
    mixed_precision: bool = True
    n_state_steps: int = 0
