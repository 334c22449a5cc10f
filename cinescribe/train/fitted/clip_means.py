"""The mean features of clips, exactly as captioners of single clips read them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.models.sequence.clip_inputs import clip_inputs
from cinescribe.schema import Clip, ClipSet

_BATCH = 64  # clips read together


def clip_means(reader: SetReader, clips: Sequence[Clip]) -> tuple[NDArray[np.float64], int]:
    """Return the mean frame and the mean action of each clip, joined, (n, Ds + Da), and the width of a frame, Ds.

    Args:
        reader: of sets of one clip.
        clips: one or more.

    Raises:
        FeatureError: when features are missing or not finite, or those of two films differ in width.
    """
    means, width = [], 0
    for at in range(0, len(clips), _BATCH):
        sets = [ClipSet((clip.replace(text=None, people=(), paraphrases=()),)) for clip in clips[at : at + _BATCH]]
        batch = reader.batch(sets)
        width = batch.frames.shape[-1]
        inputs = clip_inputs(batch, frame_width=width, action_width=batch.actions.shape[-1])
        means.append(inputs.means.double())
    rows = torch.cat(means).numpy()
    bad = np.flatnonzero(~np.isfinite(rows).all(1))
    if len(bad):
        clip = clips[bad[0]]
        raise FeatureError(
            f"clip {clip.id!r} of film {clip.film!r} has features that are not finite; extract them again"
        )
    return rows, width
