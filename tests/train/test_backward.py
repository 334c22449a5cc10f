from dataclasses import dataclass

import pytest
import torch
from torch import nn

from cinescribe.train import backward as module
from cinescribe.train.backward import backward
from cinescribe.train.distributed import Workers
from cinescribe.train.objectives.losses import ObjectiveLosses


@dataclass(frozen=True)
class Numbers:
    values: torch.Tensor

    def to(self, device):
        return self


class Sum:
    """The sum of a model's outputs; keeps their type."""

    name, weight = "sum", 1.0

    def count(self, batch):
        return torch.tensor(1)

    def loss(self, model, batch):
        out = model(batch.values)
        self.dtype = out.dtype
        return out.float().sum()


@pytest.mark.parametrize(
    ("known", "wanted", "dtype"),
    [(True, True, torch.bfloat16), (True, False, torch.float32), (False, True, torch.float32)],
)
def test_step_is_in_bfloat16_if_recipe_and_device_allow_it(monkeypatch, known, wanted, dtype):
    monkeypatch.setattr(module, "computes_in_bfloat16", lambda device: known)
    model, objective = nn.Linear(2, 1), Sum()
    backward(
        ObjectiveLosses(model),
        [Numbers(torch.ones(1, 2))],
        (objective,),
        workers=Workers(),
        bf16=wanted,
        max_grad_norm=1.0,
        check=lambda *seen: None,
    )
    assert objective.dtype == dtype
    assert {weight.grad.dtype for weight in model.parameters() if weight.grad is not None} == {torch.float32}
