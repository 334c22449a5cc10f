"""LSTM layers whose state is a value, with the weights of `torch.nn.LSTM`.

Legend: `R` rows, `S` steps, `D` width of the state, `n` layers.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence


@dataclass(frozen=True)
class LstmState:
    """The state of LSTM layers after some steps, as a value.

    Args:
        hidden: the outputs of the last step, h, (n, R, D).
        cell: the memory cells, c, (n, R, D).
    """

    hidden: Tensor
    cell: Tensor

    def __len__(self) -> int:
        return self.hidden.shape[1]

    @property
    def output(self) -> Tensor:
        """The output of the last layer, (R, D)."""
        return self.hidden[-1]

    def select(self, rows: Tensor) -> LstmState:
        """Return some rows, by number, (R',); a row may come several times."""
        return LstmState(self.hidden[:, rows], self.cell[:, rows])


class Lstm(nn.Module):
    """LSTM layers on top of each other (Hochreiter and Schmidhuber 1997, with forget gates).

    Reading steps one by one or together gives the same.

    Args:
        n_inputs: width of the input.
        width: width of outputs and cells, D.
        n_layers: layers.
    """

    def __init__(self, n_inputs: int, width: int, *, n_layers: int = 1) -> None:
        super().__init__()
        self.cells = nn.LSTM(n_inputs, width, n_layers, batch_first=True)

    def start(self, n_rows: int) -> LstmState:
        """Return the state before the first step: zeros."""
        shape = (self.cells.num_layers, n_rows, self.cells.hidden_size)
        zeros = next(self.parameters()).new_zeros(shape)
        return LstmState(zeros, zeros)

    def forward(self, x: Tensor, state: LstmState) -> tuple[Tensor, LstmState]:
        """Inputs (R, S, n_inputs) to the last layer's outputs, (R, S, D), and the state after them."""
        if x.shape[1] == 0:
            return x.new_zeros(len(x), 0, self.cells.hidden_size), state
        outputs, (hidden, cell) = self.cells(x, (state.hidden, state.cell))
        return outputs, LstmState(hidden, cell)

    def encoded(self, x: Tensor, n_steps: Tensor) -> tuple[Tensor, LstmState]:
        """Read the first `n_steps` (R,), one or more, of each row of inputs, (R, S, n_inputs), from the start.

        Gives the outputs, (R, S, D), zero behind each row's last step, and the state after that step.
        """
        packed = pack_padded_sequence(x, n_steps.cpu(), batch_first=True, enforce_sorted=False)
        outputs, (hidden, cell) = self.cells(packed)
        padded, _ = nn.utils.rnn.pad_packed_sequence(outputs, batch_first=True, total_length=x.shape[1])
        return padded, LstmState(hidden, cell)


def kept_first(x: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """Move what a mask (R, S) keeps of x (R, S, D) to the front of each row, in order; also gives its number, (R,).

    A row of which nothing is kept counts as one step of zeros.
    """
    order = torch.argsort(~mask, dim=1, stable=True)
    moved = (x * mask[..., None]).gather(1, order[..., None].expand_as(x))
    return moved, mask.sum(1).clamp(min=1)
