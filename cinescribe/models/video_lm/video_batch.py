"""Batches of videos with a prompt and, for training, answers."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Self

import torch
from torch import Tensor


@dataclass(frozen=True)
class VideoBatch:
    """Videos with their prompts and answers, as token ids.

    Args:
        seen: what the model's `look` returned for each video, (B, ...).
        prompts: tokens between video and answer, right-padded, (B, S).
        prompt_mask: which of them are tokens, (B, S).
        answers: answers with their end tokens, right-padded, (B, A, L); A is 0 where none are given.
        answer_mask: which of them are tokens, (B, A, L).
    """

    seen: Tensor
    prompts: Tensor
    prompt_mask: Tensor
    answers: Tensor
    answer_mask: Tensor

    def __len__(self) -> int:
        return len(self.seen)

    def to(self, device: torch.device | str) -> Self:
        """Return the batch on another device."""
        moved = {item.name: getattr(self, item.name).to(device) for item in dataclasses.fields(self)}
        return dataclasses.replace(self, **moved)

    @property
    def targets(self) -> Tensor:
        """The tokens of all answers, (n_targets,), in the order of a model's logits."""
        return self.answers[self.answer_mask]
