"""The objective of models that answer questions (*Video2Commonsense*, section 5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from cinescribe.features.clip_sets.question_batch import QuestionBatch
from cinescribe.models.commonsense.answerer import AnswerLogits


@dataclass(frozen=True)
class AnswerObjective:
    """Classification of answers, of the kind of question, and ranking of true answers above others.

    The paper names these losses, and no weights or formulas. Here answers have the binary cross-entropy summed over all
    answers, kinds the cross-entropy, and ranking is log(1 + sum over pairs of exp(other - true)) of logits (Li et al.
    2017).

    Args:
        kind_weight: weight of the kind's loss.
        ranking_weight: weight of the ranking.
    """

    kind_weight: float = 0.5
    ranking_weight: float = 0.5
    weight: float = 1.0
    name = "answers"

    def count(self, batch: QuestionBatch) -> Tensor:
        """Return the number of questions, ()."""
        return torch.tensor(len(batch), device=batch.items.device)

    def loss(self, model: Callable[[QuestionBatch], AnswerLogits], batch: QuestionBatch) -> Tensor:
        """Return the loss summed over questions, ()."""
        logits = model(batch)
        answers, kinds = logits.answers.float(), logits.kinds.float()
        classified = functional.binary_cross_entropy_with_logits(answers, batch.answers, reduction="sum")
        of_kind = functional.cross_entropy(kinds, batch.kinds, ignore_index=-1, reduction="sum")
        return (
            classified + self.kind_weight * of_kind + self.ranking_weight * ranking_loss(answers, batch.answers).sum()
        )


def ranking_loss(logits: Tensor, answers: Tensor) -> Tensor:
    """Return log(1 + sum over pairs of exp(logit of another answer - logit of a true one)), (R,).

    Args:
        logits: of each answer, (R, A).
        answers: 1 where one is true, else 0, (R, A).
    """
    is_true, lowest = answers > 0, torch.finfo(logits.dtype).min
    others = logits.masked_fill(is_true, lowest).logsumexp(-1)
    true = _gathered(-logits, is_true, lowest).logsumexp(-1)
    return functional.softplus((others + true).clamp(min=lowest))


def _gathered(values: Tensor, chosen: Tensor, fill: float) -> Tensor:
    """The chosen values of each row, filled up; few of thousands, whose exponents are slow where they underflow."""
    counts = chosen.sum(-1)
    rows, columns = chosen.nonzero(as_tuple=True)
    places = torch.arange(len(rows), device=rows.device) - (counts.cumsum(0) - counts)[rows]
    found = values.new_full((len(values), max(1, int(counts.max()))), fill)
    return found.index_put((rows, places), values[rows, columns])
