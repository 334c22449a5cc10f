"""A film's signature is taken in one pass: few small pictures, all changes, and the sound."""

import numpy as np
import pytest

from cinescribe.errors import FilmError
from cinescribe.media.film.frame_scaling import PictureFormat
from cinescribe.media.film.probe import probe
from cinescribe.media.versions.film_signature import PICTURE_HZ, SIZE, film_signature
from cinescribe.schema import Film
from tests.dummies import write_film


class Taken:
    def __init__(self, wants):
        self.wants, self.n = wants, 0

    def take(self, time, image):
        self.n += 1


def test_pictures_are_small_and_regular_and_every_change_is_kept(tmp_path):
    write_film(tmp_path / "film.mp4", seconds=8.0, cut_at=4.0)
    found = film_signature(probe(tmp_path / "film.mp4"))
    assert found.thumbs.shape == (8 * PICTURE_HZ, SIZE[1], SIZE[0])
    assert len(found.times) == len(found.changes) == 8 * 12
    assert found.times[np.argmax(found.changes)] == pytest.approx(4.0, abs=0.05)
    assert found.sound is not None
    assert found.sound.duration == pytest.approx(8.0, abs=0.1)


def test_silence_is_no_sound(tmp_path):
    write_film(tmp_path / "film.mp4", samples=np.zeros(8 * 16000, np.float32))
    assert film_signature(probe(tmp_path / "film.mp4")).sound is None


def test_further_sinks_see_the_same_pass(tmp_path):
    write_film(tmp_path / "film.mp4", sound=False)
    taken = Taken(PictureFormat("gray", width=8, height=8))
    film_signature(probe(tmp_path / "film.mp4"), pictures=(taken,))
    assert taken.n == 8 * 12


def test_file_without_pictures_and_sound_is_refused():
    with pytest.raises(FilmError, match=r"'film.srt' has neither pictures nor sound; name a film"):
        film_signature(Film("film.srt", 5.0))
