"""Our loudness is that of pyloudnorm, however the sound comes in."""

import numpy as np
import pyloudnorm
import pytest

from cinescribe.media.sound.loudness import LoudnessMeter, loudness
from tests.media.sounds import noise


def measured(samples, rate_hz=48000, size=10_000):
    meter = LoudnessMeter(rate_hz, len(samples))
    for at in range(0, samples.shape[1], size):
        meter.take(samples[:, at : at + size])
    return loudness(meter.powers())


@pytest.mark.parametrize("rate_hz", [44100, 48000])
@pytest.mark.parametrize("n_channels", [1, 2])
def test_loudness_equals_pyloudnorm(rate_hz, n_channels):
    sound = noise(8, rate_hz=rate_hz, n_channels=n_channels)
    sound[:, rate_hz * 3 : rate_hz * 5] *= 0.01  # under the relative gate
    sound[:, rate_hz * 6 : rate_hz * 7] = 0  # under the absolute one
    expected = pyloudnorm.Meter(rate_hz).integrated_loudness(sound.T.astype(float))
    assert measured(sound, rate_hz) == pytest.approx(expected, abs=1e-4)


def test_a_sine_of_1_khz_has_the_loudness_of_the_standard():
    t = np.arange(48000 * 5) / 48000
    assert measured(np.sin(2 * np.pi * 997 * t)[None].astype(np.float32)) == pytest.approx(-3.01, abs=0.05)


@pytest.mark.parametrize("size", [333, 4800, 1 << 20])
def test_pieces_of_any_size_give_the_same(size):
    assert measured(noise(2), 16000, size) == pytest.approx(measured(noise(2), 16000), abs=1e-9)


def test_silence_has_no_loudness():
    assert measured(np.zeros((2, 48000), np.float32)) == -np.inf
    assert loudness(np.zeros(0)) == -np.inf


def test_a_tenth_of_a_second_is_enough():
    assert measured(noise(0.11, rate_hz=48000)) > -40
