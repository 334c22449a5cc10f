"""The residual of a described track, as powers and as sound."""

import wave

import numpy as np
import pytest

from cinescribe.errors import OutputError
from cinescribe.media.described.residual import BandPowers, band_powers, transfer_function, transfer_gain, unducked_gain
from cinescribe.media.described.residual_voice import steady_gain, write_voice
from cinescribe.timing import Span
from tests.media.mixes import RATE_HZ, film, track, with_narration
from tests.media.sounds import speech_samples


@pytest.fixture(scope="module")
def pair():
    sound = film(20.0)
    narrated, spans = with_narration(sound, 4.0, 12.0)
    return track(sound), track(narrated * 0.7), spans


@pytest.fixture(scope="module")
def factor(pair):
    return transfer_function(pair[0].part, pair[1])


@pytest.fixture(scope="module")
def powers(pair, factor):
    return band_powers(pair[0].part, pair[1], factor)


def test_the_gain_is_that_of_the_mix_and_of_its_ducking(pair, factor, powers):
    gain = powers.gain()
    assert transfer_gain(factor) * unducked_gain(gain) == pytest.approx(0.7, rel=0.02)
    spoken = slice(round(pair[2][0][0] * 100), round(pair[2][0][1] * 100))
    assert np.median(gain[spoken]) / unducked_gain(gain) == pytest.approx(0.4, rel=0.15)


def test_the_residual_is_the_voice(pair, powers):
    residual = powers.residual(powers.gain()).sum(axis=1)
    inside = np.zeros(len(residual), bool)
    for start, end in pair[2]:
        inside[round(start * 100) - 3 : round(end * 100) + 3] = True
    near = np.convolve(inside, np.ones(40), "same") > 0  # the mix leaps at a sentence's start and end
    assert residual[~near].max() < 1e-3 * np.median(residual[inside])


def test_the_powers_of_a_track_do_not_depend_on_the_parts_it_is_read_in(pair, factor, powers, monkeypatch):
    monkeypatch.setattr("cinescribe.media.described.residual._AT_ONCE", 333)
    again = band_powers(pair[0].part, pair[1], factor)
    np.testing.assert_allclose(again.common, powers.common, rtol=1e-4, atol=1e-6)
    assert again.film.shape == powers.film.shape == (2001, powers.film.shape[1])


def test_progress_reaches_the_end(pair, factor):
    reports: list[float] = []
    band_powers(pair[0].part, pair[1], factor, progress=reports.append)
    assert reports == [pytest.approx(10.0), pytest.approx(20.0), pytest.approx(20.01)]


def test_the_weighted_median_gain_ignores_a_band_that_a_voice_fills():
    film_powers = np.ones((50, 3), np.float32)
    common = np.tile(np.array([0.5, 0.5, 9.0], np.float32), (50, 1))
    gain = BandPowers(film_powers, film_powers, common).gain()
    np.testing.assert_allclose(gain, 0.5, rtol=1e-6)


def test_residual_voice_is_written_without_the_film(pair, factor, powers, tmp_path):
    spans = [Span(start - 0.02, end + 0.02) for start, end in pair[2]]
    path = tmp_path / "voice.wav"
    write_voice(path, pair[0].part, pair[1], factor=factor, gain=steady_gain(powers), spans=spans)
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getframerate(), file.getnframes()) == (1, RATE_HZ, pair[1].n_samples)
        heard = np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32767
    assert not heard[: round(spans[0].start * RATE_HZ)].any()
    assert not heard[round(spans[1].end * RATE_HZ) + 1 :].any()
    first, voice = 4 * RATE_HZ, speech_samples() * 0.5 * 0.7
    wrong = heard[first : first + len(voice)] - voice
    mixed = pair[1].part(first, len(voice)) - voice
    assert np.sum(wrong**2) < 0.1 * np.sum(mixed**2)


def test_a_voice_that_cannot_be_written_is_reported(pair, factor, powers, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match=r"voice.wav' cannot be written"):
        write_voice(tmp_path / "file" / "voice.wav", pair[0].part, pair[1], factor=factor, gain=powers.gain(), spans=[])
