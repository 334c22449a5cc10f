from dataclasses import dataclass

import pytest
import torch
from torch import nn

from cinescribe.train.objectives.losses import ObjectiveLosses, loss_weights, target_counts

pytestmark = pytest.mark.usefixtures("one_thread")


@dataclass(frozen=True)
class Above:
    """Sums a layer's outputs for numbers above a bound."""

    bound: float
    name: str = "above"
    weight: float = 1.0

    def count(self, batch):
        return (batch > self.bound).sum()

    def loss(self, model, batch):
        return model(batch[batch > self.bound][:, None]).sum()


def test_a_loss_is_a_mean_over_the_targets_of_all_batches():
    objectives = (Above(0.0), Above(1.0, weight=0.5))
    batches = [torch.tensor([-1.0, 0.5, 2.0]), torch.tensor([3.0, -2.0])]
    model = nn.Linear(1, 1, bias=False)
    targets = target_counts(batches, objectives)
    assert targets.tolist() == [3, 2]
    parts = torch.stack([ObjectiveLosses(model)(batch, objectives=objectives, counts=targets) for batch in batches])
    torch.testing.assert_close(parts.sum(0), torch.tensor([5.5 / 3, 5.0 / 2]) * model.weight[0])
    assert loss_weights(objectives).tolist() == [1.0, 0.5]


def test_without_targets_the_loss_is_0():
    objectives = (Above(9.0),)
    batch = torch.tensor([1.0])
    assert ObjectiveLosses(nn.Linear(1, 1))(
        batch, objectives=objectives, counts=target_counts([batch], objectives)
    ).tolist() == [0]
