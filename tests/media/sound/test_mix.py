"""The voice starts on its sample, stands over the film, and the film stays as loud as it was."""

import importlib

import numpy as np
import pyloudnorm
import pytest

from cinescribe.media.sound.ducking import ABOVE_BED, ATTACK, RELEASE, SpokenCue
from cinescribe.media.sound.mix import describe_mix, narration
from cinescribe.media.sound.mix_levels import MixLevels
from cinescribe.media.sound.soundtrack import Soundtrack, silent_track
from cinescribe.media.voice.voice import Spoken
from tests.media.sounds import noise, speech_samples

pytestmark = pytest.mark.slow

limiter = importlib.import_module("cinescribe.media.sound.limiter")
ducking = importlib.import_module("cinescribe.media.sound.ducking")

RATE = 48000


@pytest.fixture(scope="module")
def voice():
    return Spoken(speech_samples(rate_hz=22050), 22050)


def music(seconds=13.0, loud=0.03, n_channels=2):
    """A steady chord: its level at any time shows its gain."""
    t = np.arange(round(seconds * RATE)) / RATE
    chord = np.sum([np.sin(2 * np.pi * pitch * t) for pitch in (220, 330, 2000)], axis=0).astype(np.float32)
    return Soundtrack(np.repeat(loud * chord[None], n_channels, axis=0), RATE)


def level_db(samples, time):
    """Level of the 2 kHz partial around a time, in dB; the voices here are soft there beside the chord."""
    here = samples[0, round((time - 0.01) * RATE) : round((time + 0.01) * RATE)]
    turn = np.exp(-2j * np.pi * 2000 * np.arange(len(here)) / RATE)
    return 20 * np.log10(np.abs((here * turn).mean()))


def lufs(samples):
    return pyloudnorm.Meter(RATE).integrated_loudness(np.array(samples.T, float))


@pytest.fixture(scope="module")
def described(voice):
    return describe_mix(music(), (SpokenCue(3.0, voice), SpokenCue(9.0, voice)))


def test_the_loudness_of_the_film_is_kept(described):
    assert described.loudness_after == pytest.approx(described.loudness_before, abs=0.1)
    assert lufs(described.sound.samples) == pytest.approx(lufs(music().samples), abs=0.1)


def voice_over_film(described, voice):
    """LU of the voice that starts at 3 s over the chord."""
    part = slice(round(3.0 * RATE), round((3.0 + voice.duration) * RATE))
    whole_db = level_db(described.sound.samples, 1.0) - level_db(music().samples, 1.0)
    bed = music().samples[:, part] * 10 ** ((described.gains_db[0] + whole_db) / 20)
    return lufs(described.sound.samples[:, part] - bed) - lufs(bed)


def test_the_voice_is_6_lu_over_the_film_under_it(described, voice):
    assert voice_over_film(described, voice) == pytest.approx(ABOVE_BED, abs=0.5)
    assert -13 < described.gains_db[0] < -4


def test_film_is_ducked_by_ramps_and_restored(described, voice):
    end = 3.0 + voice.duration

    def gain_db(time):
        mixed, film = described.sound.samples, music().samples
        return level_db(mixed, time) - level_db(film, time) - (level_db(mixed, 1.0) - level_db(film, 1.0))

    assert gain_db(3.0 - ATTACK - 0.02) == pytest.approx(0, abs=0.1)
    assert gain_db(3.0 - ATTACK / 2) == pytest.approx(described.gains_db[0] / 2, abs=0.3)
    assert gain_db(3.0 - 0.015) == pytest.approx(described.gains_db[0], abs=0.5)
    assert gain_db(end + RELEASE / 2) == pytest.approx(described.gains_db[0] / 2, abs=0.3)
    assert gain_db(end + RELEASE + 0.02) == pytest.approx(0, abs=0.1)


@pytest.mark.parametrize("start", [1.0, 2.34567])
def test_the_voice_starts_on_its_sample(voice, start):
    out = describe_mix(silent_track(8.0, rate_hz=RATE), (SpokenCue(start, voice),)).sound.samples[0]
    first = int(np.flatnonzero(np.abs(out) > 1e-4)[0])
    assert abs(first - start * RATE) <= 3  # the first samples of the voice are the softest ones that can be heard
    assert not out[: round(start * RATE) - 1].any()


def test_loud_films_are_limited_and_stay_loud(voice):
    samples = noise(10, rate_hz=RATE, loud=0.15, n_channels=2)
    samples[:, :: RATE // 3] = 1.0
    described = describe_mix(Soundtrack(samples, RATE), (SpokenCue(2.0, voice),))
    assert described.loudness_before > -15
    assert described.true_peak_db <= -2.0
    assert described.loudness_after == pytest.approx(described.loudness_before, abs=0.1)


def test_sound_that_no_limiter_can_keep_loud_is_not_crushed(voice):
    film = Soundtrack(np.clip(noise(5, rate_hz=RATE, loud=0.5, n_channels=2), -1, 1), RATE)
    described = describe_mix(film, (SpokenCue(2.0, voice),))
    assert described.true_peak_db <= -2.0
    assert described.loudness_after < described.loudness_before - 1


def test_soft_films_are_not_ducked(voice):
    film = music()
    film.samples[:, RATE * 2 : RATE * 8] *= 0.01
    assert describe_mix(film, (SpokenCue(3.0, voice),)).gains_db == (0.0,)


def test_voice_is_raised_where_ducking_is_limited(voice, monkeypatch):
    monkeypatch.setattr(ducking, "DEEPEST_DB", -3.0)
    raised = describe_mix(music(), (SpokenCue(3.0, voice),))
    assert raised.gains_db == (-3.0,)
    assert voice_over_film(raised, voice) == pytest.approx(ABOVE_BED, abs=0.5)


def test_ramps_of_near_cues_overlap(voice):
    described = describe_mix(music(), (SpokenCue(3.0, voice), SpokenCue(3.0 + voice.duration + 0.1, voice)))
    between = 3.0 + voice.duration + 0.05
    ducked_db = level_db(described.sound.samples, between) - level_db(described.sound.samples, 1.0)
    assert ducked_db < 0.8 * described.gains_db[0]


@pytest.mark.parametrize("ducking", [3.0, 18.0])
def test_ducking_by_a_number(voice, ducking):
    lowered = describe_mix(music(), (SpokenCue(3.0, voice),), levels=MixLevels(ducking=ducking))
    assert lowered.gains_db == (-ducking,)
    during = level_db(lowered.sound.samples, 3.0 - 0.015) - level_db(lowered.sound.samples, 1.0)
    assert during == pytest.approx(-ducking * (1 - 0.015 / ATTACK), abs=0.3)
    assert voice_over_film(lowered, voice) >= ABOVE_BED - 0.5
    assert lowered.loudness_after == pytest.approx(lowered.loudness_before, abs=0.1)


@pytest.mark.parametrize("loudness", [-27.0, -16.0])
def test_target_loudness_can_be_set(voice, loudness):
    film = Soundtrack(noise(10, rate_hz=RATE, loud=0.05, n_channels=2), RATE)
    described = describe_mix(film, (SpokenCue(2.0, voice),), levels=MixLevels(loudness=loudness))
    assert lufs(described.sound.samples) == pytest.approx(loudness, abs=0.1)
    assert described.true_peak_db <= -2.0
    alone = narration((SpokenCue(1.0, voice),), 8.0, levels=MixLevels(loudness=loudness))
    assert lufs(alone.samples) == pytest.approx(loudness, abs=0.3)


def test_silent_film_is_mixed_with_the_voice_only(voice):
    described = describe_mix(silent_track(10.0), (SpokenCue(1.0, voice), SpokenCue(5.0, voice)))
    assert described.loudness_before == -np.inf
    assert described.loudness_after == pytest.approx(-23, abs=1)
    assert described.gains_db == (0.0, 0.0)


def test_film_without_cues_is_unchanged():
    film = music(5.0)
    described = describe_mix(film, ())
    assert np.array_equal(described.sound.samples, film.samples)
    assert describe_mix(silent_track(3.0), ()).true_peak_db == -np.inf


def test_voice_beyond_the_end_is_cut(voice):
    described = describe_mix(music(5.0), (SpokenCue(4.0, voice), SpokenCue(9.0, voice)))
    assert described.sound.samples.shape == (2, 5 * RATE)
    assert len(described.gains_db) == 2


def test_blocks_of_any_size_give_the_same(voice, monkeypatch):
    cues = (SpokenCue(1.0, voice),)
    expected = describe_mix(music(4.0), cues).sound.samples
    monkeypatch.setattr(ducking, "_AT_ONCE", 50_001)
    monkeypatch.setattr(limiter, "_AT_ONCE", 60_001)
    assert describe_mix(music(4.0), cues).sound.samples == pytest.approx(expected, abs=1e-5)


def test_narration_is_as_long_as_the_film(voice):
    track = narration((SpokenCue(2.0, voice),), 7.5)
    assert track.samples.shape == (1, round(7.5 * RATE))
    assert not track.samples[0, : 2 * RATE - 1].any()
    assert lufs(track.samples[:, 2 * RATE : 5 * RATE]) == pytest.approx(-23, abs=1)
