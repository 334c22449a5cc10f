"""Mono tracks on disk, and the centre of stereo sound."""

import numpy as np
import pytest

from cinescribe.errors import FilmError, OutputError
from cinescribe.media.film.probe import probe
from cinescribe.media.sound.centre_channel import CentreChannel
from cinescribe.media.sound.mono import MonoTrack, mono_track
from tests.media.films import grey, tone, write_film
from tests.media.sounds import noise


def test_part_of_a_track_is_padded_with_silence():
    samples = noise(1.0)[0]
    track = MonoTrack(16000)
    for part in np.split(samples, [100, 7000]):
        track.append(part)
    assert (track.n_samples, track.duration) == (16000, 1.0)
    assert track.peak == np.abs(samples).max()
    np.testing.assert_array_equal(track.part(6900, 300), samples[6900:7200])
    around = track.part(-50, 16100)
    np.testing.assert_array_equal(around[50:-50], samples)
    assert not around[:50].any()
    assert not around[-50:].any()


def test_samples_are_appended_after_reading_a_part():
    track = MonoTrack(8000)
    track.append(np.array([0.1, -0.5, 0.2], np.float32))
    track.part(0, 1)
    track.append(np.array([0.3, 0.4], np.float32))
    np.testing.assert_array_equal(track.part(0, 5), np.array([0.1, -0.5, 0.2, 0.3, 0.4], np.float32))
    assert track.peak == 0.5


def test_a_film_becomes_one_channel(tmp_path):
    both = np.concatenate([tone(1.0), tone(1.0, hertz=900)])
    path = write_film(tmp_path / "film.mkv", sounds=[(0.0, both, "stereo")])
    track = mono_track(probe(path), rate_hz=8000)
    np.testing.assert_allclose(track.part(0, 8000), both.mean(axis=0), atol=1e-4)


def test_centre_channel_keeps_common_sound(tmp_path):
    voice, left, right = tone(2.0)[0], noise(2.0, rate_hz=8000, seed=1)[0], noise(2.0, rate_hz=8000, seed=2)[0]
    both = (np.stack([voice + left, voice + right]) / 2).astype(np.float32)
    path = write_film(tmp_path / "film.mkv", sounds=[(0.0, both, "stereo")])
    film = probe(path)
    middle, plain = (mono_track(film, rate_hz=8000, centre=centre).part(0, 16000) for centre in (True, False))
    assert middle.shape == plain.shape
    wanted = voice / 2
    assert np.mean((middle - wanted) ** 2) < 0.7 * np.mean((plain - wanted) ** 2)


def test_equal_sides_are_all_centre_in_any_polarity():
    side = noise(1.0)[0]
    for other, wanted in ((side, side), (-side, side)):
        channel, both = CentreChannel(), np.stack([side, other])
        parts = [channel.push(both[:, at : at + 3000]) for at in range(0, 16000, 3000)]
        np.testing.assert_allclose(np.concatenate([*parts, channel.flush()]), wanted, atol=1e-5)


def test_opposite_phase_is_removed_from_the_centre():
    voice, ambience = tone(2.0, rate_hz=16000)[0], noise(2.0, loud=0.2)[0]
    channel = CentreChannel()
    heard = np.concatenate([channel.push(np.stack([voice + ambience, voice - ambience])), channel.flush()])
    assert np.mean((heard - voice) ** 2) < 0.2 * np.mean(ambience**2)


def test_a_mono_track_is_its_own_centre(tmp_path):
    path = write_film(tmp_path / "film.mkv", sounds=[(0.0, tone(1.0), "mono")])
    track = mono_track(probe(path), rate_hz=8000, centre=True)
    np.testing.assert_allclose(track.part(0, 8000), tone(1.0)[0], atol=1e-4)


def test_a_film_without_sound_is_refused(tmp_path):
    film = probe(write_film(tmp_path / "film.mkv", [grey(1)] * 5))
    with pytest.raises(FilmError, match=r"film.mkv' has no sound track; name a file with one"):
        mono_track(film, rate_hz=8000)


def test_a_full_disk_is_reported(monkeypatch):
    class Full:
        def astype(self, _):
            return self

        def tofile(self, _):
            raise OSError("no space left")

    with pytest.raises(OutputError, match=r"cannot take the film's sound \(no space left\); make room there"):
        MonoTrack(8000).append(Full())  # type: ignore[arg-type]


def test_a_missing_temporary_folder_is_reported(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(OutputError, match=r"temporary folder cannot take the film's sound \(.*nowhere.*set TMPDIR"):
        MonoTrack(8000)
