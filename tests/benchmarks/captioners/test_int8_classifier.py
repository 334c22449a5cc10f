import pytest
import torch

from benchmarks.captioners.int8_classifier import Int8Classifier
from cinescribe.layers.classifier import Classifier

pytestmark = [
    pytest.mark.usefixtures("one_thread"),
    pytest.mark.skipif(not torch.backends.mkldnn.is_available(), reason="this PyTorch comes without oneDNN"),
]


def test_logits_are_nearly_the_same():
    torch.manual_seed(0)
    exact, x = Classifier(64, 200), torch.randn(7, 64)
    torch.nn.init.normal_(exact.bias)
    wanted, found = exact(x).detach(), Int8Classifier(exact)(x)
    assert 0 < float((found - wanted).abs().max()) < 0.05 * float(wanted.std())
    assert (found.argmax(1) == wanted.argmax(1)).float().mean() > 0.8


def test_an_input_of_zeros_gives_the_bias():
    exact = Classifier(8, 5)
    torch.nn.init.normal_(exact.bias)
    torch.testing.assert_close(Int8Classifier(exact)(torch.zeros(2, 8)), exact.bias.detach().expand(2, -1))
