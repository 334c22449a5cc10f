"""A pointer small enough for every test, for the sets of `tests.models.micap_sets`."""

import dataclasses

import torch

from cinescribe.models.pointer.pointer import Pointer
from cinescribe.models.pointer.sizes import PointerSizes
from tests.models.micap_sets import N, S, gappy_sets

SIZES = PointerSizes(
    n_words=30, first_person=6, separator=3, frame_width=5, action_width=4, face_width=6, body_width=3,
    n_clips=N, n_segments=S, n_clusters=3, n_tokens=20, n_people=4, n_layers=2, width=16, n_heads=2, ff_width=24,
)  # fmt: skip


def pointer(*, seed=0, **changes):
    """A model in evaluation mode."""
    torch.manual_seed(seed)
    return Pointer(dataclasses.replace(SIZES, **changes)).eval()


def sets_with_people(n_sets=3, *, seed=0):
    """Sets of which a third is padding; every third word is a person, P1 to P3 in turn."""
    batch = gappy_sets(n_sets, seed=seed)
    words, is_blank = batch.words.clone(), torch.zeros_like(batch.is_blank)
    is_blank[:, 1::3] = True
    words[:, 1::3] = SIZES.first_person + torch.arange(words[:, 1::3].shape[1]) % 3
    words[(words >= SIZES.first_person) & (words < SIZES.first_person + 4) & ~is_blank] = 20
    words[:, [5, 9]] = SIZES.separator
    return dataclasses.replace(batch, words=words, is_blank=is_blank)
