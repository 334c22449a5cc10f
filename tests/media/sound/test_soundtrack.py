"""Sound of a film on disk, and pauses in it."""

import tempfile

import numpy as np
import pytest

from cinescribe.errors import OutputError
from cinescribe.media.film.probe import probe
from cinescribe.media.sound.soundtrack import (
    FADE,
    Pause,
    Soundtrack,
    disk_array,
    film_part,
    film_soundtrack,
    silent_track,
    with_pauses,
)
from cinescribe.timing import Span
from tests.shared import shared

RATE = 1000


def track(n_samples, n_channels=1):
    return Soundtrack(np.ones((n_channels, n_samples), np.float32), RATE)


def test_a_film_keeps_its_channels_and_length():
    film = probe(shared("data/video/friday/friday.mp4"))
    sound = film_soundtrack(film)
    assert sound.rate_hz == 44100
    assert len(sound.samples) == 2
    assert sound.duration == pytest.approx(film.duration, abs=1e-4)
    assert np.abs(sound.samples).max() > 0.01


def test_a_part_of_a_film_is_that_of_the_whole():
    film = probe(shared("data/video/friday/friday.mp4"))
    whole, part = film_soundtrack(film), film_part(film, Span(1.5, 2.5))
    assert part.duration == pytest.approx(1.0)
    wanted = whole.samples[:, round(1.5 * whole.rate_hz) :][:, 4096 : part.samples.shape[1]]
    assert np.abs(part.samples[:, 4096:] - wanted).max() < 1e-4
    beyond = film_part(film, Span(film.duration - 0.5, film.duration + 0.5))
    assert beyond.duration == pytest.approx(1.0)
    assert not beyond.samples[:, round(0.6 * beyond.rate_hz) :].any()
    assert not film_part(film.replace(streams=()), Span(0.0, 1.0)).samples.any()


@pytest.mark.slow
def test_surround_becomes_stereo_and_a_narrow_band_is_widened():
    assert film_soundtrack(probe(shared("data/video/bbb/big_buck_bunny_small.mp4"))).samples.shape[0] == 2
    assert film_soundtrack(probe(shared("data/video/nasa/nasa_13013.mp4"))).rate_hz == 48000


def test_a_film_without_sound_is_silence_of_its_length():
    film = probe(shared("data/video/sam2/05_default_juggle.mp4"))
    sound = film_soundtrack(film)
    assert sound.duration == pytest.approx(film.duration, abs=1e-4)
    assert not sound.samples.any()


def test_pauses_insert_silence_and_keep_all_samples():
    paused = with_pauses(track(1000), (Pause(0.7, 0.1), Pause(0.2, 0.5)))
    assert paused.samples.shape == (1, 1600)
    assert not paused.samples[0, 200:700].any()
    assert not paused.samples[0, 1200:1300].any()
    whole = paused.samples[0] == 1
    fades = 4 * FADE * RATE
    assert 1000 - fades <= whole.sum() <= 1000 - fades + 4
    assert (np.abs(np.diff(paused.samples[0])) < 0.05).all()  # no click


def test_empty_list_of_pauses_changes_no_sample():
    assert np.array_equal(with_pauses(track(500, 2), ()).samples, np.ones((2, 500)))


def test_a_pause_at_the_end_lengthens_the_film():
    paused = with_pauses(track(500), (Pause(0.5, 0.25), Pause(9.0, 0.25)))
    assert paused.samples.shape == (1, 1000)
    assert not paused.samples[0, 500:].any()


def test_arrays_on_disk_can_be_empty():
    assert disk_array(2, 0).shape == (2, 0)
    assert silent_track(0.0).duration == 0


def test_a_missing_folder_is_reported_before_anything_is_written(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    with pytest.raises(OutputError, match=r"cannot take the film's sound of \d+ MB .*; make room there or set TMPDIR"):
        silent_track(10.0)
