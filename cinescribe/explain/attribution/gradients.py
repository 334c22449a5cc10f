"""Attributions by gradients: Saliency, Guided backpropagation, Integrated Gradients.

All words of a caption share what is computed forwards; each has its own way back. Gradients are taken of the words'
log-probabilities, which is where the paper is silent, and go to what was seen alone: weights get none.

Saliency and Guided backpropagation give the sum of a region's absolute gradients, so that it does not matter which way
a number would have to change; Integrated Gradients gives the sum with signs, which adds up to a difference of scores.

Legend: as in `attribution`; `S` steps along a path.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.attribution import Attribution, Explained, check_explained
from cinescribe.explain.attribution.guided_relu import GuidedReLUs
from cinescribe.explain.attribution.ig_path import path_of

N_STEPS = 50  # points of the path from the baseline
_NOTICED = 1e-3  # least difference of log-probabilities
_NO_GRADIENTS = (
    "a model came whose scores have no gradient by what was seen: it was loaded in inference mode, or works without "
    "gradients; load it outside, or take occlusion, which needs none"
)
_AT_ONCE = 25  # points of it that are computed together: more take memory and no less time


def saliency(explained: Explained) -> Attribution:
    """|dS_w / dI| at what was seen, summed over the numbers of a region (Simonyan et al. 2014; eq. 11).

    Raises:
        ModelError: when there is nothing to explain, or the model has no gradients.
    """
    check_explained(explained)
    gradients = _of_words(explained.scores, explained.visual[None], lambda found: found[0].abs().sum(-1))
    return Attribution(explained.words, gradients.numpy(), "saliency")


def guided_backpropagation(explained: Explained) -> Attribution:
    """As Saliency, with gradients that pass a ReLU only where they are not negative (Springenberg et al. 2015).

    Raises:
        ModelError: when there is nothing to explain, or the model has no gradients or no ReLU.
    """
    check_explained(explained)
    relus = GuidedReLUs()

    def scores(visual: Tensor) -> Tensor:
        with relus:
            return explained.scores(visual)

    gradients = _of_words(scores, explained.visual[None], lambda found: found[0].abs().sum(-1))
    if not relus.n_met:
        raise ModelError(
            "guided backpropagation was asked of a model that calls no ReLU, where it is Saliency; ask for that"
        )
    return Attribution(explained.words, gradients.numpy(), "guided backpropagation")


def integrated_gradients(explained: Explained, *, n_steps: int = N_STEPS) -> Attribution:
    """(I - 0) * integral of dS_w / dI from nothing seen, all zeros, to what was (Sundararajan et al. 2017; eq. 12).

    A word's attributions add up to its score less that of nothing seen. What the sum over steps leaves over, where the
    score bends between them, is shared among regions in proportion to what each did (`path_gradients` without it).

    Args:
        explained: a caption and what it was written of.
        n_steps: points at which the gradient is taken.

    Raises:
        ModelError: when there is nothing to explain, the model has no gradients, or there is no step.
    """
    found = path_gradients(explained, n_steps=n_steps).scores
    sizes = np.abs(found)
    totals = np.maximum(sizes.sum(1, keepdims=True), np.finfo(np.float32).tiny)
    left_over = _differences(explained) - found.sum(1, dtype=np.float64)
    settled = found + left_over[:, None] * sizes / totals
    return Attribution(explained.words, settled.astype(np.float32), "integrated gradients")


def path_gradients(explained: Explained, *, n_steps: int = N_STEPS) -> Attribution:
    """Integrated Gradients as the sum over steps alone, which misses a word's difference of scores by a little.

    Where the steps stand: `path.path_of`. Errors and arguments as in `integrated_gradients`.
    """
    check_explained(explained)
    if n_steps < 1:
        raise ModelError(f"{n_steps} steps came for integrated gradients; 1 or more are wanted, 50 as a rule")
    path = path_of(explained, n_steps=n_steps)
    total = torch.zeros(len(explained.words), len(explained.visual))
    for places, lengths in zip(torch.split(path.places, _AT_ONCE), torch.split(path.lengths, _AT_ONCE), strict=True):
        total += _path_part(explained, places, lengths)
    return Attribution(explained.words, total.numpy(), "path gradients")


def _path_part(explained: Explained, places: Tensor, lengths: Tensor) -> Tensor:
    """What some places of the path (S,), each for a piece of some length, add to the integral, (L, R)."""
    visual = explained.visual
    path = places[:, None, None].to(visual) * visual  # (S, R, D)
    weighted = lengths[:, None, None].to(visual) * visual
    return _of_words(explained.scores, path, lambda gradient: (gradient * weighted).sum((0, 2)))


def completeness_gap(explained: Explained, attribution: Attribution) -> NDArray[np.float64]:
    """How far a word's attributions are from adding up, as a share of the difference of scores, (L,).

    Differences too small to speak of count as that large.
    """
    wanted = _differences(explained)
    gaps: NDArray[np.float64] = np.abs(attribution.scores.sum(1, dtype=np.float64) - wanted)
    return gaps / np.maximum(np.abs(wanted), _NOTICED)


@torch.no_grad()
def _differences(explained: Explained) -> NDArray[np.float64]:
    """Each word's score less that of nothing seen, (L,)."""
    ends = explained.scores(torch.stack([torch.zeros_like(explained.visual), explained.visual]))
    found: NDArray[np.float64] = (ends[1] - ends[0]).double().cpu().numpy()
    return found


def _of_words(scores: Callable[[Tensor], Tensor], visual: Tensor, reduced: Callable[[Tensor], Tensor]) -> Tensor:
    """What `reduced` makes of each word's gradient (n, R, D) at `visual` (n, R, D), (L, ...)."""
    with torch.inference_mode(False), torch.enable_grad():
        leaf = visual.detach().clone().requires_grad_()
        words = _differentiable(scores, leaf).sum(0)  # rows do not mix
        found: list[Tensor] = []
        for number, word in enumerate(words):
            (gradient,) = torch.autograd.grad(word, leaf, retain_graph=number + 1 < len(words), allow_unused=True)
            if gradient is None:
                raise ModelError(_NO_GRADIENTS)
            found.append(reduced(gradient))
    return torch.stack(found).float().cpu()


def _differentiable(scores: Callable[[Tensor], Tensor], leaf: Tensor) -> Tensor:
    try:
        found = scores(leaf)
    except RuntimeError as error:
        if "inference" not in str(error).lower():
            raise
        raise ModelError(_NO_GRADIENTS) from error
    if not found.requires_grad:
        raise ModelError(_NO_GRADIENTS)
    return found
