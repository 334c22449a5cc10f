import math

import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.layers.positions import LearnedPositions, SinusoidalPositions

pytestmark = pytest.mark.usefixtures("one_thread")


def test_each_position_has_its_vector():
    positions = LearnedPositions(3, 4)
    assert torch.equal(positions(torch.tensor([[2, 0]])), positions.vectors.weight[[2, 0]][None])
    assert positions(torch.zeros(2, 0, dtype=torch.long)).shape == (2, 0, 4)


def test_a_position_beyond_the_last_is_named():
    with pytest.raises(ModelError, match="token 4 of a text came, but the model reads 3 at most"):
        LearnedPositions(3, 4)(torch.tensor([[0, 3]]))


@pytest.mark.parametrize("first", [0, 1])
def test_sines_and_cosines_are_the_formula(first):
    positions = SinusoidalPositions(5, 6, first=first)
    for position in range(5):
        for frequency in range(3):
            angle = (position + first) / 10_000 ** (2 * frequency / 6)
            wanted = torch.tensor([math.sin(angle), math.cos(angle)])
            torch.testing.assert_close(positions(torch.tensor(position))[2 * frequency : 2 * frequency + 2], wanted)
    assert not positions.state_dict()


def test_a_position_beyond_the_last_sine_is_named():
    with pytest.raises(ModelError, match="token 4 of a text came, but the model reads 3 at most"):
        SinusoidalPositions(3, 4)(torch.arange(4))
