import pytest
import torch
from torch import nn

from cinescribe.layers.linear import Linear

pytestmark = pytest.mark.usefixtures("one_thread")


def test_initialisation_and_outputs_are_those_of_torch():
    torch.manual_seed(0)
    ours = Linear(4, 6)
    torch.manual_seed(0)
    theirs, x = nn.Linear(4, 6), torch.randn(2, 3, 4)
    assert ours.state_dict().keys() == theirs.state_dict().keys()
    assert ours(x).equal(theirs(x))


def test_a_slice_of_outputs_is_that_of_all_outputs():
    ours, x = Linear(4, 6), torch.randn(2, 3, 4)
    torch.testing.assert_close(ours.output_slice(x, range(2, 5)), ours(x)[..., 2:5])
