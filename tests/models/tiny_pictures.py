"""Tiny random image captioners and images."""

import torch

from cinescribe.features.regions.region_batch import RegionBatch
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.transformer import TransformerSizes, meshed_memory, smart, transformer

TOKENS = Vocabulary(tuple(f"w{n}" for n in range(23)), n_people=1)
BUILDERS = {"transformer": transformer, "smart": smart, "m2": meshed_memory}
WIDTH = 6  # of a region


def tiny_captioner(name, *, seed=0, **changes):
    """One of the three, in evaluation mode."""
    torch.manual_seed(seed)
    small = {"region_width": WIDTH, "width": 16, "n_heads": 2, "ff_width": 24, "n_tokens": 20}
    sizes = TransformerSizes(len(TOKENS), TOKENS.first_person, TOKENS.n_people, **{**small, **changes})
    return BUILDERS[name](sizes).eval()


def pictures(n, *, seed=0, n_regions=5, width=WIDTH):
    """Pictures with one region up to all of them, anywhere among the padding."""
    generator = torch.Generator().manual_seed(seed)
    regions = torch.randn(n, n_regions, width, generator=generator)
    mask = torch.rand(n, n_regions, generator=generator) < 0.6
    mask[torch.arange(n), torch.randint(n_regions, (n,), generator=generator)] = True
    boxes = torch.rand(n, n_regions, 4, generator=generator)
    return RegionBatch(regions, mask, boxes, torch.zeros(n, 0, dtype=torch.long))
