"""Measures whether an attribution is faithful: how words' probabilities change as regions are deleted or inserted.

Deletion and insertion of Petsiuk et al., "RISE" (2018), for each word of a caption in the order of its attribution. A
deleted region is a row of zeros, the baseline of Integrated Gradients. With a faithful order, a word soon becomes
unlikely as regions are deleted (a small area) and soon likely as they are inserted (a large one). A random order is the
control.

Legend: `R` regions, `W` words measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cinescribe.explain.attribution.attribution import Attribution, ExplainableCaption, check_explainable
from cinescribe.explain.attribution.occlusion import masked_scores


@dataclass(frozen=True)
class Faithfulness:
    """The deletion and insertion curves of words: their probabilities after k regions changed, in column k.

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


def faithfulness(
    caption: ExplainableCaption, attribution: Attribution, *, words: Sequence[int] | None = None
) -> Faithfulness:
    """Return the deletion and insertion curves of a caption's words.

    Args:
        caption: the caption that the attribution explains.
        attribution: of its words to its regions; ranks the regions for each word.
        words: indices of the words to measure; all by default.

    Raises:
        ModelError: when the caption has no words or regions.
    """
    check_explainable(caption)
    indices = list(range(len(caption.words)) if words is None else words)
    ranks = torch.from_numpy(_ranks(attribution.scores[indices]))  # (W, R)
    changed = ranks[:, None] < torch.arange(len(caption.visual) + 1)[:, None]  # (W, R + 1, R)
    deletion = _probabilities(caption, ~changed, indices)
    return Faithfulness(deletion, _probabilities(caption, changed, indices))


def random_order(caption: ExplainableCaption, *, seed: int = 0) -> Attribution:
    """Return a random attribution as a control; it depends on the caption, the picture and the seed.

    Raises:
        ModelError: when the caption has no words or regions.
    """
    check_explainable(caption)
    content = " ".join(caption.words).encode() + caption.visual.cpu().numpy().tobytes()
    shape = (len(caption.words), len(caption.visual))
    scores = np.random.default_rng([seed, crc32(content)]).random(shape, np.float32)
    return Attribution(caption.words, scores, "random order")


def even_order(caption: ExplainableCaption) -> Attribution:
    """Return an attribution with equal scores as a control.

    Among regions its highest is the first. Where the cells of a grid are summed over true regions, it is the largest
    region, whatever the word.

    Raises:
        ModelError: when the caption has no words or regions.
    """
    check_explainable(caption)
    shape = (len(caption.words), len(caption.visual))
    return Attribution(caption.words, np.ones(shape, np.float32), "even order")


def _ranks(scores: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return the rank of each region, 0 for the highest score; the first of equals comes first, (W, R)."""
    return (-scores).argsort(1, kind="stable").argsort(1)


def _probabilities(caption: ExplainableCaption, kept: Tensor, indices: Sequence[int]) -> NDArray[np.float64]:
    """Return each word's probability where `kept` (W, k, R) says which regions are shown, (W, k)."""
    scores = masked_scores(caption, kept.flatten(0, 1)).view(*kept.shape[:2], -1)
    own = scores[torch.arange(len(indices)), :, torch.tensor(indices, dtype=torch.long)]
    probabilities: NDArray[np.float64] = own.double().exp().numpy()
    return probabilities


def _areas(curves: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the area under each curve by the trapezoidal rule, over a length of 1."""
    areas: NDArray[np.float64] = (curves[:, 1:] + curves[:, :-1]).mean(1) / 2
    return areas
