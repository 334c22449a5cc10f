import os

import numpy as np
import pytest

from cinescribe.errors import FilmError
from cinescribe.export.excerpts.film_powers import film_powers, kept_powers, sampled_powers
from cinescribe.media.film.probe import probe
from cinescribe.media.sound.level_gain import powers
from cinescribe.media.sound.soundtrack import film_soundtrack
from tests.dummies import write_film


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return probe(write_film(tmp_path_factory.mktemp("film") / "film.mp4", seconds=3.0))


def test_powers_are_those_of_the_soundtrack_and_are_kept(film, tmp_path, monkeypatch):
    track = film_soundtrack(film)
    found = film_powers(film, tmp_path)
    assert found == pytest.approx(powers(track.samples, track.rate_hz), rel=1e-3, abs=1e-9)
    assert kept_powers(film, tmp_path) == pytest.approx(found)
    monkeypatch.setattr("cinescribe.export.excerpts.film_powers.read_through", None)
    assert film_powers(film, tmp_path) == pytest.approx(found)


def test_powers_of_a_changed_film_are_not_reused(film, tmp_path):
    assert kept_powers(film, tmp_path) is None
    film_powers(film, tmp_path)
    os.utime(film.path, ns=(1, 1))
    assert kept_powers(film, tmp_path) is None


def test_unwritable_folder_is_no_error(film, tmp_path):
    (tmp_path / "file").write_text("")
    assert len(film_powers(film, tmp_path / "file")) == 30


def test_stretches_stand_for_a_film(film, tmp_path):
    assert sampled_powers(film) == pytest.approx(film_powers(film, tmp_path), rel=0.2, abs=1e-6)
    assert len(sampled_powers(film)) == 30


def test_missing_film_is_an_error(film, tmp_path):
    with pytest.raises(FilmError, match="gone"):
        sampled_powers(film.replace(path=str(tmp_path / "gone.mp4")))
    assert not np.any(sampled_powers(film.replace(streams=())))
