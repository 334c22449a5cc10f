"""Attribution by occlusion: what a word's score loses without a region."""

from __future__ import annotations

import torch
from torch import Tensor

from cinescribe.explain.attribution.attribution import Attribution, ExplainableCaption, check_explainable

_BATCH = 64  # masked inputs scored together


def occlusion(caption: ExplainableCaption) -> Attribution:
    """Return what the score of each word loses when one region is replaced by zeros.

    Needs no gradients, so it works for any model.

    Raises:
        ModelError: when the caption has no words or regions.
    """
    check_explainable(caption)
    visual = caption.visual
    n_regions = len(visual)
    kept = ~torch.cat([torch.zeros(1, n_regions), torch.eye(n_regions)]).bool()  # the first keeps all
    scores = masked_scores(caption, kept)
    return Attribution(caption.words, (scores[:1] - scores[1:]).T.numpy(), "occlusion")


@torch.no_grad()
def masked_scores(caption: ExplainableCaption, kept: Tensor) -> Tensor:
    """Return the scores of all words where only the regions in `kept` (n, R) are shown, the others zeros, (n, L)."""
    visual = caption.visual
    parts = [caption.scores(visual * mask[:, :, None].to(visual)) for mask in torch.split(kept, _BATCH)]
    return torch.cat(parts).float().cpu()
