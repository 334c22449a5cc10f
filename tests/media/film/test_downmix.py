"""Mixing to mono and stereo: no channel cancels another."""

from pathlib import Path

import numpy as np
import pytest

from cinescribe.errors import FilmError
from cinescribe.media.film.downmix import MonoMix, mix_matrix
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resample import Sound
from tests.media.films import SoundCollector, tone, write_film

SIDES = ("FL", "FR")
SURROUND = ("FL", "FR", "FC", "LFE", "BL", "BR")


def test_surround_is_mixed_without_effects_and_keeps_its_level() -> None:
    names = ["FL", "FR", "FC", "LFE", "BL", "BR"]
    mono, stereo = mix_matrix(names, 1), mix_matrix(names, 2)
    assert mono is not None
    assert stereo is not None
    assert mono[0, 3] == 0
    assert stereo[0] == pytest.approx([1, 0, np.sqrt(0.5), 0, np.sqrt(0.5), 0], abs=1e-3)
    assert mono[0, 2] == pytest.approx(mono[0, 0] * 2 * np.sqrt(0.5))
    assert stereo[0] == pytest.approx(stereo[1][[1, 0, 2, 3, 5, 4]])
    assert mix_matrix(["FL", "FR"], 1) == pytest.approx(np.array([[0.5, 0.5]]))
    assert mix_matrix(["FC"], 2) == pytest.approx(np.array([[1.0], [1.0]]))
    assert mix_matrix(["NONE", "NONE"], 1) == pytest.approx(np.array([[0.5, 0.5]]))
    assert mix_matrix(names, None) is None


def test_another_number_of_channels_is_refused() -> None:
    with pytest.raises(FilmError, match="the sound has 2 channels, not 6; ask for 1, 2 or the film's own"):
        mix_matrix(["FL", "FR"], 6)


def mixed(*blocks, names=SIDES):
    mix = MonoMix()
    return np.concatenate([mix.mono(np.asarray(block, np.float32), names, 1000) for block in blocks], axis=1)[0]


def test_sides_in_phase_are_averaged_as_by_the_matrix():
    noise = np.random.default_rng(0).normal(size=(2, 500)).astype(np.float32)
    assert mixed(noise) == pytest.approx(noise.mean(axis=0), abs=1e-6)
    surround = np.random.default_rng(0).normal(size=(6, 500)).astype(np.float32)
    weights = mix_matrix(SURROUND, 1)
    assert weights is not None
    assert mixed(surround, names=SURROUND) == pytest.approx((weights @ surround)[0], abs=1e-5)
    assert mixed(noise, names=("FC", "LFE")) == pytest.approx(noise[0], abs=1e-6)


def test_sides_of_opposite_phase_do_not_cancel():
    sine = tone(0.5, rate_hz=1000)[0]
    assert mixed([sine, -sine])[10:] == pytest.approx(sine[10:], abs=1e-6)
    assert mixed([sine, 0 * sine]) == pytest.approx(sine / 2, abs=1e-6)


def test_the_polarity_changes_with_a_fade_and_silence_changes_nothing():
    ones = np.ones(100, np.float32)
    heard = mixed([ones, ones], [ones, -ones], [0 * ones, 0 * ones], [ones, -ones])
    assert heard[100:110] == pytest.approx(np.linspace(0, 1, 10))
    assert heard[300:] == pytest.approx(ones)


def test_a_film_of_opposite_phase_is_heard_in_mono(tmp_path: Path):
    sine = tone(1)
    film = probe(write_film(tmp_path / "f.mkv", sounds=[(0, np.concatenate([sine, -sine]), "stereo")]))
    mono = SoundCollector(Sound(8000))
    read_through(film, sounds=[mono])
    assert np.abs(mono.all()).max() == pytest.approx(0.5, abs=0.01)
