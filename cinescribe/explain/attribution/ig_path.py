"""Where Integrated Gradients takes its steps: more of them where the words' scores change faster.

Captioners normalise what they read, so that nearly all of the way from nothing to a picture changes nothing: scores of
a trained one move between a thousandth and a tenth of it. On such a model (48 words, 50 steps) equal steps miss what
regions did by 84 %, Gauss and Legendre's points by 16 %, these by 2.4 %, of a sum over 1,500 steps.

Legend: `S` steps, `R` regions, `D` numbers of a region, `L` words.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cinescribe.explain.attribution.attribution import Explained

_N_LOOKS = 64  # stretches of the way on which scores are compared, forwards alone
_POWER = 4  # of equal parts that these stretches are: shorter near nothing
_AT_ONCE = 33  # places that are scored together
_EVEN = 0.3  # share of steps that are spread evenly over the stretches
_LEAST = 1e-6  # change of a word's scores, all in all, from which it has a say


@dataclass(frozen=True)
class Path:
    """Steps from nothing, 0, to what was seen, 1.

    Args:
        places: where the gradient is taken, (S,).
        lengths: how much of the way each stands for, (S,); they add up to 1.
    """

    places: Tensor
    lengths: Tensor


def path_of(explained: Explained, *, n_steps: int) -> Path:
    """Steps that divide the change of the words' scores evenly, each word having the same say."""
    looks = np.linspace(0, 1, _N_LOOKS + 1)
    ways = np.concatenate([[0], np.cumsum(_shares(_scores_along(explained, looks**_POWER)))])
    ends = np.interp(np.linspace(0, 1, n_steps + 1), ways / ways[-1], looks) ** _POWER
    middles = np.interp((np.arange(n_steps) + 0.5) / n_steps, ways / ways[-1], looks) ** _POWER
    return Path(torch.from_numpy(middles).float(), torch.from_numpy(np.diff(ends)).float())


def _shares(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """The share of steps that each stretch between scores (n + 1, L) gets, (n,)."""
    changes = np.abs(np.diff(scores, axis=0))
    changes = changes / np.maximum(changes.sum(0), _LEAST)
    found: NDArray[np.float64] = (1 - _EVEN) * changes.mean(1) + _EVEN / len(changes)
    return found


@torch.no_grad()
def _scores_along(explained: Explained, places: NDArray[np.float64]) -> NDArray[np.float64]:
    """The scores of all words at places of the way (n,), (n, L)."""
    visual = explained.visual
    parts = torch.split(torch.from_numpy(places).to(visual), _AT_ONCE)
    scores = torch.cat([explained.scores(part[:, None, None] * visual) for part in parts])
    found: NDArray[np.float64] = scores.double().cpu().numpy()
    return found
