"""Offset, speed, boundaries and unrelated films, on sounds made of noise."""

import numpy as np
import pytest

from cinescribe.media.described.sound_alignment import sound_alignment
from cinescribe.media.sound.retimed_track import retimed
from tests.media.mixes import RATE_HZ, film, slower, track, with_narration


@pytest.fixture(scope="module")
def sound():
    return film(40.0)


def test_a_track_is_read_at_another_speed_and_offset():
    time = np.arange(4 * RATE_HZ)
    wave = np.sin(2 * np.pi * 440 / RATE_HZ * time)
    read = retimed(track(wave), ratio=1.001, offset=100.25)
    wanted = np.sin(2 * np.pi * 440 / RATE_HZ * (np.arange(20000, 50000) - 100.25) / 1.001)
    np.testing.assert_allclose(read(20000, 30000), wanted, atol=2e-3)


@pytest.mark.slow
def test_offset_and_gain_are_found_under_narration(sound):
    narrated, _ = with_narration(sound, 5.0, 20.0)
    late = np.concatenate([np.zeros(20003, np.float32), narrated * 0.5])
    found = sound_alignment(track(sound), track(late))
    assert found.pieces[0].offset == pytest.approx(20003 / RATE_HZ, abs=2e-5)
    assert found.speed == pytest.approx(1, abs=2e-6)
    assert found.share > 0.7


@pytest.mark.slow
@pytest.mark.parametrize(("up", "down"), [(1001, 1000), (24, 25), (3226, 3227)])
def test_speed_is_found(sound, up, down):
    found = sound_alignment(track(sound), track(slower(sound, up, down)))
    assert found.speed == pytest.approx(up / down, abs=2e-6)
    assert found.pieces[0].offset == pytest.approx(0, abs=1e-4)
    assert found.share > 0.9


@pytest.mark.slow
def test_another_film_has_a_low_share(sound):
    assert sound_alignment(track(sound), track(film(40.0, seed=2))).share < 0.1


@pytest.mark.slow
def test_a_cut_and_an_inserted_scene_are_boundaries():
    whole, other = film(90.0), film(12.0, seed=3)
    at, until, into = 30 * RATE_HZ, 35 * RATE_HZ, 65 * RATE_HZ
    cut = np.concatenate([whole[:at], whole[until:into], other, whole[into:]])
    first, second, third = sound_alignment(track(whole), track(cut)).pieces
    assert first.span.end == pytest.approx(30, abs=0.1)
    assert second.span.start == first.span.end
    assert second.offset == pytest.approx(-5, abs=1e-4)
    assert second.span.end == pytest.approx(60, abs=0.1)
    assert third.span.start == pytest.approx(72, abs=0.1)
    assert third.offset == pytest.approx(7, abs=1e-4)
