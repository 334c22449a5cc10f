"""No peak passes the ceiling, and what is under it is left alone."""

import importlib

import numpy as np
import pytest
from scipy.signal import resample_poly

from cinescribe.media.sound.limiter import limited, true_peak
from tests.media.sounds import noise, tones

limiter = importlib.import_module("cinescribe.media.sound.limiter")

CEILING = 0.5


def whole(samples, gain=1.0, ceiling=CEILING, rate_hz=16000):
    out = np.empty_like(samples)
    for first, piece in limited(samples, gain=gain, ceiling=ceiling, rate_hz=rate_hz):
        out[:, first : first + piece.shape[1]] = piece
    return out


def exact_peak(samples):
    """True peak by four times finer oversampling than the limiter's own."""
    return np.abs(resample_poly(samples.astype(float), 16, 1, axis=1)).max()


def test_true_peak_lies_between_samples():
    t = np.arange(48000) / 48000
    sine = np.sin(2 * np.pi * 12000 * t + np.pi / 4)[None].astype(np.float32)  # its samples reach .71 only
    inner = sine * np.hanning(48000).astype(np.float32)
    assert np.abs(inner).max() < 0.72
    assert true_peak(inner) == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize("n_channels", [1, 2])
def test_no_peak_exceeds_the_ceiling(n_channels):
    sound = noise(3, loud=0.5, n_channels=n_channels)
    out = whole(sound, gain=1.5)
    assert true_peak(out) <= CEILING * 1.001
    assert exact_peak(out) <= CEILING * 1.04  # white noise is the worst case for a fourfold oversampling
    assert np.abs(out).max() > CEILING * 0.8


@pytest.mark.slow
def test_channels_share_their_gain():
    sound = np.concatenate([noise(1, loud=0.5), noise(1, loud=0.05, seed=1)])
    ratio = whole(sound) / sound
    assert ratio[0] == pytest.approx(ratio[1], rel=1e-5)


def test_soft_sound_is_only_multiplied():
    sound = tones(1, 440, loud=0.1)
    assert np.array_equal(whole(sound, gain=2.0), sound * 2)


def test_the_gain_changes_smoothly():
    sound = np.full((1, 32000), 0.1, np.float32)
    sound[:, 16000:16040] = 1.0
    gain = whole(sound) / sound
    assert np.abs(np.diff(gain[0])).max() < 0.01
    assert gain.min() < 0.5
    assert gain[0, 16000 - 1000] == pytest.approx(1)
    assert gain[0, 16040 + 1000] == pytest.approx(1)


@pytest.mark.slow
def test_pieces_fit_and_may_be_written_back(monkeypatch):
    sound = noise(2, loud=0.4, n_channels=2)
    expected = whole(sound)
    monkeypatch.setattr(limiter, "_AT_ONCE", 5000)
    assert whole(sound) == pytest.approx(expected, abs=1e-6)
    for first, piece in limited(sound, gain=1.0, ceiling=CEILING, rate_hz=16000):
        sound[:, first : first + piece.shape[1]] = piece
    assert sound == pytest.approx(expected, abs=1e-6)


def test_empty_sound_passes_the_limiter():
    assert whole(np.zeros((2, 0), np.float32)).shape == (2, 0)
    assert true_peak(np.zeros((1, 0), np.float32)) == 0
