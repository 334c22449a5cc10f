"""Levels are RMS; music is steady pitch, speech and noise are not."""

import numpy as np
import pytest

from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.sound.levels import SoundMeter, steady_share
from tests.media.sounds import noise, speech_samples, tones
from tests.shared import shared


def measured(samples, size=1024, start=0.0):
    meter = SoundMeter()
    for at in range(0, samples.shape[1], size):
        meter.take(start + at / 16000, samples[:, at : at + size])
    return meter.levels()


def film_levels(path):
    meter = SoundMeter()
    read_through(probe(shared(path)), sounds=(meter,))
    return meter.levels()


def test_level_of_a_sine_is_3_db_under_its_peak():
    t = np.arange(16000 * 2) / 16000
    levels = measured(0.5 * np.sin(2 * np.pi * 440 * t)[None].astype(np.float32))
    assert levels.level_db == pytest.approx([-9.03] * 4, abs=0.01)
    assert levels.times == pytest.approx([0, 0.5, 1.0, 1.5])


def test_silence_has_the_floor_level_and_is_not_music():
    levels = measured(np.zeros((1, 20000), np.float32))
    assert levels.level_db.tolist() == [-100.0] * 3
    assert levels.music.tolist() == [0.0] * 3


def test_the_last_short_window_keeps_its_level():
    assert measured(np.full((1, 9000), 0.1, np.float32)).level_db == pytest.approx([-20, -20], abs=0.01)


def test_sound_that_begins_late_is_preceded_by_silence():
    levels = measured(noise(1), start=2.0)
    assert len(levels.times) == 6
    assert levels.level_db[3] == -100
    assert levels.level_db[4] == pytest.approx(-20, abs=0.2)


def test_pieces_of_any_size_give_the_same():
    sound = tones(3, 220, 330) + noise(3, loud=0.001)
    for size in (333, 8000, 1 << 20):
        assert np.array_equal(measured(sound, size).music, measured(sound).music)


def test_chords_are_music_and_noise_and_voices_are_not():
    assert np.median(measured(tones(5, 220, 277.2, 329.6)).music) > 0.9
    assert measured(noise(5)).music.max() < 0.1
    assert np.median(measured(np.tile(speech_samples(), 2)[None]).music) < 0.3


def test_soft_tones_are_not_music():
    assert not measured(tones(3, 220, 330, loud=1e-4)).music.any()


def test_no_sound_gives_no_rows():
    levels = SoundMeter().levels()
    assert len(levels.times) == len(levels.level_db) == len(levels.music) == 0


def test_steady_share_distinguishes_tones_from_silence():
    assert steady_share(tones(1, 440)[0]) > 0.5
    assert steady_share(np.zeros(16000, np.float32)) == 0


def test_a_guitar_is_music():
    levels = film_levels("data/audio/guitar.mp3")
    assert np.mean(levels.music > 0.5) > 0.85


@pytest.mark.parametrize("name", ["jfk.flac", "libri-1088-134315-0000.wav", "LJ002-0020.wav"])
def test_speech_is_not_music(name):
    levels = film_levels(f"data/audio/{name}")
    assert np.mean(levels.music > 0.5) < 0.1
    assert np.median(levels.level_db) > -35


def test_a_silent_track_is_silent():
    levels = film_levels("data/ad_pair_rabbit/silent.mp4")
    assert levels.level_db.max() < -90
    assert not levels.music.any()
