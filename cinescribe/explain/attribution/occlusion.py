"""Attribution by leaving out: what a word's score loses with a region."""

from __future__ import annotations

import torch
from torch import Tensor

from cinescribe.explain.attribution.attribution import Attribution, Explained, check_explained

_AT_ONCE = 64  # versions scored together


def occlusion(explained: Explained) -> Attribution:
    """What the score of each word loses when a region alone is replaced by zeros.

    It needs no gradients, so any model will do.

    Raises:
        ModelError: when there is nothing to explain.
    """
    check_explained(explained)
    visual = explained.visual
    n_regions = len(visual)
    keeping = ~torch.cat([torch.zeros(1, n_regions), torch.eye(n_regions)]).bool()  # the first leaves nothing out
    scores = kept_scores(explained, keeping)
    return Attribution(explained.words, (scores[:1] - scores[1:]).T.numpy(), "occlusion")


@torch.no_grad()
def kept_scores(explained: Explained, keeping: Tensor) -> Tensor:
    """The scores of all words where `keeping` (n, R) says which regions are seen, the others zeros, (n, L)."""
    visual = explained.visual
    parts = [explained.scores(visual * kept[:, :, None].to(visual)) for kept in torch.split(keeping, _AT_ONCE)]
    return torch.cat(parts).float().cpu()
