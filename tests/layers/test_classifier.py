import pytest
import torch
from torch import nn

from cinescribe.layers.classifier import Classifier

pytestmark = pytest.mark.usefixtures("one_thread")


def test_logits_and_slices_of_them_are_those_of_a_linear_layer():
    torch.manual_seed(0)
    linear, ours = nn.Linear(4, 7), Classifier(4, 7)
    ours.load_state_dict({"weight": linear.weight.T, "bias": linear.bias})
    x = torch.randn(2, 3, 4)
    torch.testing.assert_close(ours(x), linear(x))
    torch.testing.assert_close(ours.output_slice(x, range(2, 5)), linear(x)[..., 2:5])


def test_a_slice_has_gradients_for_its_own_classes_only():
    ours = Classifier(4, 7)
    ours.output_slice(torch.randn(3, 4), range(2, 5)).sum().backward()
    assert ours.weight.grad is not None
    assert ours.weight.grad.abs().sum(0).bool().tolist() == [False, False, True, True, True, False, False]
