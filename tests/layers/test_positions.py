import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.layers.positions import LearnedPositions

pytestmark = pytest.mark.usefixtures("one_thread")


def test_each_place_has_its_vector():
    positions = LearnedPositions(3, 4)
    assert torch.equal(positions(torch.tensor([[2, 0]])), positions.vectors.weight[[2, 0]][None])
    assert positions(torch.zeros(2, 0, dtype=torch.long)).shape == (2, 0, 4)


def test_a_place_beyond_the_last_is_named():
    with pytest.raises(ModelError, match="token 4 of a text came, but the model reads 3 at most"):
        LearnedPositions(3, 4)(torch.tensor([[0, 3]]))
