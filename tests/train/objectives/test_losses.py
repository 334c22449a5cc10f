from dataclasses import dataclass

import pytest
import torch
from torch import nn

from cinescribe.train.objectives.losses import Losses, counts, weights

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
    group = (Above(0.0), Above(1.0, weight=0.5))
    batches = [torch.tensor([-1.0, 0.5, 2.0]), torch.tensor([3.0, -2.0])]
    model = nn.Linear(1, 1, bias=False)
    targets = counts(batches, group)
    assert targets.tolist() == [3, 2]
    parts = torch.stack([Losses(model)(batch, group=group, counts=targets) for batch in batches])
    torch.testing.assert_close(parts.sum(0), torch.tensor([5.5 / 3, 5.0 / 2]) * model.weight[0])
    assert weights(group).tolist() == [1.0, 0.5]


def test_nothing_to_tell_is_no_loss():
    group = (Above(9.0),)
    batch = torch.tensor([1.0])
    assert Losses(nn.Linear(1, 1))(batch, group=group, counts=counts([batch], group)).tolist() == [0]
