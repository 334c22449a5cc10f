"""Sets with gaps everywhere, and a MICap small enough for every test."""

import dataclasses

import torch

from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.models.micap.micap import Micap
from cinescribe.models.micap.sizes import MicapSizes

N, T, S, F, K, L = 4, 3, 2, 6, 5, 14
SIZES = MicapSizes(
    n_words=30, first_person=6, separator=3, n_people=4, n_clips=N, n_segments=S, n_clusters=3, n_tokens=20,
    width=16, n_heads=2, ff_width=24, n_encoder_layers=2, n_decoder_layers=2,
    frame_width=5, action_width=4, face_width=6, text_width=8,
)  # fmt: skip


def micap(*, seed: int = 0, **changes) -> Micap:
    """A model in evaluation mode."""
    torch.manual_seed(seed)
    return Micap(dataclasses.replace(SIZES, **changes)).eval()


def gappy_sets(n_sets: int = 3, *, seed: int = 0) -> SetBatch:
    """Sets of which a third is padding, their first clip's first frame apart; words from start to end."""
    generator = torch.Generator().manual_seed(seed)

    def noise(*shape):
        return torch.randn(n_sets, *shape, generator=generator)

    def some(*shape):
        return torch.rand(n_sets, *shape, generator=generator) < 0.7

    def below(most, *shape):
        return torch.randint(most, (n_sets, *shape), generator=generator)

    words = torch.cat([torch.full((n_sets, 1), 1), below(28, L - 1) + 2], 1)
    words[:, [4, 8]] = SIZES.separator
    return SetBatch(
        frames=noise(N, T, 5), frame_mask=some(N, T), frame_segment=below(S, N, T),
        actions=noise(N, S, 4), action_mask=some(N, S),
        faces=noise(F, 6), face_mask=some(F), face_clip=below(N, F), face_segment=below(S, F),
        face_cluster=below(4, F), face_box=noise(F, 4).sigmoid(), face_index=below(90, F),
        blanks=noise(K, 8), blank_mask=some(K), blank_clip=below(N, K),
        words=words, is_blank=some(L), face_body=noise(F, 3),
        face_found=some(F), face_kind=noise(F, 3).sigmoid(),
    )  # fmt: skip


def without(batch: SetBatch, *streams: str) -> SetBatch:
    """The sets with nothing found in some streams: no faces or blanks at all, frames or actions all padding."""
    changes = {}
    for name in streams:
        mask = f"{name[:-1]}_mask"
        of_clips = name in ("frames", "actions")
        emptied = [
            item.name for item in dataclasses.fields(batch)
            if item.name == name or (item.name.startswith(name[:-1] + "_") and not of_clips)
        ]  # fmt: skip
        if of_clips:
            changes[mask] = torch.zeros_like(getattr(batch, mask))
        else:
            changes.update({item: getattr(batch, item)[:, :0] for item in emptied})
    return dataclasses.replace(batch, **changes)
