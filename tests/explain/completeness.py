"""A measure of how completely attributions add up to a word's score."""

import numpy as np

from cinescribe.explain.attribution.gradients import score_gains

MIN_GAIN = 1e-3  # log-probability; smaller gains count as this large


def completeness_gap(caption, attribution):
    """Return how far each word's attributions are from adding up to its gain, as a share of the gain, (L,)."""
    gains = score_gains(caption)
    gaps = np.abs(attribution.scores.sum(1, dtype=np.float64) - gains)
    return gaps / np.maximum(np.abs(gains), MIN_GAIN)
