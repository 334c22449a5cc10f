"""Batches of clips with questions about them, the input of models that answer questions.

Legend: `B` clips, `R` questions, `A` answers, `D` width of a sentence vector.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Self

import torch
from torch import Tensor

from cinescribe.features.clip_sets.set_batch import SetBatch


@dataclass(frozen=True)
class QuestionBatch:
    """Clips, and questions about them; read-only. Its length is that of its questions, R.

    Args:
        video: the clips, as sets of one clip, without captions; None for models that see none.
        items: the clip of each question, (R,).
        questions: sentence vectors of the questions, (R, D).
        captions: sentence vectors of the clips' captions, (B, D).
        answers: 1 where an answer is true, else 0, (R, A); A is 0 where answers are to be found.
        kinds: the kind of each question, by number; -1 where it is unknown, (R,).
    """

    video: SetBatch | None
    items: Tensor
    questions: Tensor
    captions: Tensor
    answers: Tensor
    kinds: Tensor

    def __len__(self) -> int:
        return len(self.items)

    def to(self, device: torch.device | str) -> Self:
        """Return the batch on another device."""
        moved = {
            item.name: value.to(device)
            for item in dataclasses.fields(self)
            if (value := getattr(self, item.name)) is not None
        }
        return dataclasses.replace(self, **moved)
