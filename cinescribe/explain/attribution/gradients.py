"""Attributions by gradients: Saliency, Guided backpropagation, Integrated Gradients.

All words of a caption share one forward pass; each has its own backward pass. The paper does not say what is
differentiated; here it is the log-probabilities of the words. Only the visual input receives gradients, no weight does.

Saliency and Guided backpropagation sum the absolute gradients of a region, so that signs do not cancel. Integrated
Gradients sums with signs, so that attributions add up to a difference of scores.

Legend: as in `attribution`; `S` steps along a path.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.attribution import Attribution, ExplainableCaption, check_explainable
from cinescribe.explain.attribution.guided_relu import GuidedReLUs
from cinescribe.explain.attribution.ig_path import integration_path

N_STEPS = 50  # points of the path from the baseline
_NO_GRADIENTS = (
    "the model's scores have no gradient with respect to the picture: it was loaded in inference mode, or works "
    "without gradients; load it outside, or use occlusion, which needs none"
)
_BATCH = 25  # points of the path in one batch: more take memory and save no time


def saliency(caption: ExplainableCaption) -> Attribution:
    """Return |dS_w / dI| at the visual input, summed over the numbers of a region (Simonyan et al. 2014; eq. 11).

    Raises:
        ModelError: when the caption has no words or regions, or the model has no gradients.
    """
    check_explainable(caption)
    gradients = _word_gradients(caption.scores, caption.visual[None], lambda gradient: gradient[0].abs().sum(-1))
    return Attribution(caption.words, gradients.numpy(), "saliency")


def guided_backpropagation(caption: ExplainableCaption) -> Attribution:
    """Return Saliency with gradients that pass a ReLU only where they are positive (Springenberg et al. 2015).

    Raises:
        ModelError: when the caption has no words or regions, or the model has no gradients or no ReLU.
    """
    check_explainable(caption)
    relus = GuidedReLUs()

    def scores(visual: Tensor) -> Tensor:
        with relus:
            return caption.scores(visual)

    gradients = _word_gradients(scores, caption.visual[None], lambda gradient: gradient[0].abs().sum(-1))
    if not relus.n_calls:
        raise ModelError(
            "guided backpropagation needs a ReLU, and this model calls none; use saliency, which is the same there"
        )
    return Attribution(caption.words, gradients.numpy(), "guided backpropagation")


def integrated_gradients(caption: ExplainableCaption, *, n_steps: int = N_STEPS) -> Attribution:
    """Return (I - 0) * the integral of dS_w / dI from all zeros to the visual input (Sundararajan et al. 2017; eq. 12).

    A word's attributions add up to its score minus its score with all zeros. The sum over steps misses that by a small
    remainder, which is shared among regions in proportion to their attributions (`path_gradients` does without).

    Args:
        caption: the caption to explain.
        n_steps: number of points at which the gradient is taken.

    Raises:
        ModelError: when the caption has no words or regions, the model has no gradients, or there is no step.
    """
    scores = path_gradients(caption, n_steps=n_steps).scores
    sizes = np.abs(scores)
    totals = np.maximum(sizes.sum(1, keepdims=True), np.finfo(np.float32).tiny)
    remainder = score_gains(caption) - scores.sum(1, dtype=np.float64)
    complete = scores + remainder[:, None] * sizes / totals
    return Attribution(caption.words, complete.astype(np.float32), "integrated gradients")


def path_gradients(caption: ExplainableCaption, *, n_steps: int = N_STEPS) -> Attribution:
    """Return Integrated Gradients as the plain sum over steps, without sharing the remainder.

    `ig_path.integration_path` chooses the steps. Errors and arguments are those of `integrated_gradients`.
    """
    check_explainable(caption)
    if n_steps < 1:
        raise ModelError(f"`n_steps` is {n_steps} for integrated gradients; give 1 or more, 50 as a rule")
    path = integration_path(caption, n_steps=n_steps)
    total = torch.zeros(len(caption.words), len(caption.visual))
    for points, lengths in zip(torch.split(path.points, _BATCH), torch.split(path.lengths, _BATCH), strict=True):
        total += _path_part(caption, points, lengths)
    return Attribution(caption.words, total.numpy(), "path gradients")


def _path_part(caption: ExplainableCaption, points: Tensor, lengths: Tensor) -> Tensor:
    """Return what points of the path (S,), each weighted by a length of it, add to the integral, (L, R)."""
    visual = caption.visual
    path = points[:, None, None].to(visual) * visual  # (S, R, D)
    weighted = lengths[:, None, None].to(visual) * visual
    return _word_gradients(caption.scores, path, lambda gradient: (gradient * weighted).sum((0, 2)))


@torch.no_grad()
def score_gains(caption: ExplainableCaption) -> NDArray[np.float64]:
    """Return each word's score minus its score with an all-zero visual input, (L,)."""
    ends = caption.scores(torch.stack([torch.zeros_like(caption.visual), caption.visual]))
    gains: NDArray[np.float64] = (ends[1] - ends[0]).double().cpu().numpy()
    return gains


def _word_gradients(scores: Callable[[Tensor], Tensor], visual: Tensor, reduce: Callable[[Tensor], Tensor]) -> Tensor:
    """Return each word's gradient (n, R, D) at `visual` (n, R, D) after a reduction, (L, ...)."""
    with torch.inference_mode(False), torch.enable_grad():
        leaf = visual.detach().clone().requires_grad_()
        words = _differentiable(scores, leaf).sum(0)  # rows do not mix
        reduced: list[Tensor] = []
        for number, word in enumerate(words):
            (gradient,) = torch.autograd.grad(word, leaf, retain_graph=number + 1 < len(words), allow_unused=True)
            if gradient is None:
                raise ModelError(_NO_GRADIENTS)
            reduced.append(reduce(gradient))
    return torch.stack(reduced).float().cpu()


def _differentiable(scores: Callable[[Tensor], Tensor], leaf: Tensor) -> Tensor:
    """Return the scores at a leaf; raise if they have no gradient."""
    try:
        log_probs = scores(leaf)
    except RuntimeError as error:
        if "inference" not in str(error).lower():
            raise
        raise ModelError(_NO_GRADIENTS) from error
    if not log_probs.requires_grad:
        raise ModelError(_NO_GRADIENTS)
    return log_probs
