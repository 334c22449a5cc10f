"""The LSTM is that of torch and of its equations; steps one by one are steps together; a batch is its rows."""

import pytest
import torch
from torch import nn

from cinescribe.layers.lstm import Lstm, LstmState, kept_first

pytestmark = pytest.mark.usefixtures("one_thread")
R, S, N_INPUTS, D = 3, 5, 4, 6


def lstm(n_layers=2):
    torch.manual_seed(0)
    return Lstm(N_INPUTS, D, n_layers=n_layers).eval()


def inputs():
    return torch.randn(R, S, N_INPUTS, generator=torch.Generator().manual_seed(1))


@torch.no_grad()
def test_outputs_are_those_of_torch():
    layers, peer = lstm(), nn.LSTM(N_INPUTS, D, 2, batch_first=True)
    peer.load_state_dict(layers.cells.state_dict())
    wanted, (hidden, cell) = peer(inputs())
    found, state = layers(inputs(), layers.start(R))
    torch.testing.assert_close(found, wanted)
    torch.testing.assert_close(state.hidden, hidden)
    torch.testing.assert_close(state.cell, cell)
    torch.testing.assert_close(state.output, wanted[:, -1])


@torch.no_grad()
def test_outputs_are_those_of_the_equations():
    layers = lstm(n_layers=1)
    w = layers.cells
    h, c = torch.zeros(R, D), torch.zeros(R, D)
    found, _ = layers(inputs(), layers.start(R))
    for step in range(S):
        gates = inputs()[:, step] @ w.weight_ih_l0.T + w.bias_ih_l0 + h @ w.weight_hh_l0.T + w.bias_hh_l0
        i, f, g, o = gates.chunk(4, 1)
        c = f.sigmoid() * c + i.sigmoid() * g.tanh()
        h = o.sigmoid() * c.tanh()
        torch.testing.assert_close(found[:, step], h)


@torch.no_grad()
def test_steps_one_by_one_are_steps_together():
    layers = lstm()
    wanted, after = layers(inputs(), layers.start(R))
    state = layers.start(R)
    for step in range(S):
        out, state = layers(inputs()[:, step : step + 1], state)
        torch.testing.assert_close(out[:, 0], wanted[:, step])
    torch.testing.assert_close(state.cell, after.cell)


@torch.no_grad()
def test_a_batch_is_its_rows_each_of_its_own_length():
    layers, counts = lstm(), torch.tensor([5, 1, 3])
    outputs, state = layers.encoded(inputs(), counts)
    for row, count in enumerate(counts.tolist()):
        wanted, after = layers(inputs()[row : row + 1, :count], layers.start(1))
        torch.testing.assert_close(outputs[row, :count], wanted[0])
        torch.testing.assert_close(state.hidden[:, row], after.hidden[:, 0])
        torch.testing.assert_close(state.cell[:, row], after.cell[:, 0])
        assert not outputs[row, count:].any()


@torch.no_grad()
def test_rows_are_selected_and_repeated_without_a_change_of_the_state():
    layers = lstm()
    _, state = layers(inputs(), layers.start(R))
    chosen = state.select(torch.tensor([2, 0, 2, 2]))
    assert len(state) == R
    assert len(chosen) == 4
    assert torch.equal(chosen.hidden[:, 3], state.hidden[:, 2])
    assert torch.equal(chosen.cell[:, 1], state.cell[:, 0])


def test_empty_sequence_does_not_change_the_state():
    layers = lstm()
    state = LstmState(torch.ones(2, R, D), torch.ones(2, R, D))
    outputs, after = layers(inputs()[:, :0], state)
    assert outputs.shape == (R, 0, D)
    assert after is state


def test_kept_columns_move_to_the_front_in_order():
    x = torch.arange(8.0).view(2, 4, 1)
    mask = torch.tensor([[False, True, False, True], [False] * 4])
    moved, counts = kept_first(x, mask)
    assert moved[0, :, 0].tolist() == [1, 3, 0, 0]
    assert counts.tolist() == [2, 1]
    assert not moved[1].any()
