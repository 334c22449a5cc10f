import pytest
import torch

from cinescribe.layers.meshed_attention import Mesh

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.parametrize("n_levels", [2, 3, 4])
def test_gates_are_the_formula(n_levels):
    torch.manual_seed(0)
    mesh = Mesh(6, n_levels=n_levels)
    torch.nn.init.normal_(mesh.of_tokens.bias)
    x, found = torch.randn(2, 3, 6), torch.randn(n_levels, 2, 3, 6)
    wanted = torch.zeros(2, 3, 6)
    for level in range(n_levels):
        own = slice(6 * level, 6 * level + 6)
        of_found = mesh.of_found.get_parameter(f"{level}.weight")
        weight = torch.cat([mesh.of_tokens.weight[own], of_found], 1)  # W_i, D x 2D
        gate = 1 / (1 + torch.exp(-(torch.cat([x, found[level]], -1) @ weight.T + mesh.of_tokens.bias[own])))
        wanted += gate * found[level]  # eq. 8 and 9
    torch.testing.assert_close(mesh(x, found), wanted / n_levels**0.5, atol=1e-5, rtol=0)


def test_gates_start_within_glorots_reach():
    mesh = Mesh(6, n_levels=4)
    assert not mesh.of_tokens.bias.any()
    assert 0.5 * (6 / 18) ** 0.5 < float(mesh.of_tokens.weight.detach().abs().max()) <= (6 / 18) ** 0.5
