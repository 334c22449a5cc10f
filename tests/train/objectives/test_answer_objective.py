import math

import pytest
import torch

from cinescribe.errors import TrainError
from cinescribe.features.clip_sets.question_batch import QuestionBatch
from cinescribe.models.commonsense.answerer import AnswerLogits
from cinescribe.train.backward import BAD_BATCH, check_finite
from cinescribe.train.objectives.answer_objective import AnswerObjective, ranking_loss

ANSWERS = torch.tensor([[1.0, 0.0, 1.0], [0.0, 1.0, 0.0]])
KINDS = torch.tensor([1, -1])
LOGITS = torch.tensor([[0.5, -1.0, 2.0], [0.0, 0.3, 1.0]])
KIND_LOGITS = torch.tensor([[0.0, 1.0], [3.0, 0.0]])
BATCH = QuestionBatch(None, torch.tensor([0, 0]), torch.zeros(2, 4), torch.zeros(1, 4), ANSWERS, KINDS)


def fake(_):
    return AnswerLogits(LOGITS, KIND_LOGITS)


def test_ranking_is_the_sum_over_pairs():
    wanted = []
    for logits, answers in zip(LOGITS.tolist(), ANSWERS.tolist(), strict=True):
        pairs = [
            math.exp(other - true)
            for other, is_other in zip(logits, answers, strict=True)
            for true, is_true in zip(logits, answers, strict=True)
            if is_true and not is_other
        ]
        wanted.append(math.log(1 + sum(pairs)))
    torch.testing.assert_close(ranking_loss(LOGITS, ANSWERS), torch.tensor(wanted))


def test_without_a_pair_ranking_is_zero():
    for answers in (torch.ones(1, 3), torch.zeros(1, 3)):
        logits = LOGITS[:1].clone().requires_grad_()
        loss = ranking_loss(logits, answers)
        assert loss.item() == 0
        loss.sum().backward()
        assert logits.grad is not None
        assert logits.grad.isfinite().all()


def test_the_loss_is_the_weighted_sum_over_questions():
    binary = [
        math.log(1 + math.exp(-logit if answer else logit))
        for logit, answer in zip(LOGITS.flatten().tolist(), ANSWERS.flatten().tolist(), strict=True)
    ]
    kind = math.log(1 + math.exp(-1))  # of the first question; that of the second is unknown
    ranking = ranking_loss(LOGITS, ANSWERS).sum().item()
    objective = AnswerObjective(kind_weight=0.5, ranking_weight=0.25)
    assert objective.loss(fake, BATCH).item() == pytest.approx(sum(binary) + kind / 2 + ranking / 4, abs=1e-5)
    assert objective.count(BATCH).item() == 2


def test_a_batch_without_video_is_written_if_its_loss_is_not_finite(tmp_path):
    with pytest.raises(TrainError, match="the loss was inf at step 1; the batch is in"):
        check_finite("the loss", math.inf, BATCH, folder=tmp_path, step=0)
    assert (tmp_path / BAD_BATCH).is_file()
