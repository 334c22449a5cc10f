"""Proposes hard cuts: steps from picture to picture that stand out from the steps around them.

A step is measured in units of the pictures' own contrast. So a grey, flat or dark film shows its cuts as a bright one
does, and a drawn figure before a white wall counts as much as a whole landscape.
"""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from cinescribe.media.shots.frame_signature import Floats, Signatures

STEPS_AROUND = 8  # steps on each side that a step is compared with
OTHERS = 2  # larger ones among them that do not count: a cut may be close to another, or take two pictures
NOISE = 2.0  # luma levels of contrast that black pictures have
_STILL = 0.02  # added to the steps around: nothing but noise stands out of a still picture


def cut_scores(signatures: Signatures) -> Floats:
    """Return the score of a cut before each picture, (T,): its step times its prominence, 0 for the first.

    Where everything moves a cut scores about 1, in a quiet film 10 and more; steps of one shot mostly less than 0.3.
    """
    steps = _steps(signatures.thumbs)
    padded = np.pad(steps, STEPS_AROUND)
    around = np.sort(np.delete(sliding_window_view(padded, 2 * STEPS_AROUND + 1), STEPS_AROUND, axis=1), axis=1)
    return np.asarray(steps**2 / (around[:, -1 - OTHERS] + _STILL), np.float32)


def _steps(thumbs: Floats) -> Floats:
    """Return how much each picture differs from the one before, in units of their contrast, (T,)."""
    contrast = np.maximum(np.sqrt((thumbs**2).mean(axis=(1, 2))), NOISE)
    steps = np.zeros(len(thumbs), np.float32)
    change = np.abs(thumbs[1:] - thumbs[:-1]).mean(axis=(1, 2))
    steps[1:] = change / ((contrast[1:] + contrast[:-1]) / 2)
    return steps
