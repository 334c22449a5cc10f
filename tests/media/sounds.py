"""Sounds for the tests of media."""

from functools import cache

import numpy as np

from cinescribe.media.voice.espeak import EspeakVoice


def resampled(samples, rate_hz, to_hz):
    """Resample linearly; good enough for recognition."""
    at = np.arange(round(len(samples) * to_hz / rate_hz)) / to_hz
    return np.interp(at, np.arange(len(samples)) / rate_hz, samples).astype(np.float32)


@cache
def speech_samples(text="The man sits down at the table and opens the letter.", rate_hz=16000):
    """A spoken text, (n,)."""
    with EspeakVoice() as voice:
        spoken = voice.say(text)
    samples = resampled(spoken.samples, spoken.rate_hz, rate_hz)
    samples.setflags(write=False)
    return samples


def tones(seconds, *pitches, rate_hz=16000, loud=0.1):
    """Steady tones, struck once a second, (1, n)."""
    t = np.arange(round(seconds * rate_hz)) / rate_hz
    mix = sum(np.sin(2 * np.pi * pitch * t) for pitch in pitches)
    return (loud * mix * np.exp(-(t % 1)))[None].astype(np.float32)


def noise(seconds, *, rate_hz=16000, loud=0.1, n_channels=1, seed=0):
    """White noise, (n_channels, n)."""
    random = np.random.default_rng(seed)
    return (loud * random.normal(size=(n_channels, round(seconds * rate_hz)))).astype(np.float32)
