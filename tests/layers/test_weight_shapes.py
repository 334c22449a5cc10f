import subprocess
import sys

import pytest
import torch
from torch import nn

from cinescribe.layers.weight_shapes import weight_shapes


class Drawn(nn.Module):
    def __init__(self):
        super().__init__()
        self.rows = nn.Parameter(torch.randn(3, 5))
        self.register_buffer("turn", torch.eye(6))
        self.more = nn.Parameter(nn.init.normal_(torch.empty(2, 7), std=0.1))
        self.buffer_size = nn.BatchNorm1d(4)
        nn.init.normal_(tensor=self.more)


@pytest.mark.parametrize(
    "build",
    [
        Drawn,
        lambda: nn.Embedding(5, 4),
        lambda: nn.LSTM(3, 4),
        lambda: nn.Sequential(nn.Conv2d(3, 4, 3), nn.LayerNorm(4)),
    ],
)
def test_the_shapes_are_those_of_the_model(build):
    assert weight_shapes(build) == {name: tuple(value.shape) for name, value in build().state_dict().items()}


def test_nothing_is_allocated():
    assert weight_shapes(lambda: nn.Embedding(10**9, 10**5)) == {"weight": (10**9, 10**5)}


def test_the_compiler_of_pytorch_is_not_imported():
    asked = (
        "import sys; from torch import nn; from cinescribe.layers.weight_shapes import weight_shapes;"
        "from cinescribe.features.encoders.body_net import load_body_net; load_body_net();"
        "weight_shapes(lambda: nn.Embedding(5, 4)); print('torch._dynamo' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
