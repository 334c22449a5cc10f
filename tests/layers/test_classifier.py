import pytest
import torch
from torch import nn

from cinescribe.layers.classifier import Classifier

pytestmark = pytest.mark.usefixtures("one_thread")


def test_scores_as_a_linear_layer_does_and_any_run_alone():
    torch.manual_seed(0)
    linear, ours = nn.Linear(4, 7), Classifier(4, 7)
    ours.load_state_dict({"weight": linear.weight.T, "bias": linear.bias})
    x = torch.randn(2, 3, 4)
    torch.testing.assert_close(ours(x), linear(x))
    torch.testing.assert_close(ours.among(x, range(2, 5)), linear(x)[..., 2:5])


def test_a_run_teaches_its_own_classes_alone():
    ours = Classifier(4, 7)
    ours.among(torch.randn(3, 4), range(2, 5)).sum().backward()
    assert ours.weight.grad.abs().sum(0).bool().tolist() == [False, False, True, True, True, False, False]
