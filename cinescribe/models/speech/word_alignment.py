"""Times of words from the cross-attention of a transcript: which tokens looked at which moment of the sound.

The heads that follow the sound are known of each published checkpoint. Their attention is normalised over the tokens,
smoothed over time and averaged; dynamic time warping then finds the way through it that never goes back, as in
OpenAI's `whisper.timing`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F

_SMOOTHED = 7  # frames of the median filter over time


def token_frames(attention: Tensor, n_frames: int) -> NDArray[np.int64]:
    """Return the frame at which each token begins, (S,); they never go back.

    Args:
        attention: of the heads that follow the sound, from each token to each frame, (heads, S, T).
        n_frames: of the sound; later ones are padding.
    """
    seen = attention[:, :, : max(n_frames, 1)].float()
    seen = seen / seen.sum(dim=-1, keepdim=True).clamp_min(1e-12)  # as a softmax over only these frames
    mean, deviation = seen.mean(dim=-2, keepdim=True), seen.std(dim=-2, keepdim=True, unbiased=False)
    even = _median((seen - mean) / deviation.clamp_min(1e-12))
    return warped_starts(-even.mean(dim=0).double().numpy(force=True))


def warped_starts(costs: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the first column of each row on the cheapest way from the first corner to the last, (n_rows,).

    A step goes one row down, one column on, or both.

    Args:
        costs: of each cell, (n_rows, n_columns).
    """
    total = _totals(costs)
    row, column = costs.shape[0] - 1, costs.shape[1] - 1
    starts = np.zeros(len(costs), np.int64)
    while row > 0 or column > 0:
        if row == 0:
            break
        both, down = total[row, column], total[row, column + 1]
        on = total[row + 1, column]
        if both <= down and both <= on:
            starts[row] = column
            row, column = row - 1, max(column - 1, 0)
        elif down <= on:
            starts[row] = column
            row -= 1
        else:
            column -= 1
    return starts


def _totals(costs: NDArray[np.float64]) -> NDArray[np.float64]:
    """The cost of the cheapest way to each cell, below a row and right of a column that no way uses, (n + 1, m + 1)."""
    total = np.full((costs.shape[0] + 1, costs.shape[1] + 1), np.inf)
    total[0, 0] = 0.0
    for n, row in enumerate(costs):
        # A way enters a row once, and then goes on in it: the sum up to here, less that before the entry.
        until = np.cumsum(row)
        entered = np.minimum(total[n, :-1], total[n, 1:]) - (until - row)
        total[n + 1, 1:] = until + np.minimum.accumulate(entered)
    return total


def _median(values: Tensor) -> Tensor:
    """The median of each value and its neighbours in time."""
    side = _SMOOTHED // 2
    if values.shape[-1] <= side:
        return values
    return F.pad(values, (side, side), mode="reflect").unfold(-1, _SMOOTHED, 1).median(dim=-1).values
