"""Several models that are decoded together: the probabilities of the next word are averaged.

*Movie Description* (Rohrbach et al. 2017), §5.4.2, combines three so, which differ by the seed of their training.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from cinescribe.errors import ModelError
from cinescribe.generate.step import Step
from cinescribe.models.checkpoint import Checkpoint, read_checkpoint


class Ensemble:
    """A `Step` over several; its state is the tuple of their states.

    Args:
        models: one or more, of one vocabulary, in evaluation mode.

    Raises:
        ModelError: without a model.
    """

    def __init__(self, models: Sequence[Step[Any]]) -> None:
        if not models:
            raise ModelError("the ensemble has no models; give one or more")
        self.models = tuple(models)

    def start(self, batch: Any) -> tuple[Any, ...]:
        """Return the states before the first token, a row for each item of the batch."""
        return tuple(model.start(batch) for model in self.models)

    def step(self, tokens: Tensor, state: tuple[Any, ...]) -> tuple[Tensor, tuple[Any, ...]]:
        """Take one token a row, (R,); gives the logarithms of the mean probabilities, (R, V), and the states after."""
        pairs = [model.step(tokens, one) for model, one in zip(self.models, state, strict=True)]
        log_probs = torch.stack([logits.log_softmax(-1) for logits, _ in pairs])
        return log_probs.logsumexp(0) - math.log(len(pairs)), tuple(after for _, after in pairs)

    def select(self, state: tuple[Any, ...], rows: Tensor) -> tuple[Any, ...]:
        """Return the states of some rows, by number, (R',); a row may come several times."""
        return tuple(model.select(one, rows) for model, one in zip(self.models, state, strict=True))

    def parameters(self) -> Iterator[nn.Parameter]:
        """Yield the weights of all models, as a module does; the first shows where torch computes."""
        return chain.from_iterable(model.parameters() for model in self.models if isinstance(model, nn.Module))


def with_ensemble(first: Checkpoint, others: Sequence[Path], *, device: str = "cpu") -> Checkpoint:
    """Return a checkpoint whose model is an ensemble of its own and those of other checkpoints.

    Args:
        first: the checkpoint whose card describes them all.
        others: folders of checkpoints of the same vocabulary that read the same inputs.
        device: where torch computes.

    Raises:
        ModelError: when one cannot be read, does not write captions, or differs in vocabulary or inputs.
    """
    if not others:
        return first
    read = [read_checkpoint(folder, device=device) for folder in others]
    for other in read:
        _check(first, other)
    return dataclasses.replace(first, model=Ensemble([first.model, *(other.model for other in read)]))


def _check(first: Checkpoint, other: Checkpoint) -> None:
    if not hasattr(other.model, "start"):
        raise ModelError(
            f"{str(other.folder)!r} is a {other.card.model}, which fills in blanks and cannot caption; "
            "name models that write"
        )
    if other.tokens != first.tokens:
        raise ModelError(
            f"{str(other.folder)!r} has another vocabulary than {str(first.folder)!r}; combine models that were "
            "trained on one corpus with the same inputs"
        )
    for name in ("sets", "pictures", "features", "text", "face_tokens", "someone"):
        wanted, found = getattr(first.card, name), getattr(other.card, name)
        if wanted != found:
            raise ModelError(
                f"{str(other.folder)!r} has {name} {found!r}, {str(first.folder)!r} {wanted!r}; combine models that "
                "read the same inputs"
            )
