"""A part of a mix sounds as in the whole; its levels are expected from the film's powers alone."""

import numpy as np
import pytest

from cinescribe.media.sound.ducking import SpokenCue
from cinescribe.media.sound.level_gain import powers
from cinescribe.media.sound.mix import DESCRIPTION_LUFS, describe_mix
from cinescribe.media.sound.mix_excerpt import WholeMix, expected_mix, mix_excerpt, sampled_mix
from cinescribe.media.sound.mix_levels import MixLevels
from cinescribe.media.sound.soundtrack import Soundtrack, silent_track
from cinescribe.media.voice.voice import Spoken
from cinescribe.timing import Span
from tests.media.sounds import noise

RATE = 16000


@pytest.fixture(scope="module")
def film():
    swelling = 1 + 0.5 * np.sin(np.arange(30 * RATE) / RATE)
    return Soundtrack(noise(30, rate_hz=RATE, loud=0.05, n_channels=2) * swelling.astype(np.float32), RATE)


@pytest.fixture(scope="module")
def cues():
    voice = Spoken(noise(2, rate_hz=RATE, loud=0.2, seed=4)[0], RATE)
    return tuple(SpokenCue(float(at), voice) for at in (3.0, 9.0, 15.5, 24.0))


@pytest.mark.parametrize("levels", [MixLevels(), MixLevels(ducking=12.0), MixLevels(loudness=-20.0)])
def test_a_part_is_that_of_the_whole(film, cues, levels):
    whole = describe_mix(film, cues, levels=levels)
    heard = [Span(cue.start, cue.start + 2.0) for cue in cues]
    expected = expected_mix(powers(film.samples, RATE), heard, levels=levels)
    assert expected.level == pytest.approx(whole.loudness_before, abs=1e-6)
    part = Soundtrack(film.samples[:, 8 * RATE : 13 * RATE], RATE)
    found = mix_excerpt(part, [SpokenCue(1.0, cues[1].spoken)], expected, levels=levels)
    inner = slice(RATE // 2, 4 * RATE)
    wanted = whole.sound.samples[:, 8 * RATE : 13 * RATE][:, inner]
    gain = np.vdot(found.samples[:, inner], wanted) / np.vdot(found.samples[:, inner], found.samples[:, inner])
    assert abs(20 * np.log10(gain)) < 0.5
    assert np.sqrt(np.mean((gain * found.samples[:, inner] - wanted) ** 2) / np.mean(wanted**2)) < 0.02


def test_expected_mix_of_a_silent_film_has_no_gain(cues):
    silence = powers(silent_track(20.0, rate_hz=RATE).samples, RATE)
    assert expected_mix(silence, []) == WholeMix(DESCRIPTION_LUFS, 0.0)
    assert expected_mix(silence, [Span(3.0, 5.0)], waiting=2.0) == WholeMix(DESCRIPTION_LUFS, 0.0)
    assert sampled_mix(silence) == WholeMix(DESCRIPTION_LUFS)


def test_voices_while_the_film_waits_count(film):
    of_film = powers(film.samples, RATE)
    softer = expected_mix(of_film, [Span(3.0, 20.0)])
    assert softer.gain_db < -0.1
    assert expected_mix(of_film, [], waiting=20.0).gain_db == pytest.approx(0.0, abs=0.2)
    assert expected_mix(of_film, [Span(90.0, 95.0)]).gain_db == pytest.approx(0.0)


def test_levels_of_stretches_follow_the_film(film):
    of_film = powers(film.samples, RATE)
    level = expected_mix(of_film, []).level
    assert sampled_mix(of_film) == WholeMix(level)
    assert sampled_mix(of_film, levels=MixLevels(loudness=-20.0)).gain_db == pytest.approx(-20.0 - level)
