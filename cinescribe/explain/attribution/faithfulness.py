"""Whether an attribution is faithful: how the model fares as regions go, or come, in the order that it gives them.

Deletion and insertion of Petsiuk et al., "RISE" (2018), for each word of a caption by its own attributions. A region
that is gone is a row of zeros, the baseline of Integrated Gradients. A faithful order makes words unlikely soon as
regions go (a low area) and likely soon as they come (a high one); a random order is the control.

Legend: `R` regions, `W` words that are asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cinescribe.explain.attribution.attribution import Attribution, Explained, check_explained
from cinescribe.explain.attribution.occlusion import kept_scores


@dataclass(frozen=True)
class Faithfulness:
    """The probability of words as regions go and come; column k has k of them changed.

    Args:
        deletion: from all regions to none, (W, R + 1).
        insertion: from none to all, (W, R + 1).
    """

    deletion: NDArray[np.float64]
    insertion: NDArray[np.float64]

    @property
    def deleted(self) -> NDArray[np.float64]:
        """The area under each word's deletion curve, 0 to 1, (W,); lower is more faithful."""
        return _areas(self.deletion)

    @property
    def inserted(self) -> NDArray[np.float64]:
        """The area under each word's insertion curve, 0 to 1, (W,); higher is more faithful."""
        return _areas(self.insertion)


def faithfulness(explained: Explained, attribution: Attribution, *, words: Sequence[int] | None = None) -> Faithfulness:
    """The curves of some words of a caption, by the order in which an attribution ranks regions for each.

    Args:
        explained: the caption that the attribution is of.
        attribution: of its words to its regions.
        words: their places; all by default.

    Raises:
        ModelError: when there is nothing to explain.
    """
    check_explained(explained)
    asked = list(range(len(explained.words)) if words is None else words)
    ranks = torch.from_numpy(_ranks(attribution.scores[asked]))  # (W, R)
    changed = ranks[:, None] < torch.arange(len(explained.visual) + 1)[:, None]  # (W, R + 1, R)
    deletion = _probabilities(explained, ~changed, asked)
    return Faithfulness(deletion, _probabilities(explained, changed, asked))


def random_order(explained: Explained, *, seed: int = 0) -> Attribution:
    """An attribution that knows nothing, another for other words or pictures: a control.

    Raises:
        ModelError: when there is nothing to explain.
    """
    check_explained(explained)
    what = " ".join(explained.words).encode() + explained.visual.cpu().numpy().tobytes()
    shape = (len(explained.words), len(explained.visual))
    scores = np.random.default_rng([seed, crc32(what)]).random(shape, np.float32)
    return Attribution(explained.words, scores, "random order")


def even_order(explained: Explained) -> Attribution:
    """An attribution by which every part did the same: a control.

    Of regions it points at the first. What the cells of a grid did is summed over true regions, of which it points at
    the largest, whatever is said.

    Raises:
        ModelError: when there is nothing to explain.
    """
    check_explained(explained)
    shape = (len(explained.words), len(explained.visual))
    return Attribution(explained.words, np.ones(shape, np.float32), "even order")


def _ranks(scores: NDArray[np.float32]) -> NDArray[np.int64]:
    """The rank of each region, 0 the highest, of equals the first, (W, R)."""
    return (-scores).argsort(1, kind="stable").argsort(1)


def _probabilities(explained: Explained, keeping: Tensor, asked: Sequence[int]) -> NDArray[np.float64]:
    """Each word's probability where `keeping` (W, k, R) says which regions are seen, (W, k)."""
    scores = kept_scores(explained, keeping.flatten(0, 1)).view(*keeping.shape[:2], -1)
    own = scores[torch.arange(len(asked)), :, torch.tensor(asked, dtype=torch.long)]
    found: NDArray[np.float64] = own.double().exp().numpy()
    return found


def _areas(curves: NDArray[np.float64]) -> NDArray[np.float64]:
    """By trapezoids, the way along a curve being 1."""
    found: NDArray[np.float64] = (curves[:, 1:] + curves[:, :-1]).mean(1) / 2
    return found
