"""Sounds of small films, with narration and other changes, for the tests of alignment and residual."""

import numpy as np
from scipy.signal import butter, resample_poly, sosfilt

from cinescribe.media.sound.mono import MonoTrack
from tests.media.sounds import speech_samples

RATE_HZ = 16_000


def film(seconds=30.0, seed=1):
    """Noise with changing level, like the sound of a film, (n,)."""
    random = np.random.default_rng(seed)
    n = round(seconds * RATE_HZ)
    shape = butter(2, (150, 5000), "bandpass", fs=RATE_HZ, output="sos")
    levels = random.uniform(-1.5, 1.0, n // 1600 + 2)  # ten a second
    return (
        sosfilt(shape, random.normal(size=n))
        * 0.03
        * 10 ** np.interp(np.arange(n) / 1600, np.arange(len(levels)), levels)
    ).astype(np.float32)


def track(samples):
    """A track of samples, (n,)."""
    out = MonoTrack(RATE_HZ)
    out.append(np.asarray(samples, np.float32))
    return out


def slower(samples, up, down):
    """Samples that last up/down as long."""
    return resample_poly(samples, up, down).astype(np.float32)


def with_narration(samples, *starts, duck=0.4, loud=0.5):
    """The film with a sentence at each start (seconds), and the (start, end) of each sentence."""
    voice = speech_samples() * loud
    out, spans = samples.copy(), []
    for start in starts:
        first = round(start * RATE_HZ)
        out[first : first + len(voice)] *= duck
        out[first : first + len(voice)] += voice[: len(out) - first]
        audible = np.flatnonzero(np.abs(voice) > 0.01 * np.abs(voice).max())
        spans.append((start + audible[0] / RATE_HZ, start + audible[-1] / RATE_HZ))
    return out, spans
